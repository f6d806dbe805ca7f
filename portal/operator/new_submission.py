"""Starting a submission: for a casino and a rulebook, or as a variation of an approval."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from portal.accounts.permissions import require
from portal.errors import NotPossible
from portal.http import UserRequest
from portal.operator.forms import NewSubmissionForm
from portal.operator.tables import TablesForm, initial_tables
from portal.pages.forms import render_form, run_service
from portal.pages.guards import operator_page
from portal.review import variation
from portal.submissions import selectors
from portal.submissions.examples import own_examples
from portal.submissions.models import Submission
from portal.submissions.tables import offered_tables
from portal.submissions.uploads import uploads
from portal.submissions.wording import describe_choices
from portal.validation import drafts


@operator_page
def new(request: UserRequest) -> HttpResponse:
    require(request.user, "submission.edit")
    form = NewSubmissionForm(
        request.user, request.POST or None, initial={"choice": request.GET.get("choice")}
    )
    if draft := run_service(form, drafts.create_draft, actor=request.user):
        messages.success(
            request,
            f"Draft {draft.reference} is created. It follows the rulebook until you change something.",
        )
        if offered_tables(draft).count() > 1:
            return redirect(f"{reverse('operator:tables', args=[draft.reference])}?new=1")
        return redirect("operator:draft", draft.reference)
    return render_form(request, "operator/new.html", form)


@operator_page
def vary(request: UserRequest, reference: str) -> HttpResponse:
    """Explain what a variation is; on POST create the draft."""
    submission = selectors.submission(request.user, reference)
    require(request.user, "submission.edit")
    # Without the choice of tables it is for those of the approval.
    posted = request.POST if "scope" in request.POST else None
    form = TablesForm(submission, posted, initial=initial_tables(submission))
    if request.method == "POST" and (posted is None or form.is_valid()):
        chosen = form.arguments() if posted else {}
        draft = variation.vary(actor=request.user, reference=reference, **chosen)
        messages.success(
            request,
            f"Draft {draft.reference} is created from the approved rules{_copied(request, draft)}. "
            f"{reference} stays in force until the variation is approved.",
        )
        if left := own_examples(submission).count() - own_examples(draft).count():
            messages.warning(
                request,
                f"{left} of your examples cannot be settled under {draft.edition_id} and were not copied.",
            )
        return redirect("operator:draft", draft.reference)
    if obstacle := variation.obstacle(submission):
        raise NotPossible(obstacle)
    context = {
        "submission": submission,
        "has_tables": offered_tables(submission).exists(),
        "open_variation": variation.open_variation(submission),
        "chosen": describe_choices(submission.submitted_version.rules)
        if submission.submitted_version
        else [],
    }
    return render_form(request, "operator/vary.html", form, **context)


def _copied(request: UserRequest, draft: Submission) -> str:
    """The documents and examples copied with the rules, in words."""
    counts = (
        (uploads(request.user, draft).count(), "document", "documents"),
        (own_examples(draft).count(), "example of your own", "examples of your own"),
    )
    parts = [f"{count} {one if count == 1 else many}" for count, one, many in counts if count]
    return f", with {' and '.join(parts)}" if parts else ""
