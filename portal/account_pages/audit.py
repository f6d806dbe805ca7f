"""The audit trail as a page, as CSV and as JSON."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpResponse, StreamingHttpResponse

from portal.account_pages.forms import AuditFilterForm
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.accounts.zones import zone_of
from portal.audit import serializers
from portal.audit.models import AuditEntry
from portal.audit.selectors import filtered_trail
from portal.audit.services import record
from portal.errors import BadValue
from portal.http import UserRequest
from portal.keyset import rows_after
from portal.pages.csv_download import csv_response
from portal.pages.forms import render_form
from portal.pages.guards import signed_in_page
from portal.text import whole_number

PER_PAGE = 50
_CHUNK = 1000
_COLUMNS = (
    "id", "at", "actor", "action", "object_type", "object_id", "object",
    "jurisdiction", "organisation", "request_id", "before", "after",
)  # fmt: skip


@signed_in_page
def trail(request: UserRequest) -> HttpResponse:
    """Fifty entries at a time, newest first. Later pages cost no more than the first."""
    require(request.user, "audit.view")
    form = AuditFilterForm(request.user, request.GET)
    form.full_clean()
    entries, newer, older = _page(request, _entries(request.user, form), form.criteria)
    context = {
        "rows": [(entry, serializers.changes(entry)) for entry in entries],
        "newer": newer,
        "older": older,
        "query": urlencode(form.criteria),
    }
    return render_form(request, "account/audit.html", form, **context)


@signed_in_page
def as_csv(request: UserRequest) -> StreamingHttpResponse:
    return csv_response("audit-trail", _csv_rows(_exported(request, "CSV")))


@signed_in_page
def as_json(request: UserRequest) -> StreamingHttpResponse:
    response = StreamingHttpResponse(_json_lines(_exported(request, "JSON")), content_type="application/json")
    response["Content-Disposition"] = 'attachment; filename="audit-trail.json"'
    response["Cache-Control"] = "private, no-store"
    return response


def _exported(request: UserRequest, file_format: str) -> QuerySet[AuditEntry]:
    """The entries to export. The export itself is recorded in the trail."""
    require(request.user, "audit.view")
    form = AuditFilterForm(request.user, request.GET)
    for field, messages in form.errors.items():
        raise BadValue(str(messages[0]), field=field)
    record(
        actor=request.user,
        action="audit.export",
        obj=request.user,
        after={"form": file_format, **form.criteria},
    )
    return _entries(request.user, form)


def _entries(actor: User, form: AuditFilterForm) -> QuerySet[AuditEntry]:
    return filtered_trail(actor, zone=zone_of(actor), **form.cleaned_data)


def _csv_rows(entries: QuerySet[AuditEntry]) -> Iterator[list[Any]]:
    yield list(_COLUMNS)
    for entry in entries.iterator(chunk_size=_CHUNK):
        row = serializers.as_record(entry)
        for side in ("before", "after"):
            row[side] = "" if row[side] is None else json.dumps(row[side], ensure_ascii=False)
        yield [row[column] for column in _COLUMNS]


def _json_lines(entries: QuerySet[AuditEntry]) -> Iterator[str]:
    """One entry per line, so that a program can read a long trail line by line."""
    yield '{"entries": ['
    separator = "\n"
    for entry in entries.iterator(chunk_size=_CHUNK):
        yield separator + json.dumps(serializers.as_record(entry), ensure_ascii=False)
        separator = ",\n"
    yield "\n]}\n"


def _page(
    request: UserRequest, entries: QuerySet[AuditEntry], criteria: dict[str, str]
) -> tuple[list[AuditEntry], str, str]:
    """The entries after `?older=` or before `?newer=`, and the query strings of the neighbouring pages."""
    older, newer = (_pk(request.GET.get(name, "")) for name in ("older", "newer"))
    position = newer or older
    page, more = rows_after(entries, [position] if position else None, PER_PAGE, backwards=bool(newer))
    if not page:
        return [], "", ""
    if newer:
        page.reverse()
    has_newer, has_older = (more, True) if newer else (bool(older), more)
    return (
        page,
        f"?{urlencode(criteria | {'newer': page[0].pk})}" if has_newer else "",
        f"?{urlencode(criteria | {'older': page[-1].pk})}" if has_older else "",
    )


def _pk(text: str) -> int:
    return whole_number(text, digits=18) or 0
