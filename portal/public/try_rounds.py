"""Games in rounds on the page that tries a table: the events of its forms, and what only its page shows.

What may be done, what it is called and what comes by chance is the game’s own (craps/games/playing.py).
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.utils.translation import gettext as _

from craps import BadInput
from craps.games.link import read_spot, spot_text
from craps.games.playing import Held, Tried, by_chance, held, left_now, table_after, tried
from craps.games.reading import BETS
from craps.games.round_game import RoundGame
from craps.games.rounds import Event, bet_event
from craps.money import odds_text
from craps.playthrough import Frame
from craps.run_link import ContractEvent
from portal.errors import BadValue
from portal.public import game_tables, try_felt
from portal.public.game_tables import GameTable, Run, field_amount

TEMPLATE = "public/try_rounds.html"
MOST_TRIED = 6  # how many of the last bets are tried again
USUAL = 10  # the amount a bet form starts with, where it is accepted


def posted_events(posted: Mapping[str, str], game: GameTable, run: Run) -> Run:
    """Return the events a form sends, here always one; BadValue names the field that has to change."""
    return [_posted_event(posted, game, run)]


def _posted_event(posted: Mapping[str, str], game: GameTable, run: Run) -> ContractEvent:
    kind, rules, action = _kind(game), game.ruleset, posted.get("do", "")
    if action in BETS:
        return _bet_event(posted, game)
    verb = posted.get("verb", "") if action == "set" else action
    form = kind.events.get(verb)
    if form is None or verb in BETS:
        raise BadValue(_("The form did not say what to do. Choose a button on this page."))
    if action == "set":
        event = form.of_parts([posted.get(f"part{place}", "") for place in range(len(form.parts))])
        try:
            kind.read_event(event, 0, rules)
        except BadInput:
            raise BadValue(_("Choose one from each list."), field="part") from None
        return event
    if not form.parts:
        return form.of_parts(())
    try:
        return by_chance(kind, rules, kind.read_events(list(run), rules), verb, secrets.randbelow)
    except BadInput as error:
        raise BadValue(error.message) from None


def page_context(game: GameTable, run: Run, played: list[Frame], posted: Mapping[str, str]) -> dict[str, Any]:
    """Return what only the page of such a table shows."""
    kind, rules = _kind(game), game.ruleset
    events = kind.read_events(list(run), rules)
    moves = tried(kind, rules, events)
    state = table_after(kind, rules, events).state
    bets = _bet_options(game)
    chosen = _bet_form_values(game, events, moves, posted)
    return {
        "notes": [""] * len(played),
        "state": _(kind.states[state]) if state in kind.states else state.replace("_", " "),
        "moves": _buttons(game, moves) or _bet_again(game, events),
        "chosen_by_hand": _by_hand(kind, moves, left_now(kind, rules, events)),
        "not_now": _not_now(game, moves),
        "placed_bets": [_bet_row(game, bet) for bet in held(kind, rules, events)],
        "bets": bets,
        "felt": try_felt.felts(game, {option["value"]: option["name"] for option in bets}),
        "chips": try_felt.chips(game, chosen["amount"]),
        "chosen": chosen,
        "descriptions": {
            wager: kind.how_won(rules, wager) for wager in kind.wagers if wager in rules.offered
        },
        "course": kind.course(rules),
        "chance": kind.left_words(rules),
        "example_of": ", ".join(game.shown_as_example),
    }


def _kind(game: GameTable) -> RoundGame:
    return cast(RoundGame, game.game)


# Bets ----------------------------------------------------------------------------------------------------


def _bet_event(posted: Mapping[str, str], game: GameTable) -> ContractEvent:
    wager, space = _posted_spot(posted)
    event: ContractEvent = {posted["do"]: wager, **space}
    if posted["do"] == "bet":
        event["amount"] = game_tables.parse_amount(posted.get("amount", ""), game.symbol)
    try:
        game.game.read_event(event, 0, game.ruleset)
    except BadInput:
        raise BadValue(_("Choose a bet from the list."), field="bet") from None
    return event


def _posted_spot(posted: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """Return the wager and space that a form names."""
    try:
        return read_spot(posted.get("bet", ""), "bet")
    except BadInput:
        raise BadValue(_("Choose a bet from the list."), field="bet") from None


def _bet_options(game: GameTable) -> list[dict[str, str]]:
    """Return every bet on offer, with what it pays where that is one figure."""
    kind, rules = _kind(game), game.ruleset
    table, payouts = kind.table(rules), kind.payouts(rules)
    options = []
    for wager, space in kind.spots(rules):
        name, pays = table.name(wager, space), payouts.get(wager, {}).get(space)
        said = _("{name}, pays {odds}").format(name=name, odds=odds_text(pays)) if pays else name
        options.append({"value": spot_text(wager, space), "space": space, "name": said})
    return options


def _bet_form_values(
    game: GameTable, events: Sequence[Event], moves: Sequence[Tried], posted: Mapping[str, str]
) -> dict[str, str]:
    """Return what the bet form starts with: as it was sent, else the last bet that may be made again, else
    one that may be made now."""
    if posted.get("do") == "bet":
        return {name: posted.get(name, "") for name in ("bet", "amount")}
    kind, rules = _kind(game), game.ruleset
    made = [event for event in reversed(events) if event.verb == "bet"]
    opened = [move.event for move in moves if move.event.verb == "bet" and not move.refused]
    usual = [bet_event(event.wager, USUAL, event.space) for event in opened[:1]]
    for event, refused in tried(kind, rules, events, (*made[:MOST_TRIED], *usual, *opened[:1])):
        if not refused:
            return {
                "bet": spot_text(event.wager, event.space),
                "amount": field_amount(event.amount or 0),
            }
    first = kind.spots(rules)[:1]
    return {"bet": spot_text(*first[0]) if first else "", "amount": str(USUAL)}


def _bet_row(game: GameTable, bet: Held) -> dict[str, Any]:
    """Return a bet on the table as the page lists it."""
    return {
        "bet": bet,
        "key": spot_text(bet.wager, bet.space),
        "stake": game.money(bet.stake),
        "add": field_amount(max(game.ruleset.chip_unit, bet.stake)),
    }


# Moves ---------------------------------------------------------------------------------------------------


def _buttons(game: GameTable, moves: Sequence[Tried]) -> list[dict[str, str]]:
    """Return what may be done now besides an ordinary bet, the most usual first: cards or a spin by chance, a
    bet that follows another one and is as much, and what is only said."""
    kind = _kind(game)
    drawn, matched, said = {}, [], []
    for event, refused in moves:
        if refused:
            continue
        if event.verb in BETS:
            if event.verb == "bet" and event.wager in kind.table.matched:
                matched.append(_bet_button(game, event))
        elif kind.events[event.verb].parts:
            drawn[event.verb] = {"do": event.verb, "label": _(kind.call(event.verb).button)}
        else:
            said.append({"do": event.verb, "label": _(kind.call(event.verb).button)})
    return [*drawn.values(), *matched, *said]


def _bet_again(game: GameTable, events: Sequence[Event]) -> list[dict[str, str]]:
    """Return buttons for the last bets that may be made again, in order, where nothing else may be done."""
    made = [event for event in reversed(events) if event.verb == "bet"][:MOST_TRIED]
    again: dict[tuple[str, str], Event] = {}
    for event, refused in tried(_kind(game), game.ruleset, events, made):
        if not refused:
            again.setdefault((event.wager, event.space), event)
    return [_bet_button(game, event) for event in reversed(again.values())]


def _bet_button(game: GameTable, event: Event) -> dict[str, str]:
    name, amount = _kind(game).table(game.ruleset).name(event.wager, event.space), event.amount or 0
    return {
        "do": "bet",
        "label": _("{name}: {amount}").format(name=name, amount=game.money(amount)),
        "bet": spot_text(event.wager, event.space),
        "amount": field_amount(amount),
    }


def _by_hand(kind: RoundGame, moves: Sequence[Tried], left: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the forms that choose cards or a space, of what may come now."""
    verbs = dict.fromkeys(event.verb for event, refused in moves if not refused and event.verb not in BETS)
    options = [(value, kind.outcome_words(value)) for value, count in left.items() if count]
    return [
        {
            "verb": verb,
            "title": _(kind.call(verb).choose),
            "parts": [(f"part{place}", _(part)) for place, part in enumerate(kind.call(verb).parts)],
            "options": options,
        }
        for verb in verbs
        if kind.events[verb].parts
    ]


def _not_now(game: GameTable, moves: Sequence[Tried]) -> list[dict[str, Any]]:
    """Return what may not be done now and why, each reason once. Bets that are up have theirs beside them."""
    kind = _kind(game)
    rows: dict[str, dict[str, Any]] = {}
    for event, refused in moves:
        if refused and event.verb != "remove":
            name = (
                kind.table(game.ruleset).name(event.wager)
                if event.verb == "bet"
                else _(kind.call(event.verb).button)
            )
            rows.setdefault(refused.message, {"name": name, "refused": refused})
    return list(rows.values())
