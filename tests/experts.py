"""Questions to an expert for tests, made by the product's own services."""

from datetime import timedelta
from typing import Any

from portal.accounts.jurisdictions import jurisdiction
from portal.experts import services
from portal.experts.models import ExpertRequest
from portal.review import workflow
from portal.submissions import uploads
from portal.submissions.models import Submission
from tests.factories import House, complete, draft, odds, submit_draft

PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


def case_with_files(house: House, *names: str) -> Submission:
    """A case in review with these PDFs, each with a content of its own."""
    made = draft(house, complete(odds(2, house.edition.pk)))
    for name in names:
        uploads.add(
            actor=house.submitter,
            reference=made.reference,
            kind="laboratory",
            confidential=True,
            filename=name,
            data=PDF + f"% {name}\n%%EOF\n".encode(),
        )
    return workflow.claim(actor=house.officer, reference=submit_draft(house, made).reference)


def asked(house: House, case: Submission, **given: Any) -> ExpertRequest:
    due = jurisdiction(case.jurisdiction).today() + timedelta(days=10)
    return services.ask(
        **{
            "actor": house.officer,
            "reference": case.reference,
            "organisation_id": house.expert.organisation_id,
            "question": "Are these dice true?",
            "due_on": due,
            **given,
        }
    )


def answered(house: House, case: Submission, *files: bytes) -> ExpertRequest:
    row = asked(house, case)
    given = [{"filename": f"report {n}.pdf", "data": data} for n, data in enumerate(files, 1)]
    return services.answer(actor=house.expert, request_id=row.pk, text="They are.", files=given)  # type: ignore[arg-type]  # as Given
