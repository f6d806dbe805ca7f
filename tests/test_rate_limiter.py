"""The limiter counts each caller apart, says how long to wait, and never takes a page down with it."""

import pytest
from django.test import override_settings

from portal.rate_limiter import RateLimiter
from tests.services import free_port


def test_each_caller_has_its_own_count_and_reads_how_long_to_wait() -> None:
    limiter = RateLimiter("test", limit=2, seconds=60)
    assert [limiter.wait("one") for _ in range(2)] == [0, 0]
    assert 0 < limiter.wait("one") <= 60
    assert limiter.wait("another") == 0


def test_without_its_store_requests_are_let_through(caplog: pytest.LogCaptureFixture) -> None:
    nothing_listens = f"redis://127.0.0.1:{free_port()}/0"
    store = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": nothing_listens}
    with override_settings(CACHES={"default": store, "rates": store}):
        assert RateLimiter("test", limit=1).wait("one") == 0
    assert "No rate limit for test" in caplog.text
