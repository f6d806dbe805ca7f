"""The product's Celery application, storing a few approvals at a time, so that a kill hits a run.

`celery -A tests.faults.impact_worker worker`: nothing else differs, but that it stops where the file
`gate` in the data folder says, so that on a busy machine too the run is not over before its worker is killed.
"""

import os
import time
from pathlib import Path

import django

from portal.celery import app

django.setup()

from portal.review import impact_runs  # noqa: E402
from portal.review.impact import EditionPair  # noqa: E402
from portal.review.impact_models import ImpactRow, ImpactRun  # noqa: E402
from portal.submissions.models import Submission  # noqa: E402

GATE = Path(os.environ["BAIZE_DATA"]) / "gate"
look_at = impact_runs._look_at


def look_at_before_the_gate(run: ImpactRun, comparison: EditionPair, submission: Submission) -> ImpactRow:
    while GATE.exists() and run.rows.count() >= int(GATE.read_text()):
        time.sleep(0.05)
    return look_at(run, comparison, submission)


impact_runs.CHUNK = int(os.environ["IMPACT_CHUNK"])
impact_runs._look_at = look_at_before_the_gate

__all__ = ["app"]
