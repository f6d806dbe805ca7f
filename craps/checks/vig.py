"""Vigorish on buy and lay bets: when it is taken, how much, of what, and whether it is refunded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from craps.checks import demonstrations
from craps.checks.finding import REFER, Check, Finding, Rule
from craps.dice import POINTS
from craps.edition import Edition, VigRule
from craps.measures import bounded
from craps.messages import say
from craps.money import Exact, percent_text, times, whole_if_it_is
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
        if _open_on_win(due, own):
            if own.rate > cap.value:
                yield _no_rate_named(ruleset, rule, wager, due, own)
        elif cap.kind == "exactly":
            if own.rate != cap.value:
                yield _finding(
                    ruleset,
                    rule,
                    wager,
                    "rate",
                    f"is exactly {percent_text(cap.value)} of {BASE[due.base.value]} ({cap.clause}). "
                    f"You take {percent_text(own.rate)}. Use {percent_text(cap.value)}.",
                    clause=cap.clause,
                    submitted=str(own.rate),
                    allowed=f"exactly {cap.value}",
                    nearest=str(cap.value),
                )
        elif own.rate > cap.value:
            yield from _over_the_cap(ruleset, rule, wager, due, own)


def _over_the_cap(ruleset: RuleSet, rule: Rule, wager: str, due: VigRule, own: VigTerms) -> Iterator[Finding]:
    """A rate above the cap: a breach, unless it is a rate of the win and comes to no more of the wager."""
    cap = due.rate
    shares = _of_the_wager(ruleset, wager, due, own)
    over = [number for number, share in shares.items() if share > cap.value]
    if not over:
        return
    worst = max(over, key=lambda number: shares[number])
    most = whole_if_it_is(cap.value * own.rate / Fraction(shares[worst]))
    of_the_win = ""
    if own.base != due.base.value:
        of_the_win = (
            f" of {BASE[own.base]}: on {listed(over)} that is more than {percent_text(cap.value)} of "
            f"{BASE[due.base.value]}, on {worst} as much as {percent_text(shares[worst])}"
        )
    yield _finding(
        ruleset,
        rule,
        wager,
        "rate",
        f"is at most {percent_text(cap.value)} of {BASE[due.base.value]} ({cap.clause}). "
        f"You take {percent_text(own.rate)}{of_the_win}. Use {percent_text(most)}.",
        number=worst,
        clause=cap.clause,
        submitted=str(own.rate),
        allowed=f"at most {most}",
        nearest=str(most),
    )


def _no_rate_named(ruleset: RuleSet, rule: Rule, wager: str, due: VigRule, own: VigTerms) -> Finding:
    """A high rate on a win: nothing to compare it with, so no nearest value and no example."""
    return rule.finding(
        f"vig.{wager}.rate",
        f"Vigorish on a {ruleset.edition.name_of(wager)} taken on a win: {due.open_on_win} names no rate. "
        f"The {percent_text(due.rate.value)} of {due.rate.clause} is for vigorish taken when the bet is "
        f"placed. You take {percent_text(own.rate)}.",
        judged="This is for the regulator to judge.",
        severity=REFER,
        clause=due.open_on_win,
        submitted=str(own.rate),
        allowed="no rate is named for vigorish taken on a win",
    )


def _base(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    for wager, due, own in _pairs(ruleset, "base"):
        if own.base == due.base.value:
            continue
        number = POINTS[0]
        if _open_on_win(due, own):
            if not own.rate:
                continue
            clause, severity = due.open_on_win, REFER
            message = (
                f"taken on a win: {clause} names no base; we read {BASE[due.base.value]}. "
                f"You take it of {BASE[own.base]}."
            )
        else:
            clause, severity, comes_to = due.base.clause, "", ""
            if due.rate.kind == "at most":
                shares = _of_the_wager(ruleset, wager, due, own)
                number = max(shares, key=lambda each: shares[each])
                if shares[number] <= due.rate.value or own.rate > due.rate.value:
                    continue  # within the cap, or said of the rate, which is too high on either base
                comes_to = f": on {number} that is {percent_text(shares[number])} of {BASE[due.base.value]}"
            message = (
                f"is calculated on {BASE[due.base.value]} ({clause}). "
                f"You calculate it on {BASE[own.base]}{comes_to}. Use {due.base.value}."
            )
        yield _finding(
            ruleset,
            rule,
            wager,
            "base",
            message,
            number=number,
            severity=severity,
            clause=clause,
            judged="This is for the regulator to judge.",
            submitted=own.base,
            allowed=due.base.value,
            nearest=due.base.value,
        )


def _open_on_win(due: VigRule, own: VigTerms) -> bool:
    """Whether it is taken in the way for which the document names neither rate nor base."""
    return own.collect == "win" and bool(due.open_on_win)


def _of_the_wager(ruleset: RuleSet, wager: str, due: VigRule, own: VigTerms) -> dict[int, Exact]:
    """What is taken on each number, as a share of what the document takes it on.

    By the document's payouts: a payout that differs from them is a finding of its own.
    """
    numbers = [number for number in POINTS if ruleset.offers(wager, number)]
    if own.base == due.base.value:
        return dict.fromkeys(numbers, own.rate)
    pays = ruleset.cited_payouts(wager)
    return {number: times(own.rate, pays[str(number)].value) for number in numbers}


def _procedure(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    """Two ways of taking it where the document speaks of one. A bet without vigorish has no way.

    No value is nearest: which of the two ways to keep is the operator's choice.
    """
    edition = ruleset.edition
    stated = ruleset.stated.get("vig", {})
    ways = {
        wager: stated[wager]["collect"]
        for wager, due in edition.vig.items()
        if wager in ruleset.offered
        and stated.get(wager, {}).get("collect") in due.collect.value
        and ruleset.vig(wager).rate
    }
    if len(set(ways.values())) < 2:
        return
    other, wager = ways
    yield rule.finding(
        f"vig.{wager}.collect",
        f"{rule.clause} asks the operator to name which way of {edition.vig[wager].collect.clause} it uses, "
        f"and each way there is written for both bets. You take vigorish on a {edition.name_of(wager)} "
        f"{COLLECT[ways[wager]]} and on a {edition.name_of(other)} {COLLECT[ways[other]]}. The document "
        f"describes one way and does not expressly forbid two.",
        judged="This is for the regulator to judge.",
        submitted=ways[wager],
        allowed=f"the same way as on {other}",
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


def _finding(
    ruleset: RuleSet,
    rule: Rule,
    wager: str,
    field: str,
    message: str,
    number: int = POINTS[0],
    **rest: object,
) -> Finding:
    """A finding with its example: a bet on ``number``, one on which the rule is broken."""
    return rule.finding(
        f"vig.{wager}.{field}",
        f"Vigorish on a {ruleset.edition.name_of(wager)} {message}",
        demonstrate=partial(demonstrations.vig, ruleset, wager, field, rest["nearest"], number),
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
    return ", ".join(
        say("rules.for_wager", text=text, name=edition.name_of(wager)) for wager, text in texts.items()
    )


def _collect_text(edition: Edition) -> str:
    ways = _each(edition, lambda due: listed([COLLECT[way] for way in due.collect.value], "or"))
    return say("rules.collect", ways=ways)


def _rate_text(edition: Edition) -> str:
    rate = _each(edition, lambda due: bounded(due.rate.kind, percent_text(due.rate.value)))
    if not _has_open_way(edition):
        return say("rules.rate", rate=rate)
    base = _each(edition, lambda due: BASE[due.base.value])
    return say("rules.rate_open", rate=rate, base=base)


def _base_text(edition: Edition) -> str:
    base = _each(edition, lambda due: BASE[due.base.value])
    if not _has_open_way(edition):
        return say("rules.base", base=base)
    return say("rules.base_open", base=base)


def _has_open_way(edition: Edition) -> bool:
    return any(due.open_on_win for due in edition.vig.values())


def _procedure_text(edition: Edition) -> str:
    names = listed([edition.name_of(wager) for wager in edition.vig])
    return say("rules.one_way", names=names)


def _refund_text(edition: Edition) -> str:
    told = _each(edition, lambda due: REFUND[due.refund.value] if due.refund else say("rules.open"))
    return say("rules.refund", refunds=told)


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
        "vig.procedure",
        lambda edition: [edition.two_vig_ways.clause] if edition.two_vig_ways else [],
        _procedure_text,
        _procedure,
        _offers,
        lambda edition: edition.two_vig_ways.value if edition.two_vig_ways else REFER,
        "rules.second_way",
    ),
    Check(
        "vig.refund",
        partial(_clauses, lambda due: (due.refund.clause,) if due.refund else ()),
        _refund_text,
        _refund,
        _offers,
    ),
)
