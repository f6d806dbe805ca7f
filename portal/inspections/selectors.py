"""Inspections, findings and photos an actor may see. What it may not see does not exist for it.

A regulator sees the inspections of its own organisation, an operator the findings at its own tables. Until
an inspection is finished, only the regulator's inspectors see it.
"""

from datetime import date, datetime, time

from django.db.models import Prefetch, Q, QuerySet

from portal.accounts import selectors as accounts
from portal.accounts.jurisdictions import jurisdiction, latest_today
from portal.accounts.models import Organisation, Table, User
from portal.accounts.permissions import can, require
from portal.errors import NotFound
from portal.inspections.models import (
    ChecklistItem,
    FindingState,
    FindingStep,
    Inspection,
    InspectionFinding,
    ItemAnswer,
    Photo,
    PublicationChoice,
)


def table(actor: User, code: str) -> Table:
    """A table in the regulator's jurisdictions."""
    rows = accounts.tables(actor).select_related("property__organisation")
    row = rows.filter(code=code).first() if actor.is_regulator and can(actor, "inspection.view") else None
    if row is None:
        raise NotFound(f"There is no table {code}.")
    return row


def inspections(actor: User) -> QuerySet[Inspection]:
    """Finished inspections, the latest first: the regulator's own, or those of the operator's tables."""
    rows = Inspection.objects.filter(finished_at__isnull=False).select_related(
        "table__property__organisation", "inspector", "version__submission"
    )
    if not can(actor, "inspection.view"):
        return rows.none()
    return rows.filter(_own(actor)).order_by("-finished_at", "-pk")


def inspection(actor: User, inspection_id: int) -> Inspection:
    row = inspections(actor).filter(pk=inspection_id).first()
    if row is None:
        raise NotFound(f"There is no inspection {inspection_id}.")
    return row


def under_way(actor: User) -> QuerySet[Inspection]:
    """Inspections begun and not finished: for inspectors only."""
    rows = Inspection.objects.filter(finished_at=None, cancelled_at=None, regulator=actor.organisation_id)
    rows = rows.select_related("table__property", "inspector").order_by("pk")
    return rows if can(actor, "inspection.carry_out") else rows.none()


def inspection_to_carry_out(actor: User, inspection_id: int) -> Inspection:
    """An inspection of the actor's regulator, also one that is over."""
    rows = Inspection.objects.select_related("table__property__organisation", "version__submission")
    row = None
    if actor.is_regulator and can(actor, "inspection.view"):
        row = rows.filter(pk=inspection_id, regulator=actor.organisation_id).first()
    if row is None:
        raise NotFound(f"There is no inspection {inspection_id}.")
    require(actor, "inspection.carry_out")
    return row


def items(inspection: Inspection) -> list[ChecklistItem]:
    """The checklist with its answers and photos; the last answer of an item counts."""
    rows = inspection.items.prefetch_related("answers__sending", "photos").order_by("number")
    return list(rows)


def items_shown_to(actor: User, inspection: Inspection) -> list[ChecklistItem]:
    """The regulator reads the whole checklist of its inspection, an operator only the findings."""
    return items(inspection) if actor.organisation_id == inspection.regulator_id else []


def last_answers(inspection: Inspection) -> dict[ChecklistItem, ItemAnswer]:
    """The answer that counts of each item that has one."""
    return {
        item: answers[-1]
        for item in inspection.items.prefetch_related("answers").order_by("number")
        if (answers := list(item.answers.all()))
    }


def findings(actor: User) -> QuerySet[InspectionFinding]:
    """The regulator's own; for an operator those at its tables."""
    rows = InspectionFinding.objects.filter(inspection__finished_at__isnull=False).select_related(
        "item", "inspection__table__property__organisation", "inspection__version__submission", "suspension"
    )
    if not can(actor, "inspection.view"):
        return rows.none()
    return rows.filter(_own(actor, "inspection__"))


def finding(actor: User, finding_id: int) -> InspectionFinding:
    steps = Prefetch("steps", FindingStep.objects.select_related("by__organisation"))
    rows = findings(actor).prefetch_related(steps, "steps__photos", "item__photos")
    row = rows.filter(pk=finding_id).first()
    if row is None:
        raise NotFound(f"There is no finding {finding_id}.")
    return row


def findings_to_remedy(actor: User) -> QuerySet[InspectionFinding]:
    """What the operator has to do, the earliest day first."""
    return findings(actor).filter(state=FindingState.OPEN).order_by("due_on", "pk")


def findings_to_judge(actor: User) -> QuerySet[InspectionFinding]:
    """Remedies that were reported and wait for the regulator's word."""
    return findings(actor).filter(state=FindingState.ANSWERED).order_by("due_on", "pk")


def findings_overdue(actor: User) -> list[InspectionFinding]:
    """Open findings whose day has passed, there."""
    rows = findings(actor).filter(state=FindingState.OPEN, due_on__lte=_furthest()).order_by("due_on")
    return [row for row in rows if is_overdue(row)]


def is_overdue(finding: InspectionFinding) -> bool:
    today = jurisdiction(finding.inspection.jurisdiction).today()
    return finding.state == FindingState.OPEN and finding.due_on < today


def photo(actor: User, photo_id: int) -> Photo:
    """A photo of the actor's own inspection, or with a finding at its own table."""
    rows = Photo.objects.filter(pk=photo_id)
    row = None
    if actor.is_regulator and can(actor, "inspection.view"):
        mine = Q(item__inspection__regulator=actor.organisation_id) & (
            Q(item__inspection__finished_at__isnull=False) if not can(actor, "inspection.carry_out") else Q()
        )
        row = rows.filter(mine | Q(step__finding__inspection__regulator=actor.organisation_id)).first()
    elif can(actor, "inspection.view"):
        own = findings(actor).values("pk")
        row = rows.filter(Q(item__finding__in=own) | Q(step__finding__in=own)).first()
    if row is None:
        raise NotFound(f"There is no photo {photo_id}.")
    return row


def publishes_outcome(regulator: Organisation) -> bool:
    return PublicationChoice.objects.filter(regulator=regulator, publishes_outcome=True).exists()


def published_outcome(table: Table, on: date | None = None) -> Inspection | None:
    """The last inspection of a table, up to a day if one is given; None where outcomes are not public."""
    shown = PublicationChoice.objects.filter(publishes_outcome=True).values("regulator")
    rows = Inspection.objects.filter(table=table, finished_at__isnull=False, regulator__in=shown)
    if on is not None:
        zone = jurisdiction(table.property.jurisdiction).zone
        rows = rows.filter(finished_at__lte=datetime.combine(on, time.max, zone))
    return rows.order_by("-finished_at", "-pk").first()


def published_stamp(code: str) -> str:
    """Changes with what the public page of a table says about its inspections."""
    table = Table.objects.select_related("property").filter(code=code).first()
    shown = published_outcome(table) if table else None
    return str(shown.pk) if shown else ""


def visits(actor: User, table: Table) -> QuerySet[Inspection]:
    """Finished inspections of one table."""
    return inspections(actor).filter(table=table)


def _own(actor: User, path: str = "") -> Q:
    side = "regulator" if actor.is_regulator else "organisation"
    return Q(**{f"{path}{side}": actor.organisation_id or 0})


def _furthest() -> date:
    """No day anywhere is further on."""
    return latest_today()
