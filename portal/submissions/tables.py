"""Which rules are in force at a table."""

from datetime import date

from portal.accounts.models import Table
from portal.submissions.models import HOLDS_FORCE, Submission


def approval_at(table: Table, on: date | None = None) -> Submission | None:
    """The approval in force or suspended at a table today, or on a past day; None if there is none."""
    rows = Submission.objects.filter(property_id=table.property_id, game=table.game)
    if on is None:
        return rows.filter(state__in=HOLDS_FORCE).first()
    held = rows.filter(in_force_from__lte=on).exclude(in_force_to__lt=on)
    return held.order_by("-in_force_from", "-pk").first()
