"""A regulator's pages of what an edition consists of besides its values."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from portal.editions import files
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from tests.factories import House, make_house
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import a_draft

pytestmark = pytest.mark.slow
FIRE = "11/B(1)(b)"


@pytest.fixture
def md(db: None) -> House:
    return make_house("md", "md-craps")


@pytest.fixture
def admin(md: House) -> Client:
    return signed_in(md.regulator_admin)


@pytest.fixture
def draft(md: House) -> Edition:
    return a_draft("md-craps", actor=md.regulator_admin)


def at(name: str, draft: Edition, **query: str) -> str:
    return reverse(f"regulator:{name}", args=[draft.pk], query=query or None)


def test_a_changed_value_leads_to_its_sentence(draft: Edition, admin: Client) -> None:
    value = at("edition-value", draft, at="wagers.fire.max")
    form = admin.get(value)
    assert "Change the text of 11/B(1)(b) too" in text(form)
    saved = admin.post(value, {"value": "10", "clause": FIRE}, follow=True)
    assert "change its sentence too" in text(saved)
    clause = at("edition-clause", draft, at=FIRE)
    shown = admin.get(clause)
    assert "Values of this clause" in text(shown)
    given = {"id": FIRE, "text": "At most **$10**."}
    preview = admin.post(clause, {**given, "preview": "yes"}, headers={"HX-Request": "true"})
    assert b"<strong>$10</strong>" in preview.content and b"<html" not in preview.content
    draft.refresh_from_db()
    assert draft.book is None
    bad = admin.post(clause, {**given, "text": "See [99]."})
    assert bad.status_code == 422 and "refers to [99]" in text(bad)
    page = text(admin.post(clause, given, follow=True))
    assert "Clause 11/B(1)(b) is saved." in page and "At most" in page and "changed" in page
    assert "11/B(1)(b)" in text(admin.get(at("edition", draft)))


def test_clauses_are_added_and_deleted_from_the_list(draft: Edition, md: House, admin: Client) -> None:
    adding = at("add-clause", draft, at="11/A", where="before")
    answer = admin.post(adding, {"id": "11/AA", "heading": "Notice", "text": "A notice."}, follow=True)
    assert "Clause 11/AA is added." in text(answer)
    admin.post(at("move-clause", draft), {"at": "11/AA", "to": "down"})
    assert "cannot be deleted yet" in text(admin.get(at("delete-clause", draft, at=FIRE)))
    delete = at("delete-clause", draft, at="11/AA")
    assert "Delete the clause" in text(admin.get(delete))
    assert "Clause 11/AA is deleted." in text(admin.post(delete, follow=True))
    head = {"title": "Maryland", "intro": "New words."}
    assert "New words." in text(admin.post(at("edition-book", draft), head, follow=True))
    officer = signed_in(md.officer)
    assert "Add a clause" not in text(officer.get(at("edition-clauses", draft)))
    assert officer.get(adding).status_code == 403


def test_an_edition_is_entered_from_nothing_by_forms(md: House, admin: Client) -> None:
    start = {"parent_id": "empty:craps", "edition_id": "md-new-2030", "title": "Maryland anew"}
    answer = admin.post(reverse("regulator:new-edition"), start, follow=True)
    assert "It follows no other edition." in text(answer)
    row = Edition.objects.get(pk="md-new-2030")
    adding = at("add-part", row)
    assert "Field" in text(admin.get(adding))
    given = {"path": "wagers.field", "source_id": "nz-revised", "clause": "1"}
    page = text(admin.post(adding, given, follow=True))
    assert "is added. Check its values." in page
    twice = admin.post(adding, given)
    assert twice.status_code == 422
    more = at("add-part", row, to="wagers.field")
    outcome = {"path": "wagers.field.pays.*", "source_id": "", "clause": "1"}
    assert "Enter what it is for" in text(admin.post(more, outcome | {"outcome": ""}))
    admin.post(more, outcome | {"outcome": "12"})
    assert "has this already" in text(admin.post(more, outcome | {"outcome": "12"}))
    assert "Remove this value" in text(admin.get(at("edition-value", row, at="wagers.field.pays.12")))
    for wager, source in (("all_small", "md-craps"), ("hop", ""), ("horn", "")):
        given = {"path": f"wagers.{wager}", "source_id": source, "clause": "1"}
        assert "is added" in text(admin.post(adding, given, follow=True)), wager
        admin.post(at("remove-part", row, at=f"wagers.{wager}"))
    admin.post(more, {"path": "wagers.field.max", "source_id": "", "clause": "1"})
    reading = {
        "reading_id": "who-throws", "question": "Who throws?", "clauses": "1", "chosen": "shooter",
        "options": "shooter: The shooter throws.", "why": "It is usual.",
    }  # fmt: skip
    assert "The reading is added." in text(admin.post(at("add-reading", row), reading, follow=True))
    edit = at("edit-reading", row, at="who-throws")
    assert "Who throws?" in admin.get(edit).content.decode()
    assert admin.post(edit, {**reading, "chosen": "nobody"}).status_code == 422
    form = at("edition-example", row)
    line = {"what": ["bet", "roll"], "bet": ["field", ""], "amount": ["10", ""], "dice": ["", "1-1"]}
    example = {"title": "A two", "id": "a-two", "why": "It shows two.", "subjects": "payouts.field", **line}
    assert "Field" in text(admin.post(form, {**example, "use": "yes"}))
    assert "is saved" in text(admin.post(form, {**example, "end": "999", "save": "yes"}, follow=True))
    found = text(admin.post(at("run-tests", row), follow=True))
    assert "The tests found 1 problem." in found and "It states that the player ends with 999" in found
    assert "problem" in text(admin.get(at("edition", row)))
    admin.post(at("delete-example", row), {"at": "a-two"})
    assert "All tests have passed." in text(admin.post(at("run-tests", row), follow=True))
    admin.post(at("remove-part", row, at="wagers.field.max"))
    row.refresh_from_db()
    assert row.document["wagers"]["field"]["pays"]["12"] == ["1:1", "1"]
    assert set(row.document["wagers"]) == {"field"} and "max" not in row.document["wagers"]["field"]
    assert set(row.document["readings"]) == {"who-throws"}


def test_a_draft_is_previewed_as_rulebook_form_and_specimen(draft: Edition, admin: Client, md: House) -> None:
    book = text(admin.get(at("preview-book", draft)))
    assert "only for your organisation" in book and "6/E" in book
    form = reverse("preview-form", args=[draft.pk])
    assert "State the odds on Pass Bet" in text(admin.get(form))
    for stranger in (md.submitter, md.foreign_officer):
        assert signed_in(stranger).get(form).status_code == 404
    answer = admin.get(at("preview-certificate", draft))
    assert answer["Content-Type"] == "application/pdf" and answer.content.startswith(b"%PDF")
    assert b"/Sig" not in answer.content
    assert signed_in(md.submitter).get(at("preview-book", draft)).status_code == 404


def test_files_are_downloaded_and_imported(draft: Edition, admin: Client) -> None:
    answer = admin.get(at("edition-files", draft))
    assert answer["Content-Type"] == "application/zip"
    assert (
        files.unpacked(answer.content).keys() == files.unpacked(files.zip_of(core_edition_for(draft))).keys()
    )
    into = at("import-into-edition", draft)
    sent = {"file": SimpleUploadedFile("md.zip", answer.content)}
    assert "The files are imported" in text(admin.post(into, sent, follow=True))
    bad = admin.post(reverse("regulator:import-edition"), {"file": SimpleUploadedFile("x.zip", b"no")})
    assert bad.status_code == 422 and "not a zip file" in text(bad)
    public = Client().get("/api/v1/editions/md-craps/files")
    assert public.status_code == 200 and "rulebook/md-craps.toml" in files.unpacked(public.content)
    assert Client().get(f"/api/v1/editions/{draft.pk}/files").status_code == 404
