"""The step for the wagers offered, by kind of bet."""

from django.http import QueryDict

from craps.edition import Edition
from craps.vocabulary import WAGER_GROUPS
from craps.wagers import CATALOGUE
from portal.operator.fields import Errors, Field, Group, Ruleset


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    """Every wager the edition lists; one it does not list is shown only if offered, to be unticked."""
    offered = ruleset.get("wagers", list(edition.baseline_wagers))
    shown = [wager for wager in CATALOGUE if wager in edition.wagers or wager in offered]
    return [
        Group(
            path=f"wagers.{kind}",
            title=title,
            fields=(Field("wagers", title, offered, kind="ticks", choices=_choices(edition, members)),),
            presets=((f"all:{kind}", "All"), (f"none:{kind}", "None")),
        )
        for kind, title in WAGER_GROUPS.items()
        if (members := [wager for wager in shown if CATALOGUE[wager].group == kind])
    ]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, Errors]:
    """Read the ticked wagers; the edition's own list stays unstated until something in it is changed."""
    ticked = set(posted.getlist("wagers"))
    wagers = [wager for wager in CATALOGUE if wager in ticked]
    if "wagers" not in ruleset and wagers == list(edition.baseline_wagers):
        return ruleset, {}
    return {**ruleset, "wagers": wagers}, {}


def preset(edition: Edition, name: str, ruleset: Ruleset) -> Ruleset:
    """Offer all or none of one group."""
    which, _, kind = name.partition(":")
    group = {wager for wager in edition.wagers if CATALOGUE[wager].group == kind}
    offered = set(ruleset.get("wagers", edition.baseline_wagers))
    offered = offered | group if which == "all" else offered - group
    return {**ruleset, "wagers": [wager for wager in CATALOGUE if wager in offered]}


def _choices(edition: Edition, wagers: list[str]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (wager, f"{edition.name_of(wager)} ({edition.wagers[wager].clause})")
        if wager in edition.wagers
        else (wager, f"{edition.name_of(wager)} (not listed)")
        for wager in wagers
    )
