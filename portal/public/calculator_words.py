"""What the calculator found, in words and in rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps.cost import Cost, cost_of, with_odds
from craps.edge import edge_with_odds
from craps.examples.catalogue import clauses_of
from craps.money import Exact, amount_text, decimal_text, odds_text, percent_text
from craps.placing import Refused
from craps.ruleset import RuleSet
from craps.scenario import Event
from craps.settlement import apply
from craps.table import Table, name_of
from craps.wagers import CATALOGUE, ODDS_OF, Spot, slot_of
from portal.pages.charts import Series, line_chart
from portal.pages.pay_words import slot_text
from portal.public.calculator_choice import Choice

_REASONS = ("not_offered", "bad_unit", "under_minimum", "over_limit")
MULTIPLES = (0, 1, 2, 3, 5, 10, 20, 50, 100)


@dataclass(frozen=True)
class Told:
    """A side's figures with what they are about."""

    side: Choice
    wager: str
    spot: Spot
    cost: Cost
    with_odds: Fraction | None  # the edge on all money where odds are taken
    refused: Refused | None  # why these rules would not take this amount
    sentence: str
    clauses: str


class Line(NamedTuple):
    """One row of the comparison: a label, and for each side the figure and the same exactly."""

    label: str
    cells: tuple[tuple[str, str], ...]
    differs: bool


def told(side: Choice, wager: str, spot: Spot, amount: Exact) -> Told:
    cost = cost_of(side.ruleset, wager, spot, amount, side.rounding)
    refused = _refusal(side.ruleset, wager, spot, amount)
    odds = (
        edge_with_odds(side.ruleset, wager) if wager in ODDS_OF and _takes_odds(side.ruleset, wager) else None
    )
    sentence, clauses = _sentence(side, wager, spot, cost), _clauses(side.ruleset, wager, spot)
    return Told(side, wager, spot, cost, odds, refused, sentence, clauses)


def rows(sides: Sequence[Told]) -> list[Line]:
    """The figures side by side; a row that says nothing for any side is left out."""
    found: list[Line] = []
    for label, cell in _ROWS:
        cells = tuple(cell(side) for side in sides)
        if any(shown for shown, _exactly in cells):
            found.append(Line(str(label), cells, len(set(cells)) > 1))
    return found


def difference(first: Told, second: Told) -> str:
    """The second choice against the first, in a sentence."""
    if first.side.game.symbol != second.side.game.symbol:
        gap = second.cost.figures.edge - first.cost.figures.edge
        if not gap:
            return _("Both choices have the same house edge.")
        way = _("more") if gap > 0 else _("less")
        share = f"{decimal_text(abs(gap) * 100, 2)}%"
        return _("The second choice costs {share} of what you put up {way} than the first.").format(
            share=share, way=way
        )
    gap_in_money = second.cost.loss - first.cost.loss
    if not gap_in_money:
        if (
            first.with_odds is not None
            and second.with_odds is not None
            and first.with_odds != second.with_odds
        ):
            return _("The bet costs the same; what changes is how much more money is bet without an edge.")
        return _("Both choices cost the same.")
    text = _("The second choice costs {amount} more than the first, each time the bet is decided.")
    if gap_in_money < 0:
        text = _("The second choice costs {amount} less than the first, each time the bet is decided.")
    return text.format(amount=roughly(first.side, gap_in_money))


def odds_chart(ruleset: RuleSet, flat: str) -> dict[str, object]:
    """How the edge on all money falls as odds rise, drawn and as figures."""
    edges = [edge_with_odds(with_odds(ruleset, flat, n), flat) for n in MULTIPLES]
    ticks = [f"{n}×" for n in MULTIPLES]
    title = _("House edge on all money bet, by odds multiple")
    drawn: SafeString = line_chart(
        [Series(name_of(ruleset, flat, None), [edge * 100 for edge in edges])],
        ticks=ticks,
        title=title,
        unit="%",
    )
    figures = [(tick, percent(edge), str(edge)) for tick, edge in zip(ticks, edges, strict=True)]
    return {"svg": drawn, "rows": figures, "title": title}


def roughly(side: Choice, amount: Exact) -> str:
    """Money as people say it: exact where cents can say it, else rounded to the cent and said to be."""
    value = abs(Fraction(amount))
    if (value * 100).denominator == 1:
        return side.game.money(value)
    if value * 100 < 1:
        return _("less than {amount}").format(amount=side.game.money(Fraction(1, 100)))
    return _("about {amount}").format(amount=f"{side.game.symbol}{decimal_text(value, 2)}")


def percent(value: Exact) -> str:
    return f"{decimal_text(Fraction(value) * 100, 2)}%"


def _clauses(ruleset: RuleSet, wager: str, spot: Spot) -> str:
    """Where the document has the wager, what it pays, what is charged on it and the odds behind it."""
    slot = f":{slot_of(wager, spot)}" if isinstance(spot, int | tuple) and not CATALOGUE[wager].parts else ""
    subjects = [f"wagers.{wager}", f"payouts.{wager}{slot}", f"vig.{wager}", f"odds.{wager}"]
    found = [clause for subject in subjects for clause in clauses_of(ruleset.edition, subject)]
    return ", ".join(list(dict.fromkeys(found))[:8])


# Sentences -----------------------------------------------------------------------------------------------


def _sentence(side: Choice, wager: str, spot: Spot, cost: Cost) -> str:
    bet = name_of(side.ruleset, wager, spot)
    amount = side.game.money(cost.amount)
    loss, edge = cost.loss, percent(cost.figures.edge)
    if loss == 0:
        return _("{amount} on {bet} costs nothing on average: it is paid at its true odds.").format(
            amount=amount, bet=bet
        )
    if loss < 0:
        return _("{amount} on {bet} wins {loss} on average: the player has the edge.").format(
            amount=amount, bet=bet, loss=roughly(side, loss)
        )
    text = _("{amount} on {bet} costs {loss} on average each time it is decided: the house keeps {edge}.")
    if cost.vig_placed:
        text = _(
            "{amount} on {bet} costs {loss} on average each time it is decided: {vig} of vigorish is "
            "taken when it is placed, so you put up {put_up}, and the house keeps {edge} of that."
        )
    elif cost.vig_on_win:
        text = _(
            "{amount} on {bet} costs {loss} on average each time it is decided: {vig} of vigorish is taken "
            "only when it wins, and the house keeps {edge} of what you bet."
        )
    return text.format(
        amount=amount,
        bet=bet,
        loss=roughly(side, loss),
        edge=edge,
        vig=roughly(side, cost.vig),
        put_up=roughly(side, cost.put_up),
    )


def _refusal(ruleset: RuleSet, wager: str, spot: Spot, amount: Exact) -> Refused | None:
    """Why the amount would not be taken; what only needs another bet or another moment is no reason here."""
    error = apply(Table(ruleset), 0, Event("bet", wager, spot, amount)).error
    return error if error and error.code in _REASONS else None


def _takes_odds(ruleset: RuleSet, flat: str) -> bool:
    return any(ruleset.multiple(flat, point) for point in (4, 5, 6))


# Rows ----------------------------------------------------------------------------------------------------

Cell = tuple[str, str]  # as people say it, and exactly where that is not the same


def _pays(told: Told) -> Cell:
    parts = []
    for each in told.cost.winnings:
        if CATALOGUE[told.wager].parts:
            where = name_of(told.side.ruleset, each.slot, None)
        elif len(told.cost.winnings) == 1:
            where = ""
        else:
            where = slot_text(told.wager, each.slot)
        said = f"{odds_text(each.pays)}, {roughly(told.side, each.won)}"
        parts.append(f"{where}: {said}" if where else said)
    return "; ".join(parts), ""


def _chance(name: str) -> Callable[[Told], Cell]:
    def cell(told: Told) -> Cell:
        value: Fraction = getattr(told.cost.figures, name)
        return (percent(value), str(value)) if value else ("", "")

    return cell


def _money(value_of: Callable[[Cost], Exact]) -> Callable[[Told], Cell]:
    def cell(told: Told) -> Cell:
        value = value_of(told.cost)
        return (roughly(told.side, value), _exactly(value)) if value else ("", "")

    return cell


def _loss(value_of: Callable[[Cost], Exact | None]) -> Callable[[Told], Cell]:
    def cell(told: Told) -> Cell:
        value = value_of(told.cost)
        if value is None:
            return "", ""
        said = roughly(told.side, value)
        if value < 0:
            said = _("a gain of {amount}").format(amount=said)
        return said if value else _("nothing"), _exactly(value)

    return cell


def _rounding(told: Told) -> Cell:
    cost = told.cost
    if cost.vig == cost.vig_exact:
        return "", ""
    rate = told.side.ruleset.vig(told.wager).rate * Fraction(cost.vig) / Fraction(cost.vig_exact)
    text = _("{now} in place of {was}: as if the rate were {rate}")
    return (
        text.format(
            now=roughly(told.side, cost.vig), was=roughly(told.side, cost.vig_exact), rate=percent_text(rate)
        ),
        "",
    )


def _edge(told: Told) -> Cell:
    edge = told.cost.figures.edge
    return percent(edge), str(edge)


def _edge_resolved(told: Told) -> Cell:
    figures = told.cost.figures
    return (percent(figures.edge_resolved), str(figures.edge_resolved)) if figures.push else ("", "")


def _edge_with_odds(told: Told) -> Cell:
    return ("", "") if told.with_odds is None else (percent(told.with_odds), str(told.with_odds))


def _rolls(told: Told) -> Cell:
    rolls = told.cost.figures.rolls
    return (amount_text(rolls) if rolls.denominator == 1 else decimal_text(rolls, 2)), _exactly(rolls)


def _exactly(value: Exact) -> str:
    """The fraction, where the figure beside it had to be rounded."""
    return str(value) if (Fraction(value) * 100).denominator != 1 else ""


_ROWS: tuple[tuple[object, Callable[[Told], Cell]], ...] = (
    (gettext_lazy("Pays, and wins"), _pays),
    (gettext_lazy("Chance to win"), _chance("win")),
    (gettext_lazy("Chance to lose"), _chance("lose")),
    (gettext_lazy("Chance of a stand-off"), _chance("push")),
    (gettext_lazy("Vigorish when placed"), _money(lambda cost: cost.vig_placed)),
    (gettext_lazy("Vigorish on a win"), _money(lambda cost: cost.vig_on_win)),
    (gettext_lazy("Rounding of the vigorish"), _rounding),
    (gettext_lazy("You put up"), _money(lambda cost: cost.put_up)),
    (gettext_lazy("Average loss, each bet decided"), _loss(lambda cost: cost.loss)),
    (gettext_lazy("Average loss, each roll"), _loss(lambda cost: cost.loss_per_roll)),
    (gettext_lazy("Average loss if paid in whole chips"), _loss(lambda cost: cost.in_chips)),
    (gettext_lazy("House edge"), _edge),
    (gettext_lazy("House edge, stand-offs left out"), _edge_resolved),
    (gettext_lazy("House edge on all money with full odds"), _edge_with_odds),
    (gettext_lazy("Rolls until decided"), _rolls),
)
