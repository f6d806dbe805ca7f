"""The columns of a sheet under an edition: one for each field that a rule set can state, by contract path.

They come from the form of the edition's game, less what the document does not know: a wager it does not list
has no columns. What is stated all the same goes in the last column, as contract JSON.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from craps.codec import Codec, Entries, Fields, Flag, Items, Json, Named, Number, Odds, OneOf, OneOrEach
from craps.edition import Edition
from craps.games import game_of
from craps.games.fields import path_of
from craps.ruleset import baseline_of
from craps.validation import Rule, rules
from craps.vocabulary import path_words, value_words
from portal.sheets.cells import (
    Cell,
    ChoiceCell,
    FlagCell,
    JsonCell,
    JsonLinesCell,
    ListCell,
    NamedCell,
    NumberCell,
    PayoutCell,
    RateCell,
    TextCell,
)

EDITION, CASINO, TABLES, MORE = "edition", "casino", "tables", "more"
REQUIRED = (EDITION, CASINO, TABLES)
ALL_TABLES = "all"


@dataclass(frozen=True)
class Column:
    """One column. `within` is the list that a column for one entry of it belongs to: `wagers` for
    `wagers.fire`."""

    path: str
    label: str
    cell: Cell
    codec: Codec | None = None
    within: str = ""
    asks: str = ""  # the rule in a sentence, "" where the document does not speak of it
    clause: str = ""
    baseline: str = ""  # what holds where the cell is empty

    @cached_property
    def entry(self) -> str:
        return self.path.removeprefix(f"{self.within}.") if self.within else ""

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys that lead to the value in a rule set."""
        return tuple(self.path.split("."))


@lru_cache(maxsize=64)
def columns_of(edition: Edition) -> tuple[Column, ...]:
    """Every column of a sheet under an edition, in the order of the template."""
    return (
        Column(EDITION, "Edition", TextCell(f"Always {edition.id}.", (edition.id,))),
        Column(CASINO, "Casino", TextCell("The casino’s name, as on your page of casinos.")),
        Column(TABLES, "Tables", TextCell(f"Labels separated by semicolons, or “{ALL_TABLES}”.")),
        *_Fields(edition).columns(),
        Column(MORE, "Anything else", JsonCell()),
    )


@lru_cache(maxsize=64)
def columns_by_path(edition: Edition) -> Mapping[str, Column]:
    return {column.path: column for column in columns_of(edition)}


@lru_cache(maxsize=64)
def lists_of(edition: Edition) -> Mapping[str, tuple[Column, ...]]:
    """The columns of each list that has one for each entry."""
    lists: dict[str, list[Column]] = {}
    for column in columns_of(edition):
        if column.within:
            lists.setdefault(column.within, []).append(column)
    return {path: tuple(columns) for path, columns in lists.items()}


class _Fields:
    """Walks the form of the edition's game and makes the columns."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.game = game_of(edition)
        self.terms = dict(self.game.terms(baseline_of(edition)))
        self.rules = {path_of(rule): rule for rule in reversed(rules(edition))}
        self.known: Mapping[str, Mapping[str, object]] = {
            "odds": edition.odds,
            "vig": edition.vig,
            "paytables": edition.paytables,
        }

    def columns(self) -> Iterator[Column]:
        for name, codec in self.game.ruleset_form.fields.items():
            if name != EDITION:
                yield from self._walk(name, codec)

    def _walk(self, path: str, codec: Codec) -> Iterator[Column]:
        if isinstance(codec, Fields):
            yield from self._inside(path, codec.fields)
        elif isinstance(codec, Entries):
            shapes = codec.schema()["properties"]
            for name in codec.names:
                if not self._is_known(path, name):
                    continue
                value = codec.value
                if isinstance(value, Fields):
                    # The schema leaves out what one entry may not state, such as a step of the whole table.
                    allowed = shapes[name]["properties"]
                    yield from self._inside(f"{path}.{name}", {k: value.fields[k] for k in allowed})
                else:
                    yield from self._walk(f"{path}.{name}", value)
        elif isinstance(codec, OneOrEach):
            yield self._column(path, codec.one, label=f"{path_words(path, self.edition)}, the same for all")
            yield from self._walk(path, codec.each)
        elif isinstance(codec, Items) and isinstance(codec.item, OneOf) and not path.startswith("layout."):
            for name in codec.item.names:
                if self._is_known(path, name):
                    label = f"{path_words(path, self.edition)}: {value_words(path, name, self.edition)}"
                    yield self._column(f"{path}.{name}", Flag(), label=label, within=path)
        else:
            yield self._column(path, codec)

    def _inside(self, path: str, fields: Mapping[str, Codec]) -> Iterator[Column]:
        for name, codec in fields.items():
            if self._is_known(path, name):
                yield from self._walk(f"{path}.{name}", codec)

    def _is_known(self, path: str, name: str) -> bool:
        """Whether the document speaks of it. Other names than wagers are always known."""
        if path in self.known:
            return name in self.known[path]
        at = f"{path}.{name}"
        if at in self.terms or any(term.startswith(f"{at}.") for term in self.terms):
            return name not in self.game.wagers or path != "wagers" or name in self.edition.wagers
        wager = name.partition(":")[0]
        if wager not in self.game.wagers:
            return True
        return path not in ("payouts", "come_out", "numbers") and wager in self.edition.wagers

    def _column(self, path: str, codec: Codec, *, label: str = "", within: str = "") -> Column:
        value, clause = self.terms.get(path, (None, ""))
        rule = self._rule(within or path)
        return Column(
            path,
            label or path_words(path, self.edition),
            _cell(path, codec, self._allowed(path, codec)),
            None if within else codec,
            within,
            rule.text if rule else "",
            clause or (rule.clause if rule else ""),
            "" if value is None else value_words(path, value, self.edition),
        )

    def _allowed(self, path: str, codec: Codec) -> tuple[str, ...]:
        """The names that a drop-down offers: of pay tables those that the document prints."""
        section, _, name = path.partition(".")
        if section == "paytables" and name in self.edition.paytables:
            return tuple(self.edition.paytables[name].tables)
        return tuple(getattr(codec, "names", ()))

    def _rule(self, path: str) -> Rule | None:
        """The constraint on a field: under its own path, without its slot, or without its wager."""
        head, *rest = path.partition(":")[0].split(".")
        tried = [path, path.replace(":", "_"), *(".".join((head, *rest[:end])) for end in (2, 1))]
        if head == "vig" and len(rest) > 1:
            tried.append(f"{head}.{rest[-1]}")
        if not rest:
            tried.append(f"{head}.left_out")
        return next((self.rules[key] for key in tried if key in self.rules), None)


def _cell(path: str, codec: Codec, names: tuple[str, ...]) -> Cell:
    if isinstance(codec, Number):
        money = path == "chip_unit" or path.startswith("limits.")
        return RateCell() if path.endswith(".rate") else NumberCell(money=money)
    if isinstance(codec, Flag):
        return FlagCell()
    if isinstance(codec, Odds):
        return PayoutCell()
    if isinstance(codec, OneOf):
        return _choice(path, names)
    if isinstance(codec, Items):
        if isinstance(codec.item, Fields):
            return JsonLinesCell()
        return ListCell(_cell(path, codec.item, tuple(getattr(codec.item, "names", ()))))
    if isinstance(codec, Named):
        return NamedCell(_cell(path, codec.value, ()))
    return ListCell(ChoiceCell({name: name for name in names})) if names else TextCell()


def _choice(path: str, names: tuple[str, ...]) -> ChoiceCell:
    """With our words where they tell the names apart."""
    words = {name: value_words(path, name) for name in names}
    return ChoiceCell(words if len(set(words.values())) == len(names) else {name: name for name in names})


def value_at(ruleset: Json, path: str) -> Json:
    """What a rule set states at a path; None where it states nothing."""
    for key in path.split("."):
        ruleset = ruleset.get(key) if isinstance(ruleset, dict) else None
    return ruleset
