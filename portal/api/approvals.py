"""What an operator does with an approval: vary it, or change posted limits by notice."""

from typing import Any

from craps.codec import Flag
from portal.api.codecs import DateTime, Integer, RuleSetPart, body
from portal.api.endpoint import Endpoint, case_read, case_write
from portal.api.moves import TABLES
from portal.api.serializers import LIMIT_NOTICE, LIMIT_NOTICES, WHOLE_SUBMISSION
from portal.api.submissions import chosen_tables, submission_address
from portal.review import limit_notices, variation
from portal.review.models import LimitNotice
from portal.submissions import selectors
from portal.submissions.models import Submission


class Vary(Endpoint):
    @case_write(
        "Start a variation of an approval",
        description="A new draft from the approved rules, with the submitted documents and your own "
        "examples. The approval stays in force until the variation is approved. It is for `tables`, by code "
        "or label, or else for those of the approval; other tables keep the approved rules.",
        body=body({"tables": TABLES, "all_tables": Flag()}),
        answer=WHOLE_SUBMISSION,
        status=201,
        location=submission_address,
        example={},
    )
    def post(self, body: Any, reference: str) -> Submission:
        chosen = chosen_tables(body) if body else {}
        draft = variation.vary(actor=self.actor, reference=reference, **chosen)
        return selectors.submission(self.actor, draft.reference)


class Renew(Endpoint):
    @case_write(
        "Renew an approval that has an end date",
        description="A new draft from the approved rules, as `vary` makes one. It is proposed for the days "
        "after those of the approval.",
        body=body(),
        answer=WHOLE_SUBMISSION,
        status=201,
        location=submission_address,
        example={},
    )
    def post(self, body: Any, reference: str) -> Submission:
        draft = variation.vary(actor=self.actor, reference=reference, renewal=True)
        return selectors.submission(self.actor, draft.reference)


class LimitNotices(Endpoint):
    @case_read("Limits changed by notice", answer=LIMIT_NOTICES)
    def get(self, reference: str) -> list[LimitNotice]:
        return limit_notices.notices_of(selectors.submission(self.actor, reference))

    @case_write(
        "Change limits by notice",
        permission="limits.notify",
        description="Where the jurisdiction allows it. Give only the wagers that change; `table` is an id "
        "from `/api/v1/properties`.",
        body=body(table=Integer(), limits=RuleSetPart("limits"), takes_effect_at=DateTime(), posted=Flag()),
        answer=LIMIT_NOTICE,
        status=201,
        example={
            "table": 1,
            "limits": {"pass_line": {"min": "25", "max": "5000"}},
            "takes_effect_at": "2030-01-15T06:00:00+00:00",
            "posted": True,
        },
    )
    def post(self, body: Any, reference: str) -> LimitNotice:
        [notice] = limit_notices.give(
            actor=self.actor,
            reference=reference,
            table_id=body["table"],
            limits=body["limits"],
            takes_effect_at=body["takes_effect_at"],
            posted=body["posted"],
        )
        return notice
