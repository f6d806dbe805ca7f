"""Checks of single fields of the table and the layout: a yes or no, a choice, a list that must be complete.

A field is named by its contract path; the edition has what it asks for under the same path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from craps.checks.finding import BREACH, Check, Find, Finding, Rule
from craps.edition import Edition
from craps.messages import say, template
from craps.ruleset import RuleSet
from craps.vocabulary import named


def stated_at(path: str, ruleset: RuleSet) -> Any:
    """What a rule set states at a path; None where it states nothing."""
    return _at(ruleset.stated, path)  # asked of every field in every check: keep it quick


def due_at(path: str, edition: Edition) -> Any:
    """What an edition asks for at a path; None where it does not speak of it."""
    section, _, rest = path.partition(".")
    return _at(getattr(edition, section), rest)


def is_stated(path: str, ruleset: RuleSet) -> bool:
    return stated_at(path, ruleset) is not None


def clauses_at(path: str, edition: Edition) -> list[str]:
    """Every clause an edition cites at a path, for a list one for each entry."""
    due = due_at(path, edition)
    if due is None:
        return []
    return [_clause_of(value) for value in (due.values() if isinstance(due, Mapping) else (due,))]


def field_check(
    path: str,
    text: Callable[[Edition], str],
    find: Find,
    applies: Callable[[RuleSet], object] | None = None,
    severity: str = BREACH,
) -> Check:
    """A check named after its field, which applies where the field is stated unless ``applies`` says more."""
    return Check(path, partial(clauses_at, path), text, find, applies or partial(is_stated, path), severity)


def flag(path: str, words: str, applies: Callable[[RuleSet], object] | None = None) -> Check:
    """A field that has to be true where the edition speaks of it; ``words``, a message, say what it stands
    for, with the name of a wager as ``{fire}``."""

    def text(edition: Edition) -> str:
        return say("rules.sentence", words=named(template(words), edition))

    return field_check(path, text, partial(_untrue, path, words), applies)


def judged_flag(path: str, *, departs: bool, words: str, otherwise: str) -> Check:
    """A field of which one answer departs from the rule; the edition says whether that is fine, for the
    regulator to judge or a breach. ``words``, a message, state the rule, ``otherwise`` what the rule set then
    states."""

    def cited(edition: Edition) -> list[str]:
        due = due_at(path, edition)
        return [due.clause] if due and due.value != "fine" else []

    def find(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
        if stated_at(path, ruleset) is departs:
            yield rule.finding(
                path,
                f"{template(words)} ({rule.clause}). You state that {otherwise}.",
                judged="The document does not cover that: this is for the regulator to judge.",
                submitted=departs,
                allowed=not departs,
                nearest=not departs,
            )

    def severity(edition: Edition) -> str:
        return str(due_at(path, edition).value)

    def text(edition: Edition) -> str:
        return say("rules.sentence", words=template(words))

    return Check(path, cited, text, find, partial(is_stated, path), severity)


class Missing(NamedTuple):
    """An entry that a list lacks."""

    entry: str
    clause: str
    message: str


def incomplete(
    path: str, message: str, words: Mapping[str, str], ruleset: RuleSet, rule: Rule
) -> Iterator[Finding]:
    """A finding for each entry that the edition asks for and the stated list lacks; a wager only if offered.

    ``message`` is filled in with the clause of the entry and its name: of a wager, or from ``words``.
    """
    own, edition = stated_at(path, ruleset), ruleset.edition
    missing = [
        Missing(
            entry,
            clause,
            message.format(clause=clause, name=_entry_name(entry, words, edition)),
        )
        for entry, clause in due_at(path, edition).items()
        if entry not in own and (entry in words or entry in ruleset.offered)
    ]
    yield from lacking(rule, path, own, missing)


def _entry_name(entry: str, words: Mapping[str, str], edition: Edition) -> str:
    return named(words[entry], edition) if entry in words else edition.name_of(entry)


def lacking(
    rule: Rule,
    path: str,
    own: Sequence[str],
    missing: Iterable[Missing],
    *,
    nearest: Sequence[str] | None = (),
    allowed: str = "with {entry}",
) -> Iterator[Finding]:
    """A finding for each entry that a stated list lacks. The nearest list has all of them, at the end of
    what is stated unless ``nearest`` gives another order or None."""
    missing = tuple(missing)
    whole = [*own, *(each.entry for each in missing)] if nearest == () else nearest
    for entry, clause, message in missing:
        yield rule.finding(
            path,
            message,
            clause=clause,
            submitted=list(own),
            allowed=allowed.format(entry=entry),
            nearest=None if whole is None else list(whole),
        )


def too_many(rule: Rule, path: str, own: int, most: int, message: str) -> Finding:
    """A count above what another count allows: that is the nearest allowed value."""
    return rule.finding(path, message, submitted=str(own), allowed=f"at most {most}", nearest=str(most))


def wrong_choice(
    path: str,
    words: Mapping[str, str],
    sentence: Callable[[Edition], str],
    ruleset: RuleSet,
    rule: Rule,
) -> Iterator[Finding]:
    """A finding where a choice is not the edition's; ``sentence(edition)`` says what the edition asks for."""
    due, own = due_at(path, ruleset.edition), stated_at(path, ruleset)
    if own != due.value:
        yield rule.finding(
            path,
            f"{sentence(ruleset.edition)[:-1]} ({due.clause}). You entered: {words[own]}.",
            clause=due.clause,
            submitted=own,
            allowed=due.value,
            nearest=due.value,
        )


def _untrue(path: str, words: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    if not stated_at(path, ruleset):
        yield rule.finding(
            path,
            f"{named(template(words), ruleset.edition)} ({rule.clause}). You state that it is not so.",
            submitted=False,
            allowed=True,
            nearest=True,
        )


def _at(value: Any, path: str) -> Any:
    for key in _keys(path):
        value = value.get(key)
        if value is None:
            return None
    return value


@cache
def _keys(path: str) -> tuple[str, ...]:
    return tuple(path.split("."))


def _clause_of(value: Any) -> str:
    """The clause of a cited value, of an entry with its own field for it, or the clause itself."""
    if isinstance(value, str):
        return value
    return str(value["clause"] if isinstance(value, Mapping) else value.clause)
