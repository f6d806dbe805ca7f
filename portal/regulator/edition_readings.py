"""The readings of an edition on its pages: what each option does, and in a draft the form to choose one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from craps.edition import Edition as CoreEdition
from craps.edition_values import Difference, Value, values
from craps.readings import APPROVAL, MONEY, RECORDED, Reading
from portal.pages.reading_effects import OtherOption, other_options
from portal.regulator.edition_forms import ReadingForm, option_words

CHECKED = "checked"  # of those that decide an approval, the ones with options of their own
# Title and introduction of each kind, in the order of the page.
_GROUPS = {
    MONEY: (
        "Readings that decide money",
        "Bets are settled and house edges are calculated by the chosen option.",
    ),
    CHECKED: (
        "Readings that checks go by",
        "The checks of every case under the edition follow the chosen option.",
    ),
    APPROVAL: (
        "Readings that decide an approval",
        "A check refers these points to an officer, case by case. Decide a question once, and every case "
        "under the edition follows: allowed points become notes, the others breaches.",
    ),
    RECORDED: (
        "Recorded readings",
        "How the document is read where another option is not modelled yet. There is nothing to choose.",
    ),
}


@dataclass(frozen=True)
class ReadingRow:
    """One reading. `form` is there if it can be chosen; `was` in words if the parent reads it otherwise."""

    reading: Reading
    path: str
    changed: bool
    was: str
    form: ReadingForm | None
    others: tuple[OtherOption, ...]  # with what each would change in money, where it decides money

    @property
    def options(self) -> list[tuple[str, str, bool]]:
        """Name and effect of each option, and whether it is chosen; the effect of a judgement names it."""
        chosen, judged = self.reading.chosen, self.reading.is_judgement
        return [
            ("" if judged else option_words(key), text, key == chosen)
            for key, text in self.reading.options.items()
        ]

    @property
    def citation(self) -> str:
        return ", ".join(self.reading.clauses)

    @property
    def is_open(self) -> bool:
        """Whether its form is shown at once: the many questions about approvals have the same options."""
        return self.reading.kind == MONEY or not self.reading.is_judgement or self.changed


class ReadingGroup(NamedTuple):
    kind: str
    title: str
    intro: str
    rows: list[ReadingRow]


def reading_groups(core: CoreEdition, changes: list[Difference], *, editable: bool) -> list[ReadingGroup]:
    """Every reading of an edition, by what it decides."""
    changed = {change.keys: change for change in changes}
    at = {value.keys: value for value in values(core.data)}
    rows: dict[str, list[ReadingRow]] = {kind: [] for kind in _GROUPS}
    for reading in core.readings.values():
        own = reading.kind == APPROVAL and not reading.is_judgement
        rows[CHECKED if own else reading.kind].append(_row(core, reading, at, changed, editable=editable))
    return [ReadingGroup(kind, *_GROUPS[kind], rows[kind]) for kind in _GROUPS if rows[kind]]


def _row(
    core: CoreEdition,
    reading: Reading,
    at: Mapping[tuple[str, ...], Value],
    changed: Mapping[tuple[str, ...], Difference],
    *,
    editable: bool,
) -> ReadingRow:
    keys = ("readings", reading.id)
    change = changed.get(keys)
    was = option_words(change.was.json["chosen"]) if change and change.was else ""
    form = ReadingForm(reading, at[keys]) if editable and reading.others else None
    others = other_options(core, reading.id) if reading.kind == MONEY else ()
    return ReadingRow(reading, at[keys].path, change is not None, was, form, others)
