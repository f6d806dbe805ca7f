"""What an operator's own tools need to write a rule set: a complete one as a start, and its JSON Schema."""

import json
from typing import Any

from django.http import Http404, HttpResponse, QueryDict
from django.views.decorators.http import require_safe

from craps import game_of, ruleset_schema
from craps.edition import Edition as CoreEdition
from portal.editions.models import Edition
from portal.editions.rulesets import parse_ruleset
from portal.editions.selectors import core_edition_for
from portal.http import UserRequest
from portal.operator.fields import Ruleset
from portal.operator.step_kinds import RulesStep
from portal.operator.steps import rules_steps
from portal.pages.downloads import attachment_response
from portal.pages.guards import operator_page
from portal.sheets.selectors import editions_of


@require_safe
@operator_page
def template(request: UserRequest) -> HttpResponse:
    """A rule set under an edition with every choice stated as our baseline has it."""
    edition = _edition(request)
    ruleset = template_ruleset(core_edition_for(edition), str(request.user.organisation))
    return _download(ruleset, f"rules-{edition.pk}-template.json")


@require_safe
@operator_page
def schema(request: UserRequest) -> HttpResponse:
    """The JSON Schema of a rule set of the edition's game."""
    edition = _edition(request)
    game = game_of(core_edition_for(edition)).id
    return _download(ruleset_schema(game), f"rules-{game}.schema.json")


def template_ruleset(edition: CoreEdition, operator: str) -> Ruleset:
    """What the untouched forms of the editor state, with what the document requires of the table."""
    ruleset: Ruleset = game_of(edition).first_draft(edition)
    ruleset |= {"operator": operator, "currency": edition.currency, "chip_unit": "1"}
    for step in rules_steps(edition).values():
        if step.slug in ("choices", "layout"):  # the first repeats fields of others, the second is drawn
            continue
        ruleset, _ = step.read(edition, _untouched(step, edition, ruleset), ruleset)
        if step.slug == "table" and step.presets and step.preset:
            for name in step.presets(edition):
                ruleset = step.preset(edition, name, ruleset)
    return parse_ruleset(ruleset).to_json()


def _untouched(step: RulesStep, edition: CoreEdition, ruleset: Ruleset) -> QueryDict:
    """The form of a step as a browser would send it."""
    posted = QueryDict(mutable=True)
    for field in (field for group in step.groups(edition, ruleset) for field in group.fields):
        if field.kind == "ticks":
            for value, _ in field.choices:
                if value in field.value:
                    posted.appendlist(field.path, value)
        elif field.kind != "tick":
            posted.appendlist(field.name, str(field.value))
    return posted


def _edition(request: UserRequest) -> Edition:
    """The edition that the address names; without a name the first that the operator can use."""
    wanted = request.GET.get("edition", "")
    for edition in editions_of(request.user):
        if edition.pk == wanted or not wanted:
            return edition
    raise Http404


def _download(document: dict[str, Any], name: str) -> HttpResponse:
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return attachment_response(text.encode(), name, "application/json")
