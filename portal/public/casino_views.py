"""The casinos of the register: all of them, and one with its rules."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from portal.accounts.jurisdictions import all_jurisdictions
from portal.accounts.models import Table
from portal.documents.print_copy import join_pages
from portal.documents.services import read
from portal.errors import NotPossible
from portal.pages.guards import refused_page
from portal.pages.page_cache import cached_page
from portal.public import casino_page
from portal.public.register_views import parse_past_day
from portal.public.responses import day_of, file_response, get_or_404
from portal.public.rulebook_dates import keep_day_in_links
from portal.register import selectors as register
from portal.register.selectors import DecidedEntry
from portal.review import table_rules
from portal.submissions.models import HOLDS_FORCE
from portal.text import whole_number

SIGNS_PER_PART = 100


@cached_page("on", max_age=0)
def casinos(request: HttpRequest) -> HttpResponse:
    """Every casino with an approval and its latest state, by jurisdiction; on a past day, those with rules
    in force then."""
    on, error = day_of(request, parse_past_day)
    latest: dict[str, dict[str, DecidedEntry]] = {}  # by casino and game
    for entry in register.entries(on=on).exclude(place=None).defer("leaf"):
        games = latest.setdefault(str(entry.place), {})
        known = games.get(entry.game)
        # An approval in force is shown before a later one that is not.
        if known is None or (entry.standing in HOLDS_FORCE and known.standing not in HOLDS_FORCE):
            games[entry.game] = entry
    rows = [sorted(games.values(), key=lambda entry: entry.game) for games in latest.values()]
    rows.sort(key=lambda entries: entries[0].property)
    groups = [
        (jurisdiction, casinos)
        for jurisdiction in all_jurisdictions()
        if (casinos := [entries for entries in rows if entries[0].jurisdiction == jurisdiction.code])
    ]
    context = {"groups": groups, "on": on, "on_error": error}
    page = render(request, "public/casinos.html", context, status=400 if error else 200)
    return keep_day_in_links(page, on)


def _stamp(slug: str) -> str:
    return table_rules.stamp(Table.objects.filter(property__place__slug=slug))


@cached_page("on", max_age=0, stamp=_stamp)
def casino(request: HttpRequest, slug: str) -> HttpResponse:
    """A casino's rules in plain words, its table, its bets and how it differs from others; today or on a
    past day."""
    place = get_or_404(register.place, slug)
    on, error = day_of(request, parse_past_day)
    tables = casino_page.table_rows(place, on)
    games = casino_page.name_by_tables(casino_page.games(place, on), tables)
    entries = register.entries(place=place.slug)
    context = {
        "casino": place,
        "names": casino_page.names_of(games, entries[0]),
        "latest": entries[0],  # has the name under which its rules were last approved
        "games": [(game, casino_page.differences(game), casino_page.neighbours(game)) for game in games],
        "coming": [] if on else entries.filter(standing="approved"),
        "on": on,
        "on_error": error,
        "on_text": request.GET.get("on", "")[:40],
        "history": casino_page.history(place),
        "tables": tables,
        "differing": any(row.differing for row in tables),
        "sign_parts": [] if on else range(1, parts_of(len(table_rules.signs_of_casino(place))) + 1),
    }
    page = render(request, "public/casino.html", context, status=400 if error else 200)
    if any(not document.is_ready for game in games for document in game.documents):
        page["Cache-Control"] = "no-store"
    return keep_day_in_links(page, on)


@cached_page("part", max_age=0, stamp=_stamp)
def signs(request: HttpRequest, slug: str) -> HttpResponse:
    """The signs of a casino's tables in one PDF for printing; of very many tables, in parts."""
    place = get_or_404(register.place, slug)
    issued = table_rules.signs_of_casino(place)
    part = whole_number(request.GET.get("part") or "1") or 0
    if not 1 <= part <= parts_of(len(issued)):
        raise Http404
    chosen = issued[(part - 1) * SIGNS_PER_PART : part * SIGNS_PER_PART]
    title = _("Table signs of {casino}: print copy without signatures").format(casino=place.property.name)
    try:
        content = join_pages((read(sign) for sign in chosen), title)
    except NotPossible as error:
        return refused_page(request, error)
    return file_response(content, f"{place.slug}-signs.pdf", "application/pdf", inline=True)


def parts_of(signs: int) -> int:
    """How many files the signs are printed in: 100 take a second and 40 MB."""
    return -(-signs // SIGNS_PER_PART)
