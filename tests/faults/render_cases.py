"""Makes decisions in the product's database and sweeps its outbox, asked line by line on standard input.

approve     -> the case's reference
sweep       -> how many rows were queued
unfinished  -> how many documents are not ready
verdict     -> one JSON line: what is wrong, [] if nothing is
"""

import hashlib
import json
import sys
from pathlib import Path

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from portal.documents import tasks, verification  # noqa: E402
from portal.documents.models import Document  # noqa: E402
from portal.register.models import Entry  # noqa: E402
from tests.factories import House, approved, make_house  # noqa: E402


def verdict() -> list[str]:
    """Every document ready, its one file as stored and signed, one register entry; no other file anywhere."""
    wrong = []
    folder = Path(settings.DATA) / "files"
    expected = set()
    for document in Document.objects.order_by("pk"):
        if not document.is_ready:
            wrong.append(f"{document.pk} is {document.state}: {document.failure}")
            continue
        path = folder / document.file
        expected.add(path)
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() != document.sha256:
            wrong.append(f"{document.pk}: another file than was recorded")
        found = verification._examine(data)
        if found["verdict"] != "genuine":
            wrong.append(f"{document.pk}: {found}")
        if Entry.objects.filter(kind="document", leaf__sha256=document.sha256).count() != 1:
            wrong.append(f"{document.pk}: not exactly one register entry")
    if Entry.objects.filter(kind="document").count() != Document.objects.count():
        wrong.append("more register entries than documents")
    stray = set(folder.rglob("*.pdf")) - expected
    wrong += [f"stray file {path}" for path in stray]
    return wrong


def approve(house: House) -> str:
    """One document a decision, and a short one nine times out of ten: it is the moments that count."""
    submission = approved(house).submission
    Document.objects.filter(submission=submission).exclude(kind="certificate").delete()
    document = Document.objects.get(submission=submission)
    if document.pk % 10:
        short = {"examples": [], "edges": [], "rules": document.snapshot["rules"] | {"groups": []}}
        Document.objects.filter(pk=document.pk).update(snapshot=document.snapshot | short)
    return submission.reference


def main() -> None:
    house = make_house()
    print("ready", flush=True)
    for line in sys.stdin:
        word = line.strip()
        if word == "approve":
            answer: object = approve(house)
        elif word == "sweep":
            answer = tasks.sweep()
        elif word == "unfinished":
            answer = Document.objects.exclude(state="ready").count()
        else:
            answer = json.dumps(verdict())
        connection.close()
        print(answer, flush=True)


main()
