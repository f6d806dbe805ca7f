"""Wheels of Fortune as a game among others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from craps.codec import Fields, Flag, Json
from craps.edition_codec import CLAUSE, COUNT
from craps.games.game import RequiredArea, Statement, Story, Term
from craps.games.playing import Call
from craps.games.reading import bet_form, call_form, remove_form, value_form
from craps.games.round_game import RoundGame, Section, edition_form, odds_json, play_form, ruleset_form
from craps.games.rounds import Event, RoundBet, bet_event, call_event, remove_event, smallest_bet
from craps.games.wheel.table import WheelTable
from craps.games.wheel.terms import (
    EQUAL,
    MODELLED,
    MOST_DRAWN,
    NAME,
    SPACE,
    WAGERS,
    WHEEL,
    arranged,
    pays,
    space_codec,
    spaces,
)
from craps.messages import Words, said, say
from craps.money import odds_text
from craps.ruleset_form import COUNT as NUMBER

if TYPE_CHECKING:
    from craps.checks import Check
    from craps.choices import Choice
    from craps.edge import EdgeRow
    from craps.edition import Edition
    from craps.ruleset import RuleSet

_IDS = tuple(WAGERS)
# The wheel that a draft begins with, each kind paid at its own number; the house keeps a share of each.
_PLAIN = {"1": 24, "2": 15, "5": 7, "10": 4}


def spin(space: str) -> Event:
    return Event("spin", {"spin": space}, space=space)


class Wheel(RoundGame):
    id = "wheel"
    name: str = said("games.wheel.name")
    round = "spin"
    area_key = "space"
    area_rule: str = said("games.wheel.area_rule")
    wagers = WAGERS
    table = WheelTable
    paid: Mapping[str, str] = {}  # the document prints no payouts
    edge_words: str = said("games.wheel.edge")
    paid_under = ("wheel",)
    own = ("wheel", "play")
    section_titles: Mapping[str, str] = Words("games.wheel.SECTIONS")
    modelled = MODELLED
    approving = frozenset({EQUAL})
    stated_by_examples = {"wheel": lambda ruleset, part: ruleset.stated.get("wheel", {}).get(part)}
    events = {
        "spin": value_form("spin", space_codec, spin, NAME),
        "no_more_bets": call_form("no_more_bets"),
        "bet": bet_form(_IDS, space_codec),
        "remove": remove_form(_IDS, space_codec),
    }
    calls: Mapping[str, Call] = Words("games.wheel.CALLS", lambda verb, words: Call(*words))
    states: Mapping[str, str] = Words("games.wheel.STATES")
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
    said: Mapping[str, str] = Words("games.wheel.VALUES")
    labels: Mapping[str, str] = Words("games.wheel.LABELS")

    @property
    def sections(self) -> Sequence[Section]:
        title, intro = say("games.wheel.section"), say("games.wheel.section_intro")
        return (Section("wheel", title, ("wheel",), intro, row=say("games.wheel.section_row"), drawn=True),)

    def first_draft(self, edition: Edition) -> dict[str, Json]:
        """The document prints no wheel, so a draft begins with a plain one, which is not the operator's."""
        return {
            "edition": edition.id,
            "wheel": {
                "spaces": {kind: str(count) for kind, count in _PLAIN.items()},
                "payouts": {kind: f"{kind}:1" for kind in _PLAIN},
            },
        }

    def owed(self, ruleset: RuleSet) -> Iterator[Choice]:
        from craps.choices import Choice

        yield from super().owed(ruleset)
        # An editor also asks about values that are not read yet: "24" and "1:1".
        counts = {kind: str(count) for kind, count in spaces(ruleset).items()}
        as_numbered = all(str(paid) in (kind, f"{kind}:1") for kind, paid in pays(ruleset).items())
        if as_numbered and counts == {kind: str(count) for kind, count in _PLAIN.items()}:
            clause = ruleset.edition.own["wheel"]["equal_spaces"]
            message = (
                "State your wheel: every draft begins with this example, since the rulebook prints no "
                f"wheel and leaves its spaces and payouts to you ({clause})."
            )
            yield Choice("wheel", clause, message)

    def payouts(self, ruleset: RuleSet) -> Mapping[str, Mapping[str, Fraction]]:
        return {SPACE: pays(ruleset)}

    def among(self, ruleset: RuleSet, slot: str) -> str:
        counts = spaces(ruleset)
        return say("games.wheel.among", count=counts[slot], total=sum(counts.values()))

    def area_bets(self, ruleset: RuleSet) -> Iterator[tuple[str, str]]:
        return ((SPACE, kind) for kind in spaces(ruleset) if SPACE in ruleset.offered)

    def standard_layout(self, ruleset: RuleSet) -> dict[str, Any]:
        from craps.games.layouts import grid_layout

        cells = [(wager, kind, kind) for wager, kind in self.area_bets(ruleset)]
        return self.with_legends(grid_layout(cells), ruleset)

    def picture(self, ruleset: RuleSet) -> dict[str, Json]:
        counts = spaces(ruleset)
        return {
            "kind": "wheel",
            "labels": {"called": say("games.wheel.called_space")},
            "segments": arranged(counts) if sum(counts.values()) <= MOST_DRAWN else [],
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

    def edge_terms(self, ruleset: RuleSet, bet: str, space: str = "") -> Iterator[Term]:
        """What the space pays, how many there are of it, and then of the others."""
        terms = dict(self.own_terms(ruleset))
        first = (f"wheel.payouts.{space}", f"wheel.spaces.{space}")
        yield from ((path, terms[path]) for path in first if path in terms)
        for path, term in terms.items():
            if path not in first and not path.startswith("wheel.payouts."):
                yield path, term

    def statements(self, ruleset: RuleSet) -> Iterator[Statement]:
        """The wheel, then each kind of space: the document prints neither numbers nor payouts."""
        counts, clause = spaces(ruleset), ruleset.edition.own["wheel"]["equal_spaces"]
        if counts:
            value = say("games.wheel.of_kinds", count=sum(counts.values()), kinds=len(counts))
            yield Statement("wheel.spaces", self.labels["wheel"], value, "")
        for kind, count in counts.items():
            value = say("games.wheel.pays", count=count, odds=odds_text(pays(ruleset)[kind]))
            yield Statement(f"wheel.spaces.{kind}", say("games.wheel.a_space", kind=kind), value, clause)

    def required_areas(self, ruleset: RuleSet) -> Iterator[RequiredArea]:
        drawn = {area.get("space") for area in ruleset.stated.get("layout", {}).get("areas", ())}
        for kind in spaces(ruleset):
            yield RequiredArea(say("games.wheel.a_space", kind=kind), None if kind in drawn else [])

    def stories(self, a: RuleSet, b: RuleSet) -> Iterator[Story]:
        if SPACE in a.offered & b.offered:
            for kind in spaces(a):
                if kind in spaces(b):
                    events = [bet_event(SPACE, 10, kind).to_json(), spin(kind).to_json()]
                    yield say("games.wheel.ten_wins", kind=kind), events

    def path_words(self, path: str) -> str:
        head, part, *kind = path.split(".", 2) if path.count(".") else (path, "")
        if head == "wheel" and kind:
            return say(f"games.wheel.{'spaces_of' if part == 'spaces' else 'payout_of'}", kind=kind[0])
        return super().path_words(path)

    def call_words(self, event: Event) -> str:
        if event.verb == "spin":
            return say("games.wheel.calls", space=event.space)
        return say("games.wheel.no_more_bets")

    def moves(self, ruleset: RuleSet, events: Sequence[Event]) -> Iterator[Event]:
        for kind in spaces(ruleset):
            yield bet_event(SPACE, smallest_bet(ruleset, SPACE), kind)
        yield call_event("no_more_bets")
        yield from map(spin, spaces(ruleset))
        yield from (remove_event(SPACE, kind) for kind in spaces(ruleset))

    def spots(self, ruleset: RuleSet) -> list[tuple[str, str]]:
        return [(SPACE, kind) for kind in spaces(ruleset)] if SPACE in ruleset.offered else []

    def left(self, ruleset: RuleSet, dealt: Sequence[str]) -> Mapping[str, int]:
        return spaces(ruleset)

    def left_words(self, ruleset: RuleSet) -> str:
        return say("games.wheel.left", count=sum(spaces(ruleset).values()))

    def outcome_words(self, outcome: str) -> str:
        return outcome

    # Simulating ------------------------------------------------------------------------------------------

    def outcomes(self, ruleset: RuleSet, rounds: int, seed: int) -> Iterator[tuple[int, str]]:
        from craps.simulate.draws import spins

        counts = spaces(ruleset)
        return zip(spins(tuple(counts.values()), rounds, seed), counts, strict=True)

    def round_events(self, ruleset: RuleSet, bet: RoundBet, outcome: Any) -> list[Event]:
        return [bet_event(bet.wager, bet.amount, bet.space), spin(outcome)]


GAME = Wheel()
