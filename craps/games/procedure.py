"""How a round is played as the document has it: step by step, each with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from craps.messages import fill
from craps.messages import words as tables

if TYPE_CHECKING:
    from craps.edition import Edition
    from craps.games.round_game import RoundGame


class Step(NamedTuple):
    """What happens, and what follows. ``about`` are the values of the edition that say so, as paths with a
    space between: "play.tie play.choice"."""

    when: str
    words: str
    about: str


def said_step(table: str, name: str, about: str, **filled: object) -> Step:
    """A step whose words are in a table of messages: when, and what follows."""
    when, words = tables(table)[name]
    return Step(fill(when, **filled), fill(words, **filled), about)


class CitedStep(NamedTuple):
    when: str
    words: str
    clause: str


def cited_steps(game: RoundGame, edition: Edition) -> Iterator[CitedStep]:
    """The steps of a round with the clauses that the edition gives for them, each once.

    >>> from craps import game_of, load_edition
    >>> edition = load_edition("bc-war")
    >>> [step for step in cited_steps(game_of(edition), edition) if step.when == "The war is lost"]
    [CitedStep(when='The war is lost', words='Casino War and Go to War lose.', clause='7/5.2.4.a(5)')]
    """
    for step in game.steps(edition):
        clauses = (clause for path in step.about.split() for clause in game.clauses_of(edition, path))
        yield CitedStep(step.when, step.words, ", ".join(dict.fromkeys(clauses)))
