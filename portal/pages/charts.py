"""Small charts drawn on the server as SVG: `bars` for amounts side by side, `line` for a course over time.

Lengths go across in per cent and down in pixels, so a chart fills its column at any width while its words
keep their size. Colours come from the stylesheet (.chart). Values are exact; nothing here is a float. A
chart carries its title and its figures as text, and belongs beside the table of its numbers.

>>> "<title" in bar_chart([Bar("Odds", 3), Bar("Vigorish", 1)], title="Breaches by clause")
True
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext as _

Exact = int | Fraction

_ROW = 44  # a bar with its label above it
_LONGEST_BAR = 78  # per cent: what is left over holds the value's text
_PLOT_TOP, _PLOT_HEIGHT, _PLOT_LEFT, _PLOT_WIDTH = 26, 160, 9, 88
_MOST_TICK_LABELS = 5
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
    """Bars lying on their side, one under the other, in the order given; `most` is the value of a full bar.

    Values are 0 or more. Without rows there is nothing to draw, and the answer is empty.
    """
    if not rows:
        return SafeString("")
    full = most or max(row.value for row in rows) or 1
    drawn = format_html_join("", "{}", ((_bar(row, place, full, unit),) for place, row in enumerate(rows)))
    told = "; ".join(f"{row.label}: {_words(row, unit)}" for row in rows)
    return _svg(drawn, title=title, desc=f"{told}.", height=_ROW * len(rows) + 4)


def line_chart(
    series: Sequence[Series],
    *,
    ticks: Sequence[str],
    title: str,
    unit: str = "",
    low: Exact = 0,
) -> SafeString:
    """Lines over the same `ticks` (months, points, multiples), from `low` at the foot to a round number."""
    values = [value for each in series for value in each.values if value is not None]
    if not values or not ticks:
        return SafeString("")
    top = low + _round_up(max(values) - low)
    body = [_grid(low, top, unit), _ticks(ticks)]
    body += [_line(each, n, ticks, low, top, unit) for n, each in enumerate(series)]
    foot = _PLOT_TOP + _PLOT_HEIGHT + 28
    if len(series) > 1:
        body += [_legend(each.name, n, foot + _LEGEND_ROW * n) for n, each in enumerate(series)]
        foot += _LEGEND_ROW * len(series)
    told = " ".join(f"{each.name}: {_course(each, ticks, unit)}." for each in series)
    return _svg(_joined(body), title=title, desc=told, height=foot)


def figure_text(value: Exact) -> str:
    """A value for people: whole as it is, else with at most two decimals.

    >>> figure_text(Fraction(7, 2)), figure_text(12), figure_text(Fraction(1, 3))
    ('3.5', '12', '0.33')
    """
    return _decimal(Fraction(value), 2)


# Parts ---------------------------------------------------------------------------------------------------


def _svg(body: SafeString, *, title: str, desc: str, height: int) -> SafeString:
    name = f"chart-{slugify(title)}"
    return format_html(
        '<svg class="chart" role="img" aria-labelledby="{0}-title {0}-desc" width="100%" height="{1}">'
        '<title id="{0}-title">{2}</title><desc id="{0}-desc">{3}</desc>{4}</svg>',
        name,
        height,
        title,
        desc,
        body,
    )


def _bar(row: Bar, place: int, full: Exact, unit: str) -> SafeString:
    top = _ROW * place
    # A bar of nothing keeps a hair's breadth, so that it is seen to be there.
    length = min(Fraction(row.value) / full, Fraction(1)) * _LONGEST_BAR
    return format_html(
        '<g class="bar {0}"><title>{1}: {2}</title><text x="0" y="{3}">{1}</text>'
        '<rect x="0" y="{4}" width="{5}%" height="16" rx="2"/>'
        '<text class="value" x="{5}%" dx="8" y="{6}">{2}</text></g>',
        row.kind,
        row.label,
        _words(row, unit),
        top + 16,
        top + 22,
        _decimal(max(length, Fraction(1, 4)), 2),
        top + 35,
    )


def _grid(low: Exact, top: Exact, unit: str) -> SafeString:
    lines = []
    for part in range(5):
        value = low + Fraction(top - low) * part / 4
        lines.append(
            format_html(
                '<line class="grid" x1="{0}%" x2="97%" y1="{1}" y2="{1}"/>'
                '<text class="tick" x="{0}%" dx="-6" y="{1}" dy="4" text-anchor="end">{2}</text>',
                _PLOT_LEFT,
                _decimal(_down(value, low, top), 1),
                figure_text(value),
            )
        )
    return format_html('<text class="unit" x="0" y="13">{}</text>{}', unit, _joined(lines))


def _ticks(ticks: Sequence[str]) -> SafeString:
    """At most so many labels as fit beside each other on a phone; the last one always."""
    every = -(-len(ticks) // _MOST_TICK_LABELS)
    shown = [(n, tick) for n, tick in enumerate(ticks) if (len(ticks) - 1 - n) % every == 0]
    y = _PLOT_TOP + _PLOT_HEIGHT + 18
    return format_html_join(
        "",
        '<text class="tick" x="{}%" y="{}" text-anchor="{}">{}</text>',
        (
            (
                _decimal(_across(n, len(ticks)), 2),
                y,
                "end" if n == len(ticks) - 1 and n else "middle",
                tick,
            )
            for n, tick in shown
        ),
    )


def _line(each: Series, n: int, ticks: Sequence[str], low: Exact, top: Exact, unit: str) -> SafeString:
    """The stroke in a drawing of its own that stretches; the dots over it, which do not."""
    strokes: list[list[str]] = [[]]
    dots = []
    for place, value in enumerate(each.values):
        if value is None:
            strokes.append([])
            continue
        x, y = _decimal(_across(place, len(ticks)), 2), _decimal(_down(value, low, top), 1)
        strokes[-1].append(f"{x},{y}")
        told = f"{each.name}, {ticks[place]}: {_with_unit(figure_text(value), unit)}"
        dots.append(
            format_html('<circle cx="{}%" cy="{}" r="4"><title>{}</title></circle>', x, y, told),
        )
    drawn = [format_html('<polyline points="{}"/>', " ".join(each)) for each in strokes if len(each) > 1]
    return format_html(
        '<g class="series series-{0}"><svg x="0" y="0" width="100%" height="{1}" viewBox="0 0 100 {1}" '
        'preserveAspectRatio="none">{2}</svg>{3}</g>',
        n % 4,
        _PLOT_TOP + _PLOT_HEIGHT,
        _joined(drawn),
        _joined(dots),
    )


def _legend(name: str, n: int, y: int) -> SafeString:
    return format_html(
        '<g class="series series-{}"><line x1="2" x2="30" y1="{}" y2="{}"/><text x="38" y="{}">{}</text></g>',
        n % 4,
        y + 8,
        y + 8,
        y + 13,
        name,
    )


def _joined(parts: Sequence[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


# Numbers -------------------------------------------------------------------------------------------------


def _across(place: int, count: int) -> Fraction:
    if count == 1:
        return Fraction(_PLOT_LEFT + _PLOT_WIDTH // 2)
    return _PLOT_LEFT + Fraction(_PLOT_WIDTH * place, count - 1)


def _down(value: Exact, low: Exact, top: Exact) -> Fraction:
    return _PLOT_TOP + _PLOT_HEIGHT * (1 - Fraction(value - low) / (top - low))


def _round_up(value: Exact) -> int | Fraction:
    """The next of 1, 2, 4, 8 times a power of ten that four equal steps divide well; 4 for nothing."""
    if value <= 0:
        return 4
    scale = Fraction(1)
    while scale * 10 < value:
        scale *= 10
    while scale > value:
        scale /= 10
    return next(scale * step for step in (1, 2, 4, 8, 10, 20) if scale * step >= value)


def _decimal(value: Exact, places: int) -> str:
    """Rounded to so many decimals, without needless noughts."""
    scaled = round(Fraction(value) * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    text = f"{whole}.{rest:0{places}d}".rstrip("0").rstrip(".")
    return f"-{text}" if scaled < 0 else text


def _words(row: Bar, unit: str) -> str:
    return row.shown or _with_unit(figure_text(row.value), unit)


def _with_unit(text: str, unit: str) -> str:
    return f"{text} {unit}" if unit else text


def _course(each: Series, ticks: Sequence[str], unit: str) -> str:
    pairs = zip(ticks, each.values, strict=True)
    told = [f"{tick} {_with_unit(figure_text(value), unit)}" for tick, value in pairs if value is not None]
    return ", ".join(told) or _("no figures")
