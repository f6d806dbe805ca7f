from __future__ import annotations

from django.conf import settings
from django.db.models import QuerySet

from portal.accounts.models import User
from portal.notices.models import Mail, Muted, Notice, Topic


def notices(actor: User) -> QuerySet[Notice]:
    return Notice.objects.filter(user=actor).select_related("submission").order_by("-pk")


def unread(actor: User) -> int:
    return Notice.objects.filter(user=actor, read_at=None).count()


def topics_for(actor: User) -> list[Topic]:
    """What this person is ever told of."""
    either = [Topic.WORK, Topic.PROGRESS, Topic.DECISION, Topic.DOCUMENT, Topic.REMINDER]
    if actor.is_operator:
        return [*either, Topic.CHECK]
    return [*either, Topic.LIMITS] if actor.is_regulator else []


def muted(actor: User) -> set[str]:
    """The topics this person gets no e-mail of."""
    return set(Muted.objects.filter(user=actor).values_list("topic", flat=True))


def outbox(actor: User) -> QuerySet[Mail]:
    """E-mails written: all for a site administrator; in demo mode everyone sees those to themselves."""
    if actor.is_site_admin:
        return Mail.objects.all()
    return Mail.objects.filter(to=actor.email) if settings.DEMO else Mail.objects.none()
