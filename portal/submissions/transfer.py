"""Rule sets coming in from elsewhere and going out: contract JSON, and copies to another casino.

Nothing here stores anything. A reading says what was understood and what was not; saving is the services'.
"""

import copy
import re
from dataclasses import dataclass
from typing import Any

from craps import BadInput, RuleSet
from craps.codec import parse
from craps.errors import path_key
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Property
from portal.editions.rulesets import parse_ruleset
from portal.errors import BadValue
from portal.submissions.models import Version

LARGEST = 256 * 1024
MOST_LEFT_OUT = 50  # a file with more parts that cannot be read is no rule set
# Amounts of money: they mean nothing in another currency.
IN_MONEY = ("limits", "chip_unit")


@dataclass(frozen=True)
class ReadRules:
    """A rule set as far as it could be read, and what had to be left out."""

    rules: RuleSet
    left_out: tuple[dict[str, str], ...] = ()  # path and message of each

    @property
    def edition_id(self) -> str:
        return self.rules.edition.id

    @property
    def ruleset(self) -> dict[str, Any]:
        """In output form."""
        return self.rules.to_json()


def read(text: str | bytes) -> ReadRules:
    """Contract JSON. A part that cannot be read is left out and named; the rest stays.

    BadValue where nothing can be made of it: no JSON, no object, or no edition that is known.
    """
    if len(text) > LARGEST:
        raise BadValue(
            f"This is larger than {LARGEST // 1024} KB. A rule set takes a few kilobytes.", field="text"
        )
    try:
        document = parse(text)
    except BadInput as error:
        raise BadValue(f"This cannot be read: {error}.", field="text") from None
    if not isinstance(document, dict):
        raise BadValue("A rule set is a JSON object, such as {“edition”: “nz-revised”}.", field="text")
    return _as_far_as_possible(document)


def for_property(rules: RuleSet, prop: Property, edition_id: str) -> ReadRules:
    """The same terms at a casino under one of its editions, in its own currency."""
    where = jurisdiction(prop.jurisdiction)
    own = {"edition": edition_id, "operator": prop.organisation.name, "currency": where.currency}
    moved = rules.to_json() | own
    left_out = []
    was = rules.stated.get("currency", rules.edition.currency)
    if was != where.currency:
        for field in IN_MONEY:
            if moved.pop(field, None) is not None:
                message = (
                    f"These amounts are in {was}; {prop.name} works in {where.currency}. State them again."
                )
                left_out.append({"path": field, "message": message})
    reading = _as_far_as_possible(moved)
    return ReadRules(reading.rules, (*left_out, *reading.left_out))


def canonical_json(version: Version) -> bytes:
    """The version's canonical JSON. The SHA-256 of these bytes is the version's digest."""
    return version.rules.canonical()


def file_name(version: Version) -> str:
    return f"{version.submission.reference}-version-{version.number}.json"


def _as_far_as_possible(document: dict[str, Any]) -> ReadRules:
    """Takes out one unreadable part after the other until the rest can be read."""
    try:
        rest = copy.deepcopy(document)
    except RecursionError:
        raise BadValue("This cannot be read: it is nested too deeply.", field="text") from None
    left_out: list[dict[str, str]] = []
    gone: dict[str, list[int]] = {}  # places already taken out of each list, as they were written
    while True:
        try:
            return ReadRules(parse_ruleset(rest), tuple(left_out))
        except BadInput as error:
            removed = "" if error.path == "edition" else _take_out_around(rest, error.path)
            if not removed:
                raise BadValue(f"This cannot be read: {_reason(error, left_out)}.", field="text") from None
            left_out.append({"path": _as_written(error.path, removed, gone), "message": error.message})
            if len(left_out) > MOST_LEFT_OUT:
                first = "; ".join(f"{part['path']}: {part['message']}" for part in left_out[:3])
                message = (
                    f"More than {MOST_LEFT_OUT} parts cannot be read, so nothing was imported. The first:"
                )
                raise BadValue(f"{message} {first}.", field="text") from None


def _reason(error: BadInput, left_out: list[dict[str, str]]) -> str:
    """Why nothing can be made of it: a part that must be there was left out, for the reason given first."""
    within = [part for part in left_out if error.path and part["path"].startswith(f"{error.path}.")]
    return f"{within[0]['path']}: {within[0]['message']}" if within else str(error)


def _as_written(path: str, removed: str, gone: dict[str, list[int]]) -> str:
    """A list grows shorter with each entry taken out; people look for the place where they wrote it."""
    match = re.fullmatch(r"([^\[]+)\[(\d+)\](.*)", path)
    if not match:
        return path
    taken = gone.setdefault(match[1], [])
    place = int(match[2])
    for earlier in sorted(taken):
        place += earlier <= place
    if removed.endswith("]"):
        taken.append(place)
    return f"{match[1]}[{place}]{match[3]}"


def _take_out_around(document: dict[str, Any], path: str) -> str:
    """Removes what is at a path, or, where nothing is, the part that should contain it.

    The path that was removed; "" if there was none.
    """
    while path and not _take_out(document, path):
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return path


def _take_out(place: Any, path: str) -> bool:
    """Removes what is at a path such as `odds.come.multiples.4` or `wagers[3]`."""
    if isinstance(place, list):
        index = re.match(r"\[(\d+)\]\.?", path)
        keys: list[Any] = [int(index[1])] if index and int(index[1]) < len(place) else []
        names = [index[0].rstrip(".")] if index else []
    elif isinstance(place, dict):
        keys, names = list(place), [path_key(key) for key in place]
    else:
        return False
    for key, name in zip(keys, names, strict=False):
        if path == name:
            del place[key]
            return True
        inside = path[len(name) :].removeprefix(".")
        if path.startswith((f"{name}.", f"{name}[")) and _take_out(place[key], inside):
            if not place[key]:  # nothing readable is left in it
                del place[key]
            return True
    return False
