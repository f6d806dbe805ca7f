"""The pages on which approvals are brought to an end: notice, reply, revocation, surrender on a later day."""

from datetime import date, timedelta

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.review import workflow
from portal.submissions.models import State, Submission
from tests.factories import House, approved, create_table
from tests.portal.doors import text
from tests.portal.routes import PDF


def today() -> date:
    return jurisdiction("nz").today()


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(case: Submission, *parts: str) -> str:
    return "/".join(["/regulator/cases", case.reference, *parts, ""])


def own(case: Submission, *parts: str) -> str:
    return "/".join(["/operator/submissions", case.reference, *parts, ""])


def test_notice_reply_and_revocation(house: House) -> None:
    case = approved(house).submission
    officer, operator, approver = (
        signed_in(user) for user in (house.officer, house.submitter, house.approver)
    )
    assert "Withdraw the notice" not in text(officer.get(address(case)))
    due = (today() + timedelta(days=7)).isoformat()
    sent = officer.post(address(case, "give-notice-of-intent"), {"reason": "Odd dice.", "due_on": due})
    assert sent.status_code == 302
    assert "Reply to the notice of intent to revoke" in text(operator.get("/operator/"))
    page = text(operator.get(own(case)))
    assert "Odd dice." in page and "You may reply until" in page
    empty = operator.post(own(case, "notice"), {"text": ""})
    assert empty.status_code == 422 and "Enter your reply." in text(empty)
    file = SimpleUploadedFile("dice.pdf", PDF, "application/pdf")
    assert operator.post(own(case, "notice"), {"text": "They are new.", "file": [file]}).status_code == 302
    page = text(approver.get(address(case, "revoke")))
    assert "They are new." in page and "dice.pdf" in page and "cannot wait" not in page
    check = approver.post(address(case, "revoke"), {"reason": "They are not."})
    assert "It replied to the notice of intent on" in text(check)
    approver.post(address(case, "revoke"), {"reason": "They are not.", "confirm": "yes"})
    case.refresh_from_db()
    assert case.state == State.REVOKED


def test_revoking_without_a_notice_asks_why_and_keeps_what_was_entered(house: House) -> None:
    case, approver = approved(house).submission, signed_in(house.approver)
    last = (today() + timedelta(days=9)).isoformat()
    entered = {"reason": "Loaded dice.", "last_day": last, "urgency": ""}
    refused = approver.post(address(case, "revoke"), entered)
    assert refused.status_code == 422
    page = text(refused)
    assert "No notice of intent was given" in page and "Loaded dice." in page
    check = text(approver.post(address(case, "revoke"), entered | {"urgency": "Players lose money."}))
    assert "its last day in force" in check and "Players lose money." in check
    done = approver.post(
        address(case, "revoke"), entered | {"urgency": "Players lose money.", "confirm": "yes"}, follow=True
    )
    assert "The revocation is decided" in text(done)
    assert "In force until" in text(done) and "then revoked" in text(done)
    assert "Another approver has to take it back" in text(done)
    assert "You decided this revocation." in text(approver.get(address(case, "take-back-revocation")))
    assert "will be revoked. Its last day in force is" in text(signed_in(house.submitter).get("/operator/"))
    other = signed_in(house.officer_and_approver)
    assert other.post(address(case, "take-back-revocation"), {"reason": "No."}).status_code == 302
    assert "then revoked" not in text(other.get(address(case)))


def test_surrendering_after_a_last_day_and_taking_it_back(house: House) -> None:
    case, operator = approved(house).submission, signed_in(house.submitter)
    last = today() + timedelta(days=9)
    entered = {"reason": "We close.", "understood": "on", "last_day": last.isoformat()}
    page = text(operator.post(own(case, "surrender"), entered, follow=True))
    assert "will be surrendered" in page and "then surrendered" in page
    case.refresh_from_db()
    assert (case.state, case.in_force_to) == (State.IN_FORCE, last)
    public = text(Client().get(f"/register/{case.reference}/"))
    assert ", surrendered" in public and "Surrender declared, last day" in public
    assert "We close." not in public
    page = text(operator.post(own(case, "surrender", "take-back"), {"reason": ""}, follow=True))
    assert "no longer surrendered" in page
    case.refresh_from_db()
    assert case.in_force_to is None


def test_a_wrong_day_stands_beside_its_field(house: House) -> None:
    case, operator = approved(house).submission, signed_in(house.submitter)
    entered = {"reason": "We close.", "understood": "on", "last_day": "2020-01-01"}
    answer = operator.post(own(case, "surrender"), entered)
    assert answer.status_code == 422 and "Choose today or a later day" in text(answer)
    assert "We close." in text(answer)


def test_nothing_can_be_replied_to_or_taken_back_that_is_not_there(house: House) -> None:
    case, operator = approved(house).submission, signed_in(house.submitter)
    for parts in (("notice",), ("surrender", "take-back")):
        assert operator.get(own(case, *parts)).status_code == 409
    workflow.surrender(actor=house.submitter, reference=case.reference, reason="x")
    assert operator.get(own(case, "surrender")).status_code == 409


def test_a_suspension_stands_on_top_of_the_case_until_it_is_lifted(house: House) -> None:
    tables = [create_table(property=house.property) for _ in range(3)]
    case = approved(house).submission
    operator, approver = signed_in(house.submitter), signed_in(house.approver)

    def shown() -> list[str]:
        return [text(approver.get(address(case))), text(operator.get(own(case)))]

    workflow.suspend(
        actor=house.approver,
        reference=case.reference,
        reason="Worn dice.",
        tables=[table.code for table in tables[:2]],
    )
    both = " and ".join(sorted(table.label for table in tables[:2]))
    assert all(f"Suspended at {both}" in page and "Worn dice." in page for page in shown())
    workflow.lift_suspension(actor=house.approver, reference=case.reference, tables=[tables[0].code])
    assert all(f"Suspended at {tables[1].label}" in page for page in shown())
    workflow.lift_suspension(actor=house.approver, reference=case.reference)
    assert not any("until the regulator lifts the suspension" in page for page in shown())
    workflow.suspend(actor=house.approver, reference=case.reference, reason="Worn layout.")
    assert all("Worn layout. The rules may not be offered until" in page for page in shown())
