"""The caller's account, casinos and audit trail."""

from functools import partial
from typing import Any

from django.db.models import QuerySet

from craps.codec import Text
from portal.accounts import selectors
from portal.accounts.models import Property, User
from portal.api.account_serializers import AUDIT_PAGE, ME, PROPERTIES
from portal.api.codecs import JurisdictionCode
from portal.api.endpoint import SIGNED_IN, Endpoint, operation
from portal.audit.selectors import trail

account_operation = partial(operation, tag="Account")


class Me(Endpoint):
    @account_operation("Your account and its permissions", permission=SIGNED_IN, answer=ME)
    def get(self) -> User:
        return self.actor


class Properties(Endpoint):
    @account_operation(
        "Casinos you may see",
        permission="submission.view",
        description="With the editions that a draft there can use.",
        answer=PROPERTIES,
    )
    def get(self) -> QuerySet[Property]:
        return selectors.properties(self.actor)


class Audit(Endpoint):
    @account_operation(
        "The audit trail, newest first",
        permission="audit.view",
        description="A regulator reads what happened in its jurisdictions, an operator’s administrator what "
        "its own people did.",
        answer=AUDIT_PAGE,
        filters={
            "action": Text(60, "[a-z_.]+", "submission.approve"),
            "object_type": Text(60, "[a-z_.]+", "submissions.submission"),
            "object_id": Text(60),
            "jurisdiction": JurisdictionCode(),
        },
    )
    def get(self, query: Any) -> QuerySet[Any]:
        return trail(self.actor).filter(**query)
