"""The lines of an own example of a game played in rounds, from the forms of the game's events."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from django.utils.text import capfirst

from craps.games.reading import BETS
from craps.games.round_game import RoundGame
from craps.ruleset import RuleSet
from craps.vocabulary import in_sentence
from portal.pages.example_lines import (
    AMOUNT,
    BET,
    WHAT,
    Event,
    ExampleColumn,
    ExampleLine,
    LineError,
    LineForm,
    Options,
    amount_in,
    money_of,
)
from portal.text import and_list

PARTS = "part-{}"


class RoundLines(LineForm):
    """Bets, calls, and what comes by chance: cards or spaces are chosen from what the rule set has."""

    something = "a bet or a call"

    def __init__(self, game: RoundGame, ruleset: RuleSet) -> None:
        self.game, self.ruleset = game, ruleset
        self.calls = {verb: game.call(verb) for verb in game.events if verb not in BETS}

    @property
    def actions(self) -> Sequence[tuple[str, str]]:  # type: ignore[override]  # worked out from the game
        calls = [(verb, call.button) for verb, call in self.calls.items()]
        return [("", "Nothing"), ("bet", "Bet"), *calls, ("remove", "Take a bet back")]

    @property
    def hint(self) -> str:  # type: ignore[override]  # worked out from the game
        """What the columns after the amount are for."""
        said = [
            f"For “{call.button}” choose {and_list([f'the {in_sentence(part)}' for part in call.parts])}."
            for call in self.calls.values()
            if call.parts
        ]
        return " ".join(said)

    @property
    def title_hint(self) -> str:  # type: ignore[override]  # worked out from the game
        told = next(iter(self.game.stories(self.ruleset, self.ruleset)), None)
        return f"{told[0]}." if told else "A bet wins."

    @cached_property
    def columns(self) -> Sequence[ExampleColumn]:
        """As many as the call with the most parts has, and named after those."""
        longest: tuple[str, ...] = max((call.parts for call in self.calls.values()), key=len, default=())
        options = [(each, self.game.outcome_words(each)) for each in self.game.left(self.ruleset, ())]
        return tuple(
            ExampleColumn(PARTS.format(place), title, [("", "None"), *options])
            for place, title in enumerate(longest)
        )

    def event(self, line: ExampleLine) -> Event:
        if line.what in self.calls:
            parts = self.game.events[line.what].parts
            for place, value in enumerate(line.values[: len(parts)]):
                if not value:
                    words = in_sentence(self.calls[line.what].parts[place])
                    raise LineError(f"Choose the {words}.", PARTS.format(place))
            return self.game.events[line.what].of_parts(line.values[: len(parts)])
        if line.what not in BETS:
            raise LineError("Choose something that happens in this game.", WHAT)
        wager, _, space = line.bet.partition(":")
        if not wager:
            raise LineError("Choose the wager.", BET)
        on: Event = {"space": space} if space else {}
        if line.what == "remove":
            return {"remove": wager, **on}
        return {"bet": wager, **on, **money_of(line, needed=True)}

    def line(self, event: Event) -> ExampleLine:
        blank = [""] * len(self.columns)
        verb = next((name for name in self.game.events if name in event), "")
        if verb in self.calls:
            parts = _parts(event[verb])
            return ExampleLine(verb, values=[*parts, *blank[len(parts) :]])
        on = f":{event['space']}" if "space" in event else ""
        return ExampleLine(verb, f"{event.get(verb, '')}{on}", amount_in(event), blank)

    def bets(self, lines: Iterable[ExampleLine]) -> list[tuple[str, Options]]:
        named = self.game.table(self.ruleset).name
        offered = self.game.spots(self.ruleset)
        written = [(wager, space) for wager, _, space in (line.bet.partition(":") for line in lines)]
        known = [spot for spot in written if spot[0] in self.game.wagers]
        choices = [
            (f"{wager}:{space}" if space else wager, capfirst(named(wager, space)))
            for wager, space in dict.fromkeys([*offered, *known])
        ]
        return [("Wagers", choices)]

    def column_of(self, key: str, rest: str) -> str:
        if key == AMOUNT:
            return AMOUNT
        if key not in self.calls:
            return BET
        parts, part = self.game.events[key].parts, rest.strip(".[]")
        return PARTS.format(parts.index(part) if part in parts else 0)


def _parts(value: Any) -> list[str]:
    """The parts of an event's value; none of a call."""
    if value is True:
        return []
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
    return [str(each) for each in values]
