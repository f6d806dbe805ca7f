"""What a person typed into a form that could not be taken, kept until the same person has signed in again.

The form is in the session of the browser that sent it, with the person it belongs to; a signed cookie tells
who that was. Nobody else gets to see it: whoever else signs in there makes it go away. Passwords and files
are not kept.
"""

import time
from typing import Any, TypedDict, cast

from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from portal.accounts.models import User
from portal.http import CSRF_FIELD

SALT = "portal.pages.unsent"
LARGEST = 300_000  # characters of one form
KEPT_FOR = 60 * 60 * 2  # seconds
_KEY = "unsent"


class Unsent(TypedDict):
    owner: int
    address: str  # that the form is sent to
    fields: list[tuple[str, str]]
    files: bool  # whether some were chosen
    confirms: bool  # kept while the person shows their second factor, not while signed out
    at: float


class RememberPersonMiddleware:
    """Gives the browser of a signed-in person the cookie that says whose forms it sends."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response: HttpResponse = self.get_response(request)
        _drop_what_was_sent(request, response)
        user = getattr(request, "user", None)
        # Only where the page is the person's own anyway: public pages can be kept by caches.
        if (
            user is not None
            and request.session.accessed
            and user.is_authenticated
            and _owner(request) != user.pk
        ):
            response.set_cookie(
                settings.PERSON_COOKIE_NAME,
                signing.dumps(user.pk, salt=SALT),
                httponly=True,
                samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE,
            )
        return response


def keep(request: HttpRequest, address: str, *, confirms: bool = False) -> bool:
    """Keep the posted form, to be sent to an address. Whether it was.

    `confirms`: until its sender has shown a second factor.
    """
    owner = request.user.pk or _owner(request)
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name != CSRF_FIELD and "password" not in name
        for value in values
    ]
    if (
        owner is None
        or not address
        or not fields
        or sum(len(name) + len(value) for name, value in fields) > LARGEST
    ):
        return False
    if not request.user.is_authenticated and _KEY not in request.session:  # a page may send its form twice
        messages.info(request, "You were signed out. What you entered is kept: sign in to continue.")
    form = Unsent(
        owner=owner,
        address=address,
        fields=fields,
        files=bool(request.FILES),
        confirms=confirms,
        at=time.time(),
    )
    request.session[_KEY] = form
    return True


def kept(request: HttpRequest, person: User) -> Unsent | None:
    """The form that was kept for this person. One of somebody else, or an old one, is deleted."""
    form = cast(Unsent | None, request.session.get(_KEY))
    if form is None:
        return None
    if form["owner"] != person.pk or form["at"] < time.time() - KEPT_FOR:
        drop(request)
        return None
    return form


def drop(request: HttpRequest) -> None:
    request.session.pop(_KEY, None)


def _drop_what_was_sent(request: HttpRequest, response: HttpResponse) -> None:
    """A kept form that has arrived need not be kept. A redirect says that it has, unless to its own page."""
    redirects = response.status_code in (302, 303) and not response["Location"].startswith(
        (reverse("account:unsent"), reverse("account:step-up"))
    )
    if request.method == "POST" and redirects and request.session.accessed:
        form = cast(Unsent | None, request.session.get(_KEY))
        if form is not None and request.user.is_authenticated and form["address"] == request.get_full_path():
            drop(request)


def _owner(request: HttpRequest) -> int | None:
    """Who was last signed in with this browser."""
    try:
        return int(signing.loads(request.COOKIES.get(settings.PERSON_COOKIE_NAME, ""), salt=SALT))
    except (signing.BadSignature, ValueError, TypeError):
        return None
