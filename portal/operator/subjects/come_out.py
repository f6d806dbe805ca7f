"""The step for bets that can be on or off on a come-out roll."""

from craps.edition import Edition
from portal.operator.fields import Field, Group, Ruleset, value_at


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    fields = tuple(
        Field(
            path=f"come_out.{wager}",
            label=edition.name_of(wager),
            value=value_at(ruleset, f"come_out.{wager}", ""),
            kind="choice",
            choices=(("", f"Same as the rulebook: {rule.state.value}"), ("on", "On"), ("off", "Off")),
            hint=f"Clause {rule.state.clause}",
        )
        for wager, rule in edition.come_out.items()
        if wager in edition.wagers
    )
    allowed = "A bet that is off neither wins nor loses until the point is set."
    return [Group("come_out", "On or off before the point is set", fields, allowed=allowed)]
