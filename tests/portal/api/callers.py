"""A caller of the API: a person's token, or a regulator's session, and JSON bodies."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

from django.test import Client

from portal.accounts import tokens
from portal.accounts.models import User

_numbers = itertools.count()


# What others wrote, and the core's own values, are given as they are.
COMPUTED = re.compile("/(settle|check|edge|compare|where|digest)")  # as `craps` prints it
AS_WRITTEN = {"ruleset", "leaf", "document", "before", "after", "layout", "events", "submitted", "allowed"}


def empty_texts(value: Any, path: str = "") -> Iterator[str]:
    """Where an answer says nothing by an empty text; null is the one way."""
    if value == "":
        yield path
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from empty_texts(item, f"{path}[{place}]")
    elif isinstance(value, dict):
        for key in value.keys() - AS_WRITTEN:
            yield from empty_texts(value[key], f"{path}.{key}")


class Caller:
    """`Caller(house.submitter).post("/submissions", {...})`; without a person it comes without a token."""

    def __init__(
        self, user: User | None = None, scopes: list[str] | None = None, *, by_token: bool = False
    ) -> None:
        self.client = Client(raise_request_exception=False)
        self.headers: dict[str, str] = {}
        if user is not None and user.is_regulator and scopes is None and not by_token:
            self.client.force_login(user)  # no token takes a case, recommends or decides
        elif user is not None:
            offered = scopes or [scope.name for scope in tokens.scopes_for(user)]
            if offered:
                _, raw = tokens.create(actor=user, name=f"test {next(_numbers)}", scopes=offered, days=1)
                self.headers = {"Authorization": f"Bearer {raw}"}

    def get(self, where: str, **headers: str) -> Any:
        return self.ask("get", where, **headers)

    def post(self, where: str, body: Any = None, **headers: str) -> Any:
        return self.ask("post", where, {} if body is None else body, **headers)

    def put(self, where: str, body: Any, **headers: str) -> Any:
        return self.ask("put", where, body, **headers)

    def delete(self, where: str) -> Any:
        return self.ask("delete", where)

    def ask(self, method: str, where: str, body: Any = None, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent: dict[str, Any] = {"headers": {**self.headers, **named}}
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            sent |= {"data": data, "content_type": named.get("Content-Type", "application/json")}
        answer = getattr(self.client, method)(f"/api/v1{where}", **sent)
        if (
            answer.status_code < 300
            and answer.get("Content-Type") == "application/json"
            and not COMPUTED.match(where)
        ):
            assert list(empty_texts(answer.json())) == [], where
        return answer


def signed_in(person: User) -> Caller:
    caller = Caller()
    caller.client.force_login(person)
    return caller
