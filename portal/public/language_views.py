"""A visitor chooses the language of the public pages."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from portal.languages import in_language


@require_safe
def choose_language(request: HttpRequest, language: str) -> HttpResponse:
    """Remember the choice in a cookie and lead to the same page in that language.

    `?to=` is the page without its query: a page that is kept for everybody cannot name one visitor's. The
    query comes from the page that the browser says it is on.
    """
    if language not in dict(settings.LANGUAGES):
        raise Http404(f"There is no language {language}.")
    to = request.GET.get("to", "")
    if not to.startswith("/") or not url_has_allowed_host_and_scheme(to, allowed_hosts=None):
        to = "/"
    came_from = urlsplit(request.headers.get("Referer", ""))
    query = f"?{came_from.query}" if came_from.query and came_from.path == urlsplit(to).path else ""
    response = redirect(in_language(urlsplit(to).path, language) + query)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response
