"""Play a table in a test, one call an event, each answering with its step in contract JSON."""

from typing import Any

from craps import settle

EDITIONS = ("nz-1998", "nz-revised", "sg-mbs-v2", "bc-craps", "bc-midi", "md-craps", "md-mini")
NZ, SG, BC, MD = EDITIONS[:2], EDITIONS[2:3], EDITIONS[3:5], EDITIONS[5:]
FAMILY = {e: name for name, es in {"nz": NZ, "sg": SG, "bc": BC, "md": MD}.items() for e in es}
POINTS = (4, 5, 6, 8, 9, 10)
ROLLS = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
# One way to throw each total, the easy way where there is one.
EASY = {2: (1, 1), 3: (1, 2), 4: (1, 3), 5: (2, 3), 6: (2, 4), 7: (3, 4)}
EASY |= {8: (2, 6), 9: (4, 5), 10: (4, 6), 11: (5, 6), 12: (6, 6)}


class Play:
    """A run under way. Amounts in answers are strings, as the contract writes them."""

    def __init__(self, edition: str = "nz-revised", **ruleset: Any) -> None:
        self.ruleset = {"edition": edition, **ruleset}
        self.events: list[dict[str, Any]] = []
        self.result: dict[str, Any] = {"balance": "0", "on_table": "0", "vig_paid": "0"}

    def bet(self, wager: str, amount: Any, number: int | None = None, **more: Any) -> dict[str, Any]:
        return self._event({"bet": wager, "amount": amount, **_spot(number), **more})

    def remove(self, wager: str, number: int | None = None, **more: Any) -> dict[str, Any]:
        return self._event({"remove": wager, **_spot(number), **more})

    def turn(self, state: str, wager: str, number: int | None = None, **more: Any) -> dict[str, Any]:
        return self._event({"turn": state, "bet": wager, **_spot(number), **more})

    def roll(self, *dice: int) -> list[dict[str, Any]]:
        """Two faces, or one total; answers with the settlements."""
        faces = dice if len(dice) == 2 else EASY[dice[0]]
        settlements: list[dict[str, Any]] = self._event({"roll": list(faces)})["settlements"]
        return settlements

    def pass_dice(self) -> None:
        self._event({"pass_dice": True})

    @property
    def balance(self) -> str:
        return str(self.result["balance"])

    @property
    def on_table(self) -> str:
        return str(self.result["on_table"])

    @property
    def vig_paid(self) -> str:
        return str(self.result["vig_paid"])

    def _event(self, event: dict[str, Any]) -> dict[str, Any]:
        self.events.append(event)
        self.result = settle({"ruleset": self.ruleset, "events": self.events}).to_json()
        step: dict[str, Any] = self.result["steps"][-1]
        return step


def code(step: dict[str, Any]) -> str | None:
    """The code a step was refused with, None where it was not."""
    return step["error"]["code"] if "error" in step else None


def refusal(step: dict[str, Any]) -> tuple[str, str]:
    """Code and clause of a refused step."""
    return step["error"]["code"], step["error"]["clause"]


def brief(settlements: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """(wager, outcome, paid, returned) of each settlement, in the order they were made."""
    return [(s["bet"], s["outcome"], s.get("paid"), s.get("returned")) for s in settlements]


def _spot(number: int | None) -> dict[str, int]:
    return {} if number is None else {"number": number}
