"""Editions: each jurisdiction's rule document as data.

The built-in ones come from the core. A regulator drafts further ones from those, published from a date.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from portal.accounts import jurisdictions


class EditionState(models.TextChoices):
    DRAFT = "draft", "Draft"
    SCHEDULED = "scheduled", "Published, not yet in force"
    IN_FORCE = "in_force", "In force"


class Edition(models.Model):
    id = models.SlugField(primary_key=True, max_length=40)
    title = models.CharField(max_length=200)
    jurisdiction = models.CharField(max_length=8, choices=jurisdictions.CHOICES)
    authority = models.CharField(max_length=200, blank=True)
    game = models.CharField(max_length=40)
    in_force_from = models.DateField(null=True, blank=True)
    source = models.CharField(max_length=300, blank=True)
    document = models.JSONField()
    digest = models.CharField(max_length=64)
    built_in = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=EditionState.choices, default=EditionState.DRAFT)
    # The edition it was drafted from, which it replaces once it is in force.
    parent = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="followers"
    )
    drafted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    published_at = models.DateTimeField(null=True, blank=True)
    loaded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["jurisdiction", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(built_in=True, parent__isnull=True, state="in_force")
                | Q(built_in=False, parent__isnull=False, drafted_by__isnull=False),
                name="edition_built_in_or_drafted",
            ),
            models.CheckConstraint(
                condition=Q(built_in=True)
                | Q(state="draft", published_by__isnull=True, published_at__isnull=True)
                | (
                    ~Q(state="draft")
                    & Q(published_by__isnull=False, published_at__isnull=False, in_force_from__isnull=False)
                ),
                name="edition_published_by_somebody",
            ),
            # Two published successors of one edition would leave open which of them applies.
            models.UniqueConstraint(
                fields=["parent"], condition=~Q(state="draft"), name="edition_one_follower_published"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def book_id(self) -> str:
        """The edition whose rulebook applies: its own once published, its parent's while it is a draft."""
        return self.parent_id if self.is_draft and self.parent_id else self.pk

    @property
    def is_draft(self) -> bool:
        return self.state == EditionState.DRAFT

    @property
    def is_scheduled(self) -> bool:
        return self.state == EditionState.SCHEDULED


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
