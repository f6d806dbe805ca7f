"""The documents step: files attached to the rules, added and removed one by one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from portal.accounts.permissions import can, require
from portal.http import UserRequest
from portal.operator.forms import DocumentForm
from portal.operator.steps import step_after, step_links
from portal.pages.forms import render_form, run_service
from portal.pages.guards import operator_page
from portal.submissions import selectors, uploads


@operator_page
def documents(request: UserRequest, reference: str) -> HttpResponse:
    """List the attached documents, with the form to add one."""
    submission = selectors.submission(request.user, reference)
    form = DocumentForm()
    if request.method == "POST":
        require(request.user, "submission.edit")
        form = DocumentForm(request)
        if upload := run_service(form, uploads.add, actor=request.user, reference=reference):
            messages.success(request, f"{upload.filename} is attached.")
            return redirect("operator:documents", reference)
    version = selectors.version_shown_to(request.user, submission)
    context = {
        "submission": submission,
        "uploads": uploads.uploads(request.user, submission),
        "may_change": submission.is_editable and can(request.user, "submission.edit"),
        "steps": step_links(submission, version, current="documents"),
        "next_href": step_after(submission, "documents"),
    }
    return render_form(request, "operator/documents.html", form, **context)


@operator_page
def remove(request: UserRequest, reference: str, upload_id: int) -> HttpResponse:
    """Ask first: a document of a draft that was never submitted is deleted for good."""
    submission = selectors.submission(request.user, reference)
    upload = uploads.upload(request.user, upload_id)
    require(request.user, "submission.edit")
    if request.method == "POST":
        uploads.remove(actor=request.user, reference=reference, upload_id=upload_id)
        messages.success(request, f"{upload.filename} is removed.")
        return redirect("operator:documents", reference)
    return render(request, "operator/documents_remove.html", {"submission": submission, "upload": upload})
