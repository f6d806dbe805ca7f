"""The values of an edition in words: the subject a value belongs to, what it is called, what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from craps.codec import Flag, Items, Json, Odds, OneOf
from craps.edition import Edition
from craps.edition_values import CITED, ONLY_CLAUSE, RATE, Difference, Value
from craps.money import exact, odds_text, percent_text
from craps.wagers import CATALOGUE

# In the order of pages: what a value is about.
SUBJECTS: Mapping[str, str] = {
    "wagers": "Wagers",
    "payouts": "Payouts",
    "odds": "Odds",
    "vig": "Vigorish",
    "come_out": "On or off on a come-out roll",
    "making": "Making and taking down bets",
    "table": "Table and dice",
    "layout": "Layout",
}
_WHOLE = {
    "listed": "The list of wagers",
    "left_out": "A wager left out",
    "no_other_fee": "No other fee",
}
_WAGER = {
    "name": "name in the document",
    "clause": "where it is listed",
    "pays": "pays",
    "pays_clauses": "where the payout stands, on",
    "loses": "where losing stands",
    "loses_point": "where losing after the point stands",
    "pushes": "where the stand-off stands",
    "moves": "where moving to a number stands",
    "shares": "where payment by shares stands",
    "when": "where the time to bet stands",
    "not_on": "where it may not be placed",
    "offering": "offering it",
    "left_out": "leaving it out",
    "chips": "in multiples of chips",
    "fewest_chips": "fewest chips",
    "multiple": "in multiples of, on",
    "wrong_unit": "paid even money above a multiple of, on",
    "needs": "needs a bet on",
    "min": "least",
    "max": "most",
    "increment": "in steps of",
    "raise": "may be raised",
    "remove": "may be taken down",
}
_ODDS = {
    "basis": "the multiple limits the",
    "most": "at most, on",
    "least": "at least, on",
    "below": "a lower multiple is",
    "baseline": "multiple where the operator states none",
    "excess": "more for a payable unit",
}
_VIG = {
    "collect": "taken",
    "rate": "rate",
    "base": "reckoned on the",
    "refund": "given back when taken down",
    "open_on_win": "where taking it on a win stands",
}
_COME_OUT = {"state": "on a come-out roll", "call": "the player may call it"}
_MAKING = {
    "pass_after_point": "A pass line bet after the point",
    "come_raise": "A come bet that has moved may be raised",
    "contract": "A line bet has to stay from",
    "contract_come": "Where a come bet has to stay",
    "dont_raise": "A don’t pass bet may be raised",
    "dont_come_raise": "A don’t come bet may be raised",
    "no_call": "Where calling bets on and off stands",
    "limits": "Where posted limits stand",
}
_TABLE = {
    "shape": "Shape",
    "length_ft": "Longest, in feet",
    "seats": "Most seats",
    "seated_only": "Only seated players bet",
    "players": "Most players",
    "players_per_end": "Most players an end",
    "dice": "Dice in the set",
    "more_dice": "A larger set of dice",
    "dice_face_mm": "Smallest face of a die, in millimetres",
    "dice_casino_name": "The casino’s name on each die",
    "dice_change_hours": "Hours before dice are changed, at most",
    "counts_as_tables": "Counts for supervision as so many tables",
    "limits_posted": "Limits are posted",
    "equipment": "Equipment",
    "discs": "On/off discs",
}
_LAYOUT = {
    "areas": "An area for each wager",
    "no_area": "A wager without an area",
    "shared_areas": "May share the area of",
    "operator_name": "The operator’s name or logo",
    "words": "Words on the layout",
    "legends": "Legend",
    "marks": "Mark",
    "may_be_split": "May be split in two without an area",
    "schedules": "Payout schedule on the layout",
    "fire": "Fire bet",
    "bonus": "Bonus Craps",
}
_CHOICES = {
    "fine": "fine",
    "refer": "for the regulator to judge",
    "breach": "a breach",
    "placement": "when the wager is placed",
    "win": "on a win",
    "placement_and_payment": "when the wager is placed and each time it is paid",
}


def subject_of(value: Value) -> str:
    """The key of SUBJECTS under which a value is shown."""
    section, *rest = value.keys
    if section == "paytables" or (
        section == "wagers" and rest[1:2] in (["pays"], ["pays_clauses"], ["shares"])
    ):
        return "payouts"
    return section if section in SUBJECTS else "wagers"


def label(edition: Edition, value: Value) -> str:
    """What a value is called.

    >>> from craps import load_edition
    >>> from craps.edition_values import value_at
    >>> md = load_edition("md-craps")
    >>> label(md, value_at(md.to_json(), "odds.pass_line.most.all"))
    'Odds on Pass Bet: at most, on every number'
    """
    section, *rest = value.keys
    if section in _WHOLE:
        return _WHOLE[section]
    return _LABELS[section](edition, rest)


def said(edition: Edition, value: Value | None) -> str:
    """What a value says, without its clause; of one that is nothing but a clause, the clause."""
    if value is None:
        return "not stated"
    if value.kind == ONLY_CLAUSE:
        return f"as stated in {value.json}"
    if value.kind == RATE:
        return f"{value.json[0]} {percent_text(exact(str(value.json[1])))}"
    bare = value.json[0] if value.kind == CITED else value.json
    return _text(edition, value, bare)


def change_in_words(edition: Edition, change: Difference) -> str:
    """One change, such as "Odds on Pass Bet: at most, on every number: was 100×, is 20×"."""
    was, now = said(edition, change.was), said(edition, change.now)
    if was == now and change.was and change.now:
        was, now = f"by {change.was.clause}", f"by {change.now.clause}"
    return f"{label(edition, change.there)}: was {was}, is {now}"


def _text(edition: Edition, value: Value, bare: Json) -> str:
    codec = value.codec
    if isinstance(codec, Odds):
        return str(bare) if "for" in str(bare) else odds_text(codec.read(bare, ""))
    if isinstance(codec, Flag):
        return "yes" if bare else "no"
    if isinstance(codec, Items):
        return ", ".join(choice_words(edition, str(entry)) for entry in bare) or "nothing"
    if isinstance(codec, OneOf):
        return choice_words(edition, str(bare))
    return f"{bare}×" if value.keys[0] == "odds" else str(bare)


def choice_words(edition: Edition, name: str) -> str:
    return edition.name_of(name) if name in CATALOGUE else _CHOICES.get(name, name.replace("_", " "))


def _on(slots: str) -> str:
    numbers = slots.split()
    if slots == "all":
        return "every number"
    return slots if len(numbers) < 2 else f"{', '.join(numbers[:-1])} and {numbers[-1]}"


def _entry(edition: Edition, wager: str, fields: Mapping[str, str], rest: list[str], before: str = "") -> str:
    name = edition.name_of(wager) if wager in CATALOGUE else wager
    words = fields.get(rest[0], rest[0].replace("_", " "))
    slot = f" {_on(rest[1])}" if len(rest) > 1 else ""
    if rest[0] == "pays" and len(rest) > 1:
        slot = "" if rest[1] == "all" else f" on {_on(rest[1])}"
    return f"{before}{name}: {words}{slot}"


def _paytable(edition: Edition, rest: list[str]) -> str:
    if len(rest) < 3:
        return f"Paytables of {rest[0]}: where they stand"
    name = edition.name_of(rest[2])
    slot = f" on {_on(rest[3])}" if rest[3] != "all" else ""
    return f"Table {rest[1]}, {name}: pays{slot}"


def _layout(edition: Edition, rest: list[str]) -> str:
    words = [_LAYOUT.get(rest[0], rest[0])]
    words += [edition.name_of(key) if key in CATALOGUE else key.replace("_", " ") for key in rest[1:]]
    return ": ".join(words)


_LABELS: Mapping[str, Callable[[Edition, list[str]], str]] = {
    "wagers": lambda edition, rest: _entry(edition, rest[0], _WAGER, rest[1:]),
    "odds": lambda edition, rest: _entry(edition, rest[0], _ODDS, rest[1:], "Odds on "),
    "vig": lambda edition, rest: _entry(edition, rest[0], _VIG, rest[1:], "Vigorish on "),
    "come_out": lambda edition, rest: _entry(edition, rest[0], _COME_OUT, rest[1:]),
    "paytables": _paytable,
    "making": lambda edition, rest: _MAKING.get(rest[0], rest[0]),
    "table": lambda edition, rest: ": ".join(
        [_TABLE.get(rest[0], rest[0]), *(key.replace("_", " ") for key in rest[1:])]
    ),
    "layout": _layout,
}
