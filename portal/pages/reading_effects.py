"""What the other options of a reading would change, as pages show it: a worked example and house edges."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from craps import game_of
from craps.comparing import EdgeDifference
from craps.edition import Edition
from craps.money import Exact, rounded_percent
from craps.reading_effects import Effect, EffectExample, other_effects
from portal.accounts.jurisdictions import currency_symbol
from portal.pages.run_words import end_words, signed_money, step_outcome, unsigned_money
from portal.text import and_list


class Figure(NamedTuple):
    """One figure as the edition reads the question and under the other option."""

    label: str
    chosen: str
    other: str
    title: str = ""  # of the worked example or the bet, in the core's words


class PairedStep(NamedTuple):
    """One event of the worked example and what it does under each option."""

    event: str
    chosen: list[str]
    chosen_balance: str
    other: list[str]
    other_balance: str
    differs: bool

    @property
    def is_same(self) -> bool:
        """Whether one cell can speak for both options."""
        return (self.chosen, self.chosen_balance) == (self.other, self.other_balance) and not self.differs


@dataclass(frozen=True)
class OtherOption:
    """An option that the edition has not chosen, and what it would change."""

    effect: str
    example: EffectExample | None = None
    figures: tuple[Figure, ...] = ()
    steps: tuple[PairedStep, ...] = ()
    difference: str = ""
    changes_edges: bool = False


def other_options(edition: Edition, reading_id: str) -> tuple[OtherOption, ...]:
    """Return each option that the edition has not chosen, with what it would change."""
    symbol = currency_symbol(edition.currency)
    return tuple(_other(effect, symbol) for effect in other_effects(edition, reading_id))


def _other(effect: Effect, symbol: str) -> OtherOption:
    words = effect.reading.options[effect.option]
    if effect.example is None:
        return OtherOption(words)
    example = effect.example
    ends = Figure(
        _("Worked example:"),
        end_words(example.chosen, symbol),
        end_words(example.other, symbol),
        example.title,
    )
    return OtherOption(
        words,
        example=example,
        figures=(ends, *_edges(effect)),
        steps=tuple(_steps(example, symbol)),
        difference=_difference(example.difference, symbol),
        changes_edges=bool(effect.edges),
    )


def _edges(effect: Effect) -> Iterator[Figure]:
    """Yield a row for each bet whose edge differs; numbers with the same edges share one."""
    groups: dict[tuple[str, str, str], list[EdgeDifference]] = {}
    edition = effect.edition
    for row in effect.edges:
        name = (
            game_of(edition).bet_words(edition, row.bet, row.which) if row.which else edition.name_of(row.bet)
        )
        groups.setdefault((name, _edge(row.a), _edge(row.b)), []).append(row)
    for (name, chosen, other), rows in groups.items():
        numbers = [row.number for row in rows if row.number is not None]
        if rows[0].which:  # the game's own words, which are English
            yield Figure(_("House edge:"), chosen, other, name)
            continue
        text = _("House edge of {bet} on {numbers}") if numbers else _("House edge of {bet}")
        yield Figure(text.format(bet=name, numbers=and_list(numbers)), chosen, other)


def _edge(edge: Exact) -> str:
    return f"{edge} ({rounded_percent(edge)})"


def _steps(example: EffectExample, symbol: str) -> Iterator[PairedStep]:
    for step in example.steps:
        nothing = [_("Accepted.") if step.event.wager else _("Nothing is settled.")]
        chosen, other = (
            step_outcome(side, symbol)[0] or (nothing if step.differs else [])
            for side in (step.chosen, step.other)
        )
        balances = (signed_money(side.balance, symbol) for side in (step.chosen, step.other))
        yield PairedStep(step.words, chosen, next(balances), other, next(balances), step.differs)


def _difference(difference: Exact, symbol: str) -> str:
    if not difference:
        return _("In the worked example the player has the same money under both options.")
    text = _("In the worked example the player has {amount} more under the other option.")
    if difference < 0:
        text = _("In the worked example the player has {amount} less under the other option.")
    return text.format(amount=unsigned_money(difference, symbol))
