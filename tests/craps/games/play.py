"""What the tests of the games share: a rule set of each, and a run in a few words."""

from typing import Any

from craps import all_edition_ids, edition_ids, settle

EDITIONS = tuple(edition for edition in all_edition_ids() if edition not in edition_ids())
WHEEL: dict[str, Any] = {
    "spaces": {"1": 24, "2": 15, "5": 7, "10": 4, "20": 2, "joker": 1, "logo": 1},
    "payouts": {
        "1": "1:1",
        "2": "2:1",
        "5": "5:1",
        "10": "10:1",
        "20": "20:1",
        "joker": "40:1",
        "logo": "40:1",
    },
}


def terms(edition: str, **stated: Any) -> dict[str, Any]:
    """A rule set of an edition that can be read; the wheel needs one."""
    wheel = {"wheel": WHEEL} if edition == "bc-wheel" else {}
    return {"edition": edition, **wheel, **stated}


def bet(wager: str, amount: int | str, **more: Any) -> dict[str, Any]:
    return {"bet": wager, "amount": amount, **more}


def deal(first: str, second: str, edition: str = "bc-war") -> dict[str, Any]:
    if edition == "bc-war":
        return {"deal": {"player": first, "dealer": second}}
    return {"deal": [first, second]}


def run(edition: str, *events: dict[str, Any], readings: dict[str, str] | None = None, **stated: Any) -> Any:
    scenario = {"ruleset": terms(edition, **stated), "events": list(events), "readings": readings or {}}
    return settle(scenario).to_json()


def codes(answer: Any) -> list[str]:
    """What became of each event: the code of its refusal, or the state of the table."""
    return [step["error"]["code"] if "error" in step else step["state"] for step in answer["steps"]]


def settled(answer: Any, step: int = -1) -> list[tuple[str, str, str, str]]:
    return [
        (each["bet"], each["outcome"], each["paid"], each["returned"])
        for each in answer["steps"][step]["settlements"]
    ]
