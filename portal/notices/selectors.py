from __future__ import annotations

from django.conf import settings
from django.db.models import QuerySet

from portal.accounts.models import User
from portal.notices.models import Mail, Notice


def notices(actor: User) -> QuerySet[Notice]:
    return Notice.objects.filter(user=actor).select_related("submission").order_by("-pk")


def unread(actor: User) -> int:
    return Notice.objects.filter(user=actor, read_at=None).count()


def outbox(actor: User) -> QuerySet[Mail]:
    """E-mails written: all for a site administrator; in demo mode everyone sees those to themselves."""
    if actor.is_site_admin:
        return Mail.objects.all()
    return Mail.objects.filter(to=actor.email) if settings.DEMO else Mail.objects.none()
