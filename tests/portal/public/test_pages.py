"""What anyone may read without an account."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.storage import storages
from django.template.loader import get_template
from django.test import Client

from craps import edition_ids
from craps.games import games
from portal.documents import outbox
from portal.documents.selectors import public_document
from portal.pages import page_cache
from portal.review.models import Decision
from tests.factories import House, approved, digest, draft, refused
from tests.portal.doors import text

pytestmark = pytest.mark.slow

STATEMENTS = ["/accessibility/", "/privacy/", "/security/"]


def entry(decision: Decision) -> str:
    return f"/register/{decision.submission.reference}/"


@pytest.mark.parametrize(
    "address", ["/", "/register/", "/rulebook/", "/sign-in/", "/password/reset/", *STATEMENTS]
)
def test_public_pages_answer_also_when_nothing_is_there_yet(db: None, client: Client, address: str) -> None:
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", ["/", "/register/", "/rulebook/", "/rulebook/nz-revised/", *STATEMENTS])
def test_reading_sets_no_cookie(house: House, client: Client, address: str) -> None:
    assert not client.get(address).cookies


@pytest.mark.parametrize("page", ["500.html", "404.html", "403.html", "400.html"])
def test_an_error_page_needs_neither_request_nor_database(page: str) -> None:
    assert "</main>" in get_template(page).render()


def test_varied_addresses_do_not_fill_the_memory(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_cache, "MAX_BYTES", 300_000)
    for number in range(12):
        assert client.get(f"/compare/?edition=nz-1998&edition=none-{number}").status_code == 200
    held = page_cache._store.pages.values()
    assert 0 < sum(len(page.body) + len(page.gzipped) for page in held) == page_cache._store.size <= 300_000


def test_nothing_on_a_page_comes_from_another_host_or_stands_inline(house: House, client: Client) -> None:
    for address in ("/", entry(approved(house)), "/rulebook/nz-revised/", "/sign-in/"):
        page = client.get(address).content.decode()
        assert 'src="http' not in page
        assert "<style" not in page
        assert " style=" not in page
        assert " onclick=" not in page


@pytest.mark.parametrize(
    "address", ["/register/?standing=in_force", "/compare/matrix/?sort=nz-1998", "/rulebook/search/?q=dice"]
)
def test_a_page_that_is_kept_hands_on_nothing_else_of_its_address(
    house: House, client: Client, address: str
) -> None:
    approved(house)
    page = client.get(f"{address}&from=somebody").content.decode()
    assert address.partition("?")[2] in page or "/rulebook/" in address
    assert "somebody" not in page


def test_the_register_lists_a_decision_at_once_and_finds_it(house: House, client: Client) -> None:
    decision = approved(house)
    reference = decision.submission.reference
    assert reference in text(client.get("/register/"))
    assert reference in text(client.get(f"/register/?q={house.property.name}"))
    assert reference in text(client.get("/register/?jurisdiction=nz&edition=nz-revised&outcome=approved"))
    assert "No decision matches" in text(client.get("/register/?jurisdiction=sg"))


@pytest.mark.parametrize("query", ["jurisdiction=zz", "page=0", "page=-1", "outcome=%27", "q=%25_%27"])
def test_the_register_bears_any_address(house: House, client: Client, query: str) -> None:
    approved(house)
    assert client.get(f"/register/?{query}").status_code == 200


def test_an_entry_says_what_was_chosen_and_names_nobody(house: House, client: Client) -> None:
    decision = approved(house)
    page = text(client.get(entry(decision)))
    assert "Up to 2× on every point" in page
    assert decision.digest in page
    for person in (house.submitter, house.officer, house.approver):
        assert person.name not in page


def test_a_reference_may_be_typed_in_small_letters(house: House, client: Client) -> None:
    assert client.get(entry(approved(house)).lower()).status_code == 200


def test_a_refusal_shows_reference_jurisdiction_and_outcome_only(house: House, client: Client) -> None:
    made = refused(house, "The odds are too high.")
    page = text(client.get(f"/register/{made.reference}/"))
    assert "Refused" in page
    for secret in ("The odds are too high.", house.property.name, house.operator.name, digest(made)):
        assert secret not in page


@pytest.mark.parametrize("reference", ["NZ-2026-9999", "nonsense", "'"])
def test_an_unknown_reference_is_a_page_that_helps(house: House, client: Client, reference: str) -> None:
    answer = client.get(f"/register/{reference}/")
    assert answer.status_code == 404
    assert "Search the register" in text(answer)


def test_a_draft_is_not_public(house: House, client: Client) -> None:
    assert client.get(f"/register/{draft(house).reference}/").status_code == 404


def test_a_document_being_prepared_shows_progress_and_asks_again(house: House, client: Client) -> None:
    decision = approved(house)
    page = client.get(entry(decision)).content.decode()
    assert "being prepared" in page
    assert 'hx-trigger="every 2s"' in page
    part = client.get(f"{entry(decision)}document/", headers={"hx-request": "true"}).content.decode()
    assert part.lstrip().startswith("<section")
    assert "<html" not in part
    assert client.get(f"{entry(decision)}document.pdf").status_code == 404


def test_the_home_page_shows_a_table_of_every_further_game(house: House, client: Client) -> None:
    page = client.get("/").content.decode()
    further = [game for game in games() if game.in_rounds]
    assert page.count('class="game-table"') == len(further)
    for game in further:
        assert f'<a href="/try/{edition_ids(game.id)[0]}/">{game.name}</a>' in page
        assert f">{game.name}: " in page  # the drawing's title


@pytest.mark.parametrize("edition", edition_ids())
def test_every_edition_has_its_page_with_clauses(house: House, client: Client, edition: str) -> None:
    answer = client.get(f"/rulebook/{edition}/")
    assert answer.status_code == 200
    page = text(answer)
    assert "Wagers and what they pay" in page
    assert "Vigorish" in page


def test_an_edition_without_a_date_says_so(house: House, client: Client) -> None:
    assert "The document gives no date" in text(client.get("/rulebook/md-craps/"))
    assert "1 February 1998" in text(client.get("/rulebook/nz-1998/"))


def test_an_unknown_edition_is_404(house: House, client: Client) -> None:
    assert client.get("/rulebook/nz-2050/").status_code == 404


def test_public_pages_cannot_be_posted_to(house: House, client: Client) -> None:
    assert client.post("/register/").status_code == 405


def issued(decision: Decision) -> Path:
    """Has the decision's document made, as the worker does. Returns the file's path."""
    document = public_document(decision.submission.reference)
    assert document is not None and outbox.produce(document.pk)
    document.refresh_from_db()
    return Path(storages["default"].path(document.file))


def test_an_issued_document_is_offered_and_served(house: House, client: Client) -> None:
    decision = approved(house)
    file = issued(decision)
    page = client.get(entry(decision)).content.decode()
    assert "Open the PDF" in page
    assert "hx-trigger" in page  # guide and sign are still to come
    assert client.get(f"{entry(decision)}guide.pdf").status_code == 404
    for paper in decision.submission.documents.filter(kind__in=["guide", "sign"]):
        assert outbox.produce(paper.pk)
        assert client.get(f"{entry(decision)}{paper.kind}.pdf").content.startswith(b"%PDF-")
    assert "hx-trigger" not in client.get(entry(decision)).content.decode()
    answer = client.get(f"{entry(decision)}document.pdf")
    assert answer.content == file.read_bytes()
    assert answer.content.startswith(b"%PDF-")
    assert answer["Content-Type"] == "application/pdf"
    assert decision.submission.reference in answer["Content-Disposition"]


def test_an_altered_file_is_never_served(house: House, client: Client) -> None:
    decision = approved(house)
    issued(decision).write_bytes(b"%PDF-1.7 altered")
    answer = client.get(f"{entry(decision)}document.pdf")
    assert answer.status_code == 409
    assert "was altered" in text(answer)
