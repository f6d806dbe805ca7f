"""Questions to the operator: answers with files, reminders once each, and who reads what."""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.files.storage import default_storage

from portal.audit.append_only import AppendOnlyError
from portal.audit.models import AuditEntry
from portal.demo.clock import freeze_time
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices import case_receivers
from portal.notices.models import Mail, Notice, Topic, When
from portal.notices.services import choose_emails
from portal.review import answers, conditions, reminders, selectors, workflow
from portal.review.answers import GivenFile
from portal.review.models import AnswerFile
from portal.submissions import uploads
from portal.submissions.models import State, Submission
from tests.factories import House, answered, approved, in_review, present

pytestmark = pytest.mark.slow

PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"
OTHER = PDF + b"% two\n%%EOF\n"


def asked(house: House, due_on: date | None = None) -> Submission:
    made = in_review(house)
    due = due_on or date(2031, 1, 2)
    return workflow.open_query(actor=house.officer, reference=made.reference, text="Which table?", due_on=due)


def answer(house: House, made: Submission, *files: GivenFile, text: str = "The first.") -> Submission:
    return workflow.answer_query(actor=house.submitter, reference=made.reference, text=text, files=files)


def stored_files() -> set[str]:
    return set(default_storage.listdir("answers")[1]) if default_storage.exists("answers") else set()


def test_an_answer_comes_with_its_files(house: House) -> None:
    query = answered(house, PDF, OTHER)
    first, second = query.files.all()
    assert (first.filename, first.content_type, first.size) == ("plan 1.pdf", "application/pdf", len(PDF))
    assert (uploads.read(first), uploads.read(second)) == (PDF, OTHER)
    row = AuditEntry.objects.get(action="submission.answer_query")
    assert present(row.after)["files"] == ["plan 1.pdf", "plan 2.pdf"]
    # They belong to the answer: what is attached to the rules is a list of its own, and is as it was.
    assert not uploads.uploads(house.submitter, query.submission).exists()
    with pytest.raises(AppendOnlyError):
        first.delete()


def test_both_sides_read_them_and_nobody_else(house: House) -> None:
    file = answered(house, PDF).files.get()
    for who in ("submitter", "viewer", "officer", "approver", "regulator_admin"):
        assert answers.answer_file(getattr(house, who), file.pk) == file
    for who in ("outsider", "foreign_officer", "foreign_approver", "site_admin"):
        with pytest.raises(NotFound):
            answers.answer_file(getattr(house, who), file.pk)
    with pytest.raises(NotFound):
        answers.answer_file(house.officer, 999_999)


def test_a_damaged_file_is_not_served(house: House) -> None:
    file = answered(house, PDF).files.get()
    default_storage.delete(file.file)
    with pytest.raises(NotPossible, match="is missing or was altered"):
        uploads.read(file)


@pytest.mark.parametrize(
    ("files", "text", "message"),
    [
        ([{"filename": "a.pdf", "data": b"hello"}], "So.", "is not PDF"),
        ([{"filename": "a.pdf", "data": b""}], "So.", "empty"),
        ([{"filename": "a.pdf", "data": PDF}, {"filename": "b.pdf", "data": PDF}], "So.", "twice"),
        ([{"filename": "a.pdf", "data": PDF}], "  ", "Enter your answer"),
        ([{"filename": "a.pdf", "data": PDF + b"%d" % n + b"%%EOF"} for n in range(11)], "So.", "at most 10"),
    ],
)
def test_what_cannot_be_taken_leaves_nothing(
    house: House, files: list[GivenFile], text: str, message: str
) -> None:
    made, before = asked(house), stored_files()
    with pytest.raises(BadValue, match=message):
        answer(house, made, *files, text=text)
    made.refresh_from_db()
    assert (made.state, made.queries.get().answer) == (State.QUERY_OPEN, "")
    assert not AnswerFile.objects.exists()
    assert stored_files() == before


def test_a_file_too_large(house: House, settings: Any) -> None:
    settings.UPLOAD_MAX_MB = 0
    with pytest.raises(BadValue, match="larger than"):
        answer(house, asked(house), {"filename": "a.pdf", "data": PDF})


def test_an_answer_that_comes_too_late_leaves_no_file(house: House) -> None:
    made = asked(house)
    answer(house, made, {"filename": "a.pdf", "data": PDF})
    before = stored_files()
    with pytest.raises(NotPossible, match="In review"):
        answer(house, made, {"filename": "b.pdf", "data": OTHER})
    assert stored_files() == before
    assert AuditEntry.objects.filter(action="submission.answer_query.turned_away").count() == 1


def test_a_failure_after_the_file_was_written_takes_it_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, before = asked(house), stored_files()

    def fail(**_: Any) -> None:
        raise OSError("The disk is full.")

    monkeypatch.setattr("portal.review.moving.record", fail)
    with pytest.raises(OSError, match="full"):
        answer(house, made, {"filename": "a.pdf", "data": PDF})
    assert stored_files() == before
    made.refresh_from_db()
    assert made.state == State.QUERY_OPEN


def test_who_may_answer(house: House) -> None:
    made = asked(house)
    for who, refusal in (("viewer", NotPermitted), ("officer", NotPermitted), ("outsider", NotFound)):
        with pytest.raises(refusal):
            workflow.answer_query(
                actor=getattr(house, who),
                reference=made.reference,
                text="So.",
                files=[{"filename": "a.pdf", "data": PDF}],
            )
    assert not AnswerFile.objects.exists()


def test_a_query_is_late_after_its_day_where_the_case_is_decided(house: House) -> None:
    zone = ZoneInfo("Pacific/Auckland")
    with freeze_time(datetime(2026, 11, 2, 12, tzinfo=zone)):
        query = asked(house, date(2026, 11, 10)).queries.get()
    for moment, late in (
        (datetime(2026, 11, 10, 23, 59, tzinfo=zone), False),
        (datetime(2026, 11, 11, 0, 1, tzinfo=zone), True),
    ):
        with freeze_time(moment):
            assert query.is_late is late
            assert selectors.queries(query.submission)[0].is_late is late
    with freeze_time(datetime(2026, 11, 12, tzinfo=zone)):
        answer(house, query.submission)
        assert not selectors.queries(query.submission)[0].is_late


def remind_on(day: date) -> list[tuple[int, str]]:
    """Runs the reminders of a day twice; the notices that are new after it."""
    Notice.objects.all().delete()
    with freeze_time(datetime(day.year, day.month, day.day, 12, tzinfo=ZoneInfo("Pacific/Auckland"))):
        reminders.remind()
        assert reminders.remind() == 0
    return list(Notice.objects.order_by("pk").values_list("user_id", "text"))


def test_reminders_before_the_day_and_after_it_once_each(house: House) -> None:
    with freeze_time(datetime(2026, 11, 2, 12, tzinfo=ZoneInfo("Pacific/Auckland"))):
        made = asked(house, date(2026, 11, 20))
    operator = [house.submitter.pk, house.operator_admin.pk]
    assert remind_on(date(2026, 11, 16)) == []
    soon = remind_on(date(2026, 11, 17))
    assert [user for user, _ in soon] == operator
    assert "is due on 20 November 2026" in soon[0][1]
    assert remind_on(date(2026, 11, 20)) == []
    overdue = remind_on(date(2026, 11, 21))
    assert [user for user, _ in overdue] == [house.officer.pk, *operator]
    assert all("was due on 20 November 2026" in text for _, text in overdue)
    assert remind_on(date(2026, 12, 1)) == []
    trail = AuditEntry.objects.filter(action__startswith="reminder.").order_by("pk")
    assert [(row.action, row.object_label) for row in trail] == [
        ("reminder.due", made.reference),
        ("reminder.overdue", made.reference),
    ]


def test_no_reminder_of_what_was_answered_or_withdrawn(house: House) -> None:
    with freeze_time(datetime(2026, 11, 2, 12, tzinfo=ZoneInfo("Pacific/Auckland"))):
        done, given_up = asked(house, date(2026, 11, 20)), asked(house, date(2026, 11, 20))
        answer(house, done)
        workflow.withdraw(actor=house.submitter, reference=given_up.reference)
    assert remind_on(date(2026, 11, 19)) == remind_on(date(2026, 11, 25)) == []


def test_a_clock_that_was_down_reminds_of_the_day_that_passed_only(house: House) -> None:
    with freeze_time(datetime(2026, 11, 2, 12, tzinfo=ZoneInfo("Pacific/Auckland"))):
        asked(house, date(2026, 11, 20))
    texts = [text for _, text in remind_on(date(2026, 11, 30))]
    assert len(texts) == 3
    assert all("was due" in text for text in texts)


def test_whoever_does_without_the_e_mail_still_finds_the_notice(house: House) -> None:
    choose_emails(actor=house.submitter, choices={Topic.REMINDER: When.NEVER})
    with freeze_time(datetime(2026, 11, 2, 12, tzinfo=ZoneInfo("Pacific/Auckland"))):
        asked(house, date(2026, 11, 20))
    Mail.objects.all().delete()
    told = remind_on(date(2026, 11, 18))
    assert house.submitter.pk in {user for user, _ in told}
    assert set(Mail.objects.values_list("to", flat=True)) == {house.operator_admin.email}


def test_conditions_are_reminded_of_too(house: House) -> None:
    zone = ZoneInfo("Pacific/Auckland")
    with freeze_time(datetime(2026, 11, 2, 12, tzinfo=zone)):
        decision = approved(house, conditions=[{"text": "Post a sign.", "due_on": date(2026, 11, 20)}])
    operator = [house.submitter.pk, house.operator_admin.pk]
    assert [user for user, _ in remind_on(date(2026, 11, 17))] == operator
    late = remind_on(date(2026, 11, 23))
    assert {user for user, _ in late} == {*operator, house.approver.pk, house.officer_and_approver.pk}
    assert "Post a sign." in late[0][1]
    condition = decision.conditions.get()
    conditions.meet_condition(actor=house.officer, condition_id=condition.pk, note="Seen.")
    conditions.reopen_condition(actor=house.officer, condition_id=condition.pk, note="Gone.")
    assert len(remind_on(date(2026, 11, 24))) == 4


def test_one_that_cannot_be_sent_holds_up_no_other(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with freeze_time(datetime(2026, 11, 2, 12, tzinfo=ZoneInfo("Pacific/Auckland"))):
        broken, sound = asked(house, date(2026, 11, 20)), asked(house, date(2026, 11, 20))
    tell = case_receivers.notify_about_case

    def fail(people: Any, submission: Submission, *args: Any, **kwargs: Any) -> None:
        if submission == broken:
            raise OSError("The disk is full.")
        tell(people, submission, *args, **kwargs)

    with monkeypatch.context() as patched:
        patched.setattr(case_receivers, "notify_about_case", fail)
        assert len(remind_on(date(2026, 11, 18))) == 2
    assert sound.queries.get().reminded_at is not None
    assert broken.queries.get().reminded_at is None
    assert len(remind_on(date(2026, 11, 18))) == 2


def test_the_day_is_at_least_tomorrow(house: House) -> None:
    made = in_review(house)
    today = datetime.now(ZoneInfo("Pacific/Auckland")).date()
    for due in (today, today - timedelta(days=1)):
        with pytest.raises(BadValue) as refusal:
            workflow.open_query(actor=house.officer, reference=made.reference, text="Why?", due_on=due)
        assert refusal.value.field == "due_on"
