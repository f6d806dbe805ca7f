"""The editor's steps: which there are for an edition, their states, and where findings stand.

A step turns an edition and a rule set into groups of fields. Craps has its list of steps, a game played in
rounds gets one from its data.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from craps import game_of
from craps.choices import Choice, owed
from craps.edition import Edition
from craps.games.round_game import RoundGame
from craps.ruleset import RuleSet
from portal.editions.selectors import core_edition
from portal.operator import craps_steps
from portal.operator.fields import Group, Ruleset, element_id
from portal.operator.round_steps import round_steps
from portal.operator.step_kinds import PageStep, RulesStep
from portal.operator.subjects.choices import ChoicesStep, choices_step
from portal.submissions.models import Submission, Version
from portal.validation.selectors import run_of


def steps_of(edition: Edition) -> tuple[PageStep | RulesStep, ...]:
    """The steps of filling in rules under an edition, in their order."""
    game = game_of(edition)
    if isinstance(game, RoundGame):
        return round_steps(game)
    first, *rest = craps_steps.STEPS
    forms = tuple(step for step in craps_steps.STEPS if isinstance(step, RulesStep))
    chosen = choices_step(edition, forms)
    return (first, chosen, *rest) if chosen else craps_steps.STEPS


def rules_steps(edition: Edition) -> dict[str, RulesStep]:
    """Those of them with a form, by slug."""
    return {step.slug: step for step in steps_of(edition) if isinstance(step, RulesStep)}


def step_of(edition: Edition, path: str) -> RulesStep | None:
    """The step whose section of the rule set has the path."""
    steps = rules_steps(edition).values()
    return next((step for step in steps if step.owns(path) and not isinstance(step, ChoicesStep)), None)


def step_after(submission: Submission, slug: str) -> str:
    """The address of the next step; empty after the last."""
    steps = steps_of(core_edition(submission.edition_id))
    slugs = [step.slug for step in steps]
    following = steps[slugs.index(slug) + 1 :]
    return following[0].href(submission.reference) if following else ""


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
        for step in steps_of(core_edition(submission.edition_id))
    ]


def rules_states(submission: Submission, ruleset: Ruleset, findings: list[Any]) -> list[tuple[str, str, str]]:
    """Slug, state and tone of the steps with a form: the states that typing can change."""
    missing = missing_choices(submission, ruleset)
    steps = rules_steps(core_edition(submission.edition_id)).values()
    return [(step.slug, *step.state(submission, ruleset, findings, missing)) for step in steps]


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
        shown = {item.path for item in group.fields if item.kind != "ticks"}
        rows = []
        for row in group.grid:
            beside = [finding for finding in own if _within(finding.path, row.path)]
            own = [finding for finding in own if finding not in beside]
            row_error = _error_within(row.path, errors, shown)
            rows.append(replace(row, findings=tuple(beside), error=row_error))
            shown |= {path for path in errors if _within(path, row.path)}
        tools = tuple(replace(tool, error=errors.get(tool.path, "")) for tool in group.tools)
        attached.append(
            replace(
                group,
                fields=tuple(fields),
                grid=tuple(rows),
                tools=tools,
                findings=tuple(own),
                error=_error_within(group.path, errors, shown),
            )
        )
    return attached


def _error_within(path: str, errors: Mapping[str, str], shown: set[str]) -> str:
    """The first error about the path that is not shown at a field of its own."""
    return next((text for at, text in errors.items() if _within(at, path) and at not in shown), "")


def unattached(groups: Iterable[Group], findings: Iterable[Any]) -> list[Any]:
    """Findings of the step that belong to none of its groups: they are shown at the top."""
    groups = list(groups)
    return [finding for finding in findings if not any(_is_about(finding, group) for group in groups)]


def anchor(path: str, groups: Iterable[Group]) -> str:
    """The id of the control for a path, or of its group, or of the form."""
    for group in groups:
        for item in (*group.fields, *group.tools):
            if item.path == path:
                return item.id if item.kind != "ticks" else group.id  # each tick box has an id of its own
        for row in group.grid:
            if _within(path, row.path):
                return row.id
        if _within(path, group.path):
            return element_id(path) if "[" in path else group.id
    return "step-form"


def _is_about(finding: Any, group: Group) -> bool:
    return _within(finding.path, group.path) or any(
        finding.path == item.path and item.kind != "ticks" for item in group.fields
    )


def _within(path: str, group_path: str) -> bool:
    return path == group_path or path.startswith((f"{group_path}.", f"{group_path}:", f"{group_path}["))
