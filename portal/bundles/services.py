"""Orders, opens and removes bundles. outbox.py makes them."""

from functools import partial
from typing import IO

from django.db import transaction
from django.utils import timezone

from portal import files
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.accounts.selectors import own_organisation
from portal.audit.services import record
from portal.bundles import publication, selectors, tasks
from portal.bundles.models import Bundle, BundleKind, BundleState
from portal.errors import NotPossible
from portal.queueing import queue_on_commit
from portal.submissions.models import Submission
from portal.submissions.selectors import submission as visible_submission


@transaction.atomic
def order(*, actor: User, reference: str, kind: str) -> Bundle:
    """Order a bundle. One that is being made, or still shows the case as it is, is returned as it is."""
    submission = visible_submission(actor, reference)
    require(actor, selectors.PERMISSIONS[BundleKind(kind)])
    if kind == BundleKind.PUBLICATION:
        publication.entry_of(submission)
    bundle, created = Bundle.objects.select_for_update(no_key=True).get_or_create(
        submission=submission,
        kind=kind,
        organisation=own_organisation(actor),
        defaults={"ordered_by": actor},
    )
    bundle.submission = submission
    if not created and (bundle.is_pending or selectors.is_current(bundle)):
        return bundle
    bundle.state, bundle.ordered_by = BundleState.WAITING, actor
    bundle.ordered_at = bundle.next_attempt_at = timezone.now()
    bundle.attempts = bundle.failures = bundle.files_done = bundle.files_total = 0
    bundle.failure = ""
    bundle.save()
    _record(actor, "bundle.order", bundle, submission)
    queue_on_commit(tasks.make, bundle.pk)
    return bundle


@transaction.atomic
def open_bundle(*, actor: User, bundle: Bundle) -> IO[bytes]:
    """The finished zip, open for reading, after its hash was checked. The download is recorded."""
    require(actor, selectors.PERMISSIONS[BundleKind(bundle.kind)])
    if not bundle.is_ready:
        raise NotPossible(f"{bundle} is not ready yet: {bundle.get_state_display().lower()}.")
    try:
        file = files.open_checked(bundle.file, bundle.sha256)
    except files.FileProblem:
        raise NotPossible(
            f"The stored file of {bundle} is missing or was altered, so it cannot be downloaded. "
            "Order it again."
        ) from None
    _record(actor, "bundle.download", bundle, bundle.submission)
    return file


def delete_expired() -> int:
    """Remove bundles whose time is over, with their files. Return how many."""
    expired = Bundle.objects.filter(state=BundleState.READY, expires_at__lt=timezone.now())
    removed = 0
    for row in expired.order_by("pk"):
        with transaction.atomic():
            bundle = expired.select_for_update(no_key=True).filter(pk=row.pk).first()
            if bundle is None:  # ordered again since
                continue
            name = bundle.file
            record(actor=None, action="bundle.expire", obj=bundle)
            bundle.delete()
            transaction.on_commit(partial(files.delete, name))
            removed += 1
    return removed


def _record(actor: User, action: str, bundle: Bundle, submission: Submission) -> None:
    # A regulator does not learn from its trail that an operator packs up a draft.
    where = submission.jurisdiction if actor.is_regulator else ""
    record(actor=actor, action=action, obj=bundle, jurisdiction=where, after={"sha256": bundle.sha256})
