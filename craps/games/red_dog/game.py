"""Red Dog as a game among others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from craps.codec import Flag, Json, Odds
from craps.edition_codec import CLAUSE, COUNT, JUDGED, CitedForm
from craps.games.cards import (
    CARD,
    CARDS_FORM,
    DECKS,
    RANKS,
    SUITS,
    Cards,
    decks_of,
    decks_term,
    named,
)
from craps.games.game import Story, Term
from craps.games.playing import Call, table_after
from craps.games.reading import bet_form, remove_form, value_form
from craps.games.red_dog.table import RedDogTable
from craps.games.red_dog.terms import (
    BEST,
    NEVER,
    PAID,
    PLAYS,
    RAISE,
    RAISES,
    RED_DOG,
    SPREADS,
    THREE,
    WAGERS,
    said_spreads,
    spread_of,
)
from craps.games.round_game import (
    RoundGame,
    Section,
    cited_payouts_form,
    edition_form,
    odds_json,
    payouts_form,
    play_form,
    ruleset_form,
    shoe,
)
from craps.games.rounds import Event, RoundBet, bet_event, remove_event, smallest_bet
from craps.messages import Words, said, say
from craps.money import odds_text
from craps.ruleset_form import COUNT as NUMBER

if TYPE_CHECKING:
    from craps.checks import Check
    from craps.choices import Choice
    from craps.edge import EdgeRow
    from craps.edition import Edition
    from craps.reading_effects import Story as ReadingStory
    from craps.ruleset import RuleSet

_IDS = tuple(WAGERS)


def deal(first: str, second: str) -> Event:
    return Event("deal", {"deal": [first, second]}, cards=(first, second))


def draw(card: str) -> Event:
    return Event("draw", {"draw": card}, cards=(card,))


class RedDog(RoundGame):
    id = "red_dog"
    name: str = said("games.red_dog.name")
    wagers = WAGERS
    table = RedDogTable
    paid = PAID
    plays = PLAYS
    moves_of_play = {BEST: ("equal", "no_raise"), NEVER: ()}
    own = ("payouts", "cards", "play")
    section_titles: Mapping[str, str] = Words("games.red_dog.SECTIONS")
    modelled = {"raise": RAISES, "conversion": ("two", "three")}
    approving = frozenset({"conversion"})
    events = {
        "deal": value_form("deal", lambda ruleset: Cards(2), lambda cards: deal(*cards), Cards(2)),
        "draw": value_form("draw", lambda ruleset: CARD, draw, CARD),
        "bet": bet_form(_IDS),
        "remove": remove_form(_IDS),
    }
    calls: Mapping[str, Call] = Words("games.red_dog.CALLS", lambda verb, words: Call(*words))
    states: Mapping[str, str] = Words("games.red_dog.STATES")
    ruleset_form = ruleset_form(
        _IDS,
        {"payouts": payouts_form(tuple(PAID)), **DECKS},
        {
            "players": NUMBER,
            "positions_per_player": NUMBER,
            "back_betting": Flag(),
            "dealer_bet_area": Flag(),
            "conversion_from": Odds(),
        },
    )
    edition_form = edition_form(
        _IDS,
        {
            "payouts": cited_payouts_form(tuple(PAID)),
            "cards": CARDS_FORM,
            "play": play_form(
                "bet_first",
                "before_the_deal",
                "stays",
                "deal",
                "equal",
                "no_raise",
                "draw",
                "consecutive",
                "pair",
                "lose",
            ),
        },
        {
            "players": COUNT,
            "positions_per_player": COUNT,
            "more_positions": COUNT,
            "back_betting": JUDGED,
            "dealer_bet_area": CLAUSE,
            "conversion_two": CitedForm(Odds()),
            "conversion_three": CitedForm(Odds()),
        },
        {},
    )
    said: Mapping[str, str] = Words("games.red_dog.VALUES")
    labels: Mapping[str, str] = Words("games.red_dog.LABELS")

    @property
    def sections(self) -> Sequence[Section]:
        return (shoe(),)

    def contradictions(self, edition: Edition) -> Iterator[tuple[str, str]]:
        yield from super().contradictions(edition)
        most, more = edition.table.get("positions_per_player"), edition.table.get("more_positions")
        if most and more and more.value > most.value:
            message = f"lets a player play {more.value} positions, and allows {most.value}"
            yield "table.more_positions", message

    def payouts(self, ruleset: RuleSet) -> Mapping[str, Mapping[str, Fraction]]:
        pays = {key: self.pays(ruleset, key) for key in PAID}
        return {RED_DOG: pays, RAISE: {key: paid for key, paid in pays.items() if key != THREE}}

    def slot_words(self, slots: Sequence[str]) -> str:
        """
        >>> GAME.slot_words(["spread:4", "spread:5", "three_of_a_kind"])
        'a spread of 4 to 5 and three of a kind'
        """
        from craps.games.paying import listed, named_slots

        spreads = [int(slot.removeprefix("spread:")) for slot in slots if slot.startswith("spread:")]
        rest = [slot for slot in slots if not slot.startswith("spread:")]
        parts = [said_spreads(spreads)] if spreads else []
        return listed([*parts, *([named_slots(PAID, rest)] if rest else [])])

    def picture(self, ruleset: RuleSet) -> dict[str, Json]:
        return {
            "kind": "cards",
            "squares": ["left", "centre", "right"],
            "row": ["right", "centre", "left"],  # as the players see them
            "labels": dict(Words[str, str]("games.red_dog.SQUARES")),
            "spots": [wager for wager in WAGERS if wager in ruleset.offered],
            "players": ruleset.stated.get("table", {}).get("players", ruleset.edition.table["players"].value),
            "spreads": [
                {"spread": spread, "pays": odds_json(self.pays(ruleset, f"spread:{spread}"))}
                for spread in SPREADS
            ],
            "three_of_a_kind": odds_json(self.pays(ruleset, THREE)),
            "schedule": [*self._schedule(ruleset)],
            "decks": decks_of(ruleset),
        }

    def _schedule(self, ruleset: RuleSet) -> Iterator[dict[str, Json]]:
        """The squares on which the dealer marks what the first two cards are, with what each pays."""
        marks: Mapping[str, tuple[str, str]] = Words("games.red_dog.SCHEDULE")

        def square(mark: str, says: str) -> dict[str, Json]:
            label, name = marks[mark]
            return {"id": mark, "label": label, "name": name, "says": says}

        yield square("0", say("games.red_dog.push"))
        for spread in SPREADS:
            pays = odds_text(self.pays(ruleset, f"spread:{spread}"))
            name = say("games.red_dog.a_spread", spread=spread)
            yield {"id": str(spread), "label": str(spread), "name": name, "says": pays}
        yield square("-1", say("games.red_dog.push"))
        yield square(THREE, odds_text(self.pays(ruleset, THREE)))

    def marker(self, shown: Mapping[str, Json]) -> str:
        left, right = shown.get("left"), shown.get("right")
        return str(spread_of(left, right)) if left and right else ""

    @property
    def checks(self) -> tuple[Check, ...]:
        from craps.games.red_dog.checks import checks_of

        return checks_of(self)

    def owed(self, ruleset: RuleSet) -> Iterator[Choice]:
        from craps.choices import Choice

        yield from super().owed(ruleset)
        stated, due = ruleset.stated.get("table", {}), ruleset.edition.table
        most, clause = due["positions_per_player"].value, due["positions_per_player"].clause
        if "positions_per_player" not in stated and due["more_positions"].value < most:
            span = f"{due['more_positions'].value} to {most}"
            message = f"State how many positions a player may play: you may choose {span} ({clause})."
            yield Choice("table.positions_per_player", clause, message)
        if "dealer_bet_area" not in stated:
            clause = due["dealer_bet_area"]
            message = (
                "State whether dealer bets have an area of their own: without one they lie on the edge of "
                f"the player’s spot ({clause})."
            )
            yield Choice("table.dealer_bet_area", clause, message)

    def edges(self, ruleset: RuleSet) -> list[EdgeRow]:
        from craps.games.red_dog.figures import edges

        return list(edges(ruleset))

    def own_terms(self, ruleset: RuleSet) -> Iterator[Term]:
        yield decks_term(ruleset)
        yield from super().own_terms(ruleset)

    def stories(self, a: RuleSet, b: RuleSet) -> Iterator[Story]:
        from craps.games.red_dog.checks import winning

        if RED_DOG in a.offered & b.offered:
            for key, words in PAID.items():
                yield say("games.red_dog.wins", what=words.capitalize()), winning(key)
            made = bet_event(RED_DOG, 10).to_json()
            raised = [made, deal("3", "J").to_json(), bet_event(RAISE, 10).to_json()]
            yield say("games.red_dog.raised_wins"), [*raised, draw("8").to_json()]
            yield say("games.red_dog.raised_loses"), [*raised, draw("J").to_json()]

    @property
    def reading_stories(self) -> Mapping[str, ReadingStory]:
        from craps.reading_effects import Story as ReadingStory

        events = (bet_event(RED_DOG, 10), deal("2", "A"), bet_event(RAISE, 10), draw("8"))
        told = say("games.red_dog.widest_raised")
        return {"raise": ReadingStory(told, tuple(event.to_json() for event in events))}

    def call_words(self, event: Event) -> str:
        if event.verb == "draw":
            return say("games.red_dog.third", card=named(event.cards[0]))
        return say("games.red_dog.cards", first=named(event.cards[0]), second=named(event.cards[1]))

    def moves(self, ruleset: RuleSet, events: Sequence[Event]) -> Iterator[Event]:
        table = table_after(self, ruleset, events)
        yield bet_event(RED_DOG, smallest_bet(ruleset, RED_DOG))
        yield deal("5", "9")
        if (RED_DOG, "") in table.bets:
            yield bet_event(RAISE, table.bets[RED_DOG, ""])
        yield draw("7")
        yield from map(remove_event, WAGERS)

    # Simulating ------------------------------------------------------------------------------------------

    def outcomes(self, ruleset: RuleSet, rounds: int, seed: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        from craps.simulate.draws import hands

        for count, ranks in hands(len(RANKS), SUITS * decks_of(ruleset), 3, rounds, seed):
            yield count, tuple(RANKS[rank] for rank in ranks)

    def round_events(self, ruleset: RuleSet, bet: RoundBet, outcome: Any) -> list[Event]:
        from craps.games.red_dog.figures import worth_raising

        first, second, third = outcome
        spread = spread_of(first, second)
        events = [bet_event(RED_DOG, bet.amount), deal(first, second)]
        if spread == 0:
            return events
        if bet.play == BEST and spread in worth_raising(ruleset):
            events.append(bet_event(RAISE, bet.amount))
        return [*events, draw(third)]


GAME = RedDog()
