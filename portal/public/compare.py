"""Editions side by side: the same subjects, line by line, and for two of them bets that end differently."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import gettext as _

from craps.compare import SettlementRow
from craps.compare import compare as compare_rulesets
from craps.edition import Edition
from craps.money import amount_text
from craps.wagers import CATALOGUE
from portal.pages.matrix import with_every_wager
from portal.public.rulebook_figures import Subject, compared_subjects
from portal.public.rulebook_rows import Row

# Subjects whose lines are about a wager that an edition may not have at all.
_BY_WAGER = ("wagers", "payouts", "odds", "vigorish", "come-out", "limits")


@dataclass(frozen=True)
class Cell:
    """What one edition says: a row with its clause, or words for its silence."""

    edition: Edition
    row: Row | None
    silence: str

    @property
    def said(self) -> str:
        return self.row.value if self.row else self.silence


@dataclass(frozen=True)
class Line:
    label: str
    cells: tuple[Cell, ...]

    @property
    def differs(self) -> bool:
        return len({cell.said for cell in self.cells}) > 1


@dataclass(frozen=True)
class Table:
    slug: str
    title: str
    intro: str
    head: str
    lines: tuple[Line, ...]
    alike: int  # lines left out because every edition says the same


def side_by_side(editions: Iterable[Edition], *, differences_only: bool) -> list[Table]:
    """A table for each subject with a line for each thing that any of the editions speaks of."""
    chosen = list(editions)
    return [
        _table(together, chosen, differences_only)
        for together in zip(*map(compared_subjects, chosen), strict=True)
    ]


def _table(subjects: tuple[Subject, ...], editions: list[Edition], differences_only: bool) -> Table:
    first = subjects[0]
    rows = [{row.key: row for row in subject.rows} for subject in subjects]
    labels = {row.key: row.plain or row.label for subject in subjects for row in subject.rows}
    place = {wager: n for n, wager in enumerate(CATALOGUE)}
    lines = [
        Line(
            labels[key],
            tuple(
                Cell(edition, found.get(key), _silence(first.slug, key, edition))
                for edition, found in zip(editions, rows, strict=True)
            ),
        )
        for key in sorted(labels, key=lambda key: place.get(key, len(place)))
    ]
    shown = tuple(line for line in lines if line.differs or not differences_only)
    return Table(first.slug, first.title, first.intro, first.head, shown, len(lines) - len(shown))


def _silence(subject: str, key: str, edition: Edition) -> str:
    if subject in _BY_WAGER and key in CATALOGUE and key not in edition.wagers:
        return _("Not offered")
    return _("No") if subject == "wagers" else _("Not stated")


@dataclass(frozen=True)
class Story:
    """The same bets and rolls under two editions, and by how much the player ends better off under one."""

    title: str
    a: list[str]
    b: list[str]
    better: Edition
    by: str


def stories(a: Edition, b: Edition) -> list[Story]:
    """Short stories that end differently under two editions, the largest difference first."""
    rows = sorted(_settlements(a, b), key=lambda row: abs(Fraction(row.difference)), reverse=True)
    return [
        Story(
            row.title,
            _told(row.a),
            _told(row.b),
            a if row.difference > 0 else b,
            amount_text(abs(Fraction(row.difference))),
        )
        for row in rows
    ]


@lru_cache(maxsize=64)
def _settlements(a: Edition, b: Edition) -> tuple[SettlementRow, ...]:
    return compare_rulesets(with_every_wager(a), with_every_wager(b)).settlements


def _told(outcome: dict[str, object]) -> list[str]:
    told = outcome["told"]
    return [str(line) for line in told] if isinstance(told, list) and told else [_("Nothing is decided.")]
