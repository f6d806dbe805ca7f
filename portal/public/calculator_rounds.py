"""The calculator's answer for a game played in rounds: ways of playing, decks, spaces and payouts of choice.

Everything about the game comes from the game: which bets begin a round, which terms decide their figures, and
what each term and way of playing is called.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps import RuleSet, load_ruleset
from craps.codec import Json
from craps.errors import Refused
from craps.games import games
from craps.games.cost import RoundCost, cost_of, first_bets, plays_of, round_game_of
from craps.games.round_game import RoundGame
from craps.games.rounds import RoundBet
from craps.money import Exact, rounded_percent
from craps.vocabulary import path_words
from portal.public.calculator_cells import (
    NO_CELL,
    Cell,
    approximate_money,
    deviation_cell,
    difference_of,
    money_cell,
    rows_of,
    share_cell,
    winnings_cell,
)
from portal.public.calculator_sides import CalculatorSide, Field, SideForm, differ, form_row, new_findings
from portal.public.game_tables import GameTable
from portal.typed_values import number, payout

PLAY = "play"
SHOWN = 4  # terms of a bet that a side shows; of more, all but the first open on request
LONGEST = 20  # characters of a term
Place = tuple[str, str]  # a wager, and the space it is bet on or ""


def answer(
    query: QueryDict, first: GameTable, second: GameTable, amount: Exact, errors: dict[str, str]
) -> dict[str, Any]:
    """Return what the page shows of a bet on two tables; what is not valid is added to `errors`."""
    bets = first_bets(first.ruleset)
    names = {_bet_id(bet): _name(first.ruleset, bet) for bet in bets}
    bet_id = query.get("bet", "")
    wager, space = next((bet for bet in bets if _bet_id(bet) == bet_id), bets[0])
    pair = [
        _read_side(query, name, table, (wager, space), errors)
        for name, table in (("a", first), ("b", second))
    ]
    is_pair = differ(*pair)
    costs = [
        _summarise(side, RoundBet(wager, space, _play(side, (wager, space)), amount))
        for side in (pair if is_pair else pair[:1])
    ]
    return {
        "bets": [(first.game.name, list(names.items()))],
        "bet": _bet_id((wager, space)),
        "bet_name": _name(first.ruleset, (wager, space)),
        "costs": costs,
        "is_pair": is_pair,
        "sides": [_side_form(side, (wager, space), errors) for side in pair],
        "rows": rows_of(costs, _ROWS_WITH_MORE_BETS if _more_is_bet(costs) else _ROWS),
        "difference": _difference(*costs) if is_pair else "",
    }


@dataclass(frozen=True)
class RoundSummary:
    """What a bet costs on one side; `cost` is None where these rules do not have it."""

    side: CalculatorSide
    bet: RoundBet
    cost: RoundCost | None
    sentence: str

    @property
    def refused(self) -> Refused | None:
        return self.cost.refused if self.cost else None

    @property
    def clauses(self) -> str:
        return ", ".join(self.cost.clauses) if self.cost else ""


# The bet and the two sides -------------------------------------------------------------------------------


def _bet_id(bet: Place) -> str:
    return ".".join(filter(None, bet))


def _name(ruleset: RuleSet, bet: Place) -> str:
    return round_game_of(ruleset).table(ruleset).name(*bet)


def _play(side: CalculatorSide, bet: Place) -> str:
    """Return the way of playing that the side chose, else the first there is."""
    plays = plays_of(side.game.ruleset, *bet)
    return side.typed.get(PLAY) or next(iter(plays), "")


def _read_side(
    query: QueryDict, name: str, table: GameTable, bet: Place, errors: dict[str, str]
) -> CalculatorSide:
    """Return the side with its changes. A value that is not valid is named in `errors` and not applied."""
    fields = _fields(table.ruleset, bet)
    typed = {field.name: query.get(f"{name}.{field.name}", "").strip() for field in fields}
    plays = plays_of(table.ruleset, *bet)
    if typed.get(PLAY) and typed[PLAY] not in {*plays, *_plays_of_any_game()}:
        errors[f"{name}.{PLAY}"] = _("Choose a way of playing from the list.")
    if typed.get(PLAY) not in list(plays)[1:]:
        typed.pop(PLAY, None)  # the first one need not be chosen
    ruleset = table.ruleset
    for field in fields:
        if field.name != PLAY and typed[field.name]:
            ruleset = _changed(ruleset, field, typed[field.name], f"{name}.{field.name}", errors)
    return CalculatorSide(name, table, ruleset, typed, new_findings(table.ruleset, ruleset))


def _plays_of_any_game() -> set[str]:
    """Return every way of playing: one of another game stays in the form when other rules are chosen."""
    return {play for game in games() if isinstance(game, RoundGame) for play in game.plays}


def _fields(ruleset: RuleSet, bet: Place) -> list[Field]:
    """Return the way of playing, if there is a choice, and every term that the bet's figures go by."""
    plays = [(play, capfirst(words)) for play, words in plays_of(ruleset, *bet).items()]
    fields = []
    if len(plays) > 1:
        fields.append(Field(PLAY, _("Way of playing"), "", plays[1:], unset=plays[0][1]))
    for path, (value, _clause) in round_game_of(ruleset).edge_terms(ruleset, *bet):
        fields.append(Field(path, path_words(path), str(value)))
    return fields


def _side_form(side: CalculatorSide, bet: Place, errors: dict[str, str]) -> SideForm:
    """Return the fields of a side; of many terms all but the first are folded."""
    fields = _fields(side.game.ruleset, bet)
    rows = [form_row(side, field, str(place), errors) for place, field in enumerate(fields)]
    terms = [row for row in rows if row["field"].name != PLAY]
    folded = terms[1:] if len(terms) > SHOWN else []
    return SideForm(side, [row for row in rows if row not in folded], folded)


def _changed(ruleset: RuleSet, field: Field, text: str, name: str, errors: dict[str, str]) -> RuleSet:
    """Return the rules with one term changed; as they are, and an error, if it cannot be read."""
    read = payout if ":" in field.current else number
    try:
        if len(text) <= LONGEST:
            return load_ruleset(_with_value(ruleset.to_json(), field.name, read(text)), ruleset.edition)
    except ValueError:  # BadInput is one
        pass
    message = _("{label}: enter a whole number, such as {current}.")
    if ":" in field.current:
        message = _("{label}: enter a payout, such as {current} or 25 for 1.")
    errors[name] = message.format(label=field.label, current=field.current)
    return ruleset


def _with_value(stated: Mapping[str, Json], path: str, value: str) -> dict[str, Json]:
    head, _dot, rest = path.partition(".")
    return {**stated, head: _with_value(stated.get(head, {}), rest, value) if rest else value}


# Results -------------------------------------------------------------------------------------------------


def _summarise(side: CalculatorSide, bet: RoundBet) -> RoundSummary:
    cost = cost_of(side.ruleset, bet)
    return RoundSummary(side, bet, cost, _sentence(side, bet, cost))


def _sentence(side: CalculatorSide, bet: RoundBet, cost: RoundCost | None) -> str:
    game = round_game_of(side.ruleset)
    name = _name(side.ruleset, bet[:2])
    played = f", {game.plays[bet.play]}" if bet.play else ""
    if cost is None:
        text = _("These rules have no bet on {bet}. Choose another bet, or other rules.")
        return format_html(text, bet=f"{name}{played}")
    words = {"amount": side.game.money(bet.amount)}
    words["bet"] = f"{name}{played}," if played else name
    words["loss"] = approximate_money(side, cost.loss)
    words["edge"] = rounded_percent(cost.figures.edge)
    words["staked"] = approximate_money(side, cost.staked)
    if cost.loss == 0:
        text = _("{amount} on {bet} costs nothing on average: it is paid at its true odds.")
    elif cost.loss < 0:
        text = _("{amount} on {bet} wins {loss} on average: the player has the edge.")
    elif cost.staked == bet.amount:
        text = _("{amount} on {bet} costs {loss} on average each time: the house keeps {edge} of it.")
    else:
        text = _(
            "{amount} on {bet} costs {loss} on average each time: the house keeps {edge} of the first bet. "
            "With the bets that follow it you stake {staked} on average."
        )
    return format_html(text, **words)


def _difference(first: RoundSummary, second: RoundSummary) -> str:
    if first.cost is None or second.cost is None:
        return ""
    return difference_of(
        first.side,
        second.side,
        edges=(first.cost.figures.edge, second.cost.figures.edge),
        losses=(first.cost.loss, second.cost.loss),
    )


def _cell(of: Callable[[CalculatorSide, RoundBet, RoundCost], Cell]) -> Callable[[RoundSummary], Cell]:
    return lambda summary: of(summary.side, summary.bet, summary.cost) if summary.cost else NO_CELL


def _played(side: CalculatorSide, bet: RoundBet, cost: RoundCost) -> Cell:
    return (capfirst(round_game_of(side.ruleset).plays[bet.play]), "") if bet.play else NO_CELL


def _winnings(side: CalculatorSide, bet: RoundBet, cost: RoundCost) -> Cell:
    first, *others = cost.winnings
    rows = [first._replace(words=capfirst(first.words)), *others]
    return winnings_cell(side, ((each.words, each.pays, each.won) for each in rows))


def _more_is_bet(costs: Sequence[RoundSummary]) -> bool:
    """Whether any way of playing stakes more than the first bet."""
    return any(each.cost and each.cost.figures.wagered != 1 for each in costs)


Row = tuple[object, Callable[[RoundSummary], Cell]]
_STAKED: Row = (
    gettext_lazy("Staked on average, with the bets that follow"),
    _cell(lambda side, bet, cost: money_cell(side, cost.staked)),
)
_EDGE_ON_ALL: Row = (
    gettext_lazy("House edge, of all that is staked"),
    _cell(lambda side, bet, cost: share_cell(cost.figures.edge / cost.figures.wagered)),
)
_ROWS_WITH_MORE_BETS: tuple[Row, ...] = (
    (gettext_lazy("Way of playing"), _cell(_played)),
    (gettext_lazy("Pays, and wins"), _cell(_winnings)),
    (gettext_lazy("Chance to win"), _cell(lambda side, bet, cost: share_cell(cost.figures.win or None))),
    (gettext_lazy("Chance to lose"), _cell(lambda side, bet, cost: share_cell(cost.figures.lose or None))),
    (gettext_lazy("Chance of a push"), _cell(lambda side, bet, cost: share_cell(cost.figures.push or None))),
    (gettext_lazy("First bet"), _cell(lambda side, bet, cost: money_cell(side, bet.amount))),
    _STAKED,
    (gettext_lazy("Average loss, each time"), _cell(lambda side, bet, cost: money_cell(side, cost.loss))),
    (
        gettext_lazy("House edge, of the first bet"),
        _cell(lambda side, bet, cost: share_cell(cost.figures.edge)),
    ),
    _EDGE_ON_ALL,
    (
        gettext_lazy("Standard deviation, each round"),
        _cell(lambda side, bet, cost: deviation_cell(side, cost.variance)),
    ),
    (
        gettext_lazy("House edge, pushes left out"),
        _cell(lambda side, bet, cost: share_cell(cost.figures.edge_resolved if cost.figures.push else None)),
    ),
)
_ROWS = tuple(row for row in _ROWS_WITH_MORE_BETS if row not in (_STAKED, _EDGE_ON_ALL))
