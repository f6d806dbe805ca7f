"""A regulator's pages of editions: list, values, change, impact, publish."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from craps.edition_values import values
from craps.edition_words import SUBJECTS
from portal.editions import drafting
from portal.editions.models import Edition, EditionState
from portal.editions.selectors import core_edition_for
from portal.notices.models import Notice
from tests.factories import House, approved, make_house
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import FLATS, a_draft, in_days, lower_odds

pytestmark = pytest.mark.slow


@pytest.fixture
def md(db: None) -> House:
    return make_house("md", "md-craps")


def rules(multiple: int) -> dict[str, object]:
    terms = {"collect": "placement", "rate": "1/20", "base": "wager", "refund_on_removal": False}
    return {
        "edition": "md-craps",
        "odds": {flat: {"multiples": multiple} for flat in FLATS},
        "vig": {"buy": terms, "lay": terms},
    }


@pytest.fixture
def admin(md: House) -> Client:
    return signed_in(md.regulator_admin)


def mine(md: House) -> Edition:
    return a_draft("md-craps", actor=md.regulator_admin)


def test_the_list_tells_drafts_from_what_is_published(md: House, admin: Client) -> None:
    draft = mine(md)
    page = text(admin.get("/regulator/editions/"))
    assert draft.title in page and "Maryland mini-craps" in page and "built in" in page
    officer = text(signed_in(md.officer).get("/regulator/editions/"))
    assert draft.title in officer and "Draft a new edition" not in officer
    assert "nz-revised" not in page


def test_a_draft_is_started_from_the_page(md: House, admin: Client) -> None:
    form = admin.get("/regulator/editions/draft/?from=md-craps")
    assert 'value="md-craps-2' in form.content.decode()
    given = {"parent_id": "md-craps", "edition_id": "md-craps-2031", "title": "Maryland craps 2031"}
    answer = admin.post("/regulator/editions/draft/", given)
    assert answer["Location"] == "/regulator/editions/md-craps-2031/"
    bad = admin.post("/regulator/editions/draft/", given | {"edition_id": "craps 2031"})
    assert bad.status_code == 422 and "starting with md-" in text(bad)
    assert signed_in(md.officer).post("/regulator/editions/draft/", given).status_code == 403


@pytest.mark.parametrize("slug", list(SUBJECTS))
def test_every_value_is_listed_under_its_subject(md: House, admin: Client, slug: str) -> None:
    for edition_id in (mine(md).pk, "md-mini"):
        answer = admin.get(reverse("regulator:edition-values", args=[edition_id, slug]))
        assert answer.status_code == 200


def test_every_value_has_a_form_that_saves_what_it_shows(md: House, admin: Client) -> None:
    """Sent back untouched, no form of any value changes anything."""
    draft = mine(md)
    shown = values(core_edition_for(draft).data)
    kinds = {(value.kind, type(value.codec).__name__, value.keys[0]): value for value in shown}
    for value in kinds.values():
        address = f"{reverse('regulator:edition-value', args=[draft.pk])}?at={value.path}"
        form = admin.get(address).context["form"]
        given = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
        answer = admin.post(address, given)
        assert answer.status_code == 302, (value.path, text(answer)[:400])
    draft.refresh_from_db()
    assert drafting.changes(draft) == []


def test_a_value_is_changed_and_undone_from_the_page(md: House, admin: Client) -> None:
    draft = mine(md)
    address = f"/regulator/editions/{draft.pk}/value/?at=odds.pass_line.most.all"
    answer = admin.post(address, {"value": "20", "clause": "6/E"})
    assert answer["Location"] == f"/regulator/editions/{draft.pk}/values/odds/"
    page = text(admin.get(f"/regulator/editions/{draft.pk}/"))
    assert "100×" in page and "20×" in page
    wrong = admin.post(address, {"value": "many", "clause": "6/E"})
    assert wrong.status_code == 422 and "many" in text(wrong)
    stale = admin.post(address, {"value": "30", "clause": "6/E", "seen": '[100, "6/E"]'})
    assert stale.status_code == 422 and "Someone changed" in text(stale)
    admin.post(f"/regulator/editions/{draft.pk}/undo/", {"at": "odds.pass_line.most.all"})
    assert "Nothing yet" in text(admin.get(f"/regulator/editions/{draft.pk}/"))


def test_a_part_is_edited_as_json(md: House, admin: Client) -> None:
    draft = mine(md)
    address = f"/regulator/editions/{draft.pk}/part/?at=vig.buy"
    assert "5/G(3)(a)" in admin.get(address).content.decode()
    wrong = admin.post(address, {"text": '{"rate": ["at most", "x", "5/G"]}', "seen": draft.digest})
    assert wrong.status_code == 422 and "vig.buy" in text(wrong)
    assert admin.get(f"/regulator/editions/{draft.pk}/part/?at=nothing").status_code == 404


def test_a_built_in_edition_offers_no_change(md: House, admin: Client) -> None:
    page = admin.get("/regulator/editions/md-craps/").content.decode()
    assert "cannot be edited" in page and "/undo/" not in page
    assert "Change<" not in admin.get("/regulator/editions/md-craps/values/odds/").content.decode()
    address = "/regulator/editions/md-craps/value/?at=odds.pass_line.most.all"
    answer = admin.post(address, {"value": "20", "clause": "6/E"})
    assert answer.status_code == 422 and "built in" in text(answer)


def test_the_impact_list_names_case_finding_clause_and_nearest(md: House, admin: Client) -> None:
    breaching = approved(md, rules(50)).submission
    draft = lower_odds(mine(md), 10)
    page = text(admin.get(f"/regulator/editions/{draft.pk}/impact/"))
    assert breaching.reference in page and "1 would breach it" in page
    assert "md.odds.pass_line" in page and "Allowed: at most 10×" in page and "6/E" in page
    answer: Any = admin.get(f"/regulator/editions/{draft.pk}/impact.csv")
    sheet = b"".join(answer.streaming_content).decode()
    rows = list(csv.DictReader(io.StringIO(sheet.lstrip("\ufeff"))))
    assert {row["reference"] for row in rows} == {breaching.reference}
    assert {row["rule"] for row in rows} == {
        f"md.odds.{flat}" for flat in ("pass_line", "come", "dont_pass", "dont_come")
    }


def test_publishing_asks_for_the_day_and_a_tick_and_tells_the_operator(md: House, admin: Client) -> None:
    case = approved(md, rules(50)).submission
    draft = lower_odds(mine(md), 10)
    address = f"/regulator/editions/{draft.pk}/publish/"
    page = text(admin.get(address))
    assert case.reference in page and "I have read what changes" in page
    day = in_days("md", 40)
    missing = admin.post(address, {"digest": draft.digest, "on": day})
    assert missing.status_code == 422
    done = admin.post(address, {"digest": draft.digest, "on": day, "confirmed": "on"})
    assert done["Location"] == f"/regulator/editions/{draft.pk}/"
    draft.refresh_from_db()
    assert draft.state == EditionState.SCHEDULED
    notice = Notice.objects.filter(user=md.submitter).latest("pk")
    assert case.reference in notice.text and "would breach it (6/E" in notice.text
    assert notice.url == f"/rulebook/{draft.pk}/changes/"
    assert Notice.objects.filter(user=md.officer, text__contains="1 of 1 approvals would breach").exists()
    back = admin.post(f"/regulator/editions/{draft.pk}/call-back/")
    assert back["Location"] == f"/regulator/editions/{draft.pk}/"
    assert "will not come into force" in Notice.objects.filter(user=md.submitter).latest("pk").text


def test_a_draft_that_cannot_be_published_says_why(md: House, admin: Client) -> None:
    draft = mine(md)
    page = text(admin.get(f"/regulator/editions/{draft.pk}/publish/"))
    assert "It cannot be published yet" in page and "Change at least one value" in page
    answer = admin.post(
        f"/regulator/editions/{draft.pk}/publish/",
        {"digest": draft.digest, "on": in_days("md", 3), "confirmed": "on"},
    )
    assert answer.status_code == 422


def test_deleting_asks_first(md: House, admin: Client) -> None:
    draft = mine(md)
    assert "Delete the draft" in text(admin.get(f"/regulator/editions/{draft.pk}/delete/"))
    assert admin.post(f"/regulator/editions/{draft.pk}/delete/")["Location"] == "/regulator/editions/"
    assert admin.get(f"/regulator/editions/{draft.pk}/").status_code == 404
