"""Try the table: place bets on a drawn table, roll or set the dice, and see each settlement with its clause.

The address contains the whole run; nothing is stored. A form posts one more event, and the answer redirects
to the address of the longer run.
"""

import secrets
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from craps import BadInput
from craps.drawing import draw_dice
from craps.examples import Example, examples_of
from craps.money import Exact
from craps.playthrough import Frame, Up, bets_up, frames
from craps.run_link import (
    MOST_CHARACTERS,
    MOST_EVENTS,
    ContractEvent,
    read_run,
    read_spot,
    spot_text,
    write_run,
)
from craps.scenario import read_event
from craps.wagers import CATALOGUE
from portal.documents.bet_descriptions import BET_DESCRIPTIONS
from portal.errors import BadValue, NotFound
from portal.pages.conditional_get import gzip_response, with_etag
from portal.pages.page_cache import MAX_AGE, cached_page
from portal.pages.table_drawing import table_drawings
from portal.public import game_tables
from portal.public.game_tables import GameTable
from portal.rate_limiter import RateLimiter, address_of

Run = list[ContractEvent]

DEFAULT_BET = {"bet": "pass_line", "amount": "10", "stay": ""}
_move_limit = RateLimiter("try", limit=120)


@cached_page(max_age=0)
def choose_table(request: HttpRequest) -> HttpResponse:
    """The tables to try: the editions, and the casinos with rules in force."""
    context = {"editions": game_tables.edition_options(), "casinos": game_tables.casino_options()}
    return render(request, "public/try.html", context)


@csrf_exempt  # nothing is stored and nobody is known: a forged form could only send a visitor to another run
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, key: str) -> HttpResponse:
    """A table with the run of the address played on it; a form posts one more event."""
    if request.method != "POST" and not request.GET:
        return _empty_table(request, key)
    return _table_page(request, key)


@cached_page(max_age=0)
def _empty_table(request: HttpRequest, key: str) -> HttpResponse:
    """The page most visitors see first, so it is cached."""
    return _table_page(request, key)


def _table_page(request: HttpRequest, key: str) -> HttpResponse:
    try:
        game = game_tables.game_table(key)
    except NotFound as error:
        context = {"message": error.message, "key": key[:40], "editions": game_tables.edition_options()}
        return render(request, "public/try_missing.html", context, status=404)
    if key != game.key:
        query = request.GET.urlencode()
        return redirect(f"{game.href}?{query}" if query else game.href, permanent=True)
    try:
        game = game_tables.with_terms_of(game, request.GET.get("example", ""))
        run = read_run(request.GET.get("run", ""))
    except BadInput as error:
        return gzip_response(request, _render(request, game, [], broken=_link_error(error), status=400))
    if request.method == "POST":
        return _add_event(request, game, run)
    page = _render(request, game, run)
    return with_etag(request, page, max_age=MAX_AGE) if run else page


# One more event ------------------------------------------------------------------------------------------


def _add_event(request: HttpRequest, game: GameTable, run: Run) -> HttpResponse:
    posted = request.POST.dict()
    if wait := _move_limit.wait(address_of(request)):
        message = _("Too many events. Wait {seconds} seconds, then continue: your run is still here.")
        error = BadValue(message.format(seconds=wait))
        page = _render(request, game, run, problem=error, posted=posted, status=429)
        page["Retry-After"] = str(wait)
    else:
        try:
            longer = [*run, _event(posted)]
            if len(longer) > MOST_EVENTS or len(write_run(longer)) > MOST_CHARACTERS:
                raise BadValue(_("The link cannot get any longer. Undo the last event or start again."))
        except BadValue as error:
            page = _render(request, game, run, problem=error, posted=posted, status=422)
        else:
            response = redirect(game.address(write_run(longer)))
            patch_cache_control(response, no_store=True)
            return response
    page["HX-Push-Url"] = "false"
    return gzip_response(request, page)


def _event(posted: Mapping[str, str]) -> ContractEvent:
    """Return the event a form sends; BadValue names the field that has to change."""
    action = posted.get("do", "")
    if action == "roll":
        return {"roll": [secrets.randbelow(6) + 1, secrets.randbelow(6) + 1]}
    if action == "next":
        return {"pass_dice": True}
    if action == "set":
        faces = [posted.get(name, "") for name in ("first", "second")]
        if not set(faces) <= set("123456"):
            raise BadValue(_("Choose a face from 1 to 6 for each die."), field="first")
        return {"roll": [int(face) for face in faces]}
    try:
        event = _bet_event(action, posted)
        read_event(event, 0)
    except BadInput:
        raise BadValue(_("Choose a bet from the list."), field="bet") from None
    return event


def _bet_event(action: str, posted: Mapping[str, str]) -> ContractEvent:
    wager, spot = read_spot(posted.get("bet", ""), "bet")
    if action in ("on", "off"):
        return {"turn": action, "bet": wager, **spot}
    if action == "remove":
        return {"remove": wager, **spot}
    amount = game_tables.parse_amount(posted.get("amount", ""))
    if action == "reduce":
        return {"remove": wager, **spot, "amount": amount}
    if action != "bet":
        raise BadValue(_("The form did not say what to do. Choose a button on this page."))
    stays = posted.get("stay") and CATALOGUE[wager].stays
    return {"bet": wager, **spot, "amount": amount} | ({"stay": True} if stays else {})


def _link_error(error: BadInput) -> str:
    """Return why a link cannot be played, naming the event."""
    if error.path.startswith("events["):
        place = int(error.path[len("events[") :].partition("]")[0]) + 1
        return _("Event {place} of the link: {problem}.").format(place=place, problem=error.message)
    return _("The link {problem}.").format(problem=error.message)


# The page ------------------------------------------------------------------------------------------------


def _render(
    request: HttpRequest,
    game: GameTable,
    run: Run,
    *,
    broken: str = "",
    problem: BadValue | None = None,
    posted: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    posted = posted or {}
    events = [read_event(event, index) for index, event in enumerate(run)]
    played = frames(game.ruleset, events)
    last = played[-1] if played else None
    rolled = next((event["roll"] for event in reversed(run) if "roll" in event), None)
    text = write_run(run) if run else ""
    context = {
        "game": game,
        "run": text,
        "here": game.address(text),
        "undo": game.address(write_run(run[:-1]) if len(run) > 1 else ""),
        "last": last,
        "net": _net(last) if last else 0,
        "vig_paid": sum(_vig_taken(frame) for frame in played),
        "history": _history(played),
        "placed_bets": [_bet_row(game, bet) for bet in bets_up(game.ruleset, events)],
        "dice": mark_safe(draw_dice((rolled[0], rolled[1]))) if rolled else "",  # noqa: S308 - numbers only
        "rolled_now": bool(run) and "roll" in run[-1],
        "bets": game_tables.bet_options(game.ruleset),
        "descriptions": {
            wager: _(BET_DESCRIPTIONS[wager]) for wager in game.ruleset.offered if wager in BET_DESCRIPTIONS
        },
        "chosen": _bet_form_values(run, posted),
        "faces": range(1, 7),
        "broken": broken,
        "problem": problem.message if problem else "",
        "field": problem.field if problem else "",
        "wrong_bet": posted.get("bet", "") if posted.get("from") == "up" else "",
        "examples": [] if run else _examples(game),
        "left": MOST_EVENTS - len(run),
        **table_drawings(game.ruleset, _("The table: {title}").format(title=game.title), last),
    }
    return render(request, "public/try_table.html", context, status=status)


def _history(played: list[Frame]) -> list[tuple[Frame, str, Exact]]:
    """Return every event, the latest first, with what it did to the point and the player's net result."""
    points = [None, *(frame.step.point for frame in played)]
    rows = [
        (frame, _point_change(before, frame), _net(frame))
        for before, frame in zip(points[:-1], played, strict=True)
    ]
    return rows[::-1]


def _point_change(before: int | None, frame: Frame) -> str:
    now = frame.step.point
    if before == now:
        return ""
    if now is not None:
        return _("The point is {point}.").format(point=now)
    return _("The point is made.") if frame.rolled == before else _("Seven out: a new shooter has the dice.")


def _net(frame: Frame) -> Exact:
    """Return what the player has won or lost; chips on the table still count as the player's."""
    return frame.step.balance + frame.step.on_table


def _vig_taken(frame: Frame) -> Exact:
    taken: Exact = sum(settlement.vig or 0 for settlement in frame.step.settlements or ())
    return taken + (frame.step.vig or 0)


def _bet_form_values(run: Run, posted: Mapping[str, str]) -> dict[str, str]:
    """Return what the bet form starts with: as it was sent, else the last bet again, else a pass line bet."""
    if "bet" in posted:
        return {name: posted.get(name, "") for name in DEFAULT_BET}
    for event in reversed(run):
        if "amount" in event and "bet" in event:
            spot = tuple(event["dice"]) if "dice" in event else event.get("number")
            stay = "yes" if event.get("stay") else ""
            return {"bet": spot_text(event["bet"], spot), "amount": event["amount"], "stay": stay}
    return DEFAULT_BET


def _bet_row(game: GameTable, bet: Up) -> dict[str, Any]:
    """Return a bet on the table as the page lists it, with the amounts its forms suggest."""
    limit = bet.most_odds
    return {
        "bet": bet,
        "key": spot_text(bet.wager, bet.spot),
        "stake": game.money(bet.stake),
        "add": _field_amount(max(game.ruleset.chip_unit, bet.stake)),
        "odds_key": spot_text(bet.odds, bet.spot) if bet.odds else "",
        "odds_name": game.ruleset.rule(bet.odds).name if bet.odds else "",
        "odds_most": game.money(limit) if limit else "",
        "odds_amount": _field_amount(limit or bet.stake),
    }


def _field_amount(amount: Exact) -> str:
    """Return an amount for a form field: 12 or 2.50, rounded down to the cent."""
    whole, cents = divmod(int(amount * 100), 100)
    return f"{whole}.{cents:02d}" if cents else str(whole)


def _examples(game: GameTable) -> list[tuple[Example, str]]:
    """Return the worked examples to start from: those whose wagers are all on offer here.

    One with terms of its own is played by them on an edition's table; a casino's has only what it approved.
    """
    return [
        (example, game_tables.example_url(game, example))
        for example in examples_of(game.ruleset.edition)
        if example.wagers <= game.ruleset.offered and (game.entry is None or example.applies_to(game.ruleset))
    ]
