"""What the bets of a step cost a player, in the editor and under the rulebook, and one worked example.

Only bets that the step changes are calculated: the page asks while a person types.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Any

from craps import BadInput, Example, ExampleResult, RuleSet, edges, examples_of, game_of, run_examples
from craps.edge import edge_with_odds
from craps.edition import Edition
from craps.games.round_game import RoundGame
from craps.money import rounded_percent
from craps.playthrough import frames
from craps.ruleset import baseline_of
from craps.wagers import CATALOGUE, ODDS_OF
from portal.editions.rulesets import parse_ruleset
from portal.text import and_list

MAX_EXAMPLES = 12  # settled in search of one that differs


@dataclass(frozen=True)
class CostRow:
    """The house edge of a bet."""

    bet: str
    on: str
    edge: str
    rulebook: str  # "" where the rulebook prints no figures
    exact: Fraction = Fraction(0)

    @property
    def differs(self) -> bool:
        return bool(self.rulebook) and self.edge != self.rulebook


@dataclass(frozen=True)
class StepCosts:
    rows: tuple[CostRow, ...]
    example: ExampleResult | None
    example_lines: tuple[str, ...]
    story: str = ""  # the title of the lines where no example of the rulebook fits

    @property
    def has_rulebook(self) -> bool:
        """Whether the rulebook prints anything to compare the figures with."""
        return any(row.rulebook for row in self.rows)

    @property
    def summary(self) -> str:
        """The figures in one sentence, for screen readers."""
        if self.rows and not self.has_rulebook:
            least, most = (pick(self.rows, key=lambda row: row.exact).edge for pick in (min, max))
            kept = least if least == most else f"{least} to {most}"
            return f"On average the house keeps {kept} of a bet."
        changed = [row for row in self.rows if row.differs]
        if not changed:
            return "No bet of this step costs a player more or less than under the rulebook."
        first = changed[0]
        more = f" {len(changed) - 1} more figures differ." if len(changed) > 2 else ""
        more = more or (" One more figure differs." if len(changed) == 2 else "")
        subject = f"{first.bet}, {first.on}:" if first.on else f"{first.bet}:"
        return f"{subject} the house keeps {first.edge}, under the rulebook {first.rulebook}.{more}"


def step_costs(slug: str, ruleset: dict[str, Any]) -> StepCosts | None:
    """Return the costs of a step for the rules in the editor; None if they are not valid."""
    try:
        loaded = parse_ruleset(ruleset)
    except BadInput:
        return None
    game = game_of(loaded.edition)
    if isinstance(game, RoundGame):
        return _round_costs(game, slug, loaded)
    rows = _odds_rows(loaded) if slug == "odds" else _edge_rows(loaded, _changed_wagers(slug, loaded))
    sections = ("payouts", "paytables") if slug == "payouts" else (slug,)
    result = _example(loaded, _paths(sections, loaded))
    return StepCosts(tuple(rows), result, tuple(_example_lines(result)) if result else ())


def _round_costs(game: RoundGame, slug: str, ruleset: RuleSet) -> StepCosts:
    """Every bet by its way of playing, and an example: of the rulebook, or else a round of the game."""
    rulebook = _rulebook_rounds(ruleset.edition)
    named = game.table(ruleset).name
    rows = tuple(
        CostRow(
            named(row.bet, row.which.get("space", "")),
            game.plays.get(row.which.get("play", ""), ""),
            rounded_percent(row.edge),
            rounded_percent(rulebook[row.key]) if row.key in rulebook else "not offered" if rulebook else "",
            row.edge,
        )
        for row in edges(ruleset)
    )
    keys = next((section.keys for section in game.sections if section.slug == slug), (slug,))
    result = _example(ruleset, _paths(keys, ruleset)) or _example(ruleset, ("play", "payouts"))
    if result:
        return StepCosts(rows, result, tuple(_example_lines(result)))
    for title, events in game.stories(ruleset, ruleset):
        lines = _lines(ruleset.without("limits", "chip_unit"), game.read_events(events, ruleset))
        return StepCosts(rows, None, tuple(lines), story=title)
    return StepCosts(rows, None, ())


def _changed_wagers(slug: str, ruleset: RuleSet) -> frozenset[str]:
    """The wagers whose cost the step changes: with vigorish, a choice of pay table or a stated payout."""
    if slug == "vig":
        return ruleset.offered & frozenset(ruleset.edition.vig)
    chosen = {
        wager for choice in ruleset.edition.paytables.values() for wager in choice.tables[choice.baseline]
    }
    stated = {key.partition(":")[0] for key in ruleset.stated.get("payouts", {})}
    return ruleset.offered & (chosen | stated)


def _edge_rows(ruleset: RuleSet, wagers: frozenset[str]) -> Iterator[CostRow]:
    """One row for each bet and figure; numbers with the same figure share a row."""
    if not wagers:
        return
    rulebook = _rulebook_edges(ruleset.edition)
    limited = RuleSet(ruleset.edition, MappingProxyType({**ruleset.stated, "wagers": tuple(wagers)}))
    spots_by_cost: dict[tuple[str, Fraction, Fraction | None], list[str]] = {}
    for row in edges(limited):
        key = (row.bet, row.edge, rulebook.get((row.bet, row.spot)))
        on = "-".join(map(str, row.dice)) if row.dice else str(row.number or "")
        spots_by_cost.setdefault(key, []).append(on)
    for (bet, edge, was), spots in spots_by_cost.items():
        on = f"on {and_list(spots)}" if spots[0] else ""
        yield CostRow(
            ruleset.edition.name_of(bet),
            on,
            rounded_percent(edge),
            "not offered" if was is None else rounded_percent(was),
        )


def _odds_rows(ruleset: RuleSet) -> Iterator[CostRow]:
    """Each flat bet with full odds behind it: odds alone cost nothing at any multiple."""
    rulebook = baseline_of(ruleset.edition)
    for flat in ruleset.edition.odds:
        if flat in ruleset.offered and ODDS_OF[flat] in ruleset.offered:
            yield CostRow(
                ruleset.edition.name_of(flat),
                "with full odds",
                rounded_percent(edge_with_odds(ruleset, flat)),
                rounded_percent(edge_with_odds(rulebook, flat)),
            )


def _paths(sections: Sequence[str], ruleset: RuleSet) -> list[str]:
    """The fields an example should show: the stated ones, or else the whole step."""
    stated = [
        f"{section}.{name}"
        for section in sections
        if isinstance(fields := ruleset.stated.get(section), Mapping)
        for key in fields
        for name in dict.fromkeys((key, key.partition(":")[0]))
    ]
    return stated or list(sections)


def _example(ruleset: RuleSet, paths: Iterable[str]) -> ExampleResult | None:
    """The first example about these fields with a different result; else the first one on offer."""
    paths = list(paths)
    about = (example for example in examples_of(ruleset.edition) if _is_about(example, paths, ruleset))
    first = None
    for example in islice(about, MAX_EXAMPLES):
        result = run_examples(ruleset, [example])[0]
        if result.verdict == "differs":
            return result
        first = first or result
    return first


def _is_about(example: Example, paths: Iterable[str], ruleset: RuleSet) -> bool:
    """Whether it shows one of these fields, bets on wagers on offer and assumes no other terms."""
    offered = example.wagers <= ruleset.offered and example.applies_to(ruleset)
    return offered and any(example.shows(path) for path in paths)


def _example_lines(result: ExampleResult) -> Iterator[str]:
    """The example in words, one line for each bet, roll or call with its settlements."""
    return _lines(result.run.ruleset, result.example.read)


def _lines(ruleset: RuleSet, events: Iterable[Any]) -> Iterator[str]:
    for frame in frames(ruleset, events):
        result_text = " ".join(settlement.message for settlement in frame.step.settlements or ())
        if frame.step.error:
            result_text = f"Refused: {frame.step.error.message}"
        yield f"{frame.what}. {result_text}".strip()


@lru_cache(maxsize=64)
def _rulebook_rounds(edition: Edition) -> dict[tuple[object, ...], Fraction]:
    """Empty where the document prints nothing that an edge could come from."""
    return {row.key: row.edge for row in edges(baseline_of(edition))}


@lru_cache(maxsize=64)
def _rulebook_edges(edition: Edition) -> dict[tuple[str, Any], Fraction]:
    everything = tuple(wager for wager in CATALOGUE if wager in edition.wagers)
    baseline = RuleSet(edition, MappingProxyType({"edition": edition.id, "wagers": everything}))
    return {(row.bet, row.spot): row.edge for row in edges(baseline)}
