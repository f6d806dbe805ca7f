"""What the bets of a step cost a player as typed and under the rulebook, and one worked example of it.

Only rows that the step touches are worked out: this answers while a person types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Any

from craps import BadInput, Example, ExampleResult, RuleSet, edges, examples_of, run_examples
from craps.edge import edge_with_odds
from craps.edition import Edition
from craps.playthrough import frames
from craps.ruleset import baseline_of
from craps.wagers import CATALOGUE, ODDS_OF
from portal.editions.rulesets import parse_ruleset
from portal.pages.wording import edge_text
from portal.text import and_list

TRIED = 12  # examples settled at most in search of one that differs


@dataclass(frozen=True)
class Row:
    bet: str
    on: str
    edge: str
    rulebook: str

    @property
    def differs(self) -> bool:
        return self.edge != self.rulebook


@dataclass(frozen=True)
class Figures:
    rows: tuple[Row, ...]
    example: ExampleResult | None
    told: tuple[str, ...]

    @property
    def said(self) -> str:
        """The figures in one sentence, for whoever listens to the page."""
        changed = [row for row in self.rows if row.differs]
        if not changed:
            return "No bet of this step costs a player more or less than under the rulebook."
        first = changed[0]
        more = f" {len(changed) - 1} more figures differ." if len(changed) > 2 else ""
        more = more or (" One more figure differs." if len(changed) == 2 else "")
        subject = f"{first.bet}, {first.on}:" if first.on else f"{first.bet}:"
        return f"{subject} the house keeps {first.edge}, under the rulebook {first.rulebook}.{more}"


def figures_of(slug: str, ruleset: dict[str, Any]) -> Figures | None:
    """The figures of a step for rules as typed; None where they cannot be read."""
    try:
        loaded = parse_ruleset(ruleset)
    except BadInput:
        return None
    rows = _odds_rows(loaded) if slug == "odds" else _edge_rows(loaded, _touched(slug, loaded))
    result = _example(loaded, _paths(slug, loaded))
    return Figures(tuple(rows), result, tuple(_told(result)) if result else ())


def _touched(slug: str, ruleset: RuleSet) -> frozenset[str]:
    """The wagers whose cost the step changes: those with a charge, a chosen pay table or a stated payout."""
    if slug == "vig":
        return ruleset.offered & frozenset(ruleset.edition.vig)
    chosen = {
        wager for choice in ruleset.edition.paytables.values() for wager in choice.tables[choice.baseline]
    }
    stated = {key.partition(":")[0] for key in ruleset.stated.get("payouts", {})}
    return ruleset.offered & (chosen | stated)


def _edge_rows(ruleset: RuleSet, wagers: frozenset[str]) -> Iterator[Row]:
    """One row for each bet and figure; numbers that come to the same stand together."""
    if not wagers:
        return
    rulebook = _rulebook_edges(ruleset.edition)
    only = RuleSet(ruleset.edition, MappingProxyType({**ruleset.stated, "wagers": tuple(wagers)}))
    together: dict[tuple[str, Fraction, Fraction | None], list[str]] = {}
    for row in edges(only):
        key = (row.bet, row.edge, rulebook.get((row.bet, row.spot)))
        on = "-".join(map(str, row.dice)) if row.dice else str(row.number or "")
        together.setdefault(key, []).append(on)
    for (bet, edge, was), spots in together.items():
        on = f"on {and_list(spots)}" if spots[0] else ""
        yield Row(ruleset.edition.name_of(bet), on, _text(edge), "not offered" if was is None else _text(was))


def _odds_rows(ruleset: RuleSet) -> Iterator[Row]:
    """Each flat bet with the full odds taken behind it: the odds alone cost nothing at any multiple."""
    rulebook = baseline_of(ruleset.edition)
    for flat in ruleset.edition.odds:
        if flat in ruleset.offered and ODDS_OF[flat] in ruleset.offered:
            yield Row(
                ruleset.edition.name_of(flat),
                "with full odds",
                _text(edge_with_odds(ruleset, flat)),
                _text(edge_with_odds(rulebook, flat)),
            )


def _paths(slug: str, ruleset: RuleSet) -> list[str]:
    """The fields an example should be about: what is stated, or else the whole of the step."""
    sections = ("payouts", "paytables") if slug == "payouts" else (slug,)
    stated = [
        f"{section}.{key.partition(':')[0]}"
        for section in sections
        for key in ruleset.stated.get(section, {})
    ]
    return stated or list(sections)


def _example(ruleset: RuleSet, paths: Iterable[str]) -> ExampleResult | None:
    """The first example about these fields that comes out differently; else the first that is on offer."""
    paths = list(paths)
    about = (example for example in examples_of(ruleset.edition) if _is_about(example, paths, ruleset))
    first = None
    for example in islice(about, TRIED):
        result = run_examples(ruleset, [example])[0]
        if result.verdict == "differs":
            return result
        first = first or result
    return first


def _is_about(example: Example, paths: Iterable[str], ruleset: RuleSet) -> bool:
    return example.wagers <= ruleset.offered and any(example.shows(path) for path in paths)


def _told(result: ExampleResult) -> Iterator[str]:
    """The example's bets, rolls and settlements in words, one line for each event."""
    for frame in frames(result.run.ruleset, result.example.read):
        came = " ".join(done.message for done in frame.step.settlements or ())
        if frame.step.error:
            came = f"Refused: {frame.step.error.message}"
        yield f"{frame.what}. {came}".strip()


@lru_cache(maxsize=64)
def _rulebook_edges(edition: Edition) -> dict[tuple[str, Any], Fraction]:
    everything = tuple(wager for wager in CATALOGUE if wager in edition.wagers)
    baseline = RuleSet(edition, MappingProxyType({"edition": edition.id, "wagers": everything}))
    return {(row.bet, row.spot): row.edge for row in edges(baseline)}


def _text(edge: Fraction) -> str:
    return edge_text(str(edge))
