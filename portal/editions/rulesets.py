"""Rule sets parsed by the core under the right edition, drafted ones included.

A stored version is parsed once per process (`Version.rules`). What comes from outside, such as an editor, the
API or a file, is parsed by `parse_ruleset`.
"""

from collections.abc import Mapping

from craps import RuleSet, load_ruleset
from craps.codec import Json, parse
from craps.edition import Edition as CoreEdition
from craps.editions import all_edition_ids, unknown_edition
from portal.editions.selectors import published, published_edition

_MOST_STORED = 1024
_stored: dict[tuple[str, str], RuleSet] = {}  # by the digests of edition and rule set


def parse_ruleset(data: Mapping[str, Json] | str | bytes) -> RuleSet:
    """Parse a rule set under the edition it names, built in or published. BadInput names what is wrong."""
    if isinstance(data, str | bytes):
        data = parse(data)
    return load_ruleset(data, named_edition(data))


def named_edition(ruleset: Json, path: str = "edition") -> CoreEdition | None:
    """The published edition that a rule set names; None for a built-in one, which the core loads itself.

    BadInput, with all that there are, where there is none.
    """
    edition_id = ruleset.get("edition") if isinstance(ruleset, Mapping) else None
    if not isinstance(edition_id, str) or edition_id in all_edition_ids():
        return None
    edition = published_edition(edition_id)
    if edition is None:
        drafted = published().filter(built_in=False).values_list("pk", flat=True).order_by("pk")
        raise unknown_edition(edition_id, [*all_edition_ids(), *drafted], path)
    return edition


def stored_ruleset(data: Mapping[str, Json], digest: str, edition: CoreEdition) -> RuleSet:
    """The rule set of a stored text, parsed once per process.

    A text that no longer has its digest is parsed, but not remembered under it.
    """
    key = (edition.contents_digest, digest)
    rules = _stored.get(key)
    if rules is None:
        rules = load_ruleset(data, edition)
        if rules.digest == digest:
            if len(_stored) >= _MOST_STORED:
                _stored.clear()
            _stored[key] = rules
    return rules


def forget_stored() -> None:
    """Empties the process's memory, for tests that count parses."""
    _stored.clear()
