"""The calculator: what a bet really costs, under one choice and under another, exactly and in words.

The address holds everything that was chosen. `a.` and `b.` stand before the fields of the two choices.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from craps import BadInput, RuleSet
from craps.edge import edge_spots
from craps.money import Exact, exact
from craps.run_link import amount_of, read_spot, spot_text
from craps.table import name_of
from craps.vocabulary import WAGER_GROUPS
from craps.wagers import CATALOGUE, ODDS_OF, Spot
from portal.pages.conditional_get import with_etag
from portal.pages.page_cache import MAX_AGE, cached_page
from portal.public import calculator_choice as choices
from portal.public import calculator_words as words
from portal.public import tables
from portal.public.calculator_choice import Choice

# What the page shows before anything is chosen: a question people ask.
USUAL = "table=md-craps&bet=buy.4&amount=25&b.collect=win"
USUAL_TABLE = "md-craps"


@require_safe
def calculator(request: HttpRequest) -> HttpResponse:
    """What the address asks for; with nothing asked, a usual question, whose answer is kept ready."""
    if not request.GET:
        return _usual(request)
    answer = _worked_out(request)
    return with_etag(request, answer, max_age=MAX_AGE) if answer.status_code == 200 else answer


@cached_page(max_age=0)
def _usual(request: HttpRequest) -> HttpResponse:
    return _worked_out(request)


def _worked_out(request: HttpRequest) -> HttpResponse:
    asked = request.GET if request.GET else QueryDict(USUAL)
    editions = tables.edition_tables()
    if not editions:
        return render(request, "public/calculator.html", {"editions": []})
    errors: dict[str, str] = {}
    first = choices.table_of(asked, "a", asked.get("table", ""), errors) or tables.table(
        _usual_table(editions)
    )
    second = choices.table_of(asked, "b", first.key, errors) or first
    wager, spot = _bet(asked, first.ruleset)
    amount = _amount(asked, errors)
    sides: list[Choice] = []
    for name, game in (("a", first), ("b", second)):
        sides.append(choices.read(asked, name, game, wager, spot, errors))
    told = [words.told(side, wager, spot, amount) for side in sides]
    is_pair = choices.differ(sides[0], sides[1])
    context = {
        "editions": editions,
        "casinos": tables.casino_tables(),
        "bets": _bets(first.ruleset),
        "bet": spot_text(wager, spot),
        "bet_name": name_of(first.ruleset, wager, spot),
        "amount": asked.get("amount", "").strip() or "25",
        "symbol": first.symbol,
        "errors": errors,
        "sides": list(zip(sides, told, strict=True)) if is_pair else [(sides[0], told[0])],
        "is_pair": is_pair,
        "forms": [choices.form(side, wager, spot, errors) for side in sides],
        "rows": words.rows(told if is_pair else told[:1]),
        "difference": words.difference(told[0], told[1]) if is_pair else "",
        "chart": words.odds_chart(first.ruleset, wager) if wager in ODDS_OF else None,
        "is_start": not request.GET,
    }
    return render(request, "public/calculator.html", context, status=422 if errors else 200)


def _usual_table(editions: list[tables.Choice]) -> str:
    keys = [key for key, _title in editions]
    return USUAL_TABLE if USUAL_TABLE in keys else keys[0]


def _bet(asked: QueryDict, ruleset: RuleSet) -> tuple[str, Spot]:
    """The bet of the address; one that these rules do not offer gives way to their first."""
    try:
        wager, on = read_spot(asked.get("bet", "buy.4"), "bet")
        spot: Spot = (on["dice"][0], on["dice"][1]) if "dice" in on else on.get("number")
    except (BadInput, IndexError):
        wager, spot = "", None
    if wager in ruleset.offered and spot in edge_spots(wager):
        return wager, spot
    first = next(wager for wager in CATALOGUE if wager in ruleset.offered)
    return first, edge_spots(first)[0]


def _amount(asked: QueryDict, errors: dict[str, str]) -> Exact:
    text = asked.get("amount", "").replace(",", "").strip() or "25"
    try:
        return exact(amount_of(text, "amount"))
    except BadInput as error:
        problem = error.message
        said = (
            _("The amount {problem}.").format(problem=problem)
            if problem[:2] in ("is", "sh")
            else f"{problem}."
        )
        errors["amount"] = said
        return 25


def _bets(ruleset: RuleSet) -> list[tuple[str, list[tables.Choice]]]:
    """Every bet that has a figure of its own: odds once for each point, a come bet once."""
    found = []
    for group, title in WAGER_GROUPS.items():
        members = [w for w in CATALOGUE if w in ruleset.offered and CATALOGUE[w].group == group]
        rows = [(spot_text(w, spot), name_of(ruleset, w, spot)) for w in members for spot in edge_spots(w)]
        if rows:
            found.append((_(title), rows))
    return found
