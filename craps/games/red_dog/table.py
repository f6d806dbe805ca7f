"""A round of Red Dog: two cards, a raise where they leave a spread, and a third card."""

from __future__ import annotations

from craps.codec import Json
from craps.games.cards import named, value_of
from craps.games.red_dog.terms import RAISE, RED_DOG, THREE, pays, spread_of
from craps.games.rounds import BETTING, Event, Settlements, Table

RAISING, PAIR = "raising", "pair"


class RedDogTable(Table):
    matched = {RAISE: RED_DOG}
    first: tuple[str, ...] = ()  # the two cards
    third = ""

    def check_time(self, event: Event) -> None:
        if event.wager == RED_DOG:
            if self.state != BETTING:
                message = "Bets are made before the deal: the cards of this round are on the table."
                raise self.not_now("before_the_deal", message)
            return
        if self.ruleset.edition.reads("raise") == "bets-unchanged":
            message = "A bet stays as it is during the play: there are no raises."
            raise self.not_now("before_the_deal", message, "raise")
        if self.state == PAIR:
            raise self.not_now("no_raise", "There is no raise on a pair.")
        if self.state != RAISING:
            raise self.not_now("equal", "A raise is made after the first two cards.")
        if (RAISE, "") in self.bets:
            raise self.not_now("equal", "The bet has been raised already: only one raise is allowed.")
        if "raise" in self.ruleset.edition.readings:
            self.reading = "raise"

    def placed(self, event: Event) -> None:
        if event.wager == RED_DOG:  # the cards of the last round are in the discard rack
            self.first, self.third = (), ""

    def deal(self, event: Event) -> Settlements:
        """The first two cards."""
        if self.state != BETTING:
            raise self.not_now("deal", "Two cards of this round are on the table already.")
        if not self.bets:
            raise self.not_now("bet_first", "Nothing is bet: a round begins with a bet.")
        self.first, self.third = event.cards, ""
        spread = spread_of(*event.cards)
        if spread > 0:
            self.state = RAISING
        elif spread < 0:
            self.state = PAIR
        else:
            return (self.push(RED_DOG, self.play["consecutive"], f"on {self._two()}, which are consecutive"),)
        return ()

    def draw(self, event: Event) -> Settlements:
        """The third card decides."""
        if self.state == BETTING:
            raise self.not_now(
                "draw", "A third card is drawn after the first two, unless they are consecutive."
            )
        (card,) = event.cards
        state, self.state, self.third = self.state, BETTING, card
        if state == PAIR:
            if card == self.first[0]:
                due, clause = pays(self.ruleset, THREE)
                return (self.win(RED_DOG, due, clause, f"on three of a kind, {named(card)} to a pair"),)
            return (self.push(RED_DOG, self.play["pair"], f"on a pair and {named(card)}"),)
        low, high = sorted(map(value_of, self.first))
        up = [wager for wager in (RED_DOG, RAISE) if (wager, "") in self.bets]
        if low < value_of(card) < high:
            spread = high - low - 1
            due, clause = pays(self.ruleset, f"spread:{spread}")
            why = f"on {named(card)} between {self._two()}, a spread of {spread}"
            return tuple(self.win(wager, due, clause, why) for wager in up)
        why = f"on {named(card)}, which is not between {self._two()}"
        return tuple(self.lose(wager, self.play["lose"], why) for wager in up)

    def shown(self) -> dict[str, Json]:
        """The cards by their square: the first at the dealer's left, the third in the centre."""
        left, right = self.first or ("", "")
        return {"left": left, "right": right, "centre": self.third}

    def _two(self) -> str:
        first, second = sorted(self.first, key=value_of)
        return f"{named(first)} and {named(second)}"
