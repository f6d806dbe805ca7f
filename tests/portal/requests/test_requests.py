"""Generated requests: some hundreds in every run, `make requests REQUESTS=1000000` for the rest."""

from __future__ import annotations

import logging
import os
import time

import pytest
from pytest_django import Settings

from tests.portal.requests.generator import Run
from tests.portal.requests.world import World

pytestmark = pytest.mark.slow
REQUESTS = int(os.environ.get("REQUESTS", "400"))


def test_no_request_leaks_or_fails(db: None, settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    settings.API_RATES = dict.fromkeys(settings.API_RATES, 10**9)
    logging.disable(logging.CRITICAL)
    try:
        run = Run(
            [World("nz", "nz-revised"), World("md", "md-craps")], int(os.environ.get("REQUESTS_SEED", "20"))
        )
        begun = time.monotonic()
        for part in range(0, REQUESTS, 1000):
            run.ask(min(1000, REQUESTS - part))
            if REQUESTS > 1000:
                with capsys.disabled():
                    print(
                        f"{time.monotonic() - begun:7.0f} s  {run.summary()}",
                        *run.problems[-3:],
                        sep="\n",
                        flush=True,
                    )
    finally:
        logging.disable(logging.NOTSET)
    assert not run.problems, "\n\n".join(run.problems[:20])
    assert len(run.by_route) > min(REQUESTS, 1000) / 4
