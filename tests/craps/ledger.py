"""The house's book of a run, kept from the answers alone: what is up, and what the house has gained."""

from fractions import Fraction
from typing import Any

from craps.wagers import CATALOGUE

Key = tuple[str, Any]
ODDS_OF = {"pass_line": "pass_odds", "dont_pass": "dont_pass_odds", "come": "come_odds"}
ODDS_OF["dont_come"] = "dont_come_odds"


class Ledger:
    """``vig_beside`` names the wagers whose vig on a win is asked for beside the winnings."""

    def __init__(self, vig_beside: set[str]) -> None:
        self.vig_beside = vig_beside
        self.up: dict[Key, Fraction] = {}
        self.stays: set[Key] = set()
        self.house = Fraction(0)
        self.vig = Fraction(0)

    def enter(self, event: dict[str, Any], step: dict[str, Any]) -> None:
        if "error" in step:
            return
        vig = Fraction(step.get("vig", 0))
        self.house += vig
        self.vig += vig
        if "bet" in event and "turn" not in event:
            self._bet(event)
        elif "remove" in event:
            self._remove(event)
        for settled in sorted(step.get("settlements", ()), key=lambda s: s["outcome"] == "point"):
            self._settle(settled)

    @property
    def on_table(self) -> Fraction:
        return sum(self.up.values(), Fraction(0))

    def _bet(self, event: dict[str, Any]) -> None:
        key = _key(event["bet"], event)
        self.up[key] = self.up.get(key, Fraction(0)) + Fraction(str(event["amount"]))
        if "stay" in event:
            (self.stays.add if event["stay"] else self.stays.discard)(key)

    def _remove(self, event: dict[str, Any]) -> None:
        key = _key(event["remove"], event)
        left = self.up[key] - Fraction(str(event.get("amount", self.up[key])))
        assert left >= 0
        if left:
            self.up[key] = left
        else:
            self._down(key)
            if key[0] in ODDS_OF:
                self.up.pop((ODDS_OF[key[0]], key[1]), None)

    def _settle(self, settled: dict[str, Any]) -> None:
        wager, outcome, stake = settled["bet"], settled["outcome"], Fraction(settled["stake"])
        if outcome == "point":
            moves = CATALOGUE[wager].numbers
            assert self.up[wager, None] == stake
            self.up[wager, settled["number"] if moves else None] = self.up.pop((wager, None))
            return
        key = _key(wager, settled)
        paid, returned = Fraction(settled["paid"]), Fraction(settled["returned"])
        vig = Fraction(settled.get("vig", 0))
        assert self.up[key] == stake
        self.vig += vig
        if outcome == "lose":
            assert paid == returned == 0
            self.house += stake
        elif outcome in ("push", "returned"):
            assert paid == 0 and returned == stake
        elif CATALOGUE[wager].parts:
            assert 0 < returned <= stake
            self.house += stake - returned - paid
        else:
            self.house += (vig if wager in self.vig_beside else 0) - paid
            assert returned == (0 if key in self.stays else stake)
            if key in self.stays:
                return
        self._down(key)

    def _down(self, key: Key) -> None:
        del self.up[key]
        self.stays.discard(key)


def _key(wager: str, source: dict[str, Any]) -> Key:
    if "dice" in source:
        return wager, tuple(sorted(source["dice"]))
    return wager, source.get("number")
