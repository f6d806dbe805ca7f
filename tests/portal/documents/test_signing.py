"""The signature: valid, by our key, and broken by any change."""

import io
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from portal.documents import pdf, signing
from portal.documents.models import Document
from tests.factories import House, approved

pytestmark = pytest.mark.slow


@pytest.fixture
def typeset(house: House) -> bytes:
    return pdf.render(Document.objects.get(submission=approved(house).submission).snapshot)


def sign(data: bytes) -> bytes:
    return signing.sign(data, reason="Approval NZ-2026-0001", location="New Zealand")[0]


def status(data: bytes) -> Any:
    signature = PdfFileReader(io.BytesIO(data)).embedded_signatures[0]
    root = signing.certificates()[-1]
    return validate_pdf_signature(signature, ValidationContext(trust_roots=[root], allow_fetching=False))


def test_a_signed_document_is_valid_and_names_its_signer(typeset: bytes) -> None:
    signed, signed_by = signing.sign(typeset, reason="Approval NZ-2026-0001", location="New Zealand")
    found = status(signed)
    assert found.bottom_line, found.pretty_print_details()
    assert found.signing_cert.subject.native["common_name"] == signing.DEMO_SIGNER
    assert found.signing_cert.sha256.hex() == signed_by
    assert found.coverage.name == "ENTIRE_FILE"
    assert signed.startswith(typeset)


def test_one_changed_byte_is_noticed(typeset: bytes) -> None:
    signed = bytearray(sign(typeset))
    place = typeset.index(b"\n%") + 2  # a comment: readers show the same page, the signature must not
    signed[place] ^= 1
    found = status(bytes(signed))
    assert not found.intact
    assert not found.bottom_line


@pytest.mark.skipif(not shutil.which("pdfsig"), reason="poppler-utils is not installed")
def test_another_reader_accepts_it(typeset: bytes, tmp_path: Path) -> None:
    file = tmp_path / "signed.pdf"
    file.write_bytes(sign(typeset))
    said = subprocess.run(["pdfsig", "-nocert", file], capture_output=True, text=True, check=False).stdout
    assert "Signature is Valid" in said
    assert "ETSI.CAdES.detached" in said
    assert "Total document signed" in said


def test_the_demo_authority_is_made_once_and_kept(tmp_path: Path, settings: Any) -> None:
    settings.KEYS = tmp_path / "keys"
    first = signing.certificates()[0].sha256
    signing._demo_bundle.cache_clear()
    assert signing.certificates()[0].sha256 == first
    assert (tmp_path / "keys" / "demo-signing.pem").stat().st_mode & 0o077 == 0
    assert [p.name for p in (tmp_path / "keys").iterdir()] == ["demo-signing.pem"]


def write_key(folder: Path, key: ec.EllipticCurvePrivateKey) -> str:
    path = folder / "key.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return str(path)


def write_certificate(folder: Path, key: ec.EllipticCurvePrivateKey) -> str:
    path = folder / "certificate.pem"
    made = signing._certificate("Signer", key, "Signer", key, is_authority=False)
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    return str(path)


def test_a_key_of_ones_own_is_used(tmp_path: Path, settings: Any) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    settings.SIGNING_KEY_FILE = write_key(tmp_path, key)
    settings.SIGNING_CERTIFICATE_FILE = write_certificate(tmp_path, key)
    assert signing.certificates()[0].subject.native["common_name"] == "Signer"


@pytest.mark.parametrize("production", [True, False])
def test_a_missing_key_is_named(settings: Any, production: bool, tmp_path: Path) -> None:
    settings.PRODUCTION = production
    settings.SIGNING_KEY_FILE = "" if production else str(tmp_path / "none.pem")
    settings.SIGNING_CERTIFICATE_FILE = "" if production else str(tmp_path / "none.pem")
    with pytest.raises(signing.SigningProblem, match=r"SIGNING_KEY_FILE|cannot be read"):
        sign(b"%PDF")


def test_a_wrong_key_signs_nothing(tmp_path: Path, settings: Any) -> None:
    settings.SIGNING_KEY_FILE = write_key(tmp_path, ec.generate_private_key(ec.SECP256R1()))
    settings.SIGNING_CERTIFICATE_FILE = write_certificate(tmp_path, ec.generate_private_key(ec.SECP256R1()))
    with pytest.raises(signing.SigningProblem, match="is not the key of"):
        sign(b"%PDF")


def test_an_expired_certificate_signs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    signing._key_and_chain()  # the demonstration key is made today, whichever test runs first

    class Later(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return datetime.now(UTC) + timedelta(days=4000)

    monkeypatch.setattr(signing, "datetime", Later)
    with pytest.raises(signing.SigningProblem, match="valid today"):
        sign(b"%PDF")


def test_rubbish_is_not_a_key(tmp_path: Path, settings: Any) -> None:
    (tmp_path / "x.pem").write_text("rubbish")
    settings.SIGNING_KEY_FILE = settings.SIGNING_CERTIFICATE_FILE = str(tmp_path / "x.pem")
    with pytest.raises(signing.SigningProblem, match="cannot be understood"):
        sign(b"%PDF")
