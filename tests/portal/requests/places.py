"""Every place where text comes in: fields of forms, parameters of addresses, values of JSON bodies.

Pages are opened as everybody, from the addresses that a world has and then from link to link. What their
forms and links take is found on them; parameters are also read from the code, so that none is missed that no
page shows. The API says itself what it takes.
"""

from __future__ import annotations

import ast
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.conf import settings
from django.test import Client
from django.urls import Resolver404, resolve

from portal.accounts.permissions import PERMISSIONS
from portal.accounts.scopes import scope_for
from tests.factories import digest
from tests.portal.api.callers import Caller
from tests.portal.api.operations import operations, things_of, undone
from tests.portal.doors import signed_in
from tests.portal.requests.world import World
from tests.portal.routes import routes

# Who has what to type; the others see less of the same.
WHO = (
    "submitter", "operator_admin", "officer", "approver", "regulator_admin", "inspector", "expert",
    "site_admin",
)  # fmt: skip
BEHIND = {
    "public": ("nobody",),
    "operator": ("submitter", "operator_admin"),
    "regulator": ("officer", "approver", "regulator_admin", "inspector"),
    "expert": ("expert",),
}
ALIKE = 2  # pages that are opened of one address, and places that are kept of one form
FILE = re.compile(r"\.\w{2,5}$|/preview/certificate/")  # takes long to make, and has no form
HEADERS = (
    "Accept", "Accept-Language", "Authorization", "Cookie", "HX-Current-URL", "If-Match", "If-Modified-Since",
    "If-None-Match", "Range", "Referer", "User-Agent", "X-Forwarded-For", "X-Request-ID",
)  # fmt: skip
TOKEN = "csrfmiddlewaretoken"
FILLED = {"email": "someone@example.org", "date": "2030-01-01", "number": "1", "time": "09:00", "tel": "021"}


@dataclass(frozen=True)
class Place:
    """Where one text goes, and what good values go with it."""

    kind: str  # form, file, query, address, header or body
    who: str
    method: str
    address: str
    name: str  # of the field or parameter; in a body the path of the value
    given: Any = None
    tag: str = ""  # of what a body is about, where it has to be named

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Alike for one field of one form, whatever it is about."""
        return self.kind, self.method, _route_of(self.address), re.sub(r"\d+", "#", self.name)

    def __str__(self) -> str:
        return f"{self.who}: {self.method} {self.address[:200]} {self.kind} {self.name!r}"


@dataclass
class _Form:
    action: str = ""
    method: str = "get"
    fields: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)


class _Page(HTMLParser):
    """Forms with good values, and links. A field outside its form names it; a script may send a form too."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[_Form] = []
        self.links: list[str] = []
        self._by_id: dict[str, _Form] = {}
        self._open: _Form | None = None
        self._select = ""
        self._last = _Form()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "option":
            if self._select and not self._last.fields[self._select]:  # the first that says something
                self._last.fields[self._select] = has.get("value", "")
            return
        form = self._by_id.setdefault(has["form"], _Form()) if has.get("form") else self._open
        if tag == "a" and has.get("href"):
            self.links.append(has["href"])
        if tag == "form":
            self._open = self._by_id.setdefault(has["id"], _Form()) if has.get("id") else _Form()
            self._open.action, self._open.method = has.get("action", ""), has.get("method", "get").lower()
            self.forms.append(self._open)
        for attribute, method in (("hx-get", "get"), ("hx-post", "post")):
            if has.get(attribute):
                also = _Form(has[attribute], method)
                also.fields = form.fields if form else {}
                self.forms.append(also)
        name, kind = has.get("name", ""), has.get("type", "text")
        if form is None or not name or name == TOKEN:
            return
        if tag == "input" and kind == "file":
            form.files.append(name)
        elif tag == "input" and kind in ("checkbox", "radio", "submit", "image"):
            if kind == "checkbox" or "checked" in has:
                form.fields.setdefault(name, has.get("value") or "on")
        elif tag == "input":
            form.fields[name] = has.get("value") or FILLED.get(kind, "Because.")
        elif tag == "button":
            form.fields.setdefault(name, has.get("value", ""))
        elif tag == "select":
            form.fields[name], self._select = "", name
        elif tag == "textarea":
            form.fields[name] = "Because."
        self._last = form

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""


class Places:
    """All places of a world, and who goes there."""

    def __init__(self, world: World, seed: int, starts: int | None = None) -> None:
        self.world, self.random = world, random.Random(seed)
        self.clients: dict[str, Client] = {"nobody": Client()}
        self.headers: dict[str, dict[str, str]] = defaultdict(dict)
        for name in WHO:
            self.clients[name] = signed_in(world.people[name])
            caller = Caller(world.people[name], by_token=True)
            if caller.headers:
                self.clients[f"{name} by token"] = caller.client
                self.headers[f"{name} by token"] = caller.headers
        self.places: dict[tuple[str, str, str, str], list[Place]] = defaultdict(list)
        self.opened: dict[str, tuple[str, str]] = {}  # by the name of the route: who, and one address
        self.problems: list[str] = []
        self._seen: Counter[tuple[str, ...]] = Counter()
        self._doors: Counter[str] = Counter()
        self._follows = starts is None  # links too, or a sample
        self._waiting = [(who, address) for address in self._starts() for who in _visitors(address)]
        self.random.shuffle(self._waiting)
        if starts is not None:
            del self._waiting[starts:]
        self._known = set(self._waiting)
        bodies = list(self._of_bodies())
        for place in bodies if self._follows else self.random.sample(bodies, k=20 * (starts or 1)):
            self._add(place)

    def look(self, pages: int) -> None:
        """Open so many more pages, and keep what they take."""
        while self._waiting and pages:
            who, address = self._waiting.pop()
            kind, seen = (_route_of(address), *_plain_gaps(address)), self._seen
            enough = 1 if FILE.search(address) else ALIKE
            if seen[kind] >= enough or seen[who, *kind] >= ALIKE:
                continue
            seen[who, *kind] += 1
            pages -= 1
            self._look_at(who, address, kind)

    def _look_at(self, who: str, address: str, kind: tuple[str, ...]) -> None:
        page = self._open(who, address)
        self._seen[kind] += page is not None or (kind[0] in self.opened and bool(FILE.search(address)))
        if page is None:
            return
        for form in page.forms:
            for place in _of_form(who, urljoin(address, form.action or address), form):
                self._add(place)
        for link in page.links:
            where = urlsplit(urljoin(address, link))
            if where.scheme or where.netloc or "/sign-out" in where.path:
                continue
            good = dict(parse_qsl(where.query))
            for name in good:
                self._add(Place("query", who, "get", where.path, name, good))
            following = (who, f"{where.path}?{where.query}" if where.query else where.path)
            if self._follows and following not in self._known:
                self._known.add(following)
                self._waiting.insert(0, following)

    def _starts(self) -> Iterator[str]:
        """Each route with each value that can stand in its gaps, one gap at a time."""
        for route in routes():
            if route.name.startswith("api:") or not set(route.gaps) <= set(self.world.values):
                continue
            first = {gap: self.world.values[gap][0] for gap in route.gaps}
            for gap in route.gaps or ("",):
                for value in self.world.values.get(gap, [None]):
                    try:
                        yield route.address({**first, gap: value} if gap else first)
                    except Exception:  # a value of another address's gap of that name
                        continue

    def _open(self, who: str, address: str) -> _Page | None:
        try:
            with undone():
                answer = self.clients[who].get(address)
                content = b"" if answer.streaming else answer.content
        except Exception as error:  # people would see a server error
            self.problems.append(f"{who}: get {address}: {error!r}")
            return None
        if answer.status_code >= 500 and "/readyz" not in address:
            self.problems.append(f"{who}: get {address} answered {answer.status_code}")
        if answer.status_code == 200 and _route_of(address) not in self.opened:
            self.opened[_route_of(address)] = (who, urlsplit(address).path)
            for place in self._of_page(_route_of(address), who, urlsplit(address).path):
                self._add(place)
        if answer.status_code != 200 or "html" not in answer.headers.get("Content-Type", ""):
            return None
        page = _Page()
        page.feed(content.decode())
        return page

    # What is declared -------------------------------------------------------------------------------------

    def _of_page(self, name: str, who: str, address: str) -> Iterator[Place]:
        """Texts in the address itself, such as a reference or a clause; parameters that its view, or a module
        beside it, reads; and headers, of a page or two of each door."""
        found = resolve(address)
        for gap, value in found.kwargs.items():
            if isinstance(value, str) and value in address:
                yield Place("address", who, "get", address, gap, value)
        for parameter in sorted(parameters_of(found.func.__module__)):
            yield Place("query", who, "get", address, parameter, {})
        self._doors[name.partition(":")[0]] += 1
        if self._doors[name.partition(":")[0]] <= 2:
            yield from (Place("header", who, "get", address, header) for header in HEADERS)

    def _of_bodies(self) -> Iterator[Place]:
        """Of the API: every value of every body, and every parameter."""
        world = self.world
        for op in operations():
            who = "nobody"
            if not op.declared.is_public:
                able = PERMISSIONS.get(op.declared.permission)
                who = next((n for n in WHO if able is None or world.people[n].has_role(*able)), "submitter")
                if able and scope_for(op.declared.permission) and f"{who} by token" in self.clients:
                    who = f"{who} by token"
            for case in world.cases if op.is_of_a_case else world.cases[:1]:
                address = f"/api/v1{op.address(things_of(case, world.house))}"
                for name in op.declared.query:
                    yield Place("query", who, op.method, address, name, {})
                for gap, value in things_of(case, world.house).items():
                    if gap in op.route.gaps and isinstance(value, str):
                        yield Place("address", who, op.method, address, gap, value)
                if op.takes_json:
                    body = {**(op.declared.example or {})}
                    if "digest" in body and case.current_version:
                        body["digest"] = digest(case)
                    tag = self._tag(who, address) if op.declared.if_match else ""
                    for path in _paths(body):
                        yield Place("body", who, op.method, address, path, body, tag)

    def _tag(self, who: str, address: str) -> str:
        with undone():
            answer = self.clients[who].get(address, headers=self.headers[who])
            return str(answer.headers.get("ETag", ""))

    def _add(self, place: Place) -> None:
        """Of one kind a few: the same form as somebody else, of another case."""
        alike = self.places[place.key]
        if len(alike) < ALIKE and place not in alike:
            alike.append(place)


def _of_form(who: str, address: str, form: _Form) -> Iterator[Place]:
    parts = urlsplit(address)
    if parts.netloc or parts.path == "/sign-out/":
        return
    where = f"{parts.path}?{parts.query}" if parts.query else parts.path
    if form.method == "get":
        for name in form.fields:
            yield Place("query", who, "get", parts.path, name, dict(form.fields))
        return
    for name in form.fields:
        yield Place("form", who, "post", where, name, dict(form.fields))
    for name in form.files:
        yield Place("file", who, "post", where, name, dict(form.fields))


def _visitors(address: str) -> tuple[str, ...]:
    """Who gets anywhere there."""
    door = _route_of(address).partition(":")[0]
    return BEHIND.get(door, (*WHO, "nobody"))


def _paths(value: Any, path: str = "") -> Iterator[str]:
    """Every value inside, and every list and object itself."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _paths(inner, f"{path}/{name}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _paths(inner, f"{path}/{number}")


def _route_of(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).view_name
    except (Resolver404, ValueError):
        return "nothing"


def _plain_gaps(address: str) -> Iterator[str]:
    """What stands in the address and is nobody's thing: the step of an editor, the name of a move."""
    try:
        found = resolve(urlsplit(address).path).kwargs
    except (Resolver404, ValueError):
        return
    for gap in ("slug", "move", "step", "key", "kind"):
        if gap in found:
            yield str(found[gap])


def parameters() -> dict[str, set[str]]:
    """The parameters of addresses that each module of the portal reads by name."""
    found: dict[str, set[str]] = {}
    for file in (settings.BASE_DIR / "portal").rglob("*.py"):
        names = set()
        for node in ast.walk(ast.parse(file.read_text())):
            of: Any = None
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                if node.func.attr in ("get", "getlist"):
                    of, name = node.func.value, node.args[0]
            elif isinstance(node, ast.Subscript):
                of, name = node.value, node.slice
            if isinstance(of, ast.Attribute) and of.attr == "GET" and isinstance(name, ast.Constant):
                names.add(str(name.value))
        if names:
            module = ".".join(file.relative_to(settings.BASE_DIR).with_suffix("").parts)
            found[module] = names
    return found


_PARAMETERS: dict[str, set[str]] = {}


def parameters_of(module: str) -> set[str]:
    """Those of the module, and of what all doors share."""
    if not _PARAMETERS:
        _PARAMETERS.update(parameters())
    return set().union(
        *(names for name, names in _PARAMETERS.items() if name in (module,) or ".pages." in name)
    )
