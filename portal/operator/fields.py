"""What a step shows: groups of fields, each with its clause, what is allowed, and what was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Field:
    """One control. Its name in the form is its path in the contract."""

    path: str
    label: str
    value: Any
    kind: str = "text"  # text, multiple, figure, choice, ticks, lines, areas
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    findings: tuple[Any, ...] = ()
    error: str = ""

    @property
    def id(self) -> str:
        return element_id(self.path)


@dataclass(frozen=True)
class Group:
    """Fields that belong together, under a heading with the clause and the allowed range."""

    path: str
    title: str
    fields: tuple[Field, ...]
    clause: str = ""
    allowed: str = ""
    presets: tuple[tuple[str, str], ...] = ()
    findings: tuple[Any, ...] = ()
    error: str = ""

    @property
    def id(self) -> str:
        return element_id(self.path, "group")

    @property
    def is_clear(self) -> bool:
        """Nothing was found in it, nor in its fields."""
        return not (self.findings or self.error or any(each.findings or each.error for each in self.fields))

    @property
    def places(self) -> list[str]:
        """The ids of the boxes beside its fields and under it, which the live check fills or clears."""
        return [*(f"at-{each.id}" for each in self.fields if each.kind != "ticks"), f"at-{self.id}"]

    @property
    def layout(self) -> str:
        """Short figures stand in a narrow row; what has a hint or a list to choose from needs more room."""
        narrow = all(field.kind in {"multiple", "figure"} and not field.hint for field in self.fields)
        return "points" if narrow else "choices" if self.fields[0].kind != "ticks" else ""


_IN_IDS = str.maketrans(".: [", "----", "]")


def element_id(path: str, kind: str = "field") -> str:
    """A path as an element's id: dots would read as classes in a selector."""
    return f"{kind}-{path.translate(_IN_IDS)}"
