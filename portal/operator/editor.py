"""The editor: one page per step, live checking, saving (also by itself), and two people saving at once."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from craps import BadInput
from portal.accounts.permissions import require
from portal.editions.rulesets import parse_ruleset
from portal.editions.selectors import core_edition
from portal.errors import BadValue, Conflict
from portal.operator.step_costs import figures_of
from portal.operator.steps import (
    Step,
    place_of,
    placed,
    states_as_typed,
    step_after,
    step_named,
    steps_as_typed,
    steps_of,
    unplaced,
)
from portal.pages.guards import operator_page
from portal.pages.wording import as_sentence
from portal.submissions.models import Submission, Version
from portal.submissions.selectors import draft, submission, version, version_shown_to
from portal.submissions.wording import differences
from portal.validation import services as validation
from portal.validation.selectors import run_of

ROUNDS = 6  # as often as findings of one field can follow one another


@operator_page
def first_step(request: HttpRequest, reference: str) -> HttpResponse:
    submission(request.user, reference)
    return redirect("operator:step", reference, "odds")


@operator_page
def step(request: HttpRequest, reference: str, slug: str) -> HttpResponse:
    """Shows a step; on POST saves it, or applies a preset or a nearest allowed value without saving yet."""
    found, here = _editable(request, reference, slug)
    if found is None or here is None:
        return redirect("operator:submission", reference)
    if request.method != "POST":
        shown = version_shown_to(request.user, found)
        run = run_of(shown)
        findings = list(run.findings.all()) if run else []
        return _page(request, found, here, base=shown, ruleset=shown.ruleset, findings=findings)
    base = _base_version(request, found)
    ruleset, errors = here.read(core_edition(found.edition_id), request.POST, base.ruleset)
    if "preset" in request.POST and here.preset:
        ruleset = here.preset(core_edition(found.edition_id), request.POST["preset"], ruleset)
        return _checked_page(request, found, here, base=base, ruleset=ruleset, errors={})
    if errors:
        return _page(request, found, here, base=base, ruleset=ruleset, findings=[], errors=errors)
    if "use" in request.POST:
        return _use_nearest(request, found, here, base=base, ruleset=ruleset)
    if "use_all" in request.POST:
        ruleset = _with_every_nearest(here, ruleset)
        return _checked_page(request, found, here, base=base, ruleset=ruleset, errors={})
    return _save(request, found, here, base=base, ruleset=ruleset)


@require_POST
@operator_page
def live_check(request: HttpRequest, reference: str, slug: str) -> HttpResponse:
    """What the core finds in the form as it stands: summary and findings by field. Nothing is stored."""
    found, here, base, ruleset, errors = _typed(request, reference, slug)
    context = _checked(found, here, base=base, ruleset=ruleset, errors=errors)
    answer = render(request, "operator/_live.html", {**context, "live": True})
    # What the rules cost is worked out after the findings have arrived: this asks the page to ask for it.
    return trigger_client_event(answer, "checked", {}, after="settle") if here.has_figures else answer


@require_POST
@operator_page
def live_figures(request: HttpRequest, reference: str, slug: str) -> HttpResponse:
    """What the bets of this step cost a player under the form as it stands, and one worked example."""
    found, here, _, ruleset, errors = _typed(request, reference, slug)
    if not here.has_figures:
        raise Http404
    context = {"submission": found, "figures": None if errors else figures_of(here.slug, ruleset)}
    return render(request, "operator/_figures.html", {**context, "live": True})


@require_POST
@operator_page
def autosave(request: HttpRequest, reference: str, slug: str) -> HttpResponse:
    """Saves the form as it stands, by the same rule as the Save button, and answers with a line about it."""
    found, here, base, ruleset, errors = _typed(request, reference, slug)
    context: dict[str, Any] = {"submission": found, "step": here}
    if not errors:
        try:
            context["saved"] = _saved(request, found, base=base, ruleset=ruleset)
        except BadValue:
            pass  # the live check says what and where
        except Conflict as conflict:
            context |= _both(found, here, conflict)
    return render(request, "operator/_saved.html", context)


def _typed(
    request: HttpRequest, reference: str, slug: str
) -> tuple[Submission, Step, Version, dict[str, Any], dict[str, str]]:
    """The draft, the step, the version it was started from, and the form laid over that one."""
    found, here = _editable(request, reference, slug)
    if found is None or here is None:
        raise Http404
    base = _base_version(request, found)
    return found, here, base, *here.read(core_edition(found.edition_id), request.POST, base.ruleset)


def _saved(request: HttpRequest, found: Submission, *, base: Version, ruleset: dict[str, Any]) -> Version:
    """The version that now holds the rule set; a Conflict only where someone saved something else."""
    try:
        saved, _ = validation.save_and_check(
            actor=request.user, reference=found.reference, ruleset=ruleset, expected_version=base.number
        )
    except Conflict as conflict:
        theirs: Version = conflict.theirs
        if theirs.digest != _digest(ruleset):
            raise
        return theirs
    return saved


def _digest(ruleset: dict[str, Any]) -> str:
    try:
        return parse_ruleset(ruleset).digest
    except BadInput:
        return ""


def _save(
    request: HttpRequest, found: Submission, here: Step, *, base: Version, ruleset: dict[str, Any]
) -> HttpResponse:
    try:
        saved = _saved(request, found, base=base, ruleset=ruleset)
    except BadValue as error:
        errors = {error.field: as_sentence(error.field, error.message)}
        return _page(request, found, here, base=base, ruleset=ruleset, findings=[], errors=errors)
    except Conflict as conflict:
        return _conflict(request, found, here, conflict)
    if saved.pk == base.pk:
        messages.info(request, f"Saved as version {saved.number}; nothing has changed since.")
    elif (run := run_of(saved)) and run.breaches:
        messages.warning(
            request, f"Saved as version {saved.number}. Breaches are listed beside their fields."
        )
    else:
        messages.success(request, f"Saved as version {saved.number}.")
    return redirect("operator:step", found.reference, here.slug)


def _use_nearest(
    request: HttpRequest, found: Submission, here: Step, *, base: Version, ruleset: dict[str, Any]
) -> HttpResponse:
    """Sets one field to the value a finding offered. It is checked again like anything typed."""
    path, _, offered = request.POST["use"].partition("=")
    try:
        value = json.loads(offered)
    except ValueError:
        raise BadValue("The button did not say which value to use. Reload the page and try again.") from None
    if here.owns(path):
        ruleset = _with_value(ruleset, path, value)
    return _checked_page(request, found, here, base=base, ruleset=ruleset, errors={}, focus=path)


def _with_every_nearest(here: Step, ruleset: dict[str, Any]) -> dict[str, Any]:
    """The rule set with each finding of this step put right; left as it is where it cannot be read.

    Two findings may speak of one field, such as two missing legends: so it is checked until none is left.
    """
    for _ in range(ROUNDS):
        try:
            findings = validation.live_check(ruleset).findings
        except BadValue:
            return ruleset
        offered = [f for f in findings if here.owns(f.path) and f.nearest is not None]
        if not offered:
            break
        for finding in offered:
            ruleset = _with_value(ruleset, finding.path, finding.nearest)
    return ruleset


def _checked_page(
    request: HttpRequest,
    found: Submission,
    here: Step,
    *,
    base: Version,
    ruleset: dict[str, Any],
    errors: dict[str, str],
    focus: str = "",
) -> HttpResponse:
    context = _checked(found, here, base=base, ruleset=ruleset, errors=errors)
    return _render_step(request, found, here, base=base, context={**context, "focus": focus})


def _checked(
    found: Submission, here: Step, *, base: Version, ruleset: dict[str, Any], errors: dict[str, str]
) -> dict[str, Any]:
    """The step as typed, checked by the core unless something in it cannot be read."""
    findings: list[Any] = []
    if not errors:
        try:
            findings = list(validation.live_check(ruleset).findings)
        except BadValue as error:
            errors = {error.field: as_sentence(error.field, error.message)}
    return _context(found, here, base=base, ruleset=ruleset, findings=findings, errors=errors)


def _page(
    request: HttpRequest,
    found: Submission,
    here: Step,
    *,
    base: Version,
    ruleset: dict[str, Any],
    findings: list[Any],
    errors: dict[str, str] | None = None,
) -> HttpResponse:
    context = _context(found, here, base=base, ruleset=ruleset, findings=findings, errors=errors or {})
    return _render_step(request, found, here, base=base, context=context)


def _context(
    found: Submission,
    here: Step,
    *,
    base: Version,
    ruleset: dict[str, Any],
    findings: list[Any],
    errors: dict[str, str],
) -> dict[str, Any]:
    own = [finding for finding in findings if here.owns(finding.path)]
    edition = core_edition(found.edition_id)
    groups = here.groups(edition, ruleset)
    return {
        "submission": found,
        "edition": edition,
        "step": here,
        "groups": placed(groups, own, errors),
        "on_top": unplaced(groups, own),
        "findings": findings,
        "fixable": [finding for finding in own if finding.nearest is not None],
        "elsewhere": [finding for finding in findings if not here.owns(finding.path)],
        "errors": [(place_of(path, groups), message) for path, message in errors.items()],
        "picture": here.picture(edition, ruleset, own) if here.picture else "",
        "unsaved": ruleset != base.ruleset,
        "ruleset": ruleset,
        # What could not be read was not checked: the steps then keep what is known of them.
        "states": [] if errors else states_as_typed(ruleset, findings),
    }


def _render_step(
    request: HttpRequest, found: Submission, here: Step, *, base: Version, context: dict[str, Any]
) -> HttpResponse:
    ruleset, unread = context["ruleset"], bool(context["errors"])
    context |= {
        "base": base,
        "presets": here.presets(core_edition(found.edition_id)) if here.presets else [],
        "steps": steps_of(found, base, current=here.slug)
        if unread
        else steps_as_typed(found, ruleset, context["findings"], current=here.slug),
        "figures": figures_of(here.slug, ruleset) if here.has_figures and not unread else None,
        "next_href": step_after(here.slug, found.reference),
    }
    return render(request, here.template, context, status=422 if context["errors"] else 200)


def _conflict(request: HttpRequest, found: Submission, here: Step, conflict: Conflict) -> HttpResponse:
    """Both versions side by side; nothing of either is lost."""
    posted = [(name, value) for name, values in request.POST.lists() if here.owns(name) for value in values]
    context = {"submission": found, "step": here, "posted": posted, **_both(found, here, conflict)}
    return render(request, "operator/conflict.html", context, status=409)


def _both(found: Submission, here: Step, conflict: Conflict) -> dict[str, Any]:
    """Where the two differ in this step, and what else they changed: that is theirs either way."""
    theirs: Version = conflict.theirs
    rows = differences(theirs.rules, parse_ruleset(conflict.mine))
    return {
        "theirs": theirs,
        "message": conflict.message,
        "rows": [row for row in rows if here.owns(row["path"])],
        "elsewhere": [row["label"] for row in rows if not here.owns(row["path"])],
        "pictures": _both_pictures(found, here, theirs.ruleset, conflict.mine),
    }


def _both_pictures(
    found: Submission, here: Step, theirs: dict[str, Any], mine: dict[str, Any]
) -> list[tuple[str, str]]:
    """What words cannot tell apart: a moved area is seen only in the drawing."""
    if not here.picture or theirs.get("layout") == mine.get("layout"):
        return []
    edition = core_edition(found.edition_id)
    return [
        ("Theirs", here.picture(edition, theirs, ())),
        ("Yours, not saved", here.picture(edition, mine, ())),
    ]


def _editable(request: HttpRequest, reference: str, slug: str) -> tuple[Submission | None, Step | None]:
    """The draft and the step, or nothing where the submission can no longer be edited."""
    found = draft(request.user, reference)
    here = step_named(slug)
    if here is None:
        raise Http404
    require(request.user, "submission.edit")
    return (found, here) if found.is_editable else (None, None)


def _base_version(request: HttpRequest, found: Submission) -> Version:
    """The version the editor started from, or wants to save over: what was typed is laid over that one."""
    number = request.POST.get("over") or request.POST.get("expected_version", "")
    if not number.isdigit():
        raise BadValue("The form did not say which version it belongs to. Reload the page and try again.")
    current = found.current_version
    if current is not None and number == str(current.number):
        return current
    return version(request.user, found.reference, int(number))


def _with_value(ruleset: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of the rule set with one field set."""
    changed: dict[str, Any] = json.loads(json.dumps(ruleset))
    *way, last = path.split(".")
    place = changed
    for part in way:
        if not isinstance(place.get(part), dict):
            place[part] = {}
        place = place[part]
    place[last] = value
    return changed
