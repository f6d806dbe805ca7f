"""The step with every choice that the rulebook leaves to the operator, on one page: fields of other steps."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from django.http import QueryDict

from craps import load_ruleset
from craps.choices import Choice, owed
from craps.edition import Edition
from craps.wagers import CATALOGUE
from portal.operator.fields import Errors, Group, Ruleset, read_groups
from portal.operator.step_kinds import RulesStep
from portal.operator.subjects import odds
from portal.submissions.models import Submission


@dataclass(frozen=True)
class ChoicesStep(RulesStep):
    """It owns single fields, not whole sections of the rule set."""

    paths: tuple[str, ...] = ()

    def owns(self, path: str) -> bool:
        return any(path == own or path.startswith(f"{own}.") for own in self.paths)

    def state(
        self, submission: Submission, ruleset: Ruleset, findings: Iterable[Any], missing: Iterable[Choice]
    ) -> tuple[str, str]:
        """How many choices are still to be stated. Breaches are counted at the step they belong to."""
        to_state = sum(self.owns(choice.path) for choice in missing)
        return (f"{to_state} to state", "refer") if to_state else ("All stated", "ok")


@lru_cache(maxsize=64)
def choices_step(edition: Edition, sources: tuple[RulesStep, ...]) -> ChoicesStep | None:
    """The step for an edition of craps, with the fields of its other steps; None if it leaves no choice."""
    everything = [wager for wager in CATALOGUE if wager in edition.wagers]
    paths = {choice.path for stated in ({}, {"wagers": everything}) for choice in _owed(edition, stated)}
    if not paths:
        return None
    return ChoicesStep(
        "choices",
        "Your choices",
        (),
        partial(_groups, frozenset(paths), sources),
        partial(_read, frozenset(paths), sources),
        presets=odds.presets if any(path.startswith("odds.") for path in paths) else None,
        preset=odds.preset,
        presets_title="Set all odds to",
        intro="Everything that the rulebook leaves to you, on one page. What it fixes is not asked for. The "
        "other steps have these fields too, and the rest.",
        paths=tuple(sorted(paths)),
    )


def _owed(edition: Edition, stated: dict[str, Any]) -> tuple[Choice, ...]:
    return owed(load_ruleset({"edition": edition.id, **stated}, edition))


def _groups(
    paths: frozenset[str], sources: Iterable[RulesStep], edition: Edition, ruleset: Ruleset
) -> list[Group]:
    """The groups of the other steps with the fields that are choices; a table is shown whole."""
    shown = []
    for group in (group for step in sources for group in step.groups(edition, ruleset)):
        fields = tuple(
            field
            for field in group.fields
            if any(field.path == path or field.path.startswith(f"{path}.") for path in paths)
        )
        if fields:
            shown.append(replace(group, presets=(), fields=group.fields if group.grid else fields))
    return shown


def _read(
    paths: frozenset[str],
    sources: Iterable[RulesStep],
    edition: Edition,
    posted: QueryDict,
    ruleset: Ruleset,
) -> tuple[Ruleset, Errors]:
    """Read the fields shown; wagers are one list over several groups."""
    groups = _groups(paths, sources, edition, ruleset)
    changed, errors = read_groups(
        [group for group in groups if not group.path.startswith("wagers.")], posted, ruleset
    )
    changed = odds.same_as_one(changed)
    if "wagers" in paths:
        ticked = set(posted.getlist("wagers"))
        changed = {**changed, "wagers": [wager for wager in CATALOGUE if wager in ticked]}
    return changed, errors
