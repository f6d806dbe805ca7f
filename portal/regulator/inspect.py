"""Carrying out an inspection: from a table's code to the checklist, which is saved and in the end finished.

The checklist is a plain form. Where scripts run, static/js/inspect.js keeps every answer on the device and
sends it to the same address; it asks for JSON.
"""

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.permissions import can
from portal.errors import BadValue, DomainError, NotPossible
from portal.http import UserRequest
from portal.inspections import selectors, services
from portal.inspections.models import ChecklistItem, Inspection, ItemResult, Photo
from portal.inspections.photos import GivenPhoto
from portal.inspections.services import REMEDY_DAYS, GivenAnswer
from portal.pages.guards import regulator_page
from portal.submissions.tables import approval_at
from portal.submissions.uploads import too_large
from portal.text import parse_day

_FIELD = re.compile(r"item-(\d{1,5})-(result|remark|photos)")


@dataclass
class ItemRow:
    """One item as the form shows it: what is stored, or what was just typed."""

    item: ChecklistItem
    result: str = ""
    remark: str = ""
    photos: list[Photo] = field(default_factory=list)
    error: str = ""

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        return [(value, label, value == self.result) for value, label in ItemResult.choices]


@regulator_page
def table(request: UserRequest, code: str) -> HttpResponse:
    """What is known of a table, and the button that starts or continues its inspection."""
    row = selectors.table(request.user, code)
    if request.method == "POST":
        inspection = services.start(actor=request.user, code=code)
        return redirect("regulator:checklist", inspection.pk)
    context = {
        "table": row,
        "approval": approval_at(row),
        "visits": selectors.visits(request.user, row)[:10],
        "findings": selectors.findings(request.user)
        .filter(inspection__table=row)
        .exclude(state="closed")
        .order_by("due_on", "pk"),
        "under_way": selectors.under_way(request.user).filter(table=row).first(),
        "inspects": can(request.user, "inspection.carry_out"),
    }
    return render(request, "regulator/inspect.html", context)


@regulator_page
def checklist(request: UserRequest, inspection_id: int) -> HttpResponse:
    """The checklist: show it, store answers, finish it."""
    inspection = selectors.inspection_to_carry_out(request.user, inspection_id)
    if request.method == "POST":
        answer = _stored_as_json if _wants_json(request) else _stored_as_page
        return answer(request, inspection)
    if not inspection.is_under_way:
        return redirect(_after(inspection))
    return _checklist_page(request, inspection, _rows(inspection))


@require_POST
@regulator_page
def cancel(request: UserRequest, inspection_id: int) -> HttpResponse:
    inspection = services.cancel(actor=request.user, inspection_id=inspection_id)
    messages.success(request, f"The inspection of {inspection.table} is cancelled. Nothing was reported.")
    return redirect("regulator:inspect", inspection.table.code)


@require_safe
def worker(request: UserRequest) -> HttpResponse:
    """The script that opens a checklist again without a network. Its address sets how far it reaches."""
    path = finders.find("js/inspect-worker.js")
    if not isinstance(path, str):
        raise Http404
    with open(path, "rb") as file:  # noqa: PTH123
        return HttpResponse(file.read(), content_type="text/javascript; charset=utf-8")


def _stored_as_json(request: UserRequest, inspection: Inspection) -> HttpResponse:
    """What the script reads: that it was stored, or what is wrong with it."""
    try:
        finished = _store(request, inspection)
    except BadValue as error:
        return JsonResponse({"error": error.message, "field": error.field}, status=422)
    except NotPossible as error:
        return JsonResponse({"error": error.message, "next": _after(inspection)}, status=409)
    return JsonResponse({"stored": True} | ({"next": _after(finished)} if finished else {}))


def _stored_as_page(request: UserRequest, inspection: Inspection) -> HttpResponse:
    try:
        finished = _store(request, inspection)
    except (BadValue, NotPossible) as error:
        rows = list(_typed(request, _rows(inspection)))
        return _checklist_page(request, inspection, rows, error)
    if finished:
        messages.success(request, "The inspection is finished.")
        return redirect(_after(finished))
    messages.success(request, "Your answers are saved.")
    return redirect("regulator:checklist", inspection.pk)


def _store(request: UserRequest, inspection: Inspection) -> Inspection | None:
    """Stores the answers; then finishes the inspection if that was asked for."""
    key, finish_key = (_key(request, name) for name in ("key", "finish_key"))
    if getattr(request, "upload_too_large", False):
        raise too_large()
    answers = list(_given(request))
    if answers:
        services.save_answers(actor=request.user, inspection_id=inspection.pk, key=key, answers=answers)
    if "finish" not in request.POST:
        return None
    return services.finish(
        actor=request.user,
        inspection_id=inspection.pk,
        key=finish_key,
        remark=request.POST.get("remark", ""),
        remedy_by=parse_day(request.POST.get("remedy_by", ""), "remedy_by"),
    )


def _given(request: UserRequest) -> Iterator[GivenAnswer]:
    """The answers of a form, by item. A remark alone is kept too: the item was not looked at."""
    files, posted = request.FILES, request.POST
    names = [match for name in {*posted, *files} if (match := _FIELD.fullmatch(name))]
    for number in sorted({int(match[1]) for match in names}):
        result = posted.get(f"item-{number}-result", "")
        remark = posted.get(f"item-{number}-remark", "")
        photos = [
            GivenPhoto(filename=file.name or "photo", data=file.read())
            for file in files.getlist(f"item-{number}-photos")
        ]
        if result or remark.strip():
            yield GivenAnswer(
                item=number, result=result or ItemResult.NOT_LOOKED_AT, remark=remark, photos=photos
            )
        elif photos:
            yield GivenAnswer(item=number, photos=photos)


def _key(request: UserRequest, name: str) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get(name, "") or str(uuid.uuid4()))
    except ValueError:
        raise BadValue("The page sent a key that cannot be read. Reload it.", field=name) from None


def _rows(inspection: Inspection) -> list[ItemRow]:
    rows = []
    for item in selectors.items(inspection):
        answers = list(item.answers.all())
        result, remark = (answers[-1].result, answers[-1].remark) if answers else ("", "")
        rows.append(ItemRow(item, result, remark, list(item.photos.all())))
    return rows


def _typed(request: UserRequest, rows: list[ItemRow]) -> Iterator[ItemRow]:
    """The rows with what was typed and could not be stored."""
    for row in rows:
        row.result = request.POST.get(f"item-{row.item.number}-result", row.result)
        row.remark = request.POST.get(f"item-{row.item.number}-remark", row.remark)
        yield row


def _checklist_page(
    request: UserRequest, inspection: Inspection, rows: list[ItemRow], error: DomainError | None = None
) -> HttpResponse:
    today = jurisdiction(inspection.jurisdiction).today()
    named = ""
    for row in rows:
        if error and error.field.startswith(f"item-{row.item.number}-"):
            row.error, named = error.message, f"item-{row.item.number}"
    context: dict[str, Any] = {
        "inspection": inspection,
        "sections": [(title, list(part)) for title, part in groupby(rows, lambda row: row.item.section)],
        "key": uuid.uuid4(),
        "finish_key": uuid.uuid4(),
        "remark": request.POST.get("remark", ""),
        "remedy_by": request.POST.get("remedy_by") or str(_offered_day(today)),
        "tomorrow": today + timedelta(days=1),
        "day_error": error.message if error and error.field == "remedy_by" else "",
        "errors": [(named or ("remedy_by" if error.field == "remedy_by" else "checklist"), error.message)]
        if error
        else [],
        "answered": sum(bool(row.result) for row in rows),
        "total": len(rows),
    }
    return render(request, "regulator/checklist.html", context, status=422 if error else 200)


def _offered_day(today: date) -> date:
    return today + timedelta(days=REMEDY_DAYS)


def _after(inspection: Inspection) -> str:
    """Where an inspection that is over is shown."""
    inspection.refresh_from_db()
    if inspection.finished_at:
        return reverse("regulator:inspection", args=[inspection.pk])
    return reverse("regulator:inspect", args=[inspection.table.code])


def _wants_json(request: UserRequest) -> bool:
    return request.headers.get("Accept", "") == "application/json"
