"""Terms are found in the text and linked once a clause."""

from collections import Counter

import pytest

from craps.rulebook import glossary, linked
from craps.rulebook.terms import references_in, terms_in


def urls(text: str) -> str:
    return linked(text, term_url="/t/{}".format, clause_url="/c/{}/".format)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A come out roll of 7.", ("come-out-roll",)),
        ("The come-out\nroll.", ("come-out-roll",)),
        ("Don’t Pass wagers and Don't Come wagers", ("dont-pass-bet", "dont-come-bet")),
        ("Place Bets to Win", ("place-bet",)),
        ("A place bet to lose", ("place-bet-to-lose",)),
        ("The shooter's hand", ("shooter",)),
        ("Troubleshooter, pointed, disappoint, layouts", ("layout",)),
        ("The dice come to rest.", ()),
    ],
)
def test_terms_are_found_by_their_longest_spelling(text: str, found: tuple[str, ...]) -> None:
    assert terms_in(text) == found


def test_only_the_first_use_is_linked() -> None:
    assert urls("The Puck, that is the puck.") == "The [Puck](</t/puck>), that is the puck."


def test_a_reference_is_linked_and_never_read_for_terms() -> None:
    assert urls("See [4.1(j)] and [4.1(k)].") == "See [4.1(j)](</c/4.1(j)/>) and [4.1(k)](</c/4.1(k)/>)."
    assert references_in("See [4.1(j)] and [4.1(k)].") == ("4.1(j)", "4.1(k)")


def test_no_spelling_belongs_to_two_terms() -> None:
    spellings = Counter(spelling.lower() for term in glossary().values() for spelling in set(term.spellings))
    assert [spelling for spelling, times in spellings.items() if times > 1] == []


def test_the_glossary_is_in_order_and_says_something() -> None:
    names = [term.name.casefold() for term in glossary().values()]
    assert names == sorted(names)
    assert all(term.text.endswith(".") for term in glossary().values())
