"""The documents of games played in rounds: an approval of each game, its certificate, guide and sign."""

import re
import subprocess
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from craps import edges, load_ruleset, run_examples
from portal.documents import pdf, render_context
from portal.documents.models import Document
from portal.documents.rule_tables import build_rule_tables, edge_rows, example_rows
from portal.review import workflow
from tests.factories import in_review, make_house
from tests.portal.approvals import EDITIONS, NAMES, RULES, approve_game
from tests.portal.documents.test_pdf import catalogue, figures_of, poppler

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

FOREIGN = re.compile(
    r"\b(craps|odds|vigorish|dice|die|come-out|points?|shooter|rolls?|line bet|box numbers?)\b", re.IGNORECASE
)


@pytest.fixture(scope="module")
def papers(django_db_setup: None, django_db_blocker: Any) -> Any:
    """The snapshots of an approval of each game, by edition and kind of document."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield {edition: _snapshots(edition) for edition in EDITIONS}
        transaction.set_rollback(True)


def _snapshots(edition: str) -> dict[str, dict[str, Any]]:
    made = approve_game(make_house("bc", edition))
    return {row.kind: row.snapshot for row in Document.objects.filter(submission=made.submission)}


def test_each_approval_orders_three_documents_and_has_a_receipt(papers: dict[str, Any]) -> None:
    assert set(papers) == set(EDITIONS)
    assert all(set(kinds) == {"certificate", "guide", "receipt", "sign"} for kinds in papers.values())


@poppler
@pytest.mark.parametrize(
    ("edition", "words"),
    [
        (
            "bc-war",
            [
                "How a round is played",
                "Tie 10 to 1 10 to 1 7/7.1",  # paid, printed, clause
                "Decks in the shoe 6 7/1.1",
                "Limits of Tie at least C$5, at most C$100",
                "Casino War, to war after a tie 50.27% 49.73% – 2.33% 23138/993023 1.074",
                "Casino War, surrendered after a tie 46.30% 53.70% – 3.70% 23/622 1.000",
                "Tie 7.40% 92.60% – 18.65% 58/311 1.000",
                "7/5.2.4.a(5) If the dealer's card is higher",
                "10 on Casino War, 5 on Tie. The player has an 8, the dealer an 8: Tie wins",
                "A won war pays 1 to 2: of which stake?",
            ],
        ),
        (
            "bc-red-dog",
            [
                "Red Dog and Raise on a spread of 1 6 to 1 5 to 1 6/5.1",
                "Red Dog and Raise on a spread of 4 to 11 1 to 1 1 to 1 6/5.1",
                "Red Dog on three of a kind 11 to 1 11 to 1 6/6.11",
                "Decks in the shoe 5 6/1.1",
                "Red Dog, raised when a raise is worth it",
                "Red Dog, never raised",
                "10 on Raise. The third card is a 7: Red Dog wins",
                "which holds?",
                "Waivers granted",
                "6 to 1 (clause 6/5.1)",
            ],
        ),
        (
            "bc-wheel",
            [
                "How a spin goes",
                "Space joker 1 of 54 spaces 40 to 1 not printed",
                "Space joker 1.85% 98.15% – 24.07% 13/54 1.000",
                "Full turns of a spin, at least 3 5/2.1",
                "5/2.4 Bets placed after",
                "No more bets. The dealer calls 10: Space 10 wins",
            ],
        ),
    ],
)
def test_the_certificate_says_all_of_it(
    papers: dict[str, Any], tmp_path: Path, edition: str, words: list[str]
) -> None:
    snapshot = papers[edition]["certificate"]
    data = pdf.render("certificate", snapshot)
    assert data == pdf.render("certificate", snapshot)
    said = _plain(data, tmp_path)
    common = [
        f"The {NAMES[edition]} table rules of {snapshot['property']}",
        snapshot["ruleset_digest"][:8],
        "Post the limits at the table.",
        "Findings and their resolution",
        "How open questions are read",
    ]
    for some in [*common, *words]:
        assert some in said, some
    metadata = catalogue(data)["/Metadata"].data
    assert b'pdfaid:part="3"' in metadata and b'pdfuaid:part="1"' in metadata
    figures = figures_of(data)
    assert len(figures) == 2  # the drawing and the QR code
    assert all(b"/Alt (" in figure and b"/Alt ()" not in figure for figure in figures)


@poppler
@pytest.mark.parametrize(
    ("edition", "kind", "pages", "words"),
    [
        ("bc-war", "guide", 2, ["Casino War: a player’s guide", "lose half of", "Pays 10 to 1.", "18.65%"]),
        ("bc-war", "sign", 1, ["Limits", "Tie at least C$5, at most C$100", "Go to War 1 to 1"]),
        (
            "bc-red-dog",
            "guide",
            2,
            [
                "Red Dog: a player’s guide",
                "a spread of 4 to 11 1 to 1",
                "Pays the same as Red Dog.",
                "Never raised",
            ],
        ),
        ("bc-red-dog", "sign", 1, ["Red Dog and Raise on a spread of 1 6 to 1", "three of a kind 11 to 1"]),
        (
            "bc-wheel",
            "guide",
            2,
            ["Wheel of Fortune: a player’s guide", "joker 1 of 54 spaces 40 to 1 24.07%", "over many spins"],
        ),
        (
            "bc-wheel",
            "sign",
            1,
            ["Space joker (1 of 54 spaces) 40 to 1", "Space at least C$1, at most C$100"],
        ),
    ],
)
def test_what_players_read(
    papers: dict[str, Any], tmp_path: Path, edition: str, kind: str, pages: int, words: list[str]
) -> None:
    data = pdf.render(kind, papers[edition][kind])
    assert catalogue(data)["/Pages"]["/Count"] <= pages
    said = _plain(data, tmp_path)
    for some in [*words, papers[edition][kind]["property"]]:
        assert some in said, some


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", ["certificate", "guide", "sign"])
def test_no_word_is_of_another_game(papers: dict[str, Any], edition: str, kind: str) -> None:
    html = render_context.render_html(kind, papers[edition][kind])
    shown = html_text(re.sub(r"<head>.*?</head>", "", html, flags=re.DOTALL))
    assert FOREIGN.findall(shown) == []


@poppler
def test_a_letter_names_the_game(tmp_path: Path) -> None:
    house = make_house("bc", "bc-war")
    case = in_review(house, {"edition": "bc-war", **RULES["bc-war"], "decks": "4"})
    due = timezone.now().date() + timedelta(days=9)
    workflow.open_query(actor=house.officer, reference=case.reference, text="Why four?", due_on=due)
    said = _plain(pdf.render("query", Document.objects.get(kind="query").snapshot), tmp_path)
    assert "information about the Casino War table rules you submitted" in said
    assert said.count("7/1.1") == 1  # the clause of the findings is named once
    assert FOREIGN.findall(said) == []


@poppler
@pytest.mark.parametrize("kind", ["guide", "sign"])
def test_the_largest_wheel_fits(papers: dict[str, Any], kind: str) -> None:
    """Sixty kinds of spaces with the longest names."""
    kinds = [f"{n:02} {'a long name of a kind of space here'[:37]}" for n in range(60)]
    wheel = {"spaces": dict.fromkeys(kinds, "1"), "payouts": dict.fromkeys(kinds, "50:1")}
    ruleset = {"edition": "bc-wheel", **RULES["bc-wheel"], "wheel": wheel}
    loaded = load_ruleset(ruleset)
    figures = edge_rows(loaded, [row.to_json() for row in edges(loaded)])
    many = {"ruleset": ruleset, "rules": build_rule_tables(loaded), "edges": figures}
    data = pdf.render(kind, papers["bc-wheel"][kind] | many)
    pages = catalogue(data)["/Pages"]["/Count"]
    assert pages <= {"guide": 4, "sign": 1}[kind]


def test_what_an_operator_calls_a_space_is_text(papers: dict[str, Any]) -> None:
    name = "<script>alert(1)</script>"
    wheel = {"spaces": {name: "3", "b": "1"}, "payouts": {name: "1:1", "b": "3:1"}}
    ruleset = {"edition": "bc-wheel", "wheel": wheel}
    loaded = load_ruleset(ruleset)
    many = {"ruleset": ruleset, "rules": build_rule_tables(loaded)}
    for kind in ("certificate", "guide", "sign"):
        assert "<script" not in render_context.render_html(kind, papers["bc-wheel"][kind] | many)


def test_a_wheel_of_one_s_own_has_examples_of_its_own() -> None:
    """The edition's are played on another wheel."""
    wheel = {"spaces": {"moon": "3", "star": "1"}, "payouts": {"moon": "1:4", "star": "2:1"}}
    loaded = load_ruleset({"edition": "bc-wheel", "wheel": wheel, "limits": {"space": {"max": "5"}}})
    [moon, star] = example_rows(loaded, [result.to_json() for result in run_examples(loaded)])
    assert (moon["title"], moon["balance"]) == ("10 on moon wins", "2.50")
    assert star["steps"] == [
        {
            "bets": "10 on Space star",
            "call": "The dealer calls star",
            "said": ["Space star wins on star: 10 at 2 to 1 pays 20."],
            "clauses": "5/2.6.3",
        }
    ]


def test_what_was_refused_is_said_in_an_example() -> None:
    loaded = load_ruleset({"edition": "bc-war"})
    examples = {
        row["title"]: row for row in example_rows(loaded, [r.to_json() for r in run_examples(loaded)])
    }
    steps = examples["After a tie the player chooses, and not before"]["steps"]
    assert [step["call"] for step in steps][:2] == [
        "The player surrenders (refused)",
        "The player has a 6, the dealer a 6",
    ]
    assert steps[1]["bets"] == "10 on Go to War (refused)"


def test_without_stated_limits_they_are_as_posted() -> None:
    tables = build_rule_tables(load_ruleset({"edition": "bc-war"}))
    [limits] = [subject for subject in tables["subjects"] if subject["key"] == "limits"]
    assert [(row["label"], row["value"]) for row in limits["rows"]] == [
        ("Each bet", "minimum and maximum as posted at the table")
    ]


def _plain(data: bytes, folder: Path) -> str:
    """The text layer in the order in which it was set: a cell of two lines is in one piece."""
    file = folder / "document.pdf"
    file.write_bytes(data)
    done = subprocess.run(["pdftotext", "-raw", file, "-"], capture_output=True, text=True)
    return " ".join(done.stdout.split())


def html_text(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", html))
