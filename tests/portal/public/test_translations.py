"""Every public text goes through Django's translations: nothing a reader sees stands bare in a template, and
nothing of the portal's own stands untranslated on a page. The catalogues: test_catalogues.py."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from craps import all_edition_ids, load_edition, rulebook
from craps.examples import examples_of
from craps.wagers import CATALOGUE as WAGERS
from portal.accounts.jurisdictions import all_jurisdictions
from portal.accounts.models import Organisation, Property, Table
from portal.consultations.models import Answer, Comment, Consultation, Snapshot, Step
from tests.factories import House
from tests.public_pages import samples

pytestmark = pytest.mark.slow

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


# In another language -------------------------------------------------------------------------------------

_KEPT = re.compile(r"(%\(\w+\)[sd]|%[sd]|%%|\{\w*\}|<[^>]*>|&\w+;)")
# Signs of no language: figures, addresses, files, digests, currencies, zones of time, odds, clauses, quotes.
_NO_WORDS = re.compile(
    r"\$ [A-Z]{2}|"
    r"\d+ (?:to|and) \d+|\b[A-Z]{2}-\d{4}-\d+|\b[0-9a-f]{12,64}\b|\b[A-Z]{3,4}\b|\S+\.(?:py|txt|jsonl?|pdf)\b"
    r"|\S+/\S+|\b[A-Z]\b|\b\w+\$|“[^”]*”|«[^»]*»"
)
_SAID = ("title", "aria-label", "alt", "placeholder", "data-label", "label")
_EMPTY = {"meta", "link", "input", "br", "hr", "img", "rect", "line", "circle", "path", "polyline", "use"}


def elsewhere(text: str) -> str:
    """A message in a language that has letters of its own; what is filled in and HTML stay."""
    wide = {ord(letter): ord(letter) + 0xFEE0 for letter in map(chr, range(65, 123)) if letter.isalpha()}
    wide |= {ord(letter): 0x3042 for letter in "àâäçéèêëîïôöùûüœÀÂÇÉÈÊËÎÏÔÙÛŒ"}
    return "".join(part if _KEPT.fullmatch(part) else part.translate(wide) for part in _KEPT.split(text))


@pytest.fixture
def translations_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes from the catalogue has letters of its own; all else on a page keeps the usual ones."""
    catalogue = translation._trans  # type: ignore[attr-defined]
    plain = {name: getattr(catalogue, name) for name in ("gettext", "pgettext", "ngettext", "npgettext")}
    spoken: dict[str, Callable[..., str]] = {
        "gettext": lambda text: elsewhere(plain["gettext"](text)),
        "pgettext": lambda context, text: (
            plain["pgettext"](context, text)
            if context == "date format"
            else elsewhere(plain["pgettext"](context, text))
        ),
        "ngettext": lambda *texts: elsewhere(plain["ngettext"](*texts)),
        "npgettext": lambda *texts: elsewhere(plain["npgettext"](*texts)),
    }
    for name, speak in spoken.items():
        monkeypatch.setattr(catalogue, name, speak)


# Words of one language that the other has not.
_ENGLISH = re.compile(
    r"\b(?:the|of|and|with|this|that|is|are|was|were|not|from|by|to|for|which|when|each|its?|there|here|every|be"
    r"|at|no|any|all|before|after|only|may|than|what|how|your?|we|our|bets?|odds|roll|taken|paid|wins?|loses?)\b",
    re.IGNORECASE,
)
_FRENCH = re.compile(r"\b(?:le|la|les|des|du|une|est|sur|avec|dans|qui|sont|au|aux|pour|contre)\b|[éèêàçù]")


def is_english(said: str) -> bool:
    """Whether a text in the usual letters is English. What the core says is French, not of the catalogue."""
    said = _NO_WORDS.sub(" ", said)
    return bool(_ENGLISH.search(said)) or said.strip() in english_messages()


@cache
def english_messages() -> frozenset[str]:
    found = re.findall(r'^msgid "(.*)"$', CATALOGUE.read_text(), flags=re.MULTILINE)
    return frozenset(text for text in found if re.search("[A-Za-z]{2}", text))


class Reader(HTMLParser):
    """Gathers what a page says, and apart what is `marked` as English: rulebooks and records. Not code."""

    def __init__(self) -> None:
        super().__init__()
        self.around: list[tuple[str, bool, bool]] = []
        self.said: list[str] = []
        self.marked: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        marked = "lang" in given and tag != "html"
        drawn = {"craps-table", "game-table", "dice", "digest"} & set((given.get("class") or "").split())
        if not drawn:
            self.note(*(given.get(name) or "" for name in _SAID))
        if tag not in _EMPTY:
            self.around.append((tag, bool(drawn) or tag in {"code", "pre", "script"}, marked))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(*(dict(attrs).get(name) or "" for name in _SAID))

    def handle_endtag(self, tag: str) -> None:
        while self.around and self.around.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.note(data)

    def note(self, *texts: str) -> None:
        if not any(verbatim for _tag, verbatim, _marked in self.around):
            read = self.marked if any(marked for _tag, _verbatim, marked in self.around) else self.said
            read += [" ".join(text.split()) for text in texts if text.strip()]


def names() -> re.Pattern[str]:
    """Names of documents, clauses, bets, places and people, which are the same in every language."""
    editions = [load_edition(edition_id) for edition_id in all_edition_ids()]
    books = [rulebook.book(edition) for edition in editions]
    known = {*NAMES, *Organisation.objects.values_list("name", flat=True)}
    known |= {text for row in Property.objects.values_list("name", "address") for text in row}
    known |= {text for row in Table.objects.values_list("label", "code") for text in row}
    known |= {place.name for place in all_jurisdictions()} | {bet.name for bet in WAGERS.values()}
    known |= {rule.name for edition in editions for rule in edition.wagers.values()}
    known |= {text for e in editions for text in (e.title, e.authority, e.source, e.game)}
    known |= {example.title for edition in editions for example in examples_of(edition)}
    known |= {text for book in books for text in (book.title, book.intro)}
    known |= {text for book in books for clause in book.clauses for text in (clause.heading, clause.label)}
    known |= {way for term in rulebook.glossary().values() for way in (term.name, *term.also)}
    known |= {slip["text"] for edition in editions for slip in edition.slips}
    known |= {shape.value for edition in editions if (shape := edition.table.get("shape"))}
    # What regulators and visitors write themselves.
    known |= {text for row in Consultation.objects.values_list("title", "introduction") for text in row}
    known |= {text for row in Consultation.objects.all() for text in (*row.questions, row.statement)}
    known |= {text for row in Comment.objects.values_list("name", "on_behalf_of", "text") for text in row}
    known |= {part.text.strip() for comment in Comment.objects.all() for part in comment.public_parts}
    known |= set(Snapshot.objects.values_list("title", flat=True))
    known |= {text for model in (Step, Answer) for text in model.objects.values_list("text", flat=True)}
    # What a sample asks for, and what the core says of it.
    known |= {
        "nowhere",
        "buy 4 for 25 in Singapore against Maryland",
        "is of form 'broken'; only form 1 can be read",
        "'x' is not an amount; write it as 10 or 2.50",
    }
    longest_first = sorted(filter(None, known), key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first), re.IGNORECASE)


@pytest.mark.slow
def test_a_page_in_french_has_no_english_of_the_portals_own(
    house: House, client: Client, translations_apart: None
) -> None:
    shown = [f"/fr-ca{address}" for address in samples(house)]
    known = names()
    left: dict[str, list[str]] = {}
    for address in shown:
        answer = client.get(address)
        if "html" not in answer["Content-Type"]:
            continue
        assert '<html lang="fr-ca">' in answer.content.decode(), address
        reader = Reader()
        reader.feed(answer.content.decode())
        english = [said for said in dict.fromkeys(reader.said) if is_english(known.sub(" ", said))]
        english += [said for said in dict.fromkeys(reader.marked) if _FRENCH.search(known.sub(" ", said))]
        if english:
            left[address] = english
    assert not left, "\n".join(f"{address}: {texts}" for address, texts in left.items())


def test_english_of_our_own_is_noticed() -> None:
    reader = Reader()
    reader.feed(f'<p title="Hint">{elsewhere("Kept %(x)s")} <b lang="en">core</b> <code>x</code>Bare</p>')
    assert reader.said == ["Hint", "Ｋｅｐｔ %(x)s", "Bare"]


@pytest.mark.slow
def test_every_message_of_the_programs_is_in_the_catalogue() -> None:
    """xgettext knows these functions by their own names only; under another name a text is not gathered."""
    catalogue = CATALOGUE.read_text()
    known = {
        "".join(ast.literal_eval(part) for part in entry.split("\n"))
        for entry in re.findall(r'^msgid(?:_plural)? ("(?:.*"\n")*.*")$', catalogue, flags=re.MULTILINE)
    }
    missing = []
    for path in sorted((Path(settings.BASE_DIR) / "portal").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
                renamed = [each.asname for each in node.names if each.asname not in (None, "_")]
                missing += [f"{path.name}: {name}" for name in renamed]
            missing += [f"{path.name}: {text}" for text in _messages(node) if text not in known]
    assert missing == []


def _messages(node: Any) -> list[str]:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        return []
    texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if node.func.id in ("_", "gettext", "gettext_lazy", "gettext_noop"):
        return texts[:1]
    return texts[1:2] if node.func.id in ("pgettext", "pgettext_lazy") else []
