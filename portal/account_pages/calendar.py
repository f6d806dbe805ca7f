"""A person's calendar feed: its page, its secret address, and the feed itself."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from portal.account_pages.forms import CalendarForm
from portal.calendars import services
from portal.http import UserRequest
from portal.pages.conditional_get import etag_of
from portal.pages.forms import render_form, run_service
from portal.pages.guards import member_page
from portal.rate_limiter import RateLimiter, address_of

# Addresses that lead nowhere, for each caller and minute. Programs that read a real one are not counted.
_misses = RateLimiter("calendar", limit=20)


@member_page
def settings_page(request: UserRequest) -> HttpResponse:
    """Whether the feed is on, since when, and when a program last read it."""
    return render(request, "account/calendar.html", {"feed": services.feed_of(request.user)})


@never_cache
@sensitive_post_parameters("password")
@sensitive_variables("secret")
@member_page
def new_address(request: UserRequest) -> HttpResponse:
    """The form; then the address, which is shown only in the response to the form."""
    feed = services.feed_of(request.user)
    initial = {"own_cases_only": feed.own_cases_only if feed else False}
    form = CalendarForm(request, request.POST or None, initial=initial)
    if made := run_service(form, services.make_address, actor=request.user):
        _, secret = made
        path = reverse("account:calendar-feed", args=[secret])
        context = {"address": f"{settings.SITE_URL}{path}"}
        return render(request, "account/calendar_made.html", context, status=201)
    return render_form(request, "account/calendar_new.html", form, feed=feed)


@require_POST
@member_page
def switch_off(request: UserRequest) -> HttpResponse:
    services.switch_off(actor=request.user)
    messages.success(request, "Your calendar feed is switched off. Its address no longer works.")
    return redirect("account:calendar")


@require_safe
@sensitive_variables("secret")
def feed(request: HttpRequest, secret: str) -> HttpResponse:
    """The feed as iCalendar. Whoever has the address may read it, so it is cached nowhere else."""
    body = services.read(secret)
    if body is None:
        if wait := _misses.wait(address_of(request)):
            return HttpResponse(status=429, headers={"Retry-After": str(wait)})
        raise Http404
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["ETag"] = etag_of(body)
    response["Cache-Control"] = "private, no-cache"
    response["Content-Disposition"] = 'inline; filename="baize.ics"'
    response["X-Robots-Tag"] = "noindex"
    conditional = get_conditional_response(request, etag=response["ETag"], response=response)
    return conditional if isinstance(conditional, HttpResponse) else response
