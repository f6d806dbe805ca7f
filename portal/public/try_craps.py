"""Craps on the page that tries a table: the events of its forms, and what only its page shows."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from craps import BadInput
from craps.drawing import draw_dice
from craps.money import Exact
from craps.playthrough import Frame, Up, bets_up, same_bets
from craps.run_link import MOST_EVENTS, ContractEvent, read_spot, spot_text
from craps.scenario import Event, read_event
from craps.table import name_of
from craps.wagers import CATALOGUE
from portal.documents.bet_descriptions import BET_DESCRIPTIONS
from portal.errors import BadValue
from portal.public import game_tables, try_felt
from portal.public.game_tables import GameTable, Run, field_amount
from portal.text import and_list

TEMPLATE = "public/try_table.html"
QUICK_ROLLS = 10
DEFAULT_BET = {"bet": "pass_line", "amount": "10", "stay": ""}


def posted_events(posted: Mapping[str, str], game: GameTable, run: Run) -> Run:
    """Return the events a form sends; BadValue names the field that has to change."""
    action = posted.get("do", "")
    if action == "rolls":
        return [_roll() for _roll_of_many in range(min(QUICK_ROLLS, MOST_EVENTS - len(run)) or 1)]
    if action == "again":
        again = [event.to_json() for event in same_bets(game.ruleset, _read(run))]
        if not again:
            raise BadValue(_("No bet that was taken down can be made again now."))
        return again
    return [_posted_event(action, posted, game)]


def _posted_event(action: str, posted: Mapping[str, str], game: GameTable) -> ContractEvent:
    if action == "roll":
        return _roll()
    if action == "next":
        return {"pass_dice": True}
    if action == "set":
        faces = [posted.get(name, "") for name in ("first", "second")]
        if not set(faces) <= set("123456"):
            raise BadValue(_("Choose a face from 1 to 6 for each die."), field="first")
        return {"roll": [int(face) for face in faces]}
    try:
        event = _bet_event(action, posted, game)
        read_event(event, 0)
    except BadInput:
        raise BadValue(_("Choose a bet from the list."), field="bet") from None
    return event


def page_context(game: GameTable, run: Run, played: list[Frame], posted: Mapping[str, str]) -> dict[str, Any]:
    """Return what only the page of a craps table shows."""
    events = _read(run)
    rolled = next((event["roll"] for event in reversed(run) if "roll" in event), None)
    bets = game_tables.bet_options(game.ruleset)
    chosen = _bet_form_values(run, posted)
    return {
        "vig_paid": sum(_vig_taken(frame) for frame in played),
        "notes": _point_changes(played),
        "placed_bets": [_bet_row(game, bet) for bet in bets_up(game.ruleset, events)],
        "dice": mark_safe(draw_dice((rolled[0], rolled[1]))) if rolled else "",  # noqa: S308 - numbers only
        "rolled_now": bool(run) and "roll" in run[-1],
        "again": _again(game, same_bets(game.ruleset, events)),
        "quick": QUICK_ROLLS,
        "bets": bets,
        "felt": try_felt.felts(game, {value: name for _group, named in bets for value, name in named}),
        "chips": try_felt.chips(game, chosen["amount"]),
        "descriptions": {
            wager: _(BET_DESCRIPTIONS[wager]) for wager in game.ruleset.offered if wager in BET_DESCRIPTIONS
        },
        "chosen": chosen,
        "faces": range(1, 7),
    }


def _roll() -> ContractEvent:
    return {"roll": [secrets.randbelow(6) + 1, secrets.randbelow(6) + 1]}


def _read(run: Run) -> list[Event]:
    return [read_event(event, index) for index, event in enumerate(run)]


def _again(game: GameTable, bets: list[Event]) -> dict[str, str]:
    """Return what the bets that may be made again come to, and their names; nothing where there is none."""
    if not bets:
        return {}
    total: Exact = sum(bet.amount or 0 for bet in bets)
    names = and_list([name_of(game.ruleset, bet.wager, bet.spot) for bet in bets])
    return {"total": game.money(total), "names": names}


def _bet_event(action: str, posted: Mapping[str, str], game: GameTable) -> ContractEvent:
    wager, spot = read_spot(posted.get("bet", ""), "bet")
    if action in ("on", "off"):
        return {"turn": action, "bet": wager, **spot}
    if action == "remove":
        return {"remove": wager, **spot}
    amount = game_tables.parse_amount(posted.get("amount", ""), game.symbol)
    if action == "reduce":
        return {"remove": wager, **spot, "amount": amount}
    if action != "bet":
        raise BadValue(_("The form did not say what to do. Choose a button on this page."))
    stays = posted.get("stay") and CATALOGUE[wager].stays
    return {"bet": wager, **spot, "amount": amount} | ({"stay": True} if stays else {})


def _point_changes(played: list[Frame]) -> list[str]:
    """Return what every event did to the point."""
    points = [None, *(frame.step.point for frame in played)]
    return [_point_change(before, frame) for before, frame in zip(points[:-1], played, strict=True)]


def _point_change(before: int | None, frame: Frame) -> str:
    now = frame.step.point
    if before == now:
        return ""
    if now is not None:
        return _("The point is {point}.").format(point=now)
    return _("The point is made.") if frame.rolled == before else _("Seven out: a new shooter has the dice.")


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
        "add": field_amount(max(game.ruleset.chip_unit, bet.stake)),
        "odds_key": spot_text(bet.odds, bet.spot) if bet.odds else "",
        "odds_name": game.ruleset.rule(bet.odds).name if bet.odds else "",
        "odds_most": game.money(limit) if limit else "",
        "odds_amount": field_amount(limit or bet.stake),
    }
