"""The possible errors of a draft (slips of craps/slips) with their explanations, and the gate: a draft with
one that is neither corrected nor explained is not published."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import QuerySet

from craps.edition import Edition as CoreEdition
from craps.edition_values import values
from craps.edition_words import value_label
from craps.games import game_called
from craps.slips import Slip, edge_table, edge_text, slips
from portal.accounts.jurisdictions import jurisdiction
from portal.editions.models import PUBLISHED, Edition, Explanation
from portal.editions.selectors import core_edition_for, core_editions


@dataclass(frozen=True)
class PossibleError:
    """A slip of a draft. `explanation` is about what it is now; `outdated` is about another value in its
    place, and counts no longer."""

    slip: Slip
    explanation: Explanation | None = None
    outdated: Explanation | None = None


@dataclass(frozen=True)
class ErrorGroup:
    """The possible errors that one value causes: they are mended by changing it, and explained together."""

    path: str  # of the value
    label: str
    errors: list[PossibleError]

    @property
    def is_explained(self) -> bool:
        return all(each.explanation for each in self.errors)

    @property
    def explanation(self) -> str:
        return self.errors[0].explanation.text if self.errors[0].explanation and self.is_explained else ""

    @property
    def outdated(self) -> str:
        """What was said before the value changed again, or before another error was found with it."""
        said = [each.outdated or each.explanation for each in self.errors]
        return next((each.text for each in said if each), "") if not self.is_explained else ""


class PublishedExplanation(NamedTuple):
    """A possible error and why it is right, as pages, API and register publish it."""

    label: str
    clause: str
    sentence: str
    was: str
    now: str
    explanation: str


@dataclass(frozen=True)
class ComparedEdge:
    """A bet's exact house edge in the edition, in its parent and in each other edition of its game."""

    label: str
    here: str  # −17/18 (−94.44%); "" where it is not offered
    parent: str
    others: tuple[str, ...]
    moved: bool


@dataclass(frozen=True)
class Edges:
    parent: CoreEdition | None
    others: tuple[CoreEdition, ...]
    rows: list[ComparedEdge]

    @property
    def moved(self) -> list[ComparedEdge]:
        return [row for row in self.rows if row.moved]


def slips_of(row: Edition) -> list[PossibleError]:
    """Everything in a draft that looks like an error of writing, with what the regulator says to it."""
    explanations = {each.slip: each for each in row.explanations.all()}
    return [_with_explanation(slip, explanations) for slip in _found(row)]


def open_slips(row: Edition) -> list[PossibleError]:
    """Those that are neither corrected nor explained."""
    return [each for each in slips_of(row) if each.explanation is None]


def grouped(row: Edition) -> list[ErrorGroup]:
    """The possible errors of a draft by the value to mend: those that need something done first."""
    core = core_edition_for(row)
    at = {value.path: value for value in values(core.data)}
    groups: dict[str, ErrorGroup] = {}
    for each in slips_of(row):
        path = each.slip.mend
        label = value_label(core, at[path]) if path in at else each.slip.label
        groups.setdefault(path, ErrorGroup(path, label, [])).errors.append(each)
    return sorted(groups.values(), key=lambda group: group.is_explained)


def obstacles(*, edition: Edition, **_: Any) -> list[dict[str, str]]:
    """Received where a draft is asked what prevents its publication."""
    count = len(open_slips(edition))
    if not count:
        return []
    counted = "1 possible error is" if count == 1 else f"{count} possible errors are"
    return [{"path": "possible-errors", "message": f"{counted} neither corrected nor explained."}]


def edges_of(row: Edition) -> Edges:
    """The house edge of every bet under an edition, beside its parent and the other published editions."""
    core, parent, others = _compared(row)
    rows = []
    for line in edge_table(core, (parent, *others) if parent else others):
        here, *beside = ("" if edge is None else edge_text(edge) for edge in line.edges)
        was = beside.pop(0) if parent else ""
        moved = parent is not None and line.differs
        rows.append(ComparedEdge(line.label, here, was, tuple(beside), moved))
    return Edges(parent, others, rows)


def published_explanations(edition_id: str) -> list[PublishedExplanation]:
    """The explanations published with an edition; none of a draft."""
    return _explanations(Explanation.objects.filter(edition=edition_id, edition__state__in=PUBLISHED))


def proposed_explanations(row: Edition) -> list[PublishedExplanation]:
    """The explanations that are published if a proposed edition is."""
    return _explanations(row.explanations.all()) if row.is_proposed else []


def _explanations(rows: QuerySet[Explanation]) -> list[PublishedExplanation]:
    return [
        PublishedExplanation(row.label, row.clause, row.sentence, row.was, row.now, row.text) for row in rows
    ]


# Parts ---------------------------------------------------------------------------------------------------


def _with_explanation(slip: Slip, explanations: Mapping[str, Explanation]) -> PossibleError:
    said = explanations.get(slip.id)
    if said is not None and said.slip_digest == slip.digest:
        return PossibleError(slip, explanation=said)
    return PossibleError(slip, outdated=said)


def _found(row: Edition) -> tuple[Slip, ...]:
    if row.built_in:
        return ()
    return _remembered(*_compared(row), jurisdiction(row.jurisdiction).today())


def _compared(row: Edition) -> tuple[CoreEdition, CoreEdition | None, tuple[CoreEdition, ...]]:
    """The edition, its parent, and every other published edition of its game."""
    parent = core_edition_for(row.parent) if row.parent else None
    here = (row.pk, row.parent_id)
    others = tuple(each for each in core_editions(game_called(row.game).id) if each.id not in here)
    return core_edition_for(row), parent, others


@lru_cache(maxsize=64)
def _remembered(
    core: CoreEdition, parent: CoreEdition | None, others: tuple[CoreEdition, ...], today: date
) -> tuple[Slip, ...]:
    """Found in a tenth of a second, and asked for by every page of a draft. Editions are equal by digest."""
    return slips(core, parent, others, today=today)
