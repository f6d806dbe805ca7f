"""Files that an operator attaches to a draft, and those that came with the answer to a question."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from craps import BadInput
from craps.codec import OneOf, Text
from portal.api import serializers
from portal.api.codecs import Unchecked
from portal.api.endpoint import Endpoint, case_read, case_write, file
from portal.api.media_types import FILES
from portal.errors import NotFound
from portal.review import answers
from portal.submissions import selectors, uploads
from portal.submissions.models import UploadKind

WANTED = ("kind", "confidential", "filename")


class Uploads(Endpoint):
    @case_read(
        "Files beside the rule set",
        about="For an operator those attached now, for a regulator those handed in.",
        answer="Uploads",
    )
    def get(self, request: Request, given: Any, reference: str) -> Response:
        case = selectors.submission(request.user, reference)
        rows = [serializers.upload(row, reference) for row in uploads.uploads(request.user, case)]
        return Response({"items": rows})

    @case_write(
        "Attach a file",
        about="The body is the file itself: PDF, PNG or JPEG. One that is not confidential is published with "
        "an approval.",
        body=Unchecked("File"),
        takes=FILES,
        filters={
            "kind": OneOf(tuple(UploadKind.values), "kind"),
            "confidential": OneOf(("true", "false"), "answer"),
            "filename": Text(120),
        },
        answer="Upload",
        status=201,
    )
    def post(self, request: Request, given: Any, reference: str) -> Response:
        for name in WANTED:
            if name not in given:
                raise BadInput(name, "is missing")
        row = uploads.add(
            actor=request.user,
            reference=reference,
            kind=given["kind"],
            confidential=given["confidential"] == "true",
            filename=given["filename"],
            data=given["body"] or b"",
        )
        where = reverse("api:upload", args=[reference, row.pk])
        return Response(serializers.upload(row, reference), status=201, headers={"Location": where})


class Upload(Endpoint):
    @case_read("One attached file", problems=("not_possible",), sends=FILES, etag=True)
    def get(self, request: Request, given: Any, reference: str, upload_id: int) -> Any:
        found = uploads.upload(request.user, upload_id)
        if found.submission.reference != reference:
            raise NotFound(f"There is no document {upload_id}.")
        return file(uploads.read(found), found.filename, found.sha256, found.content_type)

    @case_write(
        "Take a file off a draft",
        status=204,
    )
    def delete(self, request: Request, given: Any, reference: str, upload_id: int) -> Response:
        uploads.remove(actor=request.user, reference=reference, upload_id=upload_id)
        return Response(status=204)


class AnswerFile(Endpoint):
    @case_read(
        "A file that came with an answer", tag="Review", problems=("not_possible",), sends=FILES, etag=True
    )
    def get(self, request: Request, given: Any, reference: str, file_id: int) -> Any:
        found = answers.answer_file(request.user, file_id)
        if found.query.submission.reference != reference:
            raise NotFound(f"There is no file {file_id}.")
        return file(uploads.read(found), found.filename, found.sha256, found.content_type)
