"""What makes hundreds of thousands of requests in one process cheap, without showing less."""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.shortcuts import render
from django.template import Template
from django.template.context import Context
from django.test import Client
from django.views.defaults import page_not_found

from portal import urls
from portal.pages import middleware

WHOLE_PAGE_EVERY = 10  # of "Page not found" and its like, which say the same whatever was asked for
SESSIONS_FOR = 120  # seconds


@contextmanager
def light(patch: pytest.MonkeyPatch) -> Iterator[None]:
    """No logging, templates drawn as the product draws them, and few whole pages of refusals."""
    patch.setattr(Template, "_render", _render)
    patch.setattr(urls, "handler404", _NotFound(), raising=False)
    patch.setattr(middleware, "render", _NotAllowed())
    connection.run_on_commit = []  # of making the worlds: each rollback would go through them
    logging.disable(logging.CRITICAL)
    gc.collect()
    gc.freeze()
    thresholds = gc.get_threshold()
    gc.set_threshold(20_000, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()
        logging.disable(logging.NOTSET)


def _render(self: Template, context: Context) -> Any:
    """As in the product: the test client's own notes each template and copies its context."""
    return self.nodelist.render(context)


class _NotFound:
    """The text of the refusal alone, and every tenth time the page around it, for everybody in turn."""

    def __init__(self) -> None:
        self.number = count()

    def __call__(self, request: HttpRequest, exception: Exception) -> HttpResponse:
        if next(self.number) % WHOLE_PAGE_EVERY == 0:
            return page_not_found(request, exception)
        return HttpResponseNotFound(f"Not found: {exception}".encode(), content_type="text/plain")


class _NotAllowed:
    """Likewise where an address takes a form alone."""

    def __init__(self) -> None:
        self.number = count()

    def __call__(self, request: HttpRequest, template: str, status: int) -> HttpResponse:
        if next(self.number) % WHOLE_PAGE_EVERY == 0:
            return render(request, template, status=status)
        return HttpResponse(b"Not allowed", status=status)


class Sessions:
    """Keeps everybody signed in, with a second factor shown just now, however long the run takes."""

    def __init__(self, clients: list[Client]) -> None:
        self.clients = [client for client in clients if client.cookies]
        self.renewed = 0.0

    def renew(self) -> None:
        now = int(time.time())
        if now < self.renewed + SESSIONS_FOR:
            return
        self.renewed = now
        for client in self.clients:
            session = client.session
            session["seen_at"] = now
            session["ends_at"] = now + 8 * 3600
            session["second_factor"] = {"enrolled": True, "used_at": now, "enrol_by": 0}
            session.save()
