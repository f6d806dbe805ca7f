"""Loads the core's built-in editions into the database."""

from django.db import transaction
from django.utils import timezone

from craps import all_edition_ids, load_edition
from portal.accounts.jurisdictions import jurisdiction_of_edition
from portal.audit.services import record
from portal.editions.models import Edition, EditionState


@transaction.atomic
def load_built_in_editions() -> dict[str, int]:
    """Store new and changed editions. Return how many were new, changed and unchanged."""
    counts = {"new": 0, "changed": 0, "same": 0}
    for edition_id in all_edition_ids():
        core = load_edition(edition_id)
        row = Edition.objects.filter(pk=edition_id).first()
        digests = (core.digest, core.contents_digest)
        if row is not None and (row.digest, row.contents_digest) == digests:
            counts["same"] += 1
            continue
        before = {"digest": row.digest} if row is not None else None
        row = row or Edition(pk=edition_id)
        row.title = core.title
        row.jurisdiction = jurisdiction_of_edition(edition_id)
        row.authority = core.authority or ""
        row.game = core.game
        row.in_force_from = core.in_force_from
        row.source = core.source or ""
        row.document = core.to_json()
        row.digest, row.contents_digest = digests
        row.built_in = True
        row.state = EditionState.IN_FORCE
        row.loaded_at = timezone.now()
        row.save()
        counts["changed" if before else "new"] += 1
        record(actor=None, action="edition.load", obj=row, before=before, after={"digest": core.digest})
    return counts
