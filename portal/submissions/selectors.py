"""Submissions an actor may see; NotFound for every other."""

from django.db.models import Q, QuerySet

from portal.accounts.models import User
from portal.accounts.permissions import can, require
from portal.errors import NotFound
from portal.submissions.models import State, Submission, Version


def submissions(actor: User) -> QuerySet[Submission]:
    """An operator's own; for a regulator those of its jurisdictions that have ever been submitted."""
    rows = _visible_to(actor).select_related(
        "organisation", "property", "edition", "current_version", "submitted_version", "assignee"
    )
    return rows.defer("edition__document")  # the whole rulebook as data: long, and read nowhere from here


def seen_by_regulator() -> Q:
    """A draft that was never submitted is the operator's own business."""
    return ~Q(state=State.DRAFT) & Q(submitted_at__isnull=False)


def submission(actor: User, reference: str) -> Submission:
    try:
        return submissions(actor).get(reference=reference)
    except Submission.DoesNotExist:
        raise NotFound(f"There is no submission {reference}.") from None


def lock_submission(actor: User, reference: str, permission: str) -> Submission:
    """The submission, locked until the transaction ends.

    NotFound where the actor may not see it, NotPermitted where its roles do not allow this.

    Its own row only: a join could bring back a version that was replaced while this waited for the lock.
    """
    rows = _visible_to(actor).select_for_update(no_key=True)
    submission = rows.filter(reference=reference).first()
    if submission is None:
        raise NotFound(f"There is no submission {reference}.")
    require(actor, permission)
    return submission


def draft(actor: User, reference: str) -> Submission:
    """A submission with what its editor needs and no more: it is asked for at every keystroke's check."""
    rows = Submission.objects.select_related("current_version").only(
        "reference",
        "state",
        "submitted_at",
        "jurisdiction",
        "all_tables",
        "organisation_id",
        "property_id",
        "edition_id",
        "current_version__number",
        "current_version__ruleset",
    )
    organisation = actor.organisation
    if can(actor, "submission.view") and organisation is not None and organisation.is_operator:
        try:
            return rows.get(organisation=organisation, reference=reference)
        except Submission.DoesNotExist:
            pass
    raise NotFound(f"There is no submission {reference}.")


def version_shown_to(actor: User, submission: Submission) -> Version:
    """The latest save for the operator; what was last submitted for the regulator."""
    shown = submission.submitted_version if actor.is_regulator else submission.current_version
    if shown is None:
        raise NotFound(f"Submission {submission.reference} has nothing to show yet.")
    return shown


def versions(actor: User, submission: Submission) -> QuerySet[Version]:
    """Every save for the operator; for the regulator those up to what was last submitted."""
    rows = submission.versions.select_related("author__organisation")
    if actor.is_regulator and submission.submitted_version is not None:
        rows = rows.filter(number__lte=submission.submitted_version.number)
    return rows


def version(actor: User, reference: str, number: int) -> Version:
    try:
        return versions(actor, submission(actor, reference)).get(number=number)
    except Version.DoesNotExist:
        raise NotFound(f"Submission {reference} has no version {number}.") from None


def _visible_to(actor: User) -> QuerySet[Submission]:
    organisation = actor.organisation
    if not can(actor, "submission.view") or organisation is None:
        return Submission.objects.none()
    if organisation.is_operator:
        return Submission.objects.filter(organisation=organisation)
    return Submission.objects.filter(seen_by_regulator(), jurisdiction__in=organisation.jurisdiction_codes)
