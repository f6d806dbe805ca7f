"""The contract's paths and values in words: the one place pages take them from.

>>> path_words("odds.pass_line.multiples.4"), value_words("vig.buy.rate", "3/50")
('Pass line odds on 4', '6%')
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from craps.money import decimal_text, exact, percent_text
from craps.wagers import CATALOGUE

SEVERITIES = {"breach": "Breach", "refer": "To judge", "info": "For information"}
VERDICTS = {"ok": "No breach found", "refer": "Points to judge", "breach": "Breaches found"}
STATE_TONES = {
    "in_force": "ok",
    "approved": "ok",
    "query_open": "refer",
    "returned": "refer",
    "suspended": "breach",
    "refused": "breach",
    "revoked": "breach",
    "submitted": "info",
    "in_review": "info",
    "recommended": "info",
}
TONES = {"breach": "breach", "refer": "refer", "info": "info", "ok": "ok"}

_SECTIONS = {
    "edition": "Edition",
    "operator": "Operator’s name",
    "currency": "Currency",
    "chip_unit": "Smallest chip",
    "wagers": "Wagers offered",
    "odds": "Odds",
    "vig": "Vigorish",
    "paytables": "Pay table",
    "payouts": "Payout",
    "come_out": "On a come-out roll",
    "limits": "Limits",
    "table": "Table",
    "layout": "Layout",
}
_LEAVES = {
    "multiples": "multiple",
    "basis": "measured on",
    "collect": "when it is taken",
    "rate": "rate",
    "base": "taken on",
    "refund_on_removal": "given back on removal",
    "min": "minimum",
    "max": "maximum",
    "increment": "step",
    "length_ft": "length",
    "players": "players",
    "dice": "number of dice",
    "dice_face_mm": "face of a die",
    "equipment": "equipment",
    "legends": "legends",
    "areas": "areas",
}
_VALUES = {
    ("basis", "wager"): "the amount wagered",
    ("basis", "winnings"): "what it would win",
    ("base", "wager"): "the amount wagered",
    ("base", "win"): "what it wins",
    ("collect", "placement"): "when the bet is placed",
    ("collect", "win"): "only when it wins",
    ("collect", "placement_and_payment"): "when placed and each time it is paid",
}


def wager_words(wager: str) -> str:
    """A wager's name; an id the catalogue does not know is shown as it came."""
    return CATALOGUE[wager].name if wager in CATALOGUE else wager.replace("_", " ")


def path_words(path: str) -> str:
    """A field's dotted path as a person would name it."""
    head, *rest = path.split(".")
    if not rest:
        return _SECTIONS.get(head, head.replace("_", " ").capitalize())
    if head == "odds":
        point = f" on {rest[2]}" if len(rest) > 2 else ""
        basis = ", measured on" if rest[1:2] == ["basis"] else ""
        return f"{wager_words(rest[0])} odds{point}{basis}"
    if head in {"payouts", "paytables", "come_out"}:
        wager, _, slot = rest[0].partition(":")
        words = {"payouts": "payout", "paytables": "pay table", "come_out": "on a come-out roll"}[head]
        return f"{wager_words(wager)} {words}" + (f" on {slot}" if slot else "")
    if head in {"limits", "vig"}:
        subject = wager_words(rest[0]) + (" vigorish" if head == "vig" else "")
        return ", ".join([subject, *(_LEAVES.get(part, part) for part in rest[1:])])
    return ", ".join(
        [_SECTIONS.get(head, head), *(_LEAVES.get(part, part.replace("_", " ")) for part in rest)]
    )


def as_sentence(path: str, message: str) -> str:
    """What the core says of a field, which names the place apart, as a sentence that stands by itself.

    >>> as_sentence("operator", "is longer than 200 characters")
    'Operator’s name is longer than 200 characters.'
    """
    told = f"{path_words(path)} {message}" if message[:1].islower() else message
    return told if told.endswith((".", "?")) else f"{told}."


def value_words(path: str, value: Any) -> str:
    """A field's value as a person would say it: 3×, 5%, 2 to 1, yes."""
    leaf = path.rsplit(".", 1)[-1]
    if value is None:
        return "not stated"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(
            f"{_key_words(key)} {value_words(f'{path}.{key}', inner)}" for key, inner in value.items()
        )
    if isinstance(value, list):
        return ", ".join(value_words(path, inner) for inner in value) or "none"
    if path.startswith("odds.") and ".multiples" in path:
        return f"{value}×"
    if leaf == "rate":
        return percent_or_text(value)
    if path.startswith("payouts.") and isinstance(value, str):
        return value.replace(":", " to ")
    if path == "wagers":
        return wager_words(str(value))
    return _VALUES.get((leaf, value), str(value).replace("_", " ") if leaf == "equipment" else str(value))


def percent_or_text(value: Any) -> str:
    """A rate as a percentage; what cannot be read as a number is shown as it was typed."""
    try:
        return percent_text(exact(str(value)))
    except ValueError:
        return str(value)


def edge_text(value: str) -> str:
    """A house edge or chance as a percentage with two decimals.

    >>> edge_text("7/495")
    '1.41%'
    """
    return f"{decimal_text(Fraction(value) * 100, 2)}%"


def _key_words(key: str) -> str:
    return f"on {key}:" if key.isdigit() else f"{_LEAVES.get(key, key)}:"
