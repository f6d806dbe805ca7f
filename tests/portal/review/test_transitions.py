"""The table of transitions itself."""

import pytest

from portal.accounts.permissions import PERMISSIONS
from portal.review import workflow
from portal.review.transitions import TRANSITIONS, obstacle
from portal.submissions.models import State, Submission
from tests.factories import House, draft, recommended

ENDS = {
    State.REFUSED,
    State.WITHDRAWN,
    State.SUPERSEDED,
    State.SURRENDERED,
    State.REVOKED,
    State.EXPIRED,
}


def test_every_state_can_be_reached_and_the_ends_are_ends() -> None:
    reached = {t.target for t in TRANSITIONS.values() if t.target}
    assert reached | {State.DRAFT} == set(State)
    left = {source for t in TRANSITIONS.values() for source in t.sources}
    assert set(State) - left == ENDS


def test_every_move_has_a_permission_a_service_and_words() -> None:
    from portal.notices.case_receivers import RECIPIENTS
    from portal.notices.models import Topic

    for name, transition in TRANSITIONS.items():
        assert transition.permission is None or transition.permission in PERMISSIONS
        assert transition.past and transition.notices, name
        assert set(transition.notices) <= set(RECIPIENTS) and transition.topic in Topic
        if name != "supersede" and not name.endswith("_takes_effect"):  # end_as_planned makes these
            assert callable(getattr(workflow, name))


@pytest.mark.parametrize("name", sorted(TRANSITIONS))
@pytest.mark.parametrize("state", sorted(State))
def test_a_move_starts_from_its_sources_only(name: str, state: str) -> None:
    transition = TRANSITIONS[name]
    without = {"guards": (), "only_if": (), "at_some_tables": lambda case: False}
    bare = transition.__class__(**{**vars(transition), **without})
    found = obstacle(bare, Submission(reference="NZ-2026-0001", state=state), None)
    assert bool(found) == (state not in transition.sources)


def test_what_a_page_offers(house: House) -> None:
    made = draft(house)
    assert workflow.moves_open_to(house.submitter, made) == {"submit", "withdraw"}
    assert workflow.moves_open_to(house.viewer, made) == set()
    made = recommended(house)
    assert workflow.moves_open_to(house.submitter, made) == {"withdraw"}
    assert workflow.moves_open_to(house.officer, made) == set()
    assert workflow.moves_open_to(house.approver, made) == {"approve", "refuse", "send_back"}
