"""What a page plays a game with: what may be done and why not, and chance that is exactly fair."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from craps import BadInput, load_edition, load_ruleset
from craps.games import game_of
from craps.games.cards import RANKS, Shoe
from craps.games.playing import by_chance, held, left_now, tried
from craps.games.reading import BETS
from craps.games.round_game import RoundGame
from craps.ruleset import RuleSet
from tests.craps.games.play import EDITIONS, WHEEL, bet, deal, terms


def at(edition: str, *events: dict[str, Any], **stated: Any) -> tuple[RoundGame, RuleSet, list[Any]]:
    """A game, its rules and a run."""
    game, rules = game_of(load_edition(edition)), load_ruleset(terms(edition, **stated))
    assert isinstance(game, RoundGame)
    return game, rules, game.read_events(list(events), rules)


def every_way(game: RoundGame, rules: RuleSet, events: list[Any], *, verb: str) -> Iterator[dict[str, Any]]:
    """What comes of every sequence of random numbers, each as often as it is likely."""
    queue: list[tuple[int, ...]] = [()]
    while queue:
        numbers = queue.pop()
        asked: list[int] = []

        def below(limit: int, given: tuple[int, ...] = numbers, asked: list[int] = asked) -> int:
            asked.append(limit)
            return given[len(asked) - 1] if len(asked) <= len(given) else 0

        came = by_chance(game, rules, events, verb, below)
        if len(asked) > len(numbers):
            queue += [(*numbers, number) for number in range(asked[len(numbers)])]
        else:
            yield came


def test_every_card_of_the_shoe_is_equally_likely() -> None:
    came = Counter(tuple(each["deal"].values()) for each in every_way(*at("bc-war", decks=1), verb="deal"))
    assert came.total() == 52 * 51
    for chance, (player, dealer) in Shoe(1).hands(2):
        assert Fraction(came[player, dealer], came.total()) == chance


def test_cards_dealt_in_the_round_are_gone_until_it_ends() -> None:
    tie = (bet("war", 10), deal("8", "8"))
    assert left_now(*at("bc-war", *tie, decks=1))["8"] == 2
    assert left_now(*at("bc-war", *tie, bet("go_to_war", 5), deal("8", "8"), decks=1))["8"] == 2  # refused
    assert left_now(*at("bc-war", *tie, bet("go_to_war", 10), decks=1))["8"] == 2
    for end in ([{"surrender": True}], [bet("go_to_war", 10), deal("9", "9")]):
        assert set(left_now(*at("bc-war", *tie, *end, decks=1)).values()) == {4}
    two = (bet("red_dog", 10), deal("5", "9", "bc-red-dog"))
    came = Counter(each["draw"] for each in every_way(*at("bc-red-dog", *two, decks=4), verb="draw"))
    assert came == {rank: 15 if rank in ("5", "9") else 16 for rank in RANKS}


def test_every_space_of_the_wheel_is_equally_likely() -> None:
    came = Counter(each["spin"] for each in every_way(*at("bc-wheel"), verb="spin"))
    assert came == WHEEL["spaces"]


def test_a_wheel_without_spaces_cannot_be_spun() -> None:
    game, _rules, _events = at("bc-wheel")
    with pytest.raises(BadInput, match="nothing is left"):
        by_chance(game, RuleSet(load_edition("bc-wheel"), {"edition": "bc-wheel"}), [], "spin", lambda n: 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_event_and_state_has_words(edition: str) -> None:
    game, rules, _ = at(edition)
    for verb, form in game.events.items():
        if verb not in BETS:
            assert verb in game.calls
            assert len(game.call(verb).parts) == len(form.parts)
            assert bool(form.parts) == bool(game.call(verb).choose)
    assert game.states["betting"] == "Bets are open"
    assert game.left_words(rules).endswith(".")
    assert {wager for wager, _ in game.spots(rules)} == rules.offered


def test_what_may_not_be_done_says_why() -> None:
    tie = at("bc-war", bet("war", 10), deal("8", "8"))
    moves = {(move.event.verb, move.event.wager): move.refused for move in tried(*tie)}
    assert moves["surrender", ""] is None
    assert moves["bet", "go_to_war"] is None
    refused = moves["bet", "tie"]
    assert refused and (refused.code, refused.clause) == ("not_now", "7/4.1")


def test_bets_on_the_table_say_what_may_be_done_with_them() -> None:
    (up,) = held(*at("bc-war", bet("war", 10)))
    assert (up.name, up.stake, up.adding, up.removing) == ("Casino War", 10, None, None)
    (up,) = held(*at("bc-war", bet("war", 10), deal("8", "8")))
    assert up.adding and up.removing and up.removing.code == "contract"
    (up,) = held(
        *at("bc-wheel", bet("space", 5, space="joker"), limits={"space": {"min": 5, "increment": 5}})
    )
    assert (up.space, up.adding) == ("joker", None)  # 1 more is refused for its amount; 5 more is not
