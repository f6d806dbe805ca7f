"""What a bundle brings along to check it: offline programs, public keys, certificates and a README."""

from collections.abc import Iterator

from django.conf import settings

from portal.bundles.archive import Part
from portal.documents.models import SigningCertificate
from portal.register import keys, notes

_PROGRAMS = settings.BASE_DIR / "scripts"

_START = """\
{title} {reference}

Nothing in this zip depends on the day it was made: the same state of the case gives
the same file, byte for byte.

What is in it: manifest.json lists every file with its size and its SHA-256.

Are the files as they were put in? With the tools of Linux or macOS:

    sha256sum -c SHA256SUMS          (macOS: shasum -a 256 -c SHA256SUMS)

"""
_RULES = """\
Are these the rules that were decided on? The SHA-256 of {rules} is
the digest that certificate, register and decision name.

"""
_DOCUMENTS = """\
Are the PDFs genuine? They are the signed files, unchanged:

    pip install pyhanko
    python check/verify_document.py documents/NAME.pdf --certificate documents/certificates.pem

"""
_REGISTER = """\
Is it in the public register, and was nothing rewritten there? With Python alone:

    python check/verify_log.py entry register/NUMBER-NAME.proof.json --keys register/log-keys.txt
    python check/verify_log.py file documents/NAME.pdf register/NUMBER-NAME.proof.json \\
        --keys register/log-keys.txt

Compare the keys with a copy from someone you trust, such as the register's own page.
"""


def readme(*, title: str, reference: str, paths: list[str]) -> bytes:
    """How to check this bundle, in plain words; only what applies to it."""
    text = _START.format(title=title, reference=reference)
    rules = [path for path in paths if path.endswith("rule-set.json")]
    if rules:
        text += _RULES.format(rules=rules[0] if len(rules) == 1 else "versions/NUMBER/rule-set.json")
    if "documents/certificates.pem" in paths:
        text += _DOCUMENTS
    if "register/log-keys.txt" in paths:
        text += _REGISTER
    return text.encode()


def programs() -> Iterator[Part]:
    for name in ("verify_document.py", "verify_log.py"):
        yield Part(f"check/{name}", (_PROGRAMS / name).read_bytes)


def certificates(signed_by: set[str]) -> Iterator[Part]:
    """The public certificates with which these documents were signed."""
    chains = SigningCertificate.objects.filter(sha256__in=signed_by).order_by("pk")
    if signed_by:
        yield Part(
            "documents/certificates.pem",
            lambda: "".join(chains.values_list("chain", flat=True)).encode(),
        )


def log_keys(checkpoints: list[str]) -> Part:
    """The public keys that signed these checkpoints."""

    def signed(key: notes.Key) -> bool:
        for note in checkpoints:
            try:
                notes.signed_text(note, [key])
            except notes.BadNote:
                continue
            return True
        return False

    return Part(
        "register/log-keys.txt",
        lambda: "".join(f"{key}\n" for key in sorted(keys.public_keys()) if signed(key)).encode(),
    )
