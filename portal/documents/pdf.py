"""Typesets a document from its frozen snapshot: the only place that knows WeasyPrint.

The same snapshot gives the same bytes: identifier and dates come from the snapshot. What operators wrote is
text in the template, and the fetcher below opens nothing but our own static files.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import segno
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from weasyprint import HTML, Attachment
from weasyprint.document import Document as Typeset
from weasyprint.urls import URLFetcher, URLFetcherResponse

# fontTools stamps the fonts it cuts down with this time instead of now: the same bytes every time.
os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")

ORIGIN = "static://baize/"
LETTER = ("bc", "md")  # where paper is not A4
_TYPES = {".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml"}
_PDF_UA = (
    b'<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="" pdfuaid:part="1" />'
)


def render(snapshot: dict[str, Any]) -> bytes:
    """The approval certificate as PDF, with the canonical rule set attached."""
    decided = datetime.fromisoformat(snapshot["decided_at"])
    html = render_to_string("pdf/certificate.html", _context(snapshot, decided))
    ruleset = _canonical(snapshot["ruleset"])
    attachment = Attachment(
        string=ruleset,
        name=f"{snapshot['reference']}-rule-set.json",
        description="The approved rule set in canonical form; its SHA-256 is the digest in this document.",
        created=decided,
        modified=decided,
        relationship="Source",
    )
    fetcher = StaticFilesOnly()
    typeset = HTML(string=html, base_url=ORIGIN, url_fetcher=fetcher).render(
        pdf_variant="pdf/a-3b", pdf_tags=True
    )
    typeset.metadata.attachments = [attachment]
    _mark_accessible(typeset)
    target = io.BytesIO()
    typeset.write_pdf(
        target,
        finisher=_list_attachments_once,
        pdf_variant="pdf/a-3b",
        pdf_tags=True,
        pdf_identifier=hashlib.sha256(_canonical(snapshot)).hexdigest()[:32].encode(),
    )
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


def _context(snapshot: dict[str, Any], decided: datetime) -> dict[str, Any]:
    local = decided.astimezone(ZoneInfo(snapshot["time_zone"]))
    return {
        "doc": snapshot,
        "letter": snapshot["jurisdiction"] in LETTER,
        "created": decided.isoformat(timespec="seconds"),
        "decided": f"{day(local.date())}, {local:%H:%M %Z}",
        "effective": _day_of(snapshot["effective_on"]),
        "ends": _day_of(snapshot["ends_on"]),
        "conditions": [{"text": c["text"], "due": _day_of(c["due_on"])} for c in snapshot["conditions"]],
        "choices": _alike_together(snapshot["chosen"]),
        "digest": _in_groups(snapshot["ruleset_digest"]),
        "qr": _qr(snapshot["public_url"]),
    }


def _alike_together(rows: list[dict[str, Any]]) -> list[dict[str, str]]:
    """ "Limits of Pass Bet" and "Limits of Come Bet" share a row where they say the same under one clause."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for row in rows:
        subject, joint, name = next(
            (parts for joint in (" of ", " on ") if (parts := row["label"].partition(joint))[1]),
            ("", "", row["label"]),
        )
        found.setdefault((subject + joint, row["value"], row["clause"]), []).append(name)
    return [
        {"label": subject + _and(names), "value": value, "clause": clause}
        for (subject, value, clause), names in found.items()
    ]


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def day(value: date) -> str:
    return f"{value.day} {value:%B %Y}"


def _day_of(iso: str | None) -> str:
    return day(date.fromisoformat(iso)) if iso else ""


def _in_groups(digest: str) -> list[str]:
    """Eight characters at a time, so that two people can compare it aloud."""
    return [digest[i : i + 8] for i in range(0, len(digest), 8)]


def _qr(url: str) -> str:
    code = segno.make(url, error="m", micro=False)
    return mark_safe(code.svg_inline(border=0, dark="#0a3d2b", svgclass="qr", lineclass=None))  # noqa: S308


def _canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _mark_accessible(typeset: Typeset) -> None:
    """States PDF/UA-1 beside PDF/A-3b: WeasyPrint writes one of the two, and both belong inside the RDF."""
    plain = typeset.metadata.generate_rdf_metadata

    def with_ua(*args: Any) -> bytes:
        return plain(*args).replace(b"</rdf:RDF>", _PDF_UA + b"</rdf:RDF>")

    typeset.metadata.generate_rdf_metadata = with_ua


def _list_attachments_once(document: Typeset, pdf: Any) -> None:
    if "AF" in pdf.catalog:
        pdf.catalog["AF"][:] = list(dict.fromkeys(pdf.catalog["AF"]))
