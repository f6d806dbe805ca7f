"""An operator's casinos and their tables."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from portal.accounts import selectors, services
from portal.accounts.models import Property
from portal.accounts.permissions import can, require
from portal.http import UserRequest
from portal.operator.forms import ChangePropertyForm, PropertyForm, TableForm
from portal.pages.forms import render_form, run_service
from portal.pages.guards import operator_page
from portal.submissions.selectors import submissions
from portal.submissions.tables import approvals_at


@operator_page
def property_list(request: UserRequest) -> HttpResponse:
    return render(request, "operator/properties.html", {"properties": selectors.properties(request.user)})


@operator_page
def add(request: UserRequest) -> HttpResponse:
    require(request.user, "property.manage")
    form = PropertyForm(request.POST or None)
    if prop := run_service(form, services.add_property, actor=request.user):
        messages.success(request, f"{prop.name} is added.")
        return redirect("operator:property", prop.pk)
    return render_form(request, "operator/property_new.html", form)


@operator_page
def detail(request: UserRequest, property_id: int) -> HttpResponse:
    """The casino's facts, tables and submissions; its administrator corrects name and address here."""
    prop = selectors.own_property(request.user, property_id)
    form = ChangePropertyForm(request.POST or None, initial={"name": prop.name, "address": prop.address})
    if run_service(form, services.change_property, actor=request.user, property_id=property_id):
        messages.success(request, "The change is saved.")
        return redirect("operator:property", property_id)
    return _detail_page(request, prop, form=form, table_form=TableForm(prop))


@require_POST
@operator_page
def add_table(request: UserRequest, property_id: int) -> HttpResponse:
    prop = selectors.own_property(request.user, property_id)
    form = TableForm(prop, request.POST)
    if table := run_service(form, services.add_table, actor=request.user, property_id=property_id):
        messages.success(request, f"Table {table.label} is added.")
        return redirect("operator:property", property_id)
    unchanged = ChangePropertyForm(initial={"name": prop.name, "address": prop.address})
    return _detail_page(request, prop, form=unchanged, table_form=form)


@require_POST
@operator_page
def set_table_active(request: UserRequest, table_id: int) -> HttpResponse:
    if not selectors.tables(request.user).filter(pk=table_id).exists():
        raise Http404
    active = request.POST.get("active") == "yes"
    table = services.set_table_active(actor=request.user, table_id=table_id, active=active)
    messages.success(request, f"Table {table.label} is {'in use again' if active else 'out of use'}.")
    return redirect("operator:property", table.property_id)


def _detail_page(
    request: UserRequest, prop: Property, *, form: ChangePropertyForm, table_form: TableForm
) -> HttpResponse:
    held = approvals_at(prop)
    context = {
        "property": prop,
        "tables": [(table, held.get(table.pk)) for table in prop.tables.all()],
        "form": form,
        "table_form": table_form,
        "manages": can(request.user, "property.manage"),
        "submissions": submissions(request.user).filter(property=prop),
    }
    failed = form.errors or table_form.errors
    return render(request, "operator/property.html", context, status=422 if failed else 200)
