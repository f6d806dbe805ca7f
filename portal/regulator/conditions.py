"""Conditions of approvals: those still to be met, those met, and recording either."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.permissions import can
from portal.errors import NotFound
from portal.http import UserRequest
from portal.pages.forms import run_service
from portal.pages.guards import regulator_page
from portal.pages.paging import page_of
from portal.regulator.forms import ConditionForm
from portal.review import conditions as services
from portal.review.models import Condition


@dataclass(frozen=True)
class ConditionRow:
    condition: Condition
    overdue: bool
    can_change: bool  # the approval has not ended
    form: ConditionForm


@regulator_page
def conditions(request: UserRequest) -> HttpResponse:
    """Unmet conditions of current approvals, the earliest due first; with ?met=1 those that were met."""
    return _page(request, met=request.GET.get("met") == "1")


@require_POST
@regulator_page
def judge(request: UserRequest, condition_id: int) -> HttpResponse:
    """Record a condition as met, or as open again."""
    if not services.conditions(request.user).filter(pk=condition_id).exists():
        raise NotFound(f"There is no condition {condition_id}.")
    form = ConditionForm(request.POST, auto_id=f"id_{condition_id}_%s")
    form.full_clean()
    reopen = form.cleaned_data["judgement"] == ConditionForm.OPEN
    service = services.reopen_condition if reopen else services.meet_condition
    if run_service(form, service, actor=request.user, condition_id=condition_id):
        messages.success(
            request, "The condition is open again." if reopen else "The condition is recorded as met."
        )
        return redirect(reverse("regulator:conditions") + ("?met=1" if reopen else ""))
    return _page(request, met=reopen, condition_id=condition_id, form=form)


def is_overdue(condition: Condition) -> bool:
    today = jurisdiction(condition.decision.submission.jurisdiction).today()
    return condition.met_at is None and condition.due_on is not None and condition.due_on < today


def _page(
    request: UserRequest, *, met: bool, condition_id: int | None = None, form: ConditionForm | None = None
) -> HttpResponse:
    conditions = (
        services.conditions(request.user).filter(met_at__isnull=False).order_by("-met_at")
        if met
        else services.conditions_due(request.user)
    )
    context = page_of(request, conditions)
    context["rows"] = [
        ConditionRow(
            condition,
            is_overdue(condition),
            condition.decision.submission.state in services.STANDING,
            form if form and condition.pk == condition_id else _empty_form(condition),
        )
        for condition in context["page"].object_list
    ]
    context |= {"met": met, "judges": can(request.user, "condition.judge"), "form": form}
    return render(request, "regulator/conditions.html", context, status=422 if form else 200)


def _empty_form(condition: Condition) -> ConditionForm:
    judgement = ConditionForm.OPEN if condition.met_at else ConditionForm.MET
    return ConditionForm(auto_id=f"id_{condition.pk}_%s", initial={"judgement": judgement})
