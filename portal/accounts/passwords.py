"""What a password must not be: common, predictable, made of the person's own words, or too long to compare.

There are no rules of composition: any twelve characters may be used, and a password may be pasted. The list
of common passwords is a Bloom filter made by scripts/common_passwords.py; nothing is asked over the network.
"""

import hashlib
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.accounts.models import User

FILTER = Path(__file__).with_name("common_passwords.bin")
BITS_PER_WORD, HASHES = 24, 16  # about one wrong refusal in 100,000 words
SHORTEST_WORD = 4
OWN_WORDS = ("baize", "casino", "craps")
LEFT_AT_LEAST = 6  # characters that neither continue a series nor belong to one's own words

_ROWS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm")
_NEXT = {pair for row in (*_ROWS, *(row[::-1] for row in _ROWS)) for pair in pairwise(row)}
_LETTERS = str.maketrans("013457@$!", "oleastasi")


def places(word: str, bits: int) -> list[int]:
    """The bits of the filter that a word sets."""
    digest = hashlib.blake2b(word.encode(), digest_size=32).digest()
    first, second = int.from_bytes(digest[:16]), int.from_bytes(digest[16:]) | 1
    return [(first + each * second) % bits for each in range(HASHES)]


def is_common(password: str) -> bool:
    """Whether it is a common password, repeated or followed by digits, or with digits for letters."""
    folded = password.casefold()
    forms = {folded, folded.translate(_LETTERS)}
    forms |= {re.sub(r"^[\W\d_]+|[\W\d_]+$", "", form) for form in set(forms)}
    forms |= {re.sub(r"[\W_]+", "", form) for form in set(forms)}
    forms |= {_unit(form) for form in set(forms)}
    return any(len(form) >= SHORTEST_WORD and _in_filter(form) for form in forms)


def predictable_part_removed(text: str) -> str:
    """What is left without repetitions and series, such as aaaa, 1234, abcabcabc or qwertyuiop."""
    unit = _unit(text.casefold())
    kept = [
        letter
        for before, letter in zip(" " + unit, unit, strict=False)
        if letter != before and (before, letter) not in _NEXT
    ]
    return "".join(kept) if len(set(kept)) > 2 else "".join(sorted(set(kept)))


def own_words(user: User | None) -> set[str]:
    """The words that somebody who knows the person and this site tries first."""
    said = [*OWN_WORDS]
    if user is not None:
        said += [user.name, user.email, str(user.organisation or "")]
    return {word for text in said for word in re.findall(r"[^\W\d_]{3,}", text.casefold())}


class NotCommon:
    def validate(self, password: str, user: User | None = None) -> None:
        if is_common(password):
            raise ValidationError(
                _("This password is commonly used and easily guessed. Use three or four random words."),
                code="password_too_common",
            )

    def get_help_text(self) -> str:
        return _("It is not a common password, even with digits added or in place of letters.")


class NotPredictable:
    def validate(self, password: str, user: User | None = None) -> None:
        if len(predictable_part_removed(password)) < LEFT_AT_LEAST:
            raise ValidationError(
                _("This password is a repetition or a series. Use three or four random words."),
                code="password_predictable",
            )

    def get_help_text(self) -> str:
        return _("It is not a repetition or a series, such as aaaa, 1234 or qwerty.")


class NotOwnWords:
    def validate(self, password: str, user: User | None = None) -> None:
        words = sorted(own_words(user), key=len, reverse=True)
        left = password.casefold()
        found = [word for word in words if word in left]
        for word in found:
            left = left.replace(word, "")
        if found and len(predictable_part_removed(re.sub(r"[\W_]", "", left))) < LEFT_AT_LEAST:
            raise ValidationError(
                _("Apart from “%(word)s”, which is easily guessed here, this password is too short."),
                code="password_own_words",
                params={"word": found[0]},
            )

    def get_help_text(self) -> str:
        return _("It is more than your name, your organisation or the name of this site.")


class MaximumLength:
    def __init__(self, max_length: int = 256) -> None:
        self.max_length = max_length

    def validate(self, password: str, user: User | None = None) -> None:
        if len(password) > self.max_length:
            raise ValidationError(
                ngettext(
                    "Use at most %(limit)d character.", "Use at most %(limit)d characters.", self.max_length
                ),
                code="password_too_long",
                params={"limit": self.max_length},
            )

    def get_help_text(self) -> str:
        return _("It has at most %(limit)d characters.") % {"limit": self.max_length}


def _unit(text: str) -> str:
    """What a text is a repetition of; the text itself if it is none."""
    place = (text + text).find(text, 1)
    return text[:place] if 0 < place < len(text) else text


def _in_filter(word: str) -> bool:
    bits = _filter()
    return all(bits[place >> 3] & (1 << (place & 7)) for place in places(word, len(bits) * 8))


@cache
def _filter() -> bytes:
    return FILTER.read_bytes()


def make_filter(words: set[str]) -> bytes:
    """The Bloom filter of the words."""
    bits = bytearray((len(words) * BITS_PER_WORD + 7) // 8)
    for word in words:
        for place in places(word, len(bits) * 8):
            bits[place >> 3] |= 1 << (place & 7)
    return bytes(bits)
