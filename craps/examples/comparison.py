"""Examples settled twice, under a rule set and under its edition, and what comes out differently.

Compared is what the rules decide. Chip unit and posted limits are the operator's to choose and would only get
in the way of an example's amounts, so they are left aside, save the bounds that the edition itself fixes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from craps.codec import Json
from craps.examples.catalogue import Example, examples_of
from craps.games import game_of
from craps.messages import say
from craps.money import Exact, amount_text
from craps.ruleset import RuleSet
from craps.runs import Played, Settled, Stepped

SAME, DIFFERS, NOT_OFFERED = "same", "differs", "not offered"


def run_examples(ruleset: RuleSet, examples: Iterable[Example] | None = None) -> list[ExampleResult]:
    """Settle the edition's examples, or those given, under a rule set and compare them with the edition.

    Where the edition leaves a choice the comparison is with its baseline, and ``choices`` says so. Terms that
    an example states itself hold on both sides. A wager that the rule set does not offer is left out on both
    sides; an example with no other is "not offered".

    >>> from craps import load_ruleset
    >>> {result.verdict for result in run_examples(load_ruleset({"edition": "bc-midi"}))}
    {'same'}
    """
    edition = ruleset.edition
    mine = RuleSet(edition, MappingProxyType(_compared(ruleset)))
    listed = tuple(w for w in edition.catalogue if w in ruleset.offered and w in edition.wagers)
    offered: dict[str, Any] = {"edition": edition.id, "wagers": listed}
    if "numbers" in ruleset.stated:
        offered["numbers"] = ruleset.stated["numbers"]
    theirs = RuleSet(edition, MappingProxyType(offered))
    if examples is None:
        examples = examples_of(edition)
    return [_compare(example, ruleset, mine, theirs) for example in examples]


def settle_examples(ruleset: RuleSet, examples: Iterable[Example]) -> list[Played]:
    """Settle examples under a rule set alone, by its own terms and readings and not by those of the examples.

    To compare one rule set under two editions: ``money_of`` says what is the same in two runs.
    """
    mine = RuleSet(ruleset.edition, MappingProxyType(_compared(ruleset)))
    game = game_of(ruleset.edition)
    return [game.settle(mine, example.read) for example in examples]


def money_of(run: Played) -> tuple[Any, ...]:
    """Everything in a run that is money or decides it; wording and clauses are not."""
    return tuple(_money(step) for step in run.steps)


def event_words(ruleset: RuleSet, event: Any) -> str:
    """What happens at the table: a roll or a card, a bet in the edition's own words, a bet taken down."""
    return game_of(ruleset.edition).event_words(ruleset, event)


@dataclass(frozen=True)
class FirstDifference:
    """The first step that comes out differently: the event, and what it does here and in the edition."""

    event: int
    what: str
    here: str
    edition: str

    def to_json(self) -> dict[str, Json]:
        return {"event": self.event, "what": self.what, "here": self.here, "edition": self.edition}


@dataclass(frozen=True)
class ExampleResult:
    """One example under a rule set. ``difference`` is what the player gains on the edition by it."""

    example: Example
    verdict: str  # "same", "differs" or "not offered"
    difference: Exact
    currency: str
    first: FirstDifference | None
    choices: tuple[str, ...]  # what the edition leaves to the operator, each with its baseline
    not_offered: tuple[str, ...]  # wagers of the example that the rule set leaves out
    run: Played
    edition_run: Played
    applies: bool = True  # False where the example's own terms are not those of the rule set

    @property
    def result(self) -> str:
        """The verdict in words."""
        if self.verdict == NOT_OFFERED:
            return say("telling.not_offered")
        against = say("telling.the_baseline" if self.choices else "telling.the_edition")
        if self.verdict == SAME:
            return say("telling.same", against=against)
        if not self.difference:
            return say("telling.differs_on_the_way", against=against)
        return say(
            "telling.differs",
            better=self.difference > 0,
            by=say("telling.amount", currency=self.currency, amount=_unsigned(self.difference)),
            from_baseline=bool(self.choices),
        )

    def to_json(self) -> dict[str, Json]:
        answer = self.example.to_json() | {
            "verdict": self.verdict,
            "result": self.result,
            "difference": str(self.difference),
            "currency": self.currency,
            "choices": list(self.choices),
            "not_offered": list(self.not_offered),
            "run": self.run.to_json(),
        }
        if self.example.has_terms:
            answer["applies"] = self.applies
        if self.first:
            answer |= {"first_difference": self.first.to_json(), "edition_run": self.edition_run.to_json()}
        return answer


def _compared(ruleset: RuleSet) -> dict[str, Any]:
    """What is stated, less chip unit and the limits that the edition leaves to the operator."""
    terms = {key: value for key, value in ruleset.stated.items() if key not in ("chip_unit", "limits")}
    limits: dict[str, dict[str, Exact]] = {}
    for wager, stated in ruleset.stated.get("limits", {}).items():
        rule = ruleset.edition.wagers.get(wager)
        fixed = {bound: value for bound, value in stated.items() if getattr(rule, bound, None)}
        if fixed:
            limits[wager] = fixed
    return terms | ({"limits": limits} if limits else {})


def _offers(ruleset: RuleSet, wager: str, example: Example) -> bool:
    """Whether a wager is offered on any of the numbers on which an example bets it."""
    if wager not in ruleset.stated.get("numbers", ()):
        return wager in ruleset.offered
    bets = (event for event in example.read if event.verb == "bet" and event.wager == wager)
    return any(ruleset.offers(wager, bet.spot) for bet in bets)


def _compare(example: Example, ruleset: RuleSet, mine: RuleSet, theirs: RuleSet) -> ExampleResult:
    mine, theirs = example.under(mine), example.under(theirs)
    game = game_of(mine.edition)
    run, edition_run = game.settle(mine, example.read), game.settle(theirs, example.read)
    pairs = zip(example.read, run.steps, edition_run.steps, strict=True)
    first = next((_first(mine, *pair) for pair in pairs if _money(pair[1]) != _money(pair[2])), None)
    missing = tuple(
        w for w in mine.edition.catalogue if w in example.wagers and not _offers(mine, w, example)
    )
    left_open = [s for s in example.subjects if s.partition(":")[0].partition(".")[0] not in example.terms]
    verdict = DIFFERS if first else SAME
    if missing and len(missing) == len(example.wagers):
        verdict = NOT_OFFERED
    return ExampleResult(
        example=example,
        verdict=verdict,
        difference=run.balance - edition_run.balance,
        currency=mine.stated.get("currency", mine.edition.currency),
        first=first,
        choices=tuple(dict.fromkeys(c for s in left_open for c in game.choices(mine.edition, s))),
        not_offered=missing,
        run=run,
        edition_run=edition_run,
        applies=example.applies_to(ruleset),
    )


def _money(step: Stepped) -> tuple[Any, ...]:
    """Everything about a step that is money or decides it; wording and clause are not."""
    settled = tuple(_paid(s) for s in step.settlements or ())
    return (step.balance, step.on_table, step.vig or 0, step.error and step.error.code, settled)


def _paid(settled: Settled) -> tuple[Any, ...]:
    return (
        settled.bet,
        settled.place,
        settled.outcome,
        settled.stake,
        settled.paid,
        settled.returned,
        settled.vig or 0,
    )


# In words ------------------------------------------------------------------------------------------------


def _first(ruleset: RuleSet, event: Any, mine: Stepped, theirs: Stepped) -> FirstDifference:
    return FirstDifference(mine.event, event_words(ruleset, event), _done(mine, theirs), _done(theirs, mine))


def _done(step: Stepped, other: Stepped) -> str:
    """What a step did; of a roll, only what the other side's roll did not do as well."""
    if step.error:
        return say("settlement.refused", message=step.error.message)
    if step.settlements is None:
        if not step.vig:
            return say("settlement.accepted_without" if other.vig else "settlement.accepted")
        way = "settlement.accepted_taken" if step.vig > 0 else "settlement.accepted_refunded"
        return say(way, vig=_unsigned(step.vig))
    shared = {_paid(settled) for settled in other.settlements or ()}
    messages = [settled.message for settled in step.settlements if _paid(settled) not in shared]
    return " ".join(messages) or say("settlement.nothing")


def _unsigned(amount: Exact) -> str:
    return amount_text(-amount if amount < 0 else amount)
