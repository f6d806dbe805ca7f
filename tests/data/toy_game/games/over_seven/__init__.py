"""Over Seven, an invented game: whether the next card is above a 7."""

CALLED = ("over seven",)
EDITIONS = ("xx-over",)
