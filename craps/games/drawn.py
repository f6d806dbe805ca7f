"""What a game played in rounds says of how its table looks; the drawing itself is craps/games/drawing.py."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from craps.codec import Json
from craps.games.cards import named
from craps.games.game import Game
from craps.games.rounds import Table
from craps.messages import ENGLISH, language, say

if TYPE_CHECKING:
    from craps.felt import Felt
    from craps.playthrough import Frame
    from craps.ruleset import RuleSet


class DrawnGame(Game):
    """A game whose ``picture`` is one of the kinds that craps/games/drawing.py knows."""

    table: type[Table]
    # A player's spots on the table, row by row from the dealer's side; as a rule one row for each wager.
    place: tuple[tuple[str, ...], ...] = ()

    def draw(
        self,
        ruleset: RuleSet,
        *,
        title: str,
        frame: Frame | None = None,
        narrow: bool = False,
        printing: bool = False,
        highlight: Collection[int] = (),
    ) -> str:
        from craps.games.drawing import draw

        return draw(
            self,
            ruleset,
            title=title,
            frame=frame,
            narrow=narrow,
            printing=printing,
            highlight=highlight,
        )

    def felt_areas(self, ruleset: RuleSet, *, narrow: bool = False) -> Felt:
        from craps.games.drawing import felt_areas

        return felt_areas(self, ruleset, narrow)

    def standard_layout(self, ruleset: RuleSet) -> dict[str, Any]:
        from craps.games.layouts import seats_layout

        edition, offered = ruleset.edition, ruleset.offered
        rows = self.place or tuple((wager,) for wager in self.wagers)
        with language(ENGLISH):  # as the documents are
            labels = {wager: edition.name_of(wager).upper() for wager in self.wagers}
        layout = seats_layout(
            [[wager for wager in row if wager in offered] for row in rows],
            labels,
            self.picture(ruleset).get("players", 1),
        )
        return self.with_legends(layout, ruleset)

    def with_legends(self, layout: dict[str, Any], ruleset: RuleSet) -> dict[str, Any]:
        """The layout with what is printed outside its areas: the operator's name."""
        operator: str = ruleset.stated.get("operator", "")
        return {**layout, "legends": [operator]} if operator else layout

    def lies_open(self, ruleset: RuleSet, frame: Frame) -> list[tuple[str, str]]:
        picture = self.picture(ruleset)
        labels = picture.get("labels", {})
        shown = [
            (labels.get(key, key.replace("_", " ").capitalize()), str(value))
            for key, value in frame.shown.items()
            if value
        ]
        if picture["kind"] != "cards" or not shown:
            return shown
        return [(say("layout.open"), "; ".join(f"{where}: {named(card)}" for where, card in shown))]

    def marker(self, shown: Mapping[str, Json]) -> str:
        """The box of the picture's schedule on which the dealer's marker lies; "" for none."""
        return ""
