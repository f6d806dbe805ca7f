"""The product's Celery application, storing a few approvals at a time, so that a kill hits a run.

`celery -A tests.faults.impact_worker worker`: nothing else differs.
"""

import os

import django

from portal.celery import app

django.setup()

from portal.review import impact_runs  # noqa: E402

impact_runs.CHUNK = int(os.environ["IMPACT_CHUNK"])

__all__ = ["app"]
