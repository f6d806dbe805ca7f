"""Which rules are in force at a table, today and on a past day."""

from __future__ import annotations

from datetime import timedelta

import pytest

from portal.submissions.tables import approval_at
from tests.factories import approved, create_table, make_house

pytestmark = pytest.mark.django_db


def test_a_table_has_the_approval_of_its_game() -> None:
    house = make_house()
    table, other = create_table(property=house.property), create_table(property=house.property, game="war")
    assert approval_at(table) is None
    made = approved(house).submission
    made.refresh_from_db()
    assert approval_at(table) == made
    assert approval_at(other) is None
    assert made.in_force_from is not None
    assert approval_at(table, made.in_force_from) == made
    assert approval_at(table, made.in_force_from - timedelta(days=1)) is None


def test_every_table_has_a_code_of_its_own() -> None:
    tables = [create_table() for _ in range(20)]
    assert len({table.code for table in tables}) == 20
    assert all(len(table.code) == 8 and not set(table.code) & set("01ilo") for table in tables)
