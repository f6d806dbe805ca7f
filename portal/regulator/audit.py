"""The trail of everything that was done, as far as the reader may see it."""

from __future__ import annotations

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from portal.accounts.permissions import require
from portal.audit.selectors import trail as rows_of
from portal.pages.guards import regulator_page
from portal.pages.paging import page_of


@regulator_page
def trail(request: HttpRequest) -> HttpResponse:
    require(request.user, "audit.view")
    query = request.GET.get("q", "").strip()
    rows = rows_of(request.user)
    for word in query.split():
        rows = rows.filter(
            Q(object_label__icontains=word) | Q(actor_name__icontains=word) | Q(action__icontains=word)
        )
    return render(request, "regulator/audit.html", {"search": query, **page_of(request, rows, per_page=50)})
