"""What casinos have chosen, by choice and side by side; and pages that lead on from what is over."""

from __future__ import annotations

import pytest
from django.test import Client

from portal.accounts.jurisdictions import Jurisdiction, forget
from portal.editions.selectors import core_edition
from portal.public.rulebook_dates import today_status
from portal.register.selectors import entry
from tests.factories import House, approved, make_house, odds, refused
from tests.portal.doors import text
from tests.portal.editions.drafts import published_draft

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_casinos_are_listed_by_their_choice_and_compared(house: House, client: Client) -> None:
    first = entry(approved(house, odds(2)).submission.reference)
    second = entry(approved(make_house(), odds(1)).submission.reference)
    page = text(client.get("/register/casinos/?rule=odds.pass_line"))
    has = {first.property: "Up to 2× on every point", second.property: "Up to 1× on every point"}
    for casino, value in has.items():
        assert f"{value} {casino}" in page
    beside = f"/register/casinos/?casino={first.place}&casino={second.place}"
    answer = client.get(beside)
    for entry_ in (first, second):  # on a phone, where the heading of the table is not shown
        assert f'<td data-label="{entry_.property}">' in answer.content.decode()
    page = text(answer)
    assert "2 casinos side by side" in page
    table = page.partition("What each of these casinos has chosen")[2].partition("Choices under")[0]
    left, right = sorted(has)
    assert table.startswith(f" Choice {left} {right} Odds on Pass Bet 4.1(e)(i) {has[left]} {has[right]}")
    assert "Show only what differs" in text(client.get(f"{beside}&show=all"))


@pytest.mark.parametrize("query", ["", "edition=nothing&rule='&casino=nowhere&casino=nowhere"])
def test_an_unknown_choice_is_ignored(house: House, client: Client, query: str) -> None:
    assert "No casino has rules in force today." in text(client.get(f"/register/casinos/?{query}"))
    approved(house)
    page = text(client.get(f"/register/casinos/?{query}"))
    assert "Choices under New Zealand craps, revised" in page
    assert "Only what differs is shown" not in page


def test_a_refusal_says_why_it_says_no_more(house: House, client: Client) -> None:
    address = f"/register/{refused(house).reference}/"
    assert "gives no reason" in text(client.get(address))
    assert "The regulator has not said why." in text(client.get("/contact/"))
    given = {"refusal_text": "Section 9 keeps it in confidence.", "email": "tables@office.example"}
    Jurisdiction.objects.filter(code="nz").update(**given)
    forget()
    for each in (address, "/contact/"):
        assert given["refusal_text"] in text(client.get(each))
    assert f'href="mailto:{given["email"]}"' in client.get("/contact/").content.decode()


def test_an_edition_says_what_replaces_it_and_when(house: House, client: Client) -> None:
    assert "Replaced by New Zealand craps, revised" in text(client.get("/rulebook/nz-1998/4.5/"))
    assert "Applies today" in text(client.get("/rulebook/nz-revised/all/"))
    later = published_draft("sg-mbs-v2")
    page = text(client.get("/rulebook/sg-mbs-v2/"))
    assert "Applies today" in page and f"{later.title} replaces it on" in page
    assert today_status(core_edition(later.pk)).label == "Not yet in force"


def test_the_matrix_shows_only_what_differs_with_the_rules_beside_the_figures(client: Client) -> None:
    every = text(client.get("/compare/matrix/?edition=bc-craps&edition=md-craps"))
    fewer = text(client.get("/compare/matrix/?edition=bc-craps&edition=md-craps&show=differences"))
    assert "Place on 6 and 8" in every and "Place on 6 and 8" not in fewer
    assert "Buy on 4 and 10" in fewer
    for page in (every, fewer):
        assert "Taking down: Don't pass and Don't come" in page
