"""An edition's rules on its table, equipment and layout as rows: each a sentence with its clause."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps.edition import Edition
from craps.measures import BOUNDS, MEASURES
from craps.money import number_text
from craps.vocabulary import (
    EQUIPMENT,
    EQUIPMENT_NEEDED,
    EQUIPMENT_ONLY_WITH,
    LABELS,
    SHAPES,
    SIDE_BET_PLACES,
    TABLE_JUDGED,
    WALL_NOTICES,
    named,
)
from craps.wagers import CATALOGUE, SIDE_BETS
from portal.public.rulebook_rows import EditionRow
from portal.text import and_list

_TABLE_FLAGS = {
    "rounded_corners": gettext_lazy("Its corners are rounded."),
    "high_walls": gettext_lazy("Its sides are high walls."),
    "dice_casino_name": gettext_lazy("Each die shows the casino’s name."),
}
_SIDE_BET_FLAGS = {
    "circles": gettext_lazy("Each player has a betting circle below their position."),
    "clockwise": gettext_lazy("Positions are numbered clockwise, from the boxperson’s or dealer’s left."),
    "relocation_area": gettext_lazy("Bets brought in before the come-out roll have an area of their own."),
    "relocation_numbered": gettext_lazy("That area is in front of the boxperson and has the same numbers."),
    "markers_distinct": gettext_lazy("Its markers are larger than any value chip and unlike one."),
    "odds_shown": gettext_lazy("The layout shows what it pays."),
}
_SIDE_BET_ASPECTS = {
    "positions": gettext_lazy("{bet}: positions"),
    "positions_per_end": gettext_lazy("{bet}: positions at each end"),
    "place": gettext_lazy("{bet}: where it is placed"),
    "schedule_place": gettext_lazy("{bet}: where payouts are posted"),
    "circles": gettext_lazy("{bet}: betting circles"),
    "clockwise": gettext_lazy("{bet}: numbering"),
    "relocation_area": gettext_lazy("{bet}: bets brought in"),
    "relocation_numbered": gettext_lazy("{bet}: numbers of that area"),
    "markers_distinct": gettext_lazy("{bet}: markers"),
    "wall_notice": gettext_lazy("{bet}: notice on the wall"),
    "marker_spots": gettext_lazy("{bet}: marker spots"),
    "odds_shown": gettext_lazy("{bet}: payouts"),
}


def table_rows(edition: Edition) -> Iterator[EditionRow]:
    table = edition.table
    if shape := table.get("shape"):
        value = _("The table is {shape}.").format(shape=_(SHAPES.get(shape.value, shape.value)))
        yield EditionRow("shape", _(LABELS["table.shape"]), value, shape.clause)
    for key, sentence in _TABLE_FLAGS.items():
        if key in table:
            yield EditionRow(key, _(LABELS[f"table.{key}"]), str(sentence), table[key])
    for key, measure in MEASURES.items():
        if due := table.get(key):
            figure = number_text(due.value)
            bounded = _(BOUNDS[measure.bound]).format(figure=figure) if measure.bound else figure
            value = _(measure.finding).format(figure=bounded) + "."
            yield EditionRow(key, _(LABELS[f"table.{key}"]), value, due.clause)
    if fewest := table.get("fewest_dice"):
        value = _("The shooter selects two dice of a set of at least {number}.").format(number=fewest.value)
        yield EditionRow("fewest_dice", _(LABELS["table.dice"]), value, fewest.clause)
    for key, sentences in TABLE_JUDGED.items():
        if due := table.get(key):
            yield EditionRow(key, _(LABELS[f"table.{key}"]), _(sentences[due.value]), due.clause)
    for piece, clause in table.get("equipment", {}).items():
        if piece in table:  # counted below
            continue
        text = _("The table has {piece}.")
        if piece in EQUIPMENT_ONLY_WITH:
            text = _("The table has {piece} where the bet is offered.")
        value = text.format(piece=named(_(EQUIPMENT_NEEDED[piece]), edition))
        label = _(EQUIPMENT[piece])
        yield EditionRow(f"equipment.{piece}", named(label, edition), value, clause, named(label, None))
    if discs := table.get("discs"):
        value = _("{number} discs show the come-out point.").format(number=discs.value)
        yield EditionRow("discs", _(LABELS["table.discs"]), value, discs.clause)


def layout_rows(edition: Edition) -> Iterator[EditionRow]:
    layout = edition.layout
    if "areas" in layout:
        yield EditionRow("areas", _("Areas"), _("Each wager on offer has an area."), layout["areas"])
    if "operator_name" in layout:
        value = _("The layout shows the operator’s name or logo.")
        yield EditionRow("operator", _("Whose table"), value, layout["operator_name"])
    for words, clause in layout.get("words", {}).items():
        value = _("The layout carries the words “{words}”.").format(words=words)
        yield EditionRow(f"words.{words}", _("Words on the layout"), value, clause)
    yield from _legends(edition)
    yield from _marks(edition)
    for wager, clause in layout.get("may_be_split", {}).items():
        value = _("Without its own area, its parts are split over theirs.")
        yield EditionRow(f"split.{wager}", edition.name_of(wager), value, clause, CATALOGUE[wager].name)
    for wager, clause in layout.get("schedules", {}).items():
        label = _("{bet} payouts").format(bet=edition.name_of(wager))
        plain = _("{bet} payouts").format(bet=CATALOGUE[wager].name)
        value = _("They are posted on the layout.")
        yield EditionRow(f"schedule.{wager}", label, value, clause, plain)
    for bet in SIDE_BETS:
        yield from _side_bet(edition, bet)


def _legends(edition: Edition) -> Iterator[EditionRow]:
    """One row for all, and one for each box whose legend another bet is placed by."""
    legends = edition.layout.get("legends", {})
    own = {text: legend for text, legend in legends.items() if "on" not in legend}
    if own:
        clauses = dict.fromkeys(legend["clause"] for legend in own.values())
        value = _("The areas are marked {legends}.").format(legends=_quoted(own))
        yield EditionRow("legends", _("Legends of the areas"), value, ", ".join(clauses))
    for text, legend in legends.items():
        if "on" in legend:
            bets = and_list([edition.name_of(wager) for wager in legend["wagers"]])
            value = _("Its box is marked {marks}; {bets} is placed in front of it.")
            label = _("Mark of {bet}").format(bet=edition.name_of(legend["on"]))
            value = value.format(marks=_quoted([text]), bets=bets)
            yield EditionRow(f"legend.{legend['on']}", label, value, legend["clause"])


def _marks(edition: Edition) -> Iterator[EditionRow]:
    """A row for each wager: a box may carry two marks."""
    by_wager: dict[str, list[str]] = {}
    marks = edition.layout.get("marks", {})
    for mark, due in marks.items():
        by_wager.setdefault(due["wagers"][0], []).append(mark)
    for wager, own in by_wager.items():
        label = _("Mark of {bet}")
        value = _("Its box is marked {marks}.").format(marks=_quoted(own))
        yield EditionRow(
            f"mark.{wager}",
            label.format(bet=edition.name_of(wager)),
            value,
            ", ".join(dict.fromkeys(marks[mark]["clause"] for mark in own)),
            label.format(bet=CATALOGUE[wager].name),
        )


def _side_bet(edition: Edition, bet: str) -> Iterator[EditionRow]:
    for field, due in edition.layout.get(bet, {}).items():
        if field == "areas":
            for wager, clause in due.items():
                value = _("It has an area of its own.")
                yield EditionRow(
                    f"{bet}.areas.{wager}", edition.name_of(wager), value, clause, CATALOGUE[wager].name
                )
            continue
        theirs, ours = (
            _("Bonus craps") if bet == "bonus" else named(f"{{{bet}}}", each) for each in (edition, None)
        )
        aspect = str(_SIDE_BET_ASPECTS[field])
        clause = due if isinstance(due, str) else getattr(due, "clause", "")
        if isinstance(due, Mapping):
            clause = ", ".join(dict.fromkeys(due.values()))
        value = _side_bet_sentence(edition, field, due)
        yield EditionRow(f"{bet}.{field}", aspect.format(bet=theirs), value, clause, aspect.format(bet=ours))


def _side_bet_sentence(edition: Edition, field: str, due: Any) -> str:
    if field in _SIDE_BET_FLAGS:
        return str(_SIDE_BET_FLAGS[field])
    if field == "wall_notice":
        notices = and_list([named(_(WALL_NOTICES[notice]), edition) for notice in due])
        return _("The inside wall tells every player {notices}.").format(notices=notices)
    if field == "marker_spots":
        return _("There is a spot on each of {numbers}.").format(numbers=and_list(due.value))
    text = {
        "positions": _("The bet has at most {value} positions."),
        "positions_per_end": _("At most {value} of them are at one end."),
        "place": _("The bet is placed {value}."),
        "schedule_place": _("What it pays is posted {value}."),
    }[field]
    return text.format(value=_(SIDE_BET_PLACES[due.value]) if field.endswith("place") else due.value)


def _quoted(texts: Mapping[str, Any] | list[str]) -> str:
    return and_list([f"“{text}”" for text in texts])
