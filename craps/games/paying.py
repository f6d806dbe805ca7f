"""What the wagers of a game played in rounds pay, as a list for people: page, certificate, guide and sign."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from craps.messages import say

if TYPE_CHECKING:
    from craps.games.round_game import RoundGame
    from craps.ruleset import RuleSet


class PayRow(NamedTuple):
    """What a wager pays, and on what where it pays differently. ``printed`` is what the document pays, None
    where it leaves that open; ``among`` says how often it is there, "2 of 54 spaces"."""

    on: str
    pays: Fraction
    printed: Fraction | None
    clause: str
    reading: str = ""
    among: str = ""


def pay_rows(game: RoundGame, ruleset: RuleSet, wager: str) -> list[PayRow]:
    """One row for all that pays the same by the same clause.

    >>> from craps import game_of, load_ruleset
    >>> rules = load_ruleset({"edition": "bc-red-dog"})
    >>> [(row.on, str(row.pays), row.clause) for row in pay_rows(game_of(rules.edition), rules, "raise")][2:]
    [('a spread of 3', '2', '6/5.1'), ('a spread of 4 to 11', '1', '6/5.1')]
    """
    merged: dict[PayRow, list[str]] = {}
    for slot, pays in game.payouts(ruleset)[wager].items():
        key = slot or wager
        printed, clause, reading = None, "", ""
        if key in game.paid:
            due = game.due(ruleset.edition, key)
            printed, clause, reading = due.value, due.clause, game.reading_of(ruleset.edition, key)
        among = game.among(ruleset, slot)
        row = PayRow(slot if among else "", pays, printed, clause, reading, among)
        merged.setdefault(row, []).append(slot)
    return [
        row._replace(on=row.on or ("" if slots == [""] else game.slot_words(slots)))
        for row, slots in merged.items()
    ]


def numbered(words: str, numbers: Iterable[int]) -> str:
    """Numbers behind their words, those that follow on each other as a range.

    >>> numbered("a spread of", [4, 5, 6, 9, 11])
    'a spread of 4 to 6, 9 or 11'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = [str(run[0]) if len(run) == 1 else say("forms.range", first=run[0], last=run[-1]) for run in runs]
    return f"{words} {listed(texts, 'or')}"


def listed(texts: list[str], joint: str = "and") -> str:
    """ "a, b and c"."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {say(f'forms.{joint}')} {texts[-1]}"


def named_slots(paid: Mapping[str, str], slots: Iterable[str]) -> str:
    """What some payouts are for, in words."""
    return listed([paid.get(slot, slot) for slot in slots])
