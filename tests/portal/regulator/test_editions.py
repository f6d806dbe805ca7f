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
from portal.editions import draft_store, test_runs
from portal.editions.models import Edition, EditionState, EditionTestRun
from portal.editions.selectors import core_edition_for
from portal.notices.models import Notice
from tests.factories import House, approved, make_house
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import (
    FLATS,
    a_draft,
    explained,
    in_days,
    lower_odds,
    pass_tests,
    proposed,
    publish,
)
from tests.portal.review.impacts import finish_runs

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
    assert draft_store.changes(draft) == []


def test_a_value_is_changed_and_undone_from_the_page(md: House, admin: Client) -> None:
    draft = mine(md)
    address = f"/regulator/editions/{draft.pk}/value/?at=odds.pass_line.most.all"
    answer = admin.post(address, {"value": "20", "clause": "6/E"})
    assert answer["Location"] == f"/regulator/editions/{draft.pk}/values/odds/"
    page = text(admin.get(f"/regulator/editions/{draft.pk}/"))
    assert "100×" in page and "20×" in page
    wrong = admin.post(address, {"value": "many", "clause": "6/E"})
    assert wrong.status_code == 422 and 'value="many"' in wrong.content.decode()
    stale = admin.post(address, {"value": "30", "clause": "6/E", "seen": '[100, "6/E"]'})
    assert stale.status_code == 422 and "Someone changed" in text(stale)
    admin.post(f"/regulator/editions/{draft.pk}/undo/", {"at": "odds.pass_line.most.all"})
    assert "Nothing yet" in text(admin.get(f"/regulator/editions/{draft.pk}/"))


def test_a_rate_is_typed_as_a_percentage(md: House, admin: Client) -> None:
    draft = mine(md)
    address = f"/regulator/editions/{draft.pk}/value/?at=vig.buy.rate"
    assert 'value="5%"' in admin.get(address).content.decode()
    for typed, stored in (("4", "1/25"), ("4%", "1/25"), ("1/25", "1/25"), ("100", "1")):
        assert admin.post(address, {"kind": "at most", "value": typed, "clause": "5/G"}).status_code == 302
        draft.refresh_from_db()
        assert draft.document["vig"]["buy"]["rate"] == ["at most", stored, "5/G"]
    for typed, says in (("400", "at most 100%"), ("3/2", "at most 100%"), ("four", "as a percentage")):
        wrong = admin.post(address, {"kind": "at most", "value": typed, "clause": "5/G"})
        assert wrong.status_code == 422 and says in text(wrong)
    part = {"text": '["at most", "4", "5/G"]'}
    wrong = admin.post(f"/regulator/editions/{draft.pk}/part/?at=vig.buy", part)
    assert wrong.status_code == 422


def test_payouts_and_amounts_are_typed_as_in_every_form(md: House, admin: Client) -> None:
    draft = mine(md)
    address = f"/regulator/editions/{draft.pk}/value/?at="
    admin.post(f"{address}wagers.place.pays.6", {"value": "6 to 5", "clause": "5/A(8)"})
    admin.post(f"{address}wagers.fire.max", {"value": "1,500", "clause": "11/B(1)(b)"})
    draft.refresh_from_db()
    wagers = draft.document["wagers"]
    assert (wagers["place"]["pays"]["6"][0], wagers["fire"]["max"][0]) == ("6:5", "1500")
    wrong = admin.post(f"{address}wagers.fire.max", {"value": "3,5", "clause": "11/B(1)(b)"})
    assert wrong.status_code == 422 and "Enter an amount in figures" in text(wrong)


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
    address = f"/regulator/editions/{draft.pk}/impact/"
    assert "1 current approval under Maryland craps has not been checked" in text(admin.get(address))
    assert admin.post(f"{address}run/")["Location"] == address
    page = text(admin.get(address))
    assert breaching.reference in page and "1 would breach it" in page
    assert "md.odds.pass_line" in page and "Allowed: at most 10×" in page and "6/E" in page
    answer: Any = admin.get(f"/regulator/editions/{draft.pk}/impact.csv")
    sheet = b"".join(answer.streaming_content).decode()
    rows = list(csv.DictReader(io.StringIO(sheet.lstrip("\ufeff"))))
    assert {row["reference"] for row in rows} == {breaching.reference}
    assert {row["rule"] for row in rows} == {
        f"md.odds.{flat}" for flat in ("pass_line", "come", "dont_pass", "dont_come")
    }


def test_proposing_asks_for_the_day_and_a_tick_and_a_second_person_publishes(
    md: House, admin: Client
) -> None:
    case = approved(md, rules(50)).submission
    draft = pass_tests(explained(lower_odds(mine(md), 10)))
    home = f"/regulator/editions/{draft.pk}/"
    admin.post(f"{home}impact/run/")
    page = text(admin.get(f"{home}propose/"))
    assert case.reference in page and "I have read what changes" in page and md.approver.name in page
    day = in_days("md", 40)
    given = {"digest": draft.contents_digest, "on": day}
    assert admin.post(f"{home}propose/", given).status_code == 422
    done = admin.post(f"{home}propose/", given | {"confirmed": "on"})
    assert done["Location"] == home
    draft.refresh_from_db()
    assert draft.is_proposed
    shown = {"digest": draft.proposed_digest, "confirmed": "on"}
    refusal = text(admin.get(f"{home}publish/"))
    assert "You proposed this edition" in refusal and md.approver.name in refusal
    assert 'name="digest"' not in admin.get(f"{home}publish/").content.decode()
    again = admin.post(f"{home}publish/", shown)
    assert again.status_code == 422 and "second person has to publish it" in text(again)
    approver = signed_in(md.approver)
    assert "Review and publish" in text(approver.get(home)) and "Review and publish" not in text(
        admin.get(home)
    )
    assert approver.post(f"{home}publish/", shown | {"digest": draft.digest}).status_code == 422
    assert approver.post(f"{home}publish/", shown)["Location"] == home
    draft.refresh_from_db()
    assert (draft.state, draft.published_by) == (EditionState.SCHEDULED, md.approver)
    assert not Notice.objects.filter(user=md.submitter, text__contains="replaces").exists()
    finish_runs()
    notice = Notice.objects.filter(user=md.submitter).latest("pk")
    assert case.reference in notice.text and "would breach it (6/E" in notice.text
    assert notice.url == f"/rulebook/{draft.pk}/changes/"
    assert Notice.objects.filter(user=md.officer, text__contains="1 of 1 approvals would breach").exists()


def test_a_second_person_reads_the_explanations_and_runs_the_tests_again(md: House) -> None:
    """A new release makes the tests out of date; what is proposed is not sent back for that."""
    draft = proposed(lower_odds(mine(md), 10))
    EditionTestRun.objects.update(examined="an earlier release")
    home, approver = f"/regulator/editions/{draft.pk}/", signed_in(md.approver)
    page = text(approver.get(f"{home}publish/"))
    assert "Decided by the board." in page and "tests of this draft have not passed yet" in page
    assert "Run the tests again" in text(approver.get(f"{home}tests/"))
    assert approver.post(f"{home}tests/run/").status_code == 302
    assert EditionTestRun.objects.get(edition=draft).examined == test_runs.examined(draft)
    assert signed_in(md.officer).post(f"{home}tests/run/").status_code == 403


def test_a_proposal_is_sent_back_with_remarks_that_the_draft_shows(md: House, admin: Client) -> None:
    draft = proposed(lower_odds(mine(md), 10))
    home, approver = f"/regulator/editions/{draft.pk}/", signed_in(md.approver)
    assert "To publish or send back" in text(approver.get("/regulator/"))
    assert "To publish or send back" not in text(admin.get("/regulator/"))
    assert approver.post(f"{home}send-back/", {"remarks": ""}).status_code == 422
    assert approver.post(f"{home}send-back/", {"remarks": "Ten is too low."})["Location"] == home
    assert "with remarks from" in text(admin.get("/regulator/"))
    page = text(admin.get(home))
    assert "Sent back with remarks" in page and "Ten is too low." in page and md.approver.name in page
    draft.refresh_from_db()
    proposed(draft)
    assert "You proposed it" in text(admin.get(f"{home}send-back/"))
    assert admin.post(f"{home}take-back/")["Location"] == home
    assert Edition.objects.get(pk=draft.pk).is_draft


def test_two_people_withdraw_it_by_page(md: House, admin: Client) -> None:
    approved(md, rules(50))
    draft = publish(lower_odds(mine(md), 10))
    home, approver = f"/regulator/editions/{draft.pk}/", signed_in(md.approver)
    assert admin.post(f"{home}withdraw/", {"reason": "The board meets again."})["Location"] == home
    assert "Withdrawal to confirm" in text(approver.get("/regulator/"))
    page = text(approver.get(home))
    assert "To be withdrawn" in page and "The board meets again." in page
    own = admin.post(f"{home}withdraw/confirm/")
    assert own.status_code == 422 and "a second person has to confirm it" in text(own)
    assert admin.post(f"{home}withdraw/drop/")["Location"] == home
    admin.post(f"{home}withdraw/", {"reason": "The board meets again."})
    assert approver.post(f"{home}withdraw/confirm/")["Location"] == home
    assert "Withdrawn before it came into force" in text(admin.get(home))
    assert "will not come into force" in Notice.objects.filter(user=md.submitter).latest("pk").text


def test_a_draft_that_cannot_be_proposed_says_why(md: House, admin: Client) -> None:
    draft = mine(md)
    page = text(admin.get(f"/regulator/editions/{draft.pk}/propose/"))
    assert "It cannot be proposed yet" in page and "Change at least one value" in page
    answer = admin.post(
        f"/regulator/editions/{draft.pk}/propose/",
        {"digest": draft.contents_digest, "on": in_days("md", 3), "confirmed": "on"},
    )
    assert answer.status_code == 422


def test_deleting_asks_first(md: House, admin: Client) -> None:
    draft = mine(md)
    assert "Delete the draft" in text(admin.get(f"/regulator/editions/{draft.pk}/delete/"))
    assert admin.post(f"/regulator/editions/{draft.pk}/delete/")["Location"] == "/regulator/editions/"
    assert admin.get(f"/regulator/editions/{draft.pk}/").status_code == 404
