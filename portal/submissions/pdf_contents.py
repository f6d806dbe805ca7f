"""What a PDF could do besides showing pages: programs, commands, forms that send themselves, files inside.

Nothing here trusts the structure of the file, about which readers differ: names are looked for in all of its
bytes and in everything that can be unpacked from them. A name in a text can therefore refuse a harmless file,
which printing it again repairs; a program cannot hide in a part that only some readers look at.
"""

import re
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from portal.errors import BadValue

MOST_BYTES, MOST_SECONDS = 128 << 20, 10.0  # of what is unpacked; a file that needs more is refused
_DEEPEST = 2  # PDFs inside PDFs
_PIECE, _OVERLAP = 1 << 20, 64

ACTIVE = {
    b"JavaScript": "a program (JavaScript)",
    b"Launch": "a command that starts a program (Launch)",
    b"SubmitForm": "a form that sends itself elsewhere (SubmitForm)",
    b"ImportData": "a form that reads files (ImportData)",
    b"RichMedia": "video, sound or 3D content (RichMedia)",
    b"Rendition": "video or sound (Rendition)",
    b"GoToE": "a link into an embedded file (GoToE)",
    b"XFA": "a form that builds itself (XFA)",
}
PROGRAM = "a program or an archive as an attachment"
ENCRYPTED = "The PDF is encrypted or restricts its use, so it cannot be checked. Save it without protection"
ODD = "The PDF is packed in an unusual way, so it cannot be checked"
DAMAGED = "The PDF is damaged: it does not say where its parts are"
TOO_LARGE = "The PDF is too large once it is unpacked, so it cannot be checked"
ADVICE = "Print it to PDF again, which leaves the pages and nothing else, and send that."

_END = rb"(?=[\s/<>\[\]()%{}]|$)"
_NAMES = re.compile(rb"/(" + b"|".join(ACTIVE) + rb")(?:Settings|Execute|Content)?" + _END)
_ESCAPED = re.compile(rb"/[^\s/<>\[\]()%{}]{0,60}#[0-9A-Fa-f]{2}[^\s/<>\[\]()%{}]{0,60}")
_HEX = re.compile(rb"#([0-9A-Fa-f]{2})")
_ENCRYPT = re.compile(rb"/Encrypt" + _END)
_OBJECTS = re.compile(rb"/ObjStm" + _END)
_PLACES = re.compile(rb"(?<=\d\s)obj\b|(?<!end)stream\r?\n|(?<!end)stream\r")
_WHOLE = re.compile(
    rb"\s*<<[^()%]*>>\s*"
)  # a dictionary without strings and comments, which could hide another
_PICTURE = re.compile(rb"/Subtype\s*/Image" + _END)
_DATE = re.compile(rb"\(D:[0-9'Z+-]{0,30}\)")
_FIRST = re.compile(rb"/First" + _END)  # only objects in a stream have it
_DEFLATED = re.compile(rb"/Filter\s*(?:\[\s*/(?:FlateDecode|Fl)\s*\]|/(?:FlateDecode|Fl)(?=[/>\s]))")
_ATTACHED = re.compile(rb"/EmbeddedFile" + _END)
_FILE_NAME = re.compile(rb"/U?F\s*(?:\(((?:[^()\\]|\\.){1,300})\)|<([0-9A-Fa-f\s]{2,1200})>)")
_RUNS = re.compile(
    r"\.(?:exe|com|bat|cmd|scr|pif|msi|dll|jar|js|jse|vbs?|vbe|wsf|wsh|hta|ps1|lnk|reg|cpl|sh|app|command|docm|xlsm|pptm"
    r"|iso|img|zip|rar|7z|html?|svg)\s*$",
    re.IGNORECASE,
)
_PROGRAMS = (
    b"MZ", b"\x7fELF", b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe", b"\xfe\xed\xfa", b"PK\x03\x04",
    b"\xd0\xcf\x11\xe0", b"#!", b"Rar!", b"7z\xbc\xaf", b"\x1f\x8b",
)  # fmt: skip


@dataclass
class _Findings:
    """What was found so far, and how much work is left."""

    active: dict[str, None] = field(default_factory=dict)
    left: int = MOST_BYTES
    ends: float = field(default_factory=lambda: time.monotonic() + MOST_SECONDS)

    def spend(self, size: int) -> None:
        self.left -= size
        if self.left < 0 or time.monotonic() > self.ends:
            raise _refusal(TOO_LARGE)


def require_pages_only(data: bytes) -> None:
    """Refuse a PDF that could do something when it is opened, naming everything that was found in it."""
    found = _Findings()
    _examine(data, found, depth=0)
    if found.active:
        *others, last = found.active
        listed = f"{', '.join(others)} and {last}" if others else last
        raise _refusal(f"The PDF contains {listed}")


def _examine(data: bytes, found: _Findings, depth: int) -> None:
    if not re.search(rb"\d\s+obj\b", data) or not (b"trailer" in data or b"/XRef" in data):
        raise _refusal(DAMAGED)
    if _has(_ENCRYPT, data):
        raise _refusal(ENCRYPTED)
    _note(data, found)
    objects = 0
    for about, start in _streams(data):
        found.spend(0)
        if _has(_ATTACHED, about):
            _attached(data, start, about, found, depth)
        elif _has(_OBJECTS, about) or _has(_FIRST, about):
            if not _is_plainly_deflated(about) or not any(_unpacked(data, start, found)):
                raise _refusal(ODD)
            objects += _has(_OBJECTS, about)
        elif not (_has(_PICTURE, about) and _WHOLE.fullmatch(about)):
            for _ in _unpacked(data, start, found):
                pass
    if objects < _count(_OBJECTS, data):
        raise _refusal(ODD)  # one is somewhere else than in the dictionary of a stream


def _streams(data: bytes) -> Iterator[tuple[bytes, int]]:
    """For everything that can be read as a stream: what is said of it, and where its content begins."""
    since = 0
    for place in _PLACES.finditer(data):
        if place[0] != b"obj":
            yield data[since : place.start()], place.end()
        since = place.end()


def _unpacked(data: bytes, start: int, found: _Findings) -> Iterator[bytes]:
    """The deflated content that begins there, in pieces; nothing if there is none."""
    head = data[start : start + 2]
    if len(head) < 2 or head[0] & 15 != 8 or int.from_bytes(head) % 31:
        return  # nothing deflated begins like this
    unpacker, end, size = zlib.decompressobj(), b"", 1 << 12
    rest = data[start : start + size]
    position = start + len(rest)
    while rest:
        try:
            piece = unpacker.decompress(rest, _PIECE)
        except zlib.error:
            return
        found.spend(len(piece))
        _note(end + piece, found)
        end = piece[-_OVERLAP:]
        yield piece
        if unpacker.eof:
            return
        rest = unpacker.unconsumed_tail
        if not rest:
            size = min(size * 4, _PIECE)
            rest = data[position : position + size]
            position += len(rest)


def _note(data: bytes, found: _Findings) -> None:
    for name in _NAMES.findall(data):
        found.active[ACTIVE[name]] = None
    for escaped in _ESCAPED.findall(data):
        for name in _NAMES.findall(_plain(escaped)):
            found.active[ACTIVE[name]] = None
    if b"/EF" in data or b"EmbeddedFile" in data:
        for text, digits in _FILE_NAME.findall(data):
            if _RUNS.search(_read_name(text, digits)):
                found.active[PROGRAM] = None


def _attached(data: bytes, start: int, about: bytes, found: _Findings, depth: int) -> None:
    """A file inside the PDF: data may be there, what runs may not."""
    about = _plain(_DATE.sub(b"", about))
    if not _WHOLE.fullmatch(about):
        raise _refusal(ODD)
    if b"/Filter" in about:
        if not _is_plainly_deflated(about):
            raise _refusal(ODD)
        content = b"".join(_unpacked(data, start, found))
    else:
        content = data[start : data.find(b"endstream", start)]
        found.spend(len(content))
    content = content.lstrip(b"\xef\xbb\xbf \t\r\n")
    if content.startswith(_PROGRAMS) or content[:200].lower().startswith(
        (b"<!doctype html", b"<html", b"<script", b"<svg")
    ):
        found.active[PROGRAM] = None
    elif content.startswith(b"%PDF-"):
        if depth >= _DEEPEST:
            raise _refusal(ODD)
        _examine(content, found, depth + 1)


def _is_plainly_deflated(about: bytes) -> bool:
    """Deflated once, so that what we unpack is what every reader unpacks."""
    return (
        _WHOLE.fullmatch(about) is not None
        and about.count(b"<<") == about.count(b">>")
        and about.count(b"/Filter") == 1
        and _DEFLATED.search(about) is not None
        and b"/Predictor" not in about
        and b"#" not in about
    )


def _read_name(text: bytes, digits: bytes) -> str:
    raw = text
    if digits:
        whole = b"".join(digits.split())
        raw = bytes.fromhex((whole + b"0" * (len(whole) % 2)).decode())
    if raw.startswith(b"\xfe\xff"):
        return raw[2:].decode("utf-16-be", errors="replace")
    return raw.decode("latin-1")


def _has(pattern: re.Pattern[bytes], data: bytes) -> bool:
    return _count(pattern, data) > 0


def _count(pattern: re.Pattern[bytes], data: bytes) -> int:
    """How often a name is there, written plainly or with escapes."""
    if b"/" not in data:
        return 0
    escaped = sum(1 for each in _ESCAPED.findall(data) if pattern.fullmatch(_plain(each)))
    return sum(1 for _ in pattern.finditer(data)) + escaped


def _plain(name: bytes) -> bytes:
    return _HEX.sub(_byte, name)


def _byte(match: re.Match[bytes]) -> bytes:
    return bytes([int(match[1], 16)])


def _refusal(what: str) -> BadValue:
    return BadValue(f"{what}. {ADVICE}", field="file")
