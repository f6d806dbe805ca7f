"""Documents that take no time: what they say is tested elsewhere, and by test_hundred_copies.py."""

from datetime import timedelta
from typing import Any

import pytest

from portal.bundles import outbox
from portal.documents import signing
from portal.documents.models import Document
from portal.documents.outbox import produce

SIGNER = signing.Signer("5" * 64, "A signer", "a chain\n")


@pytest.fixture
def quick_documents(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes every document that waits, as a PDF of a few bytes."""
    monkeypatch.setattr("portal.documents.pdf.render", lambda kind, *args: b"%PDF-1.7 " + kind.encode())
    monkeypatch.setattr("portal.documents.signing.sign", lambda data, **about: (data, SIGNER))

    def make() -> None:
        for pk in Document.objects.filter(state="waiting").values_list("pk", flat=True):
            produce(pk)

    return make


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bundles wait for nothing, unless a test is about that."""
    monkeypatch.setattr(outbox, "DOCUMENTS_PATIENCE", timedelta(0))
    monkeypatch.setattr(outbox, "CHECKPOINT_PATIENCE", timedelta(0))
