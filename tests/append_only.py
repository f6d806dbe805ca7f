"""Lets a test database be emptied: the triggers that guard append-only tables are lifted for that moment.

`flush` announces post_migrate at its end, which puts the triggers back.
"""

from collections.abc import Iterator

import pytest
from django.test import TransactionTestCase


@pytest.fixture(autouse=True, scope="session")
def empty_guarded_tables() -> Iterator[None]:
    from portal.audit.append_only import guard_tables, unguard_tables

    teardown = TransactionTestCase._fixture_teardown

    def lifted(self: TransactionTestCase) -> None:
        unguard_tables()
        try:
            teardown(self)
        finally:
            guard_tables()

    TransactionTestCase._fixture_teardown = lifted  # type: ignore[method-assign]
    yield
    TransactionTestCase._fixture_teardown = teardown  # type: ignore[method-assign]
