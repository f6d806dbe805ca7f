"""The step for bets that can be on or off on a come-out roll."""

from __future__ import annotations

from django.http import QueryDict

from craps.edition import Edition
from portal.operator.fields import Errors, Field, Group, Ruleset, read_groups, without


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    stated = ruleset.get("come_out", {})
    fields = tuple(
        Field(
            path=f"come_out.{wager}",
            label=edition.name_of(wager),
            value=stated.get(wager, ""),
            kind="choice",
            choices=(("", f"Same as the rulebook: {rule.state.value}"), ("on", "On"), ("off", "Off")),
            hint=f"Clause {rule.state.clause}",
        )
        for wager, rule in edition.come_out.items()
        if wager in edition.wagers
    )
    allowed = "A bet that is off neither wins nor loses until the point is set."
    return [Group("come_out", "On or off before the point is set", fields, allowed=allowed)]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, Errors]:
    """A state for a wager that this edition does not have is dropped: the form cannot show it."""
    return read_groups(groups(edition, ruleset), posted, without(ruleset, "come_out"))
