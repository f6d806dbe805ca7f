"""The regulator's page of possible errors, and what the public reads of them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from portal.editions.models import Edition, Explanation
from tests.factories import House, make_house
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import a_draft, change, publish

pytestmark = pytest.mark.slow


@pytest.fixture
def md(db: None) -> House:
    return make_house("md", "md-craps")


@pytest.fixture
def admin(md: House) -> Client:
    return signed_in(md.regulator_admin)


@pytest.fixture
def draft(md: House) -> Edition:
    """Two values that their clauses do not state: dice changed after 12 hours, and six of them."""
    row = change(a_draft("md-craps", actor=md.regulator_admin), "table.dice_change_hours", "12", "7/E")
    return change(row, "table.dice", "6", "7/A")


def page_of(draft: Edition) -> str:
    return f"/regulator/editions/{draft.pk}/slips/"


def given(client: Client, draft: Edition, **texts: str) -> dict[str, str]:
    """What the form of the page sends: hours and dice as they are named here."""
    form = client.get(page_of(draft)).context["form"]
    posted = {name: form.get_initial_for_field(field, name) or "" for name, field in form.fields.items()}
    keys = {group.path.rpartition(".")[2]: key for key, group in form.groups.items()}
    return posted | {f"text-{keys[name]}": said for name, said in texts.items()}


def test_the_example_of_a_wrong_payout_is_shown_with_its_edge_and_refused(md: House, admin: Client) -> None:
    row = a_draft("md-craps", actor=md.regulator_admin)
    row = change(row, "wagers.field.pays.2 12", "20:1", "5/A(22)")
    row = change(row, "wagers.any_seven.pays.all", "40:1", "5/A(23)")
    row = change(row, "wagers.hardway.pays.6", "90:1", "5/A(18)")
    answer = admin.get(page_of(row))
    page = text(answer)
    for edge in ("−17/18 (−94.44%)", "−35/6 (−583.33%)", "−80/11 (−727.27%)"):
        assert edge in page
    assert "Any seven favours the player" in page and "New Zealand" in page
    html = answer.content.decode()
    assert f"/regulator/editions/{row.pk}/value/?at=wagers.any_seven.pays.all" in html
    assert "/rulebook/md-craps/5/A(23)/" in html
    refused = text(admin.get(f"/regulator/editions/{row.pk}/propose/"))
    assert "possible errors are neither corrected nor explained" in refused and "I have read" not in refused
    assert page_of(row) in admin.get(f"/regulator/editions/{row.pk}/").content.decode()
    mended = change(row, "wagers.any_seven.pays.all", "4:1", "5/A(23)")
    assert "−35/6" not in text(admin.get(page_of(mended)))


def test_several_are_explained_at_once_and_emptied_to_take_back(admin: Client, draft: Edition) -> None:
    assert "2 of 2 to correct or explain" in text(admin.get(page_of(draft)))
    posted = given(admin, draft, dice_change_hours="Dice wear faster.", dice="Six are offered.")
    assert admin.post(page_of(draft), posted)["Location"] == page_of(draft)
    page = text(admin.get(page_of(draft)))
    assert "2 possible errors explained." in page and "2 possible errors, all explained" in page
    admin.post(page_of(draft), given(admin, draft, dice=""))
    assert Explanation.objects.get().text == "Dice wear faster."
    assert "1 explanation taken back." in text(admin.get(page_of(draft)))


def test_nothing_that_was_typed_is_lost(admin: Client, draft: Edition) -> None:
    long = given(admin, draft, dice_change_hours="Dice wear faster.", dice="x" * 501)
    answer = admin.post(page_of(draft), long)
    page = text(answer)
    assert answer.status_code == 422 and "Use at most 500 characters" in page
    assert "Dice wear faster." in page and "x" * 501 in page and not Explanation.objects.exists()
    # Meanwhile one value is changed and the other mended.
    posted = given(admin, draft, dice_change_hours="Dice wear faster.", dice="Six are offered.")
    row = change(draft, "table.dice_change_hours", "18", "7/E")
    answer = admin.post(page_of(draft), posted)
    assert (
        answer.status_code == 422
        and "It is now at most 18" in text(answer)
        and "Six are offered." in text(answer)
    )
    change(row, "table.dice", "5", "7/A")
    answer = admin.post(page_of(draft), posted)
    assert answer.status_code == 422 and "Six are offered." in text(answer)
    assert not Explanation.objects.exists()


def test_an_explanation_of_another_value_is_offered_again(admin: Client, draft: Edition) -> None:
    admin.post(page_of(draft), given(admin, draft, dice_change_hours="Dice wear faster.", dice="Six."))
    change(draft, "table.dice_change_hours", "18", "7/E")
    page = text(admin.get(page_of(draft)))
    assert "The value changed after it was explained" in page and "1 of 2 to correct or explain" in page
    posted = given(admin, draft)
    admin.post(page_of(draft), posted)  # untouched: it does not count by itself
    assert "1 of 2 to correct or explain" in text(admin.get(page_of(draft)))
    [keep] = [name for name in posted if name.startswith("keep-")]
    admin.post(page_of(draft), posted | {keep: "on"})
    assert "2 possible errors, all explained" in text(admin.get(page_of(draft)))


def test_who_may_not_draft_reads_it_without_a_form(md: House, admin: Client, draft: Edition) -> None:
    admin.post(page_of(draft), given(admin, draft, dice="Six are offered."))
    officer = signed_in(md.officer)
    page = officer.get(page_of(draft))
    assert "Six are offered." in text(page) and "Save explanations" not in text(page)
    assert officer.post(page_of(draft), {}).status_code == 403


def test_the_public_reads_the_explanations(admin: Client, draft: Edition, client: Client) -> None:
    posted = given(admin, draft, dice_change_hours="Dice wear faster.", dice="Six are offered.")
    admin.post(page_of(draft), posted)
    row = publish(draft)
    api = client.get(f"/api/v1/editions/{row.pk}").json()
    assert [each["explanation"] for each in api["explanations"]] == ["Six are offered.", "Dice wear faster."]
    assert api["explanations"][1]["was"] == "at most 24" and api["explanations"][1]["now"] == "at most 12"
    assert client.get("/api/v1/editions/md-craps").json()["explanations"] == []
    position = re.search(r"/register/log/(\d+)/", client.get(f"/rulebook/{row.pk}/").content.decode())
    assert position
    for address in (f"/rulebook/{row.pk}/", f"/rulebook/{row.pk}/changes/", position[0]):
        page = text(client.get(address))
        assert "Checked before publication" in page and "Dice wear faster." in page, address
    assert "Dice wear faster." in text(admin.get(page_of(row)))
    assert "Checked before publication" not in text(client.get("/rulebook/md-craps/"))
    late = admin.post(page_of(row), posted)
    assert late.status_code == 422 and "is published and cannot be edited" in text(late)
