"""Which wagers are offered: only those the document lists, and those it expects to be there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from craps.checks.finding import BREACH, INFO, REFER, Check, Finding, Rule, always
from craps.edition import Edition
from craps.edition_codec import Cited
from craps.messages import say
from craps.ruleset import RuleSet
from craps.vocabulary import listed, path_in_sentence, path_words
from craps.wagers import BY_NUMBER, CATALOGUE, spot_name, spots


def _unlisted(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    edition = ruleset.edition
    unlisted = ruleset.offered - edition.wagers.keys()
    if not unlisted:
        return
    rest = [w for w in CATALOGUE if w in ruleset.offered and w not in unlisted]
    for wager in _in_order(unlisted):
        yield rule.finding(
            "wagers",
            f"{edition.name_of(wager)} is not among the wagers that {edition.listed} lists. Remove it.",
            submitted=wager,
            allowed=f"the wagers that {edition.listed} lists",
            nearest=rest,
        )


def _left_out(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    edition = ruleset.edition
    missing = [
        w
        for w in edition.catalogue
        if w in edition.wagers and w not in ruleset.offered and _owed(edition, w) != "fine"
    ]
    if not missing:
        return
    whole = [w for w in edition.catalogue if w in ruleset.offered or w in missing]
    for wager in missing:
        terms = edition.wagers[wager]
        judged = terms.left_out.value == REFER
        why = "" if judged else ": the game is not played without it"
        yield rule.finding(
            "wagers",
            f"{terms.name} ({terms.clause}) is left out{why}.",
            judged="Whether a table may go without it is for the regulator to judge.",
            severity=terms.left_out.value,
            clause=terms.left_out.clause,
            submitted=None,
            allowed=f"{wager} offered",
            nearest=whole,
        )


def _owed(edition: Edition, wager: str) -> str:
    terms = edition.wagers[wager]
    return terms.left_out.value if terms.offering.value == "yes" else "fine"


def _for_judgement(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    edition = ruleset.edition
    judged = [w for w in ruleset.offered & edition.wagers.keys() if edition.wagers[w].offering.value == REFER]
    rest = [w for w in CATALOGUE if w in ruleset.offered and w not in judged]
    for wager in _in_order(judged):
        terms = edition.wagers[wager]
        yield rule.finding(
            "wagers",
            f"{terms.name} is listed ({terms.clause}), but {terms.offering.clause} leaves open whether it "
            f"may be offered in {edition.game}.",
            judged="This is for the regulator to judge.",
            clause=terms.offering.clause,
            submitted=wager,
            allowed=f"{wager} as far as the regulator allows it",
            nearest=rest,
        )


def _needed(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    edition = ruleset.edition
    for wager, needs, clause in _supported(edition):
        if wager in ruleset.offered and not any(need in ruleset.offered for need in needs):
            names = listed([edition.name_of(need) for need in needs], "or")
            yield rule.finding(
                "wagers",
                f"{edition.name_of(wager)} needs {names} first ({clause}), which you do not offer, so nobody "
                f"could make it. Offer both or neither.",
                clause=clause,
                submitted=wager,
                allowed=f"{wager} together with {listed(needs, 'or')}",
                nearest=[w for w in edition.catalogue if w in ruleset.offered and w != wager],
            )


@lru_cache(maxsize=64)
def _supported(edition: Edition) -> tuple[tuple[str, tuple[str, ...], str], ...]:
    """The wagers that need another one first, with those and the clause."""
    rows = ((wager, *_supports(edition, wager)) for wager in edition.catalogue if wager in edition.wagers)
    return tuple(row for row in rows if row[1])


def _supports(edition: Edition, wager: str) -> tuple[tuple[str, ...], str]:
    """The wagers of which a player must have one before this one, and the clause that says so."""
    terms = edition.wagers[wager]
    flat = CATALOGUE[wager].flat if wager in CATALOGUE else None
    if flat:
        return (flat,), terms.clause
    return (terms.needs.value, terms.needs.clause) if terms.needs else ((), "")


def _alone(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    edition = ruleset.edition
    for wager, beside in _beside(edition):
        if wager not in ruleset.offered or any(each in ruleset.offered for each in beside.value):
            continue
        names = listed([edition.name_of(each) for each in beside.value], "or")
        yield rule.finding(
            "wagers",
            f"{beside.clause} allows the {edition.name_of(wager)} in addition to the {names}, which you do "
            f"not offer.",
            judged="Whether it may be offered alone is for the regulator to judge.",
            clause=beside.clause,
            submitted=wager,
            allowed=f"{wager} together with {listed(beside.value, 'or')}",
            nearest=[w for w in CATALOGUE if w in ruleset.offered and w != wager],
        )


@lru_cache(maxsize=64)
def _beside(edition: Edition) -> tuple[tuple[str, Cited[tuple[str, ...]]], ...]:
    """The wagers that the document allows in addition to others."""
    rules = ((wager, edition.wagers[wager].in_addition_to) for wager in CATALOGUE if wager in edition.wagers)
    return tuple((wager, beside) for wager, beside in rules if beside)


def _beside_clauses(edition: Edition) -> Iterator[str]:
    return (rule.in_addition_to.clause for rule in edition.wagers.values() if rule.in_addition_to)


def _beside_text(edition: Edition) -> str:
    pairs = []
    for rule in edition.wagers.values():
        if rule.in_addition_to:
            names = listed([edition.name_of(wager) for wager in rule.in_addition_to.value])
            pairs.append(say("rules.in_addition", name=rule.name, names=names))
    return say("rules.sentence", words=listed(pairs))


def _without_numbers(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    edition = ruleset.edition
    for wager in BY_NUMBER:
        names = ruleset.stated["numbers"].get(wager)
        terms = edition.wagers.get(wager)
        if names is None or wager not in ruleset.offered or terms is None or terms.left_out.value == "fine":
            continue
        every = [spot_name(spot) for spot in spots(wager)]
        missing = [name for name in every if name not in names]
        if missing:
            yield rule.finding(
                f"numbers.{wager}",
                f"{terms.name} ({terms.clause}) is left out on {listed(missing)}.",
                judged="Whether a table may go without them is for the regulator to judge.",
                clause=terms.clause,
                submitted=list(names),
                allowed=f"{wager} on every number",
                nearest=every,
            )


def _number_clauses(edition: Edition) -> Iterator[str]:
    rules = (edition.wagers[wager] for wager in BY_NUMBER if wager in edition.wagers)
    return (rule.clause for rule in rules if rule.left_out.value != "fine")


def _number_text(edition: Edition) -> str:
    names = [edition.name_of(wager) for wager in BY_NUMBER if wager in edition.wagers]
    return say("rules.every_number", names=listed(names))


def _without_effect(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    paths = sorted(_idle_paths(ruleset))
    if not paths:
        return
    edition = ruleset.edition
    others = listed([path_in_sentence(path, edition) for path in paths[1:]])
    more = f" Neither have {others}." if others else ""
    yield rule.finding(
        paths[0],
        f"{path_words(paths[0], edition)}: you do not offer this wager, so this has no effect.{more}",
        submitted=paths,
        allowed="terms of wagers that are offered",
    )


def _idle_paths(ruleset: RuleSet) -> Iterator[str]:
    stated, offered = ruleset.stated, ruleset.offered
    known = offered | {"table"}  # the limits of the whole table
    for section in ("numbers", "odds", "vig", "come_out", "limits"):
        yield from (f"{section}.{wager}" for wager in stated.get(section, ()) if wager not in known)
    if "payouts" in stated:
        paid = in_effect(ruleset)
        yield from (f"payouts.{key}" for key in stated["payouts"] if key.partition(":")[0] not in paid)
    for name in stated.get("paytables", ()):
        choice = ruleset.edition.paytables.get(name)
        if choice and not any(wager in offered for wager in choice.tables[choice.baseline]):
            yield f"paytables.{name}"


def in_effect(ruleset: RuleSet) -> frozenset[str]:
    """The wagers whose payouts count: those offered, and those a combined bet on offer is made of."""
    offered = ruleset.offered
    return offered.union(*(CATALOGUE[w].parts for w in offered))


def _in_order(wagers: Iterable[str]) -> list[str]:
    some = frozenset(wagers)
    return [wager for wager in CATALOGUE if wager in some]


def _owed_clauses(edition: Edition) -> Iterator[str]:
    return (rule.left_out.clause for w, rule in edition.wagers.items() if _owed(edition, w) != "fine")


def _owed_text(edition: Edition) -> str:
    strict, judged = (
        [rule.name for w, rule in edition.wagers.items() if _owed(edition, w) == owed]
        for owed in (BREACH, REFER)
    )
    if not strict:
        return say("rules.every_listed")
    return say("rules.owed", strict=listed(strict), several=len(strict) > 1, judged=listed(judged))


def _owed_severity(edition: Edition) -> str:
    return BREACH if any(_owed(edition, w) == BREACH for w in edition.wagers) else REFER


def _judged_clauses(edition: Edition) -> Iterator[str]:
    return (rule.offering.clause for rule in edition.wagers.values() if rule.offering.value == REFER)


def _judged_text(edition: Edition) -> str:
    names = [rule.name for rule in edition.wagers.values() if rule.offering.value == REFER]
    return say("rules.open_whether", names=listed(names), game=edition.game)


CHECKS: tuple[Check, ...] = (
    Check(
        "wagers.authorised",
        lambda edition: [edition.listed],
        lambda edition: say("rules.authorised"),
        _unlisted,
        always,
    ),
    Check(
        "wagers.left_out",
        _owed_clauses,
        _owed_text,
        _left_out,
        always,
        _owed_severity,
        "rules.left_out",
    ),
    Check(
        "wagers.for_judgement",
        _judged_clauses,
        _judged_text,
        _for_judgement,
        always,
        REFER,
        "rules.offering_it",
    ),
    Check(
        "wagers.supported",
        lambda edition: [_supports(edition, wager)[1] for wager in edition.wagers],
        lambda edition: say("rules.supported"),
        _needed,
        always,
        REFER,
    ),
    Check("wagers.in_addition", _beside_clauses, _beside_text, _alone, always, REFER, "rules.one_alone"),
    Check(
        "wagers.numbers",
        _number_clauses,
        _number_text,
        _without_numbers,
        lambda ruleset: "numbers" in ruleset.stated,
        REFER,
        "rules.left_out",
    ),
    Check(
        "wagers.without_effect",
        lambda edition: [edition.listed],
        lambda edition: say("rules.without_effect"),
        _without_effect,
        always,
        INFO,
    ),
)
