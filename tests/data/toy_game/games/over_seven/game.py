"""Over Seven, an invented game: one card; above a 7 it wins, a 7 is a push."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from craps.codec import Json
from craps.edition_codec import COUNT
from craps.games.cards import CARD, CARDS_FORM, DECKS, RANKS, SUITS, Shoe, decks_of, named, value_of
from craps.games.game import Story
from craps.games.procedure import Step
from craps.games.reading import bet_form, remove_form, value_form
from craps.games.round_game import (
    RoundGame,
    cited_payouts_form,
    edition_form,
    payouts_form,
    play_form,
    ruleset_form,
)
from craps.games.rounds import Event, RoundBet, Settlements, Table, bet_event, remove_event, smallest_bet
from craps.ruleset import RuleSet
from craps.ruleset_form import COUNT as NUMBER

if TYPE_CHECKING:
    from craps.checks import Check
    from craps.edge import EdgeRow
    from craps.edition import Edition

OVER = "over"


def turn(card: str) -> Event:
    return Event("turn", {"turn": card}, cards=(card,))


class OverTable(Table):
    def check_time(self, event: Event) -> None:
        """A bet may be made at any time between two cards."""

    def turn(self, event: Event) -> Settlements:
        if not self.bets:
            raise self.not_now("bet_first", "Nothing is bet: a card is turned for a bet.")
        (card,) = event.cards
        why = f"on {named(card)}"
        if value_of(card) == 7:
            return (self.push(OVER, self.play["seven"], why),)
        if value_of(card) < 7:
            return (self.lose(OVER, self.play["lose"], why),)
        return (self.win(OVER, GAME.pays(self.ruleset, OVER), self.play["win"], why),)


class OverSeven(RoundGame):
    id = "over_seven"
    name = "Over Seven"
    wagers = {OVER: "Over Seven"}
    table = OverTable
    paid = {OVER: "the bet"}
    own = ("payouts", "cards", "play")
    modelled = {}
    said = {
        "cards.least": "Decks, at least",
        "cards.most": "Decks, at most",
        "cards.baseline": "Decks where none are stated",
    }
    labels = {"decks": "Decks"}
    events = {
        "turn": value_form("turn", lambda ruleset: CARD, turn, CARD),
        "bet": bet_form((OVER,)),
        "remove": remove_form((OVER,)),
    }
    ruleset_form = ruleset_form((OVER,), {"payouts": payouts_form((OVER,)), **DECKS}, {"players": NUMBER})
    edition_form = edition_form(
        (OVER,),
        {
            "payouts": cited_payouts_form((OVER,)),
            "cards": CARDS_FORM,
            "play": play_form("bet_first", "stays", "win", "lose", "seven"),
        },
        {"players": COUNT},
        {},
    )

    @property
    def checks(self) -> tuple[Check, ...]:
        from craps.games import checks

        return (
            *checks.COMMON,
            checks.DECKS,
            *checks.payout_checks(self, lambda key: key, self.winning),
            checks.bound("table.players", "at most", "The game takes {figure} players"),
        )

    def winning(self, key: str) -> list[dict[str, Json]]:
        return [bet_event(OVER, 10).to_json(), turn("K").to_json()]

    def edges(self, ruleset: RuleSet) -> list[EdgeRow]:
        from craps.games.figures import Ending, edge_row

        shoe, pays = Shoe(decks_of(ruleset)), self.pays(ruleset, OVER)
        endings = [
            Ending(chance, "win", pays)
            if value_of(card) > 7
            else Ending(chance, "push", 0)
            if value_of(card) == 7
            else Ending(chance, "lose", -1)
            for chance, (card,) in shoe.hands(1)
        ]
        return [edge_row(OVER, endings)]

    def stories(self, a: RuleSet, b: RuleSet) -> Iterator[Story]:
        yield "A king is turned", self.winning(OVER)

    def picture(self, ruleset: RuleSet) -> dict[str, Json]:
        return {"kind": "cards", "squares": ["card"], "spots": [OVER]}

    def course(self, ruleset: RuleSet) -> str:
        return "The dealer turns a card. Above a 7 it wins, and a 7 is a push."

    def how_won(self, ruleset: RuleSet, wager: str) -> str:
        return "Bet before the card is turned. Wins above a 7."

    def steps(self, edition: Edition) -> Iterator[Step]:
        yield Step("A card above 7", "The bet wins.", "play.win")

    def call_words(self, event: Event) -> str:
        return f"The card is {named(event.cards[0])}"

    def moves(self, ruleset: RuleSet, events: Sequence[Event]) -> Iterator[Event]:
        yield from (bet_event(OVER, smallest_bet(ruleset, OVER)), turn("K"), remove_event(OVER))

    def outcomes(self, ruleset: RuleSet, rounds: int, seed: int) -> Iterator[tuple[int, str]]:
        from craps.simulate.draws import hands

        for count, (rank,) in hands(len(RANKS), SUITS * decks_of(ruleset), 1, rounds, seed):
            yield count, RANKS[rank]

    def round_events(self, ruleset: RuleSet, bet: RoundBet, outcome: Any) -> list[Event]:
        return [bet_event(OVER, bet.amount), turn(outcome)]


GAME = OverSeven()
