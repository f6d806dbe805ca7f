"""Vigorish on buy and lay bets: when it is taken, how much, of what, and whether it is refunded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from craps.checks import demonstrations
from craps.checks.finding import REFER, Check, Finding, Rule
from craps.edition import Edition, VigRule
from craps.money import percent_text
from craps.ruleset import RuleSet, VigTerms
from craps.vocabulary import BASE, COLLECT, REFUND, listed

Pair = tuple[str, VigRule, VigTerms]


def _collect(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    for wager, due, own in _pairs(ruleset, "collect"):
        if own.collect in due.collect.value:
            continue
        ways = listed([COLLECT[way] for way in due.collect.value], "or")
        yield _finding(
            ruleset,
            rule,
            wager,
            "collect",
            f"is taken {ways} ({due.collect.clause}). You take it {COLLECT[own.collect]}.",
            clause=due.collect.clause,
            submitted=own.collect,
            allowed=listed(due.collect.value, "or"),
            nearest=due.collect.value[0],
        )


def _rate(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    for wager, due, own in _pairs(ruleset, "rate"):
        cap = due.rate
        if own.rate == cap.value or (cap.kind == "at most" and own.rate < cap.value):
            continue
        open_to_judgement = due.open_on_win if own.collect == "win" else ""
        if open_to_judgement:
            message = (
                f"taken on a win has no cap in {open_to_judgement}, while {cap.clause} stops at "
                f"{percent_text(cap.value)} when it is taken with the wager. "
                f"You take {percent_text(own.rate)}: the regulator judges."
            )
        else:
            message = (
                f"is {cap.kind} {percent_text(cap.value)} of {BASE[due.base.value]} ({cap.clause}). "
                f"You take {percent_text(own.rate)}. Use {percent_text(cap.value)}."
            )
        yield _finding(
            ruleset,
            rule,
            wager,
            "rate",
            message,
            severity=REFER if open_to_judgement else "",
            clause=open_to_judgement or cap.clause,
            submitted=str(own.rate),
            allowed=f"{cap.kind} {cap.value}",
            nearest=str(cap.value),
        )


def _base(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    for wager, due, own in _pairs(ruleset, "base"):
        if own.base == due.base.value:
            continue
        open_to_judgement = due.open_on_win if own.collect == "win" else ""
        if open_to_judgement:
            message = (
                f"taken on a win has no named base in {open_to_judgement}; we read {BASE[due.base.value]}. "
                f"You take it of {BASE[own.base]}: the regulator judges."
            )
        else:
            message = (
                f"is calculated on {BASE[due.base.value]} ({due.base.clause}). "
                f"You calculate it on {BASE[own.base]}. Use {due.base.value}."
            )
        yield _finding(
            ruleset,
            rule,
            wager,
            "base",
            message,
            severity=REFER if open_to_judgement else "",
            clause=open_to_judgement or due.base.clause,
            submitted=own.base,
            allowed=due.base.value,
            nearest=due.base.value,
        )


def _refund(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    for wager, due, own in _pairs(ruleset, "refund_on_removal"):
        if due.refund is None or own.refund == due.refund.value:
            continue
        yield _finding(
            ruleset,
            rule,
            wager,
            "refund_on_removal",
            f"is {REFUND[due.refund.value]} ({due.refund.clause}). Yours is {REFUND[own.refund]}.",
            clause=due.refund.clause,
            submitted=own.refund,
            allowed=due.refund.value,
            nearest=due.refund.value,
        )


def _pairs(ruleset: RuleSet, field: str) -> Iterator[Pair]:
    """Buy and lay where both the document and the rule set speak of this part of their vigorish."""
    for wager, due in ruleset.edition.vig.items():
        if _says(ruleset, wager, field):
            yield wager, due, ruleset.vig(wager)


def _finding(ruleset: RuleSet, rule: Rule, wager: str, field: str, message: str, **rest: object) -> Finding:
    path = f"vig.{wager}.{field}"
    return rule.finding(
        path,
        f"Vigorish on a {ruleset.edition.name_of(wager)} {message}",
        demonstrate=partial(demonstrations.vig, ruleset, wager, field, rest["nearest"]),
        **rest,  # type: ignore[arg-type]
    )


# A change of when the vigorish is taken also changes which rate and base are allowed.
_SAID_BY = {"rate": ("rate", "collect"), "base": ("base", "collect")}


def _says(ruleset: RuleSet, wager: str, field: str) -> bool:
    stated = ruleset.stated.get("vig", {}).get(wager)
    return (
        bool(stated) and wager in ruleset.offered and any(f in stated for f in _SAID_BY.get(field, (field,)))
    )


def _offers(ruleset: RuleSet) -> bool:
    return any(wager in ruleset.offered for wager in ruleset.edition.vig)


def _clauses(of: Callable[[VigRule], tuple[str, ...]], edition: Edition) -> list[str]:
    return [clause for due in edition.vig.values() for clause in of(due)]


def _each(edition: Edition, of: Callable[[VigRule], str]) -> str:
    """``5% for buy, 4% for lay``, or once where both are the same."""
    texts = {wager: of(due) for wager, due in edition.vig.items()}
    if len(set(texts.values())) == 1:
        return next(iter(texts.values()))
    return ", ".join(f"{text} for a {edition.name_of(wager)}" for wager, text in texts.items())


def _collect_text(edition: Edition) -> str:
    ways = _each(edition, lambda due: listed([COLLECT[way] for way in due.collect.value], "or"))
    return f"Vigorish is taken {ways}."


def _rate_text(edition: Edition) -> str:
    return f"Vigorish is {_each(edition, lambda due: f'{due.rate.kind} {percent_text(due.rate.value)}')}."


def _base_text(edition: Edition) -> str:
    return f"Vigorish is calculated on {_each(edition, lambda due: BASE[due.base.value])}."


def _refund_text(edition: Edition) -> str:
    return f"Vigorish is {_each(edition, lambda due: REFUND[due.refund.value] if due.refund else 'open')}."


CHECKS: tuple[Check, ...] = (
    Check(
        "vig.collect",
        partial(_clauses, lambda due: (due.collect.clause,)),
        _collect_text,
        _collect,
        _offers,
    ),
    Check(
        "vig.rate",
        partial(_clauses, lambda due: (due.rate.clause, due.open_on_win)),
        _rate_text,
        _rate,
        _offers,
    ),
    Check(
        "vig.base",
        partial(_clauses, lambda due: (due.base.clause, due.open_on_win)),
        _base_text,
        _base,
        _offers,
    ),
    Check(
        "vig.refund",
        partial(_clauses, lambda due: (due.refund.clause,) if due.refund else ()),
        _refund_text,
        _refund,
        _offers,
    ),
)
