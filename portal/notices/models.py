"""Notices on the page, e-mails, and webhooks to organisations' systems."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from portal.outbox import OutboxRow


class Topic(models.TextChoices):
    """What a notice is about. E-mail about the first is always sent, about the last always at once."""

    WORK = "work", "Your tasks"
    PROGRESS = "progress", "Progress of a case"
    DECISION = "decision", "Decisions and changes to an approval"
    DOCUMENT = "document", "Certificates"
    LIMITS = "limits", "Limits changed by notice"
    CHECK = "check", "A repeated check with a different result"
    REMINDER = "reminder", "Reminders of what is due"
    ACCESS = "access", "Tokens and webhooks"


class When(models.TextChoices):
    """When a notice is also sent by e-mail."""

    AT_ONCE = "at_once", "At once"
    DAILY = "daily", "Once a day"
    WEEKLY = "weekly", "Once a week"
    NEVER = "never", "Never"


class EmailChoice(models.Model):
    """When a person wants e-mail about a topic; without a row at once. The page shows every notice."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="email_choices")
    topic = models.CharField(max_length=10, choices=Topic.choices)
    when = models.CharField(max_length=8, choices=When.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "topic"], name="email_choice_once"),
            models.CheckConstraint(condition=models.Q(when__in=When.values), name="email_choice_known"),
            # The clock runs while work is waiting, so that e-mail is always sent.
            models.CheckConstraint(
                condition=~models.Q(topic="work", when="never"), name="email_choice_never_without_work"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_topic_display()} {self.get_when_display().lower()}"


class Notice(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    text = models.CharField(max_length=300)
    topic = models.CharField(max_length=10, choices=Topic.choices, default=Topic.PROGRESS)
    url = models.CharField(max_length=200, blank=True)
    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    read_at = models.DateTimeField(null=True, blank=True)
    # The e-mail that collects it, and when that was written; empty for one sent at once or not at all.
    digest = models.CharField(
        max_length=8, blank=True, choices=[("daily", "Once a day"), ("weekly", "Once a week")]
    )
    digested_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["user", "read_at"], name="notice_unread"),
            models.Index(
                fields=["user", "created_at"],
                condition=models.Q(digested_at=None) & ~models.Q(digest=""),
                name="notice_to_digest",
            ),
        ]

    def __str__(self) -> str:
        return self.text


class Mail(models.Model):
    """An e-mail, written in the transaction of its event and sent after the commit."""

    to = models.EmailField()
    subject = models.CharField(max_length=200)
    body = models.TextField()
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    # Contains a link that signs its holder in: the text is deleted once the e-mail is sent.
    confidential = models.BooleanField(default=False)
    # What it is about, where the address has to be erased with that.
    about = models.CharField(max_length=60, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    next_attempt_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    failure = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["sent_at", "next_attempt_at"], name="mail_unsent")]

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"


class WebhookEvent(models.TextChoices):
    """The events a webhook can subscribe to."""

    SUBMISSION_MOVED = "submission.moved", "A submission moves to another state"
    QUERY_OPENED = "query.opened", "The regulator asks a question"
    QUERY_ANSWERED = "query.answered", "The operator answers it"
    DECISION_MADE = "decision.made", "A submission is approved or refused"
    DOCUMENT_ISSUED = "document.issued", "A document is ready"
    REGISTER_ENTERED = "register.entered", "The public register gets an entry"
    INSPECTION_FINISHED = "inspection.finished", "An inspection of a table is finished"
    CONSULTATION_MOVED = (
        "consultation.moved",
        "A consultation is opened, updated, extended, closed or answered",
    )
    EDITION_MOVED = (
        "edition.moved",
        "An edition is published, withdrawn or in force; for regulators also proposed or sent back",
    )
    CONDITION_MOVED = "condition.moved", "A condition is reported as met, sent back, accepted or reopened"
    FINDING_MOVED = "finding.moved", "A finding of an inspection is remedied, sent back, closed or reopened"


WEBHOOK_TEST = "webhook.test"  # sent on demand, to any webhook


class Endpoint(models.Model):
    """A webhook of an organisation. Its secret is stored encrypted, because signing needs it."""

    organisation = models.ForeignKey(
        "accounts.Organisation", on_delete=models.PROTECT, related_name="endpoints"
    )
    url = models.CharField("address", max_length=500)
    events = models.JSONField(default=list)
    secret = models.TextField()
    # Both secrets sign for a day after a change, so that the receiver can switch.
    former_secret = models.TextField(blank=True)
    former_until = models.DateTimeField(null=True, blank=True)
    active = models.BooleanField(default=True)
    closed_because = models.CharField("why Baize switched it off", max_length=300, blank=True)
    failed_in_a_row = models.PositiveIntegerField("deliveries given up since the last success", default=0)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["organisation", "url"], name="endpoint_once_per_organisation"),
        ]

    def __str__(self) -> str:
        return self.url


class DeliveryState(models.TextChoices):
    WAITING = "waiting", "Waiting"
    SENDING = "sending", "Being sent"
    DELIVERED = "delivered", "Delivered"
    FAILED = "failed", "Given up"


class Delivery(OutboxRow):
    """One message to one endpoint, written in the transaction of its event."""

    endpoint = models.ForeignKey(Endpoint, on_delete=models.CASCADE, related_name="deliveries")
    # The same for every attempt and for a redelivery, so that the receiver can spot duplicates.
    message_id = models.CharField(max_length=40)
    event = models.CharField(max_length=30)
    about = models.CharField("reference", max_length=20, blank=True)
    body = models.TextField("the text as signed and sent")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    state = models.CharField(max_length=10, choices=DeliveryState.choices, default=DeliveryState.WAITING)
    status = models.PositiveSmallIntegerField("what the receiver answered last", null=True, blank=True)
    answer = models.TextField("the first kilobyte of it", blank=True)
    milliseconds = models.PositiveIntegerField(null=True, blank=True)
    failure = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "deliveries"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=DeliveryState.values), name="delivery_state_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(state=DeliveryState.SENDING)
                | (~models.Q(claim="") & models.Q(lease_until__isnull=False)),
                name="delivery_in_work_has_lease",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "next_attempt_at"], name="delivery_outbox"),
            models.Index(fields=["endpoint", "-id"], name="delivery_log"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.about}".strip()

    @property
    def event_label(self) -> str:
        return "A test" if self.event == WEBHOOK_TEST else WebhookEvent(self.event).label

    @property
    def is_over(self) -> bool:
        return self.state in (DeliveryState.DELIVERED, DeliveryState.FAILED)
