"""One rule set from an empty draft to a certificate that anyone can download."""

from typing import Any

import pytest

from portal.audit.selectors import trail_of
from portal.documents import services as documents
from portal.documents import tasks
from portal.documents.selectors import public_document
from portal.register import selectors as register
from portal.review import workflow
from portal.review.queue import queue
from portal.submissions.models import State
from portal.validation import drafts
from portal.validation import services as validation
from portal.validation.drafts import create_draft
from portal.validation.selectors import run_of
from tests.factories import House, digest, odds, present

pytestmark = pytest.mark.slow


def test_the_thin_walk(
    house: House, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks.produce, "delay", tasks.produce)  # the worker is this process

    # The operator drafts under nz-revised and sees a breach while typing.
    case = create_draft(actor=house.submitter, property_id=house.property.pk, edition_id="nz-revised")
    reference = case.reference
    live = validation.live_check(odds(3))
    breach = next(finding for finding in live.findings if finding.severity == "breach")
    assert breach.clause.startswith("4.1(")
    assert validation.live_check(odds(2)).verdict != "breach"

    version = drafts.save_draft(
        actor=house.submitter, reference=reference, ruleset=odds(2), expected_version=1
    )
    run = version.runs.get()
    assert run.breaches == 0
    workflow.submit(
        actor=house.submitter,
        reference=reference,
        digest=version.digest,
        name="Ana Holt",
        role="Compliance manager",
    )

    # An officer reviews what was stored and recommends; an approver approves.
    waiting = queue(house.officer).get()
    assert waiting.reference == reference
    assert run_of(waiting.submitted_version) == run
    workflow.claim(actor=house.officer, reference=reference)
    workflow.recommend(
        actor=house.officer,
        reference=reference,
        digest=digest(waiting),
        reason="Double odds are the operator's option.",
        no_conflict=True,
    )
    with django_capture_on_commit_callbacks(execute=True):
        workflow.approve(actor=house.approver, reference=reference, digest=version.digest, no_conflict=True)
        assert present(public_document(reference)).state == "waiting"

    # The worker made the certificate, and the public finds both.
    entry = register.entry(reference)
    assert (entry.standing, entry.leaf["ruleset_digest"]) == (State.IN_FORCE, version.digest)
    document = public_document(reference)
    assert document is not None
    assert document.is_ready, document.failure
    assert documents.read(document).startswith(b"%PDF-1.7")
    assert [e.kind for e in register.history(reference)] == ["decision"] + ["document"] * 3
    assert register.history(reference)[1].leaf["sha256"] == document.sha256

    # Every step is in the trail, oldest last.
    steps = [row.action for row in trail_of(house.site_admin, case)]
    assert steps[::-1] == [
        "draft.create",
        "draft.save",
        "submission.submit",
        "submission.claim",
        "review.recommend",
        "submission.recommend",
        "submission.approve",
        "submission.come_into_force",
    ]
