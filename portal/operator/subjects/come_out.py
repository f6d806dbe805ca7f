"""The step for bets that may stand still on a come-out roll."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from craps.edition import Edition
from portal.operator.fields import Field, Group

Ruleset = dict[str, Any]


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    stated = ruleset.get("come_out", {})
    fields = tuple(
        Field(
            path=f"come_out.{wager}",
            label=edition.name_of(wager),
            value=stated.get(wager, ""),
            kind="choice",
            choices=(("", f"As the rulebook: {rule.state.value}"), ("on", "On"), ("off", "Off")),
            hint=f"Clause {rule.state.clause}",
        )
        for wager, rule in edition.come_out.items()
        if wager in edition.wagers
    )
    allowed = "A bet that is off neither wins nor loses until the point is set."
    return [Group("come_out", "On or off before the point is set", fields, allowed=allowed)]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, dict[str, str]]:
    states = {wager: state for wager in edition.come_out if (state := posted.get(f"come_out.{wager}", ""))}
    rest = {key: value for key, value in ruleset.items() if key != "come_out"}
    return rest | ({"come_out": states} if states else {}), {}
