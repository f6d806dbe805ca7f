"""What must hold before a move: functions of (submission, actor) that return what is in the way, or ""."""

from portal.accounts.absences import own_and_deputised
from portal.accounts.jurisdictions import jurisdiction_name
from portal.accounts.models import User
from portal.accounts.same_person import seems_same
from portal.accounts.selectors import regulators_gone
from portal.accounts.waiting import BROUGHT_IN_FOR, brought_in_by, waiting_words
from portal.review.findings import unticked
from portal.review.models import IntentNotice, PlannedEnd, Recommendation
from portal.submissions.models import Coverage, State, Submission
from portal.text import and_list, format_day


def has_a_version(submission: Submission, actor: User | None) -> str:
    return "" if submission.current_version_id else "There is no rule set in it yet. Save one first."


def a_regulator_is_there(submission: Submission, actor: User | None) -> str:
    """Nothing can be submitted where every regulator has been deactivated."""
    gone = regulators_gone(submission.jurisdiction)
    if not gone:
        return ""
    return (
        f"{and_list(gone)} was deactivated, and no other regulator is responsible for "
        f"{jurisdiction_name(submission.jurisdiction)}. Your draft is kept; submit it once there is one."
    )


def is_the_assignee(submission: Submission, actor: User | None) -> str:
    """Or stands in for them."""
    if submission.assignee_id is None or actor is None or submission.assignee_id == actor.pk:
        return ""
    if submission.assignee_id in own_and_deputised(actor):
        return ""
    return f"{submission.assignee} is reviewing this. Take the case over first."


def every_finding_is_dealt_with(submission: Submission, actor: User | None) -> str:
    """An approver may rely on it that the officer looked at each finding that calls for judgement."""
    version = submission.submitted_version
    left = len(unticked(version)) if version is not None else 0
    if not left:
        return ""
    are = "One finding is" if left == 1 else f"{left} findings are"
    return f"{are} not marked as dealt with yet. Mark each breach and each finding left to judgement first."


def not_the_recommender(submission: Submission, actor: User | None) -> str:
    """Four eyes: the person who recommended this version cannot also decide on it."""
    made = latest_recommendation(submission)
    if made is None:
        return "Nobody has recommended this version yet."
    if actor is None:
        return ""
    if made.made_by_id == actor.pk:
        return "You recommended this version. Another approver has to decide on it."
    if seems_same(actor, made.made_by):
        return (
            f"Your account and that of {made.made_by}, who recommended this version, have the same name or "
            "mailbox. A decision needs two people, so another approver has to decide on it."
        )
    if brought_in_by(actor, made.made_by_id, "review.decide"):
        return (
            f"{made.made_by}, who recommended this version, gave you your role less than "
            f"{BROUGHT_IN_FOR.days} days ago. Another approver has to decide on it."
        )
    return ""


def has_waited(submission: Submission, actor: User | None) -> str:
    """A new approver decides nothing for a day."""
    return waiting_words(actor, "review.decide") if actor is not None else ""


def names_a_table(submission: Submission, actor: User | None) -> str:
    if submission.all_tables or submission.covered.exists():
        return ""
    return "It names no table. Choose the tables it is for first."


def suspended_at_a_table(submission: Submission) -> bool:
    """In force, but suspended at one of its tables."""
    return submission.state == State.IN_FORCE and submission.covered.filter(state=Coverage.SUSPENDED).exists()


def no_notice_is_open(submission: Submission, actor: User | None) -> str:
    if open_notice(submission) is None:
        return ""
    return "A notice of intent is open already. Withdraw it before you give another."


def a_notice_is_open(submission: Submission, actor: User | None) -> str:
    return "" if open_notice(submission) else "There is no open notice of intent."


def not_replied_yet(submission: Submission, actor: User | None) -> str:
    notice = open_notice(submission)
    return "The notice already has a reply." if notice and notice.replied_at else ""


def no_surrender_to_come(submission: Submission, actor: User | None) -> str:
    return _no_end_to_come(submission, PlannedEnd.Kind.SURRENDER)


def a_surrender_to_come(submission: Submission, actor: User | None) -> str:
    return "" if _end_to_come(submission, PlannedEnd.Kind.SURRENDER) else "No surrender has been declared."


def no_revocation_to_come(submission: Submission, actor: User | None) -> str:
    return _no_end_to_come(submission, PlannedEnd.Kind.REVOKE)


def a_revocation_to_come(submission: Submission, actor: User | None) -> str:
    return "" if _end_to_come(submission, PlannedEnd.Kind.REVOKE) else "No revocation is pending."


def not_the_one_who_revoked(submission: Submission, actor: User | None) -> str:
    """Four eyes: a revocation is not undone by the person who decided it."""
    end = _end_to_come(submission, PlannedEnd.Kind.REVOKE)
    if end is not None and actor is not None and end.decided_by_id == actor.pk:
        return "You decided this revocation. Another approver has to take it back."
    return ""


def open_notice(submission: Submission) -> IntentNotice | None:
    rows = IntentNotice.objects.filter(submission=submission, withdrawn_at=None, concluded_at=None)
    return rows.select_related("submission", "given_by", "replied_by").first()


def _end_to_come(submission: Submission, kind: str) -> PlannedEnd | None:
    return PlannedEnd.objects.filter(submission=submission, kind=kind, closed_at=None).first()


def _no_end_to_come(submission: Submission, kind: str) -> str:
    end = _end_to_come(submission, kind)
    if end is None:
        return ""
    what = PlannedEnd.Kind(kind).label.lower()
    return f"A {what} already takes effect after {format_day(end.last_day)}. Take it back first."


def latest_recommendation(submission: Submission) -> Recommendation | None:
    made = Recommendation.objects.filter(version=submission.current_version).select_related("made_by")
    return made.order_by("-pk").first()
