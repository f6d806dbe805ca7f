"""The calculator: what a bet really costs, under one choice of rules and under another, exactly and in words.

The address contains everything that was chosen. `a.` and `b.` precede the fields of the two sides, which have
rules of the same game.
"""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from craps.games.round_game import RoundGame
from craps.money import Exact, exact
from portal.errors import BadValue, NotFound
from portal.pages.conditional_get import with_etag
from portal.pages.page_cache import MAX_AGE, cached_page
from portal.public import calculator_craps, calculator_rounds, game_tables
from portal.public.game_tables import GameTable

# A question people ask, shown before anything is chosen.
DEFAULT_QUERY = "table=md-craps&bet=buy.4&amount=25&b.collect=win"
DEFAULT_TABLE, DEFAULT_AMOUNT = "md-craps", "25"


@require_safe
def calculator(request: HttpRequest) -> HttpResponse:
    """The answer to the query; without a query, a common question, which is cached."""
    if not request.GET:
        return _default_page(request)
    page = _page(request, request.GET)
    return with_etag(request, page, max_age=MAX_AGE) if page.status_code == 200 else page


@cached_page(max_age=0)
def _default_page(request: HttpRequest) -> HttpResponse:
    return _page(request, QueryDict(DEFAULT_QUERY))


def _page(request: HttpRequest, query: QueryDict) -> HttpResponse:
    tables = game_tables.table_options()
    if not tables:
        return render(request, "public/calculator.html", {"tables": []})
    errors: dict[str, str] = {}
    first, second = _tables(query, tables, errors)
    answer = calculator_rounds.answer if isinstance(first.game, RoundGame) else calculator_craps.answer
    context = {
        "tables": tables,
        "same_game": [group for group in tables if group.game is first.game],
        "amount": query.get("amount", "").strip() or DEFAULT_AMOUNT,
        "symbol": first.symbol,
        "errors": errors,
        "table_error": errors.get("a.table"),
        "in_rounds": first.game.in_rounds,
        "is_start": not request.GET,
        **answer(query, first, second, _amount(query, first.symbol, errors), errors),
    }
    return render(request, "public/calculator.html", context, status=422 if errors else 200)


def _tables(
    query: QueryDict, known: list[game_tables.TableGroup], errors: dict[str, str]
) -> tuple[GameTable, GameTable]:
    """Return the rules of both sides: the same for both if the second are not named or of another game."""
    keys = [key for group in known for key, _title in group.options]
    default = DEFAULT_TABLE if DEFAULT_TABLE in keys else keys[0]
    first = _game_table(query, "a", query.get("table") or default, errors) or game_tables.game_table(default)
    second = _game_table(query, "b", first.key, errors) or first
    if second.game is not first.game:
        text = _(
            "{second} has the rules of {other}, {first} those of {game}: bets of two games are not compared. "
            "Choose other rules of {game} for the second choice."
        )
        errors["b.table"] = text.format(
            first=first.title, second=second.title, game=first.game.name, other=second.game.name
        )
        second = first
    return first, second


def _game_table(query: QueryDict, name: str, default: str, errors: dict[str, str]) -> GameTable | None:
    """Return the rules of one side; None if the query names rules that do not exist."""
    try:
        return game_tables.game_table(query.get(f"{name}.table") or default)
    except NotFound as error:
        errors[f"{name}.table"] = error.message
        return None


def _amount(query: QueryDict, symbol: str, errors: dict[str, str]) -> Exact:
    try:
        typed = query.get("amount", "").strip() or DEFAULT_AMOUNT
        return exact(game_tables.parse_amount(typed, symbol))
    except BadValue as error:
        errors["amount"] = error.message
        return exact(DEFAULT_AMOUNT)
