"""The casinos of the register: all of them, and one with its rules."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from portal.accounts.jurisdictions import JURISDICTIONS
from portal.errors import BadValue, NotFound
from portal.pages.page_cache import cached_page
from portal.public import property_page
from portal.public.register_views import past_day
from portal.public.rulebook_dates import with_day
from portal.register import selectors as register
from portal.register.models import Entry
from portal.submissions.models import HOLDS_FORCE


@cached_page("on", max_age=0)
def places(request: HttpRequest) -> HttpResponse:
    """Every casino with an approval, by jurisdiction, its latest standing beside it; of a day, those with
    rules in force then."""
    on, error = _day(request)
    latest: dict[str, Entry] = {}
    for entry in register.entries(on=on).exclude(place=None).defer("leaf"):
        known = latest.get(entry.place)
        # What holds goes before what was decided later and does not.
        if known is None or (entry.standing in HOLDS_FORCE and known.standing not in HOLDS_FORCE):
            latest[entry.place] = entry
    rows = sorted(latest.values(), key=lambda entry: entry.property)
    groups = [
        (place, found)
        for place in JURISDICTIONS.values()
        if (found := [entry for entry in rows if entry.jurisdiction == place.code])
    ]
    context = {"groups": groups, "on": on, "on_error": error}
    return with_day(render(request, "public/places.html", context, status=400 if error else 200), on)


@cached_page("on", max_age=0)
def place(request: HttpRequest, slug: str) -> HttpResponse:
    """A casino's page: its rules in plain words, its table, its bets, and where it differs from others; today
    or on a day."""
    try:
        found = register.place(slug)
    except NotFound as error:
        raise Http404 from error
    on, error = _day(request)
    games = property_page.games(found, on)
    entries = register.entries(place=found.slug)
    context = {
        "place": found,
        # By the name under which its rules were last approved.
        "latest": entries[0],
        "games": [(game, property_page.differences(game), property_page.neighbours(game)) for game in games],
        "coming": [] if on else entries.filter(standing="approved"),
        "on": on,
        "on_error": error,
        "asked": request.GET.get("on", "")[:40],
        "history": property_page.history(found),
    }
    answer = render(request, "public/place.html", context, status=400 if error else 200)
    if any(not paper.is_ready for game in games for paper in game.documents):
        answer["Cache-Control"] = "no-store"
    return with_day(answer, on)


def _day(request: HttpRequest) -> tuple[date | None, str]:
    """The day of the address, and what is wrong with it."""
    try:
        return past_day(request.GET.get("on", "").strip()), ""
    except BadValue as error:
        return None, error.message
