"""The editor's steps: which there are, what each shows for an edition, how a posted form becomes a rule set.

A field's name in the form is its path in the contract (`odds.come.multiples.4`): a finding finds it by that.
A step turns an edition and a rule set into groups of fields; a new step is one more entry in STEPS.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.urls import reverse

from craps.edition import Edition
from portal.operator.fields import Group, element_id
from portal.operator.subjects import come_out, game, layout, limits, odds, payouts, table, vig, wagers
from portal.submissions.models import Submission, Version
from portal.validation.selectors import run_of

Ruleset = dict[str, Any]


@dataclass(frozen=True)
class Step:
    slug: str
    title: str
    sections: tuple[str, ...]  # the parts of a rule set it shows
    groups: Callable[[Edition, Ruleset], list[Group]] | None = None
    read: Callable[[Edition, QueryDict, Ruleset], tuple[Ruleset, dict[str, str]]] | None = None
    presets: Callable[[Edition], list[str]] | None = None
    preset: Callable[[Edition, str, Ruleset], Ruleset] | None = None
    picture: Callable[[Edition, Ruleset, Iterable[Any]], str] | None = None
    intro: str = ""
    page: str = ""  # the address of a step that is a page of its own
    template: str = "operator/step.html"
    has_figures: bool = False  # whether it changes what a bet costs a player

    @property
    def is_open(self) -> bool:
        """Steps without a form yet stand in the list; their part of the rule set follows the rulebook."""
        return self.groups is not None

    def owns(self, path: str) -> bool:
        return path.partition(".")[0] in self.sections


STEPS: tuple[Step, ...] = (
    Step(
        "game",
        "Game and edition",
        ("edition", "operator", "currency", "chip_unit"),
        game.groups,
        game.read,
        intro="The rulebook was chosen when the draft was made. To use another one, start a new submission.",
    ),
    Step(
        "wagers",
        "Wagers offered",
        ("wagers",),
        wagers.groups,
        wagers.read,
        preset=wagers.preset,
        intro="Which of the rulebook’s wagers a player can make at your tables.",
    ),
    Step(
        "odds",
        "Odds multiples",
        ("odds",),
        odds.groups,
        odds.read,
        presets=odds.presets,
        preset=odds.preset,
        intro="How many times the flat bet a player may take or lay as odds, for each point.",
        has_figures=True,
    ),
    Step(
        "vig",
        "Vigorish",
        ("vig",),
        vig.groups,
        vig.read,
        intro="The charge on buy and lay bets: when it is taken, how much, and of what.",
        has_figures=True,
    ),
    Step(
        "payouts",
        "Payouts and pay tables",
        ("payouts", "paytables"),
        payouts.groups,
        payouts.read,
        intro="What each winning bet pays. The fields hold the rulebook’s figures: change only what differs.",
        has_figures=True,
    ),
    Step(
        "come-out",
        "On a come-out roll",
        ("come_out",),
        come_out.groups,
        come_out.read,
        intro="Which bets work while no point is set.",
    ),
    Step(
        "limits",
        "Limits",
        ("limits",),
        limits.groups,
        limits.read,
        intro="The least and the most a player may bet. Leave a field empty to state no limit.",
    ),
    Step(
        "table",
        "Table and equipment",
        ("table",),
        table.groups,
        table.read,
        intro="The table itself, its dice, and what lies ready at it.",
    ),
    Step(
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
    Step("examples", "Worked examples", (), page="operator:examples"),
    Step("documents", "Documents", (), page="operator:documents"),
    Step("declaration", "Declaration", (), page="operator:submit"),
)


def step_named(slug: str) -> Step | None:
    """The step at this address, if it has a form."""
    return next((step for step in STEPS if step.slug == slug and step.is_open), None)


def href_of(step: Step, reference: str) -> str:
    return (
        reverse(step.page, args=[reference])
        if step.page
        else reverse("operator:step", args=[reference, step.slug])
    )


def step_after(slug: str, reference: str) -> str:
    """The address of the step that follows; empty after the last."""
    places = [step.slug for step in STEPS]
    following = STEPS[places.index(slug) + 1 :]
    return href_of(following[0], reference) if following else ""


@dataclass(frozen=True)
class StepLink:
    slug: str
    title: str
    href: str
    current: bool
    state: str
    tone: str


def steps_of(submission: Submission, version: Version, *, current: str) -> list[StepLink]:
    """The list beside the editor, each step with how it stands in the saved version."""
    run = run_of(version)
    findings = list(run.findings.all()) if run else []
    return steps_as_typed(submission, version.ruleset, findings, current=current)


def steps_as_typed(
    submission: Submission, ruleset: Ruleset, findings: list[Any], *, current: str
) -> list[StepLink]:
    """The same list for rules as they stand in the editor, saved or not."""
    return [
        StepLink(
            step.slug,
            step.title,
            href_of(step, submission.reference),
            step.slug == current,
            *_state(step, submission, ruleset, findings),
        )
        for step in STEPS
    ]


def states_as_typed(ruleset: Ruleset, findings: list[Any]) -> list[tuple[str, str, str]]:
    """Slug, state and tone of the steps that hold a part of the rules: all that typing can change."""
    return [(step.slug, *_rules_state(step, ruleset, findings)) for step in STEPS if step.sections]


def placed(groups: Iterable[Group], findings: Iterable[Any], errors: Mapping[str, str]) -> list[Group]:
    """The groups, each finding and error beside the field it speaks of, or else at its group."""
    findings = list(findings)
    shown = []
    for group in groups:
        own = [finding for finding in findings if _speaks_of(finding, group)]
        if not own and not errors:
            shown.append(group)
            continue
        fields = []
        for item in group.fields:
            # A list of ticks has no box of its own: what is found in it stands at the group.
            beside = [finding for finding in own if finding.path == item.path and item.kind != "ticks"]
            own = [finding for finding in own if finding not in beside]
            fields.append(replace(item, findings=tuple(beside), error=errors.get(item.path, "")))
        in_fields = {item.path for item in group.fields if item.kind != "ticks"}
        group_error = next(
            (text for path, text in errors.items() if _within(path, group.path) and path not in in_fields), ""
        )
        shown.append(replace(group, fields=tuple(fields), findings=tuple(own), error=group_error))
    return shown


def unplaced(groups: Iterable[Group], findings: Iterable[Any]) -> list[Any]:
    """Findings of the step that speak of none of its groups: they stand on top."""
    groups = list(groups)
    return [finding for finding in findings if not any(_speaks_of(finding, group) for group in groups)]


def place_of(path: str, groups: Iterable[Group]) -> str:
    """The id of the control a path belongs to, or of its group, or of the form."""
    for group in groups:
        for item in group.fields:
            if item.path == path:
                return item.id
        if _within(path, group.path):
            return element_id(path) if "[" in path else group.id
    return "step-form"


def _speaks_of(finding: Any, group: Group) -> bool:
    return _within(finding.path, group.path) or any(
        finding.path == item.path and item.kind != "ticks" for item in group.fields
    )


def _within(path: str, group_path: str) -> bool:
    return path == group_path or path.startswith((f"{group_path}.", f"{group_path}:", f"{group_path}["))


def _state(step: Step, submission: Submission, ruleset: Ruleset, findings: list[Any]) -> tuple[str, str]:
    if step.slug == "examples":
        own = submission.own_examples.count()
        return f"{own} of your own" if own else "The rulebook’s", ""
    if step.slug == "documents":
        attached = submission.uploads.filter(removed_at=None).count()
        return f"{attached} attached" if attached else "None attached", ""
    if not step.sections:
        return "Before you submit", ""
    return _rules_state(step, ruleset, findings)


def _rules_state(step: Step, ruleset: Ruleset, findings: list[Any]) -> tuple[str, str]:
    counts = Counter(finding.severity for finding in findings if step.owns(finding.path))
    if counts["breach"]:
        return f"{counts['breach']} breach{'es' if counts['breach'] > 1 else ''}", "breach"
    if counts["refer"]:
        return f"{counts['refer']} to judge", "refer"
    if any(section in ruleset for section in step.sections):
        return "Stated, no breach", "ok"
    return "As the rulebook", ""
