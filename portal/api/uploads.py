"""Files attached to a draft, and files sent with the answer to a query."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse

from craps.codec import OneOf, Text
from portal.api.codecs import Unchecked
from portal.api.endpoint import Endpoint, case_read, case_write, file_response
from portal.api.media_types import BYTES, FILES
from portal.api.pagination import require_parameters
from portal.api.serializers import UPLOAD, UPLOADS
from portal.errors import NotFound
from portal.review import answers
from portal.review import models as review_models
from portal.submissions import models, selectors, uploads


def upload_address(upload: models.Upload) -> str:
    return reverse("api:upload", args=[upload.submission.reference, upload.pk])


class Uploads(Endpoint):
    @case_read(
        "Files attached to the rule set",
        description="For an operator those attached now, for a regulator those submitted.",
        answer=UPLOADS,
    )
    def get(self, reference: str) -> QuerySet[models.Upload]:
        return uploads.uploads(self.actor, selectors.submission(self.actor, reference))

    @case_write(
        "Attach a file",
        description="The body is the file itself: PDF, PNG or JPEG. A file that is not confidential is "
        "published with an approval.",
        body=Unchecked("File"),
        accepts=(*FILES, BYTES),
        filters={
            "kind": OneOf(tuple(models.UploadKind.values), "kind"),
            "confidential": OneOf(("true", "false"), "answer"),
            "filename": Text(120),
        },
        answer=UPLOAD,
        status=201,
        location=upload_address,
    )
    def post(self, query: Any, body: bytes | None, reference: str) -> models.Upload:
        require_parameters(query, "kind", "confidential", "filename")
        return uploads.add(
            actor=self.actor,
            reference=reference,
            kind=query["kind"],
            confidential=query["confidential"] == "true",
            filename=query["filename"],
            data=body or b"",
        )


class Upload(Endpoint):
    @case_read("One attached file", problems=("not_possible",), produces=FILES)
    def get(self, reference: str, upload_id: int) -> HttpResponse:
        upload = uploads.upload(self.actor, upload_id)
        if upload.submission.reference != reference:
            raise NotFound(f"There is no document {upload_id}.")
        return _download(upload)

    @case_write("Remove a file from a draft", status=204)
    def delete(self, reference: str, upload_id: int) -> None:
        uploads.remove(actor=self.actor, reference=reference, upload_id=upload_id)


class AnswerFile(Endpoint):
    @case_read("A file sent with an answer", tag="Review", problems=("not_possible",), produces=FILES)
    def get(self, reference: str, file_id: int) -> HttpResponse:
        file = answers.answer_file(self.actor, file_id)
        if file.query.submission.reference != reference:
            raise NotFound(f"There is no file {file_id}.")
        return _download(file)


class IntentFile(Endpoint):
    @case_read(
        "A file sent with the reply to a notice of intent",
        tag="Review",
        problems=("not_possible",),
        produces=FILES,
    )
    def get(self, reference: str, reply_file_id: int) -> HttpResponse:
        file = answers.intent_file(self.actor, reply_file_id)
        if file.notice.submission.reference != reference:
            raise NotFound(f"There is no file {reply_file_id}.")
        return _download(file)


class ConditionFile(Endpoint):
    @case_read(
        "A file sent with the report of a condition",
        tag="Review",
        problems=("not_possible",),
        produces=FILES,
    )
    def get(self, reference: str, report_file_id: int) -> HttpResponse:
        file = answers.condition_file(self.actor, report_file_id)
        if file.step.condition.decision.submission.reference != reference:
            raise NotFound(f"There is no file {report_file_id}.")
        return _download(file)


def _download(file: models.Upload | review_models.FrozenFile) -> HttpResponse:
    return file_response(uploads.read(file), file.filename, file.sha256, file.content_type)
