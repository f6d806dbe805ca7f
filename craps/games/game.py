"""What every game offers: its forms and words, and the functions that read, settle, check and calculate it.

The core's public functions (``load_ruleset``, ``settle``, ``check``, ``edges`` …) find the game of an edition
in the registry and call these. What a function needs is imported when it is called, so that settling loads
nothing of checking.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from craps.messages import said

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

Term = tuple[str, "tuple[Json, str]"]  # a path of a rule set, its value there, and the clause it goes back to
Story = tuple[str, "list[dict[str, Json]]"]  # a title, and the events that show it


class Statement(NamedTuple):
    """What a rule set comes to in one of a game's own fields, in words; ``printed`` where it is one of
    many that are as the document has them."""

    path: str
    label: str
    value: str
    clause: str
    printed: bool = False


class RequiredArea(NamedTuple):
    """An area that the document asks of a layout. ``lacks`` are the numbers without one, [] if there is none
    at all, None if it is there; ``split`` is the clause under which the bet may be split instead."""

    name: str
    lacks: list[int] | None
    split: str = ""

    @property
    def there(self) -> bool:
        return self.lacks is None


class State(Protocol):
    """A table that is being played: what the next event does to it, and the bets that lie on it."""

    def apply(self, index: int, event: Any) -> Stepped: ...
    def bets_json(self) -> tuple[dict[str, Json], ...]: ...


class Game:
    """One game. ``id`` is its folder, ``round`` what its simulation counts: a roll, a round, a spin."""

    id: str
    name: str
    round: str = "round"
    in_rounds = False  # whether bets are decided round by round, without a point
    state: str = "state"  # the key of a step that says how the table stands
    takes_vigorish = False
    # The readings that settlement, edges or checks go by: the options they know, by id. The first holds in an
    # edition whose document does not leave the question open.
    modelled: Mapping[str, tuple[str, ...]]
    # Those of them that decide an approval, not money.
    approving: frozenset[str] = frozenset()
    subjects: Mapping[str, str] = {}  # titles of subjects of an edition that this game calls otherwise
    section_titles: Mapping[str, str] = {}  # of its own sections that are shown beside others
    own: tuple[str, ...] = ()  # the sections of an edition that only this game has
    area_key = ""  # what an area of a layout names beside its wager, if anything: a number, a space
    # What a document that asks for areas wants, in words.
    area_rule: str = said("layout.area_rule")
    begins: str = said("telling.begins")  # before the first event of an example
    labels: Mapping[str, str]  # of its own fields, by path; craps/vocabulary.py has those of all games

    @property
    def schema_title(self) -> str:
        return f"Baize rule set of {self.name}"

    # Forms -----------------------------------------------------------------------------------------------

    @property
    def wagers(self) -> Mapping[str, str]:
        """The ids of its wagers in the order they are listed everywhere, with our names."""
        raise NotImplementedError

    @property
    def ruleset_form(self) -> Fields:
        """What a rule set may state."""
        raise NotImplementedError

    @property
    def edition_form(self) -> Fields:
        """What an edition states, every value with its clause."""
        raise NotImplementedError

    def edition(
        self, read: Mapping[str, Any], data: Mapping[str, Json], predecessor: Edition | None
    ) -> Edition:
        """An Edition from what ``edition_form`` has read of ``data``."""
        raise NotImplementedError

    def contradictions(self, edition: Edition) -> Iterator[tuple[str, str]]:
        """Where its own values of an edition contradict each other: path and message."""
        return iter(())

    def first_draft(self, edition: Edition) -> dict[str, Json]:
        """The smallest rule set that can be read: where an operator starts."""
        return {"edition": edition.id}

    def payouts(self, ruleset: RuleSet) -> Mapping[str, Mapping[str, Fraction]]:
        """What every wager pays, by wager and slot."""
        raise NotImplementedError

    # Settling --------------------------------------------------------------------------------------------

    def read_events(self, events: list[Json], ruleset: RuleSet) -> list[Any]:
        """Read contract events; BadInput names the place, ``events[3].amount``."""
        return [self.read_event(event, index, ruleset) for index, event in enumerate(events)]

    def read_event(self, event: Json, index: int, ruleset: RuleSet) -> Any:
        raise NotImplementedError

    @property
    def event_schemas(self) -> Sequence[Mapping[str, Json]]:
        """The JSON Schema of each of its events; those of craps are described where they are published."""
        return ()

    def settle(self, ruleset: RuleSet, events: Iterable[Any]) -> Played:
        """Settle events that are already read."""
        raise NotImplementedError

    def begin(self, ruleset: RuleSet) -> State:
        """An empty table, to be played event by event."""
        raise NotImplementedError

    def frames(self, ruleset: RuleSet, events: Iterable[Any]) -> list[Frame]:
        """The same, step by step, with what lies on the table after each."""
        raise NotImplementedError

    def link_part(self, event: Mapping[str, Any], index: int) -> str:
        """A contract event as a part of a link (craps/run_link.py); BadInput if no link can carry it."""
        raise NotImplementedError

    def linked_event(self, part: str, index: int) -> dict[str, Json]:
        """The contract event of a part of a link; BadInput names the place."""
        raise NotImplementedError

    def picture(self, ruleset: RuleSet) -> dict[str, Json]:
        """What a table looks like under a rule set, as data for a drawing."""
        raise NotImplementedError

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
        """SVG of a table under a rule set, as it stands after a frame. ``narrow`` is for a phone's screen,
        ``printing`` spares the ink, ``highlight`` marks areas by index. Every text in it is escaped."""
        raise NotImplementedError

    def felt_areas(self, ruleset: RuleSet, *, narrow: bool = False) -> Felt:
        """Where the areas of that drawing lie, for pages on which they are pressed."""
        raise NotImplementedError

    def standard_layout(self, ruleset: RuleSet) -> dict[str, Any]:
        """The layout to start from, with an area for every bet that a rule set offers."""
        raise NotImplementedError

    def area_bets(self, ruleset: RuleSet) -> Iterator[tuple[str, str]]:
        """Every bet that an area can be for: a wager, and the value of its ``area_key`` or ""."""
        return ((wager, "") for wager in self.wagers if wager in ruleset.offered)

    def layout_of(self, ruleset: RuleSet) -> Mapping[str, Any]:
        """The layout a rule set is played on: the one it states, else the standard one."""
        stated: Mapping[str, Any] = ruleset.stated.get("layout", {})
        return stated if stated.get("areas") else self.standard_layout(ruleset)

    def stands(self, step: Stepped) -> tuple[str, str]:
        """How the table stands after a step: what is asked, and the answer in words."""
        raise NotImplementedError

    def lies_open(self, ruleset: RuleSet, frame: Frame) -> list[tuple[str, str]]:
        """What lies open on the table after a frame, in words: where, and what."""
        return []

    def run_json(self, run: Any, indent: int | None) -> str:
        """``run.to_json()`` as text: compact, or indented as ``json.dumps`` indents."""
        raise NotImplementedError

    # Checking and calculating ----------------------------------------------------------------------------

    @property
    def checks(self) -> tuple[Check, ...]:
        """Every constraint of its rule documents."""
        raise NotImplementedError

    def owed(self, ruleset: RuleSet) -> Iterator[Choice]:
        """The choices that the edition leaves to the operator and the rule set does not state."""
        raise NotImplementedError

    def edges(self, ruleset: RuleSet) -> list[EdgeRow]:
        """The exact figures of every wager on offer."""
        raise NotImplementedError

    def unsettled(self, ruleset: RuleSet, wager: str) -> Iterator[str]:
        """What is wrong when a wager is settled at every outcome, in words: nothing, if all is well."""
        raise NotImplementedError

    def read_bets(self, bets: Json, ruleset: RuleSet) -> Sequence[Any]:
        """The bets of a simulation, a list or "all"; BadInput names the place."""
        raise NotImplementedError

    def simulate(self, ruleset: RuleSet, bets: Sequence[Any], *, rolls: int, seed: int) -> Simulation:
        """Make those bets for so many rounds."""
        raise NotImplementedError

    def terms(self, ruleset: RuleSet) -> Iterator[Term]:
        """Every value a rule set comes to, stated or taken from the baseline."""
        raise NotImplementedError

    def statements(self, ruleset: RuleSet) -> Iterator[Statement]:
        """Its own terms as a page lists the choices of a rule set."""
        return iter(())

    def required_areas(self, ruleset: RuleSet) -> Iterator[RequiredArea]:
        """The areas that the document asks for, and whether the layout that is stated has them."""
        return iter(())

    def stories(self, a: RuleSet, b: RuleSet) -> Iterator[Story]:
        """Short stories that two rule sets may settle differently."""
        raise NotImplementedError

    @property
    def reading_stories(self) -> Mapping[str, ReadingStory]:
        """For each reading that decides money, events that its options settle differently."""
        return {}

    @property
    def edge_readings(self) -> Iterable[str]:
        """The readings by which an edge may differ."""
        return ()

    # Words and examples ----------------------------------------------------------------------------------

    def called(self, words: str) -> str:
        """Its name in a sentence, of an edition that calls it ``words``: midi craps, Casino War."""
        return words

    def path_words(self, path: str) -> str:
        """What its own field at a path of a rule set is called; "" for any other path."""
        return self.labels.get(path, "")

    def value_label(self, keys: Sequence[str]) -> str:
        """What a value of its own sections of an edition is called."""
        return ": ".join(key.replace("_", " ") for key in keys).capitalize()

    def bet_words(self, edition: Edition, bet: str, which: Mapping[str, Any]) -> str:
        """The bet of a row of edges; ``which`` says on what it stands or how it is played, as the row's JSON
        does."""
        raise NotImplementedError

    def event_words(self, ruleset: RuleSet, event: Any) -> str:
        """What happens at the table, in the edition's words."""
        raise NotImplementedError

    def event_text(self, event: Any) -> str:
        """An event in a few words, for a table of text."""
        raise NotImplementedError

    @property
    def example_terms(self) -> Mapping[str, Callable[[RuleSet, str], object]]:
        """The fields of a rule set that an example may state, and what a rule set comes to in each."""
        raise NotImplementedError

    def clauses_of(self, edition: Edition, subject: str) -> Iterator[str]:
        """The clauses behind a subject of a worked example, a path of a rule set."""
        raise NotImplementedError

    def money_subjects(self, edition: Edition) -> Iterator[str]:
        """Every subject of an edition that decides who gets how much."""
        raise NotImplementedError

    def choices(self, edition: Edition, subject: str) -> Iterator[str]:
        """What the edition leaves to the operator about a subject, with the baseline, in words."""
        return iter(())

    def edge_table(self, ruleset: RuleSet, rows: Sequence[EdgeRow]) -> tuple[list[list[str]], str]:
        """The rows as a table of text, its head first, and a line that explains it."""
        raise NotImplementedError
