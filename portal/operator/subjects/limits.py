"""The step for posted limits: those of the table, and minimum, maximum and increment of each wager."""

from craps.edition import Edition, WagerRule
from craps.vocabulary import LABELS, LIMITS
from craps.wagers import CATALOGUE
from portal.operator.fields import Group, Ruleset, figure_field
from portal.typed_values import amount


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    """The whole table, then every wager offered, without odds: their limit is the multiple."""
    offered = ruleset.get("wagers", edition.baseline_wagers)
    limited = [wager for wager in CATALOGUE if wager in offered and CATALOGUE[wager].flat is None]
    return [_table(edition, ruleset), *(_group(edition, wager, ruleset) for wager in limited)]


def _table(edition: Edition, ruleset: Ruleset) -> Group:
    fields = tuple(
        figure_field(ruleset, f"limits.table.{bound}", LABELS[f"limits.{bound}"], clean=amount)
        for bound in ("min", "max")
    )
    allowed = "For every wager that has no limit of its own below; odds go by their multiple."
    return Group("limits.table", "The whole table", fields, edition.making.limits, allowed)


def _group(edition: Edition, wager: str, ruleset: Ruleset) -> Group:
    path, rule = f"limits.{wager}", edition.wagers.get(wager)
    fields = tuple(
        figure_field(ruleset, f"{path}.{bound}", LABELS[f"limits.{bound}"], clean=amount) for bound in LIMITS
    )
    allowed, clause = _allowed(edition, rule) if rule else ("", "")
    return Group(path, edition.name_of(wager), fields, clause, allowed)


def _allowed(edition: Edition, rule: WagerRule) -> tuple[str, str]:
    bounds = {name: getattr(rule, name) for name in LIMITS if getattr(rule, name) is not None}
    if not bounds:
        return "The rulebook sets no amounts.", edition.making.limits
    text = ", ".join(
        LIMITS[name].format(amount=f"{edition.currency} {bound.value}") for name, bound in bounds.items()
    )
    return f"Allowed: {text}.", ", ".join(dict.fromkeys(bound.clause for bound in bounds.values()))
