#!/usr/bin/env python3
"""Check a document issued by Baize offline: no server, no database, no network.

    python verify_document.py certificate.pdf --certificate baize-certificates.pem

The PEM file has the public certificates of the signing authority (download them from
/verify/certificates.pem of the portal). Needs Python and `pip install pyhanko`. Exit code 0: genuine;
1: not genuine; 2: the check could not be made. The public register shows whether an approval is in force.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import logging
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

GENUINE, ALTERED, UNKNOWN = "genuine", "altered", "unknown"


def examine(document: bytes, certificates: bytes) -> dict[str, Any]:
    """Return verdict and reason; for a signed document also signer, time, reason and attached rule set."""
    from pyhanko.keys import load_certs_from_pemder_data

    known = list(load_certs_from_pemder_data(certificates))
    for signed in _signed_parts(document):
        report = _read(signed, known)
        if report["verdict"] == GENUINE:  # what was added is not looked at, however long that would take
            del report["attached"]
            return report | {"verdict": ALTERED, "why": "Content was added to the file after it was signed."}
    return _read(document, known)


def _signed_parts(document: bytes) -> Iterator[bytes]:
    """The beginnings of the file that may have been all of it when it was signed."""
    for found in islice(re.finditer(rb"/ByteRange ?\[ ?0 [0-9]{1,9} ([0-9]{1,9}) ([0-9]{1,9})", document), 3):
        end = int(found[1]) + int(found[2])
        if end < len(document):
            yield document[:end]


def _read(document: bytes, known: list[Any]) -> dict[str, Any]:
    from pyhanko.pdf_utils.misc import PdfError
    from pyhanko.pdf_utils.reader import PdfFileReader

    try:
        reader = PdfFileReader(io.BytesIO(document), strict=True)
        signatures = reader.embedded_regular_signatures
        if len(signatures) != 1:
            return _unknown("The PDF has no signature of ours.")
        return _judge(reader, signatures[0], document, known)
    except PdfError as error:
        return _broken(document, str(error))
    except Exception as error:  # a damaged file can raise anything in the reader
        return _broken(document, f"{type(error).__name__}: {error}")


def _judge(reader: Any, signature: Any, document: bytes, known: list[Any]) -> dict[str, Any]:
    from pyhanko.sign.validation import validate_pdf_signature
    from pyhanko.sign.validation.settings import KeyUsageConstraints
    from pyhanko_certvalidator import ValidationContext

    claimed = signature.self_reported_timestamp
    moment = claimed or datetime.now(UTC)
    context = ValidationContext(
        trust_roots=known, moment=moment, allow_fetching=False, revocation_mode="soft-fail"
    )
    usage = KeyUsageConstraints(key_usage=set())
    status = validate_pdf_signature(signature, context, key_usage_settings=usage, skip_diff=True)
    certificate = signature.signer_cert
    details = {
        "signer": certificate.subject.human_friendly.removeprefix("Common Name: "),
        "key": certificate.sha256.hex(),
        "signed_at": claimed.astimezone(UTC).isoformat() if claimed else "",
        "signed_for": str(signature.sig_object.get("/Reason", "")),
    }
    if not status.intact or not status.valid:
        return details | {"verdict": ALTERED, "why": "The file was changed after it was signed."}
    if status.coverage is None or status.coverage.name != "ENTIRE_FILE":
        return details | {"verdict": ALTERED, "why": "Content was added to the file after it was signed."}
    if not status.trusted:
        return details | {"verdict": UNKNOWN, "why": "The file is signed, but not with our key."}
    if not _signature_as_written(signature, document, known):
        return details | {"verdict": ALTERED, "why": "The signature itself was changed."}
    return details | {"verdict": GENUINE, "why": "", "attached": _attached(reader)}


def _signature_as_written(signature: Any, document: bytes, known: list[Any]) -> bool:
    """Compare every byte of the signature, the one part that it does not cover itself."""
    start, length, resume, rest = (int(number) for number in signature.byte_range)
    blob = bytes(signature.pkcs7_content)
    end = _der_length(blob)
    return (
        (start, resume + rest) == (0, len(document))
        and document[length:resume] == b"<" + blob.hex().upper().encode() + b">"
        and not any(blob[end:])
        and blob[:end] == _rebuilt(blob[:end], known)
    )


def _rebuilt(der: bytes, known: list[Any]) -> bytes:
    """The signature written again from the proven parts: signed attributes, value and our certificates."""
    from asn1crypto import cms

    content = cms.ContentInfo.load(der, strict=True)["content"]
    info = content["signer_infos"][0]
    signer = next(one for one in known if one.serial_number == info["sid"].chosen["serial_number"].native)
    ours = {one.dump() for one in known}
    if any(one.chosen.dump() not in ours for one in content["certificates"]):
        return b""
    sha256 = cms.DigestAlgorithm({"algorithm": "sha256"})
    scheme = info["signature_algorithm"]["algorithm"].native
    if not scheme.startswith(("sha256_", "rsassa_")):
        return b""
    signed = cms.SignedData(
        {
            "version": "v1",
            "digest_algorithms": [sha256],
            "encap_content_info": {"content_type": "data"},
            "certificates": [
                cms.CertificateChoices("certificate", known_one) for known_one in _in_order(content, known)
            ],
            "signer_infos": [
                {
                    "version": "v1",
                    "sid": cms.SignerIdentifier(
                        "issuer_and_serial_number",
                        {"issuer": signer.issuer, "serial_number": signer.serial_number},
                    ),
                    "digest_algorithm": sha256,
                    "signed_attrs": info["signed_attrs"],
                    "signature_algorithm": {"algorithm": scheme},
                    "signature": info["signature"].native,
                }
            ],
        }
    )
    return bytes(cms.ContentInfo({"content_type": "signed_data", "content": signed}).dump())


def _in_order(content: Any, known: list[Any]) -> list[Any]:
    by_bytes = {one.dump(): one for one in known}
    return [by_bytes[one.chosen.dump()] for one in content["certificates"]]


def _der_length(blob: bytes) -> int:
    """The length of the first DER value in the blob; what follows is padding."""
    first = blob[1]
    if first < 0x80:
        return 2 + first
    width = first & 0x7F
    return 2 + width + int.from_bytes(blob[2 : 2 + width], "big")


def _attached(reader: Any) -> list[dict[str, str]]:
    """The embedded files: the rule set the document is about."""
    if "/Names" not in reader.root or "/EmbeddedFiles" not in reader.root["/Names"]:
        return []
    names = reader.root["/Names"]["/EmbeddedFiles"]["/Names"]
    return [
        {
            "name": str(names[place]),
            "sha256": hashlib.sha256(names[place + 1]["/EF"]["/F"].data).hexdigest(),
        }
        for place in range(0, len(names), 2)
    ]


def _unknown(why: str) -> dict[str, Any]:
    return {"verdict": UNKNOWN, "why": why}


def _broken(document: bytes, error: str) -> dict[str, Any]:
    if not document.startswith(b"%PDF-"):
        return _unknown("The file is not a PDF.")
    if b"/ETSI.CAdES.detached" in document:
        return {
            "verdict": ALTERED,
            "why": "The file was signed, but was damaged since.",
            "error": error,
        }
    return _unknown("The file cannot be read as a PDF with our signature.") | {"error": error}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("document", help="the PDF; - reads it from standard input")
    parser.add_argument("--certificate", required=True, help="the authority's public certificates, PEM")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)  # a damaged file makes the library log errors
    try:
        document = sys.stdin.buffer.read() if options.document == "-" else Path(options.document).read_bytes()
        report = examine(document, Path(options.certificate).read_bytes())
    except ImportError:
        print("This check needs pyHanko: pip install pyhanko", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"The check could not be made. {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except ValueError:  # only unreadable certificates raise this; an unreadable document is a verdict
        print(f"The check could not be made. {options.certificate}: no certificates in PEM", file=sys.stderr)
        return 2
    print(json.dumps(report) if options.json else _text(report))
    return 0 if report["verdict"] == GENUINE else 1


def _text(report: dict[str, Any]) -> str:
    lines = [f"{report['verdict'].upper()}. {report['why']}".rstrip(". ") + "."]
    words = {
        "signed_for": "Signed for",
        "signer": "Signed by",
        "signed_at": "Signed at",
        "key": "Certificate SHA-256",
    }
    lines += [f"  {label}: {report[name]}" for name, label in words.items() if report.get(name)]
    lines += [f"  Attached: {one['name']}, SHA-256 {one['sha256']}" for one in report.get("attached", [])]
    if report["verdict"] == GENUINE:
        lines.append("  The public register shows whether the approval is still in force.")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
