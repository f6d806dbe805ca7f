from __future__ import annotations

import pytest

from portal.register import checkpoints
from portal.submissions.models import Submission
from tests.factories import House
from tests.portal.register.entries import TODAY, entered, three_entries


@pytest.fixture
def grown(house: House) -> House:
    """Six entries, checkpoints over three of them and over all."""
    three_entries(house)
    assert checkpoints.sign().size == 3
    suspended = entered(house)
    entered(house)
    Submission.objects.filter(pk=suspended.pk).update(state="suspended", in_force_from=TODAY)
    entered(house, suspended, "suspended")
    assert checkpoints.sign().size == 6
    return house
