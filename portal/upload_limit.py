"""Stops storing an uploaded file once it is larger than allowed; the rest of it is read and dropped."""

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler, SkipFile


class UploadLimit(FileUploadHandler):
    """First of FILE_UPLOAD_HANDLERS. A file it stopped is missing from request.FILES."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        self.received += len(raw_data)
        if self.received > settings.UPLOAD_MAX_MB * 1024 * 1024:
            if self.request is not None:
                self.request.upload_too_large = True  # type: ignore[attr-defined]
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None  # the handlers after this one keep the file
