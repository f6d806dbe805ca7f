"""Signs documents (PAdES). Without a usable key no document is issued.

The key comes from SIGNING_KEY_FILE and SIGNING_CERTIFICATE_FILE. Outside production, without those settings,
Baize creates its own test authority on first use; its name says what it is.
"""

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from asn1crypto import pem
from asn1crypto.keys import PrivateKeyInfo
from asn1crypto.x509 import Certificate
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.conf import settings
from pyhanko.keys import load_certs_from_pemder_data, load_private_key_from_pemder_data
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.writer import BasePdfFileWriter
from pyhanko.sign import fields, signers
from pyhanko.sign.signers.constants import ESIC_EXTENSION_1
from pyhanko_certvalidator.registry import SimpleCertificateStore

from portal.environment import load_or_create

FIELD = "Approval"
DEMO_AUTHORITY = "Baize demonstration authority (no legal force)"
DEMO_SIGNER = "Baize demonstration signature (no legal force)"
_KEY_USAGES = (
    "digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
    "key_cert_sign", "crl_sign", "encipher_only", "decipher_only",
)  # fmt: skip


class SigningProblem(Exception):
    """The key is missing, expired or wrong. The message says which and what to do."""


class Signer(NamedTuple):
    """The certificate that signed, with its chain, as verification needs it."""

    sha256: str
    subject: str
    chain: str


class _Pdf17Signer(signers.PdfSigner):
    """Leaves a document at PDF 1.7, on which PDF/A-3 and PDF/UA-1 are built.

    pyHanko would declare elliptic curves as an extension of PDF 2.0, and raise the version with it.
    """

    def register_extensions(self, pdf_out: BasePdfFileWriter, *, md_algorithm: str) -> None:
        pdf_out.register_extension(ESIC_EXTENSION_1)


def sign(document: bytes, *, reason: str, location: str) -> tuple[bytes, Signer]:
    """Return the signed document and its signer."""
    key, chain = _key_and_chain()
    _check(key, chain[0])
    store = SimpleCertificateStore.from_certs(chain[1:])  # type: ignore[no-untyped-call]  # pyHanko has no types here
    signer = signers.SimpleSigner(signing_cert=chain[0], signing_key=key, cert_registry=store)
    metadata = signers.PdfSignatureMetadata(
        field_name=FIELD,
        md_algorithm="sha256",
        subfilter=fields.SigSeedSubFilter.PADES,
        reason=reason,
        location=location,
        certify=True,
        docmdp_permissions=fields.MDPPerm.NO_CHANGES,
    )
    output = io.BytesIO()
    _Pdf17Signer(metadata, signer=signer).sign_pdf(
        IncrementalPdfFileWriter(io.BytesIO(document)), output=output
    )
    return output.getvalue(), _signer(chain)


def current_signer() -> Signer:
    """The signer whose key is configured now."""
    return _signer(_key_and_chain()[1])


def _signer(chain: list[Certificate]) -> Signer:
    text = "".join(pem.armor("CERTIFICATE", one.dump()).decode() for one in chain)
    return Signer(chain[0].sha256.hex(), chain[0].subject.human_friendly[:200], text)


def _key_and_chain() -> tuple[PrivateKeyInfo, list[Certificate]]:
    key_file, certificate_file = settings.SIGNING_KEY_FILE, settings.SIGNING_CERTIFICATE_FILE
    if not key_file and not certificate_file and not settings.PRODUCTION:
        bundle = load_or_create(Path(settings.KEYS) / "demo-signing.pem", _create_demo_bundle)
        return _load(bundle, bundle, passphrase="")  # nosec B106
    if not key_file or not certificate_file:
        missing = "SIGNING_CERTIFICATE_FILE" if key_file else "SIGNING_KEY_FILE"
        raise SigningProblem(f"No signing key: {missing} is not set. Nothing is issued unsigned.")
    try:
        parts = Path(key_file).read_bytes(), Path(certificate_file).read_bytes()
    except OSError as error:
        raise SigningProblem(f"The signing key cannot be read: {error}.") from None
    return _load(*parts, passphrase=settings.SIGNING_KEY_PASSPHRASE)


def _load(key: bytes, certificate: bytes, *, passphrase: str) -> tuple[PrivateKeyInfo, list[Certificate]]:
    try:
        loaded = load_private_key_from_pemder_data(key, passphrase.encode() if passphrase else None)
        chain = list(load_certs_from_pemder_data(certificate))
    except (ValueError, TypeError, OSError) as error:
        raise SigningProblem(f"The signing key or its certificate cannot be parsed: {error}.") from None
    if not chain:
        raise SigningProblem("SIGNING_CERTIFICATE_FILE contains no certificate.")
    return loaded, chain


def _check(key: PrivateKeyInfo, certificate: Certificate) -> None:
    now = datetime.now(UTC)
    if now < certificate.not_valid_before or now > certificate.not_valid_after:
        raise SigningProblem(
            f"The signing certificate is valid from {certificate.not_valid_before:%Y-%m-%d} to "
            f"{certificate.not_valid_after:%Y-%m-%d}. Install one that is valid today."
        )
    private = serialization.load_der_private_key(key.dump(), None)
    public = private.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    if public != certificate.public_key.dump():
        raise SigningProblem("SIGNING_KEY_FILE is not the key of SIGNING_CERTIFICATE_FILE.")


def _create_demo_bundle() -> bytes:
    """Key, certificate and authority in one PEM file."""
    authority_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    authority = _certificate(DEMO_AUTHORITY, authority_key, DEMO_AUTHORITY, authority_key, is_authority=True)
    certificate = _certificate(DEMO_SIGNER, key, DEMO_AUTHORITY, authority_key, is_authority=False)
    encoding = serialization.Encoding.PEM
    return (
        key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + certificate.public_bytes(encoding)
        + authority.public_bytes(encoding)
    )


def _certificate(
    subject: str,
    key: ec.EllipticCurvePrivateKey,
    issuer: str,
    issuer_key: ec.EllipticCurvePrivateKey,
    *,
    is_authority: bool,
) -> x509.Certificate:
    now = datetime.now(UTC)
    usage = {"key_cert_sign", "crl_sign"} if is_authority else {"digital_signature", "content_commitment"}
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + timedelta(days=3650))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(**{name: name in usage for name in _KEY_USAGES}), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), critical=False
        )
        .sign(issuer_key, hashes.SHA256())
    )
