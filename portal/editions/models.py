"""Editions: each jurisdiction's rule document as data.

The built-in ones come from the core. A regulator drafts further ones; one person proposes a draft, and a
second one publishes it from a date.
"""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from portal.work_runs import RunState, WorkRun

if TYPE_CHECKING:
    from portal.accounts.models import User


class EditionState(models.TextChoices):
    DRAFT = "draft", "Draft"
    PROPOSED = "proposed", "Proposed, waiting for a second person"
    SCHEDULED = "scheduled", "Published, not yet in force"
    IN_FORCE = "in_force", "In force"


# What anyone may read.
PUBLISHED = (EditionState.SCHEDULED, EditionState.IN_FORCE)
_NOT_PUBLISHED = (EditionState.DRAFT, EditionState.PROPOSED)


def _person() -> "models.ForeignKey[User | None, User | None]":
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )


class Edition(models.Model):
    id = models.SlugField(primary_key=True, max_length=40)
    title = models.CharField(max_length=200)
    jurisdiction = models.CharField(max_length=8)
    authority = models.CharField(max_length=200, blank=True)
    game = models.CharField(max_length=40)
    in_force_from = models.DateField(null=True, blank=True)
    source = models.CharField(max_length=300, blank=True)
    document = models.JSONField()
    digest = models.CharField(max_length=64)
    # Its own rulebook and worked examples, in the form of the core's files; null where the parent's apply.
    book = models.JSONField(null=True, blank=True)
    examples = models.JSONField(null=True, blank=True)
    # Of document, rulebook and examples together: what is proposed, tested and published.
    contents_digest = models.CharField(max_length=64)
    built_in = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=EditionState.choices, default=EditionState.DRAFT)
    # The edition it replaces once it is in force; none if it is the first of its rules.
    parent = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="followers"
    )
    drafted_by = _person()
    # What was proposed is what is published: `proposed_digest` names it (publishing.digest_to_propose).
    proposed_by = _person()
    proposed_at = models.DateTimeField(null=True, blank=True)
    proposed_digest = models.CharField(max_length=64, blank=True)
    # Why the last proposal was sent back, until it is proposed again.
    remarks = models.TextField(blank=True)
    remarks_by = _person()
    remarks_at = models.DateTimeField(null=True, blank=True)
    published_by = _person()
    published_at = models.DateTimeField(null=True, blank=True)
    # Asked for by one person while it is scheduled, and confirmed by another, which makes it a draft again.
    withdrawal_asked_by = _person()
    withdrawal_asked_at = models.DateTimeField(null=True, blank=True)
    withdrawal_reason = models.TextField(blank=True)
    withdrawn_by = _person()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    loaded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["jurisdiction", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(built_in=True, parent__isnull=True, state="in_force")
                | (
                    Q(built_in=False, drafted_by__isnull=False)
                    & (Q(parent__isnull=False) | Q(book__isnull=False, examples__isnull=False))
                ),
                name="edition_built_in_or_drafted",
            ),
            models.CheckConstraint(
                condition=Q(built_in=True)
                | Q(state__in=_NOT_PUBLISHED, published_by__isnull=True, published_at__isnull=True)
                | Q(
                    state__in=PUBLISHED,
                    published_by__isnull=False,
                    published_at__isnull=False,
                    in_force_from__isnull=False,
                ),
                name="edition_published_by_somebody",
            ),
            # Published without a proposal: by an earlier version of Baize, by one person.
            models.CheckConstraint(
                condition=(
                    ~Q(state="proposed")
                    & Q(proposed_by__isnull=True, proposed_at__isnull=True, proposed_digest="")
                )
                | (
                    ~Q(state="draft")
                    & Q(proposed_by__isnull=False, proposed_at__isnull=False, in_force_from__isnull=False)
                    & ~Q(proposed_digest="")
                ),
                name="edition_proposed_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(proposed_by__isnull=True)
                | Q(published_by__isnull=True)
                | ~Q(published_by=F("proposed_by")),
                name="edition_published_by_another",
            ),
            # Asked for while it is scheduled, or confirmed by another person and a draft again.
            models.CheckConstraint(
                condition=Q(
                    withdrawal_asked_by__isnull=True,
                    withdrawal_asked_at__isnull=True,
                    withdrawn_by__isnull=True,
                    withdrawn_at__isnull=True,
                )
                | Q(
                    state="scheduled",
                    withdrawal_asked_by__isnull=False,
                    withdrawal_asked_at__isnull=False,
                    withdrawn_by__isnull=True,
                    withdrawn_at__isnull=True,
                )
                | (
                    Q(
                        state="draft",
                        withdrawal_asked_by__isnull=False,
                        withdrawal_asked_at__isnull=False,
                        withdrawn_by__isnull=False,
                        withdrawn_at__isnull=False,
                    )
                    & ~Q(withdrawn_by=F("withdrawal_asked_by"))
                ),
                name="edition_withdrawn_by_two",
            ),
            # Two published successors of one edition would leave open which of them applies.
            models.UniqueConstraint(
                fields=["parent"], condition=Q(state__in=PUBLISHED), name="edition_one_follower_published"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def book_id(self) -> str:
        """The edition whose public rulebook applies: its own once published, its parent's until then;
        "" where there is none yet."""
        return self.pk if self.is_published else (self.parent_id or "")

    @property
    def is_draft(self) -> bool:
        return self.state == EditionState.DRAFT

    @property
    def is_proposed(self) -> bool:
        return self.state == EditionState.PROPOSED

    @property
    def is_scheduled(self) -> bool:
        return self.state == EditionState.SCHEDULED

    @property
    def is_published(self) -> bool:
        return self.state in PUBLISHED

    @property
    def is_to_withdraw(self) -> bool:
        """Whether one person asked to withdraw it and a second has not confirmed it yet."""
        return self.is_scheduled and self.withdrawal_asked_by_id is not None


class Drafter(models.Model):
    """A person who changed something in a draft. None of them may publish it."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="drafters")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    first_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["edition", "user"], name="drafter_once")]

    def __str__(self) -> str:
        return f"{self.edition_id}: {self.user}"


class Explanation(models.Model):
    """Why a possible error of a draft is none (craps/slips), published with the edition.

    It is about what the value was and is: after another change of the value it counts no longer.
    """

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="explanations")
    slip = models.TextField()  # its id: kind and path
    slip_digest = models.CharField(max_length=64)  # of what it was and is
    # The slip in words when it was explained: later editions may change what it is compared with.
    label = models.TextField()
    clause = models.TextField(blank=True)
    was = models.TextField(blank=True)
    now = models.TextField(blank=True)
    sentence = models.TextField()
    text = models.TextField()
    explained_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    explained_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["edition", "slip"], name="explanation_once")]

    def __str__(self) -> str:
        return f"{self.edition_id}: {self.slip}"


class EditionTestRun(WorkRun):
    """The core's own tests of a draft, and how far they are. `examined` says what was tested."""

    edition = models.OneToOneField(Edition, on_delete=models.CASCADE, related_name="test_run")
    examined = models.CharField(max_length=64)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    problems = models.JSONField(default=list)  # of each: kind and name of the test, and what is wrong

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=RunState.values), name="edition_test_state_known"
            ),
        ]
        indexes = [models.Index(fields=["state", "next_attempt_at"], name="edition_test_due")]

    def __str__(self) -> str:
        return f"Tests of {self.edition_id}"


class ClauseText(models.Model):
    """One clause or glossary term as plain text to search. Rebuilt from the core."""

    GLOSSARY = "glossary"

    book = models.CharField(max_length=40)
    clause = models.CharField(max_length=40)
    heading = models.CharField(max_length=200)
    text = models.TextField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["book", "clause"], name="one_text_a_clause")]

    def __str__(self) -> str:
        return f"{self.book} {self.clause}"
