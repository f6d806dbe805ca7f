"""Starting a submission: for a casino and a rulebook, or as a variation of an approval."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from portal.accounts.permissions import require
from portal.errors import NotPossible
from portal.http import UserRequest
from portal.operator.forms import NewSubmissionForm
from portal.operator.tables import TablesForm, initial_tables
from portal.pages.forms import render_form, run_service
from portal.pages.guards import operator_page
from portal.review import newer_edition as newer
from portal.review import variation
from portal.submissions import selectors
from portal.submissions.examples import own_examples
from portal.submissions.models import CoveredTable, Submission
from portal.submissions.tables import approvals_at, offered_tables, replaced_by
from portal.submissions.uploads import uploads
from portal.submissions.wording import describe_choices
from portal.text import and_list
from portal.validation import drafts


@operator_page
def new(request: UserRequest) -> HttpResponse:
    require(request.user, "submission.edit")
    form = NewSubmissionForm(
        request.user, request.POST or None, initial={"choice": request.GET.get("choice")}
    )
    if draft := run_service(form, drafts.create_draft, actor=request.user):
        several = offered_tables(draft).count() > 1
        where = " It is for all tables; choose some of them in the step “Which tables”." if several else ""
        messages.success(
            request,
            f"Draft {draft.reference} is created. It follows the rulebook until you change something.{where}",
        )
        warn_of_replacement(request, draft)
        return redirect("operator:draft", draft.reference)
    return render_form(request, "operator/new.html", form, held=_held(form))


@operator_page
def newer_edition(request: UserRequest, reference: str) -> HttpResponse:
    """Show what moves to the edition that replaced the draft's own; on POST move it."""
    submission = selectors.submission(request.user, reference)
    require(request.user, "submission.edit")
    later, reading = newer.moved_rules(submission)
    if request.method == "POST":
        draft = newer.move_draft(actor=request.user, reference=reference)
        messages.success(
            request, f"Draft {draft.reference} under {later.title} takes the place of {reference}."
        )
        return redirect("operator:draft", draft.reference)
    context = {"submission": submission, "later": later, "left_out": reading.left_out}
    return render(request, "operator/newer_edition.html", context)


@operator_page
def vary(request: UserRequest, reference: str, renewal: bool = False) -> HttpResponse:
    """Explain what a variation or renewal is; on POST create the draft."""
    submission = selectors.submission(request.user, reference)
    require(request.user, "submission.edit")
    # Without the choice of tables it is for those of the approval.
    posted = request.POST if "scope" in request.POST else None
    form = TablesForm(submission, posted, initial=initial_tables(submission))
    if request.method == "POST" and (posted is None or form.is_valid()):
        chosen = form.arguments() if posted else {}
        draft = variation.vary(actor=request.user, reference=reference, renewal=renewal, **chosen)
        until = "until its last day" if renewal else "until the variation is approved"
        messages.success(
            request,
            f"Draft {draft.reference} is created from the approved rules{_copied(request, draft)}. "
            f"{reference} stays in force {until}.",
        )
        if left := own_examples(submission).count() - own_examples(draft).count():
            messages.warning(
                request,
                f"{left} of your examples cannot be settled under {draft.edition_id} and were not copied.",
            )
        return redirect("operator:draft", draft.reference)
    hindered = variation.renewal_obstacle if renewal else variation.obstacle
    if obstacle := hindered(submission):
        raise NotPossible(obstacle)
    context = {
        "submission": submission,
        "renewal": renewal,
        "has_tables": offered_tables(submission).exists(),
        "open_variation": variation.open_variation(submission),
        "chosen": describe_choices(submission.submitted_version.rules)
        if submission.submitted_version
        else [],
    }
    return render_form(request, "operator/vary.html", form, **context)


def warn_of_replacement(request: UserRequest, draft: Submission) -> None:
    """Say at the start which approvals end, and at which tables, if the draft is approved."""
    for one, tables in replaced_by(draft):
        where = f" at {and_list([table.label for table in tables])}" if tables else ""
        messages.warning(
            request,
            f"If {draft.reference} is approved, it replaces {one.reference}{where}. "
            "To change only some of those rules, vary the approval instead.",
        )


def _held(form: NewSubmissionForm) -> list[dict[str, Any]]:
    """The approvals that a new submission would replace, by casino and game, with their tables."""
    rows: dict[Submission, list[CoveredTable]] = {}
    for prop in form.properties:
        for row in approvals_at(prop).values():
            rows.setdefault(row.submission, []).append(row)
    return [
        {
            "submission": one,
            "property": covered[0].table.property,
            "game": one.game,
            "tables": and_list([row.table.label for row in covered]),
        }
        for one, covered in rows.items()
    ]


def _copied(request: UserRequest, draft: Submission) -> str:
    """The documents and examples copied with the rules, in words."""
    counts = (
        (uploads(request.user, draft).count(), "document", "documents"),
        (own_examples(draft).count(), "example of your own", "examples of your own"),
    )
    parts = [f"{count} {one if count == 1 else many}" for count, one, many in counts if count]
    return f", with {' and '.join(parts)}" if parts else ""
