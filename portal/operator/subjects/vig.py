"""The step for vigorish on buy and lay bets: when, how much, of what, and whether it is refunded."""

from collections.abc import Mapping
from typing import Any

from craps.edition import Edition, VigRule
from craps.money import percent_text
from craps.vocabulary import BASE, COLLECT, LABELS, listed, path_words, percent_or_text
from portal.operator.fields import YES_NO, Field, Group, Ruleset, yes_or_no
from portal.typed_values import rate


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    return [
        _group(edition, wager, rule, ruleset.get("vig", {}).get(wager, {}))
        for wager, rule in edition.vig.items()
        if wager in edition.wagers
    ]


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
        Field(
            f"{path}.rate",
            LABELS["vig.rate"],
            percent_or_text(stated.get("rate", rule.rate.value)),
            clean=rate,
        ),
        Field(
            f"{path}.base", LABELS["vig.base"], stated.get("base", rule.base.value), "choice", _choices(BASE)
        ),
        Field(
            f"{path}.refund_on_removal",
            LABELS["vig.refund_on_removal"],
            "yes" if refund else "no",
            "choice",
            YES_NO,
            clean=yes_or_no,
        ),
    )
    return Group(path, path_words(path, edition), fields, rule.citation, _allowed(rule))


def _allowed(rule: VigRule) -> str:
    """Return the allowed rate in words; a way for which the document names no rate stands apart."""
    ways = [way for way in rule.collect.value if not (way == "win" and rule.open_on_win)]
    taken = listed([COLLECT[way] for way in ways], "or")
    text = (
        f"Allowed: {rule.rate.kind} {percent_text(rule.rate.value)} of {BASE[rule.base.value]}, taken {taken}"
    )
    if len(ways) == len(rule.collect.value):
        return f"{text}."
    return f"{text}; or taken {COLLECT['win']}, for which the rulebook names no rate ({rule.open_on_win})."


def _choices(words: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((value, text[:1].upper() + text[1:]) for value, text in words.items())
