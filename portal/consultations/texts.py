"""Plain text as people send it: trimmed, of limited length, without characters that hide or turn others."""

import re
import unicodedata

from django.utils.translation import gettext as _

from portal.errors import BadValue

# Marks that turn the direction of what follows, and so can make a text read differently than it is.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_REFUSED = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")


def plain_text(text: str, *, field: str, missing: str, most: int, lines: bool = True) -> str:
    """Return the text trimmed. BadValue if it is empty (unless `missing` is ""), too long or not plain."""
    text = re.sub(r"\r\n?", "\n", text).replace("\t", " ").strip()
    if not lines:
        text = " ".join(text.split())
    if missing and not text:
        raise BadValue(missing, field=field)
    if len(text) > most:
        message = _("This has {length} characters. Use at most {most}.")
        raise BadValue(message.format(length=len(text), most=most), field=field)
    for place, character in enumerate(text, start=1):
        if character != "\n" and (character in _TURNING or unicodedata.category(character) in _REFUSED):
            message = _("Remove the hidden character U+{code} at place {place}. Only plain text is accepted.")
            raise BadValue(message.format(code=f"{ord(character):04X}", place=place), field=field)
    return text
