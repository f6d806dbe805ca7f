"""Conditions of approvals: reports to judge, those still to be met, those met, and the judgement."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from portal.accounts.permissions import can
from portal.http import UserRequest
from portal.pages.forms import run_service
from portal.pages.guards import regulator_page
from portal.pages.paging import page_of
from portal.regulator.forms import ConditionForm
from portal.review import conditions as services
from portal.review.models import Condition, ConditionState

TABS = {"judge": "Reports to review", "open": "Still to be met", "met": "Met"}
# What each button does, what is said then, and which list the condition was in.
ACTS = {
    ConditionForm.MET: (services.meet_condition, "The condition is recorded as met."),
    ConditionForm.OPEN: (services.reopen_condition, "The condition is open again."),
    ConditionForm.SEND_BACK: (services.send_back_condition, "The report is sent back to the operator."),
}


@dataclass(frozen=True)
class ConditionRow:
    condition: Condition
    overdue: bool
    can_change: bool  # the approval has not ended
    form: ConditionForm


@regulator_page
def conditions(request: UserRequest) -> HttpResponse:
    """Conditions of current approvals; `?state=` is one of TABS. Without it the first list that has some."""
    tab = request.GET.get("state", "")
    if tab not in TABS:
        tab = "judge" if services.conditions_to_judge(request.user).exists() else "open"
    return _page(request, tab)


@require_POST
@regulator_page
def judge(request: UserRequest, condition_id: int) -> HttpResponse:
    """Record a condition as met or as open again, or send a report back."""
    condition = services.condition(request.user, condition_id)
    tab = _tab_of(condition)
    form = ConditionForm(condition, request.POST)
    service, success = ACTS.get(request.POST.get("judgement", ""), ACTS[ConditionForm.MET])
    if run_service(form, service, actor=request.user, condition_id=condition_id):
        messages.success(request, success)
        return redirect(f"{reverse('regulator:conditions')}?state={tab}")
    return _page(request, tab, form=form, condition_id=condition_id)


def _tab_of(condition: Condition) -> str:
    return "judge" if condition.state == ConditionState.REPORTED else str(condition.state)


def _page(
    request: UserRequest, tab: str, *, condition_id: int | None = None, form: ConditionForm | None = None
) -> HttpResponse:
    lists = {
        "judge": services.conditions_to_judge(request.user),
        "open": services.conditions_to_meet(request.user),
        "met": services.conditions(request.user).filter(met_at__isnull=False).order_by("-met_at"),
    }
    context = page_of(request, lists[tab], parameters=("state",))
    context["rows"] = [
        ConditionRow(
            condition,
            services.is_overdue(condition),
            condition.decision.submission.state in services.STANDING,
            form if form and condition.pk == condition_id else ConditionForm(condition),
        )
        for condition in context["page"].object_list
    ]
    context |= {
        "tab": tab,
        "tabs": TABS.items(),
        "waiting": lists["judge"].count(),
        "judges": can(request.user, "condition.judge"),
        "form": form,
    }
    return render(request, "regulator/conditions.html", context, status=422 if form else 200)
