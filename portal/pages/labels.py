"""Words and tones of pages. Fields and values are named in craps/vocabulary.py."""

from django.utils.text import capfirst

from craps import Edition
from craps.games import game_words
from craps.vocabulary import path_words

STATE_TONES = {
    "in_force": "ok",
    "approved": "ok",
    "query_open": "refer",
    "returned": "refer",
    "suspended": "breach",
    "refused": "breach",
    "revoked": "breach",
    "submitted": "info",
    "in_review": "info",
    "recommended": "info",
}
TONES = {"breach": "breach", "refer": "refer", "info": "info", "ok": "ok"}


def game_title(called: str) -> str:
    """A game by what its editions call it: "Midi craps", "Casino War"."""
    return capfirst(game_words(called))


def as_sentence(path: str, message: str, edition: Edition | None = None) -> str:
    """The core's message on a field as a full sentence, with the field named.

    >>> as_sentence("operator", "is longer than 200 characters")
    'Operator’s name is longer than 200 characters.'
    """
    sentence = f"{path_words(path, edition)} {message}" if message[:1].islower() else message
    return sentence if sentence.endswith((".", "?")) else f"{sentence}."
