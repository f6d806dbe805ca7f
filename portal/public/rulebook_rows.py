"""A line of a table about an edition."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """`label` in the edition's own words; `plain` in ours, where rows of several editions share a line.

    `note` is shown beside the value and makes no difference between editions.
    """

    key: str
    label: str
    value: str
    clause: str
    plain: str = ""
    note: str = ""


def sentence(text: str) -> str:
    """Only the first letter is raised: USD stays as it is."""
    return text[:1].upper() + text[1:]
