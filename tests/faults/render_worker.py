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
from portal.register import services as register  # noqa: E402

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


for module, name, before, after in (
    (outbox, "claim", "claiming", "claimed"),
    (outbox, "run_limited", "rendering", "rendered"),
    (signing, "sign", "signing", "signed"),
    (files, "put", "storing", "stored"),
    (register, "enter_document", "before commit", "before commit"),
    (outbox, "finish", "finishing", "committed"),
):
    setattr(module, name, stretched(before, getattr(module, name), after))

__all__ = ["app"]
