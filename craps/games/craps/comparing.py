"""What two rule sets of craps are compared by: every value they come to, and short stories."""

from __future__ import annotations

from collections.abc import Iterator

from craps.checks import demonstrations
from craps.dice import POINTS
from craps.games.game import Story, Term
from craps.messages import say
from craps.ruleset import RuleSet
from craps.wagers import BY_NUMBER, CATALOGUE, COME_OUT_STATES, ODDS_OF, spot_name, spots


def terms(ruleset: RuleSet) -> Iterator[Term]:
    """Every value a rule set comes to, stated or taken from the baseline, by path, with its clause."""
    edition, offered = ruleset.edition, ruleset.offered
    for wager in CATALOGUE:
        clause = edition.wagers[wager].clause if wager in edition.wagers else edition.listed
        yield f"wagers.{wager}", ("offered" if wager in offered else "not offered", clause)
    for wager in BY_NUMBER:
        if wager in offered:
            numbers = [spot_name(spot) for spot in spots(wager) if ruleset.offers(wager, spot)]
            yield f"numbers.{wager}", (numbers, ruleset.rule(wager).clause)
    for flat, rule in edition.odds.items():
        if flat in offered:
            for point in POINTS:
                value = str(ruleset.multiple(flat, point))
                yield f"odds.{flat}.multiples.{point}", (value, rule.most[point].clause)
            yield f"odds.{flat}.basis", (ruleset.basis(flat), rule.basis.clause)
            yield f"odds.{flat}.excess", (ruleset.excess(flat), rule.excess.clause)
    for wager, due in edition.vig.items():
        if wager in offered:
            own = ruleset.vig(wager)
            yield f"vig.{wager}.collect", (own.collect, due.collect.clause)
            yield f"vig.{wager}.rate", (str(own.rate), due.rate.clause)
            yield f"vig.{wager}.base", (own.base, due.base.clause)
            yield f"vig.{wager}.refund_on_removal", (own.refund, due.refund.clause if due.refund else "")
    for wager in CATALOGUE:
        if wager in offered:
            for slot, cited in ruleset.cited_payouts(wager).items():
                paid = ruleset.payout(wager, slot)
                key = f"{wager}:{slot}" if slot else wager
                yield f"payouts.{key}", (f"{paid.numerator}:{paid.denominator}", cited.clause)
    for wager in COME_OUT_STATES:
        if wager in offered and wager in edition.come_out:
            yield f"come_out.{wager}", (ruleset.come_out_state(wager), edition.come_out[wager].state.clause)
    for wager in CATALOGUE:
        if wager in offered:
            for field, value in ruleset.own_limits(wager)._asdict().items():
                fixed = getattr(edition.wagers.get(wager), field, None)
                if value is not None:
                    yield (
                        f"limits.{wager}.{field}",
                        (str(value), fixed.clause if fixed else edition.making.limits),
                    )
    yield "chip_unit", (str(ruleset.chip_unit), "")
    stated = ruleset.to_json()
    for field, value in stated.get("limits", {}).get("table", {}).items():
        yield f"limits.table.{field}", (value, edition.making.posted.get(field, edition.making.limits))
    for field, value in stated.get("making", {}).items():
        yield f"making.{field}", (value, _clause_of(getattr(edition.making, field)))
    for section in ("table", "layout"):
        for field, value in stated.get(section, {}).items():
            yield f"{section}.{field}", (value, _clause_of(getattr(edition, section).get(field)))


def _clause_of(due: object) -> str:
    if isinstance(due, str):
        return due
    return str(getattr(due, "clause", ""))


def stories(a: RuleSet, b: RuleSet) -> Iterator[Story]:
    """Short stories about the wagers that both offer: each payout, the most odds, vig, the come-out roll.

    How bets are made and in which units is up to the edition, so those stories compare two editions only.
    """
    both = a.offered & b.offered
    if a.edition != b.edition:
        for title, events in demonstrations.at_the_table():
            if {event["bet"] for event in events if "bet" in event} <= both:
                yield title, events
    for wager in CATALOGUE:
        if wager not in both:
            continue
        name = CATALOGUE[wager].name
        for slot in CATALOGUE[wager].slots:
            due = a.cited_payouts(wager)[slot].value
            title = say("stories.wins_on" if slot else "stories.wins", name=name, slot=slot)
            yield title, demonstrations.winning(wager, slot, due)
        if wager in ODDS_OF:
            for point in POINTS if ODDS_OF[wager] in both else ():
                amount = demonstrations.most_odds([a, b], wager, point)
                if not amount:
                    continue
                odds, stake = CATALOGUE[ODDS_OF[wager]].name, demonstrations.STAKE
                title = say("stories.odds_win", odds=odds, amount=amount, stake=stake, point=point)
                yield title, demonstrations.odds_that_win(wager, point, amount)
        if wager in ("buy", "lay"):
            yield say("stories.lost_and_won", name=name), demonstrations.lost_and_won(wager)
            yield say("stories.taken_down", name=name), demonstrations.taken_down(wager)
        if wager in COME_OUT_STATES:
            yield say("stories.seven", name=name), demonstrations.seven_on_come_out(wager)
