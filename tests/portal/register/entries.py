"""Entries for tests of the log, and what somebody with the database's own password can do to them."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import connection

from portal.audit.append_only import unguard_tables
from portal.audit.models import AuditEntry
from portal.register import checkpoint_store, checkpoints, log
from portal.register.models import Checkpoint
from portal.register.services import enter_decision
from portal.review.models import Decision
from portal.submissions.models import Submission
from portal.validation.drafts import create_draft
from portal.validation.services import ensure_run
from tests.factories import House

TODAY = date(2026, 11, 16)


def three_entries(house: House) -> None:
    for _ in range(3):
        entered(house)
    assert checkpoints.count() == 3


def entered(house: House, case: Submission | None = None, outcome: str = "approved") -> Submission:
    """A decision in the register, without the review before it: that is tested elsewhere."""
    if case is None:
        case = create_draft(actor=house.submitter, property_id=house.property.pk, edition_id="nz-revised")
        version = case.current_version
        assert version is not None
        Decision.objects.create(
            submission=case,
            version=version,
            run=ensure_run(version=version),
            outcome="approved",
            digest=version.digest,
            recommended_by=house.officer,
            decided_by=house.approver,
            effective_on=TODAY,
            no_conflict=True,
        )
        Submission.objects.filter(pk=case.pk).update(
            state="approved", submitted_at=case.created_at, decided_at=case.created_at
        )
    facts = facts_of(house, case) | {"outcome": outcome}
    enter_decision(submission=case, facts=facts)
    return case


def facts_of(house: House, case: Submission) -> dict[str, Any]:
    return {
        "reference": case.reference,
        "jurisdiction": "nz",
        "operator": house.operator.name,
        "property": house.property.name,
        "edition": "nz-revised",
        "ruleset_digest": "cd" * 32,
        "decided_on": TODAY.isoformat(),
        "chosen": [{"label": "Odds", "value": "2× – “double”", "differs": True}],
    }


def behind_the_guards(statement: str, *values: Any) -> None:
    """What somebody with the database's own password can do."""
    unguard_tables()
    with connection.cursor() as sql:
        sql.execute(statement, values)


def signed() -> Checkpoint:
    """Sign the log, which must pass its check."""
    checkpoint = checkpoints.sign()
    assert checkpoint is not None
    return checkpoint


def assert_stopped(*words: str) -> None:
    """Signing finds it at once. Nothing is signed, and it is said where people look."""
    before = list(Checkpoint.objects.values_list("note", flat=True))
    remembered = checkpoint_store.load()
    assert checkpoints.sign() is None
    assert list(Checkpoint.objects.values_list("note", flat=True)) == before
    assert checkpoint_store.load() == remembered
    said = " ".join(log.status().problems)
    for word in words:
        assert word in said
    after = AuditEntry.objects.get(action="log.stop").after
    assert after is not None and after["problems"] == log.status().problems
    assert log.health().startswith("stopped")


def assert_found_by_the_check(*words: str) -> None:
    """What was signed stays as it was; checking the whole log finds it, and then nothing is signed."""
    last = checkpoints.latest()
    assert checkpoints.sign() == last
    assert not log.status().problems
    assert checkpoints.check().problems
    assert_stopped(*words)
