"""The drawing of a table on a page."""

from collections.abc import Collection

from django.utils.safestring import SafeString, mark_safe

from craps import game_of
from craps.playthrough import Frame
from craps.ruleset import RuleSet


def table_drawing(
    ruleset: RuleSet,
    title: str,
    frame: Frame | None = None,
    *,
    narrow: bool = False,
    printing: bool = False,
    highlight: Collection[int] = (),
) -> SafeString:
    """The SVG of the table of a rule set's game, with what lies on it after the frame. ``highlight`` marks
    areas by index."""
    game = game_of(ruleset.edition)
    svg = game.draw(ruleset, title=title, frame=frame, narrow=narrow, printing=printing, highlight=highlight)
    return mark_safe(svg)  # noqa: S308 - draw() escapes every text


def table_drawings(ruleset: RuleSet, title: str, frame: Frame | None = None) -> dict[str, SafeString]:
    """Return SVGs of the whole table (`wide`) and of one end for narrow screens, with the frame's bets."""
    return {
        name: table_drawing(ruleset, title, frame, narrow=narrow)
        for name, narrow in (("wide", False), ("narrow", True))
    }
