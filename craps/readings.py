"""Readings: what a rule document leaves open, and how an edition reads it.

A reading is data of an edition (``[readings]`` in its file): the clauses, the question, the options with what
each does, the chosen one and why. There are three kinds:

- money: settlement and edges go by it; ``Game.modelled`` has the ids and options that a game knows;
- approval: its id is that of a rule (``md.vig.rate``) and it decides what the rule's ``refer`` findings are,
  or a check goes by it (``Game.approving``);
- recorded: a question with the one option that is modelled, so that a regulator sees it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from craps.errors import BadInput, nearest, path_key, quoted

if TYPE_CHECKING:
    from craps.games.game import Game

MONEY, APPROVAL, RECORDED = "money", "approval", "recorded"

# The options that settlement of craps knows, the first where a document does not leave the question open.
MODELLED: Mapping[str, tuple[str, ...]] = {
    "on-marker": ("one", "kind"),
    "dont-put-back": ("before-the-roll", "not"),
    "side-bet-added": ("between-shooters", "no"),
    "double-odds": ("plain", "keep-single"),
    "c-and-e-odd": ("halves", "refuse"),
    "vig-left-up": ("again", "once"),
    "vig-coming-down": ("placed-and-paid", "paid-if-left-up"),
    "marker-lasts": ("until-decided", "one-roll"),
    "odds-base": ("as-it-stands", "when-point-set"),
}
REFER, ALLOW, BREACH = "refer", "allow", "breach"
JUDGEMENTS: Mapping[str, str] = {
    REFER: "A person decides each time.",
    ALLOW: "It is allowed: a note says so and the verdict does not change.",
    BREACH: "It is a breach.",
}


class Reading(NamedTuple):
    """One open question of a document and how the edition reads it."""

    id: str
    clauses: tuple[str, ...]
    question: str
    options: Mapping[str, str]  # what each does, in a sentence
    chosen: str
    why: str
    kind: str

    @property
    def effect(self) -> str:
        """What the chosen option does, in a sentence."""
        return self.options[self.chosen]

    @property
    def is_judgement(self) -> bool:
        """Whether it decides what the findings of a rule are: referred, allowed or a breach."""
        return set(self.options) == set(JUDGEMENTS)

    @property
    def others(self) -> tuple[str, ...]:
        """The options that were not chosen; none where only one is modelled."""
        return tuple(option for option in self.options if option != self.chosen)

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "kind": self.kind,
            "clauses": list(self.clauses),
            "question": self.question,
            "options": dict(self.options),
            "chosen": self.chosen,
            "why": self.why,
        }


def reading_from_data(name: str, data: Mapping[str, Any], path: str, game: Game) -> Reading:
    """A reading from its entry in an edition; BadInput if its options are not those that the game knows."""
    options = data.get("options") or (JUDGEMENTS if "." in name else {})
    known = game.modelled.get(name) or (tuple(JUDGEMENTS) if "." in name else tuple(options)[:1])
    if set(options) != set(known):
        text = ", ".join(known) or "the one that is modelled"
        raise BadInput(f"{path}.options", f"should be {text}: other options are not modelled")
    if data["chosen"] not in options:
        raise BadInput(f"{path}.chosen", _not_an_option(data["chosen"], options))
    kind = APPROVAL if "." in name or name in game.approving else MONEY if name in game.modelled else RECORDED
    question, offered = data["question"], MappingProxyType(dict(options))
    return Reading(name, data["clauses"], question, offered, data["chosen"], data["why"], kind)


def choose(
    readings: Mapping[str, Reading], chosen: object, edition: str, path: str = "readings"
) -> dict[str, Reading]:
    """The readings with other options chosen: ``{"on-marker": "one"}``. BadInput names what is unknown."""
    changed = dict(readings)
    for name, option in choices(chosen, path).items():
        place = f"{path}.{path_key(name)}"
        if name not in readings:
            close = nearest(str(name), readings) or f"; craps readings {edition} lists them"
            raise BadInput(place, f"is not a reading of {edition}{close}")
        reading = readings[name]
        if not isinstance(option, str) or option not in reading.options:
            raise BadInput(place, _not_an_option(option, reading.options))
        changed[name] = reading._replace(chosen=option)
    return changed


def choices(chosen: object, path: str) -> Mapping[str, Any]:
    """Chosen options by reading; BadInput for anything that is not an object."""
    if not isinstance(chosen, Mapping):
        raise BadInput(path, 'should be an object of reading and option, such as {"on-marker": "one"}')
    return chosen


def _not_an_option(option: object, options: Mapping[str, str]) -> str:
    given = quoted(option) if isinstance(option, str) else "this"
    if len(options) == 1:
        return f"{given} is not modelled; the only option is {next(iter(options))}"
    return f"{given} is not an option; there are {', '.join(options)}"
