from django.conf import settings
from django.db.models import QuerySet

from portal.accounts.models import User
from portal.notices.models import EmailChoice, Mail, Notice, Topic, When


def notices(actor: User) -> QuerySet[Notice]:
    return Notice.objects.filter(user=actor).select_related("submission").order_by("-pk")


def unread(actor: User) -> int:
    return Notice.objects.filter(user=actor, read_at=None).count()


def topics_for(actor: User) -> list[Topic]:
    """The topics this person can get notices about."""
    shared = [Topic.WORK, Topic.PROGRESS, Topic.DECISION, Topic.DOCUMENT, Topic.REMINDER]
    if actor.is_operator:
        return [*shared, Topic.CHECK]
    if actor.is_expert:
        return [Topic.WORK, Topic.REMINDER]
    return [*shared, Topic.LIMITS] if actor.is_regulator else []


def email_choices(actor: User) -> dict[str, str]:
    """When this person gets e-mail about each topic on offer."""
    chosen = dict(EmailChoice.objects.filter(user=actor).values_list("topic", "when"))
    return {topic.value: chosen.get(topic, When.AT_ONCE.value) for topic in topics_for(actor)}


def outbox(actor: User) -> QuerySet[Mail]:
    """All e-mails for a site administrator; in demo mode, everyone's own."""
    if actor.is_site_admin:
        return Mail.objects.all()
    return Mail.objects.filter(to=actor.email) if settings.DEMO else Mail.objects.none()
