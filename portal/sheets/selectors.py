"""The sheets of an operator, their progress, and the rule sets that go out as a sheet again."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from portal.accounts.models import Property, Table, User
from portal.accounts.permissions import can
from portal.accounts.selectors import properties
from portal.editions.models import Edition
from portal.editions.selectors import in_force
from portal.errors import NotFound
from portal.sheets.models import GOOD, RowOutcome, Sheet, SheetRow, without_draft
from portal.submissions.models import EDITABLE, HOLDS_FORCE, State, Submission
from portal.submissions.selectors import submissions

DRAFTS, APPROVALS, BOTH = "drafts", "approvals", "all"
_STATES = {
    DRAFTS: EDITABLE,
    APPROVALS: (State.APPROVED, *HOLDS_FORCE),
    BOTH: (*EDITABLE, State.APPROVED, *HOLDS_FORCE),
}


@dataclass(frozen=True)
class Progress:
    """How far a sheet is."""

    rows: int
    checked: int
    good: int
    to_judge: int
    broken: int
    wanted: int  # drafts asked for and not created yet
    created: int
    usable: int  # good rows without a draft

    @property
    def clear(self) -> int:
        return self.good - self.to_judge


def sheets(actor: User) -> QuerySet[Sheet]:
    """Those of the actor's own operator, the latest first."""
    rows = Sheet.objects.select_related("uploaded_by", "edition").defer("edition__document")
    organisation = actor.organisation
    if not can(actor, "submission.view") or organisation is None or not organisation.is_operator:
        return rows.none()
    return rows.filter(organisation=organisation)


def sheet(actor: User, sheet_id: int) -> Sheet:
    try:
        return sheets(actor).get(pk=sheet_id)
    except Sheet.DoesNotExist:
        raise NotFound("There is no such sheet.") from None


def rows_of(sheet: Sheet, show: str = "") -> QuerySet[SheetRow]:
    """The rows of a sheet, or those to correct, without breaches, or with a draft."""
    rows = sheet.rows.select_related("property", "submission").order_by("number")
    which = {
        "broken": Q(outcome=RowOutcome.BROKEN) | ~Q(refusal=""),
        "good": Q(outcome__in=GOOD),
        "created": Q(submission__isnull=False),
    }
    return rows.filter(which[show]) if show in which else rows


def progress(sheet: Sheet) -> Progress:
    good = Q(outcome__in=GOOD)
    counts = sheet.rows.aggregate(
        rows=Count("pk"),
        checked=Count("pk", filter=~Q(outcome=RowOutcome.UNCHECKED)),
        good=Count("pk", filter=good),
        to_judge=Count("pk", filter=Q(outcome=RowOutcome.REFER)),
        broken=Count("pk", filter=Q(outcome=RowOutcome.BROKEN)),
        wanted=Count("pk", filter=Q(wanted_by__isnull=False)),
        created=Count("pk", filter=Q(submission__isnull=False)),
        usable=Count("pk", filter=good & without_draft()),
    )
    return Progress(**counts)


@dataclass(frozen=True)
class ShownRow:
    """A row as a page shows it."""

    row: SheetRow
    tables: list[str]  # labels
    usable: bool  # whether it can become a draft
    same: str  # a draft at the casino that has the same rules; "" for the row's own


def shown_rows(actor: User, rows: Iterable[SheetRow]) -> list[ShownRow]:
    rows = list(rows)
    codes = {code for row in rows for code in row.tables}
    labels = dict(Table.objects.filter(code__in=codes).values_list("code", "label"))
    same = _same_drafts(actor, rows)
    return [
        ShownRow(
            row,
            [labels.get(code, code) for code in row.tables],
            is_usable(row),
            "" if row.submission else same.get((row.property_id, row.digest), ""),
        )
        for row in rows
    ]


def is_usable(row: SheetRow) -> bool:
    """Whether a row can become a draft; `without_draft` says the same of many."""
    free = row.submission is None or row.submission.state == State.WITHDRAWN
    return free and row.outcome in GOOD and row.wanted_by_id is None


def _same_drafts(actor: User, rows: list[SheetRow]) -> dict[tuple[int | None, str], str]:
    """Drafts with the rules of some row, at its casino: reference by casino and digest."""
    wanted = {row.digest for row in rows if row.digest}
    drafts = submissions(actor).filter(state=State.DRAFT, current_version__digest__in=wanted)
    return {
        (property_id, digest): reference
        for property_id, digest, reference in drafts.order_by("-pk").values_list(
            "property_id", "current_version__digest", "reference"
        )
    }


def editions_of(actor: User) -> list[Edition]:
    """The editions that the operator's casinos can have new rules under."""
    places = set(properties(actor).values_list("jurisdiction", flat=True))
    return list(
        in_force().filter(jurisdiction__in=places).defer("document").order_by("jurisdiction", "game", "id")
    )


def casinos_under(actor: User, edition: Edition) -> list[Property]:
    return list(properties(actor).filter(jurisdiction=edition.jurisdiction))


def rules_to_export(actor: User, edition: Edition, which: str) -> QuerySet[Submission]:
    """Drafts and approvals of the operator under an edition, as its latest versions have them."""
    states = _STATES.get(which, _STATES[BOTH])
    rows = submissions(actor).filter(edition=edition, state__in=states, current_version__isnull=False)
    return rows.order_by("property__name", "pk")
