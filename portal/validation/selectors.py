"""Runs as pages read them: stored, never recomputed."""

from portal.submissions.models import Version
from portal.validation.models import Run


def run_of(version: Version | None) -> Run | None:
    """The latest run of a version, with its findings, worst first."""
    if version is None:
        return None
    run = Run.objects.filter(version=version).prefetch_related("findings").order_by("-pk").first()
    if run is not None:
        run.version = version
    return run
