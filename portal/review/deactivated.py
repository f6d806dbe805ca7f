"""What is left to decide about operators that were deactivated: their approvals and open cases stand."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from portal.accounts.models import Kind, Organisation, User
from portal.accounts.permissions import can
from portal.review.conditions import STANDING
from portal.submissions.models import WAITING, State, Submission

OPEN = (*WAITING, State.RETURNED)  # with the regulator, or back with the operator


@dataclass(frozen=True)
class Left:
    """An operator, and how much of it is left to decide."""

    organisation: Organisation
    approvals: int
    cases: int

    @property
    def words(self) -> str:
        """Such as "2 approvals and 1 open case"."""
        approvals = f"{self.approvals} approval{'' if self.approvals == 1 else 's'}" if self.approvals else ""
        cases = f"{self.cases} open case{'' if self.cases == 1 else 's'}" if self.cases else ""
        return " and ".join(each for each in (approvals, cases) if each)


def operators_left(actor: User) -> list[Left]:
    """The deactivated operators with something left in the actor's jurisdictions, the latest first."""
    if not can(actor, "review.view") or actor.organisation is None:
        return []
    gone = Organisation.objects.filter(kind=Kind.OPERATOR, deactivated_at__isnull=False)
    return left_of(gone.order_by("-deactivated_at", "pk"), actor.organisation.jurisdiction_codes)


def left_of(operators: Iterable[Organisation], jurisdictions: Iterable[str]) -> list[Left]:
    """What of these operators is left in these jurisdictions; those with nothing left are left out."""
    operators = list(operators)
    if not operators:
        return []
    rows = Submission.objects.filter(
        organisation__in=operators,
        jurisdiction__in=list(jurisdictions),
        state__in=(*OPEN, *STANDING),
    )
    counts = (
        rows.order_by()
        .values("organisation_id")
        .annotate(
            approvals=Count("pk", filter=Q(state__in=STANDING)), cases=Count("pk", filter=Q(state__in=OPEN))
        )
    )
    by_id = {row["organisation_id"]: (row["approvals"], row["cases"]) for row in counts}
    return [Left(each, *by_id[each.pk]) for each in operators if each.pk in by_id]
