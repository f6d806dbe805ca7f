"""What a copy for publication contains: what the register shows of a decided case, and nothing about people.

A name that an officer or operator typed into a public text is looked for before release. Register entries and
documents are signed or hashed, so a name cannot be blacked out in them without breaking the proof: the copy
is refused, with the place, and a person decides. An uploaded file that names somebody is left out instead,
and the manifest says so.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from craps.codec import canonical_bytes
from portal import files
from portal.bundles import checking, contents, facts
from portal.bundles.archive import Part, json_part
from portal.bundles.people import People, people_of
from portal.documents.models import PUBLIC_KINDS, Document, DocumentState, SigningCertificate
from portal.errors import NotFound, NotPossible
from portal.register import selectors as register
from portal.register.selectors import DecidedEntry
from portal.register.serializers import serialize_entry
from portal.scanning import quarantine
from portal.submissions.models import Submission, Upload

MOST_PLACES = 20
PDF = "application/pdf"


class NotReleased(Exception):
    """Something in the copy names a person. The message says what and where."""


@dataclass
class Publication:
    """The copy's files in their order, and what was left out of it and why."""

    parts: list[Part]
    left_out: list[dict[str, str]] = field(default_factory=list)


def entry_of(submission: Submission) -> DecidedEntry:
    """The register's entry of the case; NotPossible while there is none."""
    try:
        return register.entry(submission.reference)
    except NotFound:
        raise NotPossible(
            f"{submission.reference} is “{submission.get_state_display()}”. "
            "A copy for publication can be made once the case is decided."
        ) from None


def publication(submission: Submission) -> Publication:
    """The copy, searched for people. Raise NotReleased with every place where one is named."""
    entry, people = entry_of(submission), people_of(submission)
    made = Publication(list(_public_parts(submission, entry)))
    problems = [
        f"{part.path}: {place}" for part in made.parts for place in _places(part, people)
    ] + [
        f"documents/{document.filename}: {place}"
        for document in _documents(submission, entry)
        for place in _places_in_document(document, people)
    ]  # fmt: skip
    if problems:
        more = len(problems) - MOST_PLACES
        raise NotReleased(
            "Somebody is named in what would be published. These texts are signed or logged, so they "
            "cannot be blacked out here. Publish the case in another way.\n"
            + "\n".join(problems[:MOST_PLACES])
            + (f"\nand in {more} more places" if more > 0 else "")
        )
    for number, upload in enumerate(register.public_uploads(entry), 1):
        add_upload(made, number, upload, people)
    made.parts += checking.programs()
    return made


def stamp(submission: Submission) -> str:
    """A text that changes whenever something in the copy changes."""
    entry = entry_of(submission)
    return contents.stamp_of(
        canonical_bytes(serialize_entry(entry)).decode(),
        contents.register_state(submission),
        list(_documents(submission, entry).values_list("sha256", flat=True)),
        len(facts.limit_notices(submission)),
        facts.tables(submission),
        quarantine.held_of(submission),
    )


def _public_parts(submission: Submission, entry: DecidedEntry) -> Iterator[Part]:
    """A refusal shows nothing but that there was one."""
    yield json_part("entry.json", lambda: serialize_entry(entry))
    if entry.leaf.get("ruleset_digest"):
        yield Part("rule-set.json", lambda: canonical_bytes(register.approved_ruleset(entry)))
        yield json_part("limit-notices.json", lambda: facts.limit_notices(submission))
        yield json_part("tables.json", lambda: facts.tables(submission))
        yield contents.edition_part(submission)
        yield from contents.document_parts(_documents(submission, entry))
    yield from contents.register_parts(submission)


def _documents(submission: Submission, entry: DecidedEntry) -> QuerySet[Document]:
    rows = Document.objects.filter(submission=submission, kind__in=PUBLIC_KINDS, state=DocumentState.READY)
    return rows.order_by("pk") if entry.leaf.get("ruleset_digest") else rows.none()


def _places(part: Part, people: People) -> Iterator[str]:
    """Where a text of the copy names somebody. PDFs are searched through the data they were made from."""
    if part.make is None or part.path.startswith("edition/") or part.path.endswith(".proof.json"):
        return  # a proof repeats its entry
    data = part.make()
    if part.path.endswith(".json"):
        yield from people.places(json.loads(data))
    else:
        yield from people.places(data.decode())


def _places_in_document(document: Document, people: People) -> Iterator[str]:
    """In all that a PDF of ours says (its snapshot) and in the name it is signed with."""
    signer = SigningCertificate.objects.filter(sha256=document.signed_by).values_list("subject", flat=True)
    said: dict[str, Any] = {**document.snapshot, "signer": " ".join(signer)}
    yield from people.places(said)


def add_upload(made: Publication, number: int, upload: Upload, people: People) -> None:
    """Under a name of ours: the file's own name may be somebody's. Pictures were stored without metadata."""
    extension = upload.filename.rpartition(".")[2]
    path = f"uploads/{number:02d}-{upload.kind}.{extension}"
    obstacle = quarantine.held([upload.file]).get(upload.file, "")
    if not obstacle and upload.content_type == PDF:
        from portal.bundles import pdf_texts  # keeps pypdf out of the web process

        texts, obstacle = pdf_texts.texts_of(files.get(upload.file, upload.sha256))
        if not obstacle and any(people.found_in(text) for text in texts):
            obstacle = "it names a person"
    if obstacle:
        made.left_out.append({"path": path, "kind": upload.kind, "why": obstacle})
    else:
        made.parts.append(Part(path, file=upload.file, sha256=upload.sha256, size=upload.size))
