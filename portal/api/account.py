"""Who calls, their casinos, and the trail they may read."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from craps.codec import OneOf, Text
from portal.accounts.jurisdictions import JURISDICTIONS
from portal.accounts.selectors import properties
from portal.api import serializers
from portal.api.endpoint import SIGNED_IN, Endpoint, operation
from portal.api.pagination import PAGE_PARAMETERS, page
from portal.audit.selectors import trail
from portal.editions.selectors import editions_for

TAG = "Account"
FILTERS = {
    "action": Text(60, "[a-z_.]+", "submission.approve"),
    "object_type": Text(60, "[a-z_.]+", "submissions.submission"),
    "object_id": Text(60),
    "jurisdiction": OneOf(tuple(JURISDICTIONS), "jurisdiction"),
}


class Me(Endpoint):
    @operation("Who you are and what you may do", to=SIGNED_IN, tag=TAG, answer="Me")
    def get(self, request: Request, given: Any) -> Response:
        return Response(serializers.me(request.user))


class Properties(Endpoint):
    @operation(
        "Casinos you may see",
        to="submission.view",
        tag=TAG,
        about="With the editions a draft there can be made under.",
        answer="Properties",
    )
    def get(self, request: Request, given: Any) -> Response:
        offered: dict[str, list[str]] = {}  # the same for every casino of a jurisdiction: asked for once
        items = []
        for row in properties(request.user):
            if row.jurisdiction not in offered:
                offered[row.jurisdiction] = [found.pk for found in editions_for(row).only("pk")]
            items.append(serializers.casino(row, offered[row.jurisdiction]))
        return Response({"items": items})


class Audit(Endpoint):
    @operation(
        "The audit trail, newest first",
        to="audit.view",
        tag=TAG,
        about="A regulator reads what happened in its jurisdictions, an operator’s administrator what its "
        "own people did.",
        answer="AuditEntryPage",
        filters={**FILTERS, **PAGE_PARAMETERS},
    )
    def get(self, request: Request, given: Any) -> Response:
        asked = {name: given[name] for name in FILTERS if name in given}
        return page(request, trail(request.user).filter(**asked), given, serializers.audit_entry)
