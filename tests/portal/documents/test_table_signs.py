"""A sign for each table: ordered with the decision or when a table is added, each with its own code."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Table
from portal.accounts.services import create_table, set_table_active
from portal.documents import outbox, signing, verification
from portal.documents.models import Document
from portal.documents.selectors import documents_at_table, public_document, public_documents
from portal.register import keys, table_statements
from portal.register.models import Entry
from portal.submissions.models import Submission
from tests.factories import House, approved
from tests.factories import create_table as covered_table

pytestmark = pytest.mark.slow

SIGNER = signing.Signer("5" * 64, "A signer", "a chain")


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the renderer was given; its bytes differ from document to document."""
    given: list[dict[str, Any]] = []

    def render(work: Any, kind: str, snapshot: dict[str, Any], *rest: Any, **limits: Any) -> bytes:
        given.append(snapshot)
        return f"%PDF-1.7 {kind} {snapshot.get('table', {}).get('code')}".encode()

    monkeypatch.setattr("portal.documents.outbox.run_limited", render)
    monkeypatch.setattr("portal.documents.signing.sign", lambda data, **about: (data, SIGNER))
    return given


def add(house: House, label: str) -> Table:
    return create_table(actor=None, prop=house.property, label=label, game=house.edition.game)


def signs(submission: Submission) -> dict[str, Document]:
    return {sign.occasion: sign for sign in Document.objects.filter(submission=submission, kind="sign")}


def test_each_table_gets_its_own(house: House) -> None:
    tables = [add(house, label) for label in ("CR-01", "CR-02")]
    decided = approved(house).submission
    issued = signs(decided)
    assert set(issued) == {table.code for table in tables}
    for table in tables:
        sign = issued[table.code]
        assert sign.table_label == table.label
        assert sign.snapshot["table"]["url"].endswith(f"/t/{table.code}/")
        assert sign.filename == f"{decided.reference}-sign-{table.code}.pdf"
    assert [document.kind for document in public_documents(decided.reference)] == [
        "certificate",
        "guide",
        "sign",
        "sign",
    ]


def test_a_casino_without_tables_gets_one_for_any_table(house: House) -> None:
    decided = approved(house).submission
    assert set(signs(decided)) == {""}
    later = add(house, "CR-01")
    assert set(signs(decided)) == {"", later.code}
    assert [document.name for document in documents_at_table(decided.reference, later.code)] == [
        "certificate",
        "guide",
        f"sign-{later.code}",
    ]
    # What is known by the address of before stays what it was.
    first = public_document(decided.reference, "sign")
    assert first is not None
    assert not first.occasion


def test_a_table_that_comes_into_use_gets_one_once(house: House) -> None:
    first = add(house, "CR-01")
    decided = approved(house).submission
    later = add(house, "CR-02")
    assert set(signs(decided)) == {first.code, later.code}
    for active in (False, True, False, True):
        set_table_active(actor=house.operator_admin, table_id=later.pk, active=active)
    assert set(signs(decided)) == {first.code, later.code}
    other = create_table(actor=None, prop=house.property, label="M-1", game="mini-craps")
    assert other.code not in signs(decided)


def test_signs_for_approvals_of_before(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    decided = approved(house).submission
    table = covered_table(property=house.property, label="CR-01", game=house.edition.game)
    assert set(signs(decided)) == {""}
    # Until it has its own, the sign for any table is the table's.
    assert documents_at_table(decided.reference, table.code)[-1].name == "sign"
    for ordered in (1, 0):
        call_command("order_signs")
        assert f"{ordered} signs ordered" in capsys.readouterr().out
    assert set(signs(decided)) == {"", table.code}


def test_its_code_carries_a_statement_that_holds(house: House, rendered: list[dict[str, Any]]) -> None:
    table = add(house, "CR-01")
    decided = approved(house).submission
    assert outbox.produce(signs(decided)[table.code].pk)
    text = rendered[0]["qr_text"]
    assert text.startswith(f"{rendered[0]['table']['url']}#")
    today = jurisdiction(house.property.jurisdiction).today()
    stated = table_statements.verify(text, keys.public_keys(), on=today)
    assert (stated.code, stated.reference) == (table.code, decided.reference)
    assert stated.digest == Document.objects.filter(submission=decided)[0].version.digest


def test_its_addresses_and_its_entry_in_the_log(
    house: House, client: Client, rendered: list[dict[str, Any]]
) -> None:
    one, two = add(house, "CR-01"), add(house, "CR-02")
    reference = approved(house).submission.reference
    issued = Document.objects.filter(submission__reference=reference, kind="sign")
    assert client.get(f"/t/{one.code}/sign.pdf").status_code == 404  # being prepared
    for sign in issued:
        assert outbox.produce(sign.pk)
    for table in (one, two):
        content = f"%PDF-1.7 sign {table.code}".encode()
        assert client.get(f"/t/{table.code}/sign.pdf").content == content
        assert client.get(f"/register/{reference}/sign-{table.code}.pdf").content == content
        leaf = Entry.objects.get(kind="document", leaf__table=table.code).leaf
        sign = issued.get(occasion=table.code)
        assert (leaf["document"], leaf["sha256"]) == ("sign", sign.sha256)
        assert verification.verify_hash(sign.sha256).reference == reference
    assert client.get(f"/register/{reference}/sign.pdf").content == f"%PDF-1.7 sign {one.code}".encode()
    assert client.get(f"/register/{reference}/sign-zzzzzzzz.pdf").status_code == 404
    data = client.get(f"/register/{reference}/entry.json").json()
    assert [row["table"] for row in data["documents"]] == [one.code, two.code]
