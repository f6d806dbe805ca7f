"""Everything about a case in one zip: ordered, then fetched when it is ready."""

from typing import Any

from django.http import FileResponse
from django.urls import reverse

from portal.api import serializers
from portal.api.endpoint import Endpoint, case_read, case_write
from portal.api.media_types import ZIP
from portal.bundles import models, selectors, services
from portal.pages.downloads import bundle_response

CASE_FILE, PUBLICATION = models.BundleKind.CASE_FILE, models.BundleKind.PUBLICATION
ORDERED = (
    "Answers at once; ask the same address until `state` is `ready`, then fetch `file`. A bundle that is "
    "being made, or still shows the case as it is, is not made again."
)


def bundle_address(bundle: models.Bundle) -> str:
    return reverse(
        serializers.BUNDLE_VIEWS[models.BundleKind(bundle.kind)], args=[bundle.submission.reference]
    )


def _download(endpoint: Endpoint, reference: str, kind: str) -> FileResponse:
    bundle = selectors.bundle_of(endpoint.actor, reference, kind)
    response = bundle_response(services.open_bundle(actor=endpoint.actor, bundle=bundle), bundle)
    del response["Cache-Control"]  # set for every answer in finalize_response
    return response


class CaseFile(Endpoint):
    @case_read("The state of a case file", permission="bundle.order", answer=serializers.BUNDLE)
    def get(self, reference: str) -> models.Bundle:
        return selectors.bundle_of(self.actor, reference, CASE_FILE)

    @case_write(
        "Order the case file",
        permission="bundle.order",
        description=f"All you may see of a case in one zip, with a list of hashes. {ORDERED}",
        answer=serializers.BUNDLE,
        status=202,
        location=bundle_address,
    )
    def post(self, reference: str) -> models.Bundle:
        return services.order(actor=self.actor, reference=reference, kind=CASE_FILE)


class CaseFileDownload(Endpoint):
    @case_read("A case file", permission="bundle.order", problems=("not_possible",), produces=(ZIP,))
    def get(self, reference: str) -> Any:
        return _download(self, reference, CASE_FILE)


class PublicationCopy(Endpoint):
    @case_read("The state of a copy for publication", permission="bundle.publish", answer=serializers.BUNDLE)
    def get(self, reference: str) -> models.Bundle:
        return selectors.bundle_of(self.actor, reference, PUBLICATION)

    @case_write(
        "Order the copy for publication",
        permission="bundle.publish",
        description="What the register shows of a decided case, without names of people. Its `state` is "
        f"`refused` if a text names somebody; `failure` says where. {ORDERED}",
        answer=serializers.BUNDLE,
        status=202,
        location=bundle_address,
    )
    def post(self, reference: str) -> models.Bundle:
        return services.order(actor=self.actor, reference=reference, kind=PUBLICATION)


class PublicationDownload(Endpoint):
    @case_read(
        "A copy for publication", permission="bundle.publish", problems=("not_possible",), produces=(ZIP,)
    )
    def get(self, reference: str) -> Any:
        return _download(self, reference, PUBLICATION)
