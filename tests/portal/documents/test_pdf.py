"""Documents as paper: complete, the same bytes each time, and deaf to what operators write."""

import contextlib
import hashlib
import io
import re
import shutil
import socket
import subprocess
import zlib
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pyhanko.pdf_utils.reader import PdfFileReader

from craps import load_edition, load_ruleset
from craps.layouts import standard_layout
from portal.accounts.jurisdictions import Jurisdiction, forget, jurisdiction
from portal.documents import pdf, render_context
from portal.documents.models import Document, DocumentKind
from portal.documents.rule_tables import build_rule_tables
from portal.review import workflow
from portal.review.models import Query
from portal.submissions.upload_types import checked
from tests.factories import House, approved, in_review, make_house, odds, refused

# The mark makes the database; the fixture below fills it once for all.
pytestmark = [pytest.mark.slow, pytest.mark.django_db]

poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")


@pytest.fixture(scope="module")
def whole(django_db_setup: None, django_db_blocker: Any) -> Any:
    """The three snapshots of one approval with breaches waived, and those of each letter."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield _snapshots(make_house())
        transaction.set_rollback(True)


def _snapshots(house: House) -> dict[str, dict[str, Any]]:
    rules = odds(2) | {
        "limits": {"pass_line": {"min": "10", "max": "500"}},
        "layout": standard_layout(load_edition("nz-revised")),
    }
    approved(house, rules, conditions=[{"text": "Post the limits.", "due_on": None}])
    case = in_review(house)
    workflow.open_query(
        actor=house.officer,
        reference=case.reference,
        text="Why two?",
        due_on=timezone.now().date() + timedelta(days=9),
    )
    assert Query.objects.count() == 1
    refused(house, "No ground.")
    gone = approved(house, odds(1)).submission
    Jurisdiction.objects.filter(code="nz").update(appeal_text="Appeal within 20 days.")
    forget()
    workflow.give_notice_of_intent(
        actor=house.officer,
        reference=gone.reference,
        reason="The dice look loaded.",
        due_on=timezone.now().date() + timedelta(days=9),
    )
    workflow.suspend(actor=house.approver, reference=gone.reference, reason="Odd dice.")
    workflow.revoke(actor=house.approver, reference=gone.reference, reason="Loaded dice.", urgency="Now.")
    return {document.kind: document.snapshot for document in Document.objects.order_by("-pk")}


def catalogue(data: bytes) -> Any:
    return PdfFileReader(io.BytesIO(data)).root


def text_of(data: bytes, folder: Path) -> str:
    file = folder / "document.pdf"
    file.write_bytes(data)
    return subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True).stdout


def test_every_kind_has_its_snapshot(whole: dict[str, Any]) -> None:
    assert set(whole) == set(DocumentKind.values)


@poppler
def test_the_certificate_says_all_of_it(whole: dict[str, Any], tmp_path: Path) -> None:
    snapshot = whole["certificate"]
    data = pdf.render("certificate", snapshot)
    assert data == pdf.render("certificate", snapshot)
    assert checked(data, "a.pdf").data == data  # with its attachments it can be a document of another case
    said = text_of(data, tmp_path)
    for words in (
        "Approval certificate",
        snapshot["operator"],
        snapshot["property"],
        "Reviewing officer",
        "Approver",
        snapshot["ruleset_digest"][:8],
        snapshot["public_url"],
        "Contents",
        "Odds on",
        "Pays 1 to 1",
        "Worked examples",
        "Balance",
        "House edge of each wager",
        "Findings and their resolution",
        "no legal force",
    ):
        assert words in said, words
    pages = said.split("\f")[:-1]
    assert len(pages) >= 10
    assert "The rules this decision applies to" in pages[0]  # the cover fills one page, not one and a bit
    for number, page in enumerate(pages, start=1):
        assert f"Page {number} of {len(pages)}" in page
        assert snapshot["reference"] in page
        assert "Approved " in page

    root = catalogue(data)
    assert (root["/MarkInfo"]["/Marked"], root["/Lang"]) == (True, "en")
    assert root["/Outlines"]["/Count"]
    metadata = root["/Metadata"].data
    assert b'pdfaid:part="3"' in metadata
    assert b'pdfuaid:part="1"' in metadata
    names = root["/Names"]["/EmbeddedFiles"]["/Names"]
    assert names[0] == f"{snapshot['reference']}-rule-set.json"
    assert hashlib.sha256(names[1]["/EF"]["/F"].data).hexdigest() == snapshot["ruleset_digest"]
    assert len(root["/AF"]) == 1
    figures = figures_of(data)
    assert len(figures) == 2  # the drawing and the QR code
    assert all(b"/Alt (" in figure and b"/Alt ()" not in figure for figure in figures)
    for figure in figures:  # its place, in points from the foot of the page
        box = re.search(rb"/BBox \[([^]]+)", figure)
        assert box
        left, bottom, right, top = map(float, box[1].split())
        assert 0 < left < right < 842
        assert 0 < bottom < top < 842
        assert (right - left) / (top - bottom) == pytest.approx(1 if right < 200 else 2.75, rel=0.1)

    fonts = subprocess.run(
        ["pdffonts", tmp_path / "document.pdf"], capture_output=True, text=True
    ).stdout.splitlines()[2:]
    assert fonts
    assert all(line.split()[-5] == "yes" for line in fonts), fonts  # embedded
    info = subprocess.run(["pdfinfo", tmp_path / "document.pdf"], capture_output=True, text=True).stdout
    assert "Tagged:          yes" in info
    assert f"Approval certificate {snapshot['reference']}" in info
    assert _below("L", tmp_path / "document.pdf") == {"LI"}


def figures_of(data: bytes) -> list[bytes]:
    """Each figure among the tags.

    Read from the packed objects themselves: following a thousand references takes a minute.
    """
    found = []
    for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL):
        with contextlib.suppress(zlib.error):
            # A stream may end in a byte that looks like a line break: its checksum may be cut off.
            objects = zlib.decompressobj().decompress(packed).split(b"<</Type /StructElem")
            found += [each for each in objects if each.startswith(b"/S /Figure")]
    return found


def _below(tag: str, file: Path) -> set[str]:
    """The tags that stand right below this one."""
    lines = subprocess.run(["pdfinfo", "-struct", file], capture_output=True, text=True).stdout.splitlines()
    path: list[str] = []
    found = set()
    for line in lines:
        if read := re.match(r"( *)([A-Z]\w*)", line):
            path[len(read[1]) // 2 :] = [read[2]]
            if path[-2:-1] == [tag]:
                found.add(path[-1])
    return found


@poppler
@pytest.mark.parametrize(
    ("kind", "pages", "words"),
    [
        ("guide", 2, ["player’s guide", "House edge", "to 1", "On a come-out roll", "on the table"]),
        ("sign", 1, ["Limits", "at least NZ$10", "to 1", "your stake is returned as well"]),
        ("refusal", 1, ["We have refused", "No ground."]),
        ("revocation", 1, ["We have revoked", "Loaded dice.", "before that day", "Appeal within 20 days."]),
        ("intent", 1, ["We intend to revoke", "The dice look loaded.", "Reply by"]),
        ("suspension", 1, ["until we lift the suspension", "Odd dice.", "Appeal within 20 days."]),
        ("query", 1, ["Please answer the following", "Why two?", "Answer by", "Please answer on the page"]),
    ],
)
def test_the_other_documents(
    whole: dict[str, Any], tmp_path: Path, kind: str, pages: int, words: list[str]
) -> None:
    data = pdf.render(kind, whole[kind])
    assert data == pdf.render(kind, whole[kind])
    assert catalogue(data)["/Pages"]["/Count"] == pages
    said = " ".join(text_of(data, tmp_path).split())
    for some in words:
        assert some in said, some


def test_single_numbers_the_table_s_limits_and_called_bets_are_in_the_rules() -> None:
    stated = {
        "numbers": {"buy": [4, 10]},
        "limits": {"table": {"min": 15}},
        "making": {"called_with_cash": True},
    }
    tables = build_rule_tables(load_ruleset({"edition": "md-craps", **stated}))
    told = {row["label"]: row["value"] for subject in tables["subjects"] for row in subject["rows"]}
    assert told["Numbers of Buy Bet"] == "4 and 10"
    assert told["Limits of the whole table"] == "at least US$15"
    assert told["Called bets with cash"].startswith("accepted")


def test_payouts_printed_for_a_whole_combined_bet_are_shown_so() -> None:
    def pays(**fields: Any) -> list[tuple[str, str]]:
        groups = build_rule_tables(load_ruleset({"edition": "sg-mbs-v2", **fields}))["groups"]
        [told] = [w for group in groups for w in group["wagers"] if w["wager"] == "c_and_e"]
        return [(row["on"], row["odds"]) for row in told["pays"]]

    assert pays() == [("2, 3 and 12", "3 to 1"), ("11", "7 to 1")]
    assert pays(payouts={"eleven": "14:1"}) == [("", "each part as a separate bet: Any Craps and Eleven")]


def test_a_clause_about_every_wager_is_quoted_with_the_wagers_own_row_only() -> None:
    groups = build_rule_tables(load_ruleset({"edition": "sg-mbs-v2"}))["groups"]
    told = {wager["wager"]: wager["clauses"] for group in groups for wager in group["wagers"]}
    assert told["craps_2"][0]["text"].endswith("placed: N: 2 Crap, Beside the area “HORN BET” at the 2")
    assert "O: 12 Crap" in told["craps_12"][0]["text"] and "N: 2 Crap" not in str(told["craps_12"])


@poppler
def test_a_sign_is_one_page_with_its_pay_table_in_one_piece(whole: dict[str, Any], tmp_path: Path) -> None:
    """The longest: terms on the left, all that is paid on the right."""
    ruleset = {"edition": "bc-craps"}
    of_bc = {"jurisdiction": "bc", "ruleset": ruleset, "rules": build_rule_tables(load_ruleset(ruleset))}
    said = text_of(pdf.render("sign", whole["sign"] | of_bc), tmp_path)
    assert said.count("\f") == 1
    assert re.search(r"Limits +What each bet pays", said)
    assert said.count("Pays\n") == 1
    assert said.count("each part as a separate bet") == 1


def test_a_guide_is_two_pages_also_where_most_is_offered(whole: dict[str, Any]) -> None:
    """On the shorter paper, with terms that differ by point."""
    multiples = {"4": "3", "5": "4", "6": "5", "8": "5", "9": "4", "10": "3"}
    ruleset = {"edition": "bc-craps", "odds": {"pass_line": {"multiples": multiples}}, "chip_unit": "5"}
    of_bc = {"jurisdiction": "bc", "ruleset": ruleset, "rules": build_rule_tables(load_ruleset(ruleset))}
    assert catalogue(pdf.render("guide", whole["guide"] | of_bc))["/Pages"]["/Count"] == 2


def test_on_paper_for_players_bets_that_share_a_rule_share_a_line(whole: dict[str, Any]) -> None:
    for kind in ("guide", "sign"):
        html = render_context.render_html(kind, whole[kind])
        assert "Place Bet to Win, Buy Bet, Hardways and Odds on the Come Bet" in html
        assert "Lay Bet, Behind the Don&#x27;t Come Bet, Big 6 and Big 8" in html
        assert "Odds on Pass Bet" not in html  # the heading says it


def test_a_zone_without_letters_of_its_own_can_be_read(whole: dict[str, Any]) -> None:
    html = render_context.render_html("certificate", whole["certificate"] | {"time_zone": "Asia/Singapore"})
    assert re.search(r", \d\d:\d\d UTC\+8<", html)


def test_another_snapshot_gives_other_bytes(whole: dict[str, Any]) -> None:
    snapshot = whole["query"]
    assert pdf.render("query", snapshot) != pdf.render("query", snapshot | {"reference": "NZ-2026-4242"})


@pytest.fixture
def listener() -> Any:
    """A port on this machine that notes whether anybody came."""
    came: list[Any] = []
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(20)

    def wait() -> None:
        try:
            came.append(server.accept())
        except OSError:
            return

    thread = Thread(target=wait, daemon=True)
    thread.start()
    yield server.getsockname()[1], came
    server.close()


@poppler
def test_what_people_wrote_is_text(
    whole: dict[str, Any], listener: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, came = listener
    secret = tmp_path / "secret"
    secret.write_text("the content of a file on the server")
    nasty = (
        f"<img src=file://{secret}> <style>@import url(http://127.0.0.1:{port}/x)</style> "
        f"<link rel=stylesheet href=http://127.0.0.1:{port}/x.css> <object data=file://{secret}></object> "
        f"<link rel=attachment href=file://{secret}> </title> {{{{ settings.SECRET_KEY }}}} &#60;b&#62;"
    )
    opened: list[str] = []
    fetch = pdf.StaticFilesOnly.fetch

    def watch(self: Any, url: str, headers: Any = None) -> Any:
        opened.append(url)
        return fetch(self, url, headers)

    monkeypatch.setattr(pdf.StaticFilesOnly, "fetch", watch)
    wild = whole["query"] | dict.fromkeys(["operator", "property", "address", "text", "authority"], nasty)
    data = pdf.render("query", wild)
    assert opened
    assert all(url.startswith(pdf.ORIGIN) for url in opened)
    assert not came
    said = "".join(text_of(data, tmp_path).split())
    assert f"<imgsrc=file://{secret}>" in said
    assert "@import" in said
    assert "thecontentofafile" not in said
    assert b"the content of a file" not in data
    html = render_context.render_html(
        "certificate", whole["certificate"] | {"operator": nasty, "property": nasty}
    )
    assert "<img" not in html
    assert "@import url(http://127.0.0.1" in html.replace("&#x27;", "'")
    assert "<style>" not in html


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "http://127.0.0.1/",
        "https://example.org/x.css",
        "data:text/css,body{}",
        "static://baize/../portal/settings.css",
        "static://baize/js/app.js",
        "static://elsewhere/pdf/certificate.css",
        "static://baize/pdf/none.css",
    ],
)
def test_the_fetcher_opens_our_static_files_only(url: str) -> None:
    with pytest.raises(ValueError, match=r"may not open|no static file"):
        pdf.StaticFilesOnly().fetch(url)


def test_the_fetcher_opens_those() -> None:
    assert pdf.StaticFilesOnly().fetch("static://baize/pdf/certificate.css").read().startswith(b"/*")


@pytest.mark.parametrize(("where", "width"), [("nz", 595), ("md", 612)])
def test_paper_is_what_the_jurisdiction_prints_on(whole: dict[str, Any], where: str, width: int) -> None:
    earlier = {key: value for key, value in whole["query"].items() if key != "paper"}  # no paper named
    for snapshot in (earlier | {"jurisdiction": where}, earlier | {"paper": jurisdiction(where).paper}):
        page = catalogue(pdf.render("query", snapshot))["/Pages"]["/Kids"][0]
        assert int(page["/MediaBox"][2]) == width


@pytest.mark.parametrize(
    ("edges", "printed"),
    [
        (["0.00%"], "0%"),
        (["10.00%"], "10.00%"),
        (["9.09%", "11.11%", "9.09%"], "9.09% to 11.11%"),
        ([], ""),
    ],
)
def test_the_guide_prints_one_edge_or_a_range(edges: list[str], printed: str) -> None:
    assert render_context.edge_range(edges) == printed
