"""A person's notices, which of them are also sent by e-mail, and the e-mail outbox."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from portal.account_pages.forms import EmailChoicesForm
from portal.http import UserRequest
from portal.notices import selectors, services
from portal.pages.forms import render_form, run_service
from portal.pages.guards import member_page, signed_in_page
from portal.pages.paging import page_of


@signed_in_page
def notices(request: UserRequest) -> HttpResponse:
    context = page_of(request, selectors.notices(request.user)) | {"unread": selectors.unread(request.user)}
    return render(request, "account/notices.html", context)


@require_POST
@signed_in_page
def read_notices(request: UserRequest) -> HttpResponse:
    services.mark_read(actor=request.user)
    messages.success(request, "All notices are marked as read.")
    return redirect("account:notices")


@member_page
def choices(request: UserRequest) -> HttpResponse:
    """Choose for each topic when it is sent by e-mail."""
    form = EmailChoicesForm(request.user, request.POST or None)
    run_service(form, services.choose_emails, actor=request.user)
    if form.is_valid():
        messages.success(request, "Your choice has been saved.")
        return redirect("account:notice-choices")
    return render_form(request, "account/notice_choices.html", form)


@signed_in_page
def outbox(request: UserRequest) -> HttpResponse:
    """Sent e-mails: a person's own in demo mode, everyone's for a site administrator."""
    if not settings.DEMO and not request.user.is_site_admin:
        raise Http404
    context = page_of(request, selectors.outbox(request.user), per_page=10)
    return render(request, "account/outbox.html", context | {"everyone": request.user.is_site_admin})
