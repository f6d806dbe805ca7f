"""One worked example for a finding: settled as submitted and as the edition has it, and the difference.

Everything else is as in the edition, so that the difference comes from the one field that the finding names.
``winning`` is the shortest way to win each payout of each wager; comparisons use it too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from craps.codec import Json
from craps.edition import Edition
from craps.errors import BadInput
from craps.messages import Words
from craps.money import Exact, amount_text, times
from craps.placing import odds_limit
from craps.ruleset import RuleSet, load_ruleset
from craps.runs import outcome, worth
from craps.scenario import read_event
from craps.settlement import settle_events
from craps.wagers import CATALOGUE, ODDS_OF

Events = list[dict[str, Json]]

DICE = {2: [1, 1], 3: [1, 2], 4: [1, 3], 5: [2, 3], 6: [2, 4], 7: [3, 4],
        8: [3, 5], 9: [4, 5], 10: [4, 6], 11: [5, 6], 12: [6, 6]}  # fmt: skip
STAKE = 10
SIDE_STAKE = 5


# One for each kind of finding ----------------------------------------------------------------------------


def payout(ruleset: RuleSet, wager: str, slot: str, key: str) -> dict[str, Json] | None:
    due = ruleset.cited_payouts(wager)[slot].value
    same: dict[str, Json] = {}
    for name, choice in ruleset.edition.paytables.items():
        if wager in choice.tables[choice.baseline]:
            same = {"paytables": {name: ruleset.paytable(name)}}
    own = {"payouts": {key: ruleset.to_json()["payouts"][key]}}
    events = winning(wager, slot, due)
    stake = next(event["amount"] for event in events if event.get("bet") == wager)
    title = f"{ruleset.edition.name_of(wager)}: a bet of {stake} that wins"
    return settled(ruleset.edition, title, events, same | own, same)


def odds(ruleset: RuleSet, flat: str, point: int, path: str, nearest: Json) -> dict[str, Json] | None:
    """The most that one side accepts and the other may not."""
    edition = ruleset.edition
    stated = ruleset.to_json()["odds"][flat]
    field = path.split(".")[2]
    right: dict[str, Json] = dict(stated)
    if path.count(".") == 3:
        right[field] = {**stated[field], str(point): nearest}
    else:
        right[field] = nearest
    sides = [_only(edition, {"odds": {flat: terms}}) for terms in (stated, right)]
    amount = most_odds(sides, flat, point)
    if not amount:
        return None  # neither side takes any
    title = f"Odds of {amount_text(amount)} behind a {edition.name_of(flat)} of {STAKE}, and both win"
    events = odds_that_win(flat, point, amount)
    return settled(edition, title, events, {"odds": {flat: stated}}, {"odds": {flat: right}})


def excess(ruleset: RuleSet, flat: str) -> dict[str, Json] | None:
    """Odds at the payable amount behind a flat bet that does not come out in whole chips."""
    edition, stake = ruleset.edition, 7
    stated = ruleset.to_json()["odds"][flat]
    sides = [
        {"odds": {flat: {**stated, "excess": flag}}} for flag in (stated["excess"], not stated["excess"])
    ]
    limits = [odds_limit(_only(edition, side), flat, 6, stake) for side in sides]
    amount = max((payable for _, payable in limits if payable), default=None)
    if amount is None:
        return None
    title = f"Odds of {amount_text(amount)} behind a {edition.name_of(flat)} of {stake}, and both win"
    return settled(edition, title, odds_that_win(flat, 6, amount, stake), *sides)


def vig(ruleset: RuleSet, wager: str, field: str, nearest: Json, number: int) -> dict[str, Json] | None:
    stated = ruleset.to_json()["vig"][wager]
    if field == "refund_on_removal":
        title, events = "A bet of 100 taken down before it is decided", taken_down(wager, number)
    else:
        title, events = "Two bets of 100: one loses, one wins", lost_and_won(wager, number)
    right = {"vig": {wager: stated | {field: nearest}}}
    return settled(ruleset.edition, title, events, {"vig": {wager: stated}}, right)


def come_out(ruleset: RuleSet, wager: str) -> dict[str, Json] | None:
    own = {"come_out": {wager: ruleset.stated["come_out"][wager]}}
    return settled(ruleset.edition, "A seven on the come-out roll", seven_on_come_out(wager), own, {})


def limit(ruleset: RuleSet, wager: str, field: str, nearest: Exact) -> dict[str, Json] | None:
    own = ruleset.to_json()["limits"][wager]
    amount = own[field]
    if amount == "0":
        return None
    line: Events = [{"bet": "pass_line", "amount": str(STAKE)}]
    events = [*line, {"bet": wager, "amount": amount}, {"roll": DICE[4]}, {"roll": DICE[7]}]
    right = {"limits": {wager: {field: str(nearest)}}}
    title = f"A bet of {amount} that loses"
    return settled(ruleset.edition, title, events, {"limits": {wager: {field: amount}}}, right)


# Settling both sides -------------------------------------------------------------------------------------


def settled(
    edition: Edition, title: str, events: Events, own: Mapping[str, Json], right: Mapping[str, Json]
) -> dict[str, Json] | None:
    """Both runs and what the player has less or more as submitted; None where it comes to the same.

    None too where an amount that follows from the terms is longer than any that is read.
    """
    try:
        read = [read_event(event, place) for place, event in enumerate(events)]
        runs = [settle_events(_only(edition, terms, events), read) for terms in (own, right)]
    except BadInput:
        return None
    difference: Exact = worth(runs[0]) - worth(runs[1])
    if difference == 0:
        return None
    much = f"{amount_text(max(difference, -difference))} {'more' if difference > 0 else 'less'}"
    return {
        "title": f"{title}.",
        "events": events,
        "submitted": outcome(runs[0]),
        "edition": outcome(runs[1]),
        "difference": str(difference),
        "sentence": f"As submitted the player ends with {much} than under the edition.",
    }


def _only(edition: Edition, terms: Mapping[str, Json], events: Events = []) -> RuleSet:  # noqa: B006
    """The edition's own rules with just these terms changed; what the example bets on is offered."""
    wagers = set(edition.baseline_wagers) | {event["bet"] for event in events if "bet" in event}
    data: dict[str, Any] = {"edition": edition.id, "wagers": [w for w in CATALOGUE if w in wagers]}
    return load_ruleset(data | dict(terms), edition)


# Short stories, used by comparisons too ------------------------------------------------------------------


def most_odds(sides: list[RuleSet], flat: str, point: int) -> Exact:
    """The most that any of these rule sets takes behind a flat bet of STAKE."""
    limits = (odds_limit(side, flat, point, STAKE)[0] for side in sides)
    return max((limit for limit in limits if limit is not None), default=STAKE)


def odds_that_win(flat: str, point: int, amount: Exact, stake: int = STAKE) -> Events:
    bet = _on({"bet": ODDS_OF[flat], "amount": str(amount)}, ODDS_OF[flat], point)
    return [*_with_point(flat, point, stake), bet, {"roll": DICE[7 if flat.startswith("dont") else point]}]


def taken_down(wager: str, number: int = 4) -> Events:
    bet = {"bet": wager, "number": number, "amount": "100"}
    return [{"roll": _another_point(number)}, bet, {"remove": wager, "number": number}]


def lost_and_won(wager: str, number: int = 4) -> Events:
    """A buy or lay bet of 100 on a number that loses, and another that wins."""
    bet = {"bet": wager, "number": number, "amount": "100"}
    lost, won = (7, number) if wager == "buy" else (number, 7)
    point: Events = [{"roll": _another_point(number)}]
    again = point if lost == 7 else []  # a seven-out asks for a new point
    return [*point, bet, {"roll": DICE[lost]}, *again, bet, {"roll": DICE[won]}]


def seven_on_come_out(wager: str) -> Events:
    item = CATALOGUE[wager]
    if item.flat:
        amount = "12" if item.flat == "dont_come" else str(STAKE)  # either is within every document's limit
        behind: dict[str, Json] = {"bet": wager, "number": 6, "amount": amount}
        return [*_with_point(item.flat, 6), behind, {"roll": DICE[5]}, {"roll": DICE[7]}]
    return [_on({"bet": wager, "amount": "60"}, wager, 6), {"roll": DICE[7]}]


def at_the_table() -> Iterator[tuple[str, Events]]:
    """What documents differ in beside what a bet pays: making, raising, calling, taking down and units."""

    def bet(wager: str, amount: int = STAKE, **spot: int) -> dict[str, Json]:
        return {"bet": wager, "amount": str(amount), **spot}

    def roll(*totals: int) -> Events:
        return [{"roll": DICE[total]} for total in totals]

    def called_off(wager: str, amount: int, then: int) -> Events:
        made: Events = [bet(wager, amount, number=6), {"turn": "off", "bet": wager, "number": 6}]
        return [*roll(5), *made, *roll(then)]

    titles: Mapping[str, str] = Words("stories.AT_THE_TABLE")
    down: dict[str, Json] = {"remove": "pass_line"}
    yield titles["line_down"], [bet("pass_line"), down, *roll(2)]
    yield titles["line_raised"], [bet("pass_line"), *roll(4), bet("pass_line"), *roll(4)]
    yield titles["line_after_point"], [*roll(4), bet("pass_line"), *roll(4)]
    moved = [*roll(4), bet("come"), *roll(6)]
    yield titles["come_raised"], [*moved, bet("come", number=6), *roll(6)]
    yield titles["dont_raised"], [bet("dont_pass"), bet("dont_pass"), *roll(2)]
    less: dict[str, Json] = {"remove": "dont_pass", "amount": str(STAKE)}
    reduced = [bet("dont_pass", 2 * STAKE), less]
    yield titles["dont_reduced"], [*reduced, bet("dont_pass"), *roll(2)]
    yield titles["place_off"], called_off("place", 30, 7)
    yield titles["lay_off"], called_off("lay", 30, 6)
    yield titles["hardway_off"], called_off("hardway", 30, 7)
    yield titles["place_10"], [*roll(5), bet("place", 10, number=6), *roll(6)]
    yield titles["place_12"], [*roll(5), bet("place", 12, number=4), *roll(4)]
    yield titles["horn"], [bet("horn", 5), *roll(12)]
    yield titles["horn_high"], [bet("horn_high", 4, number=12), *roll(12)]
    yield titles["world"], [bet("world", 4), *roll(12)]
    yield titles["c_and_e"], [bet("c_and_e", 1), *roll(11)]
    line_and_fire = [bet("pass_line"), bet("fire", SIDE_STAKE)]
    yield titles["fire_down"], [*line_and_fire, {"remove": "fire"}, *roll(4, 7)]


def winning(wager: str, slot: str, pays: Fraction) -> Events:
    """Bets and rolls that win the payout ``slot`` of a wager; the amount is one that ``pays`` exactly."""
    item = CATALOGUE[wager]
    if item.moves:
        return _line(wager)
    if item.flat:
        return _odds(wager, item.flat, int(slot), pays)
    if item.group == "number":
        return _on_number(wager, slot, pays)
    if item.group == "side":
        return _side(wager, slot)
    total = _TOTALS.get(wager) or (int(slot) if slot.isdigit() else 7)
    faces = DICE[total]
    bet: dict[str, Json] = {"bet": wager, "amount": str(STAKE)}
    if wager == "hop":
        faces = [2, 2] if slot == "hard" else [1, 3]
        bet["dice"] = faces
    elif slot == "hard":
        faces = [3, 3]
    return [bet, {"roll": faces}]


_TOTALS = {"any_seven": 7, "any_craps": 2, "craps_2": 2, "craps_3": 3, "craps_12": 12, "eleven": 11}


def _line(wager: str) -> Events:
    bet: Events = [{"bet": wager, "amount": str(STAKE)}]
    roll: Events = [{"roll": DICE[2 if wager.startswith("dont") else 11]}]
    return bet + roll if wager in ("pass_line", "dont_pass") else [{"roll": DICE[4]}, *bet, *roll]


def _odds(wager: str, flat: str, point: int, pays: Fraction) -> Events:
    against = flat.startswith("dont")
    amount = times(STAKE, 1 / pays) if against and pays else STAKE
    bet = _on({"bet": wager, "amount": str(amount)}, wager, point)
    return [*_with_point(flat, point), bet, {"roll": DICE[7 if against else point]}]


def _with_point(flat: str, point: int, stake: int = STAKE) -> Events:
    """A flat bet whose point is set; a come bet gets it while another number is the table's point."""
    bet: Events = [{"bet": flat, "amount": str(stake)}]
    before: Events = [] if flat in ("pass_line", "dont_pass") else [{"roll": _another_point(point)}]
    return [*before, *bet, {"roll": DICE[point]}]


def _on_number(wager: str, slot: str, pays: Fraction) -> Events:
    number = int(slot) if slot else int(wager.removeprefix("big_"))
    before = _another_point(number)
    bet = _on({"bet": wager, "amount": str(2 * STAKE * pays.denominator)}, wager, number)
    won = DICE[7] if wager in ("lay", "place_to_lose") else DICE[number]
    if wager == "hardway":
        won = [number // 2, number // 2]
    return [{"roll": before}, bet, {"roll": won}]


def _side(wager: str, slot: str) -> Events:
    bets: Events = [{"bet": "pass_line", "amount": str(STAKE)}, {"bet": wager, "amount": str(SIDE_STAKE)}]
    totals = CATALOGUE[wager].totals
    if totals:
        return [bets[1], *({"roll": DICE[total]} for total in sorted(totals))]
    order = (4, 5, 6, 8, 9, 10)[: int(slot)] if wager == "fire" else (4,) * int(slot)
    points: Events = [{"roll": DICE[point]} for each in order for point in (each, each)]
    return [*bets, *points, {"roll": DICE[4]}, {"roll": DICE[7]}]


def _another_point(number: int) -> list[int]:
    return DICE[5 if number != 5 else 9]


def _on(bet: dict[str, Json], wager: str, number: int) -> dict[str, Json]:
    return bet | {"number": number} if CATALOGUE[wager].numbers else bet
