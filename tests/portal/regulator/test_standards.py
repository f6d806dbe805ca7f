"""The pages of standard texts, and inserting one into the form of a move, as without a script."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from portal.review import standards
from portal.review.models import StandardKind, StandardText
from portal.submissions.models import State, Submission
from tests.factories import House, approved, digest, in_review, recommended
from tests.portal.doors import HasContent, signed_in, text

LIST = "/regulator/standard-texts/"


def added(house: House, kind: str, words: str, title: str = "A title") -> StandardText:
    return standards.add_standard(actor=house.regulator_admin, kind=kind, title=title, text=words)


def address(case: Submission, move: str) -> str:
    return f"/regulator/cases/{case.reference}/{move}/"


def areas(answer: HasContent) -> dict[str, list[str]]:
    """What stands in the text areas of a page, by name."""
    found: dict[str, list[str]] = {}
    page = answer.content.decode()
    for name, words in re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL):
        found.setdefault(name, []).append(html.unescape(words).strip())
    return found


def test_the_administrator_adds_changes_retires_and_restores(house: House) -> None:
    admin = signed_in(house.regulator_admin)
    assert "There are no standard texts in use. Add the conditions" in text(admin.get(LIST))
    empty = admin.post(f"{LIST}new/", {"kind": "condition", "title": "", "text": "Kept words."})
    assert empty.status_code == 422 and "Enter a title." in text(empty) and "Kept words." in text(empty)
    given = {"kind": "condition", "title": "The sign", "text": "Post a sign."}
    assert "“The sign” is added." in text(admin.post(f"{LIST}new/", given, follow=True))
    page = f"{LIST}{StandardText.objects.get().pk}/"
    changed = {"title": "The sign", "text": "Post two signs.", "number": "1"}
    shown = text(admin.post(f"{page}change/", changed, follow=True))
    assert "Post two signs." in shown and "Earlier versions Post a sign. Version 1" in shown
    retired = text(admin.post(page, {"act": "retire"}, follow=True))
    assert "Retired" in retired and "Restore it to use or change it." in retired
    assert "There are no standard texts in use." in text(admin.get(LIST))
    restored = text(admin.post(page, {"act": "restore"}, follow=True))
    assert "Forms offer it again." in restored
    assert admin.post(page, {"act": "restore"}).status_code == 409


def test_a_colleague_who_saved_first_is_shown_and_nothing_typed_is_lost(house: House) -> None:
    row = added(house, "condition", "Post a sign.")
    admin = signed_in(house.regulator_admin)
    page = f"{LIST}{row.pk}/change/"
    admin.post(page, {"title": "A title", "text": "The colleague's words.", "number": "1"})
    mine = {"title": "A title", "text": "My words.", "number": "1"}
    conflict = admin.post(page, mine)
    assert conflict.status_code == 422
    assert "Saved now" in text(conflict) and "The colleague's words." in text(conflict)
    assert areas(conflict) == {"text": ["My words."]}
    assert 'name="number" value="2"' in conflict.content.decode()
    assert admin.post(page, mine | {"number": "2"}).status_code == 302
    assert row.versions.count() == 3


def test_officers_read_them_and_cannot_change_them(house: House) -> None:
    row = added(house, "condition", "Post a sign.")
    officer = signed_in(house.officer)
    listed = text(officer.get(LIST))
    assert "Post a sign." in listed and "Add a text" not in listed
    one = text(officer.get(f"{LIST}{row.pk}/"))
    assert "Post a sign." in one and "Retire" not in one
    for where in (f"{LIST}new/", f"{LIST}{row.pk}/change/"):
        assert officer.get(where).status_code == 403
    assert officer.post(f"{LIST}{row.pk}/", {"act": "retire"}).status_code == 403
    assert officer.post(f"{LIST}new/", {"kind": "condition", "title": "x", "text": "y"}).status_code == 403


@pytest.mark.parametrize(
    ("move", "kind"),
    [
        ("return-for-amendment", StandardKind.RETURN),
        ("refuse", StandardKind.REFUSAL),
        ("suspend", StandardKind.SUSPENSION),
        ("revoke", StandardKind.REVOCATION),
        ("give-notice-of-intent", StandardKind.REVOCATION),
    ],
)
def test_a_paragraph_is_added_to_the_reasons_and_can_be_edited(house: House, move: str, kind: str) -> None:
    row = added(house, kind, "A standard paragraph.")
    made = {"return-for-amendment": in_review, "refuse": recommended}.get(move)
    case = made(house) if made else approved(house).submission
    client = signed_in(house.officer if move == "return-for-amendment" else house.approver)
    state = case.state
    assert "A title" in text(client.get(address(case, move)))
    entered = {"reason": "My own words.", "standard": row.pk, "insert": "yes", "digest": digest(case)}
    answer = client.post(address(case, move), entered)
    assert answer.status_code == 200
    assert areas(answer)["reason"] == ["My own words.\n\nA standard paragraph."]
    assert "selected" not in answer.content.decode()
    case.refresh_from_db()
    assert case.state == state


def test_conditions_go_into_the_empty_row_or_another_and_nothing_typed_is_lost(house: House) -> None:
    row = added(house, "condition", "Post a sign.")
    case, officer = in_review(house), signed_in(house.officer)
    entered = {
        "digest": digest(case),
        "reason": "Sound.",
        "ends_on": "2027-06-30",
        "condition": [""],
        "condition_due_on": ["2027-01-31"],
        "standard": row.pk,
        "insert": "yes",
    }
    first = officer.post(address(case, "recommend"), entered)
    assert areas(first) == {"reason": ["Sound."], "condition": ["Post a sign."]}
    page = first.content.decode()
    assert 'value="2027-01-31"' in page and 'value="2027-06-30"' in page
    entered |= {"condition": ["Post a sign, please.", "Train."], "condition_due_on": ["", ""]}
    second = areas(officer.post(address(case, "recommend"), entered))
    assert second["condition"] == ["Post a sign, please.", "Train.", "Post a sign."]


def test_questions_go_into_the_empty_one_or_another(house: House) -> None:
    row = added(house, "question", "Where is the report?")
    case, officer = in_review(house), signed_in(house.officer)
    chosen = {"standard": row.pk, "insert": "yes", "due_on": "2027-01-31"}
    first = officer.post(address(case, "open-query"), chosen | {"text": ""})
    assert areas(first) == {"text": ["Where is the report?"]}
    second = officer.post(address(case, "open-query"), chosen | {"text": "How many dice?"})
    assert areas(second) == {"text": ["How many dice?"], "question-2": ["Where is the report?"]}
    third = officer.post(
        address(case, "open-query"), chosen | {"text": "How many dice?", "question-2": "Which?"}
    )
    assert areas(third)["question-3"] == ["Where is the report?"]
    assert 'value="2027-01-31"' in third.content.decode()


def refused_with(client: Client, case: Submission, standard: object, *acts: str) -> str:
    entered = {"reason": "My own words.", "standard": standard, "digest": digest(case)}
    answer = client.post(address(case, "return-for-amendment"), entered | dict.fromkeys(acts, "yes"))
    case.refresh_from_db()
    assert answer.status_code == 422 and case.state == State.IN_REVIEW
    assert areas(answer)["reason"] == ["My own words."]
    return text(answer)


def test_only_a_text_of_the_list_is_inserted(house: House) -> None:
    row = added(house, "return", "A standard paragraph.")
    other = added(house, "refusal", "Of another list.")
    gone = added(house, "return", "Retired.", title="Gone")
    standards.retire_standard(actor=house.regulator_admin, standard_id=gone.pk)
    case, officer = in_review(house), signed_in(house.officer)
    for given in ("", "nonsense", "9" * 30, other.pk, gone.pk):
        assert "Choose a text from the list before you insert it." in refused_with(
            officer, case, given, "insert"
        )
    # Chosen and not inserted: the move is not made without it.
    assert "is chosen and not inserted." in refused_with(officer, case, row.pk)


def test_a_text_that_was_sent_keeps_its_words(house: House) -> None:
    row = added(house, "return", "A standard paragraph.")
    case, officer = in_review(house), signed_in(house.officer)
    sent = {"reason": "A standard paragraph. Edited.", "standard": "", "digest": digest(case)}
    assert officer.post(address(case, "return-for-amendment"), sent).status_code == 302
    standards.change_standard(
        actor=house.regulator_admin, standard_id=row.pk, number=1, title="A title", text="Other words."
    )
    page = text(officer.get(f"/regulator/cases/{case.reference}/"))
    assert "A standard paragraph. Edited." in page and "Other words." not in page


def test_a_form_without_standard_texts_offers_none(house: House) -> None:
    added(house, "refusal", "Of another list.")
    case, officer = in_review(house), signed_in(house.officer)
    page = officer.get(address(case, "return-for-amendment")).content.decode()
    assert 'name="standard"' not in page and 'name="insert"' not in page
