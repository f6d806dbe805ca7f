"""Starting a submission: for which casino, under which rulebook."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from portal.accounts.permissions import require
from portal.http import UserRequest
from portal.operator.forms import NewSubmissionForm
from portal.pages.forms import run_service
from portal.pages.guards import operator_page
from portal.submissions import services


@operator_page
def new(request: UserRequest) -> HttpResponse:
    require(request.user, "submission.edit")
    form = NewSubmissionForm(
        request.user, request.POST or None, initial={"choice": request.GET.get("choice")}
    )
    if form.is_valid():
        property_id, edition_id = form.property_and_edition
        draft = run_service(
            form, services.create_draft, actor=request.user, property_id=property_id, edition_id=edition_id
        )
        if draft:
            messages.success(
                request,
                f"Draft {draft.reference} is created. It follows the rulebook until you change something.",
            )
            return redirect("operator:draft", draft.reference)
    return render(request, "operator/new.html", {"form": form}, status=422 if form.errors else 200)
