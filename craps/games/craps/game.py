"""Craps as a game among others: each function hands on to the module of the core that knows it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from craps.games.game import Game, RequiredArea, State, Story, Term
from craps.messages import said, say
from craps.readings import MODELLED

if TYPE_CHECKING:
    from craps.checks import Check
    from craps.choices import Choice
    from craps.codec import Fields, Json
    from craps.edge import EdgeRow
    from craps.edition import Edition
    from craps.felt import Felt
    from craps.playthrough import Frame
    from craps.reading_effects import Story as ReadingStory
    from craps.ruleset import RuleSet
    from craps.runs import Played, Stepped
    from craps.simulate import Simulation


class Craps(Game):
    id = "craps"
    name = "Craps"
    round = "roll"
    state = "point"
    takes_vigorish = True
    area_key = "number"
    begins: str = said("telling.craps_begins")
    area_rule: str = said("layout.craps_area_rule")
    schema_title = "Baize rule set"
    modelled = MODELLED
    labels: Mapping[str, str] = {}  # craps/vocabulary.py

    @property
    def wagers(self) -> Mapping[str, str]:
        from craps.wagers import NAMES

        return NAMES

    @property
    def ruleset_form(self) -> Fields:
        from craps.ruleset_form import RULESET

        return RULESET

    @property
    def edition_form(self) -> Fields:
        from craps.edition_codec import EDITION

        return EDITION

    def edition(
        self, read: Mapping[str, Any], data: Mapping[str, Json], predecessor: Edition | None
    ) -> Edition:
        from craps.games.craps.edition import craps_edition

        return craps_edition(read, data, predecessor)

    def payouts(self, ruleset: RuleSet) -> Mapping[str, Mapping[str, Fraction]]:
        from craps.ruleset import CrapsPayouts

        return CrapsPayouts(ruleset)

    def read_events(self, events: list[Json], ruleset: RuleSet) -> list[Any]:
        from craps.scenario import read_events

        return read_events(events)

    def read_event(self, event: Json, index: int, ruleset: RuleSet) -> Any:
        from craps.scenario import read_event

        return read_event(event, index)

    def settle(self, ruleset: RuleSet, events: Iterable[Any]) -> Played:
        from craps.settlement import settle_events

        return settle_events(ruleset, events)

    def begin(self, ruleset: RuleSet) -> State:
        from craps.playthrough import CrapsState

        return CrapsState(ruleset)

    def frames(self, ruleset: RuleSet, events: Iterable[Any]) -> list[Frame]:
        from craps.playthrough import craps_frames

        return craps_frames(ruleset, events)

    def link_part(self, event: Mapping[str, Any], index: int) -> str:
        from craps.run_link import event_part

        return event_part(event, index)

    def linked_event(self, part: str, index: int) -> dict[str, Json]:
        from craps.run_link import part_event

        return part_event(part, index)

    def picture(self, ruleset: RuleSet) -> dict[str, Json]:
        return {"kind": "layout", "layout": self.layout_of(ruleset)}

    def area_bets(self, ruleset: RuleSet) -> Iterator[tuple[str, str]]:
        from craps.layouts import area_bets

        return area_bets(ruleset.offered)

    def standard_layout(self, ruleset: RuleSet) -> dict[str, Any]:
        from craps.layouts import standard_layout

        return standard_layout(ruleset.edition, ruleset.offered, ruleset.stated.get("operator", ""))

    def draw(
        self,
        ruleset: RuleSet,
        *,
        title: str,
        frame: Frame | None = None,
        narrow: bool = False,
        printing: bool = False,
        highlight: Collection[int] = (),
    ) -> str:
        from craps.drawing import draw

        return draw(
            self.layout_of(ruleset),
            title=title,
            edition=ruleset.edition,
            bets=frame.bets if frame else (),
            point=frame.step.point if frame else None,
            highlight=highlight,
            fold=narrow,
            printing=printing,
        )

    def felt_areas(self, ruleset: RuleSet, *, narrow: bool = False) -> Felt:
        from craps.drawing import felt_areas

        return felt_areas(self.layout_of(ruleset), narrow)

    def stands(self, step: Stepped) -> tuple[str, str]:
        asked = say("telling.point")
        return asked, say("telling.come_out_next") if step.point is None else str(step.point)

    def run_json(self, run: Any, indent: int | None) -> str:
        from craps.settlement_json import run_json

        return run_json(run, indent=indent)

    @property
    def checks(self) -> tuple[Check, ...]:
        from craps.checks import CHECKS

        return CHECKS

    def owed(self, ruleset: RuleSet) -> Iterator[Choice]:
        from craps.choices import craps_owed

        return craps_owed(ruleset)

    def edges(self, ruleset: RuleSet) -> list[EdgeRow]:
        from craps.edge import craps_edges

        return craps_edges(ruleset)

    def unsettled(self, ruleset: RuleSet, wager: str) -> Iterator[str]:
        from craps.games.craps.trials import unsettled

        return unsettled(ruleset, wager)

    def read_bets(self, bets: Json, ruleset: RuleSet) -> Sequence[Any]:
        from craps.simulate.bets import craps_bets

        return craps_bets(bets, ruleset)

    def simulate(self, ruleset: RuleSet, bets: Sequence[Any], *, rolls: int, seed: int) -> Simulation:
        from craps.simulate import simulate_craps

        return simulate_craps(ruleset, bets, rolls=rolls, seed=seed)

    def terms(self, ruleset: RuleSet) -> Iterator[Term]:
        from craps.games.craps.comparing import terms

        return terms(ruleset)

    def required_areas(self, ruleset: RuleSet) -> Iterator[RequiredArea]:
        from craps.checks.layout_areas import needed_areas

        for area in needed_areas(ruleset):
            yield RequiredArea(ruleset.edition.name_of(area.wager), area.missing, area.split)

    def stories(self, a: RuleSet, b: RuleSet) -> Iterator[Story]:
        from craps.games.craps.comparing import stories

        return stories(a, b)

    @property
    def reading_stories(self) -> Mapping[str, ReadingStory]:
        from craps.reading_effects import craps_stories

        return craps_stories()

    @property
    def edge_readings(self) -> Iterable[str]:
        from craps.edge import READINGS

        return READINGS

    def bet_words(self, edition: Edition, bet: str, which: Mapping[str, Any]) -> str:
        spots = [str(which["number"])] if which.get("number") else []
        spots += ["-".join(map(str, which["dice"]))] if which.get("dice") else []
        return " ".join([self.wagers[bet], *spots])

    def event_words(self, ruleset: RuleSet, event: Any) -> str:
        from craps.games.craps.examples import event_words

        return event_words(ruleset, event)

    def event_text(self, event: Any) -> str:
        from craps.games.craps.texts import event_text

        return event_text(event)

    @property
    def example_terms(self) -> Mapping[str, Callable[[RuleSet, str], object]]:
        from craps.games.craps.examples import TERMS

        return TERMS

    def clauses_of(self, edition: Edition, subject: str) -> Iterator[str]:
        from craps.examples.subjects import craps_clauses

        return craps_clauses(edition, subject)

    def money_subjects(self, edition: Edition) -> Iterator[str]:
        from craps.examples.subjects import craps_money_subjects

        return craps_money_subjects(edition)

    def choices(self, edition: Edition, subject: str) -> Iterator[str]:
        from craps.games.craps.examples import choices

        return choices(edition, subject)

    def edge_table(self, ruleset: RuleSet, rows: Sequence[EdgeRow]) -> tuple[list[list[str]], str]:
        from craps.games.craps.texts import edge_table

        return edge_table(ruleset, rows)


GAME = Craps()
