"""Charts: exact lengths, safe text, and words that say what the drawing shows."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from portal.pages.charts import Bar, Series, bar_chart, figure_text, line_chart


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def test_bars_are_as_long_as_their_values() -> None:
    drawn = read(bar_chart([Bar("a", 4), Bar("b", 1), Bar("c", Fraction(1, 2))], title="Three"))
    assert [rect.get("width") for rect in drawn.iter("rect")] == ["78%", "19.5%", "9.75%"]


def test_a_bar_of_nothing_is_still_seen() -> None:
    drawn = read(bar_chart([Bar("a", 0)], title="Nothing"))
    assert [rect.get("width") for rect in drawn.iter("rect")] == ["0.25%"]


def test_a_chart_says_its_figures_in_words() -> None:
    drawn = read(bar_chart([Bar("Odds", 3), Bar("Vig", 1, "one")], title="Breaches", unit="cases"))
    assert drawn.findtext("title") == "Breaches"
    assert drawn.findtext("desc") == "Odds: 3 cases; Vig: one."
    named = drawn.get("aria-labelledby", "").split()
    assert named == [drawn.find("title").get("id"), drawn.find("desc").get("id")]  # type: ignore[union-attr]


def test_text_is_escaped() -> None:
    hostile = '<script>"&'
    for svg in (
        bar_chart([Bar(hostile, 1, kind='x" y="')], title=hostile, unit=hostile),
        line_chart([Series(hostile, [1]), Series("b", [2])], ticks=[hostile], title=hostile, unit=hostile),
    ):
        assert "<script" not in svg
        read(svg)


def test_a_line_breaks_where_a_month_has_no_figure() -> None:
    drawn = read(
        line_chart([Series("md", [1, 2, None, 3, 4])], ticks=list("abcde"), title="Months", unit="days")
    )
    assert len(list(drawn.iter("polyline"))) == 2
    assert len(list(drawn.iter("circle"))) == 4
    assert drawn.findtext("desc") == "md: a 1 days, b 2 days, d 3 days, e 4 days."


def test_the_highest_value_stays_inside_the_plot() -> None:
    for top in (1, 3, 7, 9, 11, 99, 101, Fraction(1, 300)):
        drawn = read(line_chart([Series("x", [0, top])], ticks=["a", "b"], title="Top"))
        heights = [Fraction(circle.get("cy", "")) for circle in drawn.iter("circle")]
        assert heights[0] == 186 and 26 <= heights[1] < 186


def test_at_most_five_months_are_written_below() -> None:
    months = [f"m{n}" for n in range(24)]
    drawn = read(line_chart([Series("x", list(range(24)))], ticks=months, title="Two years"))
    written = [text.text for text in drawn.iter("text") if (text.text or "").startswith("m")]
    assert len(written) <= 5 and written[-1] == "m23"


@pytest.mark.parametrize(
    "svg", [bar_chart([], title="x"), line_chart([Series("a", [None])], ticks=["t"], title="x")]
)
def test_without_figures_nothing_is_drawn(svg: str) -> None:
    assert svg == ""


def test_figures_are_rounded_for_people_only() -> None:
    assert [figure_text(v) for v in (0, Fraction(5, 2), Fraction(2, 3), 1000)] == ["0", "2.5", "0.67", "1000"]
