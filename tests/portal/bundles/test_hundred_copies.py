"""Many decided cases with real documents: each bundle twice with the same bytes, and no person in any copy.

A few cases here; `BUNDLE_CASES=100 pytest tests/portal/bundles/test_hundred_copies.py` makes a hundred.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from pypdf import PdfReader
from pypdf.generic import StreamObject

from portal.accounts.models import User
from portal.bundles.models import Bundle
from portal.documents.models import PUBLIC_KINDS, Document
from portal.documents.outbox import produce
from portal.review import workflow
from portal.review.models import Comment, Query, Recommendation, Tick
from portal.submissions.models import Submission
from tests.factories import House, create_property, create_table, make_house
from tests.portal.bundles.making import DECIDED, busy_case, data_of, made

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed"),
]
CASES = int(os.environ.get("BUNDLE_CASES", "1"))
EDITIONS = (("nz", "nz-revised"), ("md", "md-craps"), ("bc", "bc-craps"), ("sg", "sg-mbs-v2"))


def test_bundles_are_the_same_twice_and_name_nobody(db: None, tmp_path: Path) -> None:
    sizes, seconds = [], []
    for number in range(CASES):
        case, house = _case(number)
        for actor, kind in (
            (house.officer, "case_file"), (house.submitter, "case_file"), (house.officer, "publication"),
        ):  # fmt: skip
            started = time.monotonic()
            first = made(actor, case, kind)
            seconds.append(time.monotonic() - started)
            data = data_of(first)
            sizes.append(len(data))
            first.delete()
            assert data_of(made(actor, case, kind)) == data, f"{kind} of {case} differs"
        found = list(search(data, tmp_path, needles(case, house)))
        assert found == []
        print(f"{number + 1} of {CASES}: {case}, nothing found", flush=True)
    average = sum(sizes) / len(sizes) / 1024, sum(seconds) / len(seconds)
    print(f"{CASES} cases, {len(sizes)} bundles twice: on average %.0f KiB and %.2f s" % average)
    print(f"at most {max(sizes) / 1024:.0f} KiB and {max(seconds):.2f} s")


def test_the_search_finds_what_there_is(db: None, tmp_path: Path) -> None:
    """Else it would find nothing anywhere: the regulator's file has everything it looks for."""
    case, house = _case(0, documents=False)
    data = data_of(made(house.officer, case))
    found = {needle for _, needle in search(data, tmp_path, needles(case, house))}
    assert {house.officer.name, house.officer.email, DECIDED} <= found
    assert {row.text for row in Comment.objects.filter(submission=case)} <= found
    assert Bundle.objects.get().is_ready


def needles(case: Submission, house: House) -> list[str]:
    """Every person's name, surname and address, and every text that stays between the two sides."""
    people = User.objects.filter(organisation__in=[house.operator, house.regulator])
    names = [part for person in people for part in (person.name, person.name.split()[-1], person.email)]
    inside = [
        *Comment.objects.filter(submission=case).values_list("text", flat=True),
        *Tick.objects.filter(version__submission=case).exclude(note="").values_list("note", flat=True),
        *Recommendation.objects.filter(version__submission=case).values_list("reason", flat=True),
        *(text for query in Query.objects.filter(submission=case) for text in (query.text, query.answer)),
    ]
    return [*names, *inside, DECIDED, "Ana Holt", "Compliance manager", "Somebody", "staff.pdf"]


def search(data: bytes, folder: Path, wanted: list[str]) -> Any:
    """Each needle and where it stands: raw bytes, files, streams of PDFs, their text layer and metadata."""
    yield from _in("the zip", data, wanted)
    archive = ZipFile(io.BytesIO(data))
    for name in archive.namelist():
        if name.startswith("check/"):
            continue
        content = archive.read(name)
        yield from _in(name, content, wanted)
        if name.endswith(".pdf"):
            file = folder / "searched.pdf"
            file.write_bytes(content)
            for tool in ("pdftotext {} -", "pdftotext -raw {} -", "pdfinfo {}", "pdfinfo -meta {}"):
                command = tool.format(file).split()
                said = subprocess.run(command, capture_output=True, check=True).stdout
                yield from _in(f"{name}, {command[0]}", said, wanted)
            for number, stream in enumerate(_streams(content)):
                yield from _in(f"{name}, stream {number}", stream, wanted)


def _streams(content: bytes) -> Any:
    reader = PdfReader(io.BytesIO(content))
    for number in range(1, int(str(reader.trailer["/Size"]))):
        value = reader.get_object(number)
        if isinstance(value, StreamObject):
            yield value.get_data()


def _in(where: str, content: bytes, wanted: list[str]) -> Any:
    folded = b" ".join(content.lower().split())
    for needle in wanted:
        if " ".join(needle.lower().split()).encode() in folded:
            yield where, needle


def _case(number: int, *, documents: bool = True) -> tuple[Submission, House]:
    """A decided case of a house whose people have names that stand nowhere else."""
    house = make_house(*EDITIONS[number % len(EDITIONS)])
    for place, person in enumerate(User.objects.filter(organisation__in=[house.operator, house.regulator])):
        person.name = f"Zebulon{number} Quackenbosch{number}x{place}"
        person.email = f"z{number}.{place}@quackenbosch.example"
        person.save()
    for person in vars(house).values():
        if isinstance(person, User):
            person.refresh_from_db()
    create_property(organisation=house.operator, jurisdiction=house.property.jurisdiction)
    create_table(property=house.property)
    conditions: Any = (
        [{"text": "Post the payout schedule at the table.", "due_on": None}] if number % 3 else []
    )
    terms: dict[str, Any] = {"refuse": True} if number % 5 == 4 else {"conditions": conditions}
    case = busy_case(house, multiple=1, **terms)
    if number % 5 == 3:
        workflow.suspend(
            actor=house.approver, reference=case.reference, reason="A reason between the two sides."
        )
    public = Document.objects.filter(submission=case, state="waiting", kind__in=PUBLIC_KINDS)
    for document in public if documents else ():
        assert produce(document.pk)
    case.refresh_from_db()
    return case, house
