"""What the fields of a rule set and their values are called: one place for findings, pages and documents.

Tables are keyed by the contract's own names (docs/contract.md). A wager has the name that the edition's
document prints, else ours; a text shows where it goes as ``{fire}``, which `named` fills in. Texts that a
page translates are marked with ``gettext_noop``, which makemessages finds by that name; the page passes them
to gettext. The core uses them as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from craps.field_labels import LABELS as LABELS
from craps.games import games
from craps.measures import MEASURES
from craps.measures import gettext_noop as gettext_noop
from craps.money import exact, number_text, percent_text
from craps.wagers import CATALOGUE

if TYPE_CHECKING:
    from craps.edition import Edition

_PAYOUT = re.compile(r"[0-9]+:[0-9]+")
_AREA = re.compile(r"layout\.areas\[([0-9]+)\]")
_ENTRY = re.compile(r"(\w+)\[(\d+)\]")


# Titles of the parts of a rulebook or rule set, in the order of pages
SUBJECTS: Mapping[str, str] = {
    "wagers": gettext_noop("Wagers"),
    "numbers": "Numbers offered",
    "payouts": gettext_noop("Payouts"),
    "paytables": gettext_noop("Pay tables"),
    "odds": gettext_noop("Odds"),
    "vig": gettext_noop("Vigorish"),
    "come_out": gettext_noop("On a come-out roll"),
    "limits": gettext_noop("Limits"),
    "making": gettext_noop("Placing and removing bets"),
    "table": gettext_noop("Table and equipment"),
    "layout": gettext_noop("Layout"),
    "readings": gettext_noop("How open questions are read"),
}

# Values --------------------------------------------------------------------------------------------------

# vig.<bet>.collect: "taken …"
COLLECT: Mapping[str, str] = {
    "placement": gettext_noop("when the bet is placed"),
    "win": gettext_noop("only when it wins"),
    "placement_and_payment": gettext_noop("when the bet is placed and each time it is paid"),
}
# vig.<bet>.base: "5% of …"
BASE: Mapping[str, str] = {
    "wager": gettext_noop("the amount wagered"),
    "win": gettext_noop("the amount it can win"),
}
# vig.<bet>.refund_on_removal: "vigorish is …"
REFUND: Mapping[bool, str] = {
    True: gettext_noop("refunded if the bet is removed before a decision"),
    False: gettext_noop("kept if the bet is removed before a decision"),
}
# odds.<bet>.basis: "measured on …"
BASIS: Mapping[str, str] = {
    "wager": gettext_noop("the amount wagered"),
    "winnings": gettext_noop("the amount the odds can win"),
}
# odds.<bet>.excess: "odds up to …; …"
EXCESS: Mapping[bool, str] = {
    True: "more is accepted where a payable unit needs it",
    False: "nothing more is accepted for a payable unit",
}
# making.called_with_cash: "a called bet …"
CALLED_WITH_CASH: Mapping[bool, str] = {
    True: "accepted once the dealer confirms it and the cash is changed into chips",
    False: "not accepted with cash",
}
CALLED_WITH_CASH_ALLOWED: Mapping[str, str] = {
    "choice": "You choose whether to accept it.",
    "fine": "The rulebook lets players bet with chips or cash.",
    "refer": "The rulebook does not say whether a called bet may be made with cash.",
    "breach": "The rulebook allows called bets with chips only.",
}
# come_out.<bet>
COME_OUT: Mapping[str, str] = {"on": gettext_noop("on"), "off": gettext_noop("off")}
# limits.<bet>.min, .max and .increment
LIMITS: Mapping[str, str] = {
    "min": gettext_noop("at least {amount}"),
    "max": gettext_noop("at most {amount}"),
    "increment": gettext_noop("in steps of {amount}"),
}
# paytables.<name>, as a title and inside a sentence
PAYTABLES: Mapping[str, str] = {"fire": "{fire}", "bonus": "Bonus craps"}
PAYTABLE_BETS: Mapping[str, str] = {"fire": "the {fire}", "bonus": "the bonus bets"}
# table.equipment, as an entry of a list and inside a sentence
EQUIPMENT: Mapping[str, str] = {
    "stick": gettext_noop("Stick"),
    "dice_bowl": gettext_noop("Dice bowl"),
    "dice_cup": gettext_noop("Dice cup"),
    "drop_box": gettext_noop("Drop box"),
    "tip_box": gettext_noop("Tip box"),
    "marker_on": gettext_noop("ON button"),
    "marker_off": gettext_noop("OFF button"),
    "marker_buy": gettext_noop("Buy button"),
    "marker_lay": gettext_noop("Lay button"),
    "discs": gettext_noop("ON/OFF puck or disc for the point"),
    "tip_area": gettext_noop("Tip area"),
    "fire_markers": gettext_noop("{fire} markers"),
    "sharpshooter_markers": gettext_noop("{sharpshooter} markers"),
}
EQUIPMENT_NEEDED: Mapping[str, str] = {
    "stick": gettext_noop("a stick"),
    "dice_bowl": gettext_noop("a dice bowl"),
    "dice_cup": gettext_noop("a dice cup"),
    "drop_box": gettext_noop("a drop box"),
    "tip_box": gettext_noop("a tip box"),
    "marker_on": gettext_noop("ON buttons"),
    "marker_off": gettext_noop("OFF buttons"),
    "marker_buy": gettext_noop("Buy buttons"),
    "marker_lay": gettext_noop("Lay buttons"),
    "discs": gettext_noop("ON/OFF pucks or discs for the point"),
    "tip_area": gettext_noop("a tip area"),
    "fire_markers": gettext_noop("markers for the {fire}"),
    "sharpshooter_markers": gettext_noop("markers for the {sharpshooter}"),
}
# Markers that are needed only where their bet is offered
EQUIPMENT_ONLY_WITH: Mapping[str, str] = {
    "marker_buy": "buy",
    "marker_lay": "lay",
    "fire_markers": "fire",
    "sharpshooter_markers": "sharpshooter",
}
# table.stickperson and .off_for_removal: the rule, by what an edition makes of departing from it
TABLE_JUDGED: Mapping[str, Mapping[str, str]] = {
    "stickperson": {
        "fine": gettext_noop("A stickperson is optional; without one the dealer controls the dice."),
        "refer": gettext_noop(
            "A stickperson controls the dice; a table without one is for the regulator to judge."
        ),
        "breach": gettext_noop("A stickperson controls the dice."),
    },
    "off_for_removal": {
        "fine": gettext_noop("An OFF button may be used instead of taking a bet down."),
        "refer": gettext_noop(
            "A bet taken down is returned; an OFF button instead is for the regulator to judge."
        ),
        "breach": gettext_noop("A bet taken down is returned; an OFF button may not be used instead."),
    },
}
# table.shape; any other text is shown as it was entered
SHAPES: Mapping[str, str] = {"oblong": gettext_noop("oblong"), "other": gettext_noop("another shape")}
# layout.<side bet>.place and .schedule_place: "the bet is placed …", "its payouts are posted …"
SIDE_BET_PLACES: Mapping[str, str] = {
    "players": gettext_noop("in front of the players"),
    "boxperson": gettext_noop("in front of the boxperson"),
    "elsewhere": gettext_noop("elsewhere"),
}
# layout.fire.wall_notice: "the notice says …"
WALL_NOTICES: Mapping[str, str] = {
    "odds": gettext_noop("what 4, 5 and 6 points pay"),
    "timing": gettext_noop("that the {fire} is taken only before a shooter’s first come-out roll"),
    "limits": gettext_noop("the limits of the {fire}"),
}
# odds, vig, limits and layout.<bet>.<field>, as part of a sentence on the bet: where it is so, and where not
PHRASES: Mapping[str, tuple[str, str]] = {
    "multiples": ("up to {value}", ""),
    "basis": ("measured on {value}", ""),
    "excess": (EXCESS[True], EXCESS[False]),
    "rate": ("{value}", ""),
    "base": ("of {value}", ""),
    "collect": ("taken {value}", ""),
    "refund_on_removal": (REFUND[True], REFUND[False]),
    "min": ("at least {value}", ""),
    "max": ("at most {value}", ""),
    "increment": ("in steps of {value}", ""),
    "positions": ("{value} positions", ""),
    "positions_per_end": ("{value} positions at each end", ""),
    "place": ("placed {value}", ""),
    "schedule_place": ("payouts posted {value}", ""),
    "circles": ("a betting circle for each player", "no betting circles"),
    "clockwise": ("numbered clockwise", "not numbered clockwise"),
    "relocation_area": ("an area for bets brought in", "no area for bets brought in"),
    "relocation_numbered": (
        "that area in front of the boxperson, with the same numbers",
        "that area not in front of the boxperson with the same numbers",
    ),
    "markers_distinct": ("markers unlike any chip", "markers that can be taken for a chip"),
    "wall_notice": ("a notice on the wall that says {value}", ""),
    "areas": ("areas for {value}", ""),
    "marker_spots": ("marker spots on {value}", ""),
    "odds_shown": ("payouts shown on the layout", "payouts not shown on the layout"),
}
# The groups of craps.wagers.CATALOGUE
WAGER_GROUPS: Mapping[str, str] = {
    "line": gettext_noop("Line and come bets"),
    "odds": gettext_noop("Odds"),
    "number": gettext_noop("Bets on a number"),
    "one roll": gettext_noop("One-roll bets"),
    "combined": gettext_noop("Combination bets"),
    "side": gettext_noop("Side bets"),
}
# payouts.<bet>:<slot>: "pays 15 to 1 on …"; a number stands for itself, points are counted
SLOTS: Mapping[tuple[str, str], str] = {
    ("hop", "easy"): gettext_noop("two different faces"),
    ("hop", "hard"): gettext_noop("a pair"),
    ("six_seven_eight", ""): gettext_noop("any other winning roll"),
    ("six_seven_eight", "hard"): gettext_noop("a hard 6 or 8"),
}
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
        return f"Area {int(area[1]) + 1} on the layout"
    head, *rest = path.split(".")
    wager, _, slot = (rest or [""])[0].partition(":")
    name = wager_words(wager, edition)
    if path == f"limits.{wager}":
        return f"Limits of {name}"
    if words := _in_other_games(path):
        return words
    if entry := _ENTRY.fullmatch(path):
        return f"{path_words(entry[1], edition)}, entry {int(entry[2]) + 1}"
    if not rest:
        return head.replace("_", " ").capitalize()
    leaves = [in_sentence(LABELS.get(f"{head}.{leaf}", leaf.replace("_", " "))) for leaf in rest[1:]]
    if head == "odds":
        point = f", on {rest[2]}" if len(rest) > 2 else ""
        leaf = f", {leaves[0]}" if rest[1:2] in (["basis"], ["excess"]) else ""
        return f"Odds on {name}{point}{leaf}"
    if head == "payouts":
        return f"Payout of {name}" + (f" on {slot_words(wager, slot)}" if slot else "")
    if head in ("paytables", "come_out"):
        return f"{name} {in_sentence(LABELS[head])}"
    if head in ("limits", "vig"):
        return ", ".join([f"Vigorish on {name}" if head == "vig" else name, *leaves])
    if head == "wagers":
        return name
    return ", ".join([LABELS.get(head, head), *(part.replace("_", " ") for part in rest)])


def path_in_sentence(path: str, edition: Edition | None = None) -> str:
    """The same inside a sentence: a wager's name stays as it is.

    >>> path_in_sentence("table.length_ft"), path_in_sentence("limits.fire.max")
    ('table length', 'Fire, maximum')
    """
    words = path_words(path, edition)
    by_name = LABELS.get(path, "").startswith("{") or (
        path not in LABELS and not words.startswith(_SUBJECTS_FIRST) and path.partition(".")[0] in _BY_WAGER
    )
    return words if by_name else in_sentence(words)


_BY_WAGER = ("wagers", "odds", "vig", "payouts", "paytables", "come_out", "limits")
_SUBJECTS_FIRST = ("Limits of ", "Odds on ", "Payout of ", "Vigorish on ")


@lru_cache(maxsize=512)
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
        return "not stated"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "; ".join(_entry_words(path, key, inner, edition) for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(value_words(path, inner, edition) for inner in value) or "none"
    if head == "odds" and ".multiples" in path:
        return f"{value}×"
    if leaf == "rate":
        return percent_or_text(value)
    if head == "payouts" or _PAYOUT.fullmatch(str(value)):
        return str(value).replace(":", " to ")
    if path in ("wagers", "layout.bonus.areas", "layout.schedules"):
        return wager_words(str(value), edition)
    if head == "table" and leaf in MEASURES:
        return MEASURES[leaf].value.format(figure=_number_or_text(value))
    if head in ("limits", "chip_unit"):
        return _number_or_text(value)
    if leaf == "equipment":
        words = EQUIPMENT.get(str(value), str(value))
        return named(words, edition) if words.startswith("{") else in_sentence(words)
    return named(_VALUES.get(leaf, {}).get(str(value), ""), edition) or str(value)


_VALUES: Mapping[str, Mapping[str, str]] = {
    "basis": BASIS,
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
        return f"{CATALOGUE[wager].name} bet"


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
        return f"{words} on {key}"
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
        return f"{listed(slots)} points"
    return listed([SLOTS.get((wager, slot), slot) for slot in slots])


def listed(words: Sequence[object], last: str = "and") -> str:
    """``4, 5 and 6``; nothing for an empty list.

    >>> listed([4, 5, 6]), listed(["one"]), listed([1, 2], "or")
    ('4, 5 and 6', 'one', '1 or 2')
    """
    texts = [str(word) for word in words]
    return f" {last} ".join(filter(None, [", ".join(texts[:-1]), *texts[-1:]]))
