"""The figures of a table in words: what is measured, the operator's figure, and what a rulebook allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


def gettext_noop(text: str) -> str:
    """Mark a text for translation; the core has no Django."""
    return text


class Measure(NamedTuple):
    """A figure of the table. The places that show it need four forms; the label is in LABELS."""

    value: str  # the operator's figure
    limit: str  # what the rulebook allows
    finding: str  # a sentence, with the limit's "at most 14" in it
    unit: str = ""  # added to the label above an input, which takes the bare figure
    bound: str = "at most"  # a key of BOUNDS, or "" where the bare figure is the rule


MEASURES: Mapping[str, Measure] = {
    "length_ft": Measure(
        "{figure} ft",
        gettext_noop("at most {figure} ft"),
        gettext_noop("The table is {figure} ft long"),
        "in feet",
    ),
    "seats": Measure(
        "{figure}", gettext_noop("at most {figure}"), gettext_noop("The table has {figure} seats")
    ),
    "players": Measure(
        "{figure}", gettext_noop("at most {figure}"), gettext_noop("The game takes {figure} players")
    ),
    "players_per_end": Measure(
        "{figure}", gettext_noop("at most {figure}"), gettext_noop("Each end takes {figure} players")
    ),
    "dice": Measure("{figure}", "{figure}", gettext_noop("A set of {figure} dice is at the table"), bound=""),
    "dice_face_mm": Measure(
        "{figure} mm",
        gettext_noop("at least {figure} mm"),
        gettext_noop("The faces of the dice measure {figure} mm"),
        "in mm",
        "at least",
    ),
    "dice_change_hours": Measure(
        "{figure}",
        gettext_noop("at most {figure}"),
        gettext_noop("The dice are changed after {figure} hours"),
    ),
    "counts_as_tables": Measure(
        "{figure} tables",
        gettext_noop("{figure} tables"),
        gettext_noop("For supervision the table counts as {figure} tables"),
        bound="exactly",
    ),
}
BOUNDS: Mapping[str, str] = {
    "at most": gettext_noop("at most {figure}"),
    "at least": gettext_noop("at least {figure}"),
    "exactly": gettext_noop("exactly {figure}"),
}
