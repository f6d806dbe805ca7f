"""PDFs that could do more than show pages are refused with what was found; ordinary ones pass."""

from __future__ import annotations

import io
import time
import zlib
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from pikepdf import Pdf

from portal.errors import BadValue
from portal.submissions import pdf_contents
from portal.submissions.upload_types import checked

Change = Callable[[Pdf], None]


def document(change: Change = lambda pdf: None, **save: Any) -> bytes:
    pdf = pikepdf.new()
    pdf.add_blank_page()
    change(pdf)
    written = io.BytesIO()
    pdf.save(written, **save)
    return written.getvalue()


def packed(change: Change) -> bytes:
    return document(change, object_stream_mode=pikepdf.ObjectStreamMode.generate)


def refusal(data: bytes) -> str:
    with pytest.raises(BadValue) as refused:
        checked(data, "plan.pdf")
    return refused.value.message


def root(entry: str, value: bytes) -> Change:
    """With an entry in the catalogue, as an object of its own."""

    def change(pdf: Pdf) -> None:
        pdf.Root[f"/{entry}"] = pdf.make_indirect(pikepdf.Object.parse(value))

    return change


def attach(name: str, data: bytes) -> Change:
    def change(pdf: Pdf) -> None:
        pdf.attachments[name] = pikepdf.AttachedFileSpec(
            pdf, data, filename=name, description="", mime_type="", creation_date="", mod_date=""
        )

    return change


JAVASCRIPT = root("OpenAction", b"<</S/JavaScript/JS(app.alert(1))>>")
ACTIVE = {
    "program (JavaScript)": JAVASCRIPT,
    "starts a program (Launch)": root("OpenAction", b"<</S/Launch/F(cmd.exe)>>"),
    "sends itself elsewhere": root("AA", b"<</WC<</S/SubmitForm/F(https://x.test)>>>>"),
    "reads files (ImportData)": root("OpenAction", b"<</S/ImportData/F(a.fdf)>>"),
    "video, sound or 3D": root("X", b"<</Type/Annot/Subtype/RichMedia>>"),
    "video or sound (Rendition)": root("OpenAction", b"<</S/Rendition/OP 0>>"),
    "embedded file (GoToE)": root("OpenAction", b"<</S/GoToE/T<</R/C/N(a)>>>>"),
    "builds itself (XFA)": root("AcroForm", b"<</Fields[]/XFA[]>>"),
}


@pytest.mark.parametrize("what", ACTIVE)
@pytest.mark.parametrize("write", [document, packed])
def test_what_could_act_is_refused_by_name(what: str, write: Callable[[Change], bytes]) -> None:
    said = refusal(write(ACTIVE[what]))
    assert what in said
    assert "Print it to PDF again" in said


def test_everything_found_is_named() -> None:
    def change(pdf: Pdf) -> None:
        JAVASCRIPT(pdf)
        ACTIVE["builds itself (XFA)"](pdf)

    assert refusal(packed(change)).startswith("The PDF contains a ")
    assert " and a " in refusal(packed(change))


@pytest.mark.parametrize("written", [b"/J#61vaScript", b"/#4aavaScript", b"/JavaScrip#74"])
def test_a_name_can_be_written_in_other_ways(written: bytes) -> None:
    data = document(JAVASCRIPT, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    assert b"/JavaScript" in data
    assert "(JavaScript)" in refusal(data.replace(b"/JavaScript", written))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("tool.exe", b"text"),
        ("report.pdf .js", b"text"),
        ("data.bin", b"MZ\x90\x00"),
        ("data.bin", b"PK\x03\x04"),
        ("run", b"#!/bin/sh\n"),
        ("page.txt", b"<script>alert(1)</script>"),
        ("inner.pdf", document(JAVASCRIPT)),
    ],
)
@pytest.mark.parametrize("write", [document, packed])
def test_a_file_inside_that_could_run_is_refused(
    name: str, data: bytes, write: Callable[[Change], bytes]
) -> None:
    assert "Print it to PDF again" in refusal(write(attach(name, data)))


def test_an_encrypted_pdf_is_refused() -> None:
    for encryption in (pikepdf.Encryption(owner="a", user="b"), pikepdf.Encryption(owner="a", user="", R=6)):
        assert "encrypted or restricts its use" in refusal(document(encryption=encryption))


@pytest.mark.parametrize(
    "data",
    [b"%PDF-1.7\nnothing\n%%EOF\n", b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n"],
)
def test_a_damaged_pdf_is_refused_in_words(data: bytes) -> None:
    assert "The PDF is damaged" in refusal(data)


def stream(about: bytes, content: bytes) -> bytes:
    return b"1 0 obj\n<<" + about + b">>\nstream\n" + content + b"\nendstream\nendobj\n"


def made(*objects: bytes) -> bytes:
    return b"%PDF-1.7\n" + b"".join(objects) + b"trailer\n<<>>\n%%EOF\n"


HIDDEN = b"5 0 <</S/JavaScript/JS(x)>>"


@pytest.mark.parametrize(
    "about",
    [
        b"/Type/ObjStm/N 1/First 4/Filter/LZWDecode",
        b"/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]",
        b"/Type/ObjStm/N 1/First 4/Filter[/FlateDecode /ASCIIHexDecode]",
        b"/Type/ObjStm/N 1/First 4/Filter/FlateDecode/DecodeParms<</Predictor 12>>",
        b"/Type/ObjStm/N 1/First 4/Filter 7 0 R",
        b"/Type/ObjStm/N 1/First 4",
        b"/Type/O#62jStm/N 1/First 4/Filter/ASCII85Decode",
        b"/N 1/First 4/Filter/RunLengthDecode",
        b"/DecodeParms<</Predictor 12>>/X(stream\n)/Type/ObjStm/Filter/FlateDecode",
        b"/Filter[/ASCIIHexDecode]/X(stream\n)/Type/EmbeddedFile",
        b"/Filter/ASCIIHexDecode/Type/EmbeddedFile",
        b"/X(/Subtype/Image/Filter/FlateDecode>>\nstream\n)/Type/ObjStm/Filter/LZWDecode",
    ],
)
def test_objects_packed_so_that_readers_differ_are_refused(about: bytes) -> None:
    assert "packed in an unusual way" in refusal(made(stream(about, zlib.compress(b"5 0 <</A 1>>"))))


@pytest.mark.parametrize(
    "about",
    [
        b"/Type/ObjStm/N 1/First 4/Filter/FlateDecode",
        b"/Filter/FlateDecode",  # whoever reads it as objects
        b"/X(stream\n)/Subtype/Image/Filter/FlateDecode",
    ],
)
def test_what_is_packed_is_looked_into(about: bytes) -> None:
    assert "(JavaScript)" in refusal(made(stream(about, zlib.compress(HIDDEN))))


def test_a_name_across_two_pieces_is_found() -> None:
    for before in range(4090, 4110):  # the first piece has 4096 packed bytes, stored as they are
        content = zlib.compress(b" " * before + HIDDEN, 0)
        assert "(JavaScript)" in refusal(made(stream(b"/Filter/FlateDecode", content)))


def test_a_bomb_ends_soon() -> None:
    small = zlib.compress(b"\0" * (64 << 20), 9)
    bomb = made(*(stream(b"/Filter/FlateDecode", small) for _ in range(20)))
    assert len(bomb) < 2 << 20
    began = time.monotonic()
    assert "too large once it is unpacked" in refusal(bomb)
    assert time.monotonic() - began < pdf_contents.MOST_SECONDS + 5


def test_many_beginnings_take_no_longer_than_few() -> None:
    began = time.monotonic()
    for junk in (b"stream\n", b"1 obj ", b"/#4", b"/EmbeddedFile/F(", b"<<" * 3):
        data = b"%PDF-1.7\n1 0 obj\ntrailer\n" + junk * (2_000_000 // len(junk)) + b"\n%%EOF\n"
        try:
            checked(data, "a.pdf")
        except BadValue as refused:
            assert refused.message
    assert time.monotonic() - began < 20


def bookmarks(pdf: Pdf) -> None:
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("Page one", 0))


ORDINARY = {
    "bookmarks": bookmarks,
    "opens at a page": root("OpenAction", b"<</S/GoTo/D[0/Fit]>>"),
    "a link to the web": root("X", b"<</S/URI/URI(https://example.org/Launchpad)>>"),
    "a form to fill in": root("AcroForm", b"<</Fields[]/NeedAppearances false>>"),
    "data as an attachment": attach("rule-set.json", b'{"edition": "bc-craps"}'),
    "a letter as an attachment": attach("letter.pdf", document()),
}


@pytest.mark.parametrize("what", ORDINARY)
@pytest.mark.parametrize("write", [document, packed])
def test_ordinary_ones_pass(what: str, write: Callable[[Change], bytes]) -> None:
    data = write(ORDINARY[what])
    assert checked(data, "plan.pdf").data == data
