"""Try the table: place bets, roll the dice, deal or spin, and see each settlement with its clause.

The address contains the whole run; nothing is stored. A form posts one more event, and the answer redirects
to the address of the longer run. What differs between games is in try_craps.py and try_rounds.py.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from craps import BadInput
from craps.examples import Example, examples_of
from craps.money import Exact
from craps.playthrough import Frame, frames
from craps.run_link import MOST_CHARACTERS, MOST_EVENTS, read_run, write_run
from portal.accounts.models import Table
from portal.errors import BadValue, NotFound
from portal.pages.conditional_get import gzip_response, with_etag
from portal.pages.page_cache import MAX_AGE, cached_page
from portal.pages.table_drawing import table_drawings
from portal.public import game_tables, try_craps, try_rounds
from portal.public.game_tables import GameTable, Run
from portal.public.try_assumptions import assumptions
from portal.public.try_bankroll import bankroll
from portal.rate_limiter import RateLimiter, address_of
from portal.review import table_rules


class Player(Protocol):
    """What plays a game: the events a form sends, and what only the game’s page shows."""

    TEMPLATE: str

    def posted_events(self, posted: Mapping[str, str], game: GameTable, run: Run) -> Run:
        """Return the events; BadValue names the field that has to change."""

    def page_context(
        self, game: GameTable, run: Run, played: list[Frame], posted: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return the page’s own values; `notes` says something of each event, or nothing."""


_move_limit = RateLimiter("try", limit=120)
_run_limit = RateLimiter("try-run", limit=240)  # a form leads to the address of the longer run: both count


@cached_page(max_age=0)
def choose_table(request: HttpRequest) -> HttpResponse:
    """The tables to try: the editions, and the casinos with rules in force."""
    context = {"games": game_tables.tables_by_game()}
    return render(request, "public/try.html", context)


@csrf_exempt  # nothing is stored and nobody is known: a forged form could only send a visitor to another run
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, key: str) -> HttpResponse:
    """A table with the run of the address played on it; a form posts one more event."""
    if request.method != "POST" and not request.GET:
        return _empty_table(request, key)
    return _table_page(request, key)


def _stamp(key: str) -> str:
    return table_rules.stamp(Table.objects.filter(code=key))


@cached_page(max_age=0, stamp=_stamp)
def _empty_table(request: HttpRequest, key: str) -> HttpResponse:
    """The page most visitors see first, so it is cached."""
    return _table_page(request, key)


def _table_page(request: HttpRequest, key: str) -> HttpResponse:
    try:
        game = game_tables.game_table(key)
    except NotFound as error:
        context = {"message": error.message, "key": key[:40], "games": game_tables.tables_by_game()}
        return render(request, "public/try_missing.html", context, status=404)
    if key != game.key:
        query = request.GET.urlencode()
        return redirect(f"{game.href}?{query}" if query else game.href, permanent=True)
    try:
        game = game_tables.with_terms_of(game, request.GET.get("example", ""))
        run = read_run(request.GET.get("run", ""), game.ruleset)
    except BadInput as error:
        return gzip_response(request, _render(request, game, [], broken=_link_error(error), status=400))
    if request.method == "POST":
        return _add_event(request, game, run)
    if run and (wait := _run_limit.wait(address_of(request))):
        return _too_many_runs(request, game, wait)
    page = _render(request, game, run)
    return with_etag(request, page, max_age=MAX_AGE) if run else page


def _too_many_runs(request: HttpRequest, game: GameTable, wait: int) -> HttpResponse:
    """The table without its run, which is what takes work; the address still has it."""
    message = _("Too many runs. Wait {seconds} seconds, then load this page again: its address has your run.")
    page = _render(request, game, [], problem=BadValue(message.format(seconds=wait)), status=429)
    page["Retry-After"] = str(wait)
    patch_cache_control(page, no_store=True)
    return gzip_response(request, page)


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
            events = _player(game).posted_events(posted, game, run)
            longer = [*run, *events]
            if len(longer) > MOST_EVENTS or len(write_run(longer, game.ruleset)) > MOST_CHARACTERS:
                raise BadValue(_("The link cannot get any longer. Undo the last event or start again."))
        except BadValue as error:
            page = _render(request, game, run, problem=error, posted=posted, status=422)
        else:
            response = redirect(game.address(write_run(longer, game.ruleset), act=len(events)))
            patch_cache_control(response, no_store=True)
            return response
    page["HX-Push-Url"] = "false"
    return gzip_response(request, page)


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
    rules, player = game.ruleset, _player(game)
    events = game.game.read_events(list(run), rules)
    played = frames(rules, events)
    last = played[-1] if played else None
    text = write_run(run, rules) if run else ""
    before = run[: -_last_act(request, run)]
    own = player.page_context(game, run, played, posted)
    context = {
        "body_class": "at-try",
        "game": game,
        "run": text,
        "here": game.address(text),
        "undo": game.address(write_run(before, rules) if before else ""),
        "last": last,
        "net": _net(last) if last else 0,
        "history": [(frame, note, _net(frame)) for frame, note in zip(played, own.pop("notes"), strict=True)][
            ::-1
        ],
        "broken": broken,
        "problem": problem.message if problem else "",
        "field": problem.field if problem else "",
        "wrong_bet": posted.get("bet", "") if posted.get("from") == "up" else "",
        "examples": [] if run else _examples(game),
        "left": MOST_EVENTS - len(run),
        "assumed": assumptions(game),
        "line": bankroll([_net(frame) for frame in played]),
        **own,
        **table_drawings(rules, _("The table: {title}").format(title=game.title), last),
    }
    return render(request, player.TEMPLATE, context, status=status)


def _last_act(request: HttpRequest, run: Run) -> int:
    """Return how many events the last press added, by the address: what one undo takes back."""
    text = request.GET.get("act", "")
    count = (
        int(text) if request.method == "GET" and text.isascii() and text.isdigit() and len(text) < 4 else 1
    )
    return min(max(count, 1), len(run)) if run else 1


def _player(game: GameTable) -> Player:
    if game.game.in_rounds:
        return try_rounds
    return try_craps


def _net(frame: Frame) -> Exact:
    """Return what the player has won or lost; chips on the table still count as the player's."""
    return frame.step.balance + frame.step.on_table


def _examples(game: GameTable) -> list[tuple[Example, str]]:
    """Return the worked examples to start from: those whose wagers are all on offer here.

    One with terms of its own is played by them on an edition's table; a casino's has only what it approved.
    """
    return [
        (example, game_tables.example_url(game, example))
        for example in examples_of(game.ruleset.edition)
        if example.wagers <= game.ruleset.offered and (game.entry is None or example.applies_to(game.ruleset))
    ]
