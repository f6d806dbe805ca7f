"""A card table: the dealer's squares, shoe, burned cards and schedule, and the players' places."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from craps.drawing_geometry import Box, around, columns, number
from craps.drawing_parts import SCALE, Pieces, circle, element, text_lines
from craps.games.cards import named
from craps.games.drawing_parts import CARD, backs, card, card_at, fitted_text, rect
from craps.games.drawing_scene import Given, Spot, found
from craps.messages import say

GAP = 2.0  # between two squares
CAPTION = 3.4  # room for the name of a square above it
WIDE, NARROW = 146.0, 60.0  # how wide the dealer's side is at least
BOX_HEIGHT, BOXES_ON_A_PHONE = 8.6, 7


class CardScene:
    bowed = True

    def __init__(self, given: Given) -> None:
        self.given, picture = given, given.picture
        self.labels: dict[str, str] = picture.get("labels", {})
        self.captions: dict[str, str] = picture.get("captions", {})
        self.before: list[str] = picture.get("before_player", [])
        self.row: list[str] = picture.get("row", [s for s in picture["squares"] if s not in self.before])
        self.schedule: list[dict[str, str]] = picture.get("schedule", [])
        self._seats()
        self._place()

    def _seats(self) -> None:
        """The players' places: areas that a gap parts from the next ones. On a phone only the one in play."""
        spots = self.given.spots
        groups = [[spots[i] for i in group] for group in columns([spot.box for spot in spots], 1)]
        self.playing = len(groups) // 2
        kept = groups
        if self.given.narrow and groups:
            own = {(spot.wager, spot.space) for spot in groups[self.playing]}
            if all({(spot.wager, spot.space) for spot in group} <= own for group in groups):
                kept, self.playing = [groups[self.playing]], 0
        self.hidden = len(groups) - len(kept)
        if self.hidden:
            moved = around(spot.box for spot in kept[0])
            kept = [
                [replace(s, box=s.box._replace(x=s.box.x - moved.x, y=s.box.y - moved.y)) for s in kept[0]]
            ]
        self.spots = tuple(sorted((spot for group in kept for spot in group), key=lambda spot: spot.index))
        self.seats = [around(spot.box for spot in group) for group in kept]
        self.own = tuple(kept[self.playing]) if kept else ()
        self.players = around(self.seats) if self.hidden else self.given.size

    def _place(self) -> None:
        """The dealer's side from the players' places upwards: schedule, then squares, shoe, burned cards."""
        size = self.players
        least = NARROW if self.given.narrow else WIDE
        top = size.y - 2
        if self.before:
            top = min(seat.y for seat in [*self.seats, size]) - GAP - CARD.h - CAPTION - 1.5
        middle = size.middle[0]
        self.boxes = self._boxes(middle, top)
        top = min([top, *(box.y - 1.5 for box in self.boxes)]) - CARD.h
        row = len(self.row) * (CARD.w + GAP) - GAP
        self.squares = {
            square: card_at(middle - row / 2 + place * (CARD.w + GAP), top)
            for place, square in enumerate(self.row)
        }
        half = max(size.w / 2, least / 2, row / 2 + 17, *(middle - box.x for box in self.boxes[:1]))
        aside = min(half - 14, row / 2 + 16)
        self.shoe = Box(middle + aside, top + 1, 13, CARD.h - 2)
        self.pile = card_at(middle - aside - CARD.w, top)
        if self.before and self.seats:
            self.squares |= self._before(self.seats[self.playing], self.before)
        top -= CAPTION
        self.extent = Box(middle - half, top, 2 * half, size.bottom - top + 4.6)

    def _boxes(self, middle: float, bottom: float) -> list[Box]:
        """The boxes of the schedule, above ``bottom``: in one row, or in rows of seven on a phone."""
        count = len(self.schedule)
        across = min(count, BOXES_ON_A_PHONE) if self.given.narrow else count
        rows = [min(across, count - start) for start in range(0, count, across or 1)]
        wide = min((NARROW if self.given.narrow else 130.0) / (across or 1), 10)
        top = bottom - len(rows) * BOX_HEIGHT - 1.5
        return [
            Box(middle - (in_row / 2 - place) * wide, top + down * BOX_HEIGHT, wide, BOX_HEIGHT)
            for down, in_row in enumerate(rows)
            for place in range(in_row)
        ]

    def _before(self, seat: Box, squares: list[str]) -> dict[str, Box]:
        left = seat.middle[0] - (len(squares) * (CARD.w + GAP) - GAP) / 2
        y = seat.y - GAP - CARD.h
        return {square: card_at(left + place * (CARD.w + GAP), y) for place, square in enumerate(squares)}

    def in_play(self, wager: str, space: str) -> Spot | None:
        return found(self.own, wager, space) or found(self.spots, wager, space)

    def swatch(self, out: Pieces, spot: Spot) -> float:
        return 0.0

    def words(self) -> list[str]:
        said = []
        if len(self.seats) > 1:
            said.append(say("layout.places", count=len(self.seats)))
        elif self.hidden:
            said.append(say("layout.one_place", count=self.hidden + 1))
        if self.schedule:
            pays = [f"{each['name']}: {each['says']}" for each in self.schedule]
            said.append(say("layout.schedule", pays="; ".join(pays)))
        lies = [f"{self._label(square)}: {named(rank)}" for square, rank in self._open()]
        if lies:
            said.append(say("layout.open_cards", cards="; ".join(lies)))
        if marked := self._marked():
            said.append(say("layout.marker_on", name=marked["name"]))
        return said

    # Drawing ---------------------------------------------------------------------------------------------

    def behind(self, out: Pieces) -> None:
        ink, paint = self.given.ink, self.given.paint
        cards = dict(self._open())
        for number_, seat in enumerate(self.seats):
            if self.before and number_ != self.playing:
                for box in self._before(seat, self.before[:1]).values():
                    out.add(rect(box, "none", ink.line, "2", 0.9, dashed=True, kind="square"))
        for square, box in self.squares.items():
            label = self._label(square)
            over = Box(box.x - 0.8, box.y - CAPTION, box.w + 1.6, CAPTION - 0.4)
            caption = self.captions.get(square, label)
            out.add(fitted_text(caption, over, 2.2, ink.line, smallest=1.4, kind="caption"))
            if square in cards:
                card(out, box, cards[square], f"{label}: {named(cards[square])}", paint)
            else:
                out.add(f'<g class="empty"><title>{escape(say("layout.no_card", label=label))}</title>')
                out.add(rect(box, "none", ink.line, "2.5", 0.9, dashed=True, kind="square") + "</g>")
        self._schedule(out)
        self._shoe(out)
        self._pile(out, len(cards))
        self._discs(out)

    def _open(self) -> list[tuple[str, str]]:
        shown = self.given.shown
        return [(square, str(shown[square])) for square in self.given.picture["squares"] if shown.get(square)]

    def _label(self, square: str) -> str:
        return self.labels.get(square, square.replace("_", " ").capitalize())

    def _marked(self) -> dict[str, str] | None:
        return next((each for each in self.schedule if each["id"] == self.given.marker), None)

    def _schedule(self, out: Pieces) -> None:
        ink, marked = self.given.ink, self._marked()
        for each, box in zip(self.schedule, self.boxes, strict=True):
            lit = each is marked
            out.add(f'<g class="schedule{" lit" if lit else ""}">')
            out.add(f"<title>{escape(each['name'])}: {escape(each['says'])}</title>")
            out.add(rect(box, ink.lit if lit else ink.area, ink.line, "2.5", 0.6))
            head = Box(box.x + 0.5, box.y + 0.5, box.w - 1, box.h * 0.5)
            foot = Box(box.x + 0.5, box.y + box.h * 0.58, box.w - 1, box.h * 0.36)
            out.add(fitted_text(each["label"], head, 3.8, ink.line, smallest=1.4))
            out.add(fitted_text(each["says"], foot, 2.1, ink.line, smallest=1.3) + "</g>")
        for each, box in zip(self.schedule, self.boxes, strict=True):
            if each is marked:
                at = (box.right - 1.5, box.y + 0.6)
                out.add(f'<g class="marker"><title>{say("layout.marker")}</title>')
                out.add(rect(box, "none", ink.lit_line, "6", 0.6))
                circle(out, at, 1.5, ink.lit_line, ink.chip_text)
                out.add("</g>")

    def _shoe(self, out: Pieces) -> None:
        decks = self.given.picture.get("decks")
        if not decks:
            return
        ink, paint, box = self.given.ink, self.given.paint, self.shoe
        out.add(f'<g class="shoe"><title>{say("layout.shoe", decks=decks)}</title>')
        corners = ((box.x, box.y + 2.5), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
        points = " ".join(f"{number(x * SCALE)},{number(y * SCALE)}" for x, y in corners)
        line = {"stroke": ink.rail_line, "stroke-width": "2.5", "stroke-linejoin": "round"}
        out.add(element("polygon", {"points": points, "fill": paint.wood} | line))
        mouth = Box(box.x - 0.9, box.bottom - 4.4, 1.8, 4.4)
        out.add(rect(mouth, paint.card, paint.card_line, "2", 0.3))
        text = Box(box.x + 1.5, box.y + 2.6, box.w - 2.2, box.h - 3)
        out.add(
            text_lines([str(decks), say("layout.decks", decks=decks)], text.middle, 2.7, paint.wood_text)
            + "</g>"
        )

    def _pile(self, out: Pieces, lying: int) -> None:
        burns, squares = self.given.picture.get("burns"), self.given.picture.get("after_burns", [])
        if not burns:
            return
        ink, box = self.given.ink, self.pile
        burned = burns * sum(square in dict(self._open()) for square in squares)
        over = Box(box.x - 2, box.y - CAPTION, box.w + 4, CAPTION - 0.4)
        out.add(fitted_text(say("layout.burned"), over, 2.2, ink.line, kind="caption"))
        if burned:
            title = say("layout.burned_cards", burned=burned, each=burns)
            backs(out, box, burned, title, self.given.paint)
            at = (box.middle[0] + 1.8, box.middle[1] + 1.35)
            out.add(text_lines([str(burned)], at, 5, self.given.paint.back_line))
        else:
            out.add(f"<g><title>{say('layout.none_burned')}</title>")
            out.add(rect(box, "none", ink.line, "2.5", 0.9, dashed=True, kind="square") + "</g>")

    def _discs(self, out: Pieces) -> None:
        """The number of each place. The first is at the dealer's left, which the players see at the right."""
        if len(self.seats) < 2:
            return
        ink = self.given.ink
        for place, seat in enumerate(self.seats):
            own, seat_number = place == self.playing, len(self.seats) - place
            at = (seat.middle[0], seat.bottom + 2.5)
            title = say("layout.place_in_play" if own else "layout.place", number=seat_number)
            out.add(f'<g class="seat"><title>{title}</title>')
            fill, colour = self.given.paint.won if own else (ink.area, ink.line)
            circle(out, at, 1.7, fill, ink.lit_line if own else ink.line, "4" if own else "2")
            out.add(text_lines([str(seat_number)], at, 2.1, colour) + "</g>")
