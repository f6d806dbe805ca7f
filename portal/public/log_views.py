"""The transparency log: a page that explains it, and everything that is needed to check it elsewhere."""

from __future__ import annotations

from django.conf import settings
from django.core.paginator import Paginator
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.views.decorators.http import require_safe

from portal.errors import BadValue, NotFound, NotPossible
from portal.pages.page_cache import cached_page
from portal.public.register_files import proof_answer
from portal.register import log
from portal.register.models import Entry

PROGRAM = settings.BASE_DIR / "scripts" / "verify_log.py"
PER_PAGE = 50
CHECKPOINTS = 8


@cached_page("page", max_age=0)
def log_page(request: HttpRequest) -> HttpResponse:
    """How the register can be checked, how the log is today, and its entries, newest first."""
    rows = Entry.objects.order_by("-position")
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    checkpoints = list(log.checkpoints()[:CHECKPOINTS])
    context = {
        "state": log.status(),
        "checkpoints": checkpoints,
        # A pair to try a proof of growth with.
        "older": checkpoints[-1].size if len(checkpoints) > 1 else None,
        "newer": checkpoints[0].size if checkpoints else None,
        "page": page,
        "query": "",
    }
    return render(request, "public/log.html", context)


@cached_page(max_age=0)
def entry(request: HttpRequest, position: int) -> HttpResponse:
    """One entry in full: the text that was hashed, and its proof."""
    try:
        found = log.entry(position)
    except (NotFound, BadValue) as error:
        raise Http404 from error
    context = {"entry": found, "size": log.status().size, "proof": _proof(found)}
    return render(request, "public/log_entry.html", context)


@require_safe
def checkpoint(request: HttpRequest, size: int | None = None) -> HttpResponse:
    """A checkpoint as it was signed: the latest, or the one over so many entries."""
    try:
        found = log.latest_checkpoint() if size is None else log.checkpoint(size)
    except (NotFound, BadValue) as error:
        return HttpResponse(f"{error.message}\n", content_type="text/plain; charset=utf-8", status=404)
    return _text(found.note, f"checkpoint-{found.size}.txt", lasts=size is not None)


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """Every public key that ever signed a checkpoint here, one a line, the latest first."""
    return _text("".join(f"{key}\n" for key in log.status().keys), "log-keys.txt")


@require_safe
def all_entries(request: HttpRequest) -> HttpResponseBase:
    """The whole log to take away, as far as the latest checkpoint covers it: one entry a line."""
    covered = log.status().checkpoint
    answer = StreamingHttpResponse(
        log.lines(covered.size if covered else 0), content_type="application/jsonl; charset=utf-8"
    )
    answer["Content-Disposition"] = 'attachment; filename="entries.jsonl"'
    return answer


@require_safe
def consistency(request: HttpRequest, old: int, new: int) -> HttpResponse:
    """The proof that a newer checkpoint only adds to an older one."""
    try:
        proof = log.consistency(old, new)
    except (NotFound, BadValue) as error:
        return JsonResponse({"error": error.message}, status=404)
    except NotPossible as error:
        return JsonResponse({"error": error.message}, status=503)
    answer = HttpResponse(log.proof_file(proof), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="consistency-{old}-{new}.json"'
    return answer


@require_safe
def proof(request: HttpRequest, position: int) -> HttpResponse:
    """The proof of any entry."""
    try:
        found = log.entry(position)
    except (NotFound, BadValue) as error:
        raise Http404 from error
    return proof_answer(request, lambda: log.entry_proof(found), f"entry-{position}")


@require_safe
def program(request: HttpRequest) -> HttpResponse:
    """The offline check itself: one file."""
    response = HttpResponse(PROGRAM.read_bytes(), content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="verify_log.py"'
    return response


def _proof(found: Entry) -> dict[str, object] | None:
    try:
        return log.entry_proof(found)
    except NotPossible:
        return None


def _text(text: str, filename: str, *, lasts: bool = False) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{filename}"'
    answer["Cache-Control"] = "public, max-age=86400" if lasts else "public, no-cache"
    return answer
