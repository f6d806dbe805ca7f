"""Red Dog: whether a third card falls between two others. British Columbia's chapter 6."""

CALLED = ("red dog",)
EDITIONS = ("bc-red-dog",)
