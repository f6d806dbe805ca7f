"""Rows that say the same of several wagers become one row: on the case page and in the certificate alike."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from craps.messages import spoken
from portal.text import and_list

Row = dict[str, Any]

# The words of a label before the bet it is about, which are the core's.
JOINTS = {"en": (" of ", " on "), "fr": (" de ", " sur ")}


class RowGroup(NamedTuple):
    """Rows that are alike: "Limits of Pass Bet and Come Bet", about the Pass Bet and the Come Bet."""

    label: str
    names: list[str]
    rows: list[Row]

    @property
    def first(self) -> Row:
        return self.rows[0]


def group_equal_rows(
    rows: Iterable[Row],
    joints: tuple[str, ...] | None = None,
    alike: tuple[str, ...] = ("value", "clause"),
) -> list[RowGroup]:
    """Group "Limits of Pass Bet" and "Limits of Come Bet" if these fields of the two are alike."""
    joints = JOINTS[spoken()] if joints is None else joints
    groups: dict[tuple[Any, ...], tuple[list[str], list[Row]]] = {}
    for row in rows:
        subject, joint, name = next(
            (parts for joint in joints if (parts := row["label"].partition(joint))[1]),
            ("", "", row["label"]),
        )
        names, members = groups.setdefault((subject + joint, *(row[field] for field in alike)), ([], []))
        names.append(name)
        members.append(row)
    return [
        RowGroup(f"{subject}{and_list(names)}", names, members)
        for (subject, *_), (names, members) in groups.items()
    ]


def merge_equal_rows(rows: Iterable[Row], joints: tuple[str, ...] | None = None) -> list[Row]:
    """The groups as rows of a document, with the `names` of what each is about."""
    return [
        {
            "label": group.label,
            "value": group.first["value"],
            "clause": group.first["clause"],
            "names": group.names,
        }
        for group in group_equal_rows(rows, joints)
    ]
