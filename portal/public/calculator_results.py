"""The calculator's results for craps, in words and in rows of a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps.costs import Cost, cost_of, with_odds
from craps.edge import edge_with_odds
from craps.examples.subjects import clauses_of
from craps.money import Exact, amount_text, decimal_text, percent_text, rounded_percent
from craps.placing import Refused
from craps.ruleset import RuleSet
from craps.scenario import Event
from craps.settlement import apply
from craps.swing import Evening
from craps.table import Table, name_of
from craps.wagers import CATALOGUE, ODDS_OF, Spot, slot_of
from portal.pages.charts import Series, line_chart
from portal.pages.pay_words import slot_text
from portal.public.calculator_cells import (
    NO_CELL,
    Cell,
    ComparisonRow,
    approximate_money,
    deviation_cell,
    difference_of,
    end_cell,
    exactly,
    money_cell,
    rows_of,
    share_cell,
    winnings_cell,
)
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
    evening: Evening | None
    refused: Refused | None  # why these rules would not take this amount
    sentence: str
    clauses: str


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
        cost.evening,
        _refusal(ruleset, wager, spot, amount),
        _sentence(side, wager, spot, cost),
        _clauses(ruleset, wager, spot),
    )


def comparison_rows(costs: Sequence[CostSummary]) -> list[ComparisonRow]:
    """Return the figures side by side."""
    return rows_of(costs, _ROWS)


def difference(first: CostSummary, second: CostSummary) -> str:
    """Return a sentence that compares the second choice with the first."""
    costs = first.cost, second.cost
    same = first.side.game.symbol == second.side.game.symbol and costs[0].loss == costs[1].loss
    if same and None not in (first.with_odds, second.with_odds) and first.with_odds != second.with_odds:
        return _("The bet costs the same; what changes is how much more money is bet without an edge.")
    return difference_of(
        first.side,
        second.side,
        edges=(costs[0].figures.edge, costs[1].figures.edge),
        losses=(costs[0].loss, costs[1].loss),
    )


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
    return winnings_cell(
        summary.side, ((_on(summary, each.slot), each.pays, each.won) for each in summary.cost.winnings)
    )


def _on(summary: CostSummary, slot: str) -> str:
    """Return what a payout is for; nothing where there is only one."""
    if CATALOGUE[summary.wager].parts:
        return name_of(summary.side.ruleset, slot, None)
    return "" if len(summary.cost.winnings) == 1 else slot_text(summary.wager, slot)


def _share(value_of: Callable[[CostSummary], Fraction | None]) -> Callable[[CostSummary], Cell]:
    return lambda summary: share_cell(value_of(summary))


def _money(value_of: Callable[[Cost], Exact | None]) -> Callable[[CostSummary], Cell]:
    return lambda summary: money_cell(summary.side, value_of(summary.cost))


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
    return (amount_text(rolls) if rolls.denominator == 1 else decimal_text(rolls, 2)), exactly(rolls)


def _deviation(summary: CostSummary) -> Cell:
    return deviation_cell(summary.side, summary.cost.variance)


def _end(share: Fraction) -> Callable[[CostSummary], Cell]:
    return lambda summary: (
        end_cell(summary.side, summary.evening.quantile(share)) if summary.evening else NO_CELL
    )


def _ahead(summary: CostSummary) -> Cell:
    """The chance as a percentage alone: the fraction has 150 digits."""
    return (rounded_percent(summary.evening.ahead), "") if summary.evening else NO_CELL


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
    (gettext_lazy("Standard deviation, each bet decided"), _deviation),
    (gettext_lazy("Evening of 100 rolls: 1 in 10 ends here or worse"), _end(Fraction(1, 10))),
    (gettext_lazy("Evening of 100 rolls: half end here or worse"), _end(Fraction(1, 2))),
    (gettext_lazy("Evening of 100 rolls: 1 in 10 ends here or better"), _end(Fraction(9, 10))),
    (gettext_lazy("Evening of 100 rolls: chance to end ahead"), _ahead),
)
