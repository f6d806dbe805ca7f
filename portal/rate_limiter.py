"""A limit on how many requests one caller may make in a while, for pages and API alike.

Counts are kept in the cache "rates": in Redis with CACHE_URL, else in a file that the web processes of a
machine share (portal/shared_counts.py).
"""

import hashlib
import logging
import sqlite3
import time
from math import ceil
from typing import NamedTuple

from django.core.cache import caches
from django.http import HttpRequest
from redis.exceptions import RedisError

from portal.middleware import client_address

logger = logging.getLogger(__name__)


class Quota(NamedTuple):
    """What a caller has left: below 0, the request was one too many. `seconds` until it begins anew."""

    limit: int
    left: int
    seconds: int

    @property
    def allowed(self) -> bool:
        return self.left >= 0


class RateLimiter:
    """At most `limit` requests of the kind `name` in `seconds`, counted from a caller's first request."""

    def __init__(self, name: str, limit: int, seconds: int = 60) -> None:
        self.name, self.limit, self.seconds = name, limit, seconds

    def wait(self, caller: str) -> int:
        """Count a request. Return 0 if it is within the limit, else the seconds until the next one is."""
        quota = self.count(caller)
        return 0 if quota.allowed else quota.seconds

    def count(self, caller: str) -> Quota:
        """Count a request; return what is left.

        While the store of counts is away, requests are let through: a page matters more than its limit.
        """
        try:
            return self._count(caller)
        except (RedisError, sqlite3.Error) as error:
            logger.warning("No rate limit for %s: %s", self.name, error)
            return Quota(self.limit, self.limit, self.seconds)

    def look(self, caller: str) -> Quota:
        """What is left, without counting."""
        counts, key = caches["rates"], f"rate:{self.name}:{caller}"
        try:
            found = counts.get_many([key, f"{key}:ends"])
        except (RedisError, sqlite3.Error) as error:
            logger.warning("No rate limit for %s: %s", self.name, error)
            found = {}
        if len(found) < 2:
            return Quota(self.limit, self.limit, self.seconds)
        return Quota(self.limit, self.limit - found[key], self._until(float(found[f"{key}:ends"])))

    def _count(self, caller: str) -> Quota:
        counts, key = caches["rates"], f"rate:{self.name}:{caller}"
        ends = time.time() + self.seconds
        if counts.add(key, 1, timeout=self.seconds):
            counts.set(f"{key}:ends", ends, timeout=self.seconds)
            count = 1
        else:
            try:
                count = counts.incr(key)
            except ValueError:  # it expired in between, or a full store dropped it
                count = 1
            ends = float(counts.get(f"{key}:ends", ends))
        return Quota(self.limit, self.limit - count, self._until(ends))

    @staticmethod
    def _until(ends: float) -> int:
        return max(1, ceil(ends - time.time()))

    def forget(self, caller: str) -> None:
        """What the caller did so far counts no more."""
        try:
            caches["rates"].delete(f"rate:{self.name}:{caller}")
        except (RedisError, sqlite3.Error) as error:
            logger.warning("No rate limit for %s: %s", self.name, error)


class GrowingDelay:
    """`free` tries in `window` seconds, then one at a time, with a pause after each: `first` seconds, twice
    as long each time, at most `longest`. What is refused in a pause lengthens nothing."""

    def __init__(self, name: str, *, free: int, first: int, longest: int, window: int) -> None:
        self.name, self.free, self.first, self.longest, self.window = name, free, first, longest, window

    def wait(self, caller: str) -> int:
        """Take a try. Return 0 if it may be made now, else the seconds until one may be."""
        try:
            return self._wait(f"delay:{self.name}:{caller}")
        except (RedisError, sqlite3.Error) as error:
            logger.warning("No delay for %s: %s", self.name, error)
            return 0

    def give_back(self, caller: str) -> None:
        """The try was no guess."""
        try:
            self._count(f"delay:{self.name}:{caller}:tries", -1)
        except (RedisError, sqlite3.Error) as error:
            logger.warning("No delay for %s: %s", self.name, error)

    def _wait(self, key: str) -> int:
        # Counted before the try is made: of a thousand at once no more get through than one by one.
        if self._count(f"{key}:tries") <= self.free:
            return 0
        counts, now = caches["rates"], time.time()
        pause = min(self.longest, self.first * 2 ** min(int(counts.get(f"{key}:pauses", 0)), 16))
        if counts.add(f"{key}:ends", now + pause, timeout=pause):
            self._count(f"{key}:pauses")
            return 0
        return max(1, ceil(float(counts.get(f"{key}:ends", now + 1)) - now))

    def _count(self, key: str, by: int = 1) -> int:
        counts = caches["rates"]
        if by > 0 and counts.add(key, by, timeout=self.window):
            return by
        try:
            return counts.incr(key, by)
        except ValueError:  # it expired in between, or a full store dropped it
            return by


class Mark:
    """Something that holds for a caller for so many seconds."""

    def __init__(self, name: str, *, seconds: int) -> None:
        self.name, self.seconds = name, seconds

    def make(self, caller: str) -> bool:
        """Return whether it was not made already."""
        try:
            return bool(caches["rates"].add(f"mark:{self.name}:{caller}", 1, timeout=self.seconds))
        except (RedisError, sqlite3.Error) as error:
            logger.warning("No mark for %s: %s", self.name, error)
            return False

    def is_made(self, caller: str) -> bool:
        try:
            return caches["rates"].get(f"mark:{self.name}:{caller}") is not None
        except (RedisError, sqlite3.Error) as error:
            logger.warning("No mark for %s: %s", self.name, error)
            return False


def address_of(request: HttpRequest) -> str:
    """The caller's network address, hashed: a proxy may have written any text there."""
    return f"address-{hashlib.sha256(client_address(request).encode()).hexdigest()[:32]}"
