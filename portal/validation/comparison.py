"""Two rule sets side by side, and one rule set under every edition: what pages about change are made of.

Working one out takes the core a fraction of a second, so the latest are remembered.
"""

from functools import lru_cache
from types import MappingProxyType

from craps import Edition, RuleSet, edition_ids, game_of, load_edition
from craps.codec import Json
from craps.comparing import Comparison, Elsewhere, compare, where
from craps.editions import editions_under
from portal.editions.selectors import core_editions


def compare_rulesets(was: RuleSet, now: RuleSet) -> Comparison:
    """What differs in values, settlements and edges. `a` is how it was, `b` how it is.

    Posted limits are left out: the examples bet small round amounts, and a minimum would refuse them on both
    sides instead of showing what they pay.
    """
    return _compare(was.without("limits"), now.without("limits"))


def elsewhere(
    ruleset: RuleSet, readings: Json = MappingProxyType({}), path: str = "readings"
) -> list[Elsewhere]:
    """The same terms under each edition of the game: where they would pass, and what would have to change.

    Each edition is read by those of the `readings` that it has; BadInput names one that none has.
    """
    game = game_of(ruleset.edition)
    editions = core_editions(game.id) or [load_edition(edition_id) for edition_id in edition_ids(game.id)]
    return _elsewhere(ruleset, tuple(editions_under(readings, path, editions)))


_compare = lru_cache(maxsize=64)(compare)


@lru_cache(maxsize=64)
def _elsewhere(ruleset: RuleSet, editions: tuple[Edition, ...]) -> list[Elsewhere]:
    return where(ruleset, editions)
