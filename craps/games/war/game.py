"""Casino War as a game among others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from craps.codec import Fields, Flag, Json, Number, Odds
from craps.edition_codec import COUNT, JUDGED, Cited
from craps.games.cards import CARD, CARDS_FORM, DECKS, RANKS, SUITS, decks_of, decks_term, named
from craps.games.game import Story, Term
from craps.games.playing import Call, table_after
from craps.games.reading import bet_form, call_form, remove_form, value_form
from craps.games.round_game import (
    RoundGame,
    Section,
    cited_payouts_form,
    edition_form,
    payouts_form,
    play_form,
    ruleset_form,
    shoe,
)
from craps.games.rounds import Event, RoundBet, bet_event, call_event, remove_event, smallest_bet
from craps.games.war.table import WarTable
from craps.games.war.terms import (
    GO_TO_WAR,
    MODELLED,
    PAID,
    PLAYS,
    SURRENDER,
    TIE,
    TIED,
    TO_WAR,
    WAGERS,
    WAR,
    WON,
    due,
)
from craps.messages import Words, said, say
from craps.ruleset_form import COUNT as NUMBER

if TYPE_CHECKING:
    from craps.checks import Check
    from craps.edge import EdgeRow
    from craps.edition import Edition
    from craps.reading_effects import Story as ReadingStory
    from craps.ruleset import RuleSet

_IDS = tuple(WAGERS)
_DEAL = Fields({"player": CARD, "dealer": CARD}, ("player", "dealer"))


def deal(player: str, dealer: str) -> Event:
    return Event("deal", {"deal": {"player": player, "dealer": dealer}}, cards=(player, dealer))


class War(RoundGame):
    id = "war"
    name: str = said("games.war.name")
    wagers = WAGERS
    table = WarTable
    paid = PAID
    plays = PLAYS
    moves_of_play = {
        TO_WAR: ("choice", "equal", "war_won", "war_tied", "war_lost"),
        SURRENDER: ("choice", "surrender"),
    }
    limits_said: Mapping[str, tuple[str, str]] = Words(
        "games.war.LIMITS", lambda wager, words: ("tie_alone", words)
    )
    own = ("payouts", "cards", "play")
    section_titles: Mapping[str, str] = Words("games.war.SECTIONS")
    place = ((TIE,), (WAR, GO_TO_WAR))  # the war wager lies beside the first one
    modelled = MODELLED
    events = {
        "deal": value_form("deal", lambda ruleset: _DEAL, lambda cards: deal(**cards), _DEAL),
        "bet": bet_form(_IDS),
        "surrender": call_form("surrender"),
        "remove": remove_form(_IDS),
    }
    calls: Mapping[str, Call] = Words("games.war.CALLS", lambda verb, words: Call(*words))
    states: Mapping[str, str] = Words("games.war.STATES")
    ruleset_form = ruleset_form(
        _IDS,
        {"payouts": payouts_form(tuple(PAID)), **DECKS},
        {"players": NUMBER, "burn_cards": NUMBER, "dealer_bet_at_war": Flag()},
    )
    edition_form = edition_form(
        _IDS,
        {
            "payouts": cited_payouts_form(tuple(PAID)),
            "cards": CARDS_FORM,
            "play": play_form(
                "bet_first",
                "stays",
                "tie_alone",
                "choice",
                "equal",
                "higher",
                "lower",
                "tie",
                "tie_lost_above",
                "tie_lost_below",
                "war_won",
                "war_tied",
                "war_lost",
                won_alone=Odds(),
                surrender=Number(low=0),
            ),
        },
        {"burn_cards": COUNT, "dealer_bet_at_war": JUDGED},
        {},
    )
    said: Mapping[str, str] = Words("games.war.VALUES")
    labels: Mapping[str, str] = Words("games.war.LABELS")

    @property
    def sections(self) -> Sequence[Section]:
        return (shoe(),)

    def contradictions(self, edition: Edition) -> Iterator[tuple[str, str]]:
        yield from super().contradictions(edition)
        lost = edition.own["play"]["surrender"].value
        if lost > 1:
            yield "play.surrender", f"takes {lost} of the bet, which is more than all of it"

    def due(self, edition: Edition, key: str) -> Cited[Fraction]:
        return due(edition, key)

    def reading_of(self, edition: Edition, key: str) -> str:
        return WON if key == GO_TO_WAR and WON in edition.readings else ""

    def picture(self, ruleset: RuleSet) -> dict[str, Json]:
        return {
            "kind": "cards",
            "squares": ["player", "dealer", "war_player", "war_dealer"],
            "before_player": ["player", "war_player"],
            "labels": dict(Words[str, str]("games.war.SQUARES")),
            "captions": dict(Words[str, str]("games.war.CAPTIONS")),
            "spots": [wager for wager in WAGERS if wager in ruleset.offered],
            "players": ruleset.stated.get("table", {}).get("players", 1),
            "burns": ruleset.stated.get("table", {}).get(
                "burn_cards", ruleset.edition.table["burn_cards"].value
            ),
            "after_burns": ["war_player", "war_dealer"],
            "decks": decks_of(ruleset),
        }

    @property
    def checks(self) -> tuple[Check, ...]:
        from craps.games.war.checks import checks_of

        return checks_of(self)

    def edges(self, ruleset: RuleSet) -> list[EdgeRow]:
        from craps.games.war.figures import edges

        return list(edges(ruleset))

    def own_terms(self, ruleset: RuleSet) -> Iterator[Term]:
        yield decks_term(ruleset)
        yield from super().own_terms(ruleset)

    def edge_terms(self, ruleset: RuleSet, bet: str, space: str = "") -> Iterator[Term]:
        others = {f"payouts.{wager}" for wager in ((WAR, GO_TO_WAR) if bet == TIE else (TIE,))}
        return (term for term in self.own_terms(ruleset) if term[0] not in others)

    def stories(self, a: RuleSet, b: RuleSet) -> Iterator[Story]:
        from craps.games.war.checks import winning

        both = a.offered & b.offered
        for wager, words in PAID.items():
            if wager in both and (wager != GO_TO_WAR or WAR in both):
                yield say("games.war.wins", wager=f"{words[:1].upper()}{words[1:]}"), winning(wager)
        if {WAR, GO_TO_WAR} <= both:
            war = winning(GO_TO_WAR)[:-1]
            yield say("games.war.war_is_tied"), [*war, deal("J", "J").to_json()]
            yield say("games.war.war_is_lost"), [*war, deal("4", "5").to_json()]
        if WAR in both:
            yield say("games.war.tie_is_surrendered"), [*winning(GO_TO_WAR)[:2], {"surrender": True}]

    @property
    def reading_stories(self) -> Mapping[str, ReadingStory]:
        from craps.games.war.checks import winning
        from craps.reading_effects import Story as ReadingStory

        tied = (*winning(GO_TO_WAR)[:-1], deal("J", "J").to_json())
        return {
            WON: ReadingStory(say("games.war.war_is_won_story"), tuple(winning(GO_TO_WAR))),
            TIED: ReadingStory(say("games.war.war_is_tied_story"), tied),
        }

    def call_words(self, event: Event) -> str:
        if event.verb == "surrender":
            return say("games.war.surrenders")
        player, dealer = event.cards
        return say("games.war.dealt", player=named(player), dealer=named(dealer))

    def moves(self, ruleset: RuleSet, events: Sequence[Event]) -> Iterator[Event]:
        table = table_after(self, ruleset, events)
        yield from (bet_event(wager, smallest_bet(ruleset, wager)) for wager in (WAR, TIE))
        yield deal("8", "8")
        if (WAR, "") in table.bets:
            yield bet_event(GO_TO_WAR, table.bets[WAR, ""])
        yield call_event("surrender")
        yield from map(remove_event, WAGERS)

    # Simulating ------------------------------------------------------------------------------------------

    def outcomes(self, ruleset: RuleSet, rounds: int, seed: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The first two cards, and after a tie those of the war; what is burned between does not count."""
        from craps.simulate.draws import hands

        counts: dict[tuple[str, ...], int] = {}
        for count, ranks in hands(len(RANKS), SUITS * decks_of(ruleset), 4, rounds, seed):
            cards = tuple(RANKS[rank] for rank in ranks)
            round_ = cards if cards[0] == cards[1] else cards[:2]
            counts[round_] = counts.get(round_, 0) + count
        return ((count, round_) for round_, count in counts.items())

    def round_events(self, ruleset: RuleSet, bet: RoundBet, outcome: Any) -> list[Event]:
        player, dealer, *war = outcome
        events = [bet_event(bet.wager, bet.amount), deal(player, dealer)]
        if not war or bet.wager == TIE:
            return events
        if bet.play == SURRENDER:
            return [*events, call_event("surrender")]
        return [*events, bet_event(GO_TO_WAR, bet.amount), deal(*war)]


GAME = War()
