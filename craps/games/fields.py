"""The fields of a rule set as a form shows them: label, kind, what the edition asks for, and the baseline.

Only values that are entered one by one: the wheel's spaces are a table of their own, the layout is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from craps.codec import Codec, Entries, Fields, Flag, Json, Named, Number, Odds, Text
from craps.edition import Edition
from craps.games import game_of
from craps.ruleset import baseline_of
from craps.validation import Rule, rules
from craps.vocabulary import path_words

NUMBER, WHOLE, YES_OR_NO, PAYOUT, TEXT, TABLE, CHOICE = (
    "number",
    "whole number",
    "yes or no",
    "payout",
    "text",
    "table",
    "choice",
)


class Field(NamedTuple):
    """One field. ``asks`` is the rule in a sentence, "" where the document does not speak of it."""

    path: str
    label: str
    kind: str
    asks: str
    clause: str
    baseline: Json  # what holds where nothing is stated; None where nothing does
    each: str = ""  # the kind of value in each row of a table


def fields(edition: Edition, section: str = "") -> list[Field]:
    """The fields of a game played in rounds, in the form's order; of one section, such as ``table``.

    >>> from craps.editions import load_edition
    >>> [(f.path, f.asks, f.baseline) for f in fields(load_edition("bc-war")) if f.path == "decks"]
    [('decks', 'The shoe has exactly 6 decks.', '6')]
    """
    game = game_of(edition)
    said = {rule.id.removeprefix(f"{edition.jurisdiction}."): rule for rule in rules(edition)}
    baseline = {path: value for path, (value, _) in game.terms(baseline_of(edition))}
    rows = []
    for path, codec in _leaves(game.ruleset_form.fields, ""):
        if path == "edition" or path.startswith("layout") or (section and path.split(".")[0] != section):
            continue
        name = _RULE_OF.get(path, path.replace(":", "_"))
        rule = said.get(name) or said.get(name.rpartition(".")[0])
        asks, clause = (rule.text, rule.clause) if rule else ("", "")
        each = _kind(codec.value) if isinstance(codec, Named) else ""
        rows.append(Field(path, path_words(path), _kind(codec), asks, clause, baseline.get(path), each))
    return rows


def path_of(rule: Rule) -> str:
    """The field that a constraint is about.

    >>> [path_of(rule) for rule in rules("bc-war") if rule.subject in ("cards", "table")]
    ['decks', 'table.burn_cards', 'table.dealer_bet_at_war', 'table.nobody']
    """
    key = rule.id.partition(".")[2]
    return next((path for path, name in _RULE_OF.items() if name == key), key)


_RULE_OF = {"decks": "cards.decks", "wheel.payouts": "wheel.equal_spaces", "wagers": "wagers.left_out"}


def _leaves(form: Mapping[str, Codec], before: str) -> Iterator[tuple[str, Codec]]:
    for name, codec in form.items():
        path = f"{before}{name}"
        if isinstance(codec, Fields):
            yield from _leaves(codec.fields, f"{path}.")
        elif isinstance(codec, Entries):
            yield from _leaves(dict.fromkeys(codec.names, codec.value), f"{path}.")
        else:
            yield path, codec


def _kind(codec: Codec) -> str:
    if isinstance(codec, Number):
        return WHOLE if codec.whole else NUMBER
    kinds = {Flag: YES_OR_NO, Odds: PAYOUT, Text: TEXT, Named: TABLE}
    return next((name for form, name in kinds.items() if isinstance(codec, form)), CHOICE)
