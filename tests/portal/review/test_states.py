"""The page of the states is that of the table."""

from portal.review.management.commands import write_states as states
from portal.review.transitions import TRANSITIONS
from portal.submissions.models import State


def test_the_page_is_what_the_table_says_now() -> None:
    assert states.PAGE.read_text() == states.page(), "run `make states`"


def test_every_state_and_every_move_is_drawn() -> None:
    drawn = states.diagram()
    for state in State:
        assert f'state "{state.label}" as {state.value}\n' in drawn
    for transition in TRANSITIONS.values():
        assert drawn.count(f": {transition.label}\n") == len(transition.sources if transition.target else ())
        assert f"| {transition.label} |" in states.page()
