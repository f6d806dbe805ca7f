"""The log's page, and everything that is handed out to check the register elsewhere."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from portal.register import checkpoints, log
from portal.register.models import Place
from tests.factories import House, approved, refused
from tests.portal.doors import text
from tests.portal.public.test_register_pages import elsewhere, issue
from tests.portal.register.entries import behind_the_guards
from tests.portal.register.test_verify_log import verify

pytestmark = pytest.mark.slow


def test_everything_taken_from_the_pages_holds_offline(house: House, client: Client) -> None:
    decision = approved(house)
    reference = decision.submission.reference
    checkpoints.sign()
    issue(decision)
    refused(house)
    checkpoints.sign()
    keys = client.get("/register/log/keys.txt").content.decode()
    for kind, address in (("certificate", "document"), ("guide", "guide"), ("sign", "sign")):
        pdf = client.get(f"/register/{reference}/{address}.pdf").content
        proof = client.get(f"/register/{reference}/{address}.proof.json")
        assert proof["Content-Disposition"] == f'attachment; filename="{reference}-{kind}.proof.json"'
        entry = verify.check_file(pdf, proof.content, keys)
        assert (entry["document"], entry["reference"]) == (kind, reference)
        with pytest.raises(verify.NotValid):
            verify.check_file(pdf + b" ", proof.content, keys)
    decided = client.get(f"/register/{reference}/decision.proof.json").content
    assert verify.check_entry(decided, keys)["outcome"] == "approved"
    assert verify.check_entry(client.get("/register/log/4.proof.json").content, keys)["outcome"] == "refused"
    old = client.get("/register/log/checkpoints/1.txt").content.decode()
    new = client.get("/register/log/checkpoint.txt").content.decode()
    grown = client.get("/register/log/consistency/1-5.json").content
    assert verify.check_growth(old, new, grown, keys) == (1, 5)
    whole = b"".join(client.get("/register/log/entries.jsonl"))
    assert verify.check_whole(whole, new, keys) == 5
    assert client.get("/register/log/verify_log.py").content.startswith(b"#!/usr/bin/env python3")


def test_a_document_one_has_is_not_sent_again(house: House, client: Client) -> None:
    decision = approved(house)
    issue(decision)
    address = f"/register/{decision.submission.reference}/document.pdf"
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"if-none-match": etag}).status_code == 304
    assert client.get(address, headers={"if-none-match": '"another"'}).status_code == 200


def test_a_proof_that_is_not_there_yet_says_when(house: House, client: Client) -> None:
    decision = approved(house)
    address = f"/register/{decision.submission.reference}/"
    assert client.get(f"{address}document.proof.json").status_code == 404  # no document yet
    answer = client.get(f"{address}decision.proof.json")
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert "within a minute" in text(answer)
    checkpoints.sign()
    assert client.get(f"{address}decision.proof.json").status_code == 200
    assert client.get(f"{address}letter.proof.json").status_code == 404


def test_the_logs_page_says_how_it_stands(house: House, client: Client) -> None:
    assert "Empty" in text(client.get("/register/log/"))
    approved(house)
    assert "Being signed" in text(client.get("/register/log/"))
    checkpoints.sign()
    page = text(client.get("/register/log/"))
    assert "Complete and signed" in page
    checkpoint = log.status().checkpoint
    assert checkpoint is not None and checkpoint.root in page
    assert log.status().keys[0] in page
    assert json.loads(text(client.get("/register/log/0.proof.json")))["position"] == 0


def test_a_stopped_log_is_shown_to_everybody(house: House, client: Client) -> None:
    approved(house)
    checkpoints.sign()
    behind_the_guards("UPDATE register_entry SET operator = 'Somebody else' WHERE position = 0")
    checkpoints.check()
    page = text(client.get("/register/log/"))
    assert "The log has stopped." in page
    assert "The columns of entry 0 differ from its content." in page


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/register/log/7/", 404),
        ("/register/log/99999999999999999999999/", 404),
        ("/register/log/7.proof.json", 404),
        ("/register/log/checkpoint.txt", 404),
        ("/register/log/checkpoints/7.txt", 404),
        ("/register/log/consistency/1-2.json", 404),
        ("/register/log/consistency/99999999999999999999-2.json", 404),
        ("/register/log/entries.jsonl", 200),
        ("/register/log/?page=999", 200),
    ],
)
def test_what_is_not_in_the_log_is_no_crash(db: None, client: Client, address: str, status: int) -> None:
    assert client.get(address).status_code == status


def test_the_sitemap_has_casinos_and_the_log(house: House, client: Client) -> None:
    approved(house)
    page = client.get("/sitemap.xml").content.decode()
    assert f"/register/property/{Place.objects.get().slug}/</loc>" in page
    assert "/register/log/</loc>" in page


def test_the_pages_ask_the_database_little(
    house: House, client: Client, django_assert_max_num_queries: Any
) -> None:
    for name in ("One", "Two", "Three"):
        approved(elsewhere(house, name))
    client.get("/register/")
    with django_assert_max_num_queries(7):  # the stamp of what is kept, and nothing else
        client.get("/register/")
