"""Rate limits without Redis: the web processes of a machine count together."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import override_settings

from portal.rate_limiter import RateLimiter

PROGRAM = """
import sys
import time
from django.conf import settings
store = {"BACKEND": "portal.shared_counts.SharedCounts", "LOCATION": sys.argv[1]}
settings.configure(CACHES={"default": store})
from django.conf import settings
from django.core.cache import caches
counts = caches["default"]
for _ in range(300):
    if not counts.add("rate", 1, timeout=60):
        counts.incr("rate")
"""


def test_two_processes_lose_no_count(tmp_path: Path) -> None:
    file = str(tmp_path / "rates.sqlite3")
    root = Path(__file__).resolve().parent.parent
    both = [subprocess.Popen([sys.executable, "-c", PROGRAM, file], cwd=root) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    store = {"BACKEND": "portal.shared_counts.SharedCounts", "LOCATION": file}
    with override_settings(CACHES={"default": store, "rates": store}):
        assert caches["rates"].incr("rate") == 601


def test_a_limit_holds_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = {"BACKEND": "portal.shared_counts.SharedCounts", "LOCATION": str(tmp_path / "rates.sqlite3")}
    with override_settings(CACHES={"default": store, "rates": store}):
        limiter = RateLimiter("test", limit=2, seconds=60)
        assert [limiter.wait("somebody") for _ in range(4)] == [0, 0, 60, 60]
        assert limiter.wait("another") == 0
        later = time.time() + 61
        monkeypatch.setattr("time.time", lambda: later)
        assert limiter.wait("somebody") == 0
        with pytest.raises(ValueError, match="not found"):
            caches["rates"].incr("nobody")
        caches["rates"].clear()
        assert caches["rates"].get("somebody") is None


def test_limits_are_counted_there_without_redis() -> None:
    """A count in each process let a caller have its limit as often as there are processes."""
    assert settings.CACHES["rates"]["BACKEND"] == "portal.shared_counts.SharedCounts"
    assert caches["rates"] is not caches["default"]
