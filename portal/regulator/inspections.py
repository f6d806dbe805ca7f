"""A regulator's pages about inspections: which table next, what was found, and the findings to judge."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from portal.accounts.permissions import can
from portal.accounts.selectors import own_organisation
from portal.errors import NotPossible
from portal.http import UserRequest
from portal.inspections import findings as services
from portal.inspections import selectors
from portal.inspections.models import FindingState, InspectionFinding
from portal.inspections.risk import POINTS, explained, tables_by_risk
from portal.inspections.services import choose_publication
from portal.pages.forms import PlainForm, render_form, run_service
from portal.pages.guards import regulator_page
from portal.pages.paging import page_of
from portal.regulator.forms import day_field
from portal.text import LONGEST

TABS = {
    "remedy": (FindingState.OPEN, "To be remedied"),
    "judge": (FindingState.ANSWERED, "Remedy reported"),
    "closed": (FindingState.CLOSED, "Closed"),
}


class JudgeForm(PlainForm):
    """Close a finding, send its remedy back, or open it again."""

    text = forms.CharField(
        label="Message to the operator",
        help_text="The operator can read this. It is not published.",
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST}),
        error_messages={"required": "Enter the evidence, or what is still to be done."},
    )
    due_on = day_field("New day to remedy it", required=False)

    def __init__(self, finding: InspectionFinding, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.finding = finding
        if finding.state == FindingState.OPEN:
            del self.fields["due_on"]
        else:
            self.fields["due_on"].help_text = "Only if you send it back or open it again."

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.data.get("act") in ("send-back", "reopen") and "due_on" in data and data["due_on"] is None:
            self.add_error("due_on", "Enter the day by which it has to be remedied.")
        return data

    def arguments(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        if self.data.get("act") == "close":
            data.pop("due_on", None)
        return data


class SuspendForm(PlainForm):
    reason = forms.CharField(
        label="Reasons",
        help_text="The operator can read this. The register says that the approval is suspended.",
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": LONGEST}),
        error_messages={"required": "Enter the reasons for the suspension."},
    )


ACTS: dict[str, tuple[Callable[..., InspectionFinding], str]] = {
    "close": (services.close, "The finding is closed."),
    "send-back": (services.send_back, "The remedy is sent back to the operator."),
    "reopen": (services.reopen, "The finding is open again."),
}


@regulator_page
def tables(request: UserRequest) -> HttpResponse:
    """Tables by risk, each with its reasons."""
    context = page_of(request, tables_by_risk(request.user))
    context |= {
        "rows": explained(context["page"].object_list),
        "points": POINTS,
        "under_way": selectors.under_way(request.user),
        "inspects": can(request.user, "inspection.carry_out"),
        "may_publish": can(request.user, "inspection.publish"),
        "publishes": selectors.publishes_outcome(own_organisation(request.user)),
    }
    return render(request, "regulator/inspections.html", context)


@regulator_page
def done(request: UserRequest) -> HttpResponse:
    """Finished inspections, the latest first."""
    return render(
        request, "regulator/inspections_done.html", page_of(request, selectors.inspections(request.user))
    )


@regulator_page
def inspection(request: UserRequest, inspection_id: int) -> HttpResponse:
    """One finished inspection, item by item."""
    row = selectors.inspection(request.user, inspection_id)
    items = [(item, item.answers.all()) for item in selectors.items(row)]
    context = {
        "inspection": row,
        "findings": selectors.findings(request.user).filter(inspection=row),
        "items": [(item, list(answers)[-1] if answers else None) for item, answers in items],
    }
    return render(request, "regulator/inspection.html", context)


@regulator_page
def findings(request: UserRequest) -> HttpResponse:
    """Findings by state; `?state=` is one of TABS."""
    tab = request.GET.get("state", "")
    tab = tab if tab in TABS else "remedy"
    rows = selectors.findings(request.user).filter(state=TABS[tab][0])
    rows = rows.order_by("-closed_at", "-pk") if tab == "closed" else rows.order_by("due_on", "pk")
    context = page_of(request, rows, parameters=("state",))
    context |= {
        "rows": [(row, selectors.is_overdue(row)) for row in context["page"].object_list],
        "tabs": [(name, label) for name, (_, label) in TABS.items()],
        "tab": tab,
    }
    return render(request, "regulator/findings.html", context)


@regulator_page
def finding(request: UserRequest, finding_id: int) -> HttpResponse:
    """One finding with its history, and the form to judge it."""
    row = selectors.finding(request.user, finding_id)
    form = JudgeForm(row, request.POST or None)
    act = request.POST.get("act", "")
    if request.method == "POST" and act in ACTS:
        service, success = ACTS[act]
        if run_service(form, service, actor=request.user, finding_id=finding_id):
            messages.success(request, success)
            return redirect("regulator:finding", finding_id)
    context = {
        "finding": row,
        "overdue": selectors.is_overdue(row),
        "judges": can(request.user, "inspection.judge"),
        "suspends": can(request.user, "review.suspend")
        and row.state != FindingState.CLOSED
        and services.approval_to_suspend(row) is not None,
    }
    return render_form(request, "regulator/finding.html", form, **context)


@regulator_page
def suspend(request: UserRequest, finding_id: int) -> HttpResponse:
    """Suspend the approval at the table because of a finding. The page asks first."""
    row = selectors.finding(request.user, finding_id)
    approval = services.approval_to_suspend(row)
    if approval is None:
        raise NotPossible(f"No approval is in force at {row.inspection.table}.")
    reason = f"Finding at {row.inspection.table.label}: {row.item.label}. {row.remark}"
    form = SuspendForm(request.POST or None, initial={"reason": reason})
    if run_service(form, services.suspend, actor=request.user, finding_id=finding_id):
        messages.success(request, f"{approval.reference} is suspended at {row.inspection.table.label}.")
        return redirect("regulator:finding", finding_id)
    return render_form(request, "regulator/finding_suspend.html", form, finding=row, approval=approval)


@require_POST
@regulator_page
def publication(request: UserRequest) -> HttpResponse:
    """Show outcomes on the public page of a table, or stop that."""
    shown = request.POST.get("publishes") == "1"
    choose_publication(actor=request.user, publishes_outcome=shown)
    messages.success(
        request,
        "The public page of a table now shows the outcome of its last inspection."
        if shown
        else "Outcomes of inspections are no longer shown to the public.",
    )
    return redirect("regulator:inspections")
