"""Where a person is signed in and which browsers they trust."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from portal.http import UserRequest
from portal.pages.guards import signed_in_page
from portal.sign_in import sessions as services
from portal.sign_in import trusted


@never_cache
@signed_in_page
def sessions(request: UserRequest) -> HttpResponse:
    context = {
        "sessions": services.browser_sessions(request.user),
        "own": request.session.session_key,
        "trusted": trusted.trusted_browsers(request.user),
    }
    return render(request, "account/sessions.html", context)


@require_POST
@signed_in_page
def end_session(request: UserRequest, session_id: int) -> HttpResponse:
    ended = services.end_session(actor=request.user, session_id=session_id)
    messages.success(request, f"Signed out: {ended.browser}.")
    return redirect("account:sessions")


@require_POST
@signed_in_page
def end_other_sessions(request: UserRequest) -> HttpResponse:
    count = services.end_other_sessions(actor=request.user, keep=request.session.session_key or "")
    messages.success(request, f"Signed out everywhere else: {count} session{'s'[: count != 1]}.")
    return redirect("account:sessions")


@require_POST
@signed_in_page
def distrust(request: UserRequest, browser_id: int) -> HttpResponse:
    gone = trusted.distrust(actor=request.user, browser_id=browser_id)
    messages.success(request, f"{gone.browser} will be asked for your second factor again.")
    return redirect("account:sessions")
