"""The pages of sheets: template, upload, result, drafts, and the same rules out again."""

from __future__ import annotations

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from portal.sheets.models import Sheet
from portal.submissions.models import Submission
from tests.factories import House, draft, make_house, odds
from tests.portal.doors import signed_in
from tests.portal.sheets.books import filled_template, letter_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house() -> House:
    return make_house()


@pytest.fixture
def client(house: House) -> Client:
    return signed_in(house.submitter)


def send(client: Client, data: bytes, name: str = "rules.xlsx") -> tuple[int, str]:
    answer = client.post(reverse("operator:sheets"), {"file": SimpleUploadedFile(name, data)}, follow=True)
    return answer.status_code, answer.content.decode()


def test_the_template_has_headings_paths_and_drop_downs(house: House, client: Client) -> None:
    answer = client.get(reverse("operator:sheet-template"), {"edition": "nz-revised", "format": "xlsx"})
    book = load_workbook(io.BytesIO(answer.content))
    assert book.sheetnames == ["Rule sets", "Explanations", "Lists"]
    sheet = book["Rule sets"]
    assert [cell.value for cell in sheet[1]][:3] == ["Edition", "Casino", "Tables"]
    assert [cell.value for cell in sheet[2]][:3] == ["edition", "casino", "tables"]
    lists = {str(each.sqref): each.formula1 for each in sheet.data_validations.dataValidation}
    collect = letter_of("nz-revised", "vig.buy.collect")
    assert "only when it wins" in lists[f"{collect}3:{collect}2002"]
    assert house.property.name in lists["B3:B2002"]
    explained = {row[1]: row for row in book["Explanations"].iter_rows(values_only=True)}
    assert explained["odds.pass_line.multiples.4"][3:] == (
        "The limit on odds behind the Pass Bet is at most 2×.",
        "4.1(e)(i)",
        "1×",
    )
    csv = client.get(reverse("operator:sheet-template"), {"edition": "nz-revised", "format": "csv"})
    assert csv.getvalue().decode().splitlines()[1].startswith("edition,casino,tables,operator")


def test_an_edition_of_elsewhere_has_no_template_here(client: Client) -> None:
    for name in ("operator:sheet-template", "operator:sheet-export"):
        assert client.get(reverse(name), {"edition": "md-craps"}).status_code == 404


def test_the_result_names_cells_and_good_rows_become_drafts(house: House, client: Client) -> None:
    rows = [{"chip_unit": "5"}, {"odds.come.multiples": "3"}]
    status, page = send(client, filled_template("nz-revised", house.property.name, rows))
    assert status == 200
    assert f"{letter_of('nz-revised', 'odds.come.multiples')}4" in page
    assert "4.1(g)(i)" in page
    assert "You entered 3×. Use 2×." in page
    sheet = Sheet.objects.get()
    answer = client.post(reverse("operator:sheet-drafts", args=[sheet.pk]), {"rows": ["3", "4"]}, follow=True)
    reference = Submission.objects.get().reference
    assert f"Created as {reference}" in answer.content.decode()
    assert "You uploaded this file before" not in page


def test_a_file_that_cannot_be_used_says_why_beside_the_field(client: Client) -> None:
    status, page = send(client, b"\xd0\xcf\x11\xe0 old")
    assert status == 422
    assert "workbook of the old kind" in page
    assert send(client, b"")[0] == 422
    assert not Sheet.objects.exists()


def test_no_tick_and_a_viewer_are_refused_in_words(house: House, client: Client) -> None:
    send(client, filled_template("nz-revised", house.property.name, [{"chip_unit": "5"}]))
    address = reverse("operator:sheet-drafts", args=[Sheet.objects.get().pk])
    assert "Tick the rows" in client.post(address).content.decode()
    viewer = signed_in(house.viewer)
    assert viewer.post(address, {"all": "yes"}).status_code == 403
    assert "Create drafts" not in viewer.get(reverse("operator:sheets")).content.decode()
    assert not Submission.objects.exists()


@pytest.mark.parametrize("kind", ["xlsx", "csv", "jsonl"])
def test_rules_go_out_and_come_in_again_the_same(house: House, client: Client, kind: str) -> None:
    made = [draft(house, odds(2)), draft(house, odds(1) | {"operator": "=cmd|' /C calc'!A0"})]
    answer = client.get(reverse("operator:sheet-export"), {"edition": "nz-revised", "format": kind})
    data = answer.getvalue()
    if kind == "csv":
        assert b",'=cmd|" in data
    status, page = send(client, data, f"out.{kind}")
    assert (status, page.count("Same rules as draft")) == (200, 2)
    digests = [row.digest for row in Sheet.objects.get().rows.order_by("number")]
    assert digests == [each.current_version.digest for each in made if each.current_version]


def test_only_the_operators_own_rules_go_out(house: House) -> None:
    draft(house)
    answer = signed_in(house.outsider).get(reverse("operator:sheet-export"), {"format": "jsonl"})
    assert (answer.status_code, answer.getvalue()) == (200, b"")
