"""Consultations on drafts, and their published comments."""

from functools import partial
from typing import Any

from django.db.models import QuerySet

from craps.codec import OneOf
from portal.api import consultation_serializers as serializers
from portal.api.codecs import JurisdictionCode
from portal.api.endpoint import PUBLIC, Endpoint, operation
from portal.consultations import models, selectors

public = partial(operation, permission=PUBLIC, tag="Consultations")


class Consultations(Endpoint):
    @public(
        "Consultations on drafts of editions, the latest first",
        answer=serializers.CONSULTATION_PAGE,
        filters={
            "jurisdiction": JurisdictionCode(),
            "state": OneOf(tuple(models.ConsultationState.values), "state"),
        },
    )
    def get(self, query: Any) -> QuerySet[models.Consultation]:
        return selectors.consultations().filter(**query)


class Consultation(Endpoint):
    @public(
        "One consultation, with what its draft changes",
        description="In words (`values`, `texts`) and in money (`edges`, exact, and `examples`), as it was "
        "when the latest text was published. `affected` counts approvals; null until they are counted.",
        answer=serializers.WHOLE_CONSULTATION,
    )
    def get(self, slug: str) -> models.Consultation:
        return selectors.consultation(slug)


class Comments(Endpoint):
    @public(
        "The published comments of a consultation, with the regulator’s answers",
        description="`name` is null if it is withheld or left out. Words that the regulator struck out are "
        "replaced by `[struck out]`.",
        answer=serializers.PUBLISHED_COMMENT_PAGE,
    )
    def get(self, slug: str) -> QuerySet[models.Comment]:
        return selectors.published_comments(selectors.consultation(slug))
