"""One gaming table: what is in force there, and its sign."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from craps.games import game_words
from portal.accounts.models import Table
from portal.documents.models import DocumentKind
from portal.errors import NotFound
from portal.inspections.selectors import published_outcome, published_stamp
from portal.pages.page_cache import cached_page
from portal.public.approved_game import ApprovedGame
from portal.public.register_files import document_response
from portal.public.register_views import parse_past_day
from portal.public.responses import day_of, get_or_404
from portal.public.rulebook_dates import keep_day_in_links
from portal.review import table_rules
from portal.review.table_rules import TableRules


def _stamp(code: str) -> str:
    return f"{table_rules.stamp(Table.objects.filter(code=code))} {published_stamp(code)}"


@cached_page("on", max_age=0, stamp=_stamp)
def table(request: HttpRequest, code: str) -> HttpResponse:
    """What is in force at a table today or on a past day, its limits, its bets and its documents."""
    if code != code.lower():
        return redirect("public:table", code.lower(), permanent=True)
    on, error = day_of(request, parse_past_day)
    try:
        rules = table_rules.table_rules(code, on)
    except NotFound:
        return render(request, "public/table_missing.html", {"code": code[:20]}, status=404)
    context = {
        "body_class": "at-table",
        "rules": rules,
        "table": rules.table,
        "casino": rules.table.property.place,
        "game_name": game_words(rules.table.game),
        "game": _game(rules),
        "inspected": published_outcome(rules.table, on),
        "live_reference": rules.approval.reference if rules.approval and rules.may_run else "",
        "on": on,
        "on_error": error,
        "on_text": request.GET.get("on", "")[:40],
    }
    page = render(request, "public/table.html", context, status=400 if error else 200)
    if any(not document.is_ready for document in rules.documents):
        page["Cache-Control"] = "no-store"
    return keep_day_in_links(page, on)


@require_safe
def sign_file(request: HttpRequest, code: str) -> HttpResponse:
    """The sign of the approval that holds at a table today."""
    rules = get_or_404(table_rules.table_rules, code.lower())
    sign = next((document for document in rules.documents if document.kind == DocumentKind.SIGN), None)
    if sign is None or not sign.is_ready:
        raise Http404
    return document_response(request, sign)


def _game(rules: TableRules) -> ApprovedGame | None:
    """The approved rules with what was stored of them; None if there are none or nothing was stored."""
    if rules.entry is None or not rules.documents:
        return None
    return ApprovedGame(rules.entry, rules.documents, rules.documents[0].snapshot, rules.on)
