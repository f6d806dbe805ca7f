"""Where the core still speaks English only: to operators, drafters of editions and programs.

Sentences in a module that is not named here reach players and the public, and belong into craps/messages.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import craps

CORE = Path(craps.__file__).parent
# Findings, what an operator has to state, drafts of editions, the command line, forms and what they refuse.
ENGLISH_ONLY = re.compile(
    r"commands/|checks/|slips/|simulate/|__main__|codec\.py|edition_(codec|files|tests|start|values)\.py"
    r"|contents\.py|choices\.py|ruleset_form\.py|errors\.py|checks\.py|trials\.py|craps/texts\.py|figures\.py"
)
# Data: a rulebook and its readings are in the language of the document, and a program reads the others.
DATA = {
    "comparing.py": ("governs {}",),  # an error
    "editions/__init__.py": ("; there are",),
    "games/cost.py": ("one of", "left out"),
    "games/craps/__init__.py": ("midi craps",),
    "games/craps/examples.py": ("at most",),
    "games/playing.py": ("a number below",),
    "games/red_dog/__init__.py": ("red dog",),
    "games/war/__init__.py": ("casino war",),
    "games/wheel/__init__.py": ("wheel of fortune",),
    "stepping.py": ("take back",),
    "swing.py": ("a share is",),
    "games/cards.py": ("asks for", "is {} decks"),  # contradictions in a draft
    "games/red_dog/game.py": ("lets a player", "State how", "State whether"),
    "games/round_game.py": ("State how many", "not offered"),
    "games/war/game.py": ("takes {} of the bet",),
    "games/wheel/game.py": ("State your wheel",),
    "games/wheel/terms.py": ("joker or 20", "space of the wheel"),
    "games/fields.py": ("whole number", "yes or no"),
    "games/craps/comparing.py": ("not offered",),
    "games/game.py": ("Baize rule set of",),
    "games/craps/game.py": ("Baize rule set",),
    "examples/comparison.py": ("not offered",),
    "finding_words.py": ("(at most",),
    "measures.py": ("at most", "at least"),
    "placing.py": ("at single odds",),
    "readings.py": (
        "A person decides",
        "It is allowed",
        "It is a breach",
        "the one that",
        "{} is not",
        "; craps",
    ),
    "rulebook/__init__.py": ("This edition follows", "Changed from", "; there are"),
    "validation.py": ("The edition has decided",),
    "vocabulary.py": ("Odds on ",),
    "wagers.py": ("before the", "while a", "once the", "at any time", "before a", "one roll"),
}
_SENTENCE = re.compile(r"[A-Za-z]{2,} [a-z]{2,}|^[A-Z][a-z]+ ")
_IDS = re.compile(r"[a-z_.]+( [a-z_.]+\.[a-z_.]+)+|result (won|lost)|play\.\S+.*")
_ERRORS = {"BadInput", "ValueError", "KeyError", "AttributeError", "unknown"}


def sentences(source: str) -> Iterator[str]:
    """Texts of a module that read like English, without docstrings, errors and what is said by id."""
    tree, aside = ast.parse(source), set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            aside.add(id(node.body[0].value))  # type: ignore[attr-defined]
        if isinstance(node, ast.JoinedStr):
            aside |= {id(part) for part in node.values}
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _ERRORS:
            aside |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(tree):
        text = "" if id(node) in aside else _text(node)
        if _SENTENCE.search(text) and "<" not in text and not _IDS.fullmatch(text):
            yield text


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return ""


def test_no_sentence_for_the_public_stands_in_the_code() -> None:
    left = {}
    for path in sorted(CORE.rglob("*.py")):
        name = path.relative_to(CORE).as_posix()
        if name.startswith("messages/") or path.name in ("en.py", "fr.py") or ENGLISH_ONLY.search(name):
            continue
        found = [
            text for text in sentences(path.read_text()) if not text.startswith(DATA.get(name, ()) or "\0")
        ]
        if found:
            left[name] = found
    assert left == {}


def test_a_sentence_in_the_code_is_noticed() -> None:
    assert list(sentences('"""Said."""\nx = f"{name} wins on {roll}."\nraise BadInput("", "is no bet")')) == [
        "{} wins on {}."
    ]
