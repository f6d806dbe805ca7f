"""The editor's steps: which there are, what each shows for an edition, how a posted form becomes a rule set.

A step turns an edition and a rule set into groups of fields; a new step is one more entry in STEPS.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.urls import reverse

from craps.choices import Choice, owed
from craps.edition import Edition
from craps.ruleset import RuleSet
from portal.editions.selectors import core_edition
from portal.operator.fields import Errors, Group, Ruleset, element_id, read_groups, without
from portal.operator.subjects import come_out, game, layout, limits, odds, payouts, table, vig, wagers
from portal.submissions.models import Submission, Version
from portal.validation.selectors import run_of

Reader = Callable[[Edition, QueryDict, Ruleset], tuple[Ruleset, Errors]]


@dataclass(frozen=True)
class Step:
    """A step with its own page: examples, documents, declaration."""

    slug: str
    title: str
    page: str

    def href(self, reference: str) -> str:
        return reverse(self.page, args=[reference])

    def state(
        self, submission: Submission, ruleset: Ruleset, findings: Iterable[Any], missing: Iterable[Choice]
    ) -> tuple[str, str]:
        """The state of the step in words, and its tone."""
        if self.slug == "examples":
            own = submission.own_examples.count()
            return f"{own} of your own" if own else "The rulebook’s", ""
        if self.slug == "documents":
            attached = submission.uploads.filter(removed_at=None).count()
            return f"{attached} attached" if attached else "None attached", ""
        return "Before you submit", ""


@dataclass(frozen=True)
class RulesStep:
    """A step with a form for some sections of the rule set."""

    slug: str
    title: str
    sections: tuple[str, ...]
    groups: Callable[[Edition, Ruleset], list[Group]]
    reader: Reader | None = None  # only where reading the fields one by one is not enough
    drops_hidden: bool = False  # drop values for which this edition has no field: no one could correct them
    presets: Callable[[Edition], list[str]] | None = None
    preset: Callable[[Edition, str, Ruleset], Ruleset] | None = None
    picture: Callable[[Edition, Ruleset, Iterable[Any]], str] | None = None
    intro: str = ""
    template: str = "operator/step.html"
    has_costs: bool = False  # whether it changes what a bet costs a player

    def href(self, reference: str) -> str:
        return reverse("operator:step", args=[reference, self.slug])

    def owns(self, path: str) -> bool:
        return path.partition(".")[0] in self.sections

    def state(
        self, submission: Submission, ruleset: Ruleset, findings: Iterable[Any], missing: Iterable[Choice]
    ) -> tuple[str, str]:
        """The state of the step in words, and its tone."""
        counts = Counter(finding.severity for finding in findings if self.owns(finding.path))
        if counts["breach"]:
            return f"{counts['breach']} breach{'es' if counts['breach'] > 1 else ''}", "breach"
        if to_state := sum(self.owns(choice.path) for choice in missing):
            return f"{to_state} choice{'s' if to_state > 1 else ''} to state", "refer"
        if counts["refer"]:
            return f"{counts['refer']} for the regulator", "refer"
        if any(section in ruleset for section in self.sections):
            return "Completed, no breaches", "ok"
        return "Same as the rulebook", ""

    def read(self, edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, Errors]:
        """Return the rule set with the posted form in it, and an error for each value that is not valid."""
        if self.reader:
            return self.reader(edition, posted, ruleset)
        kept = without(ruleset, *self.sections) if self.drops_hidden else ruleset
        return read_groups(self.groups(edition, ruleset), posted, kept)


STEPS: tuple[Step | RulesStep, ...] = (
    RulesStep(
        "game",
        "Game and edition",
        ("edition", "operator", "currency", "chip_unit", "making"),
        game.groups,
        intro="The rulebook was chosen when the draft was created. To use another, start a new submission.",
    ),
    RulesStep(
        "wagers",
        "Wagers offered",
        ("wagers", "numbers"),
        wagers.groups,
        wagers.read,
        preset=wagers.preset,
        intro="Which of the rulebook’s wagers a player can make at your tables.",
    ),
    RulesStep(
        "odds",
        "Odds multiples",
        ("odds",),
        odds.groups,
        odds.read,
        presets=odds.presets,
        preset=odds.preset,
        intro="How many times the flat bet a player may take or lay as odds, for each point.",
        has_costs=True,
    ),
    RulesStep(
        "vig",
        "Vigorish",
        ("vig",),
        vig.groups,
        intro="The charge on buy and lay bets: when it is taken, how much, and of what.",
        has_costs=True,
    ),
    RulesStep(
        "payouts",
        "Payouts and pay tables",
        ("payouts", "paytables"),
        payouts.groups,
        drops_hidden=True,
        intro="What each winning bet pays. The fields show the rulebook’s figures: change only what differs.",
        has_costs=True,
    ),
    RulesStep(
        "come-out",
        "On a come-out roll",
        ("come_out",),
        come_out.groups,
        drops_hidden=True,
        intro="Which bets are on while no point is set.",
    ),
    RulesStep(
        "limits",
        "Limits",
        ("limits",),
        limits.groups,
        intro="The smallest and the largest bet. Leave a field empty to state no limit.",
    ),
    RulesStep(
        "table",
        "Table and equipment",
        ("table",),
        table.groups,
        intro="The table, its dice and its equipment.",
    ),
    RulesStep(
        "layout",
        "Layout",
        ("layout",),
        layout.groups,
        layout.read,
        preset=layout.preset,
        picture=layout.picture,
        intro="What is printed on the table: areas for bets, legends, and the places of the side bets.",
        template="operator/layout.html",
    ),
    Step("examples", "Worked examples", "operator:examples"),
    Step("documents", "Documents", "operator:documents"),
    Step("declaration", "Declaration", "operator:submit"),
)


RULES_STEPS = {step.slug: step for step in STEPS if isinstance(step, RulesStep)}


def step_after(slug: str, reference: str) -> str:
    """The address of the next step; empty after the last."""
    slugs = [step.slug for step in STEPS]
    following = STEPS[slugs.index(slug) + 1 :]
    return following[0].href(reference) if following else ""


@dataclass(frozen=True)
class StepLink:
    slug: str
    title: str
    href: str
    current: bool
    state: str
    tone: str


def step_links(submission: Submission, version: Version, *, current: str) -> list[StepLink]:
    """The list beside the editor, each step with its state in the saved version."""
    run = run_of(version)
    findings = list(run.findings.all()) if run else []
    return live_step_links(submission, version.ruleset, findings, current=current)


def live_step_links(
    submission: Submission, ruleset: Ruleset, findings: list[Any], *, current: str
) -> list[StepLink]:
    """The same list for the rules in the editor, saved or not."""
    missing = missing_choices(submission, ruleset)
    return [
        StepLink(
            step.slug,
            step.title,
            step.href(submission.reference),
            step.slug == current,
            *step.state(submission, ruleset, findings, missing),
        )
        for step in STEPS
    ]


def rules_states(submission: Submission, ruleset: Ruleset, findings: list[Any]) -> list[tuple[str, str, str]]:
    """Slug, state and tone of the steps with a form: the states that typing can change."""
    missing = missing_choices(submission, ruleset)
    return [(step.slug, *step.state(submission, ruleset, findings, missing)) for step in RULES_STEPS.values()]


def missing_choices(submission: Submission, ruleset: Ruleset) -> tuple[Choice, ...]:
    """The choices that the rulebook leaves to the operator and the rules, saved or not, do not state."""
    return owed(RuleSet(core_edition(submission.edition_id), ruleset))


def attach(groups: Iterable[Group], findings: Iterable[Any], errors: Mapping[str, str]) -> list[Group]:
    """Return the groups with each finding and error at its field, or else at its group."""
    findings = list(findings)
    attached = []
    for group in groups:
        own = [finding for finding in findings if _is_about(finding, group)]
        if not own and not errors:
            attached.append(group)
            continue
        fields = []
        for item in group.fields:
            # A list of ticks has no message box: its findings are shown at the group.
            beside = [finding for finding in own if finding.path == item.path and item.kind != "ticks"]
            own = [finding for finding in own if finding not in beside]
            fields.append(replace(item, findings=tuple(beside), error=errors.get(item.path, "")))
        in_fields = {item.path for item in group.fields if item.kind != "ticks"}
        group_error = next(
            (text for path, text in errors.items() if _within(path, group.path) and path not in in_fields), ""
        )
        attached.append(replace(group, fields=tuple(fields), findings=tuple(own), error=group_error))
    return attached


def unattached(groups: Iterable[Group], findings: Iterable[Any]) -> list[Any]:
    """Findings of the step that belong to none of its groups: they are shown at the top."""
    groups = list(groups)
    return [finding for finding in findings if not any(_is_about(finding, group) for group in groups)]


def anchor(path: str, groups: Iterable[Group]) -> str:
    """The id of the control for a path, or of its group, or of the form."""
    for group in groups:
        for item in group.fields:
            if item.path == path:
                return item.id if item.kind != "ticks" else group.id  # each tick box has an id of its own
        if _within(path, group.path):
            return element_id(path) if "[" in path else group.id
    return "step-form"


def _is_about(finding: Any, group: Group) -> bool:
    return _within(finding.path, group.path) or any(
        finding.path == item.path and item.kind != "ticks" for item in group.fields
    )


def _within(path: str, group_path: str) -> bool:
    return path == group_path or path.startswith((f"{group_path}.", f"{group_path}:", f"{group_path}["))
