"""What another reading of an open question would change: money in a worked example, edges, findings.

Start with ``other_effects``. A reading that decides money has a story (``Game.reading_stories``): bets and
rolls that end differently under its two options, in every edition that has the reading. It is settled under
both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from craps.codec import Json
from craps.comparing import EdgeDifference, edge_differences
from craps.edition import Edition
from craps.examples import event_words
from craps.games import game_of
from craps.messages import cached, words
from craps.money import Exact
from craps.readings import APPROVAL, MONEY, Reading
from craps.ruleset import with_every_wager
from craps.runs import Played, Stepped, worth
from craps.validation import DECIDED


class Story(NamedTuple):
    """Bets and rolls that show what a reading decides; ``terms`` is what the operator must choose for it."""

    title: str
    events: tuple[dict[str, Json], ...]
    terms: Mapping[str, Json] = {}


def _bet(wager: str, amount: int, **more: Json) -> dict[str, Json]:
    return {"bet": wager, "amount": str(amount), **more}


def _roll(a: int, b: int) -> dict[str, Json]:
    return {"roll": [a, b]}


# Of craps, by reading; `craps_stories` adds titles. The amounts fit the units of every edition that has it
# and bring it about at its baseline.
STORIES: Mapping[str, Story] = {
    "on-marker": Story(
        "",
        (
            _bet("place", 12, number=6),
            _bet("place", 12, number=8),
            {"turn": "on", "bet": "place", "number": 6},
            _roll(3, 5),
        ),
    ),
    "dont-put-back": Story(
        "",
        (_bet("dont_pass", 10), {"remove": "dont_pass"}, _bet("dont_pass", 10), _roll(1, 2)),
    ),
    "side-bet-added": Story(
        "",
        (
            _bet("pass_line", 5),
            _bet("fire", 1),
            *(_roll(*faces) for point in ((1, 3), (2, 3), (2, 4), (3, 5)) for faces in (point, point)),
            {"pass_dice": True},
            _bet("pass_line", 5),
            _bet("fire", 4),
            _roll(4, 5),
            _roll(3, 4),
        ),
    ),
    "double-odds": Story(
        "",
        (_bet("pass_line", 1), _roll(2, 4), _bet("pass_odds", 5), _roll(2, 4)),
        {"odds": {"pass_line": {"multiples": 2}}},
    ),
    "c-and-e-odd": Story("", (_bet("c_and_e", 3), _roll(5, 6))),
    "vig-left-up": Story(
        "",
        (_roll(3, 5), _bet("buy", 20, number=4, stay=True), _roll(1, 3), _roll(3, 4)),
    ),
    "vig-coming-down": Story("", (_roll(3, 5), _bet("buy", 20, number=4), _roll(1, 3))),
    "marker-lasts": Story(
        "",
        (
            _bet("place", 12, number=6),
            {"turn": "on", "bet": "place", "number": 6},
            _roll(5, 6),
            _roll(3, 4),
        ),
    ),
    "odds-base": Story(
        "",
        (
            _bet("dont_pass", 40),
            _roll(1, 3),
            {"remove": "dont_pass", "amount": "30"},
            _bet("dont_pass_odds", 80),
            _roll(3, 4),
        ),
    ),
}


def craps_stories() -> dict[str, Story]:
    """The stories of craps with their titles."""
    titles = words("stories.READINGS")
    return {name: story._replace(title=titles[name]) for name, story in STORIES.items()}


def other_effects(edition: Edition, reading_id: str) -> tuple[Effect, ...]:
    """The effect of each option that the edition has not chosen; none where only one is modelled.

    >>> from craps.editions import load_edition
    >>> effect = other_effects(load_edition("bc-craps"), "vig-coming-down")[0]
    >>> effect.option, effect.example.difference, str(effect.edges[0].a), str(effect.edges[0].b)
    ('paid-if-left-up', 1, '4/63', '1/21')
    """
    return tuple(effects(edition, reading_id, option) for option in edition.readings[reading_id].others)


@cached(512)
def effects(edition: Edition, reading_id: str, option: str) -> Effect:
    """What changes if the edition reads a question by this option and not as it does.

    BadInput names a reading or an option that the edition does not have.
    """
    read_so = edition.with_readings({reading_id: option})
    reading = edition.readings[reading_id]
    game = game_of(edition)
    if reading.kind == MONEY:
        return Effect(
            edition,
            reading,
            option,
            _example(game.reading_stories[reading_id], edition, read_so),
            edge_differences(with_every_wager(edition), with_every_wager(read_so))
            if reading_id in game.edge_readings
            else (),
        )
    if reading.kind == APPROVAL and option in DECIDED:
        return Effect(edition, reading, option, found=(DECIDED[reading.chosen][0], DECIDED[option][0]))
    return Effect(edition, reading, option)


class EffectStep(NamedTuple):
    """One event of the example in words, and what it does under each option."""

    event: Any
    words: str
    chosen: Stepped
    other: Stepped

    @property
    def differs(self) -> bool:
        """Whether this very event does something else; the balance may differ from an earlier one."""
        return _done(self.chosen) != _done(self.other)


class EffectExample(NamedTuple):
    """A story settled as the edition reads it and under the other option."""

    title: str
    terms: Mapping[str, Json]  # what the operator has chosen; everything else is the edition's baseline
    steps: tuple[EffectStep, ...]
    chosen: Played
    other: Played

    @property
    def difference(self) -> Exact:
        """What the player has more under the other option, bets still up counted as the player's."""
        return worth(self.other) - worth(self.chosen)

    def to_json(self) -> dict[str, Json]:
        return {
            "title": self.title,
            "terms": dict(self.terms),
            "events": [step.event.to_json() for step in self.steps],
            "chosen": self.chosen.to_json(),
            "other": self.other.to_json(),
            "differs_at": [place for place, step in enumerate(self.steps) if step.differs],
            "difference": str(self.difference),
        }


class Effect(NamedTuple):
    """What changes if an edition reads a question by ``option``.

    ``example`` and ``edges`` (``a`` as it is read, ``b`` under the option) belong to a reading that decides
    money. ``found`` belongs to one that decides an approval: what its findings are now, and would be.
    """

    edition: Edition
    reading: Reading
    option: str
    example: EffectExample | None = None
    edges: tuple[EdgeDifference, ...] = ()
    found: tuple[str, str] | None = None

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "edition": self.edition.id,
            "reading": self.reading.id,
            "chosen": self.reading.chosen,
            "option": self.option,
        }
        if self.example:
            answer["example"] = self.example.to_json()
            answer["edges"] = [row.to_json() for row in self.edges]
        if self.found:
            answer["found"] = dict(zip(("chosen", "other"), self.found, strict=True))
        return answer


def _example(story: Story, edition: Edition, read_so: Edition) -> EffectExample:
    game = game_of(edition)
    rules = [with_every_wager(each, story.terms) for each in (edition, read_so)]
    events = game.read_events(list(story.events), rules[0])
    chosen, other = (game.settle(each, events) for each in rules)
    steps = tuple(
        EffectStep(event, event_words(chosen.ruleset, event), *pair)
        for event, *pair in zip(events, chosen.steps, other.steps, strict=True)
    )
    return EffectExample(story.title, story.terms, steps, chosen, other)


def _done(step: Stepped) -> tuple[Any, ...]:
    settled = ((s.bet, s.place, s.outcome, s.paid, s.returned, s.vig or 0) for s in step.settlements or ())
    return (step.error and step.error.code, step.vig or 0, *settled)
