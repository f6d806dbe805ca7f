"""A round of Red Dog: two cards, a raise where they leave a spread, and a third card."""

from __future__ import annotations

from craps.codec import Json
from craps.games.cards import named, value_of
from craps.games.red_dog.terms import RAISE, RED_DOG, THREE, pays, spread_of
from craps.games.rounds import BETTING, Event, Settlements, Table
from craps.messages import say

RAISING, PAIR = "raising", "pair"


class RedDogTable(Table):
    matched = {RAISE: RED_DOG}
    first: tuple[str, ...] = ()  # the two cards
    third = ""

    def check_time(self, event: Event) -> None:
        if event.wager == RED_DOG:
            if self.state != BETTING:
                message = say("games.red_dog.before_the_deal")
                raise self.not_now("before_the_deal", message)
            return
        if self.ruleset.edition.reads("raise") == "bets-unchanged":
            message = say("games.red_dog.no_raises")
            raise self.not_now("before_the_deal", message, "raise")
        if self.state == PAIR:
            raise self.not_now("no_raise", say("games.red_dog.no_raise_on_pair"))
        if self.state != RAISING:
            raise self.not_now("equal", say("games.red_dog.raise_after_two"))
        if (RAISE, "") in self.bets:
            raise self.not_now("equal", say("games.red_dog.raised_already"))
        if "raise" in self.ruleset.edition.readings:
            self.reading = "raise"

    def placed(self, event: Event) -> None:
        if event.wager == RED_DOG:  # the cards of the last round are in the discard rack
            self.first, self.third = (), ""

    def deal(self, event: Event) -> Settlements:
        """The first two cards."""
        if self.state != BETTING:
            raise self.not_now("deal", say("games.red_dog.dealt_already"))
        if not self.bets:
            raise self.not_now("bet_first", say("games.red_dog.begins"))
        self.first, self.third = event.cards, ""
        spread = spread_of(*event.cards)
        if spread > 0:
            self.state = RAISING
        elif spread < 0:
            self.state = PAIR
        else:
            why = say("games.red_dog.on_consecutive", two=self._two())
            return (self.push(RED_DOG, self.play["consecutive"], why),)
        return ()

    def draw(self, event: Event) -> Settlements:
        """The third card decides."""
        if self.state == BETTING:
            raise self.not_now("draw", say("games.red_dog.third_after_two"))
        (card,) = event.cards
        state, self.state, self.third = self.state, BETTING, card
        if state == PAIR:
            if card == self.first[0]:
                due, clause = pays(self.ruleset, THREE)
                return (self.win(RED_DOG, due, clause, say("games.red_dog.on_three", card=named(card))),)
            return (self.push(RED_DOG, self.play["pair"], say("games.red_dog.on_pair", card=named(card))),)
        low, high = sorted(map(value_of, self.first))
        up = [wager for wager in (RED_DOG, RAISE) if (wager, "") in self.bets]
        if low < value_of(card) < high:
            spread = high - low - 1
            due, clause = pays(self.ruleset, f"spread:{spread}")
            why = say("games.red_dog.between", card=named(card), two=self._two(), spread=spread)
            return tuple(self.win(wager, due, clause, why) for wager in up)
        why = say("games.red_dog.not_between", card=named(card), two=self._two())
        return tuple(self.lose(wager, self.play["lose"], why) for wager in up)

    def shown(self) -> dict[str, Json]:
        """The cards by their square: the first at the dealer's left, the third in the centre."""
        left, right = self.first or ("", "")
        return {"left": left, "right": right, "centre": self.third}

    def _two(self) -> str:
        first, second = sorted(self.first, key=value_of)
        return say("games.red_dog.two", first=named(first), second=named(second))
