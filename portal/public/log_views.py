"""The transparency log: a page that explains it, and everything needed to check it elsewhere."""

import time
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from portal.accounts.jurisdictions import jurisdiction_choices
from portal.editions import selectors as editions
from portal.errors import BadValue, NotFound, NotPossible
from portal.pages.page_cache import cached_page
from portal.pages.paging import page_of
from portal.public.register_files import proof_response
from portal.public.responses import PYTHON, file_response, get_or_404
from portal.register import log, witnesses, witnessing
from portal.register import selectors as register
from portal.register.models import Entry, Kind

PROGRAM = settings.BASE_DIR / "scripts" / "verify_log.py"
PER_PAGE = 50
CHECKPOINTS = 8
TEXT = "text/plain; charset=utf-8"


def _minute() -> str:
    """The page says how long ago a witness signed."""
    return str(int(time.time()) // 60)


@cached_page("page", "kind", "jurisdiction", max_age=0, stamp=_minute)
def log_page(request: HttpRequest) -> HttpResponse:
    """How the register can be checked, the state of the log today, and its entries, newest first."""
    checkpoints = list(log.checkpoints()[:CHECKPOINTS])
    kind, code = request.GET.get("kind", ""), request.GET.get("jurisdiction", "")
    places = jurisdiction_choices()
    chosen = {
        "kind": kind if kind in Kind.values else "",
        "jurisdiction": code if code in dict(places) else "",
    }
    context = {
        "state": log.status(),
        "witnessed": witnessing.seen(),
        "witness_name": settings.WITNESS_NAME,
        "checkpoints": checkpoints,
        # Two sizes for the example of a consistency proof.
        "older": checkpoints[-1].size if len(checkpoints) > 1 else None,
        "newer": checkpoints[0].size if checkpoints else None,
        "kinds": [(value, _(str(label))) for value, label in Kind.choices],
        "jurisdictions": places,
        "chosen": chosen,
        **page_of(request, register.log_entries(**chosen), PER_PAGE, parameters=("kind", "jurisdiction")),
    }
    return render(request, "public/log.html", context)


@cached_page(max_age=0)
def entry(request: HttpRequest, position: int) -> HttpResponse:
    """One entry in full: the text that was hashed, and its proof."""
    record = get_or_404(log.entry, position)
    context = {
        "entry": record,
        "size": log.status().size,
        "proof": _proof_or_none(record),
        "has_book": bool(record.edition_id) and editions.published().filter(pk=record.edition_id).exists(),
    }
    return render(request, "public/log_entry.html", context)


@require_safe
def checkpoint(request: HttpRequest, size: int | None = None) -> HttpResponse:
    """A checkpoint as it was signed: the latest, or the one over so many entries."""
    try:
        signed = log.latest_checkpoint() if size is None else log.checkpoint(size)
    except (NotFound, BadValue) as error:
        return HttpResponse(f"{error.message}\n", content_type=TEXT, status=404)
    response = file_response(signed.cosigned_note, f"checkpoint-{signed.size}.txt", TEXT, inline=True)
    response["Cache-Control"] = "public, no-cache"  # signatures of witnesses are added
    return response


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """Every public key that has signed a checkpoint here, one per line, the latest first."""
    return _key_file(log.public_keys(), "log-keys.txt")


@require_safe
def witness_keys(request: HttpRequest) -> HttpResponse:
    """The public key of every witness of this log, one per line."""
    return _key_file(witnesses.public_keys(), "witness-keys.txt")


@require_safe
def all_entries(request: HttpRequest) -> HttpResponseBase:
    """The whole log as far as the latest checkpoint covers it, one entry per line."""
    latest = log.status().checkpoint
    return StreamingHttpResponse(
        log.lines(latest.size if latest else 0),
        content_type="application/jsonl; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="entries.jsonl"'},
    )


@require_safe
def consistency(request: HttpRequest, old: int, new: int) -> HttpResponse:
    """The proof that a newer checkpoint only adds to an older one."""
    try:
        proof = log.consistency(old, new)
    except (NotFound, BadValue, NotPossible) as error:
        status = 503 if isinstance(error, NotPossible) else 404
        return JsonResponse({"error": error.message}, status=status)
    return file_response(log.proof_file(proof), f"consistency-{old}-{new}.json", "application/json")


@require_safe
def proof(request: HttpRequest, position: int) -> HttpResponse:
    """The proof of any entry."""
    record = get_or_404(log.entry, position)
    return proof_response(request, lambda: log.entry_proof(record, cosigned=True), f"entry-{position}")


@require_safe
def program(request: HttpRequest) -> HttpResponse:
    """The program that checks the log offline."""
    return file_response(PROGRAM.read_bytes(), "verify_log.py", PYTHON)


def _key_file(keys: list[str], name: str) -> HttpResponse:
    response = file_response("".join(f"{key}\n" for key in keys), name, TEXT, inline=True)
    response["Cache-Control"] = "public, no-cache"
    return response


def _proof_or_none(record: Entry) -> dict[str, Any] | None:
    try:
        return log.entry_proof(record)
    except NotPossible:
        return None
