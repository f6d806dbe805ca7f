"""Several questions at once: answered one by one, with files, given more time, withdrawn."""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from portal.audit.models import AuditEntry
from portal.calendars.selectors import days
from portal.demo.clock import freeze_time
from portal.documents.models import Document, DocumentKind
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices.models import Notice
from portal.review import answers, queries, reminders, selectors, workflow
from portal.review.models import Query
from portal.submissions.models import State, Submission
from tests.factories import House, in_review, today
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow
PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


def asked(house: House, due_on: date | None = None) -> tuple[Submission, list[Query]]:
    made = in_review(house)
    workflow.open_query(
        actor=house.officer,
        reference=made.reference,
        questions=[
            {"text": "Which table?", "files": [{"filename": "plan.pdf", "data": PDF}]},
            {"text": "Whose dice?"},
        ],
        due_on=due_on or today() + timedelta(days=10),
    )
    made.refresh_from_db()
    return made, list(made.queries.order_by("pk"))


def test_each_is_answered_on_its_own_and_the_last_answer_lets_the_case_go_on(house: House) -> None:
    made, (table, dice) = asked(house)
    assert (table.letter, table.number, dice.letter, dice.number) == (1, 1, 1, 2)
    letter = Document.objects.get(submission=made, kind=DocumentKind.QUERY)
    assert letter.snapshot["text"] == "1. Which table?\n\n2. Whose dice?"
    (row,) = selectors.waiting_for_operator(house.submitter)
    assert row["what"] == "Answer the regulator’s 2 questions"
    given: dict[str, Any] = {"actor": house.submitter, "reference": made.reference}
    with pytest.raises(BadValue, match="Choose one"):
        workflow.answer_query(**given, text="Ours.")
    half = workflow.answer_query(**given, question=dice.pk, text="Ours.")
    assert half.state == State.QUERY_OPEN
    with pytest.raises(NotPossible, match="already"):
        workflow.answer_query(**given, question=dice.pk, text="Theirs.")
    (row,) = selectors.waiting_for_operator(house.submitter)
    assert row["what"] == "Answer the regulator’s question"
    assert not Notice.objects.filter(user=house.officer, text__contains="answered").exists()
    done = workflow.answer_query(**given, text="The first.", files=[{"filename": "a.pdf", "data": PDF}])
    assert done.state == State.IN_REVIEW
    table.refresh_from_db()
    assert [f.filename for f in table.question_files] == ["plan.pdf"]
    assert [f.filename for f in table.answer_files] == ["a.pdf"]
    assert AuditEntry.objects.filter(action="query.answer").count() == 2
    assert Notice.objects.filter(user=house.officer, text__contains="answered").count() == 1


def test_files_of_a_question_are_for_both_sides_alone(house: House) -> None:
    _, (table, _) = asked(house)
    (file,) = table.question_files
    for who in (house.submitter, house.officer):
        assert answers.answer_file(who, file.pk) == file
    for who in (house.outsider, house.foreign_officer):
        with pytest.raises(NotFound):
            answers.answer_file(who, file.pk)


def test_more_time_moves_the_day_of_all_and_reminds_again(house: House) -> None:
    zone = ZoneInfo("Pacific/Auckland")
    with freeze_time(datetime(2026, 11, 2, 12, tzinfo=zone)):
        made, _ = asked(house, date(2026, 11, 20))
    with freeze_time(datetime(2026, 11, 21, 12, tzinfo=zone)):
        assert (reminders.remind(), reminders.remind()) == (1, 0)  # one for both questions
        assert [row.submission for row in selectors.overdue_from_operators(house.officer, 5)] == [made]
        assert selectors.waiting_for_operator(house.submitter)[0]["overdue"]
        given: dict[str, Any] = {"actor": house.officer, "reference": made.reference}
        with pytest.raises(BadValue, match="after 21 November 2026"):
            queries.extend_query(**given, due_on=date(2026, 11, 21))
        with pytest.raises(NotPermitted):
            queries.extend_query(actor=house.approver, reference=made.reference, due_on=date(2026, 12, 1))
        with pytest.raises(NotPossible, match="is reviewing this"):
            queries.extend_query(
                actor=house.officer_and_approver, reference=made.reference, due_on=date(2026, 12, 1)
            )
        queries.extend_query(**given, due_on=date(2026, 12, 1))
        assert {(q.due_on, q.extended_from) for q in made.queries.all()} == {
            (date(2026, 12, 1), date(2026, 11, 20))
        }
        assert not selectors.overdue_from_operators(house.officer, 5)
        assert "until 1 December 2026" in Notice.objects.filter(user=house.submitter).latest("pk").text
        feed = [day for day in days(house.submitter) if day.uid.startswith("query-")]
        assert [day.day for day in feed] == [date(2026, 12, 1)]
    with freeze_time(datetime(2026, 11, 30, 12, tzinfo=zone)):
        assert reminders.remind() == 1


def test_a_withdrawn_question_needs_no_answer(house: House) -> None:
    made, (table, dice) = asked(house)
    given: dict[str, Any] = {"actor": house.officer, "reference": made.reference}
    still = workflow.withdraw_query(**given, question=table.pk, reason="We know it now.")
    assert still.state == State.QUERY_OPEN
    assert "question 1" in Notice.objects.filter(user=house.submitter).latest("pk").text
    with pytest.raises(NotPossible, match="withdrawn"):
        workflow.answer_query(actor=house.submitter, reference=made.reference, question=table.pk, text="x")
    back = workflow.withdraw_query(**given)
    assert back.state == State.IN_REVIEW
    dice.refresh_from_db()
    assert (dice.withdrawn_by, dice.is_open) == (house.officer, False)
    with pytest.raises(NotPermitted):
        workflow.withdraw_query(actor=house.submitter, reference=made.reference)


def test_the_officers_form_asks_several_with_files(house: House) -> None:
    made = in_review(house)
    client, page = signed_in(house.officer), f"/regulator/cases/{made.reference}/open-query/"
    typed = {"text": "Which table?", "due_on": "2031-01-02"}
    more = client.post(page, typed | {"more": "question"})
    assert "Question 2" in text(more)
    assert "Which table?" in more.content.decode()
    assert not Query.objects.exists()
    file = SimpleUploadedFile("plan.pdf", PDF, "application/pdf")
    orphan = client.post(page, typed | {"question-2": "", "file-2": file})
    assert orphan.status_code == 422
    assert "Enter the question these files belong to" in text(orphan)
    file.seek(0)
    client.post(page, typed | {"question-2": "Whose dice?", "file-2": file, "question-3": ""})
    first, second = Query.objects.order_by("pk")
    assert ([*first.files.all()], [f.filename for f in second.question_files]) == ([], ["plan.pdf"])
    case = client.get(f"/regulator/cases/{made.reference}/")
    assert "Give more time" in text(case)
    client.post(f"/regulator/cases/{made.reference}/more-time/", {"due_on": "2031-02-02"})
    which = client.post(f"/regulator/cases/{made.reference}/withdraw-query/", {"reason": "Known."})
    assert "Choose the question." in text(which)
    client.post(
        f"/regulator/cases/{made.reference}/withdraw-query/", {"reason": "Known.", "question": first.pk}
    )
    first.refresh_from_db()
    assert (str(first.due_on), first.withdrawn_reason) == ("2031-02-02", "Known.")


def test_the_operators_form_sends_what_is_written_and_keeps_the_rest_open(house: House) -> None:
    made, (table, dice) = asked(house)
    client, page = signed_in(house.submitter), f"/operator/submissions/{made.reference}/answer/"
    assert "Question 2. Whose dice?" in text(client.get(f"/operator/submissions/{made.reference}/"))
    nothing = client.post(page, {f"text-{table.pk}": " "})
    assert nothing.status_code == 422
    assert "Enter an answer to one of the questions." in text(nothing)
    half = client.post(page, {f"text-{dice.pk}": "Ours."}, follow=True)
    assert "Your answer is sent. One question is still open." in text(half)
    late = client.post(page, {f"text-{dice.pk}": "Theirs.", "text": "The first."})
    assert late.status_code == 422
    assert "Your answer was not sent: Theirs." in text(late)
    done = client.post(page, {"text": "The first."}, follow=True)
    assert "Your answer is sent. The review continues." in text(done)
