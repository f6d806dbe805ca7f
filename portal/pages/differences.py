"""What differs between two rule sets, field by field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

ABSENT = object()


@dataclass(frozen=True)
class Difference:
    path: str
    before: Any
    after: Any

    @property
    def added(self) -> bool:
        return self.before is ABSENT

    @property
    def removed(self) -> bool:
        return self.after is ABSENT


def differences(before: dict[str, Any], after: dict[str, Any]) -> list[Difference]:
    """Every field that is not the same in both, by dotted path, in the order of the paths.

    >>> differences({"odds": {"come": {"multiples": 1}}}, {"odds": {"come": {"multiples": 2}}})
    [Difference(path='odds.come.multiples', before=1, after=2)]
    """
    old, new = dict(_leaves(before)), dict(_leaves(after))
    return [
        Difference(path, old.get(path, ABSENT), new.get(path, ABSENT))
        for path in sorted(old.keys() | new.keys(), key=_reading_order)
        if old.get(path, ABSENT) != new.get(path, ABSENT)
    ]


def _leaves(value: Any, path: str = "") -> list[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        return [leaf for key, inner in value.items() for leaf in _leaves(inner, f"{path}.{key}" if path else key)]
    return [(path, value)]


def _reading_order(path: str) -> list[tuple[int, int, str]]:
    """Points in the order 4 5 6 8 9 10, not 10 4 5."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in path.split(".")]
