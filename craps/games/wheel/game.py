"""Wheels of Fortune as a game among others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from craps.codec import Fields, Flag, Json
from craps.edition_codec import CLAUSE, COUNT
from craps.games.game import Story, Term
from craps.games.reading import bet_form, call_form, remove_form, value_form
from craps.games.round_game import RoundGame, edition_form, odds_json, play_form, ruleset_form
from craps.games.rounds import Event, bet_event, call_event, remove_event, smallest_bet
from craps.games.wheel.table import WheelTable
from craps.games.wheel.terms import (
    EQUAL,
    MODELLED,
    NAME,
    SPACE,
    WAGERS,
    WHEEL,
    arranged,
    pays,
    space_codec,
    spaces,
)
from craps.ruleset_form import COUNT as NUMBER
from craps.vocabulary import gettext_noop

if TYPE_CHECKING:
    from craps.checks import Check
    from craps.edge import EdgeRow
    from craps.edition import Edition
    from craps.ruleset import RuleSet
    from craps.simulate.rounds import RoundBet

_IDS = tuple(WAGERS)


def spin(space: str) -> Event:
    return Event("spin", {"spin": space}, space=space)


class Wheel(RoundGame):
    id = "wheel"
    name = "Wheel of Fortune"
    round = "spin"
    wagers = WAGERS
    table = WheelTable
    paid: Mapping[str, str] = {}  # the document prints no payouts
    own = ("wheel", "play")
    modelled = MODELLED
    approving = frozenset({EQUAL})
    stated_by_examples = {"wheel": lambda ruleset, part: ruleset.stated.get("wheel", {}).get(part)}
    events = {
        "spin": value_form("spin", space_codec, spin, NAME),
        "no_more_bets": call_form("no_more_bets"),
        "bet": bet_form(_IDS, space_codec),
        "remove": remove_form(_IDS, space_codec),
    }
    ruleset_form = ruleset_form(
        _IDS,
        {"wheel": WHEEL},
        {"revolutions": NUMBER, "alternate_direction": Flag(), "dealer_bets": Flag()},
        on={"space": NAME},
        required=("wheel",),
    )
    edition_form = edition_form(
        _IDS,
        {
            "wheel": Fields({"equal_spaces": CLAUSE}, ("equal_spaces",)),
            "play": play_form("late", "close", "stays", "won", "lost"),
        },
        {"revolutions": COUNT, "alternate_direction": CLAUSE, "dealer_bets": CLAUSE},
        {"areas": CLAUSE},
    )
    said = {
        "wheel.equal_spaces": "Clause on as many spaces for different payouts",
        "play.late": "Clause on bets after no more bets",
        "play.close": "Clause on calling no more bets",
        "play.stays": "Clause on bets that stay",
        "play.won": "Clause on paying the bets that win",
        "play.lost": "Clause on the bets that lose",
    }
    labels = {
        "wheel": gettext_noop("Wheel"),
        "wheel.spaces": gettext_noop("Spaces"),
        "wheel.payouts": gettext_noop("What each space pays"),
        "table.revolutions": gettext_noop("Full turns of a spin, at least"),
        "table.alternate_direction": gettext_noop("Direction changes with each spin"),
        "table.dealer_bets": gettext_noop("Dealer bets permitted"),
    }

    def first_draft(self, edition: Edition) -> dict[str, Json]:
        """The document prints no wheel, so a draft begins with a plain one."""
        spaces = {"1": 12, "2": 6, "5": 3, "10": 1}
        return {
            "edition": edition.id,
            "wheel": {
                "spaces": {kind: str(count) for kind, count in spaces.items()},
                "payouts": {kind: f"{kind}:1" for kind in spaces},
            },
        }

    def payouts(self, ruleset: RuleSet) -> Mapping[str, Mapping[str, Fraction]]:
        return {SPACE: pays(ruleset)}

    def picture(self, ruleset: RuleSet) -> dict[str, Json]:
        counts = spaces(ruleset)
        return {
            "kind": "wheel",
            "segments": arranged(counts),
            "spaces": [
                {"name": kind, "count": count, "pays": odds_json(pays(ruleset)[kind])}
                for kind, count in counts.items()
            ],
        }

    @property
    def checks(self) -> tuple[Check, ...]:
        from craps.games.wheel.checks import checks_of

        return checks_of(self)

    def edges(self, ruleset: RuleSet) -> list[EdgeRow]:
        from craps.games.wheel.figures import edges

        return list(edges(ruleset))

    def own_terms(self, ruleset: RuleSet) -> Iterator[Term]:
        for kind, count in spaces(ruleset).items():
            yield f"wheel.spaces.{kind}", (str(count), "")
        for kind, paid in pays(ruleset).items():
            yield f"wheel.payouts.{kind}", (odds_json(paid), "")

    def stories(self, a: RuleSet, b: RuleSet) -> Iterator[Story]:
        if SPACE in a.offered & b.offered:
            for kind in spaces(a):
                if kind in spaces(b):
                    yield f"10 on {kind} wins", [bet_event(SPACE, 10, kind).to_json(), spin(kind).to_json()]

    def path_words(self, path: str) -> str:
        head, part, *kind = path.split(".", 2) if path.count(".") else (path, "")
        if head == "wheel" and kind:
            return f"{'Spaces' if part == 'spaces' else 'Payout'} of {kind[0]}"
        return super().path_words(path)

    def call_words(self, event: Event) -> str:
        return f"The dealer calls {event.space}" if event.verb == "spin" else "No more bets"

    def moves(self, ruleset: RuleSet, events: Sequence[Event]) -> Iterator[Event]:
        for kind in spaces(ruleset):
            yield bet_event(SPACE, smallest_bet(ruleset, SPACE), kind)
        yield call_event("no_more_bets")
        yield from map(spin, spaces(ruleset))
        yield from (remove_event(SPACE, kind) for kind in spaces(ruleset))

    # Simulating ------------------------------------------------------------------------------------------

    def outcomes(self, ruleset: RuleSet, rounds: int, seed: int) -> Iterator[tuple[int, str]]:
        from craps.simulate.draws import spins

        counts = spaces(ruleset)
        return zip(spins(tuple(counts.values()), rounds, seed), counts, strict=True)

    def round_events(self, ruleset: RuleSet, bet: RoundBet, outcome: Any) -> list[Event]:
        return [bet_event(bet.wager, bet.amount, bet.space), spin(outcome)]


GAME = Wheel()
