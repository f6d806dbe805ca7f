"""Questions of the demo's officers to a test laboratory: one that waits for its answer, one answered.

The audit trail records the function's name: do not rename these functions.
"""

from datetime import timedelta

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Organisation, Role, User
from portal.accounts.selectors import people_with
from portal.demo import actors
from portal.demo.cases import odds
from portal.demo.people import LABORATORY
from portal.demo.sample_pdf import one_page_pdf
from portal.experts import services
from portal.experts.models import ExpertRequest
from portal.submissions.models import Submission
from portal.submissions.uploads import uploads


def nz_laboratory_looks_at_the_dice() -> None:
    """Two questions about one case: one is answered, one waits."""
    case = actors.draft(
        "Aurora Harbour Rooms", "nz-revised", odds(2) | {"table": {"dice": 5, "dice_face_mm": "20"}}
    )
    report = one_page_pdf("Dice of 20 mm", ["Five dice of one set, measured by the manufacturer."])
    plan = one_page_pdf("Table plan", ["Where the table stands, with the seats of the staff."])
    actors.attach(case, "Dice measurements.pdf", report, kind="laboratory", confidential=True)
    actors.attach(case, "Table plan.pdf", plan, kind="other", confidential=False)
    case = actors.submit(case)
    actors.claim(case)
    first = _ask(
        case,
        "The manufacturer states a tolerance of 0.013 mm. Is that enough for dice of 20 mm, and is the set "
        "of five balanced? Please measure the samples we sent on Monday.",
        days=21,
    )
    services.answer(
        actor=_expert(),
        request_id=first.pk,
        text="We measured all five dice on three axes. The greatest difference between two faces is "
        "0.008 mm, and none of the dice turned to one face in the balance calliper. The set is fit for use.",
        files=[
            {
                "filename": "Report on five dice.pdf",
                "data": one_page_pdf("Report on five dice", ["Greatest difference 0.008 mm; balanced."]),
            }
        ],
    )
    _ask(
        case,
        "The operator intends to keep the dice in use for twelve hours instead of eight. From your "
        "experience, does wear change the measurements within that time?",
        days=28,
    )


def _ask(case: Submission, question: str, *, days: int) -> ExpertRequest:
    officer = actors.officer(case)
    [upload] = uploads(officer, case).filter(kind="laboratory")
    return services.ask(
        actor=officer,
        reference=case.reference,
        organisation_id=Organisation.objects.get(name=LABORATORY).pk,
        question=question,
        due_on=jurisdiction(case.jurisdiction).today() + timedelta(days=days),
        upload_ids=[upload.pk],
    )


def _expert() -> User:
    return people_with(Role.EXPERT, organisation_id=Organisation.objects.get(name=LABORATORY).pk).get()


EXPERT_REQUESTS = (nz_laboratory_looks_at_the_dice,)
