"""Odd strings, as many as wanted: kinds that break programs, each made by rule and by chance from a seed.

No list of others is copied. Every string is a text as a form, an address or a JSON body can carry it.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Iterator

# How long the longest are: more than any field takes, less than a request may have.
LONG = 12_000

_HIDDEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u2800\u3164\uffa0"
_TURNED = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f"
_SPACES = (
    "\u00a0\u1680\u2000\u2003\u2007\u2009\u200a\u2028\u2029\u202f\u205f\u3000\t\n\r\v\f\x1c\x1d\x1e\x1f\x85"
)
_DIGITS = "٣۴߅३৪੫૬୭௮౯೧൨๓໔༥၆១᠒᧓᪄᭕᱆᱗꘥𝟗𝟘𝟡𝟢𝟫②⑨⑴❷➈½⅓⅔⅛Ⅷↂ〇一二三²³¹₀₉"
_LOOKALIKES = {"a": "аɑα", "c": "сϲ", "e": "еҽ", "i": "іıⅰ", "o": "оοօ", "p": "рρ", "x": "хⅹ", "y": "уү"}
_MARKS = [chr(code) for code in range(0x0300, 0x0370)]
_CASES = "ßẞıİſŉǰΐΰևẖẗẘẙẚﬁﬀﬃŸΣςǅǈ"
_WORDS = ["craps", "pass_line", "bc-craps", "nz-revised", "5:1", "Queenstown", "NZ-2026-0001", "odds", "25"]
_NUMBERS = [
    "0", "-0", "+1", "-1", "00", "007", "1e3", "1E400", "1e-400", "1.", ".5", "1..2", "1,5", "1,000",
    "1 000", "0x10", "0b1", "0o7", "1_000", "NaN", "nan", "Infinity", "-inf", "1/0", "0/0", "1/3/4", "2:0",
    "0:1", "5:-1", "½:1", "1e1000:1", "9" * 19, "9223372036854775807", "9223372036854775808",
    "-9223372036854775809", "2147483647", "2147483648", "4294967296", "1.7976931348623159e309", "5e-324",
    "0.1", "-.", "--1", "1-", "$", "$1", "€1", "1%", "100.000.000", "١٢٣", "1\u0660", "1e", "e1", "1L",
    "1n", "1f", "true", "False", "None",
]  # fmt: skip
_DATES = [
    "2026-02-30", "0000-00-00", "0001-01-01", "9999-12-31", "10000-01-01", "-1-01-01", "2026-13-01",
    "2026-W01-1", "20261118", "2026-11-18T24:00", "2026-11-18T23:59:60Z", "2026-11-18T00:00:00+25:00",
    "18/11/2026", "tomorrow", "2026-11-18\n", "２０２６-11-18", "2026-11-1٨", "1e9", "24:00", "25:61", "T",
    "P1D", "2026-001",
]  # fmt: skip
_FORMATS = [
    "%s", "%d", "%n", "%25d", "%(x)s", "%", "%%", "%s" * 40, "{}", "{0}", "{x}", "{0.__class__}", "{{7*7}}",
    "${7*7}", "#{7*7}", "<%= 7*7 %>", "{% debug %}", "{{ settings.SECRET_KEY }}", "{{", "{%", "{#", "$(id)",
    "`id`", "$HOME", "\\", "\\n", "\\x00", "\\u0000", "\\ud800", "&lt;", "&#0;", "&#x110000;", "&amp;amp;",
    "%00", "%u0000", "%c0%80",
]  # fmt: skip
_STATEMENTS = [
    "'", '"', "''", "';--", "' OR 1=1--", "\" OR \"\"=\"", "1; DROP TABLE users", "' UNION SELECT NULL--",
    "\\'", "x') OR ('1'='1", "%' AND 1=1 --", "_%", "*", "a* OR b", "NEAR(a b)", '"a" AND', "NOT", "a:b",
    "(", ")", "^x", "col:x", "&&", "||", "!", "a & | b", "<-> x", "'a' <2> 'b'", ":*", "x:AB", "()", "?",
    "$1", "@@", "--", "/*",
]  # fmt: skip
_MARKUP = [
    "<zq>", "<zq a='", '"><zq>', "'><zq>", "</textarea><zq>", "</script><zq>", "--><zq>", "<!--", "]]><zq>",
    "<svg/onload=zq()>", "<img src=x onerror=zq()>", "javascript:zq()", "data:text/html,<zq>", "<zq\x00>",
    "＜zq＞", "<a href=//zq>", "<zq/>" * 50, "&lt;zq&gt;", "\u2028<zq>", "<zq\n>", "<style>*{}</style>",
    "<!DOCTYPE zq>",
    "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]><x>&y;</x>",
]  # fmt: skip
_PLACES = [
    "../../etc/passwd", "..\\..\\x", "/", "//", "//evil.example", "///x", "/\\evil.example",
    "file:///etc/passwd", "http://", "http://[", "http://[::1", "http://[v1.x]/", "https://a:b@c",
    "https://x:99999/", "https://x:-1/", "https://x:²/", "https://ⅰ.example", "https://xn--/",
    "https://xn--a-ecp.ru/", "https://" + "a" * 64 + ".example/", "https://" + "a" * 26 + "!",
    "https://127.1/", "https://0x7f.1/", "https://[::ffff:127.0.0.1]/", "mailto:x", "ftp://x", "://", ":",
    "x:y", "a@b", "@", "a@", "@b", "a@@b", "a b@c.example", '"a b"@c.example', "a@[127.0.0.1]",
    "a@b.example\nBcc: c@d.example", "=?utf-8?q?x?=", "a@" + "b." * 100 + "example", "用户@例え.jp", "C:\\x",
    "CON", "nul", ".", "..", "~", "-rf", "a\\/b", "x/../y", "%2e%2e%2f", "a?b#c", "#", "?", "&a=b",
    "a=b;c=d", "operator:nothing",
]  # fmt: skip
_DATA = [
    "[]", "{}", "null", '""', '"', "[", "{", "[[[[", "{\"a\":1,\"a\":2}", '{"__proto__":1}', "[1,]",
    "{'a':1}", "NaN", '{"a":' * 40, "[" * 500, "1 2", "a,b,c", "a;b", "a|b", "a\tb", "a=b", "=1+1", "+1+1",
    "-1+1", "@SUM(1)", "\ufeff{}", "=HYPERLINK(\"x\")", "a: b", "- a", "!!python/object:x", "&a *a",
    "on: off", "[x]\ny=1", "\x1b[31m", "\x07", "\x7f", "[3,4]", "roll 3 4", "bet 5 on nothing", "roll 0 7",
    "roll ٣ 4", "roll 3", "bet ½ pass_line", "roll 1 1\n" * 300,
]  # fmt: skip


def odd_strings(times: int, seed: int) -> Iterator[str]:
    """So many different ones. None has a lone surrogate, which no address or form can carry."""
    chance = random.Random(seed)
    seen: set[str] = set()
    fixed = [*_NUMBERS, *_DATES, *_FORMATS, *_STATEMENTS, *_MARKUP, *_PLACES, *_DATA, *_edges()]
    chance.shuffle(fixed)
    while len(seen) < times:
        made = fixed.pop() if fixed and chance.random() < 0.3 else chance.choice(KINDS)(chance)
        if made not in seen and not any("\ud800" <= each <= "\udfff" for each in made):
            seen.add(made)
            yield made


def _edges() -> list[str]:
    """One of every kind of character, and lengths beside the limits that fields have."""
    kinds: dict[str, str] = {}
    for code in (*range(0x3000), *range(0xF900, 0x11000), 0x1D7CE, 0x1F600, 0xE0001, 0xF0000, 0x10FFFF):
        kinds.setdefault(unicodedata.category(chr(code)), chr(code))
    lengths = [
        n + more for n in (0, 1, 20, 64, 120, 200, 254, 255, 300, 500, 2000, 10_000) for more in (0, 1)
    ]
    return [
        *kinds.values(),
        *("x" * n for n in lengths),
        *("é" * n for n in lengths),
        *("\n" * n for n in lengths),
    ]


def _any_characters(chance: random.Random) -> str:
    """From all of Unicode, planes at random."""
    highest = chance.choice([0x20, 0x7F, 0xFF, 0x7FF, 0xFFFF, 0x10FFFF])
    return "".join(chr(chance.randint(1, highest)) for _ in range(chance.choice([1, 2, 5, 20, 80])))


def _number(chance: random.Random) -> str:
    """A number with something about it: other digits, a sign, an end, or thousands of figures."""
    shape = chance.randrange(5)
    if shape == 0:
        return "".join(chance.choice(_DIGITS) for _ in range(chance.randint(1, 6)))
    if shape == 1:
        return str(chance.randint(0, 9)) * chance.choice([18, 19, 20, 40, 310, 4300, 4301, 5000])
    if shape == 2:
        return f"{chance.choice('+-−± ')}{chance.randint(0, 10**9)}{chance.choice(_SPACES + '%xX×°')}"
    if shape == 3:
        return f"{chance.randint(-5, 99)}{chance.choice('.,:/eE^*')}{chance.randint(-400, 400)}"
    return f"{chance.choice(_NUMBERS)}{chance.choice(['', ' ', chance.choice(_DIGITS)])}"


def _hidden(chance: random.Random) -> str:
    """A word of ours with what is not seen in it."""
    letters = list(chance.choice(_WORDS))
    for _ in range(chance.randint(1, 4)):
        letters.insert(chance.randint(0, len(letters)), chance.choice(_HIDDEN + _TURNED + _SPACES))
    return "".join(letters)


def _alike(chance: random.Random) -> str:
    """A word of ours in letters that look like it, in full width, or in mathematical letters."""
    word = chance.choice(_WORDS)
    if chance.random() < 0.5:
        return "".join(chance.choice(_LOOKALIKES.get(each, each)) for each in word)
    start = chance.choice([0xFEE0, 0x1D400 - 0x41, 0x1D5A0 - 0x41])
    return "".join(chr(ord(each) + start) if "A" <= each <= "z" else each for each in word)


def _marked(chance: random.Random) -> str:
    """Letters under many marks, and letters whose capitals are longer or shorter."""
    most = chance.choice([1, 8, 60])
    letters = chance.choices("aeiou가힣क்ষি" + _CASES, k=chance.randint(1, 12))
    return "".join(each + "".join(chance.choices(_MARKS, k=chance.randint(0, most))) for each in letters)


def _pictures(chance: random.Random) -> str:
    """Emoji with skins, joined families, flags, keycaps and tags, whole and cut."""
    parts = [
        "👩🏽‍🚀",
        "👨‍👩‍👧‍👦",
        "🏳️‍🌈",
        "🇳🇿",
        "🇳",
        "4️⃣",
        "🏴\U000e0067\U000e0062\U000e007f",
        "🏿",
        "\ufe0f",
        "♣",
        "🂡",
    ]
    return "".join(chance.choices(parts, k=chance.randint(1, 15)))


def _long(chance: random.Random) -> str:
    """Something short, many times, with another end: what holds up patterns and fills columns."""
    piece = chance.choice(
        [*_WORDS, "a", "a.", "a-", "1,", "(", "[a", "<b>", "\n", " ", "é", "\u202e", "- ", "9", "|"]
    )
    most = chance.choice([60, 400, 2_500, LONG])
    return piece * chance.randint(1, max(1, most // len(piece))) + chance.choice(["", "!", "\u0661", "\x85"])


def _joined(chance: random.Random) -> str:
    """Two that are odd already."""
    fixed = [*_FORMATS, *_STATEMENTS, *_MARKUP, *_PLACES, *_DATA, *_DATES, *_NUMBERS]
    return f"{chance.choice(fixed)}{chance.choice(['', ' ', chance.choice(_SPACES)])}{chance.choice(fixed)}"


def _changed(chance: random.Random) -> str:
    """One that is odd already with a character changed, taken out or doubled."""
    letters = list(chance.choice([*_FORMATS, *_STATEMENTS, *_MARKUP, *_PLACES, *_DATA, *_DATES, *_NUMBERS]))
    place = chance.randrange(len(letters))
    letters[place] = chance.choice(
        ["", letters[place] * 2, chr(chance.randint(1, 0xD7FF)), chance.choice("'\"<&%\\")]
    )
    return "".join(letters)


def _wrapped(chance: random.Random) -> str:
    """A good value between what is stripped, split at or quoted."""
    edge = chance.choice([*_SPACES, *_HIDDEN, "'", '"', ",", ";", "|", "\\", "`", "\x00"])
    return f"{edge}{chance.choice(_WORDS)}{edge}"


def _broken_bytes(chance: random.Random) -> str:
    """UTF-8 read as something else, and the sign that stands for what could not be read."""
    text = "".join(chance.choices("éßœ—“”…☂漢字😀", k=chance.randint(1, 8)))
    return text.encode().decode(chance.choice(["latin-1", "cp1252", "cp437", "utf-16-le"]), errors="replace")


KINDS: list[Callable[[random.Random], str]] = [
    _any_characters,
    _number,
    _hidden,
    _alike,
    _marked,
    _pictures,
    _long,
    _joined,
    _changed,
    _wrapped,
    _broken_bytes,
]
