"""Documents as screen readers and archives read them, also after they are signed: read back with pikepdf."""

import io
from collections.abc import Iterator
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, NameTree, Pdf

from portal.documents import pdf, signing
from tests.portal.documents.test_pdf import whole as whole

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def elements(element: Any) -> Iterator[Any]:
    """An element of the structure and all below it."""
    if isinstance(element, Array):
        for kid in element:
            yield from elements(kid)
    elif isinstance(element, Dictionary) and "/S" in element:
        yield element
        yield from elements(element.get("/K", Array()))


@pytest.mark.parametrize("kind", ["certificate", "guide", "sign", "receipt"])
def test_the_headers_of_every_cell_are_found(whole: dict[str, Any], kind: str) -> None:
    opened = pikepdf.open(io.BytesIO(pdf.render(kind, whole[kind])))
    root = opened.Root.StructTreeRoot
    every = list(elements(root.K))
    headers = [element for element in every if element.S == "/TH" and "/ID" in element]
    named = {str(name): element for name, element in NameTree(root.IDTree).items()} if headers else {}
    assert len(named) == len(headers)
    assert all(named[str(header.ID)].objgen == header.objgen for header in headers)
    assert {str(header.A.Scope) for header in headers} <= {"/Column", "/Row"}
    for header in headers:
        assert (header.A.Scope == "/Column") == (header.P.P.S == "/THead")
    asked = [str(name) for cell in every if cell.S == "/TD" for name in cell.A.get("/Headers", ())]
    assert set(asked) <= set(named)
    assert asked or kind not in ("certificate", "sign")


def claims(data: bytes) -> tuple[str, str, str, str | None, str | None]:
    """The version in the header, that in force, that of the catalogue, and the parts of PDF/A and PDF/UA."""
    opened: Pdf = pikepdf.open(io.BytesIO(data))
    metadata = opened.open_metadata()
    about = (metadata.get("pdfaid:part"), metadata.get("pdfuaid:part"))
    return (data[:8].decode(), opened.pdf_version, str(opened.Root.get("/Version", "")), *about)


def test_signing_leaves_version_and_claims_as_they_are(whole: dict[str, Any]) -> None:
    """Signing with an elliptic curve would raise it to 2.0, on which neither PDF/A-3 nor UA-1 is built."""
    typeset = pdf.render("query", whole["query"])
    signed = signing.sign(typeset, reason="Approved", location="Wellington")[0]
    assert claims(typeset) == claims(signed) == ("%PDF-1.7", "1.7", "", "3", "1")
    with pikepdf.open(io.BytesIO(signed)) as opened:
        declared = {key: str(value.BaseVersion) for key, value in opened.Root.Extensions.items()}
    assert declared == {"/ESIC": "/1.7"}
