"""Cases with everything in them, and their bundles."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any
from zipfile import ZipFile

from PIL import Image

from portal import files
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.bundles import outbox, services
from portal.bundles.models import Bundle
from portal.demo.sample_pdf import one_page_pdf
from portal.register import checkpoints
from portal.review import comments, ticks, workflow
from portal.review.answers import GivenFile
from portal.submissions import uploads
from portal.submissions.models import Submission
from tests.factories import House, complete, digest, draft, odds, present, submit_draft

NOTE = "Ask the approver whether the floor manager was told of this before."
SHOWN = "The sign at the table has to show the new odds."
TICK_NOTE = "Compared with the last approval by hand, which took the whole morning."
QUESTION, ANSWER = "Which table is it for, and who deals there?", "The first table in the high-limit room."
RECOMMENDED = "Within the edition, as far as I can see from here."
DECIDED = "Decided as recommended, after a talk with the officer."


def picture() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (8, 6), "green").save(written, "PNG")
    return written.getvalue()


def busy_case(house: House, *, multiple: int = 2, refuse: bool = False, **terms: Any) -> Submission:
    """A decided case with uploads, a question with files, remarks, marks and two versions."""
    case = draft(house, complete(odds(multiple, house.edition.pk)))
    by: dict[str, Any] = {"actor": house.submitter, "reference": case.reference}
    uploads.add(**by, kind="layout", confidential=False, filename="Plan by Somebody.png", data=picture())
    uploads.add(
        **by, kind="laboratory", confidential=False, filename="dice.pdf", data=sample("Six dice", ["19 mm"])
    )
    uploads.add(
        **by, kind="training", confidential=True, filename="staff.pdf", data=sample("Staff", ["Eleven names"])
    )
    case = submit_draft(house, case)
    ask: dict[str, Any] = {"actor": house.officer, "reference": case.reference}
    workflow.claim(**ask)
    due = jurisdiction(case.jurisdiction).today() + timedelta(days=9)
    workflow.open_query(**ask, text=QUESTION, due_on=due)
    given = [GivenFile(filename="plan.pdf", data=sample("Plan", ["The room"]))]
    workflow.answer_query(**by, text=ANSWER, files=given)
    comments.comment(**ask, text=NOTE)
    comments.comment(**ask, text=SHOWN, shown_to_operator=True)
    case.refresh_from_db()
    for key in ticks.unticked(present(case.submitted_version)):
        ticks.tick(**ask, finding_key=key, note=TICK_NOTE)
    bound: dict[str, Any] = {"digest": digest(case), "no_conflict": True}
    workflow.recommend(**ask, **bound, reason=RECOMMENDED, outcome="refuse" if refuse else "approve")
    decide: dict[str, Any] = {"actor": house.approver, "reference": case.reference, "reason": DECIDED}
    if refuse:
        workflow.refuse(**decide, **bound)
    else:
        workflow.approve(**decide, **bound, **terms)
    case.refresh_from_db()
    return case


def sample(title: str, lines: list[str]) -> bytes:
    return one_page_pdf(title, lines)


def made(actor: User, case: Submission, kind: str = "case_file") -> Bundle:
    """Ordered and made at once, as a worker would."""
    checkpoints.sign()
    bundle = services.order(actor=actor, reference=case.reference, kind=kind)
    outbox.make(bundle.pk)
    bundle.refresh_from_db()
    return bundle


def zip_of(bundle: Bundle) -> ZipFile:
    assert bundle.is_ready, bundle.failure
    return ZipFile(io.BytesIO(data_of(bundle)))


def data_of(bundle: Bundle) -> bytes:
    return files.get(bundle.file, bundle.sha256)
