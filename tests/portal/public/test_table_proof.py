"""The page that checks a table's sign, and the service worker that keeps it."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from portal.public import table_proof

pytestmark = pytest.mark.django_db


def shell(client: Client) -> dict[str, object]:
    script = client.get("/t/sw.js").content.decode()
    found: dict[str, object] = json.loads(
        script.partition("\n")[0].removeprefix("const SHELL = ").rstrip(";")
    )
    return found


def test_the_worker_may_serve_every_page_of_a_table(client: Client) -> None:
    """Its address sets its scope, and a browser has to ask each time whether it changed."""
    response = client.get("/t/sw.js")
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert response["Cache-Control"] == "public, no-cache"
    assert (shell(client)["page"], shell(client)["keys"]) == ("/t/check/", "/register/log/keys.txt")
    for address in ("/t/check/", "/register/log/keys.txt"):
        assert client.get(address).status_code == 200


def test_the_worker_keeps_all_that_the_page_loads(client: Client) -> None:
    page = client.get("/t/check/").content.decode()
    loaded = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    assert loaded == set(shell(client)["files"])  # type: ignore[call-overload]  # a list, from JSON


def test_a_change_of_the_page_makes_a_new_worker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    before = shell(client)["version"]
    assert shell(client)["version"] == before
    monkeypatch.setattr(table_proof, "TEMPLATES", (*table_proof.TEMPLATES, "public/verify.html"))
    assert shell(client)["version"] != before


def test_the_scripts_are_a_few_kilobytes() -> None:
    scripts = ("js/table-worker.js", "js/table-statement.js", "js/table-proof.js")
    assert sum(len(table_proof._content(name)) for name in scripts) < 14_000


def test_without_scripts_the_page_says_what_the_code_is_for(client: Client) -> None:
    page = client.get("/t/check/").content.decode()
    assert "which approval is in force at the table, and from when to when" in page
    assert "JavaScript is off" in page
