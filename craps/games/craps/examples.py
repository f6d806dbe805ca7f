"""What worked examples of craps need: words for an event, terms of their own, what an edition leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from craps.dice import POINTS
from craps.edition import Edition
from craps.messages import say
from craps.money import amount_text, percent_text
from craps.ruleset import RuleSet
from craps.scenario import Event
from craps.table import name_of
from craps.vocabulary import COLLECT

# The fields of a rule set that an example may state, and what a rule set comes to in each.
TERMS: Mapping[str, Callable[[RuleSet, str], object]] = {
    "odds": lambda rules, flat: (
        rules.basis(flat),
        rules.excess(flat),
        *(rules.multiple(flat, point) for point in POINTS),
    ),
    "vig": RuleSet.vig,
    "paytables": lambda rules, name: name in rules.edition.paytables and rules.paytable(name),
    "limits": lambda rules, wager: (
        rules.stated.get("limits", {}).get("table") if wager == "table" else rules.limits(wager)
    ),
    "chip_unit": lambda rules, _: rules.chip_unit,
}


def event_words(ruleset: RuleSet, event: Event) -> str:
    """What happens at the table: a roll, a bet in the edition's own words, a bet taken down."""
    if event.verb == "roll":
        return say("telling.roll", dice=f"{event.roll[0]}-{event.roll[1]}")
    if event.verb == "pass_dice":
        return say("telling.dice_passed")
    name = name_of(ruleset, event.wager, event.spot)
    if event.verb == "turn":
        only = "_only" if event.only else ""
        return say(f"telling.turned_{event.state}{only}", name=name)
    amount = "" if event.amount is None else amount_text(event.amount)
    if event.verb == "bet":
        return say("telling.bet", amount=amount, name=name)
    return say("telling.reduced" if amount else "telling.taken_down", name=name, amount=amount)


def choices(edition: Edition, subject: str) -> Iterator[str]:
    """What the edition leaves to the operator about a subject, with the baseline it is compared with."""
    head, _, name = subject.partition(":")[0].partition(".")
    if head == "odds" and (odds := edition.odds.get(name)):
        most, least = odds.most.values(), odds.least.values()
        if any(m.value != n.value for m, n in zip(most, least, strict=True)):
            low, high = min(n.value for n in least), max(m.value for m in most)
            usual = next(iter(odds.baseline.values()))
            clause = next(iter(most)).clause
            yield say("telling.odds_chosen", low=low, high=high, clause=clause, usual=usual)
    if head == "vig" and (vig := edition.vig.get(name.partition(".")[0])):
        ways = vig.collect.value
        if len(ways) > 1 or vig.rate.kind == "at most":
            rate, when = percent_text(vig.rate.value), COLLECT[ways[0]]
            yield say("telling.vigorish_chosen", clause=vig.collect.clause, rate=rate, when=when)
    if head == "paytables" and (choice := edition.paytables.get(name.partition(".")[0])):
        tables, first = f" {say('forms.or')} ".join(choice.tables), choice.baseline
        yield say("telling.table_chosen", tables=tables, clause=choice.clause, first=first)
