"""Editions: each jurisdiction's rule document as data. The built-in ones come from the core."""

from django.db import models
from django.utils import timezone

from portal.accounts import jurisdictions


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
    published = models.BooleanField(default=False)
    loaded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["jurisdiction", "id"]

    def __str__(self) -> str:
        return self.title


class ClauseText(models.Model):
    """One clause of a rulebook, or a word of the glossary, as plain text to search. Rebuilt from the core."""

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
