"""The product's Celery application, with the moment it has reached written to a file for the test to read.

`celery -A tests.faults.render_worker worker`: nothing is replaced. Short moments are stretched by a few
hundredths of a second, so that a kill can find them.
"""

import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

from portal.celery import app

django.setup()

from portal import files  # noqa: E402
from portal.documents import outbox, pdf, signing  # noqa: E402, F401  # loaded before the first task

MOMENT = Path(os.environ["BAIZE_MOMENT"])


def stretched(before: str, work: Callable[..., Any], after: str) -> Callable[..., Any]:
    def timed(*args: Any, **kwargs: Any) -> Any:
        reach(before)
        result = work(*args, **kwargs)
        reach(after)
        return result

    return timed


def reach(moment: str) -> None:
    MOMENT.write_text(moment)
    time.sleep(random.uniform(0, 0.05))


outbox.claim = stretched("claiming", outbox.claim, "claimed")
outbox.run_limited = stretched("rendering", outbox.run_limited, "rendered")
signing.sign = stretched("signing", signing.sign, "signed")
files.put = stretched("storing", files.put, "stored")
outbox.register.enter_document = stretched("before commit", outbox.register.enter_document, "before commit")
outbox.finish = stretched("finishing", outbox.finish, "committed")

__all__ = ["app"]
