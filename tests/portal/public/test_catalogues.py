"""The French of the public pages is whole: every text, with what is filled in, set as French is set."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, ngettext, npgettext, pgettext

from scripts.catalogues import Message, compiled, messages_of, translated

LOCALE = Path(settings.BASE_DIR) / "locale"
ENGLISH = LOCALE / "en" / "LC_MESSAGES" / "django.po"
FRENCH = LOCALE / "fr_CA" / "LC_MESSAGES" / "django.po"

# Words that are the same in both languages, and names.
SAME = {
    "Maximum", "Minimum", "Table {letter}",
    "Casino", "Casinos", "Conditions", "Consultation", "Consultations", "Consultations – Baize",
    "Document", "Documents", "Inspection", "Menu", "Pages", "Point", "Question", "Question {number}",
    "Second", "Site", "Source", "Table", "Tables", "question %(number)s",
    "{figure} tables", "{inspected}, table {table}", "{n} points",
}  # fmt: skip

_FILLED_IN = re.compile(r"%\(\w+\)[sd]|%[sd](?!\w)|\{\w*\}|%%|<[^>]*>")
_NARROW, _FIXED = "\u202f", "\u00a0"


def french() -> list[Message]:
    return [message for message in messages_of(FRENCH.read_text()) if message.text]


def test_french_has_every_text_of_the_english_catalogue() -> None:
    english = {message.key for message in messages_of(ENGLISH.read_text()) if message.text}
    assert english == {message.key for message in french()}
    assert [message.text for message in french() if not all(message.translations)] == []
    assert len(english) > 1500


def test_nothing_is_left_in_english() -> None:
    same = {message.text for message in french() if message.text in message.translations}
    same = {text for text in same if re.search("[a-zA-Z]{2}", _FILLED_IN.sub("", text))}
    assert same - SAME == set()


def test_what_is_filled_in_is_the_same_in_french() -> None:
    wrong = []
    for message in french():
        sources = [message.text, message.plural] if message.plural else [message.text]
        assert len(message.translations) == len(sources)
        for source, text in zip(sources, message.translations, strict=True):
            if Counter(_FILLED_IN.findall(source)) != Counter(_FILLED_IN.findall(text)):
                wrong.append(text)
    assert wrong == []


def test_french_is_set_as_french_is_set() -> None:
    """Narrow spaces before ; ! ? and inside « », fixed ones before : and %, and no straight apostrophe."""
    patterns = (
        rf"[^{_NARROW}\s(][;!?](?!\w)",
        rf"[ {_FIXED}][;!?]",
        r"\w: | :",
        rf"«[^{_NARROW}]|[^{_NARROW}]»",
        r"\d %|\d\.\d+ ?%",
        "[“”']",
    )
    wrong = []
    for message in french():
        for text in message.translations:
            said = re.sub(r"<[^>]*>|https?:\S+", "¤", text)
            if any(re.search(pattern, said) for pattern in patterns):
                wrong.append(text)
    assert wrong == []


@pytest.mark.parametrize("path", translated(), ids=lambda path: path.parts[-3])
def test_the_compiled_catalogue_is_current(path: Path) -> None:
    """`make catalogues` writes it: whoever runs Baize needs no gettext."""
    assert path.with_suffix(".mo").read_bytes() == compiled(path.read_text())


def test_django_reads_what_we_compile() -> None:
    with translation.override("fr-ca"):
        assert gettext("Rulebooks") == "Règlements"
        assert pgettext("money", "{symbol}{amount}") == "{amount}\u00a0{symbol}"
        assert [ngettext("Clause", "Clauses", n) for n in (0, 1, 2)] == ["Article", "Article", "Articles"]
        assert npgettext("nowhere", "one", "many", 1) == "one"


def test_a_catalogue_is_read_with_comments_contexts_and_long_lines() -> None:
    text = (
        '# A comment\nmsgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        '#, python-format\nmsgctxt "where"\nmsgid ""\n"Two "\n"lines"\nmsgstr "Deux lignes"\n\n'
        'msgid "one"\nmsgid_plural "many"\nmsgstr[0] "un"\nmsgstr[1] "plusieurs"\n\nmsgid "new"\nmsgstr ""\n'
    )
    header, two, plural, new = messages_of(text)
    assert (header.text, two.context, two.text, two.translations) == (
        "",
        "where",
        "Two lines",
        ["Deux lignes"],
    )
    assert (plural.text, plural.plural, plural.translations) == ("one", "many", ["un", "plusieurs"])
    assert new.translations == [""]
    assert b"new" not in compiled(text)  # what has no translation is left to English
