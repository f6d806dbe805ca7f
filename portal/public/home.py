"""The home page."""

from functools import cache
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from craps import edition_ids, examples_of, load_edition, run_examples
from craps.drawing import draw
from craps.games import games
from craps.games.game import Game
from craps.layouts import END, standard_layout
from craps.playthrough import frames
from craps.ruleset import first_ruleset
from portal.pages.page_cache import cached_page
from portal.pages.table_drawing import table_drawing
from portal.public.rulebook import places_in_words
from portal.register import selectors as register

LATEST_DECISIONS = 5
_DRAWN_EDITION = "nz-1998"
_BETS: tuple[dict[str, Any], ...] = (
    {"bet": "pass_line", "amount": "10"},
    {"bet": "pass_odds", "amount": "10"},
    {"bet": "place", "number": 8, "amount": "12"},
    {"bet": "field", "amount": "5"},
)


class ShownGame(NamedTuple):
    """A further game: a table of it after a worked example, and where to try that."""

    name: str
    edition_id: str
    drawing: SafeString


@cached_page(max_age=0)
def home(request: HttpRequest) -> HttpResponse:
    """Ways to find a casino, a rule, a document or a table to try, and the latest decisions."""
    context = {
        "places": places_in_words(),
        "latest": register.entries()[:LATEST_DECISIONS],
        "drawing": _one_end(_("One end of a craps table, with a few bets on it and the point on 6")),
        "games": [_shown(game, get_language()) for game in games() if game.in_rounds],
    }
    return render(request, "public/home.html", context)


@cache
def _one_end(title: str) -> SafeString:
    edition = load_edition(_DRAWN_EDITION)
    layout = standard_layout(edition)
    end = [area for area in layout["areas"] if area["x"] + area["w"] <= END]
    drawn = draw({"areas": end}, title=title, edition=edition, bets=_BETS, point=6)
    return mark_safe(drawn)  # noqa: S308 - draw() escapes every text


@cache
def _shown(game: Game, language: str | None) -> ShownGame:
    edition = load_edition(edition_ids(game.id)[0])
    example = examples_of(edition)[0]
    rules = run_examples(first_ruleset(edition), [example])[0].edition_run.ruleset
    drawn = table_drawing(rules, f"{game.name}: {example.title}", frames(rules, example.read)[-1])
    return ShownGame(game.name, edition.id, drawn)
