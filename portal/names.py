"""Names that people read: without characters that hide or turn others, and which of them look alike."""

import unicodedata

from portal.errors import BadValue

# Letters and marks that show nothing, although Unicode does not count them among its format characters.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_HIDDEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
# Cyrillic and Greek letters that look like Latin ones.
_LOOKALIKES = str.maketrans("авекмнорстухѕіјԁαβεηικνορτυχ", "abekmhopctyxsijdabenikvoptux")


def refuse_hidden(text: str, field: str) -> str:
    """Return the text if every character of it shows; else say which does not."""
    for place, character in enumerate(text, start=1):
        is_variant = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
        if character in _BLANK or is_variant or unicodedata.category(character) in _HIDDEN:
            raise BadValue(
                f"Remove the hidden character U+{ord(character):04X} at place {place}. A name has only what "
                "people can see.",
                field=field,
            )
    return text


def skeleton(name: str) -> str:
    """What names that look the same have in common: letters and digits, without case, width and alphabet.

    >>> skeleton("Cаsino Ｒoyal") == skeleton("CASINO-ROYAL")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold().translate(_LOOKALIKES)
    return "".join(character for character in folded if character.isalnum())
