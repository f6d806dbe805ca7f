"""Consultations: a draft edition opened for comment until a day, the comments, the regulator's answers."""

from datetime import date
from typing import Any, NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.audit.append_only import AppendOnly
from portal.editions.models import Edition


def _person(**options: Any) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", **options)


class ConsultationState(models.TextChoices):
    """Only portal/consultations/services.py moves a consultation from one of these to the other."""

    OPEN = "open", "Open"
    CLOSED = "closed", "Closed"


class Consultation(models.Model):
    """One draft opened for comment. It outlives its draft: what was shown is in its snapshots."""

    slug = models.SlugField(max_length=50, unique=True)
    # None once the draft is deleted.
    edition = models.ForeignKey(
        Edition, on_delete=models.SET_NULL, null=True, blank=True, related_name="consultations"
    )
    jurisdiction = models.CharField(max_length=8)
    title = models.CharField(max_length=160)
    introduction = models.TextField()
    questions = models.JSONField(default=list)
    closes_on = models.DateField("last day, in the time zone of the jurisdiction")
    state = models.CharField(max_length=6, choices=ConsultationState.choices, default=ConsultationState.OPEN)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    statement = models.TextField("the regulator's overall answer", blank=True)
    statement_at = models.DateTimeField(null=True, blank=True)
    addresses_erased_at = models.DateTimeField(null=True, blank=True)
    # While a worker counts the approvals that a snapshot affects; another takes over when it is past.
    counting_until = models.DateTimeField(null=True, blank=True)
    # Raised by everything that changes a public page: kept pages are rendered again.
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["state", "closes_on"], name="consultation_closing")]
        constraints = [
            models.UniqueConstraint(
                fields=["edition"], condition=Q(state="open"), name="consultation_one_open_per_draft"
            ),
            models.CheckConstraint(
                condition=Q(state="open", closed_at__isnull=True)
                | Q(state="closed", closed_at__isnull=False),
                name="consultation_closed_has_moment",
            ),
            models.CheckConstraint(
                condition=Q(statement="", statement_at__isnull=True)
                | (~Q(statement="") & Q(statement_at__isnull=False)),
                name="consultation_statement_has_moment",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def today(self) -> date:
        return jurisdiction(self.jurisdiction).today()

    @property
    def is_open(self) -> bool:
        """Whether comments are taken now. On the day after the last one they are not, closed or not yet."""
        return self.state == ConsultationState.OPEN and self.today <= self.closes_on

    @property
    def is_frozen(self) -> bool:
        """Whether its edition is published: comments and answers then stay as they are."""
        return self.edition is not None and self.edition.is_published

    @property
    def snapshot(self) -> "Snapshot":
        """What is consulted on now: the latest one."""
        return self.snapshots.latest("number")


class Snapshot(AppendOnly):
    """The draft as it was shown to the public from a moment on, and what it changes in words and money."""

    consultation = models.ForeignKey(Consultation, on_delete=models.PROTECT, related_name="snapshots")
    number = models.PositiveSmallIntegerField()
    edition_key = models.CharField(max_length=40)
    parent = models.ForeignKey(Edition, on_delete=models.PROTECT, null=True, related_name="+")
    title = models.CharField(max_length=200)
    # The columns of the draft that make up its contents, as they were.
    contents = models.JSONField()
    digest = models.CharField(max_length=64)
    facts = models.JSONField()
    published_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["consultation", "number"]
        constraints = [
            models.UniqueConstraint(fields=["consultation", "number"], name="snapshot_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.title}, text {self.number}"


class AffectedCount(AppendOnly):
    """How many approvals a snapshot affects, counted by the worker: figures only, never names."""

    snapshot = models.OneToOneField(Snapshot, on_delete=models.PROTECT, related_name="affected")
    counts = models.JSONField()
    counted_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.snapshot}: {self.counts}"


class Step(AppendOnly):
    """What the regulator did, for the public time line."""

    class Kind(models.TextChoices):
        OPENED = "opened", "Opened"
        UPDATED = "updated", "Draft updated"
        EXTENDED = "extended", "Closing day moved"
        CLOSED = "closed", "Closed"
        CLOSED_EARLY = "closed_early", "Closed early"
        REOPENED = "reopened", "Opened again"
        STATEMENT = "statement", "Statement published"

    consultation = models.ForeignKey(Consultation, on_delete=models.PROTECT, related_name="steps")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    at = models.DateTimeField(default=timezone.now, editable=False)
    by = _person(null=True)
    text = models.TextField(blank=True)
    closes_on = models.DateField(null=True)
    snapshot = models.ForeignKey(Snapshot, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    kind__in=[
                        "opened",
                        "updated",
                        "extended",
                        "closed",
                        "closed_early",
                        "reopened",
                        "statement",
                    ]
                ),
                name="consultation_step_known",
            )
        ]

    def __str__(self) -> str:
        return f"{self.consultation}: {self.get_kind_display()}"


class Answer(models.Model):
    """The regulator's answer to one comment or to several that say the same."""

    consultation = models.ForeignKey(Consultation, on_delete=models.PROTECT, related_name="answers")
    text = models.TextField()
    answered_by = _person()
    answered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Answer {self.pk}"


class CommentState(models.TextChoices):
    """Only portal/consultations/comments.py and moderation.py move a comment from one to another."""

    UNCONFIRMED = "unconfirmed", "Address not confirmed"
    WAITING = "waiting", "To moderate"
    PUBLISHED = "published", "Published"
    REFUSED = "refused", "Refused"
    SPAM = "spam", "Spam"
    WITHDRAWN = "withdrawn", "Withdrawn"


class CommentPart(NamedTuple):
    """A part of a published comment; the public reads `text` only if it is not struck out."""

    text: str
    struck: bool


class Comment(models.Model):
    """What somebody without an account wrote on a draft. Nobody sees it before its address is confirmed."""

    consultation = models.ForeignKey(Consultation, on_delete=models.PROTECT, related_name="comments")
    snapshot = models.ForeignKey(Snapshot, on_delete=models.PROTECT, related_name="+")
    # What it is about: a clause, a question, or neither for the whole draft.
    clause = models.CharField(max_length=40, blank=True)
    question = models.PositiveSmallIntegerField(null=True, blank=True)
    name = models.CharField(max_length=100, blank=True)
    name_withheld = models.BooleanField(default=False)
    on_behalf_of = models.CharField("organisation", max_length=120, blank=True)
    email = models.EmailField(blank=True)
    text = models.TextField(blank=True)
    state = models.CharField(max_length=12, choices=CommentState.choices, default=CommentState.UNCONFIRMED)
    # Which of its characters are not shown: pairs of start and end, in order.
    struck = models.JSONField(default=list)
    name_struck = models.BooleanField("name and organisation left out by the regulator", default=False)
    reason = models.TextField("why it was refused", blank=True)
    number = models.PositiveIntegerField("in the consultation, once published", null=True, blank=True)
    answer = models.ForeignKey(
        Answer, on_delete=models.SET_NULL, null=True, blank=True, related_name="comments"
    )
    sent_at = models.DateTimeField(default=timezone.now, editable=False)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    moderated_at = models.DateTimeField(null=True, blank=True)
    moderated_by = _person(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["consultation", "state"], name="comment_by_state"),
            models.Index(fields=["state", "sent_at"], name="comment_unconfirmed"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=CommentState.values), name="consultation_comment_state"
            ),
            models.UniqueConstraint(fields=["consultation", "number"], name="comment_number_once"),
            models.CheckConstraint(
                condition=Q(state="published", number__isnull=False, confirmed_at__isnull=False)
                | (~Q(state="published") & Q(number__isnull=True)),
                name="comment_published_has_number",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["waiting", "refused", "spam"]) | Q(confirmed_at__isnull=False),
                name="comment_seen_is_confirmed",
            ),
        ]

    def __str__(self) -> str:
        return f"Comment {self.number or self.pk}"

    @property
    def jurisdiction(self) -> str:
        return self.consultation.jurisdiction

    @property
    def parts(self) -> list[CommentPart]:
        """The text in parts, the struck ones marked: for the regulator. The public gets `public_parts`."""
        parts, at = [], 0
        for start, end in self.struck:
            parts += [
                CommentPart(self.text[at:start], struck=False),
                CommentPart(self.text[start:end], struck=True),
            ]
            at = end
        return [part for part in (*parts, CommentPart(self.text[at:], struck=False)) if part.text]

    @property
    def public_parts(self) -> list[CommentPart]:
        return [CommentPart("", struck=True) if part.struck else part for part in self.parts]

    @property
    def public_name(self) -> str:
        """Who wrote it, as the public reads it; "" if that is withheld or left out."""
        return "" if self.name_withheld or self.name_struck else self.name

    @property
    def public_organisation(self) -> str:
        return "" if self.name_struck else self.on_behalf_of


class Confirmation(models.Model):
    """The one link that an address has been sent for a consultation and that still works.

    While there is one, further comments from the address wait for the same link: nobody can make Baize
    send a stranger a second e-mail.
    """

    consultation = models.ForeignKey(Consultation, on_delete=models.CASCADE, related_name="+")
    email = models.EmailField()
    sent_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["consultation", "email"], name="confirmation_one_per_address")
        ]

    def __str__(self) -> str:
        return f"Confirmation {self.pk}"
