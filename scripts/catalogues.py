"""Reads a catalogue of translations (.po) and writes it as Django loads it (.mo), without gettext's programs.

The compiled file is committed, so that nobody who runs Baize needs them. `make catalogues`, part of
`make messages`, writes it, and a test holds that it is current.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from struct import pack

LOCALE = Path(__file__).resolve().parent.parent / "locale"
_LINE = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d\])? )?(".*")')
_CONTEXT, _PLURAL = "\x04", "\x00"  # how the compiled form joins a context and plural forms to a text
_MAGIC = 0x950412DE


@dataclass
class Message:
    """A text with its translations: one, or one for each plural form."""

    text: str = ""
    plural: str = ""
    context: str = ""
    translations: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        context = f"{self.context}{_CONTEXT}" if self.context else ""
        return context + (f"{self.text}{_PLURAL}{self.plural}" if self.plural else self.text)


def messages_of(catalogue: str) -> Iterator[Message]:
    """The messages of a .po file; the first, with an empty text, is its header."""
    for block in re.split(r"\n\s*\n", catalogue):
        message, kind = Message(), ""
        for line in block.splitlines():
            found = _LINE.fullmatch(line)
            if not found:
                continue  # a comment
            kind, piece = found[1] or kind, str(ast.literal_eval(found[2]))
            if found[1] == "msgstr":
                message.translations.append(piece)
            elif kind == "msgstr":
                message.translations[-1] += piece
            elif kind == "msgid":
                message.text += piece
            elif kind == "msgid_plural":
                message.plural += piece
            else:
                message.context += piece
        if message.translations:
            yield message


def compiled(catalogue: str) -> bytes:
    """The .mo file of a .po file. The same texts give the same bytes."""
    texts = {
        message.key.encode(): _PLURAL.join(message.translations).encode()
        for message in messages_of(catalogue)
        if all(message.translations)
    }
    keys = sorted(texts)
    start = 28 + 16 * len(keys)  # after the head and both tables of lengths and places
    body, tables = b"", []
    for column in (keys, [texts[key] for key in keys]):
        for text in column:
            tables.append(pack("<II", len(text), start + len(body)))
            body += text + b"\0"
    head = pack("<7I", _MAGIC, 0, len(keys), 28, 28 + 8 * len(keys), 0, start)
    return head + b"".join(tables) + body


def translated() -> list[Path]:
    """The catalogues of every language but English, whose texts are the messages themselves."""
    return [path for path in sorted(LOCALE.glob("*/LC_MESSAGES/django.po")) if path.parts[-3] != "en"]


if __name__ == "__main__":
    for path in translated():
        path.with_suffix(".mo").write_bytes(compiled(path.read_text(encoding="utf-8")))
        print(f"{path.with_suffix('.mo').relative_to(LOCALE.parent)} is written.")
