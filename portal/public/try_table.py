"""Try the table: put bets on a drawn table, roll or set the dice, and see each settlement with its clause.

A run lives in its address and nowhere else. A form sends one more event; the answer is the address of the
longer run. So a page can be kept, shared and reloaded, and nothing is stored for anyone.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from craps import BadInput
from craps.drawing import draw, draw_dice
from craps.examples import Example, examples_of
from craps.layouts import layout_of
from craps.money import Exact
from craps.playthrough import Frame, Up, bets_up, frames
from craps.run_link import (
    MOST_CHARACTERS,
    MOST_EVENTS,
    ContractEvent,
    amount_of,
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
from portal.public import tables
from portal.public.tables import GameTable
from portal.rate_limiter import RateLimiter, address_of

Run = list[ContractEvent]

USUAL_AMOUNT = "10"
_move_limit = RateLimiter("try", limit=120)


@cached_page(max_age=0)
def choose_table(request: HttpRequest) -> HttpResponse:
    """Which table: the editions, and the casinos with rules in force."""
    context = {"editions": tables.edition_tables(), "casinos": tables.casino_tables()}
    return render(request, "public/try.html", context)


@csrf_exempt  # nothing is stored and nobody is known: a forged form could only send a visitor to another run
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, key: str) -> HttpResponse:
    """A table with the run of the address played on it; a form posts one more event."""
    if request.method != "POST" and not request.GET:
        return _start(request, key)
    return _played(request, key)


@cached_page(max_age=0)
def _start(request: HttpRequest, key: str) -> HttpResponse:
    """An empty table: the page most visitors see first, so it is kept ready."""
    return _played(request, key)


def _played(request: HttpRequest, key: str) -> HttpResponse:
    try:
        game = tables.table(key)
    except NotFound as error:
        context = {"message": error.message, "asked": key[:40], "editions": tables.edition_tables()}
        return render(request, "public/try_missing.html", context, status=404)
    if key != game.key:
        return redirect(_address(game, request.GET.get("run", "")), permanent=True)
    try:
        run = read_run(request.GET.get("run", ""))
    except BadInput as error:
        return gzip_response(request, _page(request, game, [], broken=_broken(error), status=400))
    if request.method == "POST":
        return _move(request, game, run)
    page = _page(request, game, run)
    return with_etag(request, page, max_age=MAX_AGE) if run else page


# One more event ------------------------------------------------------------------------------------------


def _move(request: HttpRequest, game: GameTable, run: Run) -> HttpResponse:
    posted = request.POST.dict()
    if wait := _move_limit.wait(address_of(request)):
        said = _("That was quick. Wait {seconds} seconds, then go on: your run is still here.")
        answer = _page(request, game, run, problem=said.format(seconds=wait), posted=posted, status=429)
        answer["Retry-After"] = str(wait)
        answer["HX-Push-Url"] = "false"
        return gzip_response(request, answer)
    try:
        longer = [*run, _event(posted)]
        if len(longer) > MOST_EVENTS or len(write_run(longer)) > MOST_CHARACTERS:
            raise BadValue(_("This run is as long as a link can be. Undo the last event or start again."))
    except BadValue as error:
        answer = _page(
            request, game, run, problem=error.message, field=error.field, posted=posted, status=422
        )
        answer["HX-Push-Url"] = "false"
        return gzip_response(request, answer)
    answer = redirect(_address(game, write_run(longer)))
    patch_cache_control(answer, no_store=True)
    return answer


def _event(posted: Mapping[str, str]) -> ContractEvent:
    """The event a form sends; BadValue names the field that has to change."""
    what = posted.get("do", "")
    if what == "roll":
        return {"roll": [secrets.randbelow(6) + 1, secrets.randbelow(6) + 1]}
    if what == "next":
        return {"pass_dice": True}
    try:
        if what == "set":
            event: ContractEvent = {"roll": [_face(posted.get(name, "")) for name in ("first", "second")]}
        else:
            event = _bet_event(what, posted)
        read_event(event, 0)
    except BadInput as error:
        raise _bad_value(error) from None
    return event


def _bet_event(what: str, posted: Mapping[str, str]) -> ContractEvent:
    wager, spot = read_spot(posted.get("bet", ""), "bet")
    if what in ("on", "off"):
        return {"turn": what, "bet": wager, **spot}
    if what == "remove":
        return {"remove": wager, **spot}
    amount = amount_of(posted.get("amount", "").replace(",", "").strip(), "amount")
    if what == "reduce":
        return {"remove": wager, **spot, "amount": amount}
    if what != "bet":
        raise BadValue(_("The form did not say what to do. Choose a button on this page."))
    stays = posted.get("stay") and CATALOGUE[wager].stays
    return {"bet": wager, **spot, "amount": amount} | ({"stay": True} if stays else {})


def _face(text: str) -> int:
    return int(text) if text in ("1", "2", "3", "4", "5", "6") else 0


def _bad_value(error: BadInput) -> BadValue:
    field = error.path.removeprefix("events[0].")
    if field.startswith("roll"):
        return BadValue(_("Choose a face from 1 to 6 for each die."), field="first")
    if field == "amount":
        said = error.message[0].upper() + error.message[1:]
        said = _("The amount {problem}").format(problem=error.message) if said[:2] in ("Is", "Sh") else said
        return BadValue(f"{said}.", field="amount")
    return BadValue(_("Choose a bet from the list."), field="bet")


def _broken(error: BadInput) -> str:
    """Why a link cannot be played, naming the place in it."""
    if error.path.startswith("events["):
        place = int(error.path[len("events[") :].partition("]")[0]) + 1
        return _("Event {place} of the link: {problem}.").format(place=place, problem=error.message)
    return _("The link {problem}.").format(problem=error.message)


# The page ------------------------------------------------------------------------------------------------


def _page(
    request: HttpRequest,
    game: GameTable,
    run: Run,
    *,
    broken: str = "",
    problem: str = "",
    field: str = "",
    posted: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    events = [read_event(event, index) for index, event in enumerate(run)]
    told = frames(game.ruleset, events)
    last = told[-1] if told else None
    rolled = next((event["roll"] for event in reversed(run) if "roll" in event), None)
    text = write_run(run) if run else ""
    context = {
        "game": game,
        "run": text,
        "here": _address(game, text),
        "undo": _address(game, write_run(run[:-1]) if len(run) > 1 else ""),
        "last": last,
        "net": _net(last) if last else 0,
        "vig_paid": sum(_vig(frame) for frame in told),
        "story": _story(told),
        "up": [_row(game, each) for each in bets_up(game.ruleset, events)],
        "dice": mark_safe(draw_dice((rolled[0], rolled[1]))) if rolled else "",  # noqa: S308 - numbers only
        "rolled_now": bool(run) and "roll" in run[-1],
        "bets": tables.bets(game.ruleset),
        "how": {
            wager: _(BET_DESCRIPTIONS[wager]) for wager in game.ruleset.offered if wager in BET_DESCRIPTIONS
        },
        "chosen": _chosen(run, posted),
        "faces": range(1, 7),
        "broken": broken,
        "problem": problem,
        "field": field,
        "wrong": (posted or {}).get("bet", "") if (posted or {}).get("from") == "up" else "",
        "examples": [] if run else _examples(game),
        "left": MOST_EVENTS - len(run),
        **_pictures(game, last),
    }
    return render(request, "public/try_table.html", context, status=status)


def _story(told: list[Frame]) -> list[tuple[Frame, str, Exact]]:
    """Every event, the latest first: what it was, what it did to the point, and how the player stands."""
    found, point = [], None
    for frame in told:
        found.append((frame, _point_words(point, frame), _net(frame)))
        point = frame.step.point
    return found[::-1]


def _point_words(before: int | None, frame: Frame) -> str:
    now = frame.step.point
    if before == now:
        return ""
    if now is not None:
        return _("The point is {point}.").format(point=now)
    return _("The point is made.") if frame.rolled == before else _("Seven out: a new shooter has the dice.")


def _net(frame: Frame) -> Exact:
    """What the player has won or lost, chips on the table still counted as the player's."""
    return frame.step.balance + frame.step.on_table


def _vig(frame: Frame) -> Exact:
    taken: Exact = sum(done.vig or 0 for done in frame.step.settlements or ())
    return taken + (frame.step.vig or 0)


def _chosen(run: Run, posted: Mapping[str, str] | None) -> dict[str, str]:
    """What the bet form starts with: as it was sent, else the last bet again, else a pass line bet."""
    if posted and "bet" in posted:
        return {name: posted.get(name, "") for name in ("bet", "amount", "stay")}
    for event in reversed(run):
        if "amount" in event and "bet" in event:
            spot = tuple(event["dice"]) if "dice" in event else event.get("number")
            stay = "yes" if event.get("stay") else ""
            return {"bet": spot_text(event["bet"], spot), "amount": event["amount"], "stay": stay}
    return {"bet": "pass_line", "amount": USUAL_AMOUNT, "stay": ""}


def _row(game: GameTable, up: Up) -> dict[str, Any]:
    """A bet on the table as the page lists it, with the calls that would change something."""
    most = up.most_odds
    return {
        "up": up,
        "key": spot_text(up.wager, up.spot),
        "stake": game.money(up.stake),
        "add": _plain(game.ruleset.chip_unit if up.stake < game.ruleset.chip_unit else up.stake),
        "odds_key": spot_text(up.odds, up.spot) if up.odds else "",
        "odds_name": game.ruleset.rule(up.odds).name if up.odds else "",
        "odds_most": game.money(most) if most else "",
        "odds_amount": _plain(most if most else up.stake),
    }


def _plain(amount: Any) -> str:
    """An amount as a field holds it: 12 or 2.50, rounded down to the cent."""
    cents = int(amount * 100)
    return str(cents // 100) if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02d}"


def _examples(game: GameTable) -> list[tuple[Example, str]]:
    """Worked examples to start from: those whose every wager is on offer here."""
    found = []
    for example in examples_of(game.ruleset.edition):
        if example.wagers <= game.ruleset.offered:
            found.append((example, tables.run_url(game.key, example.events)))
    return found


def _pictures(game: GameTable, frame: Frame | None) -> dict[str, SafeString]:
    """The whole table, and one end of it for a narrow screen."""
    given: dict[str, Any] = {
        "layout": layout_of(game.ruleset),
        "title": _("The table: {title}").format(title=game.title),
        "edition": game.ruleset.edition,
        "bets": frame.bets if frame else (),
        "point": frame.step.point if frame else None,
    }
    wide, narrow = draw(**given), draw(**given, fold=True)
    return {"wide": mark_safe(wide), "narrow": mark_safe(narrow)}  # noqa: S308 - draw() escapes every text


def _address(game: GameTable, run: str) -> str:
    return f"{game.href}?run={run}" if run else game.href
