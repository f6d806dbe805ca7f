"""Typesets a document from its frozen snapshot: the only place that knows WeasyPrint.

The same snapshot gives the same bytes: identifier and dates come from the snapshot. What operators wrote is
text in the template, and the fetcher below opens nothing but our own static files.
"""

from __future__ import annotations

import hashlib
import io
import os
from datetime import datetime
from pathlib import Path
from typing import Any

import pydyf
from django.contrib.staticfiles import finders
from weasyprint import HTML, Attachment
from weasyprint.document import Document as Typeset
from weasyprint.urls import URLFetcher, URLFetcherResponse

from craps import Edition
from craps.codec import canonical_bytes
from portal.documents import render_context

# fontTools stamps the fonts it cuts down with this time instead of now: the same bytes every time.
os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")

ORIGIN = "static://baize/"
# Built to PDF/A-3b and PDF/UA-1.
OPTIONS: dict[str, Any] = {"pdf_variant": "pdf/a-3b", "pdf_tags": True}
_TYPES = {".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml"}
_POINTS = 0.75  # of a CSS pixel
_PDF_UA = (
    b'<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="" pdfuaid:part="1" />'
)


def render(kind: str, snapshot: dict[str, Any], edition: Edition | None = None) -> bytes:
    """The document as PDF, with the canonical rule set attached. It is not signed yet."""
    return typeset(render_context.render_html(kind, snapshot, edition), kind, snapshot)


def typeset(html: str, kind: str, snapshot: dict[str, Any]) -> bytes:
    """The finished HTML of a document as PDF."""
    decided = datetime.fromisoformat(snapshot["decided_at"])
    attachment = Attachment(
        string=canonical_bytes(snapshot["ruleset"]),
        name=f"{snapshot['reference']}-rule-set.json",
        description="The rule set in canonical form; its SHA-256 is the digest in this document.",
        created=decided,
        modified=decided,
        relationship="Source",
    )
    return _pdf(html, kind.encode() + canonical_bytes(snapshot), [attachment])


def render_book(html: str) -> bytes:
    """A rulebook's pages as PDF, with bookmarks and tags. The same text gives the same bytes."""
    return _pdf(html, html.encode(), [])


def _pdf(html: str, source: bytes, attachments: list[Attachment]) -> bytes:
    laid_out = HTML(string=html, base_url=ORIGIN, url_fetcher=StaticFilesOnly()).render(**OPTIONS)
    laid_out.metadata.attachments = attachments
    _mark_accessible(laid_out)
    target = io.BytesIO()
    identifier = hashlib.sha256(source).hexdigest()[:32].encode()
    laid_out.write_pdf(target, finisher=_finish, pdf_identifier=identifier, **OPTIONS)
    return target.getvalue()


class StaticFilesOnly(URLFetcher):
    """Opens files of our own static folder, by their name there. Every other address is refused."""

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
        name = url.removeprefix(ORIGIN)
        if not url.startswith(ORIGIN) or ".." in name or Path(name).suffix not in _TYPES:
            raise ValueError(f"a document may not open {url}")
        found = finders.find(name)
        if not found:
            raise ValueError(f"there is no static file {name}")
        body = Path(found).read_bytes()
        return URLFetcherResponse(url, body, {"Content-Type": _TYPES[Path(name).suffix]})


def _mark_accessible(typeset: Typeset) -> None:
    """States PDF/UA-1 beside PDF/A-3b: WeasyPrint writes one of the two, and both belong inside the RDF."""
    plain = typeset.metadata.generate_rdf_metadata

    def with_ua(*args: Any) -> bytes:
        return plain(*args).replace(b"</rdf:RDF>", _PDF_UA + b"</rdf:RDF>")

    typeset.metadata.generate_rdf_metadata = with_ua


def _finish(document: Typeset, pdf: Any) -> None:
    """Puts right what WeasyPrint writes: attachments twice, and the places of figures in units of its own."""
    if "AF" in pdf.catalog:
        pdf.catalog["AF"][:] = list(dict.fromkeys(pdf.catalog["AF"]))
    heights = {
        reference: page.height for reference, page in zip(pdf.page_references, document.pages, strict=True)
    }
    for found in pdf.objects:
        if isinstance(found, pydyf.Dictionary) and found.get("S") == "/Figure":
            left, top, right, bottom = found["A"]["BBox"]
            height = heights[found["Pg"]]
            box = (left, height - bottom, right, height - top)
            found["A"]["BBox"] = pydyf.Array(round(edge * _POINTS, 3) for edge in box)
