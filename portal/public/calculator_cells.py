"""Figures of the calculator as cells of its table, for any game: as people say them, and exactly."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from craps.money import Exact, decimal_text, odds_text, root_text, rounded_percent
from portal.public.calculator_sides import CalculatorSide
from portal.text import money_text

Cell = tuple[str, str]  # a figure as people say it, and exactly where that is not the same
NO_CELL: Cell = ("", "")
Summary = TypeVar("Summary")


class ComparisonRow(NamedTuple):
    """One figure of each side."""

    label: str
    cells: tuple[Cell, ...]
    differs: bool


def rows_of(
    costs: Sequence[Summary], rows: Iterable[tuple[object, Callable[[Summary], Cell]]]
) -> list[ComparisonRow]:
    """Return a row for each label and function; one that is empty for every side is left out."""
    found = []
    for label, cell in rows:
        cells = tuple(cell(cost) for cost in costs)
        if any(text for text, _exactly in cells):
            found.append(ComparisonRow(str(label), cells, len(set(cells)) > 1))
    return found


def share_cell(value: Fraction | None) -> Cell:
    """Return a percentage; empty for None."""
    return NO_CELL if value is None else (rounded_percent(value), str(value))


def money_cell(side: CalculatorSide, value: Exact | None) -> Cell:
    """Return an amount; empty for None, a gain if it is negative."""
    if value is None:
        return NO_CELL
    text = approximate_money(side, value)
    if value < 0:
        text = _("a gain of {amount}").format(amount=text)
    return text if value else _("nothing"), exactly(value)


def deviation_cell(side: CalculatorSide, variance: Exact) -> Cell:
    """Return a standard deviation: rounded to the cent, and exactly as the root that it is."""
    text = _("about {amount}").format(amount=money_text(root_text(variance, 2), side.game.symbol))
    return text, f"√({variance})"


def end_cell(side: CalculatorSide, net: Exact) -> Cell:
    """Return how a player ends: ahead, behind or even."""
    if not net:
        return _("even"), ""
    text = _("{amount} ahead") if net > 0 else _("{amount} behind")
    return text.format(amount=approximate_money(side, net)), exactly(net)


def winnings_cell(side: CalculatorSide, winnings: Iterable[tuple[str, Fraction, Exact]]) -> Cell:
    """Return what each payout pays and wins; what it is for comes first, if it is said."""
    texts = ((where, f"{odds_text(pays)}, {approximate_money(side, won)}") for where, pays, won in winnings)
    parts = [format_html("{}: {}", where, text) if where else text for where, text in texts]
    return format_html_join("; ", "{}", ((part,) for part in parts)), ""


def exactly(value: Exact) -> str:
    """Return the fraction, if the figure beside it had to be rounded."""
    return str(value) if (Fraction(value) * 100).denominator != 1 else ""


def approximate_money(side: CalculatorSide, amount: Exact) -> str:
    """Return money as people say it: exact in whole cents, else "about" and rounded to the cent."""
    value = abs(Fraction(amount))
    if (value * 100).denominator == 1:
        return side.game.money(value)
    if value * 100 < 1:
        return _("less than {amount}").format(amount=side.game.money(Fraction(1, 100)))
    return _("about {amount}").format(amount=money_text(decimal_text(value, 2), side.game.symbol))


def difference_of(
    first: CalculatorSide,
    second: CalculatorSide,
    *,
    edges: tuple[Fraction, Fraction],
    losses: tuple[Exact, Exact],
) -> str:
    """Return a sentence that compares the second choice with the first: in money, if it is of one kind."""
    if first.game.symbol != second.game.symbol:
        gap = edges[1] - edges[0]
        if not gap:
            return _("Both choices have the same house edge.")
        text = _("The second choice costs {points} percentage points more than the first.")
        if gap < 0:
            text = _("The second choice costs {points} percentage points less than the first.")
        return text.format(points=decimal_text(abs(gap) * 100, 2))
    gap_in_money = losses[1] - losses[0]
    if not gap_in_money:
        return _("Both choices cost the same.")
    text = _("The second choice costs {amount} more than the first, each time the bet is decided.")
    if gap_in_money < 0:
        text = _("The second choice costs {amount} less than the first, each time the bet is decided.")
    return text.format(amount=approximate_money(first, gap_in_money))
