from django.conf import settings
from django.db.models import QuerySet

from portal.accounts.models import User
from portal.notices.models import Mail, Muted, Notice, Topic


def notices(actor: User) -> QuerySet[Notice]:
    return Notice.objects.filter(user=actor).select_related("submission").order_by("-pk")


def unread(actor: User) -> int:
    return Notice.objects.filter(user=actor, read_at=None).count()


def topics_for(actor: User) -> list[Topic]:
    """The topics this person can get notices about."""
    shared = [Topic.WORK, Topic.PROGRESS, Topic.DECISION, Topic.DOCUMENT, Topic.REMINDER]
    if actor.is_operator:
        return [*shared, Topic.CHECK]
    return [*shared, Topic.LIMITS] if actor.is_regulator else []


def muted(actor: User) -> set[str]:
    """The topics this person gets no e-mail about."""
    return set(Muted.objects.filter(user=actor).values_list("topic", flat=True))


def outbox(actor: User) -> QuerySet[Mail]:
    """All e-mails for a site administrator; in demo mode, everyone's own."""
    if actor.is_site_admin:
        return Mail.objects.all()
    return Mail.objects.filter(to=actor.email) if settings.DEMO else Mail.objects.none()
