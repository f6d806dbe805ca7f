"""Two rule sets side by side, and one rule set under every edition: what pages about change are made of.

Working one out takes the core a fraction of a second, so the latest are remembered by their text.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from craps import Edition, load_edition, load_ruleset
from craps.compare import Comparison, Elsewhere, compare, where
from portal.editions.selectors import core_editions

Ruleset = dict[str, Any]


def compared(was: Ruleset, now: Ruleset) -> Comparison:
    """What differs in values, settlements and edges. `a` is how it was, `b` how it is.

    Posted limits stand aside: the stories that are settled bet small round amounts, and a minimum would
    refuse them on both sides instead of showing what they pay.
    """
    editions = tuple(load_edition(each["edition"]) for each in (was, now))
    return _compared(_text(_without_limits(was)), _text(_without_limits(now)), editions)


def elsewhere(ruleset: Ruleset) -> list[Elsewhere]:
    """The same terms under each edition: where they would pass, and what would have to change."""
    return _elsewhere(_text(ruleset), tuple(core_editions()))


def _without_limits(ruleset: Ruleset) -> Ruleset:
    return {key: value for key, value in ruleset.items() if key != "limits"}


def _text(ruleset: Ruleset) -> str:
    return json.dumps(ruleset, sort_keys=True)


@lru_cache(maxsize=64)
def _compared(was: str, now: str, editions: tuple[Edition, Edition]) -> Comparison:
    return compare(load_ruleset(was, editions[0]), load_ruleset(now, editions[1]))


@lru_cache(maxsize=64)
def _elsewhere(ruleset: str, editions: tuple[Edition, ...]) -> list[Elsewhere]:
    return where(load_ruleset(ruleset), editions)
