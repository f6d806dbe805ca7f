"""Joins the pages of issued documents in one PDF to print. Signatures stay in the originals."""

import io
from collections.abc import Callable, Iterable
from typing import Any

from pyhanko.pdf_utils import generic, reader, writer

# pyHanko's types are incomplete.
_reader: Callable[..., Any] = reader.PdfFileReader
_writer: Callable[..., Any] = writer.PdfFileWriter
_dictionary: Callable[..., Any] = generic.DictionaryObject

# What makes sense only in the document a page comes from: its form, its outline, its structure.
_LEFT_OUT = ("/Parent", "/Annots", "/StructParents", "/Tabs", "/AA")


def join_pages(documents: Iterable[bytes], title: str) -> bytes:
    """Return one PDF with every page of these documents, in their order."""
    joined = _writer()
    for data in documents:
        source = _reader(io.BytesIO(data))
        for number in range(source.root["/Pages"]["/Count"]):
            page = source.find_page_for_modification(number)[0].get_object()
            for name in _LEFT_OUT:
                page.pop(name, None)
            joined.insert_page(joined.import_object(page))
    info = _dictionary({generic.pdf_name("/Title"): generic.TextStringObject(title)})
    joined.set_info(joined.add_object(info))
    target = io.BytesIO()
    joined.write(target)
    return target.getvalue()
