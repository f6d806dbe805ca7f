"""A polite limit on how often one address may ask for something that takes work. Kept by each web process."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from threading import Lock

from django.http import HttpRequest

from portal.middleware import client_address

_ADDRESSES = 5000  # remembered at most; the one not heard of for longest is forgotten first


class Pace:
    """At most `most` requests in `seconds` from one address."""

    def __init__(self, most: int, seconds: int) -> None:
        self.most, self.seconds = most, seconds
        self._asked: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = Lock()

    def wait(self, request: HttpRequest) -> int:
        """Seconds to wait before the next; 0 if this one may go ahead, and then it is counted."""
        now, who = time.monotonic(), client_address(request)
        with self._lock:
            times = self._asked.setdefault(who, deque())
            self._asked.move_to_end(who)
            while times and times[0] <= now - self.seconds:
                times.popleft()
            if len(times) >= self.most:
                return int(times[0] + self.seconds - now) + 1
            times.append(now)
            while len(self._asked) > _ADDRESSES:
                self._asked.popitem(last=False)
        return 0
