from collections.abc import Iterator

import pytest
from django.core.cache import caches

from tests.factories import House, make_house


@pytest.fixture
def house(db: None) -> House:
    return make_house()


@pytest.fixture(autouse=True)
def fresh_rate_limits() -> Iterator[None]:
    """What one test counts, the next does not."""
    yield
    caches["rates"].clear()
