"""The table of a game played in rounds as SVG, from its ``picture`` and its layout.

The look is that of craps/drawing.py: felt with cream lines, or ink on paper. Nothing is fetched, scripted or
styled in line, and every text is escaped. What a ``picture`` has, by its ``kind``:

- "wheel": ``spaces``, each with ``name`` and ``count``; ``segments``, the names in their order around it,
  or none where there are too many. The frame shows the ``called`` space.
- "cards": ``squares``, by which a frame shows the cards. If the game has it: their ``labels`` and shorter
  ``captions``; those ``before_player``, the others being the dealer's, and their ``row`` as the players see
  it; ``players`` and ``decks``; a ``schedule`` of boxes with ``id``, ``label``, ``name`` and what each
  ``says``, on which the game's ``marker`` lies; the ``burns`` before each of the squares ``after_burns``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from craps.drawing import FONT
from craps.drawing_geometry import Box, lines_within, number, text_width
from craps.drawing_parts import LINE, SCALE, Ink, Pieces, element, ink_for, pill, text_lines
from craps.felt import Felt, felt_of
from craps.games.drawing_cards import CardScene
from craps.games.drawing_parts import Paint, fitted_text, paint_for, rect, shown_text
from craps.games.drawing_scene import Given, Scene, Spot, spots_of
from craps.games.drawing_wheel import WheelScene
from craps.messages import Words, say
from craps.money import amount_text, exact, odds_text
from craps.vocabulary import listed

if TYPE_CHECKING:
    from craps.games.drawn import DrawnGame
    from craps.playthrough import Frame
    from craps.ruleset import RuleSet

OUTCOMES: Mapping[str, str] = Words("layout.OUTCOMES")  # of a bet that comes back as it was
SCENES: dict[str, Callable[[Given], Scene]] = {"wheel": WheelScene, "cards": CardScene}
MARGIN, LEGEND, CORNER = 4.0, 2.8, 9.0
_BOWS = (0.6, 0.5, 0.42, 0.34, 0.26, 0.18)  # how much of its height a round table may curve


def draw(
    game: DrawnGame,
    ruleset: RuleSet,
    *,
    title: str,
    frame: Frame | None = None,
    narrow: bool = False,
    printing: bool = False,
    highlight: Collection[int] = (),
) -> str:
    """SVG of the table: its layout, what ``picture`` says of it, and what lies on it after the frame."""
    ink, layout = ink_for(printing), game.layout_of(ruleset)
    table, size, scale = _table(game, ruleset, frame, narrow, printing)
    scene = table.scene
    felt, letters, legends = table.felt(layout, narrow)
    what = (title, narrow, printing, ruleset.digest, frame, sorted(highlight))
    key = hashlib.sha256(repr(what).encode()).hexdigest()[:8]  # a page can have two drawings
    out = Pieces()
    out.add(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="game-table" role="img" '
        f'aria-labelledby="table-{key} areas-{key}" viewBox="{_view(felt, scale)}" '
        # Checkers of contrast go by "color", not by "fill"; what has another ground states its own.
        f'font-family="{FONT}" font-weight="600" text-anchor="middle" color="{ink.line}">'
    )
    out.add(f'<title id="table-{key}">{escape(shown_text(title))}</title>')
    out.add(f'<desc id="areas-{key}">{escape(shown_text(table.description()))}</desc>')
    if scale != 1:
        out.add(f'<g transform="scale({scale:.6g})">')
    table.draw_felt(out, felt)
    scene.behind(out)
    for spot in sorted(scene.spots, key=lambda spot: spot.index in highlight):
        table.area(out, spot, spot.index in highlight)
    if not scene.spots:
        out.add(text_lines([say("layout.no_areas")], size.middle, 4, ink.line))
    if legends:
        y = felt.bottom - (4.6 if scene.bowed else 3.2) - (len(legends) - 1) * LINE * letters / 2
        out.add(text_lines(legends, (felt.middle[0], y), letters, ink.line, "legend"))
    table.chips(out)
    out.add("</svg>" if scale == 1 else "</g></svg>")
    return out.text()


def felt_areas(game: DrawnGame, ruleset: RuleSet, narrow: bool) -> Felt:
    """Where the areas of the same drawing lie."""
    table, _, scale = _table(game, ruleset, None, narrow, False)
    felt, *_ = table.felt(game.layout_of(ruleset), narrow)
    boxes = [(spot.wager, spot.space or None, spot.box) for spot in table.scene.spots]
    return felt_of(_view(felt, scale), boxes, scale)


def _table(
    game: DrawnGame, ruleset: RuleSet, frame: Frame | None, narrow: bool, printing: bool
) -> tuple[_Table, Box, float]:
    """The table, the size of its layout, and the scale at which it is drawn."""
    ink, paint = ink_for(printing), paint_for(printing)
    picture, shown = game.picture(ruleset), frame.shown if frame else {}
    spots, size, scale = spots_of(game.layout_of(ruleset))
    given = Given(picture, spots, size, shown, game.marker(shown), narrow, ink, paint)
    return _Table(game, ruleset, SCENES[picture["kind"]](given), frame, ink, paint), size, scale


def _view(felt: Box, scale: float) -> str:
    return " ".join(number(side * SCALE * scale) for side in felt)


class _Table:
    """The felt with its areas, and the chips on them."""

    def __init__(
        self, game: DrawnGame, ruleset: RuleSet, scene: Scene, frame: Frame | None, ink: Ink, paint: Paint
    ) -> None:
        self.game, self.scene, self.frame, self.ink, self.paint = game, scene, frame, ink, paint
        self.bow = 0.0  # how far the players' side curves
        self.name = game.table(ruleset).name
        self.payouts = ruleset.payouts
        picture = game.picture(ruleset)
        spaces = picture.get("spaces", ())
        total = sum(each["count"] for each in spaces)
        self.counts = {
            each["name"]: say("layout.count_of", count=each["count"], total=total) for each in spaces
        }
        self.on_areas: dict[int, list[tuple[str, str, str]]] = {}  # what lies on an area: kind, text, title
        self.beside: list[tuple[str, str, str]] = []
        for wager, space, *piece in self._pieces():
            spot = scene.in_play(wager, space)
            pieces = self.beside if spot is None else self.on_areas.setdefault(spot.index, [])
            pieces.append((piece[0], piece[1], piece[2]))

    # Felt ------------------------------------------------------------------------------------------------

    def felt(self, layout: Mapping[str, Any], narrow: bool) -> tuple[Box, float, list[str]]:
        """The felt, and the legends that no area carries as its label, with their size."""
        extent = self.scene.extent
        printed = {spot.label.casefold() for spot in self.scene.spots}
        loose = [text for text in layout.get("legends", ()) if text.casefold() not in printed]
        width = extent.w * 0.86
        lines = lines_within(shown_text(" · ".join(loose)), width / LEGEND)
        size = min([LEGEND, *(width / text_width(line) for line in lines)])
        below = 4.6 if self.scene.bowed else 3.0
        foot = below + (len(lines) - 1) * LINE * size if lines else 0.0
        felt = Box(extent.x - MARGIN, extent.y - MARGIN, extent.w + 2 * MARGIN, extent.h + 2 * MARGIN + foot)
        if self.scene.bowed:
            boxes = [spot.box._replace(h=spot.box.h + 4.4) for spot in self.scene.spots]
            if lines:
                width = max(map(text_width, lines)) * size
                boxes.append(Box(felt.middle[0] - width / 2, felt.bottom - MARGIN - foot, width, foot + 1))
            felt, self.bow = _bowed(felt, boxes, narrow)
        return felt, size, lines

    def draw_felt(self, out: Pieces, felt: Box) -> None:
        bow = self.bow
        for inset, kind, fill, line in (
            (0.0, "rail", self.ink.rail, ""),
            (0.7, "felt", self.ink.felt, self.ink.rail_line),
        ):
            box = Box(felt.x + inset, felt.y + inset, felt.w - 2 * inset, felt.h - 2 * inset)
            stroke = {"stroke": line, "stroke-width": "3"} if line else {}
            if bow:
                out.add(
                    element("path", {"class": kind, "d": _half_moon(box, bow - inset), "fill": fill} | stroke)
                )
            else:
                out.add(rect(box, fill, line or "none", "3", CORNER - inset, kind=kind))

    # Areas -----------------------------------------------------------------------------------------------

    def area(self, out: Pieces, spot: Spot, lit: bool) -> None:
        ink, box = self.ink, spot.box
        named = escape(shown_text(self.name(spot.wager, spot.space)))
        space = f'data-space="{escape(shown_text(spot.space))}" ' if spot.space else ""
        out.add(
            f'<g class="area{" lit" if lit else ""}" data-wager="{escape(spot.wager)}" {space}'
            f'data-areas="{spot.index}"><title>{named}</title>'
        )
        corner = min(box.w, box.h, 4) * 0.4 if self.scene.bowed else 0.8
        out.add(
            element(
                "path",
                {
                    "d": _rounded(box, corner),
                    "fill": ink.lit if lit else ink.area,
                    "stroke": ink.lit_line if lit else ink.line,
                    "stroke-width": "7" if lit else "3.5",
                },
            )
        )
        aside = max(self.scene.swatch(out, spot), box.w * 0.06)
        notes = [] if spot.index in self.on_areas else self._notes(spot)
        notes = notes if box.h >= 11 else notes[:1] if box.h >= 6 else []
        covered = (
            box.h * 0.46
            if spot.index in self.on_areas and box.h >= 7
            else len(notes) * min(box.h * 0.24, 2.9)
        )
        inner = Box(box.x + aside, box.y + box.h * 0.06, box.w - 2 * aside, box.h * 0.88 - covered)
        label = spot.label or spot.space or self.name(spot.wager)
        out.add(fitted_text(label, inner, min(5.2, box.h * 0.5), ink.line, kind="label"))
        for place, note in enumerate(notes):
            each = covered / len(notes)
            room = Box(inner.x, inner.bottom + place * each, inner.w, each)
            out.add(fitted_text(note, room, 2.4, ink.line, smallest=1.4, kind="note"))
        out.add("</g>")

    def _notes(self, spot: Spot) -> list[str]:
        """What an area pays, and how many spaces of the wheel it stands for."""
        pays = self.payouts.get(spot.wager, {}).get(spot.space)
        return [
            *([odds_text(pays)] if pays is not None else []),
            *([self.counts[spot.space]] if spot.space in self.counts else []),
        ]

    # Chips -----------------------------------------------------------------------------------------------

    def _pieces(self) -> Iterator[tuple[str, str, str, str, str]]:
        """What lies on the areas: wager, space, kind, text and title of each chip and of each result."""
        if self.frame is None:
            return
        for bet in self.frame.bets:
            wager, space = str(bet["bet"]), str(bet.get("space", ""))
            amount = amount_text(exact(str(bet["amount"])))
            yield (
                wager,
                space,
                "chip",
                amount,
                say("layout.chip", amount=amount, name=self.name(wager, space)),
            )
        for settled in self.frame.step.settlements or ():
            worth = settled.paid + settled.returned - settled.stake
            sign = "+" if worth > 0 else "−"
            text = f"{sign}{amount_text(max(worth, -worth))}" if worth else OUTCOMES[settled.outcome]
            kind = "result won" if worth > 0 else "result lost" if worth < 0 else "result"
            yield settled.bet, str(settled.place), kind, text, settled.message

    def chips(self, out: Pieces) -> None:
        for spot in self.scene.spots:
            box = spot.box
            high = min(4.4, max(box.h * 0.42, 3.2))
            right = box.right - 0.6
            for piece in self.on_areas.get(spot.index, ()):
                wide = _chip_width(piece[1], high)
                y = min(box.bottom - high - 0.6, box.y + box.h * 0.54)
                self._chip(out, Box(max(right - wide, box.middle[0] - wide / 2), y, wide, high), piece)
                right -= wide + 0.5
        left, low = self.scene.extent.x, self.scene.extent.bottom - 4.4
        for piece in self.beside:  # a bet for which the layout has no area
            wide = _chip_width(piece[1], 4.4)
            self._chip(out, Box(left, low, wide, 4.4), piece)
            left += wide + 0.6

    def _chip(self, out: Pieces, box: Box, piece: tuple[str, str, str]) -> None:
        kind, text, title = piece
        fill, colour = self.ink.chip, self.ink.chip_text
        if kind.endswith("won"):
            fill, colour = self.paint.won
        elif kind.endswith("lost"):
            fill, colour = self.paint.lost
        out.add(f'<g class="{kind}" color="{colour}"><title>{escape(shown_text(title))}</title>')
        line = self.ink.line if kind.endswith("lost") else self.ink.chip_line
        pill(out, box, fill, line, "4" if kind == "chip" else "2")
        out.add(text_lines([text], box.middle, box.h * 0.5, colour) + "</g>")

    # In words --------------------------------------------------------------------------------------------

    def description(self) -> str:
        names = list(dict.fromkeys(self.name(spot.wager, spot.space) for spot in self.scene.spots))
        first = say(
            "layout.of_game" if names else "layout.empty_game", game=self.game.name, names=listed(names)
        )
        lies = [
            title
            for pieces in (*self.on_areas.values(), self.beside)
            for kind, _, title in pieces
            if kind == "chip"
        ]
        chips = [say("layout.chips", chips="; ".join(lies))] if lies else []
        return " ".join([first, *self.scene.words(), *chips])


def _chip_width(text: str, high: float) -> float:
    return max(high * 1.1, text_width(text) * high * 0.5 + high * 0.5)


def _rounded(box: Box, corner: float) -> str:
    """Path data of a box with round corners."""
    r = number(corner * SCALE)
    x, y, right, bottom = (number(side * SCALE) for side in (box.x, box.y, box.right, box.bottom))
    left, far = number((box.x + corner) * SCALE), number((box.right - corner) * SCALE)
    top, low = number((box.y + corner) * SCALE), number((box.bottom - corner) * SCALE)
    turn = f"A{r} {r} 0 0 1"
    return (
        f"M{left} {y}H{far}{turn} {right} {top}V{low}{turn} {far} {bottom}"
        f"H{left}{turn} {x} {low}V{top}{turn} {left} {y}Z"
    )


def _bowed(felt: Box, boxes: list[Box], narrow: bool) -> tuple[Box, float]:
    """The felt, and how far its players' side can curve while these boxes stay on it; 0 for not at all."""
    for part in _BOWS[3:] if narrow else _BOWS:  # a phone has no width to spare
        for wider in (0,) if narrow else (2, 6, 10):
            table = felt._replace(x=felt.x - wider, w=felt.w + 2 * wider)
            bow = felt.h * part
            begins, middle = felt.bottom - bow, felt.middle[0]
            corners = [(x, box.bottom) for box in boxes for x in (box.x, box.right) if box.bottom > begins]
            if all(
                ((abs(x - middle) + 1.5) / (table.w / 2)) ** 2 + ((y + 0.8 - begins) / bow) ** 2 <= 1
                for x, y in corners
            ):
                return table, bow
    return felt, 0.0


def _half_moon(box: Box, bow: float) -> str:
    """Path data of a table that is straight on the dealer's side and round on the players'."""
    r = 3 * SCALE
    x, y, right = (number(side * SCALE) for side in (box.x, box.y, box.right))
    begins, wide, high = number((box.bottom - bow) * SCALE), number(box.w / 2 * SCALE), number(bow * SCALE)
    left, far, top = number(box.x * SCALE + r), number(box.right * SCALE - r), number(box.y * SCALE + r)
    return (
        f"M{left} {y}H{far}A{r} {r} 0 0 1 {right} {top}V{begins}"
        f"A{wide} {high} 0 0 1 {x} {begins}V{top}A{r} {r} 0 0 1 {left} {y}Z"
    )
