"""What the fields of a rule set and their values are called: one place for findings, pages and documents.

Tables are keyed by the contract's own names (docs/contract.md). Texts that a page translates are marked with
``gettext_noop``, which makemessages finds by that name; the page passes them to gettext. The core uses them
as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from craps.games import games
from craps.measures import MEASURES
from craps.measures import gettext_noop as gettext_noop
from craps.money import exact, number_text, percent_text
from craps.wagers import CATALOGUE

_PAYOUT = re.compile(r"[0-9]+:[0-9]+")
_AREA = re.compile(r"layout\.areas\[([0-9]+)\]")


# Labels of fields, by contract path without wager, point and payout slot. Sentence case; see `in_sentence`.
LABELS: Mapping[str, str] = {
    "edition": "Edition",
    "operator": "Operator’s name",
    "currency": "Currency",
    "chip_unit": "Smallest chip",
    "wagers": "Wagers offered",
    "numbers": "Numbers offered",
    "numbers.buy": "Numbers for buy bets",
    "numbers.lay": "Numbers for lay bets",
    "numbers.hardway": "Numbers for hardways",
    "numbers.hop": "Pairs for hop bets",
    "odds": "Odds",
    "odds.multiples": "Multiple",
    "odds.basis": "Measured on",
    "odds.excess": "More accepted for a payable unit",
    "vig": "Vigorish",
    "vig.collect": "When it is taken",
    "vig.rate": "Rate",
    "vig.base": gettext_noop("Taken on"),
    "vig.refund_on_removal": "Refunded if the bet is removed before a decision",
    "paytables": gettext_noop("Pay table"),
    "paytables.fire": "Fire bet pay table",
    "paytables.bonus": "Bonus craps pay table",
    "payouts": "Payout",
    "come_out": gettext_noop("On a come-out roll"),
    "limits": gettext_noop("Limits"),
    "limits.min": "Minimum",
    "limits.max": "Maximum",
    "limits.increment": "In steps of",
    "limits.table": "Limits of the whole table",
    "limits.table.min": "Minimum of the whole table",
    "limits.table.max": "Maximum of the whole table",
    "making": "Placing and removing bets",
    "making.called_with_cash": "Called bets with cash",
    "table": "Table",
    "table.shape": gettext_noop("Shape of the table"),
    "table.rounded_corners": gettext_noop("Rounded corners"),
    "table.high_walls": gettext_noop("High walls"),
    "table.length_ft": gettext_noop("Table length"),
    "table.seats": gettext_noop("Seats"),
    "table.players": gettext_noop("Maximum players"),
    "table.players_per_end": gettext_noop("Maximum players at each end"),
    "table.dice": gettext_noop("Dice in a set"),
    "table.dice_face_mm": gettext_noop("Face of a die"),
    "table.dice_casino_name": gettext_noop("Casino’s name on the dice"),
    "table.dice_change_hours": gettext_noop("Hours until the dice are changed"),
    "table.counts_as_tables": gettext_noop("Counts for supervision as"),
    "table.limits_posted": gettext_noop("Limits posted at the table"),
    "table.stickperson": gettext_noop("Stickperson at the table"),
    "table.off_for_removal": gettext_noop("OFF button instead of taking a bet down"),
    "table.equipment": "Equipment at the table",
    "table.discs": "On/off discs",
    "layout": "Layout",
    "layout.width": "Width",
    "layout.height": "Height",
    "layout.logo": "Logo on the layout",
    "layout.legends": "Legends on the layout",
    "layout.areas": "Areas on the layout",
    "layout.schedules": "Pay schedules on the layout",
    "layout.fire": "Fire bet on the layout",
    "layout.sharpshooter": "Sharpshooter on the layout",
    "layout.bonus": "Bonus craps on the layout",
    "layout.fire.positions": "Fire bet positions",
    "layout.fire.positions_per_end": "Fire bet positions at each end",
    "layout.fire.place": "Where fire bets are placed",
    "layout.fire.circles": "Fire bet betting circles",
    "layout.fire.schedule_place": "Where the fire bet payouts are posted",
    "layout.fire.clockwise": "Fire bet positions numbered clockwise",
    "layout.fire.relocation_area": "Fire bet relocation area",
    "layout.fire.relocation_numbered": "Fire bet relocation area before the boxperson, with the same numbers",
    "layout.fire.markers_distinct": "Fire bet markers larger than any chip and unlike one",
    "layout.fire.wall_notice": "Fire bet notice on the wall of the table",
    "layout.sharpshooter.positions": "Sharpshooter positions",
    "layout.sharpshooter.positions_per_end": "Sharpshooter positions at each end",
    "layout.sharpshooter.place": "Where sharpshooter bets are placed",
    "layout.sharpshooter.schedule_place": "Where the sharpshooter payouts are posted",
    "layout.bonus.areas": "Bonus craps areas",
    "layout.bonus.place": "Where bonus bets are placed",
    "layout.bonus.markers_distinct": "Bonus craps markers larger than any chip and unlike one",
    "layout.bonus.marker_spots": "Bonus craps marker spots",
    "layout.bonus.odds_shown": "Bonus craps odds on the layout",
}

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
    "fine": "The rulebook has players bet with chips or cash.",
    "refer": "The rulebook does not say what has to come with a called bet.",
    "breach": "The rulebook takes called bets with chips only.",
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
PAYTABLES: Mapping[str, str] = {"fire": "Fire bet", "bonus": "Bonus craps"}
PAYTABLE_BETS: Mapping[str, str] = {"fire": "the fire bet", "bonus": "the bonus bets"}
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
    "fire_markers": gettext_noop("Fire bet markers"),
    "sharpshooter_markers": gettext_noop("Sharpshooter markers"),
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
    "fire_markers": gettext_noop("markers for the fire bet"),
    "sharpshooter_markers": gettext_noop("markers for the sharpshooter bet"),
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
        "refer": gettext_noop("A stickperson controls the dice; the regulator judges a table without one."),
        "breach": gettext_noop("A stickperson controls the dice."),
    },
    "off_for_removal": {
        "fine": gettext_noop("An OFF button may stand in for taking a bet down."),
        "refer": gettext_noop("A bet taken down is returned; the regulator judges an OFF button instead."),
        "breach": gettext_noop("A bet taken down is returned; an OFF button does not stand in for it."),
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
    "timing": gettext_noop("that fire bets are taken only before a shooter’s first come-out roll"),
    "limits": gettext_noop("the limits of the fire bet"),
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


def path_words(path: str) -> str:
    """What the field at a contract path is called.

    >>> path_words("odds.pass_line.multiples.4"), path_words("vig.buy.rate"), path_words("table.length_ft")
    ('Pass line odds on 4', 'Buy vigorish, rate', 'Table length')
    """
    if path in LABELS:
        return LABELS[path]
    if area := _AREA.fullmatch(path):
        return f"Area {int(area[1]) + 1} on the layout"
    head, *rest = path.split(".")
    if words := _in_other_games(path):
        return words
    if not rest:
        return head.replace("_", " ").capitalize()
    leaves = [in_sentence(LABELS.get(f"{head}.{leaf}", leaf.replace("_", " "))) for leaf in rest[1:]]
    if head == "odds":
        point = f" on {rest[2]}" if len(rest) > 2 else ""
        leaf = f", {leaves[0]}" if rest[1:2] in (["basis"], ["excess"]) else ""
        return f"{wager_words(rest[0])} odds{point}{leaf}"
    if head in ("payouts", "paytables", "come_out"):
        wager, _, slot = rest[0].partition(":")
        words = f"{wager_words(wager)} {in_sentence(LABELS[head])}"
        return words + (f" on {slot_words(wager, slot)}" if slot else "")
    if head in ("limits", "vig"):
        subject = wager_words(rest[0]) + (" vigorish" if head == "vig" else "")
        return ", ".join([subject, *leaves])
    return ", ".join([LABELS.get(head, head), *(part.replace("_", " ") for part in rest)])


@lru_cache(maxsize=512)
def _in_other_games(path: str) -> str:
    """What another game than craps calls a field; "" where none has it."""
    head, _, rest = path.partition(".")
    if head in ("odds", "vig", "paytables", "come_out") or rest.split(".")[0].partition(":")[0] in CATALOGUE:
        return ""
    return next((words for game in games() if (words := game.path_words(path))), "")


def value_words(path: str, value: Any) -> str:
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
        entries = (
            (_key_words(path, key), value_words(f"{path}.{key}", inner)) for key, inner in value.items()
        )
        return "; ".join(f"{key}: {inner}" for key, inner in entries)
    if isinstance(value, list | tuple):
        return ", ".join(value_words(path, inner) for inner in value) or "none"
    if head == "odds" and ".multiples" in path:
        return f"{value}×"
    if leaf == "rate":
        return percent_or_text(value)
    if head == "payouts" or _PAYOUT.fullmatch(str(value)):
        return str(value).replace(":", " to ")
    if path in ("wagers", "layout.bonus.areas", "layout.schedules"):
        return wager_words(str(value))
    if head == "table" and leaf in MEASURES:
        return MEASURES[leaf].value.format(figure=_number_or_text(value))
    if head in ("limits", "chip_unit"):
        return _number_or_text(value)
    if leaf == "equipment":
        return in_sentence(EQUIPMENT.get(str(value), str(value)))
    return _VALUES.get(leaf, {}).get(str(value), str(value))


_VALUES: Mapping[str, Mapping[str, str]] = {
    "basis": BASIS,
    "base": BASE,
    "collect": COLLECT,
    "shape": SHAPES,
    "place": SIDE_BET_PLACES,
    "schedule_place": SIDE_BET_PLACES,
    "wall_notice": WALL_NOTICES,
}


def wager_words(wager: str) -> str:
    """A wager's name; an id that no game knows is given as it came."""
    if wager in CATALOGUE:
        return CATALOGUE[wager].name
    return next((game.wagers[wager] for game in games() if wager in game.wagers), wager.replace("_", " "))


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


def _key_words(path: str, key: str) -> str:
    if key.isdigit():
        return f"on {key}"
    section = path.partition(".")[0]
    return in_sentence(LABELS.get(f"{path}.{key}") or LABELS.get(f"{section}.{key}", key))


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
