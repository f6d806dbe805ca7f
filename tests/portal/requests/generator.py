"""Requests by chance, over every address × everybody × own, another's and missing things; and what an answer
may never be: a server error, or one that shows a secret to those who may not read it.

A round asks each address as each caller about each kind of thing once, in an order by chance. From the second
time on, what takes long (a page of two hundred clauses, a book set in type) is left out of most rounds.
"""

from __future__ import annotations

import io
import random
import re
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from django.core.cache import caches
from django.test import Client
from django.urls import NoReverseMatch

from portal.accounts.models import Role, User
from tests.portal.api.callers import Caller
from tests.portal.api.operations import operations, undone
from tests.portal.doors import signed_in
from tests.portal.requests.light import Sessions
from tests.portal.requests.world import REFERENCE, SECRET, World
from tests.portal.route_matrix import EXPERT, MATRIX, OPERATOR, REGULATOR, TEAM
from tests.portal.routes import NOTHING, Route, routes

ODD = [
    "",
    "0",
    "-1",
    "²",
    "9" * 400,
    "%d",
    "%s%n",
    "{}",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "../../etc/passwd",
    "\u202etxt",
    "\u200b",
    "\ud7ff\uffff",
    "x" * 3000,
    "true",
    "null",
    "1e308",
    "NaN",
    "2026-02-30",
    "0000-00-00",
    "2026-11-18",
    "T",
    "😀" * 20,
    "a,b;c|d",
    "=1+1",
    "1/0",
]
TEXTS = ["Because.", "yes", "on", "1", "2", "5:1", "10", "bc-craps", "2030-01-01", "someone@example.org"]
PARAMETERS = (
    "q page on sort order from to since until after cursor limit format version edition state mine part "
)
PARAMETERS += (
    "clock table kind about next preview run bet amount game reference person action thing field text step"
)
NAME = re.compile(rb'\bname="([A-Za-z0-9_.:-]{1,60})"')
BY_TOKEN = "by token"
DECLARED = {("readyz", 503)}  # no worker runs in these tests
CHEAP = 0.003  # seconds; what takes longer is asked correspondingly less often
KINDS = ("own", "other", "missing")


@dataclass(frozen=True)
class Asked:
    who: str
    method: str
    address: str
    data: Any
    things: str  # own, other or missing

    def __str__(self) -> str:
        return f"{self.who}: {self.method} {self.address} ({self.things}) {str(self.data)[:300]}"


class Run:
    def __init__(self, worlds: list[World], seed: int) -> None:
        self.random = random.Random(seed)
        self.worlds = worlds
        self.readers = {secret: who for world in worlds for secret, who in world.readers.items()}
        self.routes = routes()
        self.operations = {f"{op.method} {op.route.name}": op for op in operations()}
        self.names: dict[str, set[str]] = defaultdict(set)  # of fields, as the pages show them
        self.spent: dict[tuple[str, str, str], list[float]] = {}  # seconds and times
        self.round: list[tuple[Route, int, str]] = []
        self.asked = 0
        self.told: Counter[tuple[str, int]] = Counter()
        self.by_route: Counter[str] = Counter()
        self.allowed: dict[str, list[str]] = {}  # methods, as learnt from answers 405
        self.problems: list[str] = []
        self.callers: list[tuple[str, World | None, User | None, Client, dict[str, str]]] = []
        for world in worlds:
            place = world.house.property.jurisdiction
            for name, user in world.people.items():
                self.callers.append((f"{place} {name}", world, user, signed_in(user), {}))
                token = Caller(user)
                if token.headers:
                    about = f"{place} {name} {BY_TOKEN}"
                    self.callers.append((about, world, user, token.client, token.headers))
        self.callers.append(("nobody", None, None, Client(), {}))
        self.cookies = {
            who: client.cookies.output(header="", sep=";") for who, _, _, client, _ in self.callers
        }
        self.sessions = Sessions([client for _, _, _, client, _ in self.callers])

    def ask(self, times: int) -> None:
        wanted = self.asked + times
        while self.asked < wanted:
            if self.asked % 200 == 0:
                caches["rates"].clear()
                self.sessions.renew()
            self._ask_one()

    def _ask_one(self) -> None:
        route, number, things = self._next()
        who, home, user, client, headers = self.callers[number]
        others = [world for world in self.worlds if world is not home]
        world = home if home and things != "other" else self.random.choice(others)
        values = {gap: self._value(world, gap) for gap in route.gaps}
        if things == "missing":
            gap = self.random.choice(route.gaps)
            values[gap] = self.random.choice([NOTHING.get(gap, 999_999), 0, 2**31, 2**63])
        try:
            address = route.address(values)
        except NoReverseMatch:  # a number where the address takes none
            return
        method = self._method(route)
        asked = Asked(who, method, self._with_query(address), self._data(route, method), things)
        self._send(route, asked, user, client, headers)

    def _next(self) -> tuple[Route, int, str]:
        """The next of this round that is not left out this time."""
        while True:
            if not self.round:
                self.round = list(self._everything())
                self.random.shuffle(self.round)
            route, number, things = self.round.pop()
            seconds, times = self.spent.get(self._cost_key(route, number, things), (0.0, 0))
            if times == 0 or self.random.random() < CHEAP * times / max(seconds, 1e-6):
                return route, number, things

    def _cost_key(self, route: Route, number: int, things: str) -> tuple[str, str, str]:
        return route.name, self.callers[number][0], things

    def _everything(self) -> Iterator[tuple[Route, int, str]]:
        """Every address, caller and kind of thing. Programs ask the API alone; nobody owns a thing."""
        for route in self.routes:
            kinds = KINDS if route.gaps else ("own",)
            for number, (who, home, *_) in enumerate(self.callers):
                if BY_TOKEN in who and not route.name.startswith("api:"):
                    continue
                for things in kinds:
                    if home or things != "own" or not route.gaps:
                        yield route, number, things

    def _method(self, route: Route) -> str:
        """Mostly one that the address takes."""
        known = self.allowed.get(route.name)
        if known and self.random.random() < 0.9:
            return self.random.choice(known)
        return self.random.choice(["get", "get", "post", "post", "put", "delete", "head", "options"])

    def _value(self, world: World, gap: str) -> Any:
        return self.random.choice(world.values.get(gap, ["nothing"]))

    def _with_query(self, address: str) -> str:
        if self.random.random() < 0.6:
            return address
        names = self.random.choices(PARAMETERS.split(), k=self.random.randint(1, 3))
        return f"{address}?{urlencode([(name, self._text()) for name in names])}"

    def _text(self) -> str:
        return self.random.choice(ODD if self.random.random() < 0.5 else TEXTS)

    def _data(self, route: Route, method: str) -> Any:
        if method not in ("post", "put"):
            return None
        if route.name.startswith("api:"):
            op = self.operations.get(f"{method} {route.name}")
            body = op.declared.example if op and op.declared.body is not None else None
            body = dict(body) if isinstance(body, dict) else {}
            for name in list(body):
                if self.random.random() < 0.25:
                    body[name] = self.random.choice([self._text(), None, [], {}, 10**30, True])
            return body
        names = [*self.names[route.name], *("text", "reason", "name", "digest", "due_on", "next", "kind")]
        chosen = self.random.sample(names, self.random.randint(0, min(len(names), 12)))
        data: dict[str, Any] = {name: self._text() for name in chosen}
        if self.random.random() < 0.05:
            file = io.BytesIO(
                self.random.choice([b"", b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n", b"{}", b"a,b\n1,2\n"])
            )
            file.name = "a file.pdf"
            data[self.random.choice(["file", "files", "photo"])] = file
        return data

    def _send(
        self, route: Route, asked: Asked, user: User | None, client: Client, headers: dict[str, str]
    ) -> None:
        self.asked += 1
        sent: dict[str, Any] = {"headers": headers}
        if asked.data is not None:
            sent["data"] = asked.data
            if route.name.startswith("api:"):
                sent["content_type"] = "application/json"
        begun = time.process_time()
        try:
            with undone():
                answer = getattr(client, asked.method)(asked.address, **sent)
                content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        except Exception:  # whatever it is, people would see a server error
            self.problems.append(f"{asked}\n{traceback.format_exc(limit=-6)}")
            return
        finally:
            client.cookies = SimpleCookie(self.cookies[asked.who])
            spent = self.spent.setdefault((route.name, asked.who, asked.things), [0.0, 0])
            spent[0] += time.process_time() - begun
            spent[1] += 1
        self.told[asked.things, answer.status_code] += 1
        self.by_route[route.name] += 1
        if answer.status_code == 405 and answer.headers.get("Allow"):
            named = [name.strip().lower() for name in answer["Allow"].split(",")]
            self.allowed[route.name] = [name for name in named if name in ("get", "post", "put", "delete")]
        if answer.status_code >= 500 and (route.name, answer.status_code) not in DECLARED:
            self.problems.append(f"{asked} answered {answer.status_code}")
        if answer.status_code == 200 and asked.method == "get":
            self.names[route.name].update(name.decode() for name in NAME.findall(content))
        self._look_for_secrets(route, asked, user, content + str(answer.headers).encode())
        self._look_at_refusal(route, asked, user, answer.status_code)

    def _look_for_secrets(self, route: Route, asked: Asked, user: User | None, content: bytes) -> None:
        if user and user.has_role(Role.SITE_ADMIN):
            return  # reads the whole trail, and administers people
        reader = user.organisation_id if user else None
        request = f"{asked.address} {asked.data}".encode()
        for word in {*SECRET.findall(content), *REFERENCE.findall(content)}:
            if word in self.readers and reader not in self.readers[word] and word not in request:
                self.problems.append(f"{asked} shows {word.decode()}, which is not for organisation {reader}")

    def _look_at_refusal(self, route: Route, asked: Asked, user: User | None, status: int) -> None:
        """What belongs to somebody is not found by anybody of the other world."""
        if MATRIX.get(route.name) not in (OPERATOR, REGULATOR, TEAM, EXPERT) or asked.things != "other":
            return
        if user and user.has_role(Role.SITE_ADMIN):
            return
        allowed: tuple[int, ...] = (404, 405) if user else (302, 405)
        if asked.method == "options":
            allowed = (200, *allowed)
        if status not in (*allowed, 400, 403):
            self.problems.append(f"{asked} answered {status}; another's things do not exist")

    def summary(self) -> str:
        by_status: Counter[int] = Counter()
        for (_, status), times in self.told.items():
            by_status[status] += times
        never = sorted({route.name for route in self.routes} - set(self.by_route))
        return (
            f"{self.asked} requests over {len(self.by_route)} addresses as {len(self.callers)} callers; "
            f"{len(self.spent)} of {sum(1 for _ in self._everything())} of address × caller × thing; "
            f"by status {dict(sorted(by_status.items()))}; problems {len(self.problems)}; "
            f"never asked {len(never)} {never[:5]}"
        )
