"""An expert's requests: the list, and one with its question, rules, chosen documents and answer."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from portal.accounts.permissions import can
from portal.experts import selectors, services
from portal.http import UserRequest
from portal.pages.downloads import attachment_response
from portal.pages.file_forms import AnswerWithFilesForm
from portal.pages.forms import render_form, run_service
from portal.pages.guards import expert_page
from portal.review.answers import MOST
from portal.submissions import uploads
from portal.submissions.wording import describe_choices

PAST = 20  # ended requests on the list


class OpinionForm(AnswerWithFilesForm):
    text = forms.CharField(
        label="Your answer",
        help_text="The regulator reads it. It stays with the case, is not published and cannot be changed.",
        widget=forms.Textarea,
        error_messages={"required": "Enter your answer."},
    )

    def __init__(self, request: UserRequest | None = None) -> None:
        super().__init__(request)
        self.fields["file"].help_text = (
            f"PDF, PNG or JPEG, at most {MOST} files of {settings.UPLOAD_MAX_MB} MB each. "
            "Only the regulator can open them."
        )


@expert_page
def request_list(request: UserRequest) -> HttpResponse:
    context = {
        "open_requests": selectors.open_requests(request.user),
        "past_requests": selectors.past_requests(request.user)[:PAST],
        "answers": can(request.user, "expert.answer"),
    }
    return render(request, "expert/requests.html", context)


@expert_page
def request_page(request: UserRequest, request_id: int) -> HttpResponse:
    ended = selectors.past_requests(request.user).filter(pk=request_id).first()
    if ended is not None and request.method in ("GET", "HEAD"):  # its notice still leads here
        messages.info(
            request,
            f"The request about {ended.submission.reference} is {ended.state.label.lower()}. "
            "It can no longer be opened.",
        )
        return redirect("expert:requests")
    row = selectors.open_request(request.user, request_id)
    form = OpinionForm(request if request.method == "POST" else None)
    if run_service(form, services.answer, actor=request.user, request_id=request_id):
        messages.success(
            request,
            f"Your answer about {row.submission.reference} has been sent to {row.regulator}. "
            "You can no longer open the request.",
        )
        return redirect("expert:requests")
    context = {
        "row": row,
        "shared": row.shared.select_related("upload"),
        "chosen": describe_choices(row.version.rules),
    }
    return render_form(request, "expert/request.html", form, **context)


@require_safe
@expert_page
def document(request: UserRequest, request_id: int, shared_id: int) -> HttpResponse:
    """A document of the case that the officer chose for this request."""
    found = selectors.shared_upload(request.user, request_id, shared_id)
    return attachment_response(uploads.read(found), found.filename, found.content_type)
