"""A drafted edition everywhere else: rulebook, comparison, an operator's draft, approval, certificate."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal.documents import outbox
from portal.documents.models import Document
from portal.editions import clauses
from portal.editions.models import Edition
from portal.editions.rulesets import parse_ruleset
from portal.pages.templatetags.rulebook import clause_url
from portal.register.selectors import entry
from portal.submissions.wording import describe_choices
from portal.validation.comparison import compare_rulesets, elsewhere
from portal.validation.drafts import create_draft, save_draft
from portal.validation.services import live_check
from tests.factories import House, approved, make_house
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import a_draft, author, called_back, change, lower_odds, publish, read_so
from tests.portal.regulator.test_editions import rules

pytestmark = pytest.mark.slow


@pytest.fixture
def md(db: None) -> House:
    return make_house("md", "md-craps")


@pytest.fixture
def to_come(md: House) -> Edition:
    return publish(lower_odds(a_draft("md-craps"), 10), days=45)


@pytest.fixture
def in_force(md: House) -> Edition:
    return publish(lower_odds(a_draft("md-craps"), 10), days=0)


def test_its_book_is_the_parents_with_the_changes_marked(to_come: Edition, client: Client) -> None:
    assert to_come.in_force_from is not None
    day = f"{to_come.in_force_from.day} {to_come.in_force_from:%B %Y}"
    shelf = text(client.get("/rulebook/"))
    assert f"{to_come.title} Not yet in force" in shelf and day in shelf
    clause = text(client.get(f"/rulebook/{to_come.pk}/6/E/"))
    assert f"Changed from {day}: Odds on Pass Bet: at most, on every number: was 100×, is 10×." in clause
    assert "It reads differently in Maryland craps" in clause
    changed = text(client.get(f"/rulebook/{to_come.pk}/changes/"))
    assert "1 clause differs" in changed and "Value changed" in changed
    assert "10×" in text(client.get(f"/rulebook/{to_come.pk}/"))
    assert client.get(f"/rulebook/{to_come.pk}/all/").status_code == 200
    assert f"/rulebook/{to_come.pk}/6/E/" in client.get("/sitemap.xml").content.decode()


def test_a_drafted_edition_of_another_game_has_its_book_and_its_changes(db: None, client: Client) -> None:
    make_house("bc", "bc-war")
    drafted = change(a_draft("bc-war"), "payouts.tie", "11:1", "7/7.1")
    row = publish(read_so(drafted, "war-tied", "war-wager-only"), days=30)
    book = text(client.get(f"/rulebook/{row.pk}/"))
    assert "Tie 11 to 1" in book
    assert "Go to War wins, and Casino War is a push." in book
    changed = text(client.get(f"/rulebook/{row.pk}/changes/"))
    assert "was 10 to 1, is 11 to 1" in changed
    assert "A tied war pays 1 to 1: on both wagers?" in changed
    assert "was 10 to 1, is 11 to 1" in text(client.get(f"/rulebook/{row.pk}/7/7.1/"))
    readings = text(client.get(f"/rulebook/{row.pk}/readings/"))
    assert "The player ends C$10 ahead." in readings
    assert client.get(f"/rulebook/{row.pk}/all/").status_code == 200


def test_a_reworded_sentence_stands_beside_the_old_one(md: House, client: Client) -> None:
    row = change(a_draft("md-craps"), "wagers.fire.max", "10", "11/B(1)(b)")
    entry = clauses.clause_entry(row, "11/B(1)(b)")
    fields = {**entry, "text": entry["text"].replace("$5", "$10")}
    assert fields["text"] != entry["text"]
    row = clauses.change_clause(actor=author(row), edition_id=row.pk, clause_id="11/B(1)(b)", fields=fields)
    page = client.get(f"/rulebook/{publish(row).pk}/changes/")
    assert "11/B(1)(b) Reworded" in text(page)
    assert "<del>$5" in page.content.decode() and "<ins>$10" in page.content.decode()


def test_a_sentence_added_to_a_clause_is_not_shown_as_the_same_text(md: House, client: Client) -> None:
    row = a_draft("md-craps")
    entry = clauses.clause_entry(row, "7/A")
    fields = {**entry, "text": f"{entry['text'].strip()} A sixth die is kept in the pit."}
    row = clauses.change_clause(actor=author(row), edition_id=row.pk, clause_id="7/A", fields=fields)
    page = client.get(f"/rulebook/{publish(row).pk}/changes/")
    assert "7/A Reworded" in text(page) and "The text is the same" not in text(page)
    assert "A sixth die is kept in the pit." in text(page)


def test_which_day_it_stands(to_come: Edition, client: Client) -> None:
    assert to_come.in_force_from is not None
    before, after = (to_come.in_force_from + timedelta(days=n) for n in (-1, 1))
    earlier = text(client.get(f"/rulebook/{to_come.pk}/?on={before}"))
    assert "comes into force on" in earlier
    assert "In force" in text(client.get(f"/rulebook/{to_come.pk}/?on={after}"))
    assert f"“{to_come.title}” replaced it" in text(client.get(f"/rulebook/md-craps/?on={after}"))


def test_it_is_compared_and_stands_in_the_matrix(to_come: Edition, client: Client) -> None:
    page = text(client.get(f"/compare/?edition=md-craps&edition={to_come.pk}"))
    assert "10×" in page and "100×" in page
    matrix = client.get("/compare/matrix.json").json()
    assert to_come.pk in [each["id"] for each in matrix["editions"]]
    assert to_come.title in text(client.get("/compare/matrix/"))


def test_pages_follow_when_it_is_called_back_and_changed(to_come: Edition, client: Client) -> None:
    assert "is 10×" in text(client.get(f"/rulebook/{to_come.pk}/6/E/"))
    called_back(to_come)
    assert client.get(f"/rulebook/{to_come.pk}/6/E/").status_code == 404
    publish(lower_odds(Edition.objects.get(pk=to_come.pk), 15), days=45)
    assert "is 15×" in text(client.get(f"/rulebook/{to_come.pk}/6/E/"))


def test_an_operator_drafts_checks_and_compares_under_it(md: House, in_force: Edition) -> None:
    made = create_draft(actor=md.submitter, property_id=md.property.pk, edition_id=in_force.pk)
    stated = rules(50) | {"edition": in_force.pk}
    saved = save_draft(actor=md.submitter, reference=made.reference, ruleset=stated, expected_version=1)
    run = saved.runs.get()
    assert run.breaches == 4 and {f.nearest for f in run.findings.all()} == {"10"}
    assert live_check(stated).verdict == "breach"
    assert describe_choices(parse_ruleset(stated))
    assert in_force.pk in [each.edition.id for each in elsewhere(parse_ruleset(rules(50)))]
    assert compare_rulesets(parse_ruleset(rules(50)), parse_ruleset(stated)).rules
    client = signed_in(md.submitter)
    home = f"/operator/submissions/{made.reference}"
    for page in ("/", "/draft/odds/", "/draft/layout/", "/examples/", "/elsewhere/", "/submit/"):
        answer = client.get(home + page)
        assert answer.status_code in (200, 302), f"{page} {answer.status_code}"
    assert in_force.title in text(client.get(reverse("operator:new")))


def under(house: House, edition: Edition) -> House:
    from dataclasses import replace

    return replace(house, edition=edition)


def test_it_is_approved_under_it_and_stays_there(md: House, in_force: Edition) -> None:
    house = under(md, in_force)
    case = approved(house, rules(10) | {"edition": in_force.pk}).submission
    found = entry(case.reference)
    assert (found.edition_id, found.edition_title) == (in_force.pk, in_force.title)
    assert signed_in(md.officer).get(f"/regulator/cases/{case.reference}/").status_code == 200
    assert Client().get(f"/register/{case.reference}/").status_code == 200


@pytest.mark.slow
def test_its_certificate_is_typeset_in_the_child_without_the_database(
    md: House, in_force: Edition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("portal.documents.signing.sign", _unsigned)
    case = approved(under(md, in_force), rules(10) | {"edition": in_force.pk}).submission
    document = Document.objects.get(submission=case, kind="certificate")
    assert outbox.produce(document.pk)
    document.refresh_from_db()
    assert document.is_ready and (document.size or 0) > 20_000


def _unsigned(data: bytes, **about: Any) -> tuple[bytes, Any]:
    from portal.documents.signing import Signer

    return data, Signer("5" * 64, "A signer", "a chain")


def test_pages_and_certificate_speak_with_its_clauses(md: House, in_force: Edition) -> None:
    from portal.documents.rule_tables import build_rule_tables
    from portal.pages.clauses import cited_clauses

    [(clause, html)] = cited_clauses(in_force.pk, "6/E")
    assert clause.id == "6/E" and "is 10×" in html
    assert cited_clauses("atlantis-1", "6/E") == []

    def with_clauses(edition_id: str) -> set[str]:
        groups = build_rule_tables(parse_ruleset(rules(10) | {"edition": edition_id}))["groups"]
        return {wager["wager"] for group in groups for wager in group["wagers"] if wager["clauses"]}

    assert with_clauses(in_force.pk) == with_clauses("md-craps") != set()


def test_a_clause_that_is_new_has_a_page_of_its_own(md: House, client: Client) -> None:
    row = change(a_draft("md-craps"), "table.dice", "6", "Order 2027/3 <b>?")
    row = publish(row, days=3)
    book = client.get(f"/rulebook/{row.pk}/all/").content.decode()
    assert "Order 2027/3 &lt;b&gt;?" in book and "<b>?" not in book
    address = clause_url(row.pk, "Order 2027/3 <b>?")
    page = client.get(address)
    assert page.status_code == 200 and "Dice in a set: was 5, is 6." in text(page)
