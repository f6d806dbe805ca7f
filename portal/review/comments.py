"""Remarks on a case, or on one choice, finding or clause of it. Written once; most stay inside."""

from django.db import transaction
from django.db.models import QuerySet

from craps import BadInput, Edition, rulebook
from portal.accounts.models import User
from portal.accounts.permissions import can, require
from portal.audit.services import record
from portal.errors import BadValue, NotPossible
from portal.review import events
from portal.review.findings import findings_by_key
from portal.review.models import Comment
from portal.review.required_input import require_text
from portal.submissions import selectors
from portal.submissions.models import Submission, Version
from portal.submissions.wording import describe_choices

About = Comment.About


def comments(actor: User, submission: Submission) -> QuerySet[Comment]:
    """Oldest first: all of them for the regulator, for the operator those it is meant to see."""
    rows = submission.comments.select_related("author__organisation", "version").order_by("pk")
    if can(actor, "review.view"):
        return rows
    return rows.filter(shown_to_operator=True)


@transaction.atomic
def comment(
    *,
    actor: User,
    reference: str,
    about_kind: str = About.CASE,
    about: str = "",
    text: str,
    shown_to_operator: bool = False,
) -> Comment:
    """Adds a remark on the submitted version. The operator is notified of one that is meant for it."""
    submission = selectors.submission(actor, reference)
    require(actor, "review.note")
    version = submission.submitted_version
    if version is None:
        raise NotPossible(f"{reference} has not been submitted yet.")
    about = about.strip()
    _check_place(about_kind, about, version)
    row = Comment.objects.create(
        submission=submission,
        version=version,
        about_kind=about_kind,
        about=about,
        text=require_text(text, "text", "Enter the note.", longest=10_000),
        shown_to_operator=shown_to_operator,
        author=actor,
    )
    # Its text stays out of the trail, which the operator's side can partly read.
    record(
        actor=actor,
        action="review.comment" if shown_to_operator else "review.note",
        obj=submission,
        organisation=actor.organisation,
        after={"about": about_kind, "place": about, "version": version.number},
    )
    events.commented.send(sender=Comment, comment=row)
    return row


def _check_place(kind: str, about: str, version: Version) -> None:
    if kind not in About.values:
        raise BadValue(f"Comment on one of these: {', '.join(About.values)}.", field="about_kind")
    if kind == About.CASE:
        known = not about
    elif kind == About.FINDING:
        known = about in findings_by_key(version)
    elif kind == About.CLAUSE:
        known = _is_clause(version.rules.edition, about)
    else:
        rows = describe_choices(version.rules)
        sections = {row["path"].partition(".")[0] for row in rows} | set(version.ruleset)
        known = len(about) <= 200 and about.partition(".")[0] in sections
    if not known:
        place = {About.CASE: "A comment on the case itself names no place."}
        raise BadValue(
            place.get(About(kind), f"There is no {kind} “{about[:80]}” in version {version.number}."),
            field="about",
        )


def _is_clause(edition: Edition, clause: str) -> bool:
    """Also a run of clauses as a finding cites it."""
    try:
        return bool(clause) and all(rulebook.clause(edition, one) for one in rulebook.cited(clause))
    except BadInput:
        return False
