"""The step for the wagers offered, by kind of bet, and for single numbers of some of them."""

from django.http import QueryDict

from craps.choices import optional_wagers
from craps.edition import Edition
from craps.vocabulary import WAGER_GROUPS, path_words
from craps.wagers import BY_NUMBER, CATALOGUE, spot_name, spots
from portal.operator.fields import Errors, Field, Group, Ruleset, value_at, with_value


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    """Every wager the edition lists; one it does not list is shown only if offered, to be unticked."""
    offered = ruleset.get("wagers", list(edition.baseline_wagers))
    shown = [wager for wager in CATALOGUE if wager in edition.wagers or wager in offered]
    kinds = [
        Group(
            path=f"wagers.{kind}",
            title=title,
            fields=(Field("wagers", title, offered, kind="ticks", choices=_choices(edition, members)),),
            presets=((f"all:{kind}", "All"), (f"none:{kind}", "None")),
        )
        for kind, title in WAGER_GROUPS.items()
        if (members := [wager for wager in shown if CATALOGUE[wager].group == kind])
    ]
    return [*kinds, *(_numbers(edition, wager, ruleset) for wager in BY_NUMBER if wager in offered)]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, Errors]:
    """Read the ticked wagers and numbers. A list that the rulebook fixes and all numbers stay unstated."""
    ticked = set(posted.getlist("wagers"))
    wagers = [wager for wager in CATALOGUE if wager in ticked]
    changed, errors = _read_numbers(edition, posted, ruleset, ticked)
    fixed = "wagers" not in ruleset and not optional_wagers(edition)
    if fixed and wagers == list(edition.baseline_wagers):
        return changed, errors
    return {**changed, "wagers": wagers}, errors


def _read_numbers(
    edition: Edition, posted: QueryDict, ruleset: Ruleset, offered: set[str]
) -> tuple[Ruleset, Errors]:
    """Read the numbers of the wagers whose list was shown and which are still offered."""
    changed, errors = ruleset, {}
    for group in groups(edition, ruleset):
        field = group.fields[0]
        wager = field.path.removeprefix("numbers.")
        if wager == field.path:
            continue
        chosen = field.read(posted)
        if len(chosen) == len(field.choices):
            chosen = None
        elif not chosen and wager in offered:
            errors[field.path] = f"Tick at least one, or stop offering the {edition.name_of(wager)}."
        changed = with_value(changed, field.path, chosen if wager in offered else None)
    return changed, errors


def preset(edition: Edition, name: str, ruleset: Ruleset) -> Ruleset:
    """Offer all or none of one group."""
    which, _, kind = name.partition(":")
    group = {wager for wager in edition.wagers if CATALOGUE[wager].group == kind}
    offered = set(ruleset.get("wagers", edition.baseline_wagers))
    offered = offered | group if which == "all" else offered - group
    return {**ruleset, "wagers": [wager for wager in CATALOGUE if wager in offered]}


def _numbers(edition: Edition, wager: str, ruleset: Ruleset) -> Group:
    """The numbers or pairs of a wager offered; all of them if none are stated."""
    path = f"numbers.{wager}"
    names = [spot_name(spot) for spot in spots(wager)]
    stated = [str(name) for name in value_at(ruleset, path, names)]
    field = Field(
        path, path_words(path, edition), stated, kind="ticks", choices=tuple((name, name) for name in names)
    )
    rule = edition.wagers.get(wager)
    allowed = "Untick what you do not offer."
    if rule and rule.left_out.value != "fine":
        allowed += " Whether a number may be left out is for the regulator to judge."
    return Group(path, path_words(path, edition), (field,), rule.clause if rule else "", allowed)


def _choices(edition: Edition, wagers: list[str]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (wager, f"{edition.name_of(wager)} ({edition.wagers[wager].clause})")
        if wager in edition.wagers
        else (wager, f"{edition.name_of(wager)} (not listed)")
        for wager in wagers
    )
