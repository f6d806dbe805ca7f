"""A rulebook as a PDF: typeset once by the worker, kept until its text or its look changes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.template.loader import render_to_string

from portal import files
from portal.pages.clauses import clause_html_for_pdf
from portal.public import rulebook
from portal.public.rulebook import Volume
from portal.public.tasks import make_book
from portal.queueing import queue_on_commit

KEPT_FOR = 60 * 60 * 24 * 90
ASKED_FOR = 300  # seconds before a book that did not come is asked for again


@dataclass(frozen=True)
class Copy:
    sha256: str
    content: bytes


def ready(volume: Volume) -> Copy | None:
    """The finished file; None while there is none, and then the worker has been asked for it."""
    name = _name(html_of(volume))
    if copy := _stored(name):
        return copy
    if cache.add(f"{name}:asked", True, ASKED_FOR):
        queue_on_commit(make_book, volume.id)
    return None


def make(volume: Volume) -> None:
    """Typesets a book and keeps the file. For the worker: it takes seconds."""
    from portal.documents import pdf  # only the worker pays for loading the typesetter

    html = html_of(volume)
    name = _name(html)
    if _stored(name) is None:  # a slow worker may have been asked twice
        cache.set(name, files.put(name, pdf.render_book(html)), KEPT_FOR)


def html_of(volume: Volume) -> str:
    items = rulebook.items(volume.book, volume.book.clauses, top=0, level=2, to_html=clause_html_for_pdf)
    chapters = [item for item in items if not item.indent and item.clause.heading]
    context = {"volume": volume, "items": items, "chapters": chapters}
    return render_to_string("public/rulebook_paper.html", context)


def _stored(name: str) -> Copy | None:
    sha256 = cache.get(name)
    try:
        return Copy(sha256, files.get(name, sha256)) if sha256 else None
    except files.FileProblem:
        cache.delete(name)  # lost or altered: made anew
        return None


def _name(html: str) -> str:
    """The file is named by what it is made from: another text or another look is another file."""
    look = Path(finders.find("pdf/rulebook.css")).read_bytes()
    return f"rulebooks/{hashlib.sha256(html.encode() + look).hexdigest()}.pdf"
