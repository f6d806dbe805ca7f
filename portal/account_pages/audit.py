"""The trail of everything that was done, as far as the reader may see it: page, CSV and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render

from portal.accounts.jurisdictions import JURISDICTIONS
from portal.accounts.permissions import require
from portal.accounts.selectors import properties
from portal.audit import readable
from portal.audit.selectors import Filter, actions, found
from portal.audit.services import record
from portal.errors import BadValue
from portal.http import UserRequest
from portal.pages.csv_download import csv_response
from portal.pages.guards import signed_in_page
from portal.text import parse_day

PER_PAGE = 50
_CHUNK = 1000
_COLUMNS = (
    "id", "at", "actor", "action", "object_type", "object_id", "object",
    "jurisdiction", "organisation", "request_id", "before", "after",
)  # fmt: skip


@signed_in_page
def trail(request: UserRequest) -> HttpResponse:
    """Fifty entries at a time, the newest first; a page far down costs what the first one does."""
    require(request.user, "audit.view")
    wanted, error = _filter(request)
    rows, newer, older = _page(request, wanted)
    context = {
        "wanted": wanted,
        "error": error,
        "rows": [(row, readable.rows(row)) for row in rows],
        "zone": _place(request),
        "actions": actions(request.user),
        "newer": newer,
        "older": older,
        "query": urlencode(wanted.told),
    }
    return render(request, "account/audit.html", context, status=422 if error else 200)


@signed_in_page
def as_csv(request: UserRequest) -> StreamingHttpResponse:
    wanted = _exported(request, "CSV")
    return csv_response("audit-trail", _lines(request, wanted))


@signed_in_page
def as_json(request: UserRequest) -> StreamingHttpResponse:
    wanted = _exported(request, "JSON")
    response = StreamingHttpResponse(_objects(request, wanted), content_type="application/json")
    response["Content-Disposition"] = 'attachment; filename="audit-trail.json"'
    response["Cache-Control"] = "private, no-store"
    return response


def _exported(request: UserRequest, form: str) -> Filter:
    """Taking the trail away is itself written down."""
    require(request.user, "audit.view")
    wanted, error = _filter(request)
    if error:
        raise error
    record(actor=request.user, action="audit.export", obj=request.user, after={"form": form, **wanted.told})
    return wanted


def _lines(request: UserRequest, wanted: Filter) -> Iterator[list[Any]]:
    yield list(_COLUMNS)
    for entry in found(request.user, wanted).iterator(chunk_size=_CHUNK):
        told = readable.as_record(entry)
        for side in ("before", "after"):
            told[side] = "" if told[side] is None else json.dumps(told[side], ensure_ascii=False)
        yield [told[column] for column in _COLUMNS]


def _objects(request: UserRequest, wanted: Filter) -> Iterator[str]:
    """One entry a line, so that a program can read a long trail line by line too."""
    yield '{"entries": ['
    between = "\n"
    for entry in found(request.user, wanted).iterator(chunk_size=_CHUNK):
        yield between + json.dumps(readable.as_record(entry), ensure_ascii=False)
        between = ",\n"
    yield "\n]}\n"


def _filter(request: UserRequest) -> tuple[Filter, BadValue | None]:
    given = {name: request.GET.get(name, "").replace("\x00", "").strip()[:100] for name in _TEXTS}
    place = _place(request)
    zone = JURISDICTIONS[place].zone if place else UTC
    try:
        days = {name: _day(request.GET.get(name, ""), name) for name in ("since", "until")}
        return Filter(**given, **days, zone=zone), None
    except BadValue as error:
        return Filter(**given, zone=zone), error


_TEXTS = ("person", "action", "thing", "request_id")


def _day(text: str, field: str) -> date | None:
    day = parse_day(text, field)
    if day and not 1990 <= day.year <= 2200:
        raise BadValue(f"“{text[:40]}” is outside the trail. Enter a day from 1990 to 2200.", field=field)
    return day


def _place(request: UserRequest) -> str:
    """Who works in one jurisdiction reads times as they are there; in several or in none, in UTC."""
    organisation = request.user.organisation
    if organisation is None:
        return ""
    codes = organisation.jurisdiction_codes or {casino.jurisdiction for casino in properties(request.user)}
    return str(next(iter(codes))) if len(codes) == 1 else ""


def _page(request: UserRequest, wanted: Filter) -> tuple[list[Any], str, str]:
    """The entries after `?older=` or before `?newer=`, and the queries of the neighbouring pages."""
    rows = found(request.user, wanted)
    older, newer = (_number(request.GET.get(name, "")) for name in ("older", "newer"))
    if newer:
        shown = list(rows.filter(pk__gt=newer).order_by("pk")[: PER_PAGE + 1])
        more_newer, more_older = len(shown) > PER_PAGE, True
        shown = shown[:PER_PAGE][::-1]
    else:
        shown = list((rows.filter(pk__lt=older) if older else rows)[: PER_PAGE + 1])
        more_newer, more_older = bool(older), len(shown) > PER_PAGE
        shown = shown[:PER_PAGE]
    if not shown:
        return [], "", ""
    return (
        shown,
        f"?{urlencode(wanted.told | {'newer': shown[0].pk})}" if more_newer else "",
        f"?{urlencode(wanted.told | {'older': shown[-1].pk})}" if more_older else "",
    )


def _number(text: str) -> int:
    return int(text[:18]) if text.isascii() and text.isdigit() else 0
