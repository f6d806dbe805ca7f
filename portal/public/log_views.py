"""The transparency log: a page that explains it, and everything needed to check it elsewhere."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from portal.errors import BadValue, NotFound, NotPossible
from portal.pages.page_cache import cached_page
from portal.pages.paging import page_of
from portal.public.register_files import proof_response
from portal.public.responses import PYTHON, file_response, get_or_404
from portal.register import log
from portal.register.models import Entry

PROGRAM = settings.BASE_DIR / "scripts" / "verify_log.py"
PER_PAGE = 50
CHECKPOINTS = 8
TEXT = "text/plain; charset=utf-8"


@cached_page("page", max_age=0)
def log_page(request: HttpRequest) -> HttpResponse:
    """How the register can be checked, the state of the log today, and its entries, newest first."""
    checkpoints = list(log.checkpoints()[:CHECKPOINTS])
    context = {
        "state": log.status(),
        "checkpoints": checkpoints,
        # Two sizes for the example of a consistency proof.
        "older": checkpoints[-1].size if len(checkpoints) > 1 else None,
        "newer": checkpoints[0].size if checkpoints else None,
        **page_of(request, Entry.objects.order_by("-position"), PER_PAGE, parameters=()),
    }
    return render(request, "public/log.html", context)


@cached_page(max_age=0)
def entry(request: HttpRequest, position: int) -> HttpResponse:
    """One entry in full: the text that was hashed, and its proof."""
    record = get_or_404(log.entry, position)
    context = {"entry": record, "size": log.status().size, "proof": _proof_or_none(record)}
    return render(request, "public/log_entry.html", context)


@require_safe
def checkpoint(request: HttpRequest, size: int | None = None) -> HttpResponse:
    """A checkpoint as it was signed: the latest, or the one over so many entries."""
    try:
        signed = log.latest_checkpoint() if size is None else log.checkpoint(size)
    except (NotFound, BadValue) as error:
        return HttpResponse(f"{error.message}\n", content_type=TEXT, status=404)
    response = file_response(signed.note, f"checkpoint-{signed.size}.txt", TEXT, inline=True)
    response["Cache-Control"] = "public, no-cache" if size is None else "public, max-age=86400"
    return response


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """Every public key that has signed a checkpoint here, one per line, the latest first."""
    text = "".join(f"{key}\n" for key in log.status().keys)
    response = file_response(text, "log-keys.txt", TEXT, inline=True)
    response["Cache-Control"] = "public, no-cache"
    return response


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
    return proof_response(request, lambda: log.entry_proof(record), f"entry-{position}")


@require_safe
def program(request: HttpRequest) -> HttpResponse:
    """The program that checks the log offline."""
    return file_response(PROGRAM.read_bytes(), "verify_log.py", PYTHON)


def _proof_or_none(record: Entry) -> dict[str, Any] | None:
    try:
        return log.entry_proof(record)
    except NotPossible:
        return None
