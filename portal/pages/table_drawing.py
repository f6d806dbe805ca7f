"""The drawing of a table on a page."""

from django.utils.safestring import SafeString, mark_safe

from craps.drawing import draw
from craps.layouts import layout_of
from craps.playthrough import Frame
from craps.ruleset import RuleSet


def table_drawings(ruleset: RuleSet, title: str, frame: Frame | None = None) -> dict[str, SafeString]:
    """Return SVGs of the whole table (`wide`) and of one end for narrow screens, with the frame's bets."""
    return {
        name: mark_safe(  # noqa: S308 - draw() escapes every text
            draw(
                layout_of(ruleset),
                title=title,
                edition=ruleset.edition,
                bets=frame.bets if frame else (),
                point=frame.step.point if frame else None,
                fold=fold,
            )
        )
        for name, fold in (("wide", False), ("narrow", True))
    }
