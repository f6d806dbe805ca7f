"""The site administrator's organisations: regulators and operators, and the invitation that starts each."""

from datetime import timedelta

from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from portal import what_ends
from portal.account_pages.jurisdiction_forms import (
    DeactivationForm,
    InviteAdministratorForm,
    OrganisationForm,
    OversightForm,
)
from portal.account_pages.team import sent_again, to_confirm
from portal.accounts import deactivation, organisation_services, selectors, services
from portal.accounts.invitations import resend_invitation as send_again
from portal.accounts.models import Organisation
from portal.accounts.waiting import WAITING_TIME
from portal.http import UserRequest
from portal.pages.forms import render_form, run_service
from portal.pages.guards import site_page

_PEOPLE = Count("users", filter=Q(users__is_active=True, users__is_machine=False), distinct=True)


@site_page
def organisation_list(request: UserRequest) -> HttpResponse:
    rows = selectors.organisations(request.user).annotate(
        people=_PEOPLE, casinos=Count("properties", distinct=True)
    )
    return render(request, "account/organisations.html", {"organisations": rows})


@site_page
def new(request: UserRequest) -> HttpResponse:
    initial = {"kind": "regulator", "jurisdictions": [code]} if (code := request.GET.get("for", "")) else {}
    form = OrganisationForm(request.POST or None, initial=initial)
    if created := run_service(form, organisation_services.set_up_organisation, actor=request.user):
        messages.success(
            request,
            f"{created.name} is created. Its administrator has been sent an invitation that works for seven "
            "days.",
        )
        return redirect("account:organisation", created.pk)
    return render_form(request, "account/organisation_new.html", form)


@site_page
def organisation(request: UserRequest, organisation_id: int) -> HttpResponse:
    """Its people, casinos and open invitations; a further administrator is invited here."""
    row = selectors.organisation(request.user, organisation_id)
    form = InviteAdministratorForm(request.POST or None)
    invite = organisation_services.invite_administrator
    if run_service(form, invite, actor=request.user, organisation_id=organisation_id):
        messages.success(request, f"An invitation has been sent to {form.cleaned_data['email']}.")
        return redirect("account:organisation", organisation_id)
    return _page(request, row, invitation=form, oversight=_oversight(row))


@require_POST
@site_page
def oversight(request: UserRequest, organisation_id: int) -> HttpResponse:
    row = selectors.organisation(request.user, organisation_id)
    form = OversightForm(request.POST)
    save = organisation_services.set_oversight
    if run_service(form, save, actor=request.user, organisation_id=organisation_id):
        messages.success(request, f"The jurisdictions of {row.name} have been saved.")
        return redirect("account:organisation", organisation_id)
    return _page(request, row, invitation=InviteAdministratorForm(), oversight=form)


@site_page
def deactivate(request: UserRequest, organisation_id: int) -> HttpResponse:
    """What will end and what stays; nothing happens until it is confirmed with a reason."""
    row = selectors.organisation(request.user, organisation_id)
    if not row.is_active:
        return redirect("account:organisation", organisation_id)
    form = DeactivationForm(request.POST or None)
    if run_service(form, deactivation.deactivate, actor=request.user, organisation_id=organisation_id):
        messages.success(request, f"{row.name} is deactivated. Everything that was done stays on record.")
        return redirect("account:organisation", organisation_id)
    effects = what_ends.effects(request.user, organisation_id)
    context = {"row": row, "ends": [kind for kind in effects if not kind.stays]}
    context["stays"] = [kind for kind in effects if kind.stays]
    return render_form(request, "account/organisation_deactivate.html", form, **context)


@site_page
def reactivate(request: UserRequest, organisation_id: int) -> HttpResponse:
    row = selectors.organisation(request.user, organisation_id)
    form = DeactivationForm(request.POST or None)
    if run_service(form, deactivation.reactivate, actor=request.user, organisation_id=organisation_id):
        messages.success(request, f"{row.name} is active again. Its people can sign in.")
        return redirect("account:organisation", organisation_id)
    return render_form(request, "account/organisation_reactivate.html", form, row=row)


@require_POST
@site_page
def cancel_invitation(request: UserRequest, invitation_id: int) -> HttpResponse:
    invitation = services.cancel_invitation(actor=request.user, invitation_id=invitation_id)
    messages.success(
        request, f"The invitation to {invitation.email} has been withdrawn. Its link no longer works."
    )
    return redirect("account:organisation", invitation.organisation_id)


@require_POST
@site_page
def resend_invitation(request: UserRequest, invitation_id: int) -> HttpResponse:
    invitation = send_again(actor=request.user, invitation_id=invitation_id)
    messages.success(request, sent_again(invitation))
    return redirect("account:organisation", invitation.organisation_id)


def _oversight(row: Organisation) -> OversightForm:
    return OversightForm(initial={"jurisdictions": list(row.jurisdiction_codes)})


def _page(
    request: UserRequest, row: Organisation, *, invitation: InviteAdministratorForm, oversight: OversightForm
) -> HttpResponse:
    context = {
        "row": row,
        "form": invitation,
        "oversight_form": oversight,
        "people": selectors.team(request.user).filter(organisation=row, is_machine=False),
        "invitations": selectors.sent_invitations(request.user).filter(organisation=row, waits=False),
        "to_confirm": to_confirm(request.user, row.pk),
        "waiting_hours": WAITING_TIME // timedelta(hours=1),
        "properties": selectors.properties(request.user).filter(organisation=row),
    }
    failed = invitation.errors or oversight.errors
    return render(request, "account/organisation.html", context, status=422 if failed else 200)
