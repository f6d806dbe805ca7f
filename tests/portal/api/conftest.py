from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.core.cache import caches


@pytest.fixture(autouse=True)
def unhurried(settings: LazySettings) -> Iterator[None]:
    """No test is throttled, unless it is about that; and what one counts, the next does not."""
    settings.API_RATES = dict.fromkeys(settings.API_RATES, 10**9)
    yield
    caches["rates"].clear()
