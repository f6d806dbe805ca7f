"""The outbox: one document for each approval, whatever happens on the way."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.db import IntegrityError, transaction
from django.utils import timezone

from portal.audit.models import AuditEntry
from portal.documents import outbox, services, signing, tasks
from portal.documents.models import Document, SigningCertificate
from portal.documents.selectors import failed, public_document
from portal.errors import NotFound, NotPermitted, NotPossible
from portal.register.models import Entry
from tests.factories import House, approved

pytestmark = pytest.mark.slow

BYTES = b"%PDF-1.7 made for a test"
SIGNER = signing.Signer("5" * 64, "A signer", "a chain")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.setattr("portal.documents.pdf.render", lambda *args: BYTES)
    monkeypatch.setattr("portal.documents.signing.sign", lambda data, **about: (data, SIGNER))


@pytest.fixture
def document(house: House) -> Document:
    return Document.objects.get(submission=approved(house).submission, kind="certificate")


def later(document: Document, **changes: Any) -> Document:
    Document.objects.filter(pk=document.pk).update(**changes)
    document.refresh_from_db()
    return document


def test_it_is_made_once(document: Document) -> None:
    assert outbox.produce(document.pk)
    assert not outbox.produce(document.pk)
    document.refresh_from_db()
    assert (document.state, document.attempts, document.size) == ("ready", 1, len(BYTES))
    assert services.read(document) == BYTES
    assert SigningCertificate.objects.get().sha256 == document.signed_by
    assert document.filename == f"{document.submission.reference}-certificate.pdf"
    leaf = Entry.objects.get(kind="document").leaf
    assert (leaf["sha256"], leaf["ruleset_digest"]) == (document.sha256, document.version.digest)
    assert AuditEntry.objects.filter(action="document.issue").count() == 1


def test_it_is_queued_when_the_decision_is_safe(
    house: House, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued: list[int] = []
    monkeypatch.setattr(tasks.produce, "delay", queued.append)
    with django_capture_on_commit_callbacks(execute=True):
        made = approved(house).submission
        assert queued == []
    assert queued == list(
        Document.objects.filter(submission=made).order_by("pk").values_list("pk", flat=True)
    )
    assert [Document.objects.get(pk=pk).kind for pk in queued] == ["receipt", "certificate", "guide", "sign"]


def test_a_broker_that_is_away_does_not_undo_the_decision(
    house: House, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: Any) -> None:
        raise OSError("no broker")

    monkeypatch.setattr(tasks.produce, "delay", away)
    with django_capture_on_commit_callbacks(execute=True):
        made = approved(house).submission
    assert public_document(made.reference).state == "waiting"  # type: ignore[union-attr]


def test_two_workers_one_claim(document: Document) -> None:
    first = outbox.claim(document.pk)
    assert first is not None
    assert outbox.claim(document.pk) is None
    assert first.lease_until > timezone.now() + timedelta(seconds=outbox.RENDER_LIMIT)  # type: ignore[operator]


def test_a_dropped_lease_is_taken_over_and_the_late_worker_loses(document: Document) -> None:
    slow = outbox.claim(document.pk)
    assert slow is not None
    later(document, lease_until=timezone.now() - timedelta(seconds=1))
    assert document in outbox.overdue()
    quick = outbox.claim(document.pk)
    assert quick is not None
    assert outbox.finish(quick, outbox.SignedDocument(b"quick", SIGNER))
    assert not outbox.finish(slow, outbox.SignedDocument(b"slow", SIGNER))
    outbox.record_failure(slow, "too late")
    document.refresh_from_db()
    assert (document.state, services.read(document)) == ("ready", b"quick")
    assert Entry.objects.filter(kind="document").count() == 1


def test_the_lease_outlives_the_tasks_limit() -> None:
    assert tasks.produce.time_limit == outbox.RENDER_LIMIT
    assert timedelta(seconds=outbox.RENDER_LIMIT) < outbox.LEASE
    assert tasks.produce.soft_time_limit == outbox.RENDER_LIMIT - 10


def test_failures_pause_longer_each_time_and_then_end(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any) -> bytes:
        raise RuntimeError("no ink")

    monkeypatch.setattr("portal.documents.pdf.render", broken)
    pauses = []
    for attempt in range(1, outbox.MAX_FAILURES + 1):
        assert not outbox.produce(document.pk)
        document.refresh_from_db()
        assert (document.attempts, document.failures) == (attempt, attempt)
        pauses.append(document.next_attempt_at - timezone.now())
        assert not outbox.produce(document.pk)  # not due yet
        document = later(document, next_attempt_at=timezone.now())
    assert pauses == sorted(pauses)
    assert (document.state, document.failure) == ("failed", "RuntimeError: no ink")
    assert document not in outbox.overdue()
    assert AuditEntry.objects.filter(action="document.fail").count() == 1


def test_without_a_usable_key_nothing_is_issued(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_key(data: bytes, **about: Any) -> Any:
        raise signing.SigningProblem("No signing key: SIGNING_KEY_FILE is not set.")

    monkeypatch.setattr("portal.documents.signing.sign", no_key)
    stored: list[bytes] = []
    monkeypatch.setattr("portal.files.put", lambda name, data: stored.append(data))
    assert not outbox.produce(document.pk)
    document.refresh_from_db()
    assert (document.state, document.failure) == ("waiting", "No signing key: SIGNING_KEY_FILE is not set.")
    assert stored == []
    assert not Entry.objects.filter(kind="document").exists()


def test_a_worker_that_dies_each_time_ends_as_failed(document: Document) -> None:
    later(
        document,
        state="rendering",
        claim="x",
        attempts=outbox.MAX_ATTEMPTS,
        lease_until=timezone.now() - timedelta(seconds=1),
    )
    outbox.fail_exhausted()
    document.refresh_from_db()
    assert document.state == "failed"
    assert "stopped" in document.failure


def test_a_failed_one_is_retried_by_those_who_may(house: House, document: Document) -> None:
    later(document, state="failed", failure="no ink", attempts=5)
    assert list(failed(house.approver)) == [document]
    for who, refusal in (
        ("foreign_approver", NotFound),
        ("outsider", NotFound),
        ("officer", NotPermitted),
        ("submitter", NotPermitted),
    ):
        with pytest.raises(refusal):
            services.retry(actor=getattr(house, who), document_id=document.pk)
    again = services.retry(actor=house.approver, document_id=document.pk)
    assert (again.state, again.attempts, again.failure) == ("waiting", 0, "")
    with pytest.raises(NotPossible):
        services.retry(actor=house.approver, document_id=document.pk)
    with pytest.raises(NotFound):
        services.retry(actor=house.approver, document_id=999_999)
    assert outbox.produce(document.pk)


def test_the_sweeper_queues_what_is_overdue(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    queued: list[tuple[int]] = []
    monkeypatch.setattr(tasks.produce, "apply_async", lambda args, **options: queued.append(args))
    assert tasks.sweep() == 4
    assert (document.pk,) in queued
    outbox.claim(document.pk)
    assert tasks.sweep() == 3


def test_an_altered_or_missing_file_is_not_served(document: Document) -> None:
    with pytest.raises(NotPossible, match="not ready"):
        services.read(document)
    outbox.produce(document.pk)
    document.refresh_from_db()
    path = Path(storages["default"].path(document.file))
    beside = [p.name for p in path.parent.iterdir()]
    assert path.name in beside
    assert not [name for name in beside if name.startswith(".")], "something half-written stayed"
    path.chmod(0o640)
    path.write_bytes(BYTES[:-1] + b"!")
    with pytest.raises(NotPossible, match="altered"):
        services.read(document)
    path.unlink()
    with pytest.raises(NotPossible, match="missing"):
        services.read(document)
    path.write_bytes(BYTES)
    assert services.read(document) == BYTES


def test_a_store_that_is_no_folder_does_as_well(document: Document, settings: Any) -> None:
    settings.STORAGES = settings.STORAGES | {
        "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    }
    name = f"documents/{document.pk}/{document.filename}"
    storages["default"].save(name, ContentFile(b"left by a worker that died"))
    assert outbox.produce(document.pk)
    document.refresh_from_db()
    assert (document.file, services.read(document)) == (name, BYTES)
    storages["default"].delete(name)
    with pytest.raises(NotPossible, match="missing"):
        services.read(document)


def test_what_cannot_be_stored_is_not_issued(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(name: str, data: bytes) -> str:
        raise OSError("no space left on device")

    monkeypatch.setattr("portal.files.put", full)
    assert not outbox.produce(document.pk)
    document.refresh_from_db()
    assert (document.state, document.sha256) == ("waiting", "")
    assert "no space left" in document.failure
    assert not Entry.objects.filter(kind="document").exists()


@pytest.mark.parametrize(
    "wrong",
    [{"state": "ready"}, {"state": "rendering"}, {"state": "lost"}, {"state": "signing", "claim": "x"}],
)
def test_the_database_knows_what_a_state_needs(document: Document, wrong: dict[str, str]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Document.objects.filter(pk=document.pk).update(**wrong)


def test_one_certificate_for_a_version(document: Document) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Document.objects.create(
            kind="certificate",
            submission=document.submission,
            version=document.version,
            snapshot={},
            snapshot_digest="x",
        )
