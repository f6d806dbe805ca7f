"""What the games that are played in rounds have alike: forms, terms, payouts, words and examples.

A game of this kind states what is its own as attributes and adds its table, its checks and its figures.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

from craps.codec import Codec, Entries, Fields, Json, Odds, Text
from craps.edition import Edition, plain_edition
from craps.edition_codec import CLAUSE, HEAD, JUDGED, REQUIRED, TAIL, Cited, CitedForm
from craps.games.cards import CARD_NAMES, Shoe, deck_contradictions, decks_of
from craps.games.drawn import DrawnGame
from craps.games.game import Statement, Term
from craps.games.playing import Call, tried
from craps.games.reading import Forms, read_event
from craps.games.rounds import Event, RoundBet, Run, Table, play
from craps.messages import Words, say
from craps.money import amount_text as money
from craps.readings import MONEY
from craps.record import record
from craps.ruleset import RuleSet, baseline_of
from craps.ruleset_form import HEAD as RULESET_HEAD
from craps.ruleset_form import layout_fields, limits_form, wagers_form
from craps.vocabulary import LABELS, in_sentence, value_words

if TYPE_CHECKING:
    from craps.choices import Choice
    from craps.edge import EdgeRow
    from craps.games.paying import PayRow
    from craps.games.procedure import Step
    from craps.playthrough import Frame
    from craps.runs import Stepped
    from craps.simulate import Simulation


@record
class Section:
    """What only this game states, as one step of filling in a rule set: the keys that it is about. ``row`` is
    what a line of its table is, where names are free; ``drawn`` where a drawing shows what is stated."""

    slug: str
    title: str
    keys: tuple[str, ...]
    intro: str
    row: str = ""
    drawn: bool = False


def shoe() -> Section:
    """The step on the cards in the shoe."""
    return Section("decks", say("cards.shoe"), ("decks",), say("cards.shoe_intro"))


odds_json = Odds().write  # a payout as the contract writes it, 7:6


def ruleset_form(
    wagers: tuple[str, ...],
    own: Mapping[str, Codec],
    table: Mapping[str, Codec],
    *,
    on: Mapping[str, Codec] | None = None,
    required: tuple[str, ...] = (),
) -> Fields:
    """The form of a rule set: what all games have, ``own``, and the table; ``on`` is what an area names."""
    return Fields(
        {
            **RULESET_HEAD,
            "wagers": wagers_form(wagers),
            **own,
            "limits": limits_form(wagers),
            "table": Fields(table),
            "layout": Fields(layout_fields(wagers, on or {})),
        },
        ("edition", *required),
    )


def edition_form(
    wagers: tuple[str, ...], own: Mapping[str, Codec], table: Mapping[str, Codec], layout: Mapping[str, Codec]
) -> Fields:
    """The form of an edition: every value with its clause."""
    wager: dict[str, Codec] = {
        "name": Text(80),
        "clause": CLAUSE,
        "left_out": JUDGED,
        "needs": CitedForm(wagers_form(wagers)),
    }
    return Fields(
        {
            **HEAD,
            "wagers": Entries(wagers, Fields(wager, ("name", "clause")), "wager"),
            **own,
            "table": Fields(table),
            "layout": Fields(layout),
            **TAIL,
        },
        (*REQUIRED, *own),
    )


def payouts_form(keys: tuple[str, ...]) -> Codec:
    """Payouts of a rule set by what they are for."""
    return Entries(keys, Odds(), "payout")


def cited_payouts_form(keys: tuple[str, ...]) -> Codec:
    """Payouts of an edition, every one of them."""
    return Fields(dict.fromkeys(keys, CitedForm(Odds())), keys)


def play_form(*clauses: str, **values: Codec) -> Codec:
    """What the document says of each move: the clause alone, or a value with its clause."""
    cited = {name: CitedForm(codec) for name, codec in values.items()}
    return Fields({**dict.fromkeys(clauses, CLAUSE), **cited}, (*clauses, *cited))


class RoundGame(DrawnGame):
    """A game played in rounds."""

    in_rounds = True
    subjects: Mapping[str, str] = Words("rounds.SUBJECTS")
    table: type[Table]
    events: Forms
    paid: Mapping[str, str]  # what each payout is for, in words
    plays: Mapping[str, str] = {}  # the ways of playing a round, in words
    limits_said: Mapping[str, tuple[str, str]] = {}  # what a move's clause says of a wager's limits, in words
    # The moves of ``play`` in an edition whose clauses decide what a way of playing comes to.
    moves_of_play: Mapping[str, tuple[str, ...]] = {}
    calls: Mapping[str, Call] = {}  # what its events are called that are no bets
    states: Mapping[str, str] = Words("rounds.STATES")  # how the table stands, in words
    paid_under: tuple[str, ...] = ("payouts",)  # the sections of a rule set that say what is paid
    said: Mapping[str, str]  # what its own sections of an edition say, by path, in words
    edge_words = ""  # what a bet costs where the document prints no payouts, in a sentence
    # The fields of an example, beside limits and chip unit, that stand in for those of the rule set.
    stated_by_examples: Mapping[str, Callable[[RuleSet, str], object]] = {}

    def edition(
        self, read: Mapping[str, Any], data: Mapping[str, Json], predecessor: Edition | None
    ) -> Edition:
        return plain_edition(read, data, predecessor, self.own)

    @property
    def sections(self) -> Sequence[Section]:
        """The steps of filling in what only this game states, before the payouts."""
        keys = tuple(key for key in self.ruleset_form.fields if key not in _SHARED)
        return (Section("own", self.name, keys, say("rounds.own")),) if keys else ()

    def contradictions(self, edition: Edition) -> Iterator[tuple[str, str]]:
        return deck_contradictions(edition)

    # Payouts ---------------------------------------------------------------------------------------------

    def due(self, edition: Edition, key: str) -> Cited[Fraction]:
        """What the document pays, as the edition reads it."""
        cited: Cited[Fraction] = edition.own["payouts"][key]
        return cited

    def reading_of(self, edition: Edition, key: str) -> str:
        """The reading that decides what the document pays, if one does."""
        return ""

    def pays(self, ruleset: RuleSet, key: str) -> Fraction:
        """What is paid under a rule set."""
        stated: Mapping[str, Fraction] = ruleset.stated.get("payouts", {})
        return stated[key] if key in stated else self.due(ruleset.edition, key).value

    def payouts(self, ruleset: RuleSet) -> Mapping[str, Mapping[str, Fraction]]:
        return {wager: {"": self.pays(ruleset, wager)} for wager in self.wagers if wager in self.paid}

    def pay_rows(self, ruleset: RuleSet, wager: str) -> list[PayRow]:
        """What a wager pays, as a list for people."""
        from craps.games.paying import pay_rows

        return pay_rows(self, ruleset, wager)

    def slot_words(self, slots: Sequence[str]) -> str:
        """What payouts of one wager are for, in words."""
        from craps.games.paying import named_slots

        return named_slots(self.paid, slots)

    def among(self, ruleset: RuleSet, slot: str) -> str:
        """How often a slot is there, "2 of 54 spaces"; "" where chance alone decides."""
        return ""

    # Settling --------------------------------------------------------------------------------------------

    def read_event(self, event: Json, index: int, ruleset: RuleSet) -> Event:
        return read_event(self.events, event, index, ruleset)

    @property
    def event_schemas(self) -> Sequence[Mapping[str, Json]]:
        return [form.schema for form in self.events.values()]

    def settle(self, ruleset: RuleSet, events: Iterable[Any]) -> Run:
        return play(self.table(ruleset), events)

    def begin(self, ruleset: RuleSet) -> Table:
        return self.table(ruleset)

    def frames(self, ruleset: RuleSet, events: Iterable[Any]) -> list[Frame]:
        from craps.playthrough import Frame

        table, shown = self.table(ruleset), []
        for index, event in enumerate(events):
            step, words = table.apply(index, event), self.event_words(ruleset, event)
            shown.append(Frame(words, step, table.bets_json(), None, table.shown()))
        return shown

    def link_part(self, event: Mapping[str, Any], index: int) -> str:
        from craps.games.link import event_part

        return event_part(event, index)

    def linked_event(self, part: str, index: int) -> dict[str, Json]:
        from craps.games.link import part_event

        return part_event(self.events, part, index)

    def open_moves(self, ruleset: RuleSet, events: Iterable[Any]) -> list[dict[str, Json]]:
        """What may happen next, as events: a bet with an amount that is accepted, a call, cards or a space as
        an example. Whether something may be done is found out by trying it."""
        return [move.event.to_json() for move in tried(self, ruleset, events) if not move.refused]

    def moves(self, ruleset: RuleSet, events: Sequence[Event]) -> Iterator[Event]:
        """Every kind of event there is, with an amount or a value that would do."""
        raise NotImplementedError

    def spots(self, ruleset: RuleSet) -> list[tuple[str, str]]:
        """Every bet on offer: a wager, and the space it stands on or ""."""
        return [(wager, "") for wager in self.wagers if wager in ruleset.offered]

    def call(self, verb: str) -> Call:
        """What an event that is no bet is called."""
        if verb in self.calls:
            return self.calls[verb]
        words = verb.replace("_", " ").capitalize()
        return Call(words, words, tuple(part.capitalize() for part in self.events[verb].parts))

    def left(self, ruleset: RuleSet, dealt: Sequence[str]) -> Mapping[str, int]:
        """What can come next by chance, and how many there are of each: the cards of a shoe that is full when
        a round begins, without those dealt in it."""
        shoe = Shoe(decks_of(ruleset)).left
        return {rank: max(0, count - dealt.count(rank)) for rank, count in shoe.items()}

    def left_words(self, ruleset: RuleSet) -> str:
        """The same in words, for people who wonder what is random."""
        return say("cards.full_shoe", decks=decks_of(ruleset))

    def outcome_words(self, outcome: str) -> str:
        """One of what can come, as a list offers it: a card."""
        return CARD_NAMES.get(outcome, outcome)

    def stands(self, step: Stepped) -> tuple[str, str]:
        return say("rounds.table"), self.states[getattr(step, self.state)]

    def run_json(self, run: Any, indent: int | None) -> str:
        separators = (",", ": " if indent else ":")
        return json.dumps(run.to_json(), ensure_ascii=False, indent=indent, separators=separators)

    # Comparing -------------------------------------------------------------------------------------------

    def terms(self, ruleset: RuleSet) -> Iterator[Term]:
        edition, offered = ruleset.edition, ruleset.offered
        for wager in self.wagers:
            said = "offered" if wager in offered else "not offered"
            yield f"wagers.{wager}", (said, ruleset.rule(wager).clause)
        yield from self.own_terms(ruleset)
        for wager in self.wagers:
            for field, value in ruleset.limits(wager)._asdict().items():
                if wager in offered and value is not None:
                    yield f"limits.{wager}.{field}", (str(value), "")
        yield "chip_unit", (str(ruleset.chip_unit), "")
        stated = ruleset.to_json()
        for section, asked in (("table", edition.table), ("layout", edition.layout)):
            for field, value in stated.get(section, {}).items():
                yield f"{section}.{field}", (value, _clause(asked.get(field)))

    def own_terms(self, ruleset: RuleSet) -> Iterator[Term]:
        """The terms that only this game has; as a rule its payouts."""
        for key in self.paid:
            clause = self.due(ruleset.edition, key).clause
            yield f"payouts.{key}", (odds_json(self.pays(ruleset, key)), clause)

    def statements(self, ruleset: RuleSet) -> Iterator[Statement]:
        baseline = dict(self.own_terms(baseline_of(ruleset.edition)))
        for path, (value, clause) in self.own_terms(ruleset):
            printed = path.startswith("payouts.") and value == baseline[path][0]
            words = value_words(path, value)
            yield Statement(path, self.path_words(path), words, clause, printed=printed)

    @property
    def edge_readings(self) -> Iterable[str]:
        return self.modelled

    def edge_terms(self, ruleset: RuleSet, bet: str, space: str = "") -> Iterator[Term]:
        """The terms that the figures of a first bet go by."""
        return self.own_terms(ruleset)

    # What the operator has to state ----------------------------------------------------------------------

    def owed(self, ruleset: RuleSet) -> Iterator[Choice]:
        """Optional wagers and a range of decks; a game adds what else its documents leave open."""
        from craps.choices import Choice, owed_wagers

        yield from owed_wagers(ruleset)
        cards = ruleset.edition.own.get("cards")
        if cards and cards["least"].value < cards["most"].value and "decks" not in ruleset.stated:
            clause = cards["most"].clause
            span = f"{cards['least'].value} to {cards['most'].value}"
            yield Choice(
                "decks", clause, f"State how many decks are in the shoe: you may choose {span} ({clause})."
            )

    # Words and examples ----------------------------------------------------------------------------------

    def called(self, words: str) -> str:
        return self.name

    @property
    def words(self) -> Any:
        """The module ``words`` of its folder, which has the next three functions."""
        return import_module(f"{type(self).__module__.rpartition('.')[0]}.words")

    def course(self, ruleset: RuleSet) -> str:
        """How a round is played, in a few sentences for players."""
        return str(self.words.course(ruleset))

    def how_won(self, ruleset: RuleSet, wager: str) -> str:
        """How a wager is made, won and lost, in a few sentences for players."""
        return str(self.words.how_won(ruleset, wager))

    def steps(self, edition: Edition) -> Iterable[Step]:
        """How a round is played, step by step, in the words of a rulebook."""
        steps: Iterable[Step] = self.words.steps(edition)
        return steps

    def row_name(self, ruleset: RuleSet, row: EdgeRow) -> str:
        """The bet of a row of figures, with the way it is played."""
        return self.bet_words(ruleset.edition, row.bet, row.which)

    def path_words(self, path: str) -> str:
        head, *rest = path.split(".")
        if head == "payouts" and rest and rest[0] in self.paid:
            return self.value_label([head, rest[0]])
        if head == "limits" and rest and rest[0] in self.wagers:
            leaves = [in_sentence(LABELS[f"limits.{leaf}"]) for leaf in rest[1:]]
            name = self.wagers[rest[0]]
            return ", ".join([name, *leaves]) if leaves else say("rounds.limits_of", name=name)
        return super().path_words(path)

    def value_label(self, keys: Sequence[str]) -> str:
        head, *rest = keys
        if head == "payouts":
            return say("rounds.payout_of", what=self.paid[rest[0]])
        return self.said.get(".".join(keys)) or super().value_label(keys)

    def bet_words(self, edition: Edition, bet: str, which: Mapping[str, Any]) -> str:
        name = " ".join(filter(None, [edition.name_of(bet), str(which.get("space", ""))]))
        play = which.get("play")
        return f"{name}, {self.plays[play]}" if play else name

    def event_words(self, ruleset: RuleSet, event: Event) -> str:
        if event.verb in ("bet", "remove"):
            name = self.table(ruleset).name(event.wager, event.space)
            told = "telling.bet" if event.verb == "bet" else "telling.taken_back"
            return say(told, amount=money(event.amount or 0), name=name)
        return self.call_words(event)

    def call_words(self, event: Event) -> str:
        """What happens that is no bet, as a sentence without its full stop."""
        raise NotImplementedError

    def event_text(self, event: Event) -> str:
        on = f" {event.space}" if event.space and event.wager else ""
        amount = "" if event.amount is None else f" {money(event.amount)}"
        if event.wager:
            return f"{event.verb} {event.wager}{on}{amount}"
        return " ".join([event.verb.replace("_", " "), *event.cards, *([event.space] if event.space else [])])

    def edge_table(self, ruleset: RuleSet, rows: Sequence[EdgeRow]) -> tuple[list[list[str]], str]:
        from craps.games.figures import FOOT, HEADINGS, figures_text

        table = [[self.row_name(ruleset, row), *figures_text(row)] for row in rows]
        return [["wager", *HEADINGS], *table], FOOT

    @property
    def example_terms(self) -> Mapping[str, Callable[[RuleSet, str], object]]:
        common: dict[str, Callable[[RuleSet, str], object]] = {
            "limits": RuleSet.limits,
            "chip_unit": lambda rules, _: rules.chip_unit,
        }
        return {**self.stated_by_examples, **common}

    def clauses_of(self, edition: Edition, subject: str) -> Iterator[str]:
        head, _, name = subject.partition(".")
        if head == "readings":
            reading = edition.readings.get(name)
            return iter(reading.clauses if reading else ())
        if head == "wagers":
            return iter([edition.wagers[name].clause] if name in edition.wagers else [])
        section = {"table": edition.table, "layout": edition.layout}.get(head, edition.own.get(head, {}))
        values = section.values() if not name else (section.get(name),)
        return (clause for value in values if (clause := _clause(value)))

    def money_subjects(self, edition: Edition) -> Iterator[str]:
        yield from (f"play.{name}" for name in edition.own["play"])
        yield from (f"payouts.{key}" for key in edition.own.get("payouts", ()))
        yield from (f"readings.{name}" for name, reading in edition.readings.items() if reading.kind == MONEY)

    # Simulating ------------------------------------------------------------------------------------------

    def outcomes(self, ruleset: RuleSet, rounds: int, seed: int) -> Iterable[tuple[int, Any]]:
        """What so many rounds brought: how often each outcome. NumPy is in craps/simulate."""
        raise NotImplementedError

    def round_events(self, ruleset: RuleSet, bet: RoundBet, outcome: Any) -> list[Event]:
        """A round with this bet that comes to an outcome, played the bet's way."""
        raise NotImplementedError

    def unsettled(self, ruleset: RuleSet, wager: str) -> Iterator[str]:
        from craps.games.round_trials import unsettled

        return unsettled(self, ruleset, wager)

    def read_bets(self, bets: Json, ruleset: RuleSet) -> Sequence[RoundBet]:
        from craps.simulate.rounds import read_round_bets

        return read_round_bets(self, bets, ruleset)

    def simulate(self, ruleset: RuleSet, bets: Sequence[Any], *, rolls: int, seed: int) -> Simulation:
        from craps.simulate.rounds import simulate_rounds

        return simulate_rounds(self, ruleset, bets, rounds=rolls, seed=seed)


_SHARED = (*RULESET_HEAD, "wagers", "payouts", "limits", "table", "layout")


def _clause(value: object) -> str:
    if isinstance(value, str):
        return value
    return str(getattr(value, "clause", ""))
