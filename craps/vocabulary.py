"""What the fields of a rule set and their values are called: one place for findings, pages and documents.

Tables are keyed by the contract's own names (docs/contract.md); their texts are in
``craps/messages/<language>/vocabulary.py``. A wager has the name that the edition's document prints, else
ours; a text shows where it goes as ``{fire}``, which `named` fills in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from craps.field_labels import LABELS as LABELS
from craps.games import games
from craps.measures import MEASURES
from craps.messages import Words, cached, say
from craps.money import exact, number_text, percent_text, ratio_words
from craps.wagers import CATALOGUE

if TYPE_CHECKING:
    from craps.edition import Edition

_PAYOUT = re.compile(r"[0-9]+:[0-9]+")
_AREA = re.compile(r"layout\.areas\[([0-9]+)\]")
_ENTRY = re.compile(r"(\w+)\[(\d+)\]")


# Titles of the parts of a rulebook or rule set, in the order of pages
SUBJECTS: Mapping[str, str] = Words("vocabulary.SUBJECTS")

# Values --------------------------------------------------------------------------------------------------

# vig.<bet>.collect: "taken …"
COLLECT: Mapping[str, str] = Words("vocabulary.COLLECT")
# vig.<bet>.base: "5% of …"
BASE: Mapping[str, str] = Words("vocabulary.BASE")
# vig.<bet>.refund_on_removal: "vigorish is …"
REFUND: Mapping[bool, str] = Words("vocabulary.REFUND")
# odds.<bet>.basis: "measured on …"
BASIS: Mapping[str, str] = Words("vocabulary.BASIS")
# odds.<bet>.excess: "odds up to …; …"
EXCESS: Mapping[bool, str] = Words("vocabulary.EXCESS")
# making.called_with_cash: "a called bet …"
CALLED_WITH_CASH: Mapping[bool, str] = Words("vocabulary.CALLED_WITH_CASH")
CALLED_WITH_CASH_ALLOWED: Mapping[str, str] = Words("vocabulary.CALLED_WITH_CASH_ALLOWED")
# come_out.<bet>
COME_OUT: Mapping[str, str] = Words("vocabulary.COME_OUT")
# wagers.<bet> and come_out.<bet> where rule sets are compared
STATES: Mapping[str, str] = Words("vocabulary.STATES")
# limits.<bet>.min, .max and .increment
LIMITS: Mapping[str, str] = Words("vocabulary.LIMITS")
# paytables.<name>, as a title and inside a sentence
PAYTABLES: Mapping[str, str] = Words("vocabulary.PAYTABLES")
PAYTABLE_BETS: Mapping[str, str] = Words("vocabulary.PAYTABLE_BETS")
# table.equipment, as an entry of a list and inside a sentence
EQUIPMENT: Mapping[str, str] = Words("vocabulary.EQUIPMENT")
EQUIPMENT_NEEDED: Mapping[str, str] = Words("vocabulary.EQUIPMENT_NEEDED")
# Markers that are needed only where their bet is offered
EQUIPMENT_ONLY_WITH: Mapping[str, str] = {
    "marker_buy": "buy",
    "marker_lay": "lay",
    "fire_markers": "fire",
    "sharpshooter_markers": "sharpshooter",
}
# table.stickperson and .off_for_removal: the rule, by what an edition makes of departing from it
TABLE_JUDGED: Mapping[str, Mapping[str, str]] = Words("vocabulary.TABLE_JUDGED")
# table.shape; any other text is shown as it was entered
SHAPES: Mapping[str, str] = Words("vocabulary.SHAPES")
# layout.<side bet>.place and .schedule_place: "the bet is placed …", "its payouts are posted …"
SIDE_BET_PLACES: Mapping[str, str] = Words("vocabulary.SIDE_BET_PLACES")
# layout.fire.wall_notice: "the notice says …"
WALL_NOTICES: Mapping[str, str] = Words("vocabulary.WALL_NOTICES")
# odds, vig, limits and layout.<bet>.<field>, as part of a sentence on the bet: where it is so, and where not
PHRASES: Mapping[str, tuple[str, str]] = Words("vocabulary.PHRASES")
# The groups of craps.wagers.CATALOGUE
WAGER_GROUPS: Mapping[str, str] = Words("vocabulary.WAGER_GROUPS")
# payouts.<bet>:<slot>: "pays 15 to 1 on …"; a number stands for itself, points are counted
SLOTS: Mapping[tuple[str, str], str] = Words("vocabulary.SLOTS")
COUNTS_POINTS = ("fire", "sharpshooter")


# A path and a value --------------------------------------------------------------------------------------


def path_words(path: str, edition: Edition | None = None) -> str:
    """What the field at a contract path is called, with the edition's own names of its wagers.

    >>> path_words("odds.pass_line.multiples.4"), path_words("vig.buy.rate"), path_words("table.length_ft")
    ('Odds on Pass line, on 4', 'Vigorish on Buy, rate', 'Table length')
    >>> path_words("wagers[1]")
    'Wagers offered, entry 2'
    """
    if path in LABELS:
        return named(LABELS[path], edition)
    if area := _AREA.fullmatch(path):
        return say("labels.area", number=int(area[1]) + 1)
    head, *rest = path.split(".")
    wager, _, slot = (rest or [""])[0].partition(":")
    name = wager_words(wager, edition)
    if path == f"limits.{wager}":
        return say("labels.limits_of", name=name)
    if words := _in_other_games(path):
        return words
    if entry := _ENTRY.fullmatch(path):
        return say("labels.entry", label=path_words(entry[1], edition), number=int(entry[2]) + 1)
    if not rest:
        return head.replace("_", " ").capitalize()
    leaves = [in_sentence(LABELS.get(f"{head}.{leaf}", leaf.replace("_", " "))) for leaf in rest[1:]]
    if head == "odds":
        words = say("labels.odds_on", name=name)
        words += say("labels.on_point", point=rest[2]) if len(rest) > 2 else ""
        return words + (f", {leaves[0]}" if rest[1:2] in (["basis"], ["excess"]) else "")
    if head == "payouts":
        words = say("labels.payout_of", name=name)
        return say("labels.on_slot", label=words, slot=slot_words(wager, slot)) if slot else words
    if head in ("paytables", "come_out"):
        return say("labels.of_wager", name=name, label=in_sentence(LABELS[head]))
    if head in ("limits", "vig"):
        return ", ".join([say("labels.vigorish_on", name=name) if head == "vig" else name, *leaves])
    if head == "wagers":
        return name
    return ", ".join([LABELS.get(head, head), *(part.replace("_", " ") for part in rest)])


def path_in_sentence(path: str, edition: Edition | None = None) -> str:
    """The same inside a sentence: a wager's name stays as it is.

    >>> path_in_sentence("table.length_ft"), path_in_sentence("limits.fire.max")
    ('table length', 'Fire, maximum')
    """
    words, (head, _, rest) = path_words(path, edition), path.partition(".")
    by_name = LABELS.get(path, "").startswith("{") or (
        path not in LABELS
        and (head in _BY_WAGER or (head == "limits" and "." in rest))
        and not words.startswith("Odds on ")  # as documents call them: no name
    )
    return words if by_name else in_sentence(words)


_BY_WAGER = ("wagers", "paytables", "come_out")  # the wager's name comes first


@cached(512)
def _in_other_games(path: str) -> str:
    """What another game than craps calls a field; "" where none has it."""
    head, _, rest = path.partition(".")
    if head in ("odds", "vig", "paytables", "come_out") or rest.split(".")[0].partition(":")[0] in CATALOGUE:
        return ""
    return next((words for game in games() if (words := game.path_words(path))), "")


def value_words(path: str, value: Any, edition: Edition | None = None) -> str:
    """The value at a contract path as a person would say it; what cannot be read is given as it was typed.

    >>> value_words("vig.buy.rate", "3/50"), value_words("table.length_ft", "19/2")
    ('6%', '9.5 ft')
    """
    head, leaf = path.partition(".")[0], path.rpartition(".")[2]
    if value is None:
        return say("forms.not_stated")
    if isinstance(value, bool):
        return say("forms.yes" if value else "forms.no")
    if isinstance(value, Mapping):
        return "; ".join(_entry_words(path, key, inner, edition) for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(value_words(path, inner, edition) for inner in value) or say("forms.none")
    if head == "odds" and ".multiples" in path:
        return f"{value}×"
    if leaf == "rate":
        return percent_or_text(value)
    if head == "payouts" or _PAYOUT.fullmatch(str(value)):
        return ratio_words(str(value))
    if path in ("wagers", "layout.bonus.areas", "layout.schedules"):
        return wager_words(str(value), edition)
    if head == "table" and leaf in MEASURES:
        return MEASURES[leaf].value.format(figure=_number_or_text(value))
    if head in ("limits", "chip_unit"):
        return _number_or_text(value)
    if head in ("wagers", "come_out") and value in STATES:
        return STATES[value]
    if leaf == "equipment":
        words = EQUIPMENT.get(str(value), str(value))
        return named(words, edition) if words.startswith("{") else in_sentence(words)
    return named(_VALUES.get(leaf, {}).get(str(value), ""), edition) or str(value)


_VALUES: Mapping[str, Mapping[str, str]] = {
    "basis": BASIS,
    "excess": Words("vocabulary.EXCESS_WHEN"),
    "base": BASE,
    "collect": COLLECT,
    "shape": SHAPES,
    "place": SIDE_BET_PLACES,
    "schedule_place": SIDE_BET_PLACES,
    "wall_notice": WALL_NOTICES,
}


def wager_words(wager: str, edition: Edition | None = None) -> str:
    """A wager's name: the document's own where the edition prints one, else ours; an id that no game knows
    is given as it came."""
    if edition is not None and wager in edition.catalogue:
        return edition.name_of(wager)
    if wager in CATALOGUE:
        return CATALOGUE[wager].name
    return next((game.wagers[wager] for game in games() if wager in game.wagers), wager.replace("_", " "))


def named(text: str, edition: Edition | None) -> str:
    """A text of this module with the names of the wagers it speaks of.

    >>> named("{fire} markers", None)
    'Fire bet markers'
    """
    return text.format_map(_Names(edition)) if "{" in text else text


class _Names(dict[str, str]):
    """The edition's own name of a wager, which stands in a sentence; else ours, with "bet" after it."""

    def __init__(self, edition: Edition | None) -> None:
        super().__init__()
        self.edition = edition

    def __missing__(self, wager: str) -> str:
        if self.edition is not None and wager in self.edition.wagers:
            return self.edition.name_of(wager)
        return say("labels.our_bet", name=CATALOGUE[wager].name)


def percent_or_text(value: Any) -> str:
    """A rate as a percentage; what is not a number is given as it was typed."""
    try:
        return percent_text(exact(str(value)))
    except ValueError:
        return str(value)


def _number_or_text(value: Any) -> str:
    try:
        return number_text(exact(str(value)))
    except ValueError:
        return str(value)


def _entry_words(path: str, key: str, value: Any, edition: Edition | None) -> str:
    """One entry of a field that has several: "3× on 4", "16 positions", "numbered clockwise"."""
    words = value_words(f"{path}.{key}", value, edition)
    if key.isdigit():
        return say("labels.value_on", value=words, slot=key)
    section = path.partition(".")[0]
    if phrases := PHRASES.get(key) if section in ("odds", "vig", "limits", "layout") else None:
        return phrases[value is False].format(value=words)
    label = LABELS.get(f"{path}.{key}") or LABELS.get(f"{section}.{key}", key.replace("_", " "))
    return f"{in_sentence(named(label, edition))}: {words}"


# Helpers -------------------------------------------------------------------------------------------------


def in_sentence(label: str) -> str:
    """A label as it reads inside a sentence.

    >>> in_sentence("Table length"), in_sentence("ON button")
    ('table length', 'ON button')
    """
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def slot_words(wager: str, *slots: str) -> str:
    """What a payout is for: numbers, kinds of roll, or so many points.

    >>> slot_words("hop", "easy"), slot_words("place", "6", "8"), slot_words("fire", "4")
    ('two different faces', '6 and 8', '4 points')
    """
    if wager in COUNTS_POINTS:
        return say("labels.points", counts=listed(slots))
    return listed([SLOTS.get((wager, slot), slot) for slot in slots])


def listed(words: Sequence[object], last: str = "and") -> str:
    """``4, 5 and 6``; nothing for an empty list.

    >>> listed([4, 5, 6]), listed(["one"]), listed([1, 2], "or")
    ('4, 5 and 6', 'one', '1 or 2')
    """
    texts = [str(word) for word in words]
    return f" {say(f'forms.{last}')} ".join(filter(None, [", ".join(texts[:-1]), *texts[-1:]]))
