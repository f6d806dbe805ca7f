"""What happens to a submission after it is submitted: statements, moves and decisions. All of it is kept."""

from fractions import Fraction
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.functional import cached_property

from portal.accounts.jurisdictions import jurisdiction
from portal.audit.append_only import AppendOnly
from portal.editions.selectors import core_edition
from portal.register import selectors as register
from portal.register.models import Kind
from portal.review.condition_models import Condition as Condition
from portal.review.condition_models import ConditionFile as ConditionFile
from portal.review.condition_models import ConditionState as ConditionState
from portal.review.condition_models import ConditionStep as ConditionStep
from portal.review.condition_models import FrozenFile as FrozenFile
from portal.review.ending_models import IntentFile as IntentFile
from portal.review.ending_models import IntentNotice as IntentNotice
from portal.review.ending_models import PlannedEnd as PlannedEnd
from portal.review.impact_models import ImpactRow, ImpactRun  # noqa: F401  # Django finds them here
from portal.review.query_models import OPEN_QUESTION as OPEN_QUESTION
from portal.review.query_models import AnswerFile as AnswerFile
from portal.review.query_models import Query as Query
from portal.review.query_models import Return as Return
from portal.review.standard_models import StandardKind as StandardKind
from portal.review.standard_models import StandardText as StandardText
from portal.review.standard_models import StandardTextVersion as StandardTextVersion
from portal.submissions.models import State
from portal.submissions.wording import limit_name, money
from portal.text import and_list


def _person(**options: Any) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", **options)


class Move(AppendOnly):
    """One change of state, as operator and regulator may both read it."""

    submission = models.ForeignKey("submissions.Submission", on_delete=models.PROTECT, related_name="moves")
    version = models.ForeignKey("submissions.Version", on_delete=models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=30)
    from_state = models.CharField(max_length=12, choices=State.choices)
    to_state = models.CharField(max_length=12, choices=State.choices)
    actor = _person(null=True)
    reason = models.TextField(blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    # Code and label of each table, if it concerned only some: [{"code": …, "label": …}].
    tables = models.JSONField(default=list, blank=True)
    # The day it names: the last day in force, or the day until which the operator may reply.
    day = models.DateField(null=True, blank=True)
    # In words for one reader: selectors.timeline sets them.
    label = ""
    actor_label = ""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.submission} {self.name}"

    @property
    def table_words(self) -> str:
        """The tables it concerned, if only some: “C-101 and C-102”."""
        return and_list([table["label"] for table in self.tables])


class ReturnReply(models.Model):
    """How the operator deals with a return, kept until the rules are submitted again."""

    submission = models.OneToOneField(
        "submissions.Submission", on_delete=models.PROTECT, primary_key=True, related_name="return_reply"
    )
    text = models.TextField(blank=True)
    written_by = _person()

    class Meta:
        verbose_name_plural = "return replies"

    def __str__(self) -> str:
        return self.text[:60]


class Declaration(AppendOnly):
    """The operator's declaration that the submitted version is complete and true."""

    version = models.OneToOneField(
        "submissions.Version", on_delete=models.PROTECT, related_name="declaration"
    )
    name = models.CharField(max_length=120)
    role = models.CharField(max_length=120)
    made_by = _person()
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.name}, {self.role}"


class Explanation(AppendOnly):
    """The operator's reason for a finding left to judgement, or its request to waive a breach."""

    class Kind(models.TextChoices):
        REASON = "reason", "Reason"
        WAIVER = "waiver", "Request for a waiver"

    version = models.ForeignKey("submissions.Version", on_delete=models.PROTECT, related_name="explanations")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    # Its key: portal/review/findings.py. Empty from before there were keys.
    finding = models.CharField(max_length=320, blank=True)
    rule = models.CharField(max_length=80)
    path = models.CharField(max_length=200)
    clause = models.CharField(max_length=80)
    message = models.TextField()
    reading = models.CharField(max_length=80, blank=True)  # that the finding rests on
    text = models.TextField()
    made_by = _person()
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "finding"],
                condition=~models.Q(finding=""),
                name="finding_explained_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.rule}"


class Recommendation(AppendOnly):
    class Outcome(models.TextChoices):
        APPROVE = "approve", "Approve"
        REFUSE = "refuse", "Refuse"

    version = models.ForeignKey(
        "submissions.Version", on_delete=models.PROTECT, related_name="recommendations"
    )
    outcome = models.CharField(max_length=8, choices=Outcome.choices)
    reason = models.TextField()
    digest = models.CharField(max_length=64)
    made_by = _person()
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    no_conflict = models.BooleanField("has no conflict of interest")
    # The terms that the officer proposes: portal/review/terms.py.
    effective_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    conditions = models.JSONField(default=list, blank=True)  # [{"text": …, "due_on": "2026-11-30" or None}]
    waivers = models.JSONField(default=list, blank=True)  # ids of requests of this version

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(no_conflict=True), name="recommender_has_no_conflict"),
        ]

    def __str__(self) -> str:
        return f"{self.get_outcome_display()}: {self.version}"


class Decision(AppendOnly):
    """The one decision on a version. It names the recommender so that the database can hold them apart."""

    class Outcome(models.TextChoices):
        APPROVED = "approved", "Approved"
        APPROVED_WITH_CONDITIONS = "approved_with_conditions", "Approved with conditions"
        REFUSED = "refused", "Refused"

    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, related_name="decisions"
    )
    version = models.OneToOneField("submissions.Version", on_delete=models.PROTECT, related_name="decision")
    # What an approval judged: it has a waiver for each breach in it (triggers.py). None from before that.
    run = models.ForeignKey("validation.Run", on_delete=models.PROTECT, null=True, related_name="+")
    outcome = models.CharField(max_length=24, choices=Outcome.choices)
    reason = models.TextField(blank=True)
    digest = models.CharField(max_length=64)
    recommended_by = _person()
    decided_by = _person()
    decided_at = models.DateTimeField(default=timezone.now, editable=False)
    effective_on = models.DateField(null=True)
    ends_on = models.DateField(null=True)
    no_conflict = models.BooleanField("has no conflict of interest")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(decided_by=models.F("recommended_by")), name="decision_takes_four_eyes"
            ),
            models.CheckConstraint(condition=models.Q(no_conflict=True), name="decider_has_no_conflict"),
            models.CheckConstraint(condition=~models.Q(digest=""), name="decision_binds_to_a_digest"),
            models.CheckConstraint(
                condition=models.Q(outcome="refused", effective_on__isnull=True)
                | (~models.Q(outcome="refused") & models.Q(effective_on__isnull=False)),
                name="decision_approval_has_a_date",
            ),
            models.CheckConstraint(
                condition=~models.Q(outcome="refused") | ~models.Q(reason=""),
                name="decision_refusal_has_a_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(ends_on__isnull=True) | models.Q(ends_on__gte=models.F("effective_on")),
                name="decision_trial_ends_after_it_starts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.submission}: {self.get_outcome_display()}"

    @property
    def is_approval(self) -> bool:
        return self.outcome != self.Outcome.REFUSED


class GrantedWaiver(AppendOnly):
    decision = models.ForeignKey(Decision, on_delete=models.PROTECT, related_name="waivers")
    explanation = models.OneToOneField(Explanation, on_delete=models.PROTECT, related_name="grant")

    def __str__(self) -> str:
        return f"{self.explanation.rule} waived"


class LimitNotice(AppendOnly):
    """New limits at one table from a moment on, by notice to the regulator instead of an approval.

    It adds to what was approved and never changes it: `limits` has only the wagers it changes.
    """

    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, related_name="limit_notices"
    )
    version = models.ForeignKey("submissions.Version", on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey("accounts.Table", on_delete=models.PROTECT, related_name="limit_notices")
    limits = models.JSONField()
    takes_effect_at = models.DateTimeField()
    clause = models.CharField(max_length=80)
    posted = models.BooleanField("the new limits are posted at the table")
    given_by = _person()
    given_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(posted=True), name="limit_notice_is_posted"),
        ]

    @cached_property
    def log_position(self) -> int | None:
        """Where the register's log has it; None for a notice given before the log had notices."""
        return register.position_of(Kind.LIMITS, submission=self.submission_id, notice=self.pk)

    @property
    def words(self) -> list[str]:
        """The new limits as a list of sentences."""
        symbol = jurisdiction(self.submission.jurisdiction).symbol
        edition = core_edition(self.submission.edition_id)
        labels = {"min": "at least", "max": "at most", "increment": "in steps of"}
        sentences = []
        for wager, bounds in self.limits.items():
            parts = [
                f"{label} {money(Fraction(bounds[bound]), symbol)}"
                for bound, label in labels.items()
                if bound in bounds
            ]
            sentences.append(f"{limit_name(edition, wager)}: {', '.join(parts) or 'no limit stated'}")
        return sentences

    def __str__(self) -> str:
        return f"{self.submission}: limits at {self.table}"


class Comment(AppendOnly):
    """A remark on a case or on one place in it. The operator sees only those meant for it."""

    class About(models.TextChoices):
        CASE = "case", "The case"
        FIELD = "field", "A choice in the rules"
        FINDING = "finding", "A finding"
        CLAUSE = "clause", "A clause"

    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, related_name="comments"
    )
    version = models.ForeignKey("submissions.Version", on_delete=models.PROTECT, related_name="+")
    about_kind = models.CharField(max_length=8, choices=About.choices)
    about = models.CharField(max_length=320, blank=True)  # path, finding key or clause
    text = models.TextField()
    shown_to_operator = models.BooleanField(default=False)
    author = _person()
    written_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(about_kind="case", about="")
                | (~models.Q(about_kind="case") & ~models.Q(about="")),
                name="comment_names_its_place",
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60]


class Tick(models.Model):
    """An officer has dealt with this finding of this version."""

    version = models.ForeignKey("submissions.Version", on_delete=models.PROTECT, related_name="ticks")
    finding = models.CharField(max_length=320)  # its key: portal/review/findings.py
    note = models.TextField(blank=True)
    ticked_by = _person()
    ticked_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["version", "finding"], name="tick_once")]

    def __str__(self) -> str:
        return f"{self.version}: {self.finding}"


class Flag(models.Model):
    """A mark that colleagues see in the queue. The operator never does."""

    class Kind(models.TextChoices):
        URGENT = "urgent", "Urgent"
        COMPLEX = "complex", "Complex"
        LEGAL = "legal", "Legal question"
        POLICY = "policy", "Policy question"

    submission = models.ForeignKey("submissions.Submission", on_delete=models.PROTECT, related_name="flags")
    flag = models.CharField(max_length=8, choices=Kind.choices)
    raised_by = _person()
    raised_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["submission", "flag"], name="flag_once"),
            models.CheckConstraint(
                condition=models.Q(flag__in=["urgent", "complex", "legal", "policy"]), name="flag_known"
            ),
        ]
        indexes = [models.Index(fields=["flag", "submission"], name="flag_by_kind")]

    def __str__(self) -> str:
        return self.get_flag_display()


class SavedFilter(models.Model):
    """A view of the queue that a person comes back to."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_filters")
    name = models.CharField(max_length=60)
    query_string = models.CharField(max_length=500, blank=True)
    saved_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="saved_filter_once")]

    def __str__(self) -> str:
        return self.name
