"""A submission, its immutable versions, and the choices people search by."""

import builtins
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_noop

from craps import RuleSet, all_edition_ids, load_edition
from portal.audit.append_only import AppendOnly
from portal.editions.rulesets import stored_ruleset
from portal.editions.selectors import core_edition_for


class State(models.TextChoices):
    """Only portal/review/workflow.py moves a submission from one of these to another."""

    DRAFT = "draft", "Draft"
    SUBMITTED = "submitted", "Submitted"
    IN_REVIEW = "in_review", "In review"
    QUERY_OPEN = "query_open", "Query open"
    RETURNED = "returned", "Returned for amendment"
    RECOMMENDED = "recommended", "Recommended"
    APPROVED = "approved", gettext_noop("Approved")
    REFUSED = "refused", gettext_noop("Refused")
    WITHDRAWN = "withdrawn", "Withdrawn"
    IN_FORCE = "in_force", gettext_noop("In force")
    SUSPENDED = "suspended", gettext_noop("Suspended")
    SUPERSEDED = "superseded", gettext_noop("Superseded")
    SURRENDERED = "surrendered", gettext_noop("Surrendered")
    REVOKED = "revoked", gettext_noop("Revoked")
    EXPIRED = "expired", gettext_noop("Expired")


EDITABLE = (State.DRAFT, State.RETURNED)
HOLDS_FORCE = (State.IN_FORCE, State.SUSPENDED)
# With the regulator, or waiting for the answer to its question: what a queue shows first.
WAITING = (State.SUBMITTED, State.IN_REVIEW, State.QUERY_OPEN, State.RECOMMENDED)
# The regulator's clock runs in these and is paused, or has ended, in all others.
CLOCK_RUNS = (State.SUBMITTED, State.IN_REVIEW, State.RECOMMENDED)
DECIDED = (
    State.APPROVED,
    State.REFUSED,
    *HOLDS_FORCE,
    State.SUPERSEDED,
    State.SURRENDERED,
    State.REVOKED,
    State.EXPIRED,
)
# Stands for "no day" where cases are put in order by their day: after every day there is.
NO_DAY = date(9999, 12, 31)


class Submission(models.Model):
    reference = models.CharField(max_length=16, unique=True)
    organisation = models.ForeignKey(
        "accounts.Organisation", on_delete=models.PROTECT, related_name="submissions"
    )
    property = models.ForeignKey("accounts.Property", on_delete=models.PROTECT, related_name="submissions")
    edition = models.ForeignKey("editions.Edition", on_delete=models.PROTECT, related_name="submissions")
    # Copies of the property's and the edition's facts, which never change: queues and constraints use them.
    jurisdiction = models.CharField(max_length=8)
    game = models.CharField(max_length=40)
    state = models.CharField(max_length=12, choices=State.choices, default=State.DRAFT, editable=False)
    state_since = models.DateTimeField(default=timezone.now, editable=False)
    current_version = models.ForeignKey("Version", on_delete=models.PROTECT, null=True, related_name="+")
    # What was last submitted: what the regulator reads, also while the operator amends a returned one.
    submitted_version = models.ForeignKey(
        "Version", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    varies = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="variations"
    )
    # It is to follow the approval it varies when that ends, instead of replacing it.
    renewal = models.BooleanField(default=False)
    # The last day in force of which the operator was reminded.
    end_reminded_for = models.DateField(null=True, blank=True, editable=False)
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    submitted_at = models.DateTimeField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    # The day the regulator's clock runs out; none while it is paused or has ended.
    due_on = models.DateField(null=True, blank=True, editable=False)
    in_force_from = models.DateField(null=True, blank=True)
    in_force_to = models.DateField(null=True, blank=True)
    # Covers every table of its game at the casino, also those added later, except tables under an approval
    # of their own. Otherwise it covers the tables it names: CoveredTable.
    all_tables = models.BooleanField(default=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["jurisdiction", "state", "submitted_at", "id"], name="submission_queue"),
            models.Index(fields=["organisation", "state", "-id"], name="submission_of_operator"),
            models.Index(fields=["assignee", "state"], name="submission_of_officer"),
            # The queue in each of its orders; most cases are closed, so those that wait have their own.
            models.Index(fields=["jurisdiction", "submitted_at", "id"], name="submission_by_age"),
            models.Index(fields=["jurisdiction", "game", "submitted_at", "id"], name="submission_by_game"),
            models.Index(
                "jurisdiction",
                Coalesce("due_on", models.Value(NO_DAY)),
                "id",
                condition=models.Q(state__in=WAITING),
                name="submission_waiting_by_due",
            ),
            models.Index(
                fields=["jurisdiction", "submitted_at", "id"],
                condition=models.Q(state__in=WAITING),
                name="submission_waiting_by_age",
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=State.values), name="submission_state_known"),
            # One rule set holds for all other tables of a game at a casino; CoveredTable holds one per table.
            models.UniqueConstraint(
                fields=["property", "game"],
                condition=models.Q(state__in=HOLDS_FORCE, all_tables=True),
                name="submission_one_for_all_tables",
            ),
            models.CheckConstraint(
                condition=models.Q(state=State.DRAFT)
                | models.Q(state=State.WITHDRAWN)
                | models.Q(submitted_at__isnull=False),
                name="submission_submitted_has_time",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=HOLDS_FORCE) | models.Q(in_force_from__isnull=False),
                name="submission_in_force_has_date",
            ),
            models.CheckConstraint(
                condition=models.Q(in_force_to__isnull=True)
                | models.Q(in_force_from__isnull=True)
                | models.Q(in_force_to__gte=models.F("in_force_from")),
                name="submission_force_ends_after_it_starts",
            ),
            models.CheckConstraint(
                condition=models.Q(due_on__isnull=True) | models.Q(state__in=CLOCK_RUNS),
                name="submission_due_only_while_running",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=DECIDED) | models.Q(decided_at__isnull=False),
                name="submission_decided_has_time",
            ),
        ]

    def __str__(self) -> str:
        return self.reference

    @builtins.property  # `property` is the casino in this class
    def is_editable(self) -> bool:
        return self.state in EDITABLE


class Coverage(models.TextChoices):
    """What a submission is at one table. Only portal/submissions/coverage.py writes it."""

    PROPOSED = "proposed", gettext_noop("Proposed")
    IN_FORCE = "in_force", gettext_noop("In force")
    SUSPENDED = "suspended", gettext_noop("Suspended")
    ENDED = "ended", gettext_noop("Ended")


HOLDS_AT_TABLE = (Coverage.IN_FORCE, Coverage.SUSPENDED)
# How an approval can end, as a whole and at one table.
ENDED_STATES = (State.SUPERSEDED, State.SURRENDERED, State.REVOKED, State.EXPIRED)


class CoveredTable(models.Model):
    """A table that a submission covers, and the days on which it does."""

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="covered")
    table = models.ForeignKey("accounts.Table", on_delete=models.PROTECT, related_name="coverage")
    state = models.CharField(max_length=12, choices=Coverage.choices, default=Coverage.PROPOSED)
    in_force_from = models.DateField(null=True, blank=True)
    in_force_to = models.DateField(null=True, blank=True)
    ended_as = models.CharField(
        "how it ended",
        max_length=12,
        choices=[(state.value, state.label) for state in ENDED_STATES],
        blank=True,
    )

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["table", "-in_force_from", "-submission"], name="covered_table_by_day"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["submission", "table"], name="covered_table_once"),
            # One rule set is in force at a table at any time.
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(state__in=HOLDS_AT_TABLE),
                name="covered_table_one_in_force",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=Coverage.values), name="covered_table_state_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=HOLDS_AT_TABLE) | models.Q(in_force_from__isnull=False),
                name="covered_table_in_force_has_date",
            ),
            models.CheckConstraint(
                condition=models.Q(state=Coverage.ENDED, ended_as__in=ENDED_STATES)
                | (~models.Q(state=Coverage.ENDED) & models.Q(ended_as="")),
                name="covered_table_ended_somehow",
            ),
            models.CheckConstraint(
                condition=models.Q(in_force_to__isnull=True)
                | models.Q(in_force_from__isnull=True)
                | models.Q(in_force_to__gte=models.F("in_force_from")),
                name="covered_table_ends_after_it_starts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.submission}, {self.table}: {self.get_state_display().lower()}"


class Version(AppendOnly):
    """One saved rule set. Never changed: a decision binds to its digest."""

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    ruleset = models.JSONField()
    digest = models.CharField(max_length=64)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    # What people search by, written with the JSON. Whole numbers, rounded down: for finding only.
    odds_max = models.PositiveIntegerField("highest odds multiple, in hundredths", null=True)
    vig_buy_collect = models.CharField(max_length=24, blank=True)
    vig_buy_rate = models.PositiveIntegerField("buy vig, in millionths", null=True)
    vig_lay_collect = models.CharField(max_length=24, blank=True)
    vig_lay_rate = models.PositiveIntegerField("lay vig, in millionths", null=True)
    paytable_fire = models.CharField(max_length=8, blank=True)
    paytable_bonus = models.CharField(max_length=8, blank=True)

    class Meta:
        ordering = ["submission", "number"]
        constraints = [
            models.UniqueConstraint(fields=["submission", "number"], name="version_number_once"),
        ]
        indexes = [
            models.Index(fields=["digest"], name="version_by_digest"),
            models.Index(fields=["odds_max"], name="version_by_odds"),
        ]

    def __str__(self) -> str:
        return f"{self.submission.reference} version {self.number}"

    @cached_property
    def rules(self) -> RuleSet:
        """The parsed rule set, under the edition of its submission."""
        edition_id = self.ruleset["edition"]
        built_in = edition_id in all_edition_ids()
        edition = load_edition(edition_id) if built_in else core_edition_for(self.submission.edition)
        return stored_ruleset(self.ruleset, self.digest, edition)


class Autosave(models.Model):
    """A version that the editor saved by itself. The row goes when a person saves the same rules."""

    version = models.OneToOneField(
        Version, on_delete=models.PROTECT, primary_key=True, related_name="autosave"
    )

    def __str__(self) -> str:
        return f"{self.version}, saved automatically"


class OfferedWager(AppendOnly):
    """A wager that a version offers."""

    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="wager_rows")
    wager = models.CharField(max_length=32, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["version", "wager"], name="offered_wager_once")]

    def __str__(self) -> str:
        return self.wager


class LayoutArea(AppendOnly):
    """A wager that has an area on a version's layout."""

    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="area_rows")
    wager = models.CharField(max_length=32, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["version", "wager"], name="layout_area_once")]

    def __str__(self) -> str:
        return self.wager


class CaseWords(models.Model):
    """The words a case can be found by, each once; portal/review/search.py keeps them."""

    submission = models.OneToOneField(
        Submission, on_delete=models.PROTECT, primary_key=True, related_name="case_words"
    )
    words = models.TextField()

    def __str__(self) -> str:
        return f"{self.submission}: {len(self.words)} characters"


class UploadKind(models.TextChoices):
    LAYOUT = "layout", gettext_noop("Layout drawing")
    LABORATORY = "laboratory", gettext_noop("Laboratory report")
    LICENCE = "licence", gettext_noop("Side-bet licence")
    TRAINING = "training", gettext_noop("Training plan")
    OTHER = "other", gettext_noop("Other document")


class Upload(models.Model):
    """A file beside the rule set. Its row stays when it is removed; its content only if it was submitted."""

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="uploads")
    kind = models.CharField(max_length=12, choices=UploadKind.choices)
    confidential = models.BooleanField()
    filename = models.CharField(max_length=120)
    content_type = models.CharField(max_length=40)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    # Not unique: a variation's row names the file that was submitted with the approval.
    file = models.CharField(max_length=80, db_index=True)
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(default=timezone.now, editable=False)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=UploadKind.values), name="upload_kind_known"),
            models.CheckConstraint(
                condition=models.Q(removed_at__isnull=True, removed_by__isnull=True)
                | models.Q(removed_at__isnull=False, removed_by__isnull=False),
                name="upload_removed_by_someone",
            ),
        ]

    def __str__(self) -> str:
        return self.filename


class FrozenUpload(AppendOnly):
    """A file that was submitted with a version."""

    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="upload_rows")
    upload = models.ForeignKey(Upload, on_delete=models.PROTECT, related_name="frozen_rows")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["version", "upload"], name="frozen_upload_once")]

    def __str__(self) -> str:
        return f"{self.upload} with {self.version}"


class OwnExample(models.Model):
    """A worked example the operator adds. Its result is stored with the run when it is submitted."""

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="own_examples")
    title = models.CharField(max_length=120)
    events = models.JSONField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    saved_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.title


class FrozenExample(AppendOnly):
    """A worked example of the operator as it was submitted with a version."""

    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="example_rows")
    number = models.PositiveBigIntegerField()  # the id of the example, which may be changed or removed later
    title = models.CharField(max_length=120)
    events = models.JSONField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["version", "number"], name="frozen_example_once")]

    def __str__(self) -> str:
        return f"{self.title} with {self.version}"


class Counter(models.Model):
    """Numbers given out one by one, without gaps within what was committed."""

    name = models.CharField(primary_key=True, max_length=40)
    value = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"
