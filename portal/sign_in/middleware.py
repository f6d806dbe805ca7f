"""Ends a session whose time is over, and gives the signed-in person what the session knows of them.

Like Django's own, it does nothing until somebody asks for `request.user`: public pages stay without a query.
"""

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from portal.accounts.models import User
from portal.sign_in import session, sessions


class SessionMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.user = SimpleLazyObject(lambda: _person(request))  # type: ignore[assignment]  # stands for a user
        return self.get_response(request)


def _person(request: HttpRequest) -> User | AnonymousUser:
    user = get_user(request)
    if not isinstance(user, User) or not user.has_access:
        return AnonymousUser()
    now, seen = time.time(), session.seen_at(request)
    idle = settings.SESSION_IDLE_MINUTES * 60 + session.SEEN_EVERY
    if now > session.ends_at(request, now) or (seen and now > seen + idle):
        sessions.forget(request.session.session_key or "")
        request.session.flush()
        return AnonymousUser()
    if now > seen + session.SEEN_EVERY:
        session.mark_seen(request)
        sessions.used(request)
    user.second_factor = session.read(request)
    return user
