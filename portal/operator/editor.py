"""The editor: a page for each step, live checks, saving (also automatic), and conflicts of two saves."""

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from craps import BadInput
from craps.edition import Edition
from portal.accounts.permissions import require
from portal.editions.rulesets import parse_ruleset
from portal.editions.selectors import core_edition
from portal.errors import BadValue, Conflict
from portal.http import UserRequest
from portal.operator import grids
from portal.operator.fields import Errors, Ruleset, as_typed, with_value
from portal.operator.step_costs import step_costs
from portal.operator.step_kinds import RulesStep
from portal.operator.steps import (
    anchor,
    attach,
    live_step_links,
    missing_choices,
    rules_states,
    rules_steps,
    step_after,
    step_links,
    steps_of,
    unattached,
)
from portal.operator.subjects import layout
from portal.pages.guards import carries_page_form, operator_page
from portal.pages.labels import as_sentence
from portal.submissions import selectors
from portal.submissions.models import Submission, Version
from portal.submissions.wording import differences
from portal.text import whole_number
from portal.validation import drafts
from portal.validation import services as validation
from portal.validation.selectors import run_of

MAX_ROUNDS = 6  # one field can have that many findings in turn


@dataclass
class StepForm:
    """The form of one step, with its values laid over the version it was started from."""

    submission: Submission
    step: RulesStep
    base: Version
    ruleset: Ruleset
    errors: Errors = field(default_factory=dict)
    posted: QueryDict | None = None  # while the page shows what was typed

    @cached_property
    def edition(self) -> Edition:
        return core_edition(self.submission.edition_id)

    def check(self) -> list[Any]:
        """Return what the core finds in the form; nothing is stored. What is not valid is not checked."""
        if self.errors:
            return []
        try:
            return list(validation.live_check(self.ruleset).findings)
        except BadValue as error:
            self.reject(error)
            return []

    def show(self, ruleset: Ruleset) -> None:
        """Lay other values over the form, in place of what was typed."""
        self.ruleset, self.errors, self.posted = ruleset, {}, None

    def reject(self, error: BadValue) -> None:
        self.errors = {error.field: as_sentence(error.field, error.message, self.edition)}


@operator_page
def first_step(request: UserRequest, reference: str) -> HttpResponse:
    submission = selectors.submission(request.user, reference)
    return redirect(steps_of(core_edition(submission.edition_id))[0].href(reference))


@operator_page
def step(request: UserRequest, reference: str, slug: str) -> HttpResponse:
    """Show a step; on POST save it, or apply a preset or a nearest allowed value without saving."""
    submission, step = _draft_and_step(request, reference, slug)
    if not submission.is_editable:
        return redirect("operator:submission", reference)
    if request.method != "POST":
        shown = selectors.version_shown_to(request.user, submission)
        run = run_of(shown)
        form = StepForm(submission, step, shown, shown.ruleset)
        return _page(request, form, list(run.findings.all()) if run else [])
    form = _posted_form(request, submission, step)
    if grids.is_asked(request.POST):
        return _page(request, form, form.check())
    if "preset" in request.POST and step.preset:
        changed = step.preset(form.edition, request.POST["preset"], form.ruleset)
        if changed is not form.ruleset or not step.typed:  # else it is about the rows that were typed
            form.show(changed)
        return _page(request, form, form.check())
    if form.errors:
        return _page(request, form, [])
    if "use" in request.POST:
        return _use_nearest(request, form)
    if "use_all" in request.POST:
        _use_every_nearest(form)
        return _page(request, form, form.check())
    return _save_and_redirect(request, form)


@require_POST
@operator_page
@carries_page_form
def live_check(request: UserRequest, reference: str, slug: str) -> HttpResponse:
    """Show what the core finds in the unsaved form: the summary, and the findings of each field."""
    form = _live_form(request, reference, slug)
    response = render(request, "operator/_live.html", _context(form, form.check()) | {"live": True})
    # The costs take longer: this event makes the page ask for them once the findings are shown.
    return trigger_client_event(response, "checked", {}, after="settle") if form.step.has_costs else response


@require_POST
@operator_page
@carries_page_form
def live_figures(request: UserRequest, reference: str, slug: str) -> HttpResponse:
    """Show what the bets of this step cost a player under the unsaved form, and one worked example."""
    form = _live_form(request, reference, slug)
    if not form.step.has_costs:
        raise Http404
    costs = None if form.errors else step_costs(form.step.slug, form.ruleset)
    return render(request, "operator/_figures.html", {"costs": costs, "live": True})


@require_POST
@operator_page
@carries_page_form
def autosave(request: UserRequest, reference: str, slug: str) -> HttpResponse:
    """Save the form as the Save button does, and answer with a line about it."""
    form = _live_form(request, reference, slug)
    context: dict[str, Any] = {"submission": form.submission, "step": form.step}
    if not form.errors:
        try:
            context["saved"] = _save(request, form, automatic=True)
        except BadValue:
            pass  # the live check shows what is not valid
        except Conflict as conflict:
            context |= _conflict_context(form, conflict)
    return render(request, "operator/_saved.html", context)


# Reading the request -------------------------------------------------------------------------------------


def _draft_and_step(request: UserRequest, reference: str, slug: str) -> tuple[Submission, RulesStep]:
    submission = selectors.draft(request.user, reference)
    step = rules_steps(core_edition(submission.edition_id)).get(slug)
    if step is None:
        raise Http404
    require(request.user, "submission.edit")
    return submission, step


def _live_form(request: UserRequest, reference: str, slug: str) -> StepForm:
    submission, step = _draft_and_step(request, reference, slug)
    if not submission.is_editable:
        raise Http404
    return _posted_form(request, submission, step)


def _posted_form(request: UserRequest, submission: Submission, step: RulesStep) -> StepForm:
    base = _base_version(request, submission)
    edition = core_edition(submission.edition_id)
    posted, errors = grids.apply(step.groups(edition, base.ruleset), request.POST)
    ruleset, misread = step.read(edition, posted, base.ruleset)
    return StepForm(submission, step, base, ruleset, errors | misread, posted)


def _base_version(request: UserRequest, submission: Submission) -> Version:
    """The version that the form was started from, or is to be saved over."""
    number = request.POST.get("over") or request.POST.get("expected_version", "")
    wanted = whole_number(number)
    if wanted is None:
        raise BadValue("The form did not say which version it belongs to. Reload the page and try again.")
    current = submission.current_version
    if current is not None and number == str(current.number):
        return current
    return selectors.version(request.user, submission.reference, wanted)


# Nearest allowed values ----------------------------------------------------------------------------------


def _use_nearest(request: UserRequest, form: StepForm) -> HttpResponse:
    """Set one field to the value that a finding offers; it is checked again like a typed one."""
    path, _, offered = request.POST["use"].partition("=")
    try:
        value = json.loads(offered)
    except ValueError:
        raise BadValue("The button did not say which value to use. Reload the page and try again.") from None
    if form.step.owns(path):
        form.show(with_value(form.ruleset, path, value))
    return _page(request, form, form.check(), focus=path)


def _use_every_nearest(form: StepForm) -> None:
    """Set every field of this step with a finding to its nearest allowed value.

    Two findings can be about one field, such as two missing legends: so check again until none is left.
    """
    for _ in range(MAX_ROUNDS):
        offers = [each for each in form.check() if form.step.owns(each.path) and each.nearest is not None]
        for finding in offers:
            form.show(with_value(form.ruleset, finding.path, finding.nearest))
        if not offers:
            break


# Saving --------------------------------------------------------------------------------------------------


def _save(request: UserRequest, form: StepForm, *, automatic: bool = False) -> Version:
    """Return the version that now has the rule set; a Conflict only if someone saved something else."""
    try:
        saved = drafts.save_draft(
            actor=request.user,
            reference=form.submission.reference,
            ruleset=form.ruleset,
            expected_version=form.base.number,
            automatic=automatic,
        )
    except Conflict as conflict:
        theirs = _their_version(conflict)
        if theirs.digest != _digest(form.ruleset):
            raise
        return theirs
    return saved


def _their_version(conflict: Conflict) -> Version:
    if not isinstance(conflict.theirs, Version):
        raise TypeError("A conflict between two saves has the version that was saved first.")
    return conflict.theirs


def _digest(ruleset: Ruleset) -> str:
    try:
        return parse_ruleset(ruleset).digest
    except BadInput:
        return ""


def _save_and_redirect(request: UserRequest, form: StepForm) -> HttpResponse:
    try:
        saved = _save(request, form)
    except BadValue as error:
        form.reject(error)
        return _page(request, form, [])
    except Conflict as conflict:
        return _conflict_page(request, form, conflict)
    goes_on = {
        "next": step_after(form.submission, form.step.slug),
        "declare": reverse("operator:submit", args=[form.submission.reference]),
    }.get(request.POST.get("save", ""))
    if saved.pk == form.base.pk:
        if goes_on:
            return redirect(goes_on)
        messages.info(request, f"Saved as version {saved.number}; nothing has changed since.")
    elif (run := run_of(saved)) and run.breaches:
        messages.warning(
            request, f"Saved as version {saved.number}. Breaches are listed beside their fields."
        )
    else:
        messages.success(request, f"Saved as version {saved.number}.")
    return (
        redirect(goes_on) if goes_on else redirect("operator:step", form.submission.reference, form.step.slug)
    )


def _conflict_page(request: UserRequest, form: StepForm, conflict: Conflict) -> HttpResponse:
    """Show both versions side by side, with the posted values to save over theirs."""
    owns = form.step.owns
    posted = [(name, value) for name, values in request.POST.lists() if owns(name) for value in values]
    context = {"submission": form.submission, "step": form.step, "posted": posted}
    return render(request, "operator/conflict.html", context | _conflict_context(form, conflict), status=409)


def _conflict_context(form: StepForm, conflict: Conflict) -> dict[str, Any]:
    """Where the two versions differ in this step, and what else they changed: that stays either way."""
    theirs = _their_version(conflict)
    rows = differences(theirs.rules, parse_ruleset(form.ruleset))
    pictures = []
    if form.step.picture and theirs.ruleset.get("layout") != form.ruleset.get("layout"):
        # Words cannot show a moved area.
        pictures = [
            ("Theirs", form.step.picture(form.edition, theirs.ruleset, ())),
            ("Yours, not saved", form.step.picture(form.edition, form.ruleset, ())),
        ]
    return {
        "theirs": theirs,
        "message": conflict.message,
        "rows": [row for row in rows if form.step.owns(row["path"])],
        "elsewhere": [row["label"] for row in rows if not form.step.owns(row["path"])],
        "pictures": pictures,
    }


# Showing the step ----------------------------------------------------------------------------------------


def _page(request: UserRequest, form: StepForm, findings: list[Any], *, focus: str = "") -> HttpResponse:
    submission, step, ruleset = form.submission, form.step, form.ruleset
    context = _context(form, findings) | {
        "base": form.base,
        "presets": step.presets(form.edition) if step.presets else [],
        "steps": step_links(submission, form.base, current=step.slug)
        if form.errors
        else live_step_links(submission, ruleset, findings, current=step.slug),
        "costs": step_costs(step.slug, ruleset) if step.has_costs and not form.errors else None,
        "next_href": step_after(submission, step.slug),
        "focus": focus,
    }
    return render(request, step.template, context, status=422 if form.errors else 200)


def _context(form: StepForm, findings: list[Any]) -> dict[str, Any]:
    step = form.step
    own = [finding for finding in findings if step.owns(finding.path)]
    groups = step.groups_of(form.edition, form.ruleset, form.posted)
    if form.posted is not None:
        groups = as_typed(groups, form.posted)
    approved = form.submission.varies.submitted_version if form.submission.varies else None
    if step.slug == "layout":
        groups = layout.with_changes(
            form.edition, form.ruleset, groups, approved.ruleset if approved else None
        )
    return {
        "submission": form.submission,
        "compared_with": form.submission.varies.reference
        if form.submission.varies
        else "the standard layout",
        "edition": form.edition,
        "edition_id": form.submission.edition_id,
        "step": step,
        "groups": attach(groups, own, form.errors),
        "on_top": unattached(groups, own),
        "missing": [each for each in missing_choices(form.submission, form.ruleset) if step.owns(each.path)],
        "findings": findings,
        "fixable": {finding.path for finding in own if finding.nearest is not None},
        "elsewhere": [finding for finding in findings if not step.owns(finding.path)],
        "errors": [(anchor(path, groups), message) for path, message in form.errors.items()],
        "picture": step.picture(form.edition, form.ruleset, own) if step.picture else "",
        "unsaved": form.ruleset != form.base.ruleset,
        # With errors nothing was checked: the page keeps the states it has.
        "states": [] if form.errors else rules_states(form.submission, form.ruleset, findings),
    }
