"""Ordering, watching and fetching a bundle, on pages and through the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from portal.bundles import outbox
from portal.bundles.models import Bundle
from tests.factories import House, approved, in_review, submitted
from tests.portal.api.callers import Caller
from tests.portal.bundles.making import data_of, made
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow
HTMX = {"HX-Request": "true"}


def test_an_officer_orders_watches_and_downloads(house: House) -> None:
    case = in_review(house)
    client = signed_in(house.officer)
    page, part = (
        reverse("regulator:case", args=[case.reference]),
        reverse("account:bundles", args=[case.reference]),
    )
    assert "Prepare the case file" in text(client.get(page))
    answer = client.post(part, {"kind": "case_file"})
    assert answer["Location"] == f"{page}#bundles"
    shown = client.get(page)
    assert "Waiting. Preparation starts" in text(shown)
    assert f'hx-get="{part}"' in shown.content.decode()
    Bundle.objects.update(files_done=12, files_total=40)
    assert "12 of 40 files" in text(client.get(part, headers=HTMX))
    bundle = Bundle.objects.get()
    outbox.make(bundle.pk)
    bundle.refresh_from_db()
    ready = client.get(part, headers=HTMX)
    assert client.get(part)["Location"] == f"{page}#bundles", "it is no page of its own"
    assert bundle.filename in text(ready)
    assert "hx-get" not in ready.content.decode()
    assert "Prepare the file again" not in text(ready), "it still shows the case as it is"
    file: Any = client.get(reverse("account:bundle", args=[bundle.pk]))
    assert b"".join(file.streaming_content) == data_of(bundle)
    assert file["Content-Disposition"] == f'attachment; filename="{case.reference}-case-file.zip"'


def test_the_page_says_when_the_case_has_changed_since(house: House) -> None:
    case = in_review(house)
    made(house.officer, case)
    client = signed_in(house.officer)
    client.post(reverse("regulator:note", args=[case.reference]), {"text": "A note."})
    shown = text(client.get(reverse("account:bundles", args=[case.reference]), headers=HTMX))
    assert "The case has changed since this file was prepared." in shown
    assert "Prepare the file again" in shown


def test_an_operator_orders_its_own_file_and_no_copy_for_publication(house: House) -> None:
    case = approved(house).submission
    client = signed_in(house.viewer)
    shown = text(client.get(reverse("operator:submission", args=[case.reference])))
    assert "Prepare the case file" in shown
    assert "publication" not in shown
    part = reverse("account:bundles", args=[case.reference])
    assert client.post(part, {"kind": "publication"}).status_code == 403
    assert client.post(part, {"kind": "nonsense"}).status_code == 404
    assert client.post(part, {"kind": "case_file"}).status_code == 302


def test_an_undecided_case_says_why_it_cannot_be_published(house: House) -> None:
    case = submitted(house)
    part = reverse("account:bundles", args=[case.reference])
    shown = text(signed_in(house.officer).get(part, headers=HTMX))
    assert "once the case is decided" in shown


def test_a_program_orders_polls_and_fetches(house: House) -> None:
    case = approved(house).submission
    caller = Caller(house.officer)
    where = f"/submissions/{case.reference}/case-file"
    assert caller.get(where).status_code == 404
    ordered = caller.post(where)
    assert (ordered.status_code, ordered["Location"]) == (202, f"/api/v1{where}")
    assert (ordered.json()["state"], ordered.json()["file"]) == ("waiting", None)
    assert caller.get(f"{where}/file").status_code == 409
    outbox.make(Bundle.objects.get().pk)
    state = caller.get(where).json()
    assert (state["state"], state["current"], state["file"]) == ("ready", True, f"/api/v1{where}/file")
    file = caller.get(f"{where}/file")
    assert b"".join(file.streaming_content) == data_of(Bundle.objects.get())
    assert file["ETag"] == f'"{state["sha256"]}"'
    assert caller.get(f"{where}/file", If_None_Match=file["ETag"]).status_code == 304


def test_a_token_needs_the_scope(house: House) -> None:
    case = approved(house).submission
    caller = Caller(house.officer, scopes=["read"])
    for kind in ("case-file", "publication"):
        answer = caller.post(f"/submissions/{case.reference}/{kind}")
        assert answer.status_code == 403
        assert "bundles.read" in answer.json()["detail"]
