"""The PDF of a rulebook: made once by the worker, stored until its text or style changes."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.translation import override

from portal import files
from portal.pages.clauses import clause_html_for_pdf, clause_items
from portal.public.rulebook import Volume
from portal.public.tasks import make_book
from portal.queueing import queue_on_commit

KEEP_SECONDS = 60 * 60 * 24 * 90
STYLESHEET = Path(settings.BASE_DIR) / "static" / "pdf" / "rulebook.css"
RETRY_SECONDS = 300  # before a PDF that did not arrive is queued again


@dataclass(frozen=True)
class StoredPdf:
    sha256: str
    content: bytes


def get_or_queue(volume: Volume) -> StoredPdf | None:
    """Return the finished file; None if there is none yet, and then it is queued."""
    name = _name(html_of(volume))
    if pdf := _stored(name):
        return pdf
    if cache.add(f"{name}:asked", True, RETRY_SECONDS):
        queue_on_commit(make_book, volume.id)
    return None


def make(volume: Volume) -> None:
    """Render the PDF and store it. For the worker: it takes seconds."""
    from portal.documents import pdf  # only the worker pays for loading WeasyPrint

    html = html_of(volume)
    name = _name(html)
    if _stored(name) is None:  # a slow worker may have been asked twice
        cache.set(name, files.put(name, pdf.render_book(html)), KEEP_SECONDS)


@override(settings.LANGUAGE_CODE)  # a rulebook is in the language of its document, whoever asks for it
def html_of(volume: Volume) -> str:
    clauses = volume.book.clauses
    items = clause_items(volume.book, clauses, top=0, level=2, to_html=clause_html_for_pdf)
    chapters = [item for item in items if not item.indent and item.clause.heading]
    context = {"volume": volume, "items": items, "chapters": chapters}
    return render_to_string("public/rulebook_paper.html", context)


def _stored(name: str) -> StoredPdf | None:
    sha256 = cache.get(name)
    try:
        return StoredPdf(sha256, files.get(name, sha256)) if sha256 else None
    except files.FileProblem:
        cache.delete(name)  # lost or altered: made again
        return None


def _name(html: str) -> str:
    """Return a name made from text and style: a change of either is another file."""
    style = STYLESHEET.read_bytes()
    return f"rulebooks/{hashlib.sha256(html.encode() + style).hexdigest()}.pdf"
