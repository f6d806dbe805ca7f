"""A table of a game played in rounds: bets, what decides them, and steps. Each such game adds its own events.

Every event either changes the table, or is refused and changes nothing. Where several codes apply, the first
in the contract's order is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from craps.codec import Json
from craps.errors import Refused
from craps.messages import say
from craps.money import Exact, common_multiple, is_multiple, odds_text, round_up, times
from craps.money import amount_text as money
from craps.record import record
from craps.ruleset import RuleSet
from craps.run_json import run_json, step_json

BETTING = "betting"
Key = tuple[str, str]  # a wager, and the space it stands on or ""
Settlements = tuple["Settlement", ...]


@record
class Event:
    """One thing that happens at the table; ``data`` is the same as contract JSON, amounts in lowest terms."""

    verb: str
    data: Mapping[str, Json]
    wager: str = ""
    space: str = ""
    amount: Exact | None = None
    cards: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        return dict(self.data)


class RoundBet(NamedTuple):
    """A first bet: on a space where its wager has spaces, played on in one way where there are several."""

    wager: str
    space: str
    play: str
    amount: Exact


def bet_event(wager: str, amount: Exact, space: str = "") -> Event:
    data = {"bet": wager, **({"space": space} if space else {}), "amount": str(amount)}
    return Event("bet", data, wager, space, amount)


def remove_event(wager: str, space: str = "") -> Event:
    return Event("remove", {"remove": wager, **({"space": space} if space else {})}, wager, space)


def call_event(verb: str) -> Event:
    """Something that is said: no more bets, surrender."""
    return Event(verb, {verb: True})


def smallest_bet(ruleset: RuleSet, wager: str) -> Exact:
    """The smallest amount that may be bet on a wager."""
    limits, chip = ruleset.limits(wager), ruleset.chip_unit
    unit = common_multiple(chip, limits.increment) if limits.increment else chip
    return max(round_up(limits.min or 0, unit), unit)


@record
class Settlement:
    """What one event did to one bet; ``why`` says on what, as in "on a 7 between 5 and 9"."""

    bet: str
    space: str
    name: str
    outcome: str
    stake: Exact
    paid: Exact
    returned: Exact
    clause: str
    why: str
    pays: Fraction | None = None
    reading: str = ""

    vig = None  # there is none in these games

    @property
    def place(self) -> str:
        return self.space

    @property
    def message(self) -> str:
        """The settlement in one plain sentence."""
        name, stake, why = self.name, money(self.stake), self.why
        if self.outcome == "win":
            odds = odds_text(self.pays) if self.pays is not None else ""
            paid = money(self.paid)
            return say("settlement.round_win", name=name, why=why, stake=stake, odds=odds, paid=paid)
        if self.outcome == "push":
            return say("settlement.round_push", name=name, why=why, stake=stake)
        if self.outcome == "lose":
            return say("settlement.round_lose", name=name, why=why, stake=stake)
        kept, back = money(self.stake - self.returned), money(self.returned)
        return say("settlement.surrender", name=name, why=why, kept=kept, stake=stake, back=back)

    def to_json(self) -> dict[str, Json]:
        row: dict[str, Json] = {"bet": self.bet}
        if self.space:
            row["space"] = self.space
        row |= {
            "outcome": self.outcome,
            "stake": str(self.stake),
            "paid": str(self.paid),
            "returned": str(self.returned),
            "clause": self.clause,
        }
        if self.reading:
            row["reading"] = self.reading
        return row | {"message": self.message}


@record
class Step:
    """The table after one event. ``settlements`` is None for an event that decides no bet."""

    event: int
    balance: Exact
    on_table: Exact
    state: str
    settlements: Settlements | None = None
    error: Refused | None = None
    reading: str = ""  # the reading on which accepting the bet rests, if any

    point = None  # only craps has points and vigorish
    vig = None

    def to_json(self) -> dict[str, Json]:
        return step_json(self, "state", self.state)


@record
class Run:
    """A settled scenario: every event's step, and the totals at the end."""

    ruleset: RuleSet
    steps: tuple[Step, ...]
    balance: Exact
    on_table: Exact

    vig_paid = 0

    def to_json(self) -> dict[str, Json]:
        return run_json(self)


class Table:
    """One player at one table. A game's own table has a method for each of its events and ``check_time``."""

    matched: Mapping[str, str] = {}  # a wager that is as much as another one, by id

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset = ruleset
        self.play: Mapping[str, Any] = ruleset.edition.own.get(
            "play", {}
        )  # what the document says of each move
        self.state = BETTING
        self.bets: dict[Key, Exact] = {}
        self.balance: Exact = 0
        self.on_table: Exact = 0
        self.reading = ""

    def apply(self, index: int, event: Event) -> Step:
        """Apply one event: what it did, or why it was refused."""
        settlements: Settlements | None = None
        error: Refused | None = None
        self.reading = ""
        try:
            settlements = getattr(self, event.verb)(event)
        except Refused as refusal:
            error = refusal
        reading = "" if error else self.reading
        return Step(index, self.balance, self.on_table, self.state, settlements, error, reading)

    def bets_json(self) -> tuple[dict[str, Json], ...]:
        """The bets on the table."""
        return tuple(
            {"bet": wager, **({"space": space} if space else {}), "amount": str(stake)}
            for (wager, space), stake in self.bets.items()
        )

    def shown(self) -> dict[str, Json]:
        """What lies open on the table besides the bets, for a drawing."""
        return {}

    def name(self, wager: str, space: str = "") -> str:
        """A bet as people say it."""
        return self.ruleset.rule(wager).name

    # Bets ------------------------------------------------------------------------------------------------

    def bet(self, event: Event) -> None:
        """Bet an amount, or add it to the bet that is up."""
        self.check_offered(event.wager, event.space)
        self.check_time(event)
        amount = event.amount or 0
        key = (event.wager, event.space)
        self.check_total(event, self.bets.get(key, 0) + amount)
        self.bets[key] = self.bets.get(key, 0) + amount
        self.on_table += amount
        self.balance -= amount
        self.placed(event)

    def remove(self, event: Event) -> None:
        """Take a whole bet back, before it is too late for that."""
        self.check_offered(event.wager, event.space)
        key = (event.wager, event.space)
        name = self.name(*key)
        if key not in self.bets:
            clause = self.ruleset.rule(event.wager).clause
            raise Refused("not_up", clause, say("refusals.not_up_now", name=name))
        if self.state != BETTING:
            message = say("refusals.stays", name=name)
            raise Refused("contract", self.play["stays"], message)
        self._take(key, self.bets[key])

    def check_offered(self, wager: str, space: str) -> None:
        if wager not in self.ruleset.offered:
            rule = self.ruleset.rule(wager)
            message = say("refusals.not_offered", name=rule.name)
            raise Refused("not_offered", rule.clause, message, chosen=True)

    def check_time(self, event: Event) -> None:
        """Refuse a bet that may not be made now."""
        raise NotImplementedError

    def placed(self, event: Event) -> None:
        """What follows when a bet has been placed."""

    def check_total(self, event: Event, total: Exact) -> None:
        """Refuse an amount for its units or limits."""
        wager = event.wager
        rule, limits = self.ruleset.rule(wager), self.ruleset.limits(wager)
        chip, name = self.ruleset.chip_unit, self.name(wager, event.space)
        if wager in self.matched:
            first = self.bets[self.matched[wager], ""]
            if total != first:
                message = say(
                    "refusals.as_much",
                    name=name,
                    first=self.name(self.matched[wager]),
                    stake=money(first),
                    total=money(total),
                )
                raise Refused("bad_unit", self.play["equal"], message)
        if not is_multiple(total, chip):
            message = say("refusals.chips", total=money(total), chip=money(chip))
            raise Refused("bad_unit", rule.clause, message, chosen=True)
        if limits.increment is not None and not is_multiple(total, limits.increment):
            step = money(limits.increment)
            message = say("refusals.steps", name=name, step=step, total=money(total))
            raise Refused("bad_unit", rule.clause, message, chosen=True)
        if limits.min is not None and total < limits.min:
            message = say("refusals.below", total=money(total), limit=money(limits.min), name=name)
            raise Refused("under_minimum", rule.clause, message, chosen=True)
        if limits.max is not None and total > limits.max:
            message = say("refusals.above", total=money(total), limit=money(limits.max), name=name)
            raise Refused("over_limit", rule.clause, message, chosen=True)

    def not_now(self, clause: str, message: str, reading: str = "") -> Refused:
        return Refused("not_now", self.play[clause], message, reading)

    # Deciding them ---------------------------------------------------------------------------------------

    def win(
        self, wager: str, pays: Fraction, clause: str, why: str, space: str = "", reading: str = ""
    ) -> Settlement:
        stake = self.bets[wager, space]
        paid = times(stake, pays)
        self._take((wager, space), stake + paid)
        return self._settled(wager, space, "win", stake, paid, stake, clause, why, pays, reading)

    def lose(self, wager: str, clause: str, why: str, space: str = "") -> Settlement:
        stake = self.bets[wager, space]
        self._take((wager, space), 0)
        return self._settled(wager, space, "lose", stake, 0, 0, clause, why)

    def push(self, wager: str, clause: str, why: str, reading: str = "") -> Settlement:
        stake = self.bets[wager, ""]
        self._take((wager, ""), stake)
        return self._settled(wager, "", "push", stake, 0, stake, clause, why, None, reading)

    def give_up(self, wager: str, share: Fraction, clause: str, why: str) -> Settlement:
        """A share of the stake is lost, the rest comes back."""
        stake = self.bets[wager, ""]
        back = stake - times(stake, share)
        self._take((wager, ""), back)
        return self._settled(wager, "", "surrender", stake, 0, back, clause, why)

    def _settled(
        self,
        wager: str,
        space: str,
        outcome: str,
        stake: Exact,
        paid: Exact,
        returned: Exact,
        clause: str,
        why: str,
        pays: Fraction | None = None,
        reading: str = "",
    ) -> Settlement:
        name = self.name(wager, space)
        return Settlement(wager, space, name, outcome, stake, paid, returned, clause, why, pays, reading)

    def _take(self, key: Key, returned: Exact) -> None:
        self.on_table -= self.bets.pop(key)
        self.balance += returned


def play(table: Table, events: Iterable[Event]) -> Run:
    """Play events at a table."""
    steps = tuple(table.apply(index, event) for index, event in enumerate(events))
    return Run(table.ruleset, steps, table.balance, table.on_table)
