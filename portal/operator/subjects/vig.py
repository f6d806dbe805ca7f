"""The step for vigorish on buy and lay bets: when, how much, of what, and whether it is given back."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.http import QueryDict

from craps.edition import Edition, VigRule
from craps.money import exact, percent_text
from craps.vocabulary import BASE, COLLECT, LABELS, listed, percent_or_text
from portal.operator.fields import Field, Group

Ruleset = dict[str, Any]

YES_NO = (("yes", "Yes"), ("no", "No"))


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    return [
        _group(edition, wager, rule, ruleset.get("vig", {}).get(wager, {}))
        for wager, rule in edition.vig.items()
        if wager in edition.wagers
    ]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, dict[str, str]]:
    """The rule set with the posted terms; a rate left empty is not stated, and the rulebook's stands."""
    vig, errors = dict(ruleset.get("vig", {})), {}
    for wager in (wager for wager in edition.vig if wager in edition.wagers):
        path = f"vig.{wager}"
        text = posted.get(f"{path}.rate", "").strip()
        rate = _rate(text)
        if text and rate is None:
            errors[f"{path}.rate"] = "Write the rate as a percentage, such as 5%."
        vig[wager] = {
            "collect": posted.get(f"{path}.collect", ""),
            **({"rate": text if rate is None else str(rate)} if text else {}),
            "base": posted.get(f"{path}.base", ""),
            "refund_on_removal": posted.get(f"{path}.refund_on_removal") == "yes",
        }
    return {**ruleset, "vig": vig}, errors


def _group(edition: Edition, wager: str, rule: VigRule, stated: dict[str, Any]) -> Group:
    path = f"vig.{wager}"
    refund = stated.get("refund_on_removal", rule.refund.value if rule.refund else False)
    fields = (
        Field(
            f"{path}.collect",
            LABELS["vig.collect"],
            stated.get("collect", rule.collect.value[0]),
            "choice",
            _choices(COLLECT),
        ),
        Field(f"{path}.rate", LABELS["vig.rate"], percent_or_text(stated.get("rate", rule.rate.value))),
        Field(
            f"{path}.base", LABELS["vig.base"], stated.get("base", rule.base.value), "choice", _choices(BASE)
        ),
        Field(
            f"{path}.refund_on_removal",
            LABELS["vig.refund_on_removal"],
            "yes" if refund else "no",
            "choice",
            YES_NO,
        ),
    )
    ways = listed([COLLECT[way] for way in rule.collect.value], "or")
    allowed = (
        f"Allowed: {rule.rate.kind} {percent_text(rule.rate.value)} of {BASE[rule.base.value]}, taken {ways}."
    )
    return Group(path, f"Vigorish on the {edition.name_of(wager)}", fields, rule.rate.clause, allowed)


def _choices(words: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((value, text[:1].upper() + text[1:]) for value, text in words.items())


def _rate(text: str) -> Fraction | None:
    """5, 5%, 2.5 % as parts of one; a bare fraction such as 1/20 is taken as it is."""
    number = text.removesuffix("%").strip()
    try:
        value = Fraction(exact(number))
    except ValueError:
        return None
    return value if "/" in number and not text.endswith("%") else value / 100
