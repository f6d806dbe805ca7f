"""Odd strings in every field, parameter and body: no server error, nothing held up, no markup let out.

A sample in every run; `make odd-strings STRINGS=40000` sends so many different ones over every place.
"""

from __future__ import annotations

import copy
import json
import os
import random
import sys
import time
import traceback
from collections import Counter, defaultdict
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import quote

import pytest
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import Settings

from portal.accounts.jurisdictions import forget
from tests.portal.api.operations import undone
from tests.portal.requests.light import Sessions, light
from tests.portal.requests.odd_strings import odd_strings
from tests.portal.requests.places import Place, Places, parameters
from tests.portal.requests.world import World

pytestmark = pytest.mark.slow
SAMPLE = 200
STRINGS = int(os.environ.get("ODD_STRINGS", SAMPLE))
MINUTES = float(os.environ.get("ODD_STRINGS_MINUTES", "inf"))
SEED = int(os.environ.get("ODD_STRINGS_SEED", "20"))
HELD_UP = 5  # seconds of the processor that a text may not take where another took little
CHEAP = 0.015  # seconds; what takes longer gets a string correspondingly less often
DECLARED = {("/readyz", 503)}  # no worker runs in these tests


def test_no_odd_string_is_a_server_error(
    db: None, settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_RATES = dict.fromkeys(settings.API_RATES, 10**9)
    long = STRINGS > SAMPLE
    with light(monkeypatch):
        places = Places(World("md", "md-craps"), SEED, starts=None if long else 15)
        places.look(15)
        shooter, begun = Shooter(places), time.monotonic()
        for number, text in enumerate(odd_strings(STRINGS, SEED), 1):
            shooter.send(text)
            if long and number % 3 == 0:
                places.look(1)
            if time.monotonic() - begun > MINUTES * 60:
                break
            if long and number % 500 == 0:
                with capsys.disabled():
                    print(shooter.summary(), *shooter.problems[-3:], sep="\n", file=sys.stderr, flush=True)
            if len(shooter.problems) > 100:
                break
        if long:
            with capsys.disabled():
                print(shooter.summary(), file=sys.stderr, flush=True)
    assert not shooter.problems, "\n\n".join(shooter.problems[:30])
    # In a long run pages are opened on the way: those of the end are met by no text yet.
    met = shooter.sent.total() / (3 if long else 2)
    assert len(shooter.sent) > min(len(places.places), met) * 0.8
    if shooter.sent.total() >= 40_000:
        taken = {place.name for alike in places.places.values() for place in alike}
        assert set().union(*parameters().values()) <= taken


class Shooter:
    def __init__(self, places: Places) -> None:
        self.places, self.random = places, random.Random(SEED)
        self.problems = places.problems
        self.cookies = {
            who: client.cookies.output(header="", sep=";") for who, client in places.clients.items()
        }
        self.sessions = Sessions(list(places.clients.values()))
        self.round: list[tuple[str, str, str, str]] = []
        self.sent: Counter[tuple[str, str, str, str]] = Counter()
        self.spent: defaultdict[tuple[str, str, str, str], float] = defaultdict(float)
        self.least: dict[tuple[str, str, str, str], float] = {}
        self.told: Counter[int] = Counter()
        self.kinds: Counter[str] = Counter()
        self.begun = time.monotonic()

    def send(self, text: str) -> None:
        if self.sent.total() % 100 == 0:
            caches["rates"].clear()
            forget()  # what was changed in a jurisdiction was taken back
            self.sessions.renew()
        key = self._next()
        place = self.random.choice(self.places.places[key])
        client = self.places.clients[place.who]
        begun = time.process_time()
        try:
            with undone():
                answer = self._ask(client, place, text)
                content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        except Exception:  # whatever it is, people would see a server error
            self.problems.append(f"{place}: {text[:200]!r}\n{traceback.format_exc(limit=-6)}")
            return
        finally:
            client.cookies = SimpleCookie(self.cookies[place.who])
            self.sent[key] += 1
            self.kinds[place.kind] += 1
            took = time.process_time() - begun
            self.spent[key] += took
        self.told[answer.status_code] += 1
        if answer.status_code >= 500 and (place.address, answer.status_code) not in DECLARED:
            self.problems.append(f"{place}: {text[:200]!r} answered {answer.status_code}")
        if took > HELD_UP and took > 20 * self.least.get(key, took):
            self.problems.append(f"{place}: {text[:200]!r} ({len(text)} characters) took {took:.1f} s")
        self.least[key] = min(took, self.least.get(key, took))
        if "<zq" in text and b"<zq" in content and "html" in answer.headers.get("Content-Type", ""):
            self.problems.append(f"{place}: {text[:200]!r} came out as markup")

    def _next(self) -> tuple[str, str, str, str]:
        while True:
            if not self.round:
                self.round = sorted(self.places.places)
                self.random.shuffle(self.round)
            key = self.round.pop()
            times, seconds = self.sent[key], self.spent[key]
            if times < 2 or self.random.random() < CHEAP * times / max(seconds, 1e-6):
                return key

    def _ask(self, client: Any, place: Place, text: str) -> Any:
        headers = self.places.headers[place.who]
        if place.kind == "form":
            data = dict(place.given) | {place.name: text}
            if self.random.random() < 0.1:
                data = dict.fromkeys(data, text)
            return client.post(place.address, data, headers=headers)
        if place.kind == "file":
            file = SimpleUploadedFile(text[:100] or "x", text.encode())
            return client.post(place.address, {**place.given, place.name: file}, headers=headers)
        if place.kind == "query":
            return client.get(place.address, {**place.given, place.name: text}, headers=headers)
        if place.kind == "address":
            before, _, after = place.address.rpartition(str(place.given))
            return client.get(f"{before}{quote(text, safe='')}{after}", headers=headers)
        if place.kind == "header":
            line = " ".join(text.encode().decode("latin-1").splitlines())
            more = {"HX-Request": "true"} if place.name.startswith("HX") else {}
            return client.get(place.address, headers={**headers, **more, place.name: line})
        body: Any = self._body(place, text)
        tag = {"If-Match": place.tag} if place.tag else {}
        sent = {"data": body, "content_type": "application/json", "headers": {**headers, **tag}}
        return getattr(client, place.method)(place.address, **sent)

    def _body(self, place: Place, text: str) -> bytes:
        """The good body with the text for the value; or for its name; or in place of everything."""
        chance = self.random.random()
        if chance < 0.03:
            return text.encode()
        body = copy.deepcopy(place.given)
        *parents, last = place.name.removeprefix("/").split("/")
        here: Any = body
        for name in parents:
            here = here[int(name) if isinstance(here, list) else name]
        if isinstance(here, list):
            here[int(last)] = text
        elif chance < 0.1:
            here[text] = here.pop(last)
        else:
            here[last] = text
        return json.dumps(body, ensure_ascii=self.random.random() < 0.5).encode()

    def summary(self) -> str:
        return (
            f"{time.monotonic() - self.begun:6.0f} s  {self.sent.total()} odd strings over "
            f"{len(self.sent)} of {len(self.places.places)} places ({dict(self.kinds)}) "
            f"on {len(self.places.opened)} pages and the API as {len(self.cookies)} callers; "
            f"by status {dict(sorted(self.told.items()))}; problems {len(self.problems)}"
        )
