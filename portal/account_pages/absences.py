"""Being away: one's own deputy, and that of a colleague whom an administrator sets one for."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from portal.account_pages.forms import AwayForm
from portal.accounts import absences, selectors
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.http import UserRequest
from portal.pages.forms import render_form, run_service
from portal.pages.guards import member_page, regulator_page


@regulator_page
def own(request: UserRequest) -> HttpResponse:
    return _page(request, request.user, reverse("account:account"))


@require_POST
@regulator_page
def end_own(request: UserRequest) -> HttpResponse:
    absences.end_absence(actor=request.user, user_id=request.user.pk)
    messages.success(request, "You are back: your cases and notices are yours alone again.")
    return redirect("account:account")


@member_page
def of_member(request: UserRequest, user_id: int) -> HttpResponse:
    person = selectors.team_member(request.user, user_id)
    require(request.user, "team.manage")
    return _page(request, person, reverse("account:member", args=[user_id]))


@require_POST
@member_page
def end_of_member(request: UserRequest, user_id: int) -> HttpResponse:
    person = selectors.team_member(request.user, user_id)
    absences.end_absence(actor=request.user, user_id=user_id)
    messages.success(request, f"{person.name} is back.")
    return redirect("account:member", user_id)


def _page(request: UserRequest, person: User, back: str) -> HttpResponse:
    if not absences.may_be_away(person):
        raise Http404
    absence = absences.absence_of(person)
    initial = {"deputy_id": absence.deputy_id, "until": absence.until} if absence else {}
    deputies = list(absences.possible_deputies(person))
    form = AwayForm(deputies, request.POST or None, initial=initial)
    if named := run_service(form, absences.name_deputy, actor=request.user, user_id=person.pk):
        messages.success(request, f"{named.deputy.name} stands in for {person.name}, {named.words}.")
        return redirect(back)
    covered = [role.label for role in absences.COVERED if person.has_role(role)]
    context = {
        "person": person,
        "absence": absence,
        "deputies": deputies,
        "covered": covered,
        "back": back,
    }
    return render_form(request, "account/away.html", form, **context)
