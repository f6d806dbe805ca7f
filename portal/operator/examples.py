"""Worked examples under the rules of a submission: the rulebook's and the operator's own, step by step."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from craps import run_examples
from portal.accounts.permissions import can, require
from portal.errors import BadValue, Conflict
from portal.http import UserRequest
from portal.operator.steps import step_after, step_links
from portal.pages.example_player import all_examples, play_example, sorted_examples
from portal.pages.examples_form import ExampleForm, lines_of
from portal.pages.guards import operator_page
from portal.submissions import examples as own
from portal.submissions import selectors
from portal.submissions.models import OwnExample, Submission
from portal.validation.selectors import run_of


@operator_page
def examples(request: UserRequest, reference: str) -> HttpResponse:
    """Every example with its result: stored with the run once submitted, settled now in a draft."""
    submission = selectors.submission(request.user, reference)
    version = selectors.version_shown_to(request.user, submission)
    run = run_of(version)
    results = run.examples if run and not submission.is_editable else []
    if not results:
        ruleset = version.rules
        known = all_examples(request.user, submission, ruleset)
        results = [result.to_json() for result in run_examples(ruleset, known)]
    context = {
        "submission": submission,
        "version": version,
        **sorted_examples(results),
        "may_change": submission.is_editable and can(request.user, "submission.edit"),
        "steps": step_links(submission, version, current="examples"),
        "next_href": step_after(submission, "examples"),
    }
    return render(request, "operator/examples.html", context)


@operator_page
def play(request: UserRequest, reference: str, key: str) -> HttpResponse:
    """Show one example on the drawn table, after as many bets and rolls as `?step=` says."""
    submission = selectors.submission(request.user, reference)
    version = selectors.version_shown_to(request.user, submission)
    context = {
        "submission": submission,
        "steps": step_links(submission, version, current="examples"),
        **play_example(request.user, submission, version, key, request.GET.get("step", "")),
    }
    return render(request, "operator/examples_play.html", context)


@operator_page
def add(request: UserRequest, reference: str) -> HttpResponse:
    return _edit(request, selectors.submission(request.user, reference), None)


@operator_page
def change(request: UserRequest, reference: str, example_id: int) -> HttpResponse:
    example = own.own_example(request.user, reference, example_id)
    return _edit(request, selectors.submission(request.user, reference), example)


@operator_page
def remove(request: UserRequest, reference: str, example_id: int) -> HttpResponse:
    example = own.own_example(request.user, reference, example_id)
    require(request.user, "submission.edit")
    if request.method == "POST":
        own.remove(actor=request.user, reference=reference, example_id=example_id)
        messages.success(request, f"The example “{example.title}” is removed.")
        return redirect("operator:examples", reference)
    context = {"submission": selectors.submission(request.user, reference), "example": example}
    return render(request, "operator/examples_remove.html", context)


def _edit(request: UserRequest, submission: Submission, example: OwnExample | None) -> HttpResponse:
    require(request.user, "submission.edit")
    if not submission.is_editable:
        return redirect("operator:examples", submission.reference)
    seen = own.state_of(example) if example else ""
    kind = lines_of(selectors.version_shown_to(request.user, submission).rules)
    if request.method != "POST":
        shown = ExampleForm.from_example(kind, *((example.title, example.events) if example else ()))
        return _form_page(request, submission, example, shown, seen)
    form = ExampleForm.from_post(kind, request.POST)
    if "more" in request.POST:
        return _form_page(request, submission, example, form, request.POST.get("seen") or seen)
    try:
        events = form.read_events()
        if not form.error_summary():
            saved = own.save(
                actor=request.user,
                reference=submission.reference,
                title=form.title,
                events=events,
                example_id=example.pk if example else None,
                seen=request.POST.get("seen"),
            )
            messages.success(request, f"The example “{saved.title}” is saved. Step through it below.")
            return redirect("operator:example", submission.reference, f"own-{saved.pk}")
    except Conflict as conflict:
        # The form keeps what was written; its next save replaces the other person's example.
        form.errors["rows"] = f"{conflict.message} Save again to replace it with yours."
        return _form_page(request, submission, example, form, seen)
    except BadValue as error:
        form.reject(error)
    return _form_page(request, submission, example, form, request.POST.get("seen") or seen)


def _form_page(
    request: UserRequest, submission: Submission, example: OwnExample | None, form: ExampleForm, seen: str
) -> HttpResponse:
    """The form; `seen` is the state of the example that the change starts from."""
    version = selectors.version_shown_to(request.user, submission)
    ruleset = version.rules
    summary = form.error_summary()
    form.add_spare_lines(6 if "more" in request.POST else 2)
    context = {
        "submission": submission,
        "example": example,
        "seen": seen,
        "form": form,
        "bets": form.kind.bets(form.lines),
        "currency": ruleset.stated.get("currency", ruleset.edition.currency),
        "summary": summary,
        "steps": step_links(submission, version, current="examples"),
    }
    return render(request, "operator/examples_form.html", context, status=422 if summary else 200)
