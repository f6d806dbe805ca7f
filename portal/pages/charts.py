"""Small charts as SVG: `bar_chart` for amounts side by side, `line_chart` for a course over time.

Lengths are in per cent across and in pixels down, so a chart fills its column at any width while its text
keeps its size. Colours come from the stylesheet (.chart). Values are exact; nothing here is a float. A chart
has its title and its figures as text, and belongs beside the table of its numbers.

>>> figure_text(Fraction(7, 2)), figure_text(12), figure_text(Fraction(1, 3))
('3.5', '12', '0.33')
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext as _

Exact = int | Fraction

_BAR_ROW = 44  # a bar with its label above it
_LONGEST_BAR = 78  # per cent: the rest is for the value's text
_SHORTEST_BAR = Fraction(1, 4)  # so that a bar of 0 can be seen
_PLOT_TOP, _PLOT_HEIGHT, _PLOT_LEFT, _PLOT_WIDTH = 26, 160, 9, 88
_MAX_TICK_LABELS = 5
_LEGEND_ROW = 24


class Bar(NamedTuple):
    """One bar. `shown` is its value in words; `kind` colours it: breach, refer, info, ok or quiet."""

    label: str
    value: Exact
    shown: str = ""
    kind: str = ""


class Series(NamedTuple):
    """One line. A value that is None leaves a gap."""

    name: str
    values: Sequence[Exact | None]


def bar_chart(rows: Sequence[Bar], *, title: str, unit: str = "", most: Exact | None = None) -> SafeString:
    """Return horizontal bars in the order given; `most` is the value of a full bar.

    Values are 0 or more. Without rows the result is empty.
    """
    if not rows:
        return SafeString("")
    full = most or max(row.value for row in rows) or 1
    bars = [
        {
            "label": row.label,
            "text": row.shown or _with_unit(row.value, unit),
            "kind": row.kind,
            "top": _BAR_ROW * n,
            "width": _decimal(
                max(min(Fraction(row.value) / full, Fraction(1)) * _LONGEST_BAR, _SHORTEST_BAR), 2
            ),
        }
        for n, row in enumerate(rows)
    ]
    desc = "; ".join(f"{bar['label']}: {bar['text']}" for bar in bars)
    return _svg("bar_chart", title, f"{desc}.", height=_BAR_ROW * len(rows) + 4, bars=bars)


def line_chart(
    series: Sequence[Series], *, ticks: Sequence[str], title: str, unit: str = "", low: Exact = 0
) -> SafeString:
    """Return lines over the same `ticks` (months, points, multiples), from `low` up to a round number."""
    values = [value for each in series for value in each.values if value is not None]
    if not values or not ticks:
        return SafeString("")
    top = low + _round_up(max(values) - low)
    bottom = _PLOT_TOP + _PLOT_HEIGHT
    grid_values = [low + Fraction(top - low) * part / 4 for part in range(5)]
    step = -(-len(ticks) // _MAX_TICK_LABELS)  # as many labels as fit on a phone, the last one always
    last = len(ticks) - 1
    return _svg(
        "line_chart",
        title,
        " ".join(f"{each.name}: {_course(each, ticks, unit)}." for each in series),
        height=bottom + 28 + (_LEGEND_ROW * len(series) if len(series) > 1 else 0),
        unit=unit,
        left=_PLOT_LEFT,
        plot_bottom=bottom,
        grid=[(_decimal(_y(value, low, top), 1), figure_text(value)) for value in grid_values],
        tick_y=bottom + 18,
        ticks=[
            (_decimal(_x(n, len(ticks)), 2), tick, "end" if n == last and n else "middle")
            for n, tick in enumerate(ticks)
            if (last - n) % step == 0
        ],
        lines=[_line(each, n, ticks, low, top, unit) for n, each in enumerate(series)],
    )


def figure_text(value: Exact) -> str:
    """Return a value for people: whole numbers as they are, others with at most two decimals."""
    return _decimal(value, 2)


def _svg(template: str, title: str, desc: str, **context: Any) -> SafeString:
    context |= {"name": f"chart-{slugify(title)}", "title": title, "desc": desc}
    return render_to_string(f"_components/{template}.html", context)


def _line(
    series: Series, n: int, ticks: Sequence[str], low: Exact, top: Exact, unit: str
) -> dict[str, object]:
    points = [
        None if value is None else (_decimal(_x(at, len(ticks)), 2), _decimal(_y(value, low, top), 1))
        for at, value in enumerate(series.values)
    ]
    strokes = [list(group) for is_gap, group in groupby(points, lambda point: point is None) if not is_gap]
    return {
        "name": series.name,
        "colour": n % 4,
        "legend_y": _PLOT_TOP + _PLOT_HEIGHT + 28 + _LEGEND_ROW * n,
        "strokes": [" ".join(f"{p[0]},{p[1]}" for p in stroke if p) for stroke in strokes if len(stroke) > 1],
        "dots": [
            (*point, f"{series.name}, {tick}: {_with_unit(value, unit)}")
            for point, tick, value in zip(points, ticks, series.values, strict=False)
            if point is not None and value is not None
        ],
    }


def _x(n: int, count: int) -> Fraction:
    if count == 1:
        return Fraction(_PLOT_LEFT + _PLOT_WIDTH // 2)
    return _PLOT_LEFT + Fraction(_PLOT_WIDTH * n, count - 1)


def _y(value: Exact, low: Exact, top: Exact) -> Fraction:
    return _PLOT_TOP + _PLOT_HEIGHT * (1 - Fraction(value - low) / (top - low))


def _round_up(value: Exact) -> int | Fraction:
    """Return the next of 1, 2, 4, 8 times a power of ten, which four equal steps divide well; 4 for 0."""
    if value <= 0:
        return 4
    scale = Fraction(1)
    while scale * 10 < value:
        scale *= 10
    while scale > value:
        scale /= 10
    return next(scale * step for step in (1, 2, 4, 8, 10, 20) if scale * step >= value)


def _decimal(value: Exact, places: int) -> str:
    """Return the value rounded to at most so many decimals."""
    scaled = round(Fraction(value) * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    text = f"{whole}.{rest:0{places}d}".rstrip("0").rstrip(".")
    return f"-{text}" if scaled < 0 else text


def _with_unit(value: Exact, unit: str) -> str:
    return f"{figure_text(value)} {unit}" if unit else figure_text(value)


def _course(series: Series, ticks: Sequence[str], unit: str) -> str:
    pairs = zip(ticks, series.values, strict=True)
    figures = [f"{tick} {_with_unit(value, unit)}" for tick, value in pairs if value is not None]
    return ", ".join(figures) or _("no figures")
