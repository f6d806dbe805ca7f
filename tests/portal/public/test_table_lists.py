"""Tables in lists: the casino's page and its signs, the register's entry, search, sitemap, API."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pyhanko.pdf_utils.reader import PdfFileReader

from portal.accounts.models import Table
from portal.documents import outbox, verification
from portal.documents.models import Document
from portal.public import casino_page, casino_views
from portal.register import selectors as register
from portal.review import table_rules, workflow
from tests.factories import House, approved, create_table, make_house, odds
from tests.portal.doors import text
from tests.portal.review.test_limit_notice import RULES, give

pytestmark = pytest.mark.slow


@pytest.fixture
def maryland(db: None) -> House:
    house = make_house("md", "md-craps")
    type(house.property).objects.filter(pk=house.property.pk).update(name="Harbour Point")
    house.property.refresh_from_db()
    return house


@pytest.fixture
def tables(maryland: House) -> list[Table]:
    return [create_table(property=maryland.property, label=label) for label in ("C-101", "C-102")]


def test_a_casino_whose_tables_are_alike(client: Client, maryland: House, tables: list[Table]) -> None:
    approved(maryland, RULES)
    said = text(client.get("/register/property/harbour-point/"))
    assert "Tables of the same game have the same rules and limits." in said
    assert "C-101" in said
    assert "C-102" in said
    assert "What differs" not in said


def test_what_differs_between_the_tables(client: Client, maryland: House, tables: list[Table]) -> None:
    whole = approved(maryland, RULES).submission
    own = approved(maryland, RULES | odds(10, "md-craps"), tables[1]).submission
    page = client.get("/register/property/harbour-point/")
    for table in tables:
        assert f'href="/t/{table.code}/"' in page.content.decode()
    rows = casino_page.table_rows(register.place("harbour-point"))
    differing = [{row["label"]: row["value"] for row in each.differing} for each in rows]
    assert [each.rules.approval for each in rows] == [whole, own]
    label = "Odds on Pass Bet and Come Bet"
    assert differing[0][label].startswith("up to 3×")
    assert differing[1][label].startswith("up to 10×")
    assert not any(label.startswith("Limits") for each in differing for label in each)
    said = text(page)
    assert "Craps: C-101" in said  # two approvals of one game are told apart by their tables
    assert "Craps: C-102" in said


def test_limits_that_differ_by_notice(client: Client, maryland: House, tables: list[Table]) -> None:
    held = approved(maryland, RULES).submission
    held.refresh_from_db()
    before = text(client.get("/register/property/harbour-point/"))
    notice = give(maryland, held, tables[1])
    announced = text(client.get("/register/property/harbour-point/"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.utils.timezone.now", lambda: notice.takes_effect_at)
        after = text(client.get("/register/property/harbour-point/"))
    assert "Limits changed by notice" in announced and "Some limits were changed" not in announced
    assert "Some limits were changed" in after
    assert "What differs" not in before
    assert "Limits of Pass Bet: at least US$15, at most US$5,000" in after
    assert "Limits of Pass Bet: at least US$25, at most US$5,000" in after


def test_all_signs_in_one_file(
    client: Client, maryland: House, tables: list[Table], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reference = approved(maryland, RULES).submission.reference
    address = "/register/property/harbour-point/signs.pdf"
    assert client.get(address).status_code == 404  # being prepared
    for sign in Document.objects.filter(kind="sign"):
        assert outbox.produce(sign.pk)
    assert address in client.get("/register/property/harbour-point/").content.decode()
    response = client.get(address)
    assert response["Content-Type"] == "application/pdf"
    reader: Any = PdfFileReader(io.BytesIO(response.content))
    assert reader.root["/Pages"]["/Count"] == 2
    assert not reader.embedded_signatures
    file = tmp_path / "signs.pdf"
    file.write_bytes(response.content)
    said = subprocess.run(["pdftotext", file, "-"], capture_output=True, text=True, check=True).stdout
    assert said.index("C-101") < said.index("C-102")
    assert verification.verify_file(response.content).verdict == "unknown"
    signed = client.get(f"/t/{tables[1].code}/sign.pdf").content
    issued = verification.verify_file(signed)
    assert (issued.verdict, issued.reference) == ("genuine", reference)
    assert "C-102" in issued.signed_for
    # A casino with very many tables gets its signs in parts.
    monkeypatch.setattr(casino_views, "SIGNS_PER_PART", 1)
    assert client.get(f"{address}?part=2").status_code == 200
    assert client.get(f"{address}?part=3").status_code == 404
    assert client.get(f"{address}?part=x").status_code == 404


def test_the_entry_names_its_tables(client: Client, maryland: House, tables: list[Table]) -> None:
    reference = approved(maryland, RULES, tables[0]).submission.reference
    page = client.get(f"/register/{reference}/").content.decode()
    assert f'href="/t/{tables[0].code}/"' in page
    assert f'href="/t/{tables[1].code}/"' not in page


def test_a_table_is_found_by_code_and_by_label(client: Client, maryland: House, tables: list[Table]) -> None:
    assert table_rules.find_tables("C-101") == []  # nothing is approved there: not public
    approved(maryland, RULES)
    one, two = tables
    assert table_rules.find_tables(one.code.upper()) == [one]
    assert table_rules.find_tables("c-10") == [one, two]
    assert table_rules.find_tables("harbour c-102") == [two]
    assert table_rules.find_tables("harbour") == []  # finds the casino
    assert table_rules.find_tables("  ") == []
    create_table(property=maryland.property, label="C-109", game="mini-craps")  # no rules for it yet
    assert table_rules.find_tables("C-109") == []
    page = client.get("/register/", {"q": "C-101"}).content.decode()
    assert f'href="/t/{one.code}/"' in page
    assert f"/t/{one.code}/" in client.get("/sitemap.xml").content.decode()


def test_the_api_answers_for_a_table(client: Client, maryland: House, tables: list[Table]) -> None:
    decision = approved(maryland, RULES)
    table = tables[0]
    answer = client.get(f"/api/v1/tables/{table.code}").json()
    assert (answer["label"], answer["property"], answer["place"]) == (
        "C-101",
        "Harbour Point",
        "harbour-point",
    )
    assert (answer["standing"], answer["may_run"]) == ("in_force", True)
    assert answer["reference"] == decision.submission.reference
    assert answer["ruleset_digest"] == decision.digest
    assert answer["limits"][0] == {
        "wagers": ["pass_line"],
        "words": "at least US$15, at most US$5,000",
        "bounds": {"min": "15", "max": "5000"},
        "since": None,
    }
    assert [row["table"] for row in answer["documents"]] == [None, None, table.code]
    past = client.get(f"/api/v1/tables/{table.code}?on=1998-03-01").json()
    assert (past["standing"], past["reference"], past["limits"]) == ("none", None, [])
    workflow.suspend(actor=maryland.approver, reference=decision.submission.reference, reason="Worn.")
    assert client.get(f"/api/v1/tables/{table.code}").json()["standing"] == "suspended"
    assert client.get("/api/v1/tables/zzzzzzzz").status_code == 404
    assert client.get(f"/api/v1/tables/{table.code}?on=2999-01-01").status_code == 400
