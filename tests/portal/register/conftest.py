from __future__ import annotations

import pytest

from portal.audit.append_only import guard_tables, unguard_tables
from portal.submissions.models import Submission
from tests.factories import House
from tests.portal.register.entries import TODAY, entered, signed, three_entries


@pytest.fixture
def grown(house: House) -> House:
    """Six entries, checkpoints over three of them and over all."""
    three_entries(house)
    assert signed().size == 3
    suspended = entered(house)
    entered(house)
    unguard_tables()  # the database lets no case without a decision be approved, and so suspended
    Submission.objects.filter(pk=suspended.pk).update(state="suspended", in_force_from=TODAY)
    guard_tables()
    entered(house, suspended, "suspended")
    assert signed().size == 6
    return house
