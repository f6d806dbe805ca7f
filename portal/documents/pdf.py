"""Renders PDFs: the only module that imports WeasyPrint.

The same snapshot gives the same bytes: identifier and dates come from the snapshot. Text from operators is
escaped by the templates, and the fetcher below opens nothing but our own static files.
"""

import hashlib
import io
import os
from datetime import datetime
from pathlib import Path
from typing import Any

import pydyf
from django.contrib.staticfiles import finders
from weasyprint import HTML, Attachment
from weasyprint.document import Document as TypesetDocument
from weasyprint.urls import URLFetcher, URLFetcherResponse

from craps import Edition
from craps.codec import canonical_bytes
from portal.documents import render_context

# fontTools writes this time into the fonts it subsets instead of now, so the bytes stay the same.
os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")

ORIGIN = "static://baize/"
# Built to PDF/A-3b and PDF/UA-1.
OPTIONS: dict[str, Any] = {"pdf_variant": "pdf/a-3b", "pdf_tags": True}
_TYPES = {".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml"}
_POINTS_PER_PIXEL = 0.75
_PDF_UA = (
    b'<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="" pdfuaid:part="1" />'
)


def render(kind: str, snapshot: dict[str, Any], edition: Edition | None = None) -> bytes:
    """Return the unsigned PDF of a document, with the canonical rule set attached."""
    return typeset(render_context.render_html(kind, snapshot, edition), kind, snapshot)


def typeset(html: str, kind: str, snapshot: dict[str, Any]) -> bytes:
    """Return the PDF of a document's HTML."""
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
    """Return a rulebook as PDF, with bookmarks and tags. The same HTML gives the same bytes."""
    return _pdf(html, html.encode(), [])


def _pdf(html: str, source: bytes, attachments: list[Attachment]) -> bytes:
    typeset = HTML(string=html, base_url=ORIGIN, url_fetcher=StaticFilesOnly()).render(**OPTIONS)
    typeset.metadata.attachments = attachments
    _mark_accessible(typeset)
    target = io.BytesIO()
    identifier = hashlib.sha256(source).hexdigest()[:32].encode()
    typeset.write_pdf(target, finisher=_finish, pdf_identifier=identifier, **OPTIONS)
    return target.getvalue()


class StaticFilesOnly(URLFetcher):  # type: ignore[misc]  # WeasyPrint ships no types
    """Opens files of our own static folder by name and refuses every other address."""

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
        name = url.removeprefix(ORIGIN)
        if not url.startswith(ORIGIN) or ".." in name or Path(name).suffix not in _TYPES:
            raise ValueError(f"a document may not open {url}")
        path = finders.find(name)
        if not path:
            raise ValueError(f"there is no static file {name}")
        body = Path(path).read_bytes()
        return URLFetcherResponse(url, body, {"Content-Type": _TYPES[Path(name).suffix]})


def _mark_accessible(typeset: TypesetDocument) -> None:
    """Declare PDF/UA-1 beside PDF/A-3b. WeasyPrint writes only one of the two into the RDF."""
    generate = typeset.metadata.generate_rdf_metadata

    def with_ua(*args: Any) -> bytes:
        rdf: bytes = generate(*args)
        return rdf.replace(b"</rdf:RDF>", _PDF_UA + b"</rdf:RDF>")

    typeset.metadata.generate_rdf_metadata = with_ua


def _finish(document: TypesetDocument, pdf: Any) -> None:
    """Correct what WeasyPrint writes: attachments listed twice, figure boxes in CSS pixels, tables that say
    which headers a cell has but not where these are."""
    if "AF" in pdf.catalog:
        pdf.catalog["AF"][:] = list(dict.fromkeys(pdf.catalog["AF"]))
    heights = {
        reference: page.height for reference, page in zip(pdf.page_references, document.pages, strict=True)
    }
    for item in pdf.objects:
        if isinstance(item, pydyf.Dictionary) and item.get("S") == "/Figure":
            left, top, right, bottom = item["A"]["BBox"]
            height = heights[item["Pg"]]
            box = (left, height - bottom, right, height - top)
            item["A"]["BBox"] = pydyf.Array(round(edge * _POINTS_PER_PIXEL, 3) for edge in box)
    _complete_tables(pdf)


def _complete_tables(pdf: Any) -> None:
    """Say of each header cell what it heads, and list all of them by id, where readers look them up."""
    elements = {item.reference: item for item in pdf.objects if isinstance(item, pydyf.Dictionary)}
    headers = [item for item in elements.values() if item.get("S") == "/TH" and "ID" in item]
    for header in headers:
        row = elements[header["P"]]
        heads_columns = elements[row["P"]]["S"] == "/THead"
        header["A"]["Scope"] = "/Column" if heads_columns else "/Row"
    if headers:
        named = sorted(headers, key=lambda header: str(header["ID"].string))
        names = pydyf.Array(part for header in named for part in (header["ID"], header.reference))
        root = elements[pdf.catalog["StructTreeRoot"]]
        root["IDTree"] = pydyf.Dictionary({"Names": names})
