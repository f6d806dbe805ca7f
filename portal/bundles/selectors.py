"""Bundles as pages and API read them."""

from dataclasses import dataclass

from django.db.models import QuerySet

from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.bundles.models import Bundle, BundleKind
from portal.bundles.publication import entry_of
from portal.bundles.stamps import stamp_for
from portal.errors import DomainError, NotFound
from portal.submissions import selectors as submissions
from portal.submissions.models import Submission

PERMISSIONS = {BundleKind.CASE_FILE: "bundle.order", BundleKind.PUBLICATION: "bundle.publish"}


@dataclass(frozen=True)
class Offer:
    """A kind of bundle that a person may order, and the one there is: `current` while it shows the case."""

    kind: BundleKind
    bundle: Bundle | None
    current: bool
    obstacle: str  # why it cannot be ordered now, or ""


def offers(actor: User, submission: Submission) -> list[Offer]:
    """Every kind the actor may order for a case, with the bundle its organisation has."""
    made = {bundle.kind: bundle for bundle in _bundles(actor).filter(submission=submission)}
    rows = []
    for kind, permission in PERMISSIONS.items():
        if not can(actor, permission):
            continue
        bundle = made.get(kind)
        current = bundle is not None and is_current(bundle)
        rows.append(Offer(kind, bundle, current, _obstacle(kind, submission)))
    return rows


def bundle(actor: User, bundle_id: int) -> Bundle:
    row = _bundles(actor).filter(pk=bundle_id).first()
    if row is None or not can(actor, PERMISSIONS[BundleKind(row.kind)]):
        raise NotFound("Bundle not found.")
    return row


def bundle_of(actor: User, reference: str, kind: str) -> Bundle:
    """The bundle of a kind that the actor's organisation ordered for a case."""
    submission = submissions.submission(actor, reference)
    row = _bundles(actor).filter(submission=submission, kind=kind).first()
    if row is None:
        raise NotFound(f"No {BundleKind(kind).label.lower()} of {reference} has been ordered yet.")
    return row


def is_current(bundle: Bundle) -> bool:
    """Whether a finished bundle still shows the case as it is."""
    try:
        return bundle.is_ready and bundle.stamp == stamp_for(bundle, bundle.submission)
    except DomainError:
        return False


def _bundles(actor: User) -> QuerySet[Bundle]:
    rows = Bundle.objects.filter(
        organisation=actor.organisation_id or 0, submission__in=submissions.submissions(actor)
    )
    return rows.select_related("submission__property", "submission__organisation", "ordered_by")


def _obstacle(kind: BundleKind, submission: Submission) -> str:
    if kind == BundleKind.PUBLICATION:
        try:
            entry_of(submission)
        except DomainError as error:
            return error.message
    return ""
