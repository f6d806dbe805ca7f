"""Every public text goes through Django's translations: nothing a reader sees stands bare in a template."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

TEMPLATES = Path(settings.BASE_DIR) / "templates"
FRAME = ("base.html", "404.html", "_components/masthead.html", "_components/colophon.html")
ON_PAPER = {"public/rulebook_paper.html"}
PUBLIC = sorted(
    {str(path.relative_to(TEMPLATES)) for path in (TEMPLATES / "public").glob("*.html")} - ON_PAPER
    | set(FRAME)
)
CATALOGUE = Path(settings.BASE_DIR) / "locale" / "en" / "LC_MESSAGES" / "django.po"

# What is no word of a language.
NAMES = {"Baize", "API", "CSV", "JSON", "PDF", "UTC", "Atom", "SHA-256"}
FILE = re.compile(r"[\w-]*\.(?:txt|py|jsonl?|pem)\b|\w+-(?=$)")
TOKEN = re.compile(
    r"(\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!doctype[^>]*>"
    r"|</?[a-zA-Z](?:[^<>\"'{]|\"[^\"]*\"|'[^']*'|\{%.*?%\}|\{\{.*?\}\})*>)",
    re.DOTALL,
)
SAID_BY = re.compile(r'\b(?:placeholder|aria-label|title|alt|data-label)="([^"]*)"')


def bare(source: str) -> Iterator[str]:
    """Words of a template that no translation tag holds."""
    marked, verbatim = False, ""
    for token in filter(None, TOKEN.split(source)):
        if token.startswith("{%"):
            name = token[2:].split()[0]
            marked = (marked or name == "blocktranslate") and name != "endblocktranslate"
        elif token.startswith("<") and token[1:2] != "!":
            element = token.strip("</>").split()[0].lower()
            if element in {"code", "pre", "script"}:
                verbatim = "" if token.startswith("</") else element
            for value in SAID_BY.findall(token):
                yield from words(re.sub(r"\{\{.*?\}\}", "", value)) if "{%" not in value else ()
        elif not token.startswith(("{{", "{#", "<!")) and not marked and not verbatim:
            yield from words(token)


def words(text: str) -> list[str]:
    found = re.findall(r"[A-Za-z][A-Za-z0-9-]+", FILE.sub(" ", re.sub(r"&\w+;", " ", text)))
    return [word for word in found if word not in NAMES]


@pytest.mark.parametrize("name", PUBLIC)
def test_no_text_stands_bare(name: str) -> None:
    assert list(bare((TEMPLATES / name).read_text())) == []


def test_bare_text_is_noticed() -> None:
    page = (
        '<p title="Hint">Bare {{ x }}{% translate "kept" %}{% blocktranslate %}in{% endblocktranslate %}</p>'
    )
    assert list(bare(page)) == ["Hint", "Bare"]
    assert list(bare("<a aria-label=\"{% translate 'x' %}\"><code>python x</code> – Baize</a>")) == []


def test_the_english_catalogue_has_every_text() -> None:
    """`make messages` writes it; a translator starts from it."""
    known = set(re.findall(r'"((?:[^"\\]|\\.)*)"', CATALOGUE.read_text()))
    for name in PUBLIC:
        for text in re.findall(r"\{% translate (?:\"([^\"]*)\"|'([^']*)')", (TEMPLATES / name).read_text()):
            message = (text[0] or text[1]).replace("%", "%%") if "%" in "".join(text) else text[0] or text[1]
            # Long messages are folded over several lines.
            start = " ".join(message.split(" ")[:3])
            assert any(line.startswith((message, start)) or start in line for line in known), message


def test_the_english_catalogue_leaves_nothing_out() -> None:
    entries = CATALOGUE.read_text().split("\n\n")[1:]
    empty = [entry for entry in entries if re.search(r'msgstr(?:\[\d\])? ""\s*$', entry)]
    assert empty == []
    assert len(entries) > 300
