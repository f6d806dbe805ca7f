"""Reads what a PDF says about people: text, metadata, and what else can carry a name.

An uploaded PDF can be anything, so it is read in a child process with limits.
"""

import io
import json
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ArrayObject, ByteStringObject, DictionaryObject, StreamObject, TextStringObject

from portal.documents.limited_process import LimitReached, WorkFailed, run_limited

SECONDS, MEGABYTES = 30, 512


def texts_of(data: bytes) -> tuple[list[str], str]:
    """All texts in a PDF, and why it cannot be published as it is ("" if nothing speaks against it)."""
    try:
        report = json.loads(run_limited(_read, data, seconds=SECONDS, megabytes=MEGABYTES))
    except (LimitReached, WorkFailed):
        return [], "it cannot be searched for names"
    return report["texts"], report["obstacle"]


def _read(data: bytes) -> bytes:
    reader = PdfReader(io.BytesIO(data), strict=False)
    if reader.is_encrypted:
        return _report([], "it is encrypted, so it cannot be searched for names")
    texts = [page.extract_text() for page in reader.pages]
    strings, obstacle = _strings(reader)
    return _report([*texts, *strings], obstacle)


def _report(texts: list[str], obstacle: str) -> bytes:
    return json.dumps({"texts": texts, "obstacle": obstacle}).encode()


def _strings(reader: PdfReader) -> tuple[list[str], str]:
    """Every string and readable stream of every object, and the first thing in it that can name a person."""
    strings: list[str] = []
    obstacle = ""
    for number in range(1, int(str(reader.trailer["/Size"]))):
        value = reader.get_object(number)
        obstacle = obstacle or _obstacle(value)
        strings += _inside(value)
    info: dict[str, Any] = dict(reader.metadata or {})
    xmp = reader.xmp_metadata
    if str(info.get("/Author") or "").strip() or (xmp is not None and any(xmp.dc_creator or [])):
        obstacle = "its metadata names an author"
    return strings, obstacle


def _obstacle(value: Any) -> str:
    if not isinstance(value, DictionaryObject):
        return ""
    if value.get("/Type") == "/Sig" or "/ByteRange" in value:
        return "it is signed, and a signature names the signer"
    if value.get("/Type") == "/Filespec" or "/EF" in value:
        return "files are attached to it"
    if value.get("/Type") == "/Annot" and "/T" in value:
        return "it has comments or form fields"
    return ""


def _inside(value: Any) -> list[str]:
    if isinstance(value, TextStringObject):
        return [str(value)]
    if isinstance(value, ByteStringObject):
        return [bytes(value).decode("latin-1")]
    if isinstance(value, StreamObject) and value.get("/Subtype") != "/Image":
        return [value.get_data().decode("utf-8", "replace"), *_inside_all(value.values())]
    if isinstance(value, DictionaryObject):
        return _inside_all(value.values())
    return _inside_all(value) if isinstance(value, ArrayObject) else []


def _inside_all(values: Any) -> list[str]:
    return [text for value in values for text in _inside(value)]
