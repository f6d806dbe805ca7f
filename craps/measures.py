"""The figures of a table in words: what is measured, the operator's figure, and what a rulebook allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from craps.messages import Words


class Measure(NamedTuple):
    """A figure of the table. The places that show it need four forms; the label is in LABELS."""

    value: str  # the operator's figure
    limit: str  # what the rulebook allows
    finding: str  # a sentence, with the limit's "at most 14" in it
    unit: str = ""  # added to the label above an input, which takes the bare figure
    bound: str = "at most"  # a key of BOUNDS, or "" where the bare figure is the rule


_BOUND_OF = {"dice": "", "dice_face_mm": "at least", "counts_as_tables": "exactly"}
MEASURES: Mapping[str, Measure] = Words(
    "measures.MEASURES", lambda field, words: Measure(*words)._replace(bound=_BOUND_OF.get(field, "at most"))
)
BOUNDS: Mapping[str, str] = Words("measures.BOUNDS")


def bounded(bound: str, figure: str) -> str:
    """A figure with its bound, one of BOUNDS.

    >>> bounded("at most", "14")
    'at most 14'
    """
    return BOUNDS[bound].format(figure=figure) if bound else figure
