"""What the games that are played in rounds have alike: forms, terms, payouts, words and examples.

A game of this kind states what is its own as attributes and adds its table, its checks and its figures.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from craps.codec import Codec, Entries, Fields, Json, Odds, Text
from craps.edition import Edition, plain_edition
from craps.edition_codec import CLAUSE, HEAD, JUDGED, REQUIRED, TAIL, Cited, CitedForm
from craps.games.game import Game, Term
from craps.games.reading import Forms, read_event
from craps.games.rounds import Event, Run, Table, play
from craps.money import amount_text as money
from craps.readings import MONEY
from craps.ruleset import RuleSet
from craps.ruleset_form import HEAD as RULESET_HEAD
from craps.ruleset_form import layout_fields, limits_form, wagers_form
from craps.vocabulary import LABELS, in_sentence

if TYPE_CHECKING:
    from craps.edge import EdgeRow
    from craps.playthrough import Frame
    from craps.simulate import Simulation
    from craps.simulate.rounds import RoundBet


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


class RoundGame(Game):
    """A game played in rounds."""

    table: type[Table]
    events: Forms
    paid: Mapping[str, str]  # what each payout is for, in words
    plays: Mapping[str, str] = {}  # the ways of playing a round, in words
    said: Mapping[str, str]  # what its own sections of an edition say, by path, in words
    # The fields of an example, beside limits and chip unit, that stand in for those of the rule set.
    stated_by_examples: Mapping[str, Callable[[RuleSet, str], object]] = {}

    def edition(
        self, read: Mapping[str, Any], data: Mapping[str, Json], predecessor: Edition | None
    ) -> Edition:
        return plain_edition(read, data, predecessor, self.own)

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

    # Settling --------------------------------------------------------------------------------------------

    def read_event(self, event: Json, index: int, ruleset: RuleSet) -> Event:
        return read_event(self.events, event, index, ruleset)

    @property
    def event_schemas(self) -> Sequence[Mapping[str, Json]]:
        return [form.schema for form in self.events.values()]

    def settle(self, ruleset: RuleSet, events: Iterable[Any]) -> Run:
        return play(self.table(ruleset), events)

    def frames(self, ruleset: RuleSet, events: Iterable[Any]) -> list[Frame]:
        from craps.playthrough import Frame

        table, shown = self.table(ruleset), []
        for index, event in enumerate(events):
            step = table.apply(index, event)
            bets = tuple(
                {"bet": wager, **({"space": space} if space else {}), "amount": str(stake)}
                for (wager, space), stake in table.bets.items()
            )
            shown.append(Frame(self.event_words(ruleset, event), step, bets, None, table.shown()))
        return shown

    def open_moves(self, ruleset: RuleSet, events: Iterable[Any]) -> list[dict[str, Json]]:
        """What may happen next, as events: a bet with an amount that is accepted, a call, cards or a space as
        an example. Whether something may be done is found out by trying it."""
        played = list(events)

        def allowed(event: Event) -> bool:
            table = self.table(ruleset)
            for index, before in enumerate(played):
                table.apply(index, before)
            return table.apply(len(played), event).error is None

        return [event.to_json() for event in self.moves(ruleset, played) if allowed(event)]

    def moves(self, ruleset: RuleSet, events: Sequence[Event]) -> Iterator[Event]:
        """Every kind of event there is, with an amount or a value that would do."""
        raise NotImplementedError

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

    @property
    def edge_readings(self) -> Iterable[str]:
        return self.modelled

    # Words and examples ----------------------------------------------------------------------------------

    def path_words(self, path: str) -> str:
        head, *rest = path.split(".")
        if head == "payouts" and rest and rest[0] in self.paid:
            return f"Payout of {self.paid[rest[0]]}"
        if head == "limits" and rest and rest[0] in self.wagers:
            leaves = (in_sentence(LABELS[f"limits.{leaf}"]) for leaf in rest[1:])
            return ", ".join([self.wagers[rest[0]], *leaves])
        return super().path_words(path)

    def value_label(self, keys: Sequence[str]) -> str:
        head, *rest = keys
        if head == "payouts":
            return f"Payout of {self.paid[rest[0]]}"
        return self.said.get(".".join(keys)) or super().value_label(keys)

    def event_words(self, ruleset: RuleSet, event: Event) -> str:
        if event.verb in ("bet", "remove"):
            name = self.table(ruleset).name(event.wager, event.space)
            return f"{money(event.amount or 0)} on {name}" if event.verb == "bet" else f"{name} is taken back"
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

        named = self.table(ruleset).name
        table = [["wager", *HEADINGS]]
        for row in rows:
            name = named(row.bet, row.which.get("space", ""))
            play = row.which.get("play", "")
            table.append([f"{name}, {self.plays[play]}" if play else name, *figures_text(row)])
        return table, FOOT

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

    def read_bets(self, bets: Json, ruleset: RuleSet) -> Sequence[RoundBet]:
        from craps.simulate.rounds import read_round_bets

        return read_round_bets(self, bets, ruleset)

    def simulate(self, ruleset: RuleSet, bets: Sequence[Any], *, rolls: int, seed: int) -> Simulation:
        from craps.simulate.rounds import simulate_rounds

        return simulate_rounds(self, ruleset, bets, rounds=rolls, seed=seed)


def _clause(value: object) -> str:
    if isinstance(value, str):
        return value
    return str(getattr(value, "clause", ""))
