"""The current version of a draft, for tests of what a save has stored."""

from __future__ import annotations

from portal.submissions.models import Submission, Version


def current_version(submission: Submission) -> Version:
    """Reload the submission and return its current version."""
    submission.refresh_from_db()
    assert submission.current_version is not None
    return submission.current_version
