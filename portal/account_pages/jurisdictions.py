"""Jurisdictions: created by the site administrator, kept up to date by their regulator's administrator."""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from craps.rulebook import book
from portal.account_pages.jurisdiction_forms import JurisdictionFileForm, JurisdictionForm, OwnDayForm
from portal.accounts import jurisdiction_services as services
from portal.accounts import selectors
from portal.accounts.jurisdiction_calendar import days_off, months, own_days
from portal.accounts.jurisdiction_facts import as_toml, digest_of, facts_of
from portal.accounts.jurisdictions import Jurisdiction
from portal.accounts.models import Organisation
from portal.accounts.permissions import can, require
from portal.audit import serializers
from portal.audit.selectors import trail_of
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for, in_force
from portal.errors import Conflict
from portal.http import UserRequest
from portal.pages.forms import render_form, run_service
from portal.pages.guards import site_or_regulator_page, site_page
from portal.review.decision_facts import letters_head
from portal.review.specimen_letter import specimen_letter
from portal.submissions.models import CLOCK_RUNS, Submission

RECENT_CHANGES = 20


@site_or_regulator_page
def jurisdiction_list(request: UserRequest) -> HttpResponse:
    rows = [
        {
            "row": row,
            "regulators": selectors.regulators_of(row.code),
            "editions": _editions(row.code).count(),
        }
        for row in selectors.jurisdictions(request.user)
    ]
    return render(request, "account/jurisdictions.html", {"rows": rows})


@site_page
def new(request: UserRequest) -> HttpResponse:
    form = JurisdictionForm(request.user, request.POST or None)
    if "preview" in request.POST:
        return _form_page(request, form, preview=form.previewed())
    if row := run_service(form, services.create_jurisdiction, actor=request.user):
        messages.success(request, f"{row.name} is created. Next, set up its regulator.")
        return redirect("account:jurisdiction", row.code)
    return _form_page(request, form)


@site_page
def import_file(request: UserRequest) -> HttpResponse:
    form = JurisdictionFileForm(request.POST or None, request.FILES or None)
    if row := run_service(form, services.import_jurisdiction, actor=request.user):
        messages.success(request, f"{row.name} is created from the file. Next, set up its regulator.")
        return redirect("account:jurisdiction", row.code)
    return render_form(request, "account/jurisdiction_import.html", form)


@site_or_regulator_page
def jurisdiction(request: UserRequest, place: str) -> HttpResponse:
    """Its facts, its own days, the calendar of the year to come and the head of its letters."""
    return _page(request, selectors.jurisdiction_row(request.user, place), OwnDayForm())


@site_or_regulator_page
def change(request: UserRequest, place: str) -> HttpResponse:
    row = selectors.jurisdiction_row(request.user, place)
    require(request.user, "jurisdiction.manage")
    form = JurisdictionForm(request.user, request.POST or None, row=row)
    if "preview" in request.POST:
        return _form_page(request, form, row=row, preview=form.previewed())
    try:
        saved = run_service(form, services.change_jurisdiction, actor=request.user, code=place)
    except Conflict as conflict:
        return _conflict_page(request, form, row, conflict)
    if saved:
        messages.success(request, f"{saved.name} is saved. Documents already issued do not change.")
        return redirect("account:jurisdiction", saved.code)
    return _form_page(request, form, row=row)


@require_POST
@site_or_regulator_page
def add_day(request: UserRequest, place: str) -> HttpResponse:
    row = selectors.jurisdiction_row(request.user, place)
    form = OwnDayForm(request.POST)
    if day := run_service(form, services.add_day, actor=request.user, code=place):
        messages.success(request, f"{day.name} is added. Due days of open cases have been recalculated.")
        return redirect("account:jurisdiction", place)
    return _page(request, row, form)


@require_POST
@site_or_regulator_page
def remove_day(request: UserRequest, place: str, day_id: int) -> HttpResponse:
    day = services.remove_day(actor=request.user, code=place, day_id=day_id)
    messages.success(request, f"{day.name} is removed. Due days of open cases have been recalculated.")
    return redirect("account:jurisdiction", place)


@require_GET
@site_or_regulator_page
def export(request: UserRequest, place: str) -> HttpResponse:
    """The jurisdiction as a file that another Baize reads."""
    row = selectors.jurisdiction_row(request.user, place)
    response = HttpResponse(as_toml(row, own_days(row)), content_type="application/toml")
    response["Content-Disposition"] = f'attachment; filename="{row.code}-jurisdiction.toml"'
    return response


@require_GET
@site_or_regulator_page
def specimen(request: UserRequest, place: str) -> HttpResponse:
    """A letter with its head, as a PDF."""
    row = selectors.jurisdiction_row(request.user, place)
    response = HttpResponse(specimen_letter(row, _regulator(request, row)), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{row.code}-specimen.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response


def _page(request: UserRequest, row: Jurisdiction, form: OwnDayForm) -> HttpResponse:
    context = {
        "row": row,
        "manages": can(request.user, "jurisdiction.manage"),
        "own_days": own_days(row),
        "regulators": selectors.regulators_of(row.code),
        "editions": _editions(row.code),
        "clause_missing": _clause_missing(row),
        "open_cases": Submission.objects.filter(jurisdiction=row.code, state__in=CLOCK_RUNS).count(),
        "trail": [
            (entry, serializers.changes(entry)) for entry in trail_of(request.user, row)[:RECENT_CHANGES]
        ],
        **_shown(request, row),
    }
    return render_form(request, "account/jurisdiction.html", form, **context)


def _form_page(request: UserRequest, form: JurisdictionForm, **context: Any) -> HttpResponse:
    if context.get("preview"):
        context |= _shown(request, context["preview"])
    return render_form(request, "account/jurisdiction_form.html", form, **context)


def _conflict_page(
    request: UserRequest, form: JurisdictionForm, row: Jurisdiction, conflict: Conflict
) -> HttpResponse:
    """The form as it was sent, with what is stored now beside what differs. Saving again replaces it."""
    now = facts_of(row)
    differing = [
        (form[name].label, now[name], value)
        for name, value in form.arguments()["facts"].items()
        if str(now[name]) != str(value)
    ]
    data = request.POST.copy()
    data["seen"] = digest_of(row)
    again = JurisdictionForm(request.user, data, row=row)
    context = {"form": again, "row": row, "conflict": conflict.message, "differing": differing}
    return render(request, "account/jurisdiction_form.html", context, status=409)


def _shown(request: UserRequest, row: Jurisdiction) -> dict[str, Any]:
    """The previews: head of letters and certificates, and the working days of the coming year."""
    today = row.today()
    return {
        "head": letters_head(row, _regulator(request, row)),
        "reference": f"{row.prefix}-{today.year}-0001",
        "today": today,
        "due": row.after_working_days(today, row.review_days),
        "months": months(row, today),
        "days_off": days_off(row, today),
    }


def _regulator(request: UserRequest, row: Jurisdiction) -> Organisation | None:
    """Whose name stands on a document without an authority: the reader's own, or the first there is."""
    own = request.user.organisation
    return own if own and row.code in own.jurisdiction_codes else selectors.regulators_of(row.code).first()


def _editions(code: str) -> QuerySet[Edition]:
    return in_force().filter(jurisdiction=code)


def _clause_missing(row: Jurisdiction) -> bool:
    """Whether its editions are there, and none has the clause that it cites for limits by notice."""
    editions = [core_edition_for(each) for each in _editions(row.code)] if row.limits_by_notice else []
    return bool(editions) and not any(book(each).find(row.limits_by_notice) for each in editions)
