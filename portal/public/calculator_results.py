"""The results of the calculator, in words and in rows of a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps.cost import Cost, cost_of, with_odds
from craps.edge import edge_with_odds
from craps.examples.subjects import clauses_of
from craps.money import Exact, amount_text, decimal_text, odds_text, percent_text, rounded_percent
from craps.placing import Refused
from craps.ruleset import RuleSet
from craps.scenario import Event
from craps.settlement import apply
from craps.table import Table, name_of
from craps.wagers import CATALOGUE, ODDS_OF, Spot, slot_of
from portal.pages.charts import Series, line_chart
from portal.pages.pay_words import slot_text
from portal.public.calculator_sides import CalculatorSide

_REFUSAL_CODES = ("not_offered", "bad_unit", "under_minimum", "over_limit")
CHART_MULTIPLES = (0, 1, 2, 3, 5, 10, 20, 50, 100)


@dataclass(frozen=True)
class CostSummary:
    """What a bet costs on one side."""

    side: CalculatorSide
    wager: str
    spot: Spot
    cost: Cost
    with_odds: Fraction | None  # the edge on all money where odds are taken
    refused: Refused | None  # why these rules would not take this amount
    sentence: str
    clauses: str


Cell = tuple[str, str]  # a figure as people say it, and exactly where that is not the same


class ComparisonRow(NamedTuple):
    """One figure of each side."""

    label: str
    cells: tuple[Cell, ...]
    differs: bool


def summarise(side: CalculatorSide, wager: str, spot: Spot, amount: Exact) -> CostSummary:
    """Return what an amount on a bet costs under the rules of a side."""
    ruleset = side.ruleset
    cost = cost_of(ruleset, wager, spot, amount, side.rounding)
    takes_odds = wager in ODDS_OF and any(ruleset.multiple(wager, point) for point in (4, 5, 6))
    return CostSummary(
        side,
        wager,
        spot,
        cost,
        edge_with_odds(ruleset, wager) if takes_odds else None,
        _refusal(ruleset, wager, spot, amount),
        _sentence(side, wager, spot, cost),
        _clauses(ruleset, wager, spot),
    )


def comparison_rows(costs: Sequence[CostSummary]) -> list[ComparisonRow]:
    """Return the figures side by side; a row that is empty for every side is left out."""
    rows = []
    for label, cell in _ROWS:
        cells = tuple(cell(cost) for cost in costs)
        if any(text for text, _exactly in cells):
            rows.append(ComparisonRow(str(label), cells, len(set(cells)) > 1))
    return rows


def difference(first: CostSummary, second: CostSummary) -> str:
    """Return a sentence that compares the second choice with the first."""
    if first.side.game.symbol != second.side.game.symbol:
        gap = second.cost.figures.edge - first.cost.figures.edge
        if not gap:
            return _("Both choices have the same house edge.")
        text = _("The second choice costs {points} percentage points more than the first.")
        if gap < 0:
            text = _("The second choice costs {points} percentage points less than the first.")
        return text.format(points=decimal_text(abs(gap) * 100, 2))
    gap_in_money = second.cost.loss - first.cost.loss
    if not gap_in_money:
        if None not in (first.with_odds, second.with_odds) and first.with_odds != second.with_odds:
            return _("The bet costs the same; what changes is how much more money is bet without an edge.")
        return _("Both choices cost the same.")
    text = _("The second choice costs {amount} more than the first, each time the bet is decided.")
    if gap_in_money < 0:
        text = _("The second choice costs {amount} less than the first, each time the bet is decided.")
    return text.format(amount=approximate_money(first.side, gap_in_money))


def odds_chart(ruleset: RuleSet, flat: str) -> dict[str, object]:
    """Return a chart, and its figures, of how the edge on all money falls as odds rise."""
    edges = [edge_with_odds(with_odds(ruleset, flat, n), flat) for n in CHART_MULTIPLES]
    ticks = [f"{n}×" for n in CHART_MULTIPLES]
    title = _("House edge on all money bet, by odds multiple")
    series = Series(name_of(ruleset, flat, None), [edge * 100 for edge in edges])
    return {
        "svg": line_chart([series], ticks=ticks, title=title, unit="%"),
        "rows": [(tick, rounded_percent(edge), str(edge)) for tick, edge in zip(ticks, edges, strict=True)],
        "title": title,
    }


def approximate_money(side: CalculatorSide, amount: Exact) -> str:
    """Return money as people say it: exact in whole cents, else "about" and rounded to the cent."""
    value = abs(Fraction(amount))
    if (value * 100).denominator == 1:
        return side.game.money(value)
    if value * 100 < 1:
        return _("less than {amount}").format(amount=side.game.money(Fraction(1, 100)))
    return _("about {amount}").format(amount=f"{side.game.symbol}{decimal_text(value, 2)}")


def _clauses(ruleset: RuleSet, wager: str, spot: Spot) -> str:
    """Return the clauses of the wager, its payout, its vigorish and its odds."""
    slot = f":{slot_of(wager, spot)}" if isinstance(spot, int | tuple) and not CATALOGUE[wager].parts else ""
    subjects = [f"wagers.{wager}", f"payouts.{wager}{slot}", f"vig.{wager}", f"odds.{wager}"]
    clauses = dict.fromkeys(clause for subject in subjects for clause in clauses_of(ruleset.edition, subject))
    return ", ".join(list(clauses)[:8])


# Sentences -----------------------------------------------------------------------------------------------


def _sentence(side: CalculatorSide, wager: str, spot: Spot, cost: Cost) -> str:
    bet = name_of(side.ruleset, wager, spot)
    amount = side.game.money(cost.amount)
    loss, edge = cost.loss, rounded_percent(cost.figures.edge)
    if loss == 0:
        return _("{amount} on {bet} costs nothing on average: it is paid at its true odds.").format(
            amount=amount, bet=bet
        )
    if loss < 0:
        return _("{amount} on {bet} wins {loss} on average: the player has the edge.").format(
            amount=amount, bet=bet, loss=approximate_money(side, loss)
        )
    text = _("{amount} on {bet} costs {loss} on average each time it is decided: the house keeps {edge}.")
    if cost.vig_placed:
        text = _(
            "{amount} on {bet} costs {loss} on average each time it is decided: {vig} of vigorish is "
            "taken when it is placed, so you stake {put_up}, and the house keeps {edge} of that."
        )
    elif cost.vig_on_win:
        text = _(
            "{amount} on {bet} costs {loss} on average each time it is decided: {vig} of vigorish is taken "
            "only when it wins, and the house keeps {edge} of what you bet."
        )
    return text.format(
        amount=amount,
        bet=bet,
        loss=approximate_money(side, loss),
        edge=edge,
        vig=approximate_money(side, cost.vig),
        put_up=approximate_money(side, cost.put_up),
    )


def _refusal(ruleset: RuleSet, wager: str, spot: Spot, amount: Exact) -> Refused | None:
    """Return why the amount would be refused; needing another bet or another moment is no reason here."""
    error = apply(Table(ruleset), 0, Event("bet", wager, spot, amount)).error
    return error if error and error.code in _REFUSAL_CODES else None


# Rows ----------------------------------------------------------------------------------------------------


def _pays(summary: CostSummary) -> Cell:
    parts = []
    for winnings in summary.cost.winnings:
        if CATALOGUE[summary.wager].parts:
            where = name_of(summary.side.ruleset, winnings.slot, None)
        elif len(summary.cost.winnings) == 1:
            where = ""
        else:
            where = slot_text(summary.wager, winnings.slot)
        text = f"{odds_text(winnings.pays)}, {approximate_money(summary.side, winnings.won)}"
        parts.append(f"{where}: {text}" if where else text)
    return "; ".join(parts), ""


def _share(value_of: Callable[[CostSummary], Fraction | None]) -> Callable[[CostSummary], Cell]:
    """Return a function for a cell with a percentage; empty for None."""

    def cell(summary: CostSummary) -> Cell:
        value = value_of(summary)
        return ("", "") if value is None else (rounded_percent(value), str(value))

    return cell


def _money(value_of: Callable[[Cost], Exact | None]) -> Callable[[CostSummary], Cell]:
    """Return a function for a cell with an amount; empty for None, a gain if it is negative."""

    def cell(summary: CostSummary) -> Cell:
        value = value_of(summary.cost)
        if value is None:
            return "", ""
        text = approximate_money(summary.side, value)
        if value < 0:
            text = _("a gain of {amount}").format(amount=text)
        return text if value else _("nothing"), _exactly(value)

    return cell


def _rounding(summary: CostSummary) -> Cell:
    cost, side = summary.cost, summary.side
    if cost.vig == cost.vig_exact:
        return "", ""
    rate = side.ruleset.vig(summary.wager).rate * Fraction(cost.vig) / Fraction(cost.vig_exact)
    now, exactly = approximate_money(side, cost.vig), approximate_money(side, cost.vig_exact)
    text = _("{now} instead of {exactly}: as if the rate were {rate}")
    return text.format(now=now, exactly=exactly, rate=percent_text(rate)), ""


def _rolls(summary: CostSummary) -> Cell:
    rolls = summary.cost.figures.rolls
    return (amount_text(rolls) if rolls.denominator == 1 else decimal_text(rolls, 2)), _exactly(rolls)


def _exactly(value: Exact) -> str:
    """Return the fraction, if the figure beside it had to be rounded."""
    return str(value) if (Fraction(value) * 100).denominator != 1 else ""


_ROWS: tuple[tuple[object, Callable[[CostSummary], Cell]], ...] = (
    (gettext_lazy("Pays, and wins"), _pays),
    (gettext_lazy("Chance to win"), _share(lambda of: of.cost.figures.win or None)),
    (gettext_lazy("Chance to lose"), _share(lambda of: of.cost.figures.lose or None)),
    (gettext_lazy("Chance of a stand-off"), _share(lambda of: of.cost.figures.push or None)),
    (gettext_lazy("Vigorish when placed"), _money(lambda cost: cost.vig_placed or None)),
    (gettext_lazy("Vigorish on a win"), _money(lambda cost: cost.vig_on_win or None)),
    (gettext_lazy("Rounding of the vigorish"), _rounding),
    (gettext_lazy("You stake"), _money(lambda cost: cost.put_up)),
    (gettext_lazy("Average loss, each bet decided"), _money(lambda cost: cost.loss)),
    (gettext_lazy("Average loss, each roll"), _money(lambda cost: cost.loss_per_roll)),
    (gettext_lazy("Average loss if paid in whole chips"), _money(lambda cost: cost.in_chips)),
    (gettext_lazy("House edge"), _share(lambda of: of.cost.figures.edge)),
    (
        gettext_lazy("House edge, stand-offs left out"),
        _share(lambda of: of.cost.figures.edge_resolved if of.cost.figures.push else None),
    ),
    (gettext_lazy("House edge on all money with full odds"), _share(lambda of: of.with_odds)),
    (gettext_lazy("Rolls until decided"), _rolls),
)
