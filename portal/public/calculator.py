"""The calculator: what a bet really costs, under one choice of rules and under another, exactly and in words.

The address contains everything that was chosen. `a.` and `b.` precede the fields of the two sides.
"""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from craps import BadInput, RuleSet
from craps.edge import edge_spots
from craps.money import Exact, exact
from craps.run_link import read_spot, spot_text
from craps.table import name_of
from craps.wagers import CATALOGUE, ODDS_OF, Spot
from portal.errors import BadValue, NotFound
from portal.pages.conditional_get import with_etag
from portal.pages.page_cache import MAX_AGE, cached_page
from portal.public import calculator_results as results
from portal.public import calculator_sides as sides
from portal.public import game_tables
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
    editions = game_tables.edition_options()
    if not editions:
        return render(request, "public/calculator.html", {"editions": []})
    errors: dict[str, str] = {}
    default = DEFAULT_TABLE if DEFAULT_TABLE in dict(editions) else editions[0][0]
    first = _game_table(query, "a", query.get("table") or default, errors)
    first = first or game_tables.game_table(default)
    second = _game_table(query, "b", first.key, errors) or first
    wager, spot = _bet(query, first.ruleset)
    amount = _amount(query, errors)
    pair = [
        sides.read_side(query, name, game, wager, spot, errors)
        for name, game in (("a", first), ("b", second))
    ]
    is_pair = sides.differ(*pair)
    costs = [results.summarise(side, wager, spot, amount) for side in (pair if is_pair else pair[:1])]
    context = {
        "editions": editions,
        "casinos": game_tables.casino_options(),
        "bets": game_tables.bet_options(first.ruleset, edge_spots),
        "bet": spot_text(wager, spot),
        "bet_name": name_of(first.ruleset, wager, spot),
        "amount": query.get("amount", "").strip() or DEFAULT_AMOUNT,
        "symbol": first.symbol,
        "errors": errors,
        "table_error": errors.get("a.table"),
        "costs": costs,
        "is_pair": is_pair,
        "sides": [(side, sides.form_rows(side, wager, spot, errors)) for side in pair],
        "rows": results.comparison_rows(costs),
        "difference": results.difference(*costs) if is_pair else "",
        "chart": results.odds_chart(first.ruleset, wager) if wager in ODDS_OF else None,
        "is_start": not request.GET,
    }
    return render(request, "public/calculator.html", context, status=422 if errors else 200)


def _game_table(query: QueryDict, name: str, default: str, errors: dict[str, str]) -> GameTable | None:
    """Return the rules of one side; None if the query names rules that do not exist."""
    try:
        return game_tables.game_table(query.get(f"{name}.table") or default)
    except NotFound as error:
        errors[f"{name}.table"] = error.message
        return None


def _bet(query: QueryDict, ruleset: RuleSet) -> tuple[str, Spot]:
    """Return the bet of the query, or the first bet of these rules if they do not offer it."""
    try:
        wager, on = read_spot(query.get("bet", "buy.4"), "bet")
        spot: Spot = (on["dice"][0], on["dice"][1]) if "dice" in on else on.get("number")
    except (BadInput, IndexError):
        wager, spot = "", None
    if ruleset.offers(wager, spot) and spot in edge_spots(wager):
        return wager, spot
    first = next(wager for wager in CATALOGUE if wager in ruleset.offered)
    return first, next(spot for spot in edge_spots(first) if ruleset.offers(first, spot))


def _amount(query: QueryDict, errors: dict[str, str]) -> Exact:
    try:
        return exact(game_tables.parse_amount(query.get("amount", "").strip() or DEFAULT_AMOUNT))
    except BadValue as error:
        errors["amount"] = error.message
        return exact(DEFAULT_AMOUNT)
