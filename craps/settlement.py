"""Settle a roll into settlements with clauses, or a whole scenario event by event.

Start with ``settle``. What may be bet, reduced or turned is decided in placing.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from craps.codec import Json
from craps.dice import POINTS, roll_index
from craps.edition import Edition
from craps.games import game_of
from craps.money import Exact, times
from craps.placing import Refused, place, take_down, turn, vig_on
from craps.record import record, replace
from craps.ruleset import RuleSet
from craps.run_json import run_json, step_json
from craps.scenario import Event, read_scenario
from craps.settlement_messages import sentence
from craps.table import Bet, Hit, Table, Terms
from craps.wagers import CATALOGUE, Spot

if TYPE_CHECKING:
    from craps.runs import Played


def settle(scenario: Mapping[str, Json] | str | bytes, edition: Edition | None = None) -> Played:
    """Settle a scenario of any game: a rule set and a list of bets, rolls and calls, as in the contract.

    >>> run = settle({"ruleset": {"edition": "nz-revised"},
    ...               "events": [{"bet": "field", "amount": "5"}, {"roll": [6, 6]}]})
    >>> run.balance, run.steps[1].settlements[0].message
    (10, 'Field Bet wins on 6-6: 5 at 2 to 1 pays 10.')
    """
    ruleset, events = read_scenario(scenario, edition)
    return game_of(ruleset.edition).settle(ruleset, events)


def settle_events(ruleset: RuleSet, events: Iterable[Event]) -> Run:
    """Settle events of craps that are already read under a rule set that is already loaded."""
    table = Table(ruleset)
    steps = [apply(table, index, event) for index, event in enumerate(events)]
    return Run(ruleset, tuple(steps), table.balance, table.on_table, table.vig_paid)


def apply(table: Table, index: int, event: Event) -> Step:
    """Apply one event to a table: what it did, or why it was refused."""
    verb = event.verb
    if verb == "roll":
        settlements = roll(table, event.roll)
        return Step(index, table.balance, table.on_table, table.point, settlements)
    vig: Exact | None = None
    error: Refused | None = None
    table.reading = ""
    try:
        if verb == "bet":
            vig = place(table, event.wager, event.spot, event.amount or 0, event.stay)
        elif verb == "remove":
            vig = take_down(table, event.wager, event.spot, event.amount)
        elif verb == "turn":
            turn(table, event.wager, event.spot, event.state, event.only)
        else:
            table.new_shooter = True
    except Refused as refusal:
        error = refusal
    reading = "" if error else table.reading
    return Step(index, table.balance, table.on_table, table.point, None, vig, error, reading)


def roll(table: Table, dice: tuple[int, int]) -> tuple[Settlement, ...]:
    """Settle every bet that this roll decides or moves, then move the point and the shooter on."""
    total = dice[0] + dice[1]
    come_out = table.point is None
    made = total == table.point
    seven_out = total == 7 and not come_out
    place_in_table = roll_index(*dice)
    settlements: list[Settlement] = []
    last: list[Settlement] = []  # side bets are settled when all else is
    moved: list[Bet] = []
    for bet in tuple(table.bets.values()):
        terms = bet.terms
        if terms.hits is None:
            if settled := _side_bet(table, bet, dice, made, seven_out):
                last.append(settled)
            continue
        hit = terms.hits[place_in_table]
        if hit is None:
            continue
        if bet.marker == "off" or (come_out and terms.off_on_come_out and bet.marker is None):
            if terms.follows:
                _remove(table, bet, bet.stake)
                clause = _off_clause(table.ruleset, bet)
                settlements.append(Settlement(terms, "returned", bet.stake, 0, bet.stake, dice, clause))
            continue
        if hit.outcome == "win":
            settlements.append(_win(table, bet, hit, dice))
        elif hit.outcome == "lose":
            _remove(table, bet, 0)
            settlements.append(Settlement(terms, "lose", bet.stake, 0, 0, dice, hit.clause))
        elif hit.outcome == "point":
            moved.append(bet)
            settlements.append(Settlement(terms, "point", bet.stake, 0, 0, dice, hit.clause, number=total))
        else:
            _remove(table, bet, bet.stake)
            settlements.append(Settlement(terms, "push", bet.stake, 0, bet.stake, dice, hit.clause))
    for bet in moved:
        _move(table, bet, total)
    if table.taken_down:
        table.taken_down.clear()
    if not table.markers_last:
        for bet in table.bets.values():
            bet.marker = None
    _move_on(table, total, come_out, made, seven_out)
    return (*settlements, *last)


def _move_on(table: Table, total: int, come_out: bool, made: bool, seven_out: bool) -> None:
    if come_out:
        table.new_shooter = False
        if total in POINTS:
            table.point = total
            for bet in table.bets.values():
                bet.locked = True
    elif made:
        table.point = None
    elif seven_out:
        table.point = None
        table.new_shooter = True


def _move(table: Table, bet: Bet, total: int) -> None:
    wager = bet.terms.wager
    spot = total if CATALOGUE[wager].numbers else None
    del table.bets[wager, bet.terms.spot]
    bet.terms = table.terms(wager, spot, total)
    bet.point_stake = bet.stake
    table.bets[wager, spot] = bet


def _remove(table: Table, bet: Bet, returned: Exact) -> None:
    del table.bets[bet.terms.wager, bet.terms.spot]
    table.on_table -= bet.stake
    table.balance += returned


def _win(table: Table, bet: Bet, hit: Hit, dice: tuple[int, int]) -> Settlement:
    terms = bet.terms
    stake = bet.stake
    if hit.pays is None:
        return _win_by_shares(table, bet, hit, dice)
    won = terms.winnings(stake, hit.pays)
    vig: Exact | None = None
    reading = ""
    paid = won
    before = bet.vig
    if terms.vig:
        vig, reading = _vig_at_win(table, bet)
        if vig is not None:
            table.vig_paid += vig
            if terms.vig.collect == "placement":
                table.balance -= vig
            else:
                paid = won - vig
        bet.vig = 0 if vig is None or terms.vig.collect == "win" else vig
    table.balance += paid
    returned: Exact = 0
    if bet.stay:
        bet.marker = None
        bet.locked, bet.rolled, bet.points, bet.counted = False, False, 0, frozenset()
    else:
        returned = stake
        _remove(table, bet, stake)
    clause = _wrong_unit_clause(table.ruleset, terms, stake) or hit.clause
    return Settlement(
        terms,
        "win",
        stake,
        paid,
        returned,
        dice,
        clause,
        vig=vig,
        pays=hit.pays,
        won=won,
        vig_before=before,
        reading=reading,
    )


def _vig_at_win(table: Table, bet: Bet) -> tuple[Exact | None, str]:
    """The vigorish due when a bet wins, and the reading that decides it where one does."""
    collect = bet.terms.vig.collect if bet.terms.vig else ""
    edition = table.ruleset.edition
    due, reading = True, ""
    if collect == "placement":
        due = bet.stay and edition.reads("vig-left-up") == "again"
        reading = "vig-left-up" if bet.stay else ""
    elif collect == "placement_and_payment" and not bet.stay:
        due, reading = edition.reads("vig-coming-down") == "placed-and-paid", "vig-coming-down"
    vig = vig_on(bet.terms, table.ruleset, bet.stake) if due else None
    return vig, reading if reading in edition.readings else ""


def _wrong_unit_clause(ruleset: RuleSet, terms: Terms, stake: Exact) -> str:
    """The clause on even money, where a part of the stake is paid so; else ""."""
    if terms.wrong_unit is None or not stake % terms.wrong_unit:
        return ""
    return ruleset.rule(terms.wager).wrong_unit[str(terms.number)].clause


def _win_by_shares(table: Table, bet: Bet, hit: Hit, dice: tuple[int, int]) -> Settlement:
    share = times(bet.stake, Fraction(1, bet.terms.share_count))
    shares = tuple((share, pays, times(share, pays)) for _, pays in hit.shares)
    paid = sum(won for _, _, won in shares)
    returned = share * len(shares)
    _remove(table, bet, paid + returned)
    return Settlement(
        bet.terms, "win", bet.stake, paid, returned, dice, hit.clause, None, None, None, paid, 0, shares
    )


def _side_bet(
    table: Table, bet: Bet, dice: tuple[int, int], made: bool, seven_out: bool
) -> Settlement | None:
    """Fire and sharpshooter count points until the seven-out; bonus bets collect totals until any 7."""
    item = CATALOGUE[bet.terms.wager]
    total = dice[0] + dice[1]
    bet.rolled = True
    level = ""
    count: int | None = None
    if item.totals:
        if total in item.totals:
            bet.counted |= {total}
        decided = total == 7 or bet.counted == item.totals
        won = decided and total != 7
    else:
        if made:
            bet.counted |= {total}
            bet.points += 1
        count = bet.points if item.id == "sharpshooter" else len(bet.counted)
        reached = [slot for slot in item.slots if int(slot) <= count]
        decided, won = seven_out, bool(reached)
        level = reached[-1] if reached else ""
    if not decided:
        return None
    if won:
        ruleset = table.ruleset
        clause = ruleset.cited_payouts(item.id)[level].clause
        settled = _win(table, bet, Hit("win", ruleset.payout(item.id, level), clause), dice)
    else:
        _remove(table, bet, 0)
        clause = table.ruleset.rule(item.id).lost_clause("")
        settled = Settlement(bet.terms, "lose", bet.stake, 0, 0, dice, clause)
    return replace(settled, made=count)


def _off_clause(ruleset: RuleSet, bet: Bet) -> str:
    """The clause by which a bet was off: turned off by the player, or off on a come-out roll."""
    rule = ruleset.come_out_rule(bet.terms.wager)
    if rule is None:
        return ruleset.edition.listed
    return rule.call.clause if bet.marker == "off" else rule.state.clause


# What came of it -----------------------------------------------------------------------------------------


@record
class Settlement:
    """What one roll did to one bet. ``paid`` is after any vig taken on the win and without the stake."""

    terms: Terms
    outcome: str
    stake: Exact
    paid: Exact
    returned: Exact
    roll: tuple[int, int]
    clause: str
    vig: Exact | None = None
    number: int | None = None
    pays: Fraction | None = None
    won: Exact = 0
    vig_before: Exact = 0
    shares: tuple[tuple[Exact, Fraction, Exact], ...] = ()
    made: int | None = None  # fire and sharpshooter: the points that count
    reading: str = ""  # the reading that it rests on, if any

    @property
    def bet(self) -> str:
        return self.terms.wager

    @property
    def place(self) -> Spot:
        return self.terms.spot

    @property
    def wrong_unit(self) -> Exact:
        unit = self.terms.wrong_unit
        return self.stake % unit if unit is not None else 0

    @property
    def message(self) -> str:
        """The settlement in one plain sentence."""
        return sentence(self)

    def to_json(self) -> dict[str, Json]:
        row: dict[str, Json] = {"bet": self.terms.wager}
        spot = self.terms.spot
        if self.outcome == "point":
            row["number"] = self.number
        elif isinstance(spot, tuple):
            row["dice"] = list(spot)
        elif spot is not None:
            row["number"] = spot
        row["outcome"] = self.outcome
        row["stake"] = str(self.stake)
        if self.outcome != "point":
            row["paid"] = str(self.paid)
            row["returned"] = str(self.returned)
            if self.vig:
                row["vig"] = str(self.vig)
        row["clause"] = self.clause
        if self.reading:
            row["reading"] = self.reading
        row["message"] = sentence(self)
        return row


@record
class Step:
    """The table after one event. ``settlements`` is None for events that are not rolls."""

    event: int
    balance: Exact
    on_table: Exact
    point: int | None
    settlements: tuple[Settlement, ...] | None = None
    vig: Exact | None = None
    error: Refused | None = None
    reading: str = ""  # the reading on which accepting or turning the bet rests, if any

    def to_json(self) -> dict[str, Json]:
        return step_json(self, "point", self.point)


@record
class Run:
    """A settled scenario: every event's step, and the totals at the end."""

    ruleset: RuleSet
    steps: tuple[Step, ...]
    balance: Exact
    on_table: Exact
    vig_paid: Exact

    def to_json(self) -> dict[str, Json]:
        return run_json(self)
