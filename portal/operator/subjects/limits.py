"""The step for posted limits: minimum, maximum and increment of each wager offered."""

from __future__ import annotations

from typing import Any

from craps.edition import Edition, WagerRule
from craps.vocabulary import LABELS, LIMITS
from craps.wagers import CATALOGUE
from portal.operator.fields import Field, Group, Ruleset, amount


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    stated = ruleset.get("limits", {})
    return [_group(edition, wager, stated.get(wager, {})) for wager in _limited(edition, ruleset)]


def _limited(edition: Edition, ruleset: Ruleset) -> list[str]:
    """The wagers offered, without odds: their limit is the multiple."""
    offered = ruleset.get("wagers", edition.baseline_wagers)
    return [wager for wager in CATALOGUE if wager in offered and CATALOGUE[wager].flat is None]


def _group(edition: Edition, wager: str, stated: dict[str, Any]) -> Group:
    rule = edition.wagers.get(wager)
    fields = tuple(
        Field(
            f"limits.{wager}.{bound}",
            LABELS[f"limits.{bound}"],
            str(stated.get(bound, "")),
            kind="figure",
            clean=amount,
        )
        for bound in LIMITS
    )
    allowed, clause = _allowed(edition, rule) if rule else ("", "")
    return Group(f"limits.{wager}", edition.name_of(wager), fields, clause, allowed)


def _allowed(edition: Edition, rule: WagerRule) -> tuple[str, str]:
    bounds = {name: getattr(rule, name) for name in LIMITS if getattr(rule, name) is not None}
    if not bounds:
        return "The rulebook sets no amounts.", edition.making.limits
    text = ", ".join(
        LIMITS[name].format(amount=f"{edition.currency} {bound.value}") for name, bound in bounds.items()
    )
    return f"Allowed: {text}.", ", ".join(dict.fromkeys(bound.clause for bound in bounds.values()))
