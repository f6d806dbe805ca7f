"""The step for posted limits: least, most and step of each bet offered."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from craps.edition import Edition, WagerRule
from craps.vocabulary import LABELS, LIMITS
from craps.wagers import CATALOGUE
from portal.operator.fields import Field, Group

Ruleset = dict[str, Any]


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    stated = ruleset.get("limits", {})
    return [_group(edition, wager, stated.get(wager, {})) for wager in _limited(edition, ruleset)]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, dict[str, str]]:
    """What is left empty is not stated."""
    limits = {wager: dict(bounds) for wager, bounds in ruleset.get("limits", {}).items()}
    for wager in _limited(edition, ruleset):
        given = {
            bound: posted.get(f"limits.{wager}.{bound}", "").strip().replace(",", "") for bound in LIMITS
        }
        limits[wager] = {bound: value for bound, value in given.items() if value}
    limits = {wager: bounds for wager, bounds in limits.items() if bounds}
    rest = {key: value for key, value in ruleset.items() if key != "limits"}
    return rest | ({"limits": limits} if limits else {}), {}


def _limited(edition: Edition, ruleset: Ruleset) -> list[str]:
    """Odds go by their multiple, so they have no amounts of their own here."""
    offered = ruleset.get("wagers", edition.baseline_wagers)
    return [wager for wager in CATALOGUE if wager in offered and CATALOGUE[wager].flat is None]


def _group(edition: Edition, wager: str, stated: dict[str, Any]) -> Group:
    rule = edition.wagers.get(wager)
    fields = tuple(
        Field(f"limits.{wager}.{bound}", LABELS[f"limits.{bound}"], str(stated.get(bound, "")), kind="figure")
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
