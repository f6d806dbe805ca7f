"""The rules an approval is about. They are public: the certificate carries them as they were decided on."""

from __future__ import annotations

from typing import Any

from portal.errors import NotFound
from portal.register.models import Entry
from portal.submissions.models import Version


def approved_ruleset(entry: Entry) -> dict[str, Any]:
    """The rule set that the decision binds to by its digest; NotFound for a refusal, which shows none."""
    digest = entry.leaf.get("ruleset_digest")
    found = (
        Version.objects.filter(submission_id=entry.submission_id, digest=digest).first() if digest else None
    )
    if found is None:
        raise NotFound(f"The register shows no rules for {entry.reference}.")
    ruleset: dict[str, Any] = found.ruleset
    return ruleset
