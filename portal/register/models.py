"""The public register: one append-only row for each decision, document, edition, notice and inspection.

Together the rows are a log that anyone can check: portal/register/log.py.
"""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_noop

from portal.audit.append_only import AppendOnly
from portal.register.public_fields import DECISION_OUTCOMES


class Kind(models.TextChoices):
    DECISION = "decision", gettext_noop("Decision")
    DOCUMENT = "document", gettext_noop("Document issued")
    EDITION = "edition", gettext_noop("Edition of the rules")
    READING = "reading", gettext_noop("Reading of a clause")
    LIMITS = "limits", gettext_noop("Limits changed by notice")
    INSPECTION = "inspection", gettext_noop("Inspection")


_DECIDED = models.Q(kind=Kind.DECISION, outcome__in=DECISION_OUTCOMES)


class Entry(AppendOnly):
    """`leaf` is everything public and what is hashed. The columns repeat parts of it for searching."""

    position = models.PositiveBigIntegerField(unique=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    leaf = models.JSONField()
    leaf_hash = models.CharField(max_length=64)
    # None for what belongs to no case: editions, readings, and inspections of a table without rules.
    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, null=True, related_name="register_entries"
    )
    reference = models.CharField(max_length=16, blank=True)
    jurisdiction = models.CharField(max_length=8)
    outcome = models.CharField(max_length=30, blank=True)
    operator = models.CharField(max_length=120, blank=True)
    property = models.CharField(max_length=120, blank=True)
    edition_id = models.CharField(max_length=40, blank=True)
    edition_title = models.CharField(max_length=200, blank=True)
    decided_on = models.DateField(null=True)
    entered_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-position"]
        verbose_name_plural = "entries"
        indexes = [
            models.Index(fields=["reference", "kind"], name="register_by_reference"),
            models.Index(fields=["jurisdiction", "kind", "-position"], name="register_by_jurisdiction"),
            models.Index(fields=["entered_at"], name="register_by_time"),
            models.Index(fields=["kind", "-position"], name="register_by_kind"),
            models.Index(fields=["edition_id", "kind", "-position"], name="register_by_edition"),
            # What the list of decisions counts and shows, without reading the entries themselves.
            models.Index(fields=["jurisdiction", "-position"], condition=_DECIDED, name="register_decided"),
            models.Index(fields=["operator", "-position"], condition=_DECIDED, name="register_by_operator"),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.kind} {self.reference or self.edition_id}"


class Place(AppendOnly):
    """The address of a casino's public page. Created with the first approval there, it never changes."""

    slug = models.SlugField(max_length=140, unique=True)
    property = models.OneToOneField("accounts.Property", on_delete=models.PROTECT, related_name="place")

    def __str__(self) -> str:
        return self.slug


class Checkpoint(AppendOnly):
    """A signed statement of the log's size and root hash. There is at most one for each size."""

    size = models.PositiveBigIntegerField(unique=True)
    root = models.CharField(max_length=64)
    note = models.TextField("the statement with its signature, as it is handed out")
    signed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-size"]

    def __str__(self) -> str:
        return f"Checkpoint over {self.size}"

    @property
    def cosigned_note(self) -> str:
        """The note as it is published: with the signatures of the witnesses, in the order of their names."""
        return self.note + "".join(row.line for row in sorted(self.cosignatures.all(), key=str))


class Cosignature(AppendOnly):
    """The signature of a witness under a checkpoint, verified before it is stored."""

    checkpoint = models.ForeignKey(Checkpoint, on_delete=models.PROTECT, related_name="cosignatures")
    witness = models.CharField("the public key of the witness, in one line", max_length=300)
    line = models.CharField("the signature as it stands below the note", max_length=500)
    cosigned_at = models.DateTimeField("by the clock of the witness")
    received_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["checkpoint", "witness"], name="cosigned_once")]
        indexes = [models.Index(fields=["witness", "-checkpoint"], name="cosigned_by_witness")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return self.witness.partition("+")[0]


class LogKey(AppendOnly):
    """Every public key that ever signed here, so that what it signed stays verifiable."""

    line = models.CharField("name, id and key, as handed out", max_length=300, unique=True)
    first_used_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.line


class LogTile(models.Model):
    """256 hashes of the log, or fewer at its end. Made from the entries, and made again if damaged."""

    level = models.PositiveSmallIntegerField()
    number = models.PositiveBigIntegerField()
    hashes = models.BinaryField()

    class Meta:
        ordering = ["level", "number"]
        constraints = [models.UniqueConstraint(fields=["level", "number"], name="log_tile_once")]

    def __str__(self) -> str:
        return f"Tile {self.level}/{self.number}"


class LogState(models.Model):
    """One row: when the whole log was last checked, how long it took, and the problems found."""

    examined_at = models.DateTimeField(null=True)
    took_ms = models.PositiveBigIntegerField(default=0)
    problems = models.JSONField(default=list)

    def __str__(self) -> str:
        return "; ".join(self.problems) or "in order"


class LogWitness(models.Model):
    """What happened when a witness was last asked to sign. `problem` is empty if it signed."""

    key = models.CharField("the public key of the witness, in one line", max_length=300, unique=True)
    size = models.PositiveBigIntegerField("how many entries it has seen, as far as is known", default=0)
    problem = models.CharField(max_length=500, blank=True)
    refused = models.BooleanField("it answered, and would not sign", default=False)
    changed_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.key.partition("+")[0]


class WitnessedLog(models.Model):
    """A log of somebody else that this Baize witnesses: the last checkpoint of it that was cosigned."""

    origin = models.CharField(max_length=300, unique=True)
    size = models.PositiveBigIntegerField(default=0)
    root = models.CharField(max_length=64, blank=True)
    note = models.TextField("the checkpoint with its signature", blank=True)
    seen_at = models.DateTimeField(null=True)
    # Kept as evidence: both notes are signed by the log's key and cannot both be true.
    contradiction = models.TextField("a signed checkpoint of the same size with another root", blank=True)

    class Meta:
        ordering = ["origin"]

    def __str__(self) -> str:
        return self.origin
