"""The steps of the editor under a draft of an edition, for the regulator that drafts it. Nothing is saved."""

from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from craps.choices import owed
from craps.edition import Edition
from portal.editions.selectors import edition_visible_to
from portal.http import UserRequest
from portal.operator.fields import Group
from portal.operator.step_kinds import RulesStep
from portal.operator.steps import attach, rules_steps
from portal.pages.guards import regulator_page
from portal.review.specimen_certificate import specimen_ruleset


@require_safe
@regulator_page
def preview_form(request: UserRequest, edition_id: str) -> HttpResponse:
    """Every step for a rule set that states nothing yet."""
    row = edition_visible_to(request.user, edition_id)
    rules = specimen_ruleset(row)
    missing = owed(rules)
    steps = [
        _shown(step, rules.edition, rules.to_json(), missing)
        for step in rules_steps(rules.edition).values()
        if step.sections  # the page of all choices repeats fields of the others
    ]
    context = {"edition": row, "edition_id": row.pk, "steps": steps}
    return render(request, "operator/form_preview.html", context)


def _shown(step: RulesStep, edition: Edition, ruleset: dict[str, Any], missing: Any) -> dict[str, Any]:
    """A step without what only works in a submission: presets, and the areas of a layout."""
    groups = [_plain(group) for group in step.groups(edition, ruleset)]
    return {
        "step": step,
        "groups": attach([group for group in groups if group.fields or group.columns], [], {}),
        "missing": [choice for choice in missing if step.owns(choice.path)],
        "picture": step.picture(edition, ruleset, []) if step.picture else "",
    }


def _plain(group: Group) -> Group:
    fields = tuple(field for field in group.fields if field.kind != "areas")
    return replace(group, presets=(), tools=(), fields=fields)
