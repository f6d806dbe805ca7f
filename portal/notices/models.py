"""What people are told: on the page and by e-mail."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Topic(models.TextChoices):
    """What a notice is about. A person may do without the e-mail for all but the first and last."""

    WORK = "work", "Something waits for you"
    PROGRESS = "progress", "A case moves along"
    DECISION = "decision", "Decisions, and what becomes of an approval"
    DOCUMENT = "document", "Certificates"
    LIMITS = "limits", "Limits changed by notice"
    CHECK = "check", "A check was repeated and found something else"
    REMINDER = "reminder", "Reminders of what is due"
    ACCESS = "access", "Tokens and webhooks"


class Muted(models.Model):
    """A topic of which a person wants no e-mail. The notice on the page comes all the same."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="muted_topics")
    topic = models.CharField(max_length=10, choices=Topic.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "topic"], name="muted_once"),
            # The clock runs while something waits: that e-mail always goes out.
            models.CheckConstraint(condition=~models.Q(topic="work"), name="muted_never_work"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_topic_display()}"


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

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["user", "read_at"], name="notice_unread")]

    def __str__(self) -> str:
        return self.text


class Mail(models.Model):
    """An e-mail, written in the transaction it tells of and sent after its commit."""

    to = models.EmailField()
    subject = models.CharField(max_length=200)
    body = models.TextField()
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    # Holds a link that lets its bearer in: the text is wiped once the mail has gone out.
    confidential = models.BooleanField(default=False)
    sent_at = models.DateTimeField(null=True, blank=True)
    next_attempt_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    failure = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["sent_at", "next_attempt_at"], name="mail_unsent")]

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"
