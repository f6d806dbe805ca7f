"""Conditions of approvals: what is due, what was met, and the regulator's word on each."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.permissions import can
from portal.errors import NotFound
from portal.pages.forms import run_service
from portal.pages.guards import regulator_page
from portal.pages.paging import page_of
from portal.regulator.forms import ConditionForm
from portal.review import conditions as domain
from portal.review.models import Condition


@regulator_page
def conditions(request: HttpRequest) -> HttpResponse:
    """Unmet ones of approvals that stand, the earliest day first; with ?met=1 those that were met."""
    return _page(request)


@require_POST
@regulator_page
def judge(request: HttpRequest, condition_id: int) -> HttpResponse:
    """Records a condition as met, or as open again."""
    if not domain.conditions(request.user).filter(pk=condition_id).exists():
        raise NotFound(f"There is no condition {condition_id}.")
    reopens = request.POST.get("judgement") == "open"
    form = ConditionForm(request.POST, auto_id=f"id_{condition_id}_%s")
    judged = run_service(
        form,
        domain.reopen_condition if reopens else domain.meet_condition,
        actor=request.user,
        condition_id=condition_id,
        note=form.data.get("note", ""),
    )
    if judged:
        messages.success(
            request, "The condition is open again." if reopens else "The condition is recorded as met."
        )
        return redirect(reverse("regulator:conditions") + ("?met=1" if reopens else ""))
    return _page(request, condition_id, form)


def _page(
    request: HttpRequest, condition_id: int | None = None, form: ConditionForm | None = None
) -> HttpResponse:
    met = request.GET.get("met") == "1" or request.POST.get("judgement") == "open"
    rows = (
        domain.conditions(request.user).filter(met_at__isnull=False).order_by("-met_at")
        if met
        else domain.conditions_due(request.user)
    )
    context = page_of(request, rows)
    for row in context["page"].object_list:
        _dress(row, form if row.pk == condition_id else None)
    context |= {"met": met, "judges": can(request.user, "condition.judge"), "form": form}
    return render(request, "regulator/conditions.html", context, status=422 if form else 200)


def _dress(row: Condition, form: ConditionForm | None) -> None:
    today = jurisdiction(row.decision.submission.jurisdiction).today()
    row.overdue = row.met_at is None and row.due_on is not None and row.due_on < today
    row.stands = row.decision.submission.state in domain.STANDING
    row.form = form or ConditionForm(auto_id=f"id_{row.pk}_%s")
