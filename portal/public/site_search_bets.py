"""The bets that a search names, and what a reader can ask of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from craps.edge import edge_spots
from craps.edition import Edition
from craps.games import HOME, game_of, games
from craps.messages import ENGLISH, language
from craps.rulebook import glossary
from craps.rulebook.terms import terms_in
from craps.run_link import spot_text
from craps.wagers import CATALOGUE, spots
from portal.editions.search_words import plain_words
from portal.pages.clauses import term_url

_OF_EVERY_BET = frozenset(("bet", "bets", "wager", "wagers", "line", "on", "or", "at", "and", "to"))


@dataclass(frozen=True)
class NamedBet:
    """A bet of a game; `calculator` is "" for a bet whose cost nobody can choose terms of."""

    name: str
    tells: str
    everywhere: str
    calculator: str
    term: str


def bets_for(text: str, editions: list[Edition]) -> list[NamedBet]:
    """The bets that a text names, most words first: with their number and amount if it says them, under the
    first two of these editions that offer them."""
    words = plain_words(text).lower().split()
    found: list[tuple[frozenset[str], str, str, str]] = []  # words of its name, game, wager, name
    for game in games():
        with language(ENGLISH):
            english = dict(game.wagers)
        for wager, name in game.wagers.items():
            for called in dict.fromkeys((name, english[wager])):
                own = frozenset(plain_words(called).lower().split()) - _OF_EVERY_BET
                if own and own <= set(words):
                    found.append((own, game.id, wager, name))
                    break
    longest = [row for row in found if not any(row[0] < other[0] for other in found)]
    longest.sort(key=lambda row: -len(row[0]))
    return [_named(game, wager, name, words, editions) for _own, game, wager, name in longest]


def _named(game: str, wager: str, name: str, words: list[str], editions: list[Edition]) -> NamedBet:
    query = {} if game == HOME else {"game": game}
    matrix = reverse("public:matrix") + (f"?{urlencode(query)}" if query else "") + f"#bet-{wager}"
    terms = terms_in(f"{name} bet") or terms_in(name)
    term = glossary()[terms[0]] if terms else None
    calculator = _calculator(wager, words, editions) if game == HOME else ""
    return NamedBet(name, term.text if term else "", matrix, calculator, term_url(term.id) if term else "")


def _calculator(wager: str, words: list[str], editions: Iterable[Edition]) -> str:
    numbers = [word for word in words if word.isdigit() and len(word) < 7]
    known = {str(spot): spot for spot in spots(wager) if isinstance(spot, int)}
    named = [known[number] for number in numbers if number in known]
    spot = (named or spots(wager))[0]
    if wager not in CATALOGUE or spot not in edge_spots(wager):
        return ""
    rest = [number for number in numbers if number != str(spot)]
    query = {"bet": spot_text(wager, spot)} | ({"amount": rest[0]} if rest else {})
    offering = [each for each in editions if game_of(each).id == HOME and wager in each.baseline_wagers][:2]
    for name, edition in zip(("table", "b.table"), offering, strict=False):
        query[name] = edition.id
    return f"{reverse('public:calculator')}?{urlencode(query)}"
