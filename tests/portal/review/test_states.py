"""The drawing and the page of the states are those of the table."""

import re

from portal.review.management.commands import draw_states as states
from portal.review.transitions import TRANSITIONS
from portal.submissions.models import State


def test_the_files_are_what_the_table_says_now() -> None:
    assert states.SVG.read_text() == states.drawing(), "run `make states`"
    assert states.PAGE.read_text() == states.page(), "run `make states`"


def test_every_state_and_every_move_is_drawn() -> None:
    drawn = states.drawing()
    assert drawn.count('stroke-width="1.6"') == sum(len(t.sources) for t in TRANSITIONS.values())
    words = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", drawn))
    for state in State:
        assert state.label in words
    for transition in TRANSITIONS.values():
        assert f"| {transition.label} |" in states.page()
