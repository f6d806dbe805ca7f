"""The step for posted limits: those of the table, and minimum, maximum and increment of each wager."""

from craps.edition import Edition
from craps.vocabulary import LABELS, LIMITS
from craps.wagers import CATALOGUE
from portal.accounts.jurisdictions import currency_symbol
from portal.operator.fields import Field, Group, Row, Ruleset, figure_field
from portal.operator.grids import cell, grid
from portal.submissions.wording import money
from portal.typed_values import amount

COLUMNS = tuple(LABELS[f"limits.{bound}"] for bound in LIMITS)
_ALLOWED = "A wager without its own limits has those of the whole table. Odds are limited by their multiple."


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    """The whole table, then every wager offered, without odds: their limit is the multiple."""
    offered = ruleset.get("wagers", edition.baseline_wagers)
    limited = [wager for wager in CATALOGUE if wager in offered and CATALOGUE[wager].flat is None]
    whole = ("The whole table", "limits.table", ("min", "max"), "", "")
    rows = [
        whole,
        *(
            (edition.name_of(wager), f"limits.{wager}", tuple(LIMITS), *_rule(edition, wager))
            for wager in limited
        ),
    ]
    lines = [
        (Row(path, title, len(bounds), clause, allowed), limit_cells(ruleset, path, title, bounds))
        for title, path, bounds, allowed, clause in rows
    ]
    return [
        grid("limits", "Limits of each wager", COLUMNS, lines, allowed=_ALLOWED, clause=edition.making.limits)
    ]


def limit_cells(ruleset: Ruleset, path: str, title: str, bounds: tuple[str, ...]) -> list[Field]:
    """The cells of one row."""
    return [
        cell(title, LABELS[f"limits.{bound}"], figure_field(ruleset, f"{path}.{bound}", "", clean=amount))
        for bound in bounds
    ]


def _rule(edition: Edition, wager: str) -> tuple[str, str]:
    """What the rulebook allows, with its clauses; nothing where it sets no amounts."""
    rule = edition.wagers.get(wager)
    bounds = {name: getattr(rule, name) for name in LIMITS if rule and getattr(rule, name) is not None}
    if not bounds:
        return "", ""
    symbol = currency_symbol(edition.currency)
    text = ", ".join(LIMITS[name].format(amount=money(bound.value, symbol)) for name, bound in bounds.items())
    return f"Allowed: {text}.", edition.limits_clause(wager)
