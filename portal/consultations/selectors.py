"""Consultations and comments as pages, the API and services read them."""

from datetime import timedelta

from django.db.models import Count, Q, QuerySet, Sum

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.accounts.permissions import can, require
from portal.consultations.models import Comment, CommentState, Consultation, ConsultationState
from portal.errors import NotFound

CLOSING_SOON = timedelta(days=7)
_UNSEEN = (CommentState.UNCONFIRMED, CommentState.WITHDRAWN)


# For everybody -------------------------------------------------------------------------------------------


def consultations() -> QuerySet[Consultation]:
    """Every consultation, the latest first, with how many comments are published."""
    published = Count("comments", filter=Q(comments__state=CommentState.PUBLISHED))
    return Consultation.objects.select_related("edition").annotate(published_count=published).order_by("-pk")


def consultation(slug: str) -> Consultation:
    try:
        return consultations().get(slug=slug)
    except Consultation.DoesNotExist:
        raise NotFound(f"There is no consultation named {slug}.") from None


def open_consultations() -> list[Consultation]:
    """Those that take comments today, the one that closes first first."""
    rows = consultations().filter(state=ConsultationState.OPEN).order_by("closes_on", "pk")
    return [row for row in rows if row.is_open]


def consultations_of(edition_id: str) -> QuerySet[Consultation]:
    return consultations().filter(edition_id=edition_id).order_by("pk")


def published_comments(row: Consultation) -> QuerySet[Comment]:
    """What the public may read, in the order of publication."""
    comments = row.comments.filter(state=CommentState.PUBLISHED)
    return comments.select_related("answer", "consultation").order_by("number")


def stamp() -> str:
    """Changes whenever a public page of consultations does."""
    totals = Consultation.objects.aggregate(rows=Count("pk"), revisions=Sum("revision"))
    return f"{totals['rows']}:{totals['revisions']}"


# For the regulator ---------------------------------------------------------------------------------------


def consultations_visible_to(actor: User) -> QuerySet[Consultation]:
    """The consultations of the regulator's jurisdictions, with how many comments wait for moderation."""
    organisation = actor.organisation
    if not can(actor, "review.view") or organisation is None:
        return Consultation.objects.none()
    waiting = Count("comments", filter=Q(comments__state=CommentState.WAITING), distinct=True)
    return (
        consultations()
        .filter(jurisdiction__in=organisation.jurisdiction_codes)
        .annotate(waiting_count=waiting)
    )


def consultation_visible_to(actor: User, consultation_id: int) -> Consultation:
    try:
        return consultations_visible_to(actor).get(pk=consultation_id)
    except Consultation.DoesNotExist:
        raise NotFound("There is no such consultation.") from None


def comments_visible_to(actor: User, row: Consultation) -> QuerySet[Comment]:
    """Comments whose address is confirmed; before that nobody sees them. Published ones for those who do
    not moderate."""
    rows = row.comments.exclude(state__in=_UNSEEN).select_related("answer", "consultation", "moderated_by")
    if can(actor, "consultation.moderate"):
        return rows
    return rows.filter(state=CommentState.PUBLISHED) if can(actor, "review.view") else rows.none()


def comment_to_moderate(actor: User, comment_id: int) -> Comment:
    rows = Comment.objects.exclude(state__in=_UNSEEN).select_related("consultation")
    comment = rows.filter(pk=comment_id).first()
    if comment is None:
        raise NotFound("There is no such comment.")
    consultation_visible_to(actor, comment.consultation_id)
    require(actor, "consultation.moderate")
    return comment


def needs_moderation(actor: User) -> QuerySet[Consultation]:
    """Consultations with comments to moderate; none for somebody who may not."""
    waiting = Comment.objects.filter(state=CommentState.WAITING).values("consultation")
    rows = consultations_visible_to(actor).filter(pk__in=waiting)
    return rows.order_by("pk") if can(actor, "consultation.moderate") else rows.none()


def needs_attention(actor: User) -> list[Consultation]:
    """Consultations that close within a week, or are closed and wait for the overall statement."""
    if not can(actor, "consultation.manage"):
        return []
    rows = consultations_visible_to(actor).filter(
        Q(state=ConsultationState.OPEN) | Q(state=ConsultationState.CLOSED, statement="")
    )
    return [
        row
        for row in rows.order_by("closes_on", "pk")
        if row.state == ConsultationState.CLOSED
        or row.closes_on - jurisdiction(row.jurisdiction).today() <= CLOSING_SOON
    ]
