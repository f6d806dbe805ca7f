"""A person at the portal's forms: opens pages, fills in a form, presses its button, reads the answer.

`ClientHands` parses what the test client gets; tests/province/browser_hands.py sits at a real browser.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Protocol

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

# Text, the option of a list or of radio buttons; the ticked boxes, or a column of lines; one box; a file.
Given = str | Sequence[str] | bool | Path
Typed = Mapping[str, Given]


@dataclass
class Effort:
    """What the walk took; typing counts the characters that are not there already."""

    pages: int = 0
    forms: int = 0
    fields: int = 0
    characters: int = 0

    def entered(self, given: Given, *, typed: bool) -> None:
        self.fields += 1
        if typed and isinstance(given, str):
            self.characters += len(given)


class Hands(Protocol):
    def open(self, address: str) -> None: ...

    def send(self, button: str, typed: Typed | None = None) -> None:
        """Fill in the form that has the button, and press it. Fails if the answer names a problem."""

    def html(self) -> str: ...

    def download(self, address: str) -> bytes: ...


def words(hands: Hands) -> str:
    """What the page says, white space folded."""
    reader = _Forms()
    reader.feed(hands.html())
    return " ".join(" ".join(reader.words).split())


def found(pattern: str, hands: Hands) -> str:
    """The first group of a pattern in the page."""
    match = re.search(pattern, hands.html())
    assert match, f"nothing like {pattern} in: {words(hands)[:2000]}"
    return match[1]


class ClientHands:
    """Posts what a rendered form contains, with what is typed over it."""

    def __init__(self, effort: Effort) -> None:
        self.client, self.effort = Client(), effort
        self.address, self._html, self._next = "", "", ""

    def open(self, address: str) -> None:
        answer: Any = self.client.get(address, follow=True)
        assert answer.status_code == 200, (address, answer.status_code)
        self.address = answer.redirect_chain[-1][0] if answer.redirect_chain else address
        self._html, self._next = answer.content.decode(), ""
        self.effort.pages += 1

    def send(self, button: str, typed: Typed | None = None) -> None:
        form, pressed = self._form(button)
        data, files = form.filled(typed or {}, self.effort)
        if pressed.name:
            data.setdefault(pressed.name, []).append(pressed.value)
        where = form.action or self.address
        answer: Any = self.client.post(where, {**data, **files})
        self.effort.forms += 1
        if answer.status_code == 302:
            self._next = answer["Location"]  # opened when it is read
            return
        self.address, self._html = where, answer.content.decode()
        assert answer.status_code == 200 and 'id="error-summary"' not in self._html, (
            f"{where}: {answer.status_code} {typed}\n{words(self)[:3000]}"
        )

    def html(self) -> str:
        if self._next:
            self.open(self._next)
        return self._html

    def download(self, address: str) -> bytes:
        answer: Any = self.client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return b"".join(answer.streaming_content) if answer.streaming else answer.content

    def _form(self, button: str) -> tuple[_Form, _Button]:
        reader = _Forms()
        reader.feed(self.html())
        for form in reader.forms:
            for each in form.buttons:
                if " ".join(each.words.split()) == button:
                    return form, each
        raise AssertionError(f"{self.address} has no button “{button}”: {words(self)[:3000]}")


@dataclass
class _Button:
    name: str
    value: str
    words: str = ""


@dataclass
class _Control:
    kind: str  # text, list, tick, file
    name: str
    value: str
    on: bool = True


@dataclass
class _Form:
    action: str
    controls: list[_Control] = field(default_factory=list)
    buttons: list[_Button] = field(default_factory=list)

    def filled(self, typed: Typed, effort: Effort) -> tuple[dict[str, list[str]], dict[str, Any]]:
        """What a browser would send."""
        unknown = set(typed) - {each.name for each in self.controls}
        assert not unknown, f"the form has no {unknown}, but {sorted({c.name for c in self.controls})}"
        files: dict[str, Any] = {}
        for name, given in typed.items():
            mine = [each for each in self.controls if each.name == name]
            if isinstance(given, Path):
                files[name] = SimpleUploadedFile(given.name, given.read_bytes())
                effort.entered(given, typed=False)
            elif mine[0].kind == "tick":
                wanted = [given] if isinstance(given, str) else given
                options = {each.value for each in mine}
                assert isinstance(wanted, bool) or set(wanted) <= options, f"{name}: {wanted} of {options}"
                for each in mine:
                    was, each.on = each.on, wanted if isinstance(wanted, bool) else each.value in wanted
                    if was != each.on:
                        effort.entered("", typed=False)
            else:
                assert not isinstance(given, bool)
                texts = [given] if isinstance(given, str) else given
                assert len(texts) <= len(mine), f"{name}: {len(mine)} lines for {len(texts)}"
                for each, text in zip(mine, texts, strict=False):
                    if each.value != text:
                        effort.entered(text, typed=each.kind == "text")
                    each.value = text
        data: dict[str, list[str]] = {}
        for each in self.controls:
            if each.on and each.kind != "file":
                data.setdefault(each.name, []).append(each.value)
        return data, files


class _Forms(HTMLParser):
    """The forms of a page and its words."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[_Form] = []
        self.words: list[str] = []
        self._form: _Form | None = None
        self._area: _Control | None = None
        self._list: _Control | None = None
        self._button: _Button | None = None
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        name = has.get("name", "")
        if tag in ("script", "style"):
            self._unseen += 1
        elif tag == "form":
            self._form = _Form(has.get("action", ""))
            self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "input" and name and "disabled" not in has:
            kind = {"checkbox": "tick", "radio": "tick", "file": "file"}.get(has.get("type", ""), "text")
            value = has.get("value", "on" if kind == "tick" else "")
            self._form.controls.append(_Control(kind, name, value, kind != "tick" or "checked" in has))
        elif tag == "textarea" and name:
            self._area = _Control("text", name, "")
            self._form.controls.append(self._area)
        elif tag == "select" and name:
            self._list = _Control("list", name, "", on=False)
            self._form.controls.append(self._list)
        elif tag == "option" and self._list is not None:
            if "selected" in has or not self._list.on:
                self._list.value, self._list.on = has.get("value", ""), True
        elif tag == "button":
            self._button = _Button(name, has.get("value", ""))
            self._form.buttons.append(self._button)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._unseen -= 1
        elif tag == "form":
            self._form = None
        elif tag == "textarea":
            if self._area:
                self._area.value = self._area.value.removeprefix("\n")
            self._area = None
        elif tag == "select":
            self._list = None
        elif tag == "button":
            self._button = None

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area.value += data
        elif not self._unseen:
            self.words.append(data)
        if self._button is not None:
            self._button.words += data
