"""What an uploaded file really is, by its content; its name is not trusted.

A picture is decoded and written again, so that only the picture is stored. A PDF may have a signature and
stays as it is; one that could do more than show pages is refused. Both are only served as attachments.
"""

import io
import re
import unicodedata
import warnings
from dataclasses import dataclass
from pathlib import PurePosixPath

from PIL import Image, ImageOps

from portal.errors import BadValue
from portal.submissions.pdf_contents import require_pages_only

ACCEPTED = "PDF, PNG or JPEG"
# Of a photo, and of a drawing, which takes four times as long to read and to write.
MOST_PIXELS = {"JPEG": 40_000_000, "PNG": 25_000_000}


@dataclass(frozen=True)
class Checked:
    """A file that may be stored, under a name that tells its real type."""

    data: bytes
    filename: str
    content_type: str


def checked(data: bytes, filename: str) -> Checked:
    """The file as it will be stored. Refuses, with the reason, what is not a PDF, PNG or JPEG."""
    if not data:
        raise BadValue("The file is empty. Choose another file.", field="file")
    if data.startswith(b"%PDF-"):
        if b"%%EOF" not in data[-2048:]:
            raise BadValue("The PDF is incomplete. Save it again and upload the complete file.", field="file")
        require_pages_only(data)
        return Checked(data, shown_name(filename, "pdf"), "application/pdf")
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return Checked(_reencoded(data, "PNG"), shown_name(filename, "png"), "image/png")
    if data.startswith(b"\xff\xd8\xff"):
        return Checked(_reencoded(data, "JPEG"), shown_name(filename, "jpg"), "image/jpeg")
    raise BadValue(_refusal(data), field="file")


def _refusal(data: bytes) -> str:
    start = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if b"<svg" in start or (start.startswith(b"<?xml") and b"svg" in start):
        return (
            "SVG drawings are not accepted, because they can carry programs that run when opened. "
            "Save the drawing as PDF or PNG."
        )
    for sign, what in _OTHERS:
        if re.match(sign, data[:64], re.DOTALL):
            return f"This is {what}. Save it as {ACCEPTED} and send that."
    if start.startswith((b"<!doctype html", b"<html")):
        return f"This is a web page. Save it as {ACCEPTED} and send that."
    return f"The content of this file is not {ACCEPTED}, whatever its name. Save it as one of these."


_OTHERS = (
    (rb"PK\x03\x04", "an Office or ZIP file"),
    (rb"\xd0\xcf\x11\xe0", "an older Office file"),
    (rb"GIF8", "a GIF picture"),
    (rb"RIFF....WEBP", "a WebP picture"),
    (rb"II\*\x00|MM\x00\*", "a TIFF picture"),
    (rb"BM", "a bitmap picture"),
    (rb"....ftyp(?:heic|heix|mif1|avif)", "an HEIC or AVIF picture"),
)


def _reencoded(data: bytes, kind: str) -> bytes:
    """The picture decoded and encoded again: turned upright, without metadata or anything behind its end."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own bound is below
            picture = Image.open(io.BytesIO(data), formats=[kind])
            if picture.width * picture.height > MOST_PIXELS[kind]:
                raise Image.DecompressionBombError
            picture.load()
            upright = ImageOps.exif_transpose(picture)
    except Image.DecompressionBombError:
        most = MOST_PIXELS[kind] // 1_000_000
        raise BadValue(
            f"The picture is too large. Make it smaller: at most {most} million pixels.",
            field="file",
        ) from None
    except Exception as error:  # the decoders raise many kinds, all of which mean the same to the person
        raise BadValue(
            f"The {kind} picture cannot be opened; it may be damaged. Save it again and send that.",
            field="file",
        ) from error
    upright.info = {}
    written = io.BytesIO()
    if kind == "PNG":
        upright.save(written, "PNG", compress_level=1)  # level 6 takes four times as long
    else:
        upright.save(written, "JPEG", quality=92)
    return written.getvalue()


def shown_name(filename: str, extension: str) -> str:
    """The last part of the name a browser sent, printable, with the extension of what the file really is."""
    last = PurePosixPath(filename.replace("\\", "/")).name
    shown = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in last)
    stem = " ".join(shown.rpartition(".")[0].split() if "." in shown else shown.split())
    return f"{stem[:100].strip(' .') or 'document'}.{extension}"
