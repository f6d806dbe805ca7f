"""Generated requests: some hundreds in every run, `make requests REQUESTS=1000000 SHARDS=2` for the rest.

A long run ends when its time (MINUTES) is over; its last line says how many requests it made.
"""

from __future__ import annotations

import os
import sys
import time

import pytest
from pytest_django import Settings

from tests.portal.requests.generator import Run
from tests.portal.requests.light import light
from tests.portal.requests.world import World

pytestmark = pytest.mark.slow
REQUESTS = int(os.environ.get("REQUESTS", "400"))
SEED = int(os.environ.get("REQUESTS_SEED", "20"))
MINUTES = float(os.environ.get("REQUESTS_MINUTES", "inf"))
SHARDS = int(os.environ.get("REQUESTS_SHARDS", "1"))  # each with its own seed, worlds and database


@pytest.mark.parametrize("seed", range(SEED, SEED + SHARDS))
def test_no_request_leaks_or_fails(
    db: None,
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
) -> None:
    settings.API_RATES = dict.fromkeys(settings.API_RATES, 10**9)
    run = Run([World("nz", "nz-revised"), World("md", "md-craps")], seed)
    begun, wanted = time.monotonic(), REQUESTS // SHARDS
    with light(monkeypatch):
        while run.asked < wanted and len(run.problems) < 100 and time.monotonic() - begun < MINUTES * 60:
            run.ask(min(1000, wanted - run.asked))
            if wanted > 1000:
                tell(
                    capsys,
                    f"seed {seed} {time.monotonic() - begun:7.0f} s  {run.summary()}",
                    *run.problems[-3:],
                )
    assert not run.problems, "\n\n".join(run.problems[:20])
    assert len(run.by_route) > min(run.asked, 1000) / 4


def tell(capsys: pytest.CaptureFixture[str], *lines: str) -> None:
    """How far a long run is; on standard error, which also reaches the terminal from several processes."""
    with capsys.disabled():
        print(*lines, sep="\n", file=sys.stderr, flush=True)
