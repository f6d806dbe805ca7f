import pytest
from django.conf import LazySettings


@pytest.fixture(autouse=True)
def no_throttling(settings: LazySettings) -> None:
    """No test is throttled unless it sets its own limits."""
    settings.API_RATES = dict.fromkeys(settings.API_RATES, 10**9)
