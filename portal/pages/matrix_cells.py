"""The rows of the matrix, and the cells that they have for each edition."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from craps.edition import Edition
from craps.money import decimal_text
from craps.rulebook import cited


@dataclass(frozen=True)
class MatrixCell:
    """A wager under one edition. `edge` is exact; `note` says what the operator may choose instead.

    `wagered` is for games in which more bets follow the first: all that is staked on average, in first bets.
    """

    pays: str
    edge: Fraction
    clause: str
    note: str = ""
    wagered: Fraction | None = None

    @property
    def staked(self) -> str:
        """All that is staked on average, in first bets; "" where it is only the first."""
        return "" if self.wagered in (None, 1) else decimal_text(self.wagered or 1, 2)

    @property
    def first_clause(self) -> str:
        return cited(self.clause)[0]


@dataclass(frozen=True)
class MatrixRow:
    wager: str
    label: str
    cells: dict[str, MatrixCell]  # by edition; missing where the edition does not list the wager
    which: Mapping[str, str] = field(default_factory=dict)  # in games played in rounds: space, way of playing

    def under(self, editions: Iterable[Edition]) -> list[tuple[Edition, MatrixCell | None]]:
        """Return the cell for each edition, in this order."""
        return [(edition, self.cells.get(edition.id)) for edition in editions]

    def differs(self, editions: Iterable[Edition]) -> bool:
        """Whether it pays or costs something else under one of these editions, or is not offered there."""
        cells = [cell for _edition, cell in self.under(editions)]
        return len({(cell.pays, cell.edge) if cell else None for cell in cells}) > 1
