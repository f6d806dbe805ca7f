"""The calculator's answer for craps: vigorish, odds, pay tables and payouts of choice."""

from typing import Any

from django.http import QueryDict

from craps import BadInput, RuleSet
from craps.edge import edge_spots
from craps.money import Exact
from craps.run_link import read_spot, spot_text
from craps.table import name_of
from craps.wagers import CATALOGUE, ODDS_OF, Spot
from portal.public import calculator_results as results
from portal.public import calculator_sides as sides
from portal.public import game_tables
from portal.public.game_tables import GameTable


def answer(
    query: QueryDict, first: GameTable, second: GameTable, amount: Exact, errors: dict[str, str]
) -> dict[str, Any]:
    """Return what the page shows of a bet on two tables; what is not valid is added to `errors`."""
    wager, spot = _bet(query, first.ruleset)
    pair = [
        sides.read_side(query, name, game, wager, spot, errors)
        for name, game in (("a", first), ("b", second))
    ]
    is_pair = sides.differ(*pair)
    costs = [results.summarise(side, wager, spot, amount) for side in (pair if is_pair else pair[:1])]
    return {
        "bets": game_tables.bet_options(first.ruleset, edge_spots),
        "bet": spot_text(wager, spot),
        "bet_name": name_of(first.ruleset, wager, spot),
        "costs": costs,
        "is_pair": is_pair,
        "sides": [sides.side_form(side, wager, spot, errors) for side in pair],
        "rows": results.comparison_rows(costs),
        "difference": results.difference(*costs) if is_pair else "",
        "chart": results.odds_chart(first.ruleset, wager) if wager in ODDS_OF else None,
    }


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
