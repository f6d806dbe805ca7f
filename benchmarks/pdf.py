"""A document from snapshot to signed PDF, beside bare WeasyPrint and bare pyHanko; documents a minute.

    python -m benchmarks.pdf [--rounds 7] [--seconds 60]

Typesetting: the whole way as the worker goes it (template, drawing, child process, attachment, PDF/A-3b and
tags) against a warm WeasyPrint that turns the same finished HTML into PDF in the same variant. Signing: ours,
with its checks of key and certificate, against pyHanko's signer with the same key, loaded once. Rounds
alternate, ratios are of medians. Goals: at most 1.15 and 1.3. Documents a minute: as many processes as
workers, each making whole documents, one after the other.
"""

# ruff: noqa: E402  # Django wants its settings before the portal is imported
from __future__ import annotations

import argparse
import io
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

os.environ.setdefault("DEMO", "1")
os.environ.setdefault("BAIZE_DATA", tempfile.mkdtemp(prefix="baize-bench-"))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

import django

django.setup()

from django.conf import settings
from pyhanko.keys import load_certs_from_pemder_data, load_private_key_from_pemder_data
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from pyhanko_certvalidator.registry import SimpleCertificateStore
from weasyprint import HTML

from craps import __version__, check, edges, load_ruleset, run_examples
from craps.layouts import standard_layout
from portal.documents import pdf, render_context, signing
from portal.documents.limited_process import run_limited
from portal.documents.rule_tables import build_rule_tables, edge_rows, example_rows

TYPESET_GOAL, SIGN_GOAL = 1.15, 1.3
LIMITS: dict[str, Any] = {"seconds": 600, "megabytes": 1024}


def snapshot(edition: str = "nz-revised") -> dict[str, Any]:
    """What an approval freezes, made from the core alone: no database is needed."""
    plain = load_ruleset({"edition": edition})
    ruleset = {"edition": edition, "layout": standard_layout(plain.edition, plain.offered)}
    loaded = load_ruleset(ruleset)
    address = "https://rules.example.org"
    return {
        "reference": "NZ-2026-0042",
        "jurisdiction": "nz",
        "jurisdiction_name": "New Zealand",
        "currency": "NZD",
        "time_zone": "Pacific/Auckland",
        "authority": "A regulator",
        "operator": "An operator",
        "property": "A casino",
        "address": "1 Quay Street",
        "edition": edition,
        "edition_title": loaded.edition.title,
        "game": "craps",
        "outcome_label": "Approved with conditions",
        "decided_at": "2026-11-16T04:19:00+00:00",
        "effective_on": "2026-12-01",
        "ends_on": None,
        "conditions": [{"text": "Post the limits.", "due_on": None}],
        "roles": {"recommended": "Reviewing officer", "decided": "Approver"},
        "checked": check(loaded).checked,
        "core_version": __version__,
        "version": 1,
        "ruleset": loaded.to_json(),
        "ruleset_digest": loaded.digest,
        "public_url": f"{address}/register/NZ-2026-0042/",
        "verify_url": f"{address}/verify/",
        "demo": True,
        "rules": build_rule_tables(loaded),
        "edges": edge_rows(loaded, [row.to_json() for row in edges(loaded)]),
        "examples": example_rows(loaded, [result.to_json() for result in run_examples(loaded)]),
        "findings": [],
        "waivers": [],
        "chosen": [],
    }


def seconds(work: Callable[[], object]) -> float:
    """Processor time of this process and its children: what else the machine does drops out."""
    began = os.times()
    work()
    ended = os.times()
    return sum(ended[:4]) - sum(began[:4])


def bare_typesetter(html: str) -> Callable[[], object]:
    fetcher = pdf.StaticFilesOnly()
    return lambda: HTML(string=html, base_url=pdf.ORIGIN, url_fetcher=fetcher).write_pdf(**pdf.OPTIONS)


def bare_signer() -> Callable[[bytes], object]:
    signing.current_signer()  # makes the demo key
    bundle = Path(settings.KEYS, "demo-signing.pem").read_bytes()
    chain = list(load_certs_from_pemder_data(bundle))
    signer = signers.SimpleSigner(
        signing_cert=chain[0],
        signing_key=load_private_key_from_pemder_data(bundle, None),
        cert_registry=SimpleCertificateStore.from_certs(chain[1:]),  # type: ignore[no-untyped-call]  # pyHanko
    )
    about = signers.PdfSignatureMetadata(
        field_name="Approval",
        md_algorithm="sha256",
        subfilter=fields.SigSeedSubFilter.PADES,
        reason="Approval",
        location="x",
        certify=True,
        docmdp_permissions=fields.MDPPerm.NO_CHANGES,
    )

    def sign(document: bytes) -> object:
        writer = IncrementalPdfFileWriter(io.BytesIO(document))
        return signers.PdfSigner(about, signer=signer).sign_pdf(writer, output=io.BytesIO())

    return sign


def whole_document(facts: dict[str, Any]) -> bytes:
    typeset = run_limited(pdf.render, "certificate", facts, **LIMITS)
    return signing.sign(typeset, reason="Approval", location="New Zealand")[0]


def _work(facts: dict[str, Any], until: float, made: Any) -> None:
    while time.monotonic() < until:
        whole_document(facts)
        with made.get_lock():
            made.value += 1


def documents_per_minute(facts: dict[str, Any], workers: int, span: float) -> float:
    context = get_context("fork")
    made = context.Value("i", 0)
    began = time.monotonic()
    hands = [context.Process(target=_work, args=(facts, began + span, made)) for _ in range(workers)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    return float(made.value) / (time.monotonic() - began) * 60


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=60)
    args = parser.parse_args()
    facts = snapshot()
    bare = bare_typesetter(render_context.render_html("certificate", facts))
    data = whole_document(facts)
    typeset = pdf.render("certificate", facts)
    sign = bare_signer()
    bare()
    rounds = []
    for _ in range(args.rounds):
        rounds.append(
            (
                seconds(bare),
                seconds(lambda: run_limited(pdf.render, "certificate", facts, **LIMITS)),
                seconds(lambda: [sign(typeset) for _ in range(10)]),
                seconds(lambda: [signing.sign(typeset, reason="Approval", location="x") for _ in range(10)]),
            )
        )
    weasy, ours, hanko, signed = (statistics.median(column) for column in zip(*rounds, strict=True))
    print("  goals: typesetting at most 1.15 times, signing at most 1.3 times")
    print(f"  certificate of {_pages(data)} pages, {len(data) // 1024} kB signed")
    print(f"  typesetting: {ours:.2f} s, bare WeasyPrint {weasy:.2f} s: {ours / weasy:.2f} times ")
    ratio = signed / hanko
    print(f"  signing: {signed * 100:.0f} ms, bare pyHanko {hanko * 100:.0f} ms: {ratio:.2f} times ")
    for workers in (1, 2):
        rate = documents_per_minute(facts, workers, args.seconds)
        print(f"  {workers} worker(s): {rate:.0f} documents a minute")
    return 1 if ours / weasy > TYPESET_GOAL or signed / hanko > SIGN_GOAL else 0


def _pages(data: bytes) -> int:
    from pyhanko.pdf_utils.reader import PdfFileReader

    return int(PdfFileReader(io.BytesIO(data)).root["/Pages"]["/Count"])


if __name__ == "__main__":
    sys.exit(main())
