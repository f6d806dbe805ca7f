"""The signature: valid, by our key, and broken by any change."""

import io
import logging
import os
import random
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from django.utils import timezone
from pyhanko.keys import load_certs_from_pemder_data
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from portal.documents import pdf, signing
from portal.documents.models import Document
from portal.review import workflow
from portal.submissions.upload_types import checked
from scripts.verify_document import examine, main
from tests.factories import House, in_review

pytestmark = pytest.mark.slow


@pytest.fixture
def typeset(house: House) -> bytes:
    """The shortest of our documents: what is signed matters here, not what it says."""
    case = in_review(house)
    due = timezone.now().date() + timedelta(days=9)
    workflow.open_query(actor=house.officer, reference=case.reference, text="Why?", due_on=due)
    return pdf.render("query", Document.objects.get(kind="query").snapshot)


def sign(data: bytes) -> bytes:
    return signing.sign(data, reason="Approval NZ-2026-0001", location="New Zealand")[0]


def status(data: bytes) -> Any:
    signature = PdfFileReader(io.BytesIO(data)).embedded_signatures[0]
    root = list(load_certs_from_pemder_data(signing.current_signer().chain.encode()))[-1]
    return validate_pdf_signature(signature, ValidationContext(trust_roots=[root], allow_fetching=False))


def test_a_signed_document_is_valid_and_names_its_signer(typeset: bytes) -> None:
    signed, signer = signing.sign(typeset, reason="Approval NZ-2026-0001", location="New Zealand")
    found = status(signed)
    assert found.bottom_line, found.pretty_print_details()
    assert found.signing_cert.subject.native["common_name"] == signing.DEMO_SIGNER
    assert found.signing_cert.sha256.hex() == signer.sha256
    assert found.coverage.name == "ENTIRE_FILE"
    assert signed.startswith(typeset)
    assert checked(signed, "letter.pdf").data == signed  # and can be attached to a case


# `ALTERED_BYTES=3000 pytest ...` looks at more places; every byte of the signature itself was tried.
PLACES = int(os.environ.get("ALTERED_BYTES", "40"))


def test_one_changed_byte_anywhere_is_noticed(typeset: bytes) -> None:
    """Also in the one part that the signature does not cover: the signature."""
    logging.disable(logging.CRITICAL)
    signed, signer = signing.sign(typeset, reason="Letter NZ-2026-0001", location="New Zealand")
    known = signer.chain.encode()
    assert examine(signed, known)["verdict"] == "genuine"
    rng = random.Random("baize")
    gap = signed.index(b"/Contents <", len(typeset)) + 10
    places = rng.sample(range(len(signed)), PLACES) + rng.sample(range(gap, gap + 2900), PLACES)
    missed = []
    for place in [*places, gap, len(signed) - 1]:
        altered = bytearray(signed)
        altered[place] ^= 1 << rng.randrange(8)
        if examine(bytes(altered), known)["verdict"] == "genuine":
            missed.append(place)
    logging.disable(logging.NOTSET)
    assert missed == []


def test_the_offline_check(typeset: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    signed, signer = signing.sign(typeset, reason="Letter NZ-2026-0001", location="New Zealand")
    file, certificates = tmp_path / "a.pdf", tmp_path / "c.pem"
    file.write_bytes(signed)
    certificates.write_text(signer.chain)
    assert main([str(file), "--certificate", str(certificates)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("GENUINE")
    assert "Letter NZ-2026-0001" in said
    assert "rule-set.json" in said
    file.write_bytes(signed + b"x")
    assert main([str(file), "--certificate", str(certificates)]) == 1
    assert capsys.readouterr().out.startswith("ALTERED")
    assert main([str(tmp_path / "none.pdf"), "--certificate", str(certificates)]) == 2
    certificates.write_text("rubbish")
    assert main([str(file), "--certificate", str(certificates)]) == 2


def test_an_rsa_key_will_do(typeset: bytes, tmp_path: Path, settings: Any) -> None:
    key = rsa.generate_private_key(65537, 2048)
    settings.SIGNING_KEY_FILE = write_key(tmp_path, key)
    settings.SIGNING_CERTIFICATE_FILE = write_certificate(tmp_path, key)
    signed, signer = signing.sign(typeset, reason="Letter NZ-2026-0001", location="New Zealand")
    assert examine(signed, signer.chain.encode())["verdict"] == "genuine"


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
    first = signing.current_signer().sha256
    assert signing.current_signer().sha256 == first
    assert (tmp_path / "keys" / "demo-signing.pem").stat().st_mode & 0o077 == 0
    assert [p.name for p in (tmp_path / "keys").iterdir()] == ["demo-signing.pem"]


def write_key(folder: Path, key: Any) -> str:
    path = folder / "key.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return str(path)


def write_certificate(folder: Path, key: Any) -> str:
    path = folder / "certificate.pem"
    made = signing._certificate("Signer", key, "Signer", key, is_authority=False)
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    return str(path)


def test_a_key_of_ones_own_is_used(tmp_path: Path, settings: Any) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    settings.SIGNING_KEY_FILE = write_key(tmp_path, key)
    settings.SIGNING_CERTIFICATE_FILE = write_certificate(tmp_path, key)
    assert signing.current_signer().subject == "Common Name: Signer"


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
        def now(cls, tz: Any = None) -> Self:
            return super().now(UTC) + timedelta(days=4000)

    monkeypatch.setattr(signing, "datetime", Later)
    with pytest.raises(signing.SigningProblem, match="valid today"):
        sign(b"%PDF")


def test_rubbish_is_not_a_key(tmp_path: Path, settings: Any) -> None:
    (tmp_path / "x.pem").write_text("rubbish")
    settings.SIGNING_KEY_FILE = settings.SIGNING_CERTIFICATE_FILE = str(tmp_path / "x.pem")
    with pytest.raises(signing.SigningProblem, match="cannot be parsed"):
        sign(b"%PDF")
