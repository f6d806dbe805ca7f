"""Editions side by side: the same subjects line by line, and examples that end differently under two."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from craps.comparing import SettlementRow
from craps.comparing import compare as compare_rulesets
from craps.edition import Edition
from craps.money import amount_text
from craps.ruleset import with_every_wager
from portal.public.rulebook_figures import Subject, compared_subjects
from portal.public.rulebook_rows import EditionRow

# Subjects whose lines are about a wager, which an edition may not offer at all.
_BY_WAGER = ("wagers", "payouts", "odds", "vigorish", "come-out", "limits")


class ComparedValue(NamedTuple):
    """One edition's row, or what its absence means."""

    edition: Edition
    row: EditionRow | None
    absence: str

    @property
    def text(self) -> str:
        """What counts as the same in another edition."""
        return (self.row.compared or self.row.value) if self.row else self.absence


class ComparedLine(NamedTuple):
    key: str
    label: str
    cells: tuple[ComparedValue, ...]

    @property
    def differs(self) -> bool:
        return len({cell.text for cell in self.cells}) > 1


class ComparedSubject(NamedTuple):
    slug: str
    title: str
    intro: str
    head: str
    lines: list[ComparedLine]
    same: int  # lines left out because they are the same in every edition
    in_english: bool  # its lines are the core's own sentences


def side_by_side(editions: Sequence[Edition], *, differences_only: bool) -> list[ComparedSubject]:
    """Return a table for each subject with a line for each thing that any of the editions has a rule on.

    The editions are of one game.
    """
    return [
        _compared(of_each, editions, differences_only)
        for of_each in zip(*map(compared_subjects, editions), strict=True)
    ]


def one_subject(editions: Sequence[Edition], slug: str) -> ComparedSubject | None:
    """Return every line of one subject; None if there is no subject of this name."""
    of_each = [{subject.slug: subject for subject in compared_subjects(edition)} for edition in editions]
    if not editions or slug not in of_each[0]:
        return None
    return _compared(tuple(subjects[slug] for subjects in of_each), editions, differences_only=False)


# Rules that decide as much as payouts do, by subject and key: they stand below the matrix.
_BESIDE_FIGURES = {
    "odds": ("pass_line", "dont_pass"),
    "come-out": ("come_odds.seven",),
    "procedure": ("contract", "dont_down"),
}


def rule_lines(editions: Sequence[Edition]) -> list[tuple[str, ComparedLine]]:
    """Return the rules that stand below the matrix of craps, each with the name of its subject."""
    lines = []
    for slug, keys in _BESIDE_FIGURES.items():
        subject = one_subject(editions, slug)
        lines += [(slug, line) for line in (subject.lines if subject else []) if line.key in keys]
    return lines


def _compared(
    subjects: tuple[Subject, ...], editions: Sequence[Edition], differences_only: bool
) -> ComparedSubject:
    first = subjects[0]
    rows_by_key = [{row.key: row for row in subject.rows} for subject in subjects]
    labels = {row.key: row.plain or row.label for subject in subjects for row in subject.rows}
    order = {wager: n for n, wager in enumerate(editions[0].catalogue)}
    lines = [
        ComparedLine(
            key,
            labels[key],
            tuple(
                ComparedValue(edition, rows.get(key), _absence(first.slug, key, edition))
                for edition, rows in zip(editions, rows_by_key, strict=True)
            ),
        )
        for key in sorted(labels, key=lambda key: order.get(key.partition(".")[0], len(order)))
    ]
    shown = [line for line in lines if line.differs or not differences_only]
    return ComparedSubject(
        first.slug, first.title, first.intro, first.head, shown, len(lines) - len(shown), first.in_english
    )


def _absence(subject: str, key: str, edition: Edition) -> str:
    if subject in _BY_WAGER and key in edition.catalogue and key not in edition.wagers:
        return _("Not offered")
    if subject == "readings":
        return _("No such reading")
    return _("No") if subject == "wagers" else _("Not stated")


class DifferingExample(NamedTuple):
    """The same bets and rolls under two editions, and how much better off the player is under one."""

    title: str
    a: list[str]
    b: list[str]
    better: Edition
    by: str


def differing_examples(a: Edition, b: Edition) -> list[DifferingExample]:
    """Return worked examples with a different result under two editions, the largest difference first."""
    rows = sorted(
        _settlements(a, b, get_language()), key=lambda row: abs(Fraction(row.difference)), reverse=True
    )
    return [
        DifferingExample(
            row.title,
            _steps(row.a),
            _steps(row.b),
            a if row.difference > 0 else b,
            amount_text(abs(Fraction(row.difference))),
        )
        for row in rows
    ]


@lru_cache(maxsize=64)
def _settlements(a: Edition, b: Edition, language: str | None) -> tuple[SettlementRow, ...]:
    return compare_rulesets(with_every_wager(a), with_every_wager(b)).settlements


def _steps(outcome: dict[str, object]) -> list[str]:
    steps = outcome["told"]
    return [str(step) for step in steps] if isinstance(steps, list) and steps else [_("Nothing is decided.")]
