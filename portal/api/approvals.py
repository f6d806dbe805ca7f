"""What an operator does with an approval it holds: vary it, or change posted limits by notice."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from craps.codec import Fields, Flag
from portal.api import serializers
from portal.api.codecs import DateTime, Integer, RuleSetPart
from portal.api.endpoint import Endpoint, case_read, case_write
from portal.review import limit_notices, variation
from portal.submissions import selectors


class Vary(Endpoint):
    @case_write(
        "Start a variation of an approval",
        about="A new draft from the approved rules, with the documents handed in and your own examples. "
        "The approval holds until the variation is approved.",
        body=Fields({}),
        answer="WholeSubmission",
        status=201,
        example={},
    )
    def post(self, request: Request, given: Any, reference: str) -> Response:
        made = variation.vary(actor=request.user, reference=reference)
        found = selectors.submission(request.user, made.reference)
        where = reverse("api:submission", args=[made.reference])
        return Response(
            serializers.whole_submission(request.user, found), status=201, headers={"Location": where}
        )


class LimitNotices(Endpoint):
    @case_read("Limits changed by notice", answer="LimitNotices")
    def get(self, request: Request, given: Any, reference: str) -> Response:
        found = selectors.submission(request.user, reference)
        return Response({"items": [serializers.limit_notice(row) for row in limit_notices.notices_of(found)]})

    @case_write(
        "Change limits by notice",
        to="limits.notify",
        about="Where the jurisdiction allows it. Give only the wagers that change; `table` is an id from "
        "`/api/v1/properties`.",
        body=Fields(
            {
                "table": Integer(),
                "limits": RuleSetPart("limits"),
                "takes_effect_at": DateTime(),
                "posted": Flag(),
            },
            required=("table", "limits", "takes_effect_at", "posted"),
        ),
        answer="LimitNotice",
        status=201,
        example={
            "table": 1,
            "limits": {"pass_line": {"min": "25", "max": "5000"}},
            "takes_effect_at": "2030-01-15T06:00:00+00:00",
            "posted": True,
        },
    )
    def post(self, request: Request, given: Any, reference: str) -> Response:
        row = limit_notices.give(
            actor=request.user,
            reference=reference,
            table_id=given["table"],
            limits=given["limits"],
            takes_effect_at=given["takes_effect_at"],
            posted=given["posted"],
        )
        return Response(serializers.limit_notice(row), status=201)
