"""The verify page in a browser: a real file dropped, read by a screen reader, on a phone."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from portal.documents import outbox, services
from portal.documents.models import Document
from tests.browser.soundness import assert_sound
from tests.factories import House, approved

pytestmark = pytest.mark.browser


def produce(document_id: int) -> bool:
    try:
        return outbox.produce(document_id)
    finally:
        connection.close()


def test_it_is_sound(page: Any, live_server: Any, house: House) -> None:
    reference = approved(house).submission.reference
    for address in ("/verify/", f"/verify/?reference={reference}", "/verify/?reference=x"):
        assert_sound(page, f"{live_server.url}{address}")


def test_a_file_is_checked(page: Any, live_server: Any, house: House, tmp_path: Path) -> None:
    document = Document.objects.get(submission=approved(house).submission, kind="sign")
    # In a thread of its own, as in the worker: the browser keeps an event loop in this one.
    with ThreadPoolExecutor(1) as hands:
        assert hands.submit(produce, document.pk).result()
    document.refresh_from_db()
    data = services.read(document)
    genuine, altered = tmp_path / "genuine.pdf", tmp_path / "altered.pdf"
    genuine.write_bytes(data)
    altered.write_bytes(data[:900] + bytes([data[900] ^ 1]) + data[901:])
    for file, verdict in ((genuine, "Genuine and in force"), (altered, "Altered: do not rely on it")):
        page.goto(f"{live_server.url}/verify/")
        page.get_by_label("PDF file, at most 10 MB").set_input_files(file)
        page.get_by_role("button", name="Check the file").click()
        page.get_by_role("heading", name=verdict).wait_for()
