"""How an uploaded file is received: in memory, so that it lies nowhere unless a service stores it."""

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler, MemoryFileUploadHandler, SkipFile

FILES_AT_ONCE = 2  # one request may bring so many files of the largest size, or more small ones


class LimitUploadHandler(FileUploadHandler):
    """First of FILE_UPLOAD_HANDLERS. A file it stopped is missing from request.FILES.

    Once a file, or all of a request's together, is larger than allowed nothing more of it is stored; the
    rest is read and dropped.
    """

    in_all = 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        self.received += len(raw_data)
        self.in_all += len(raw_data)
        largest = settings.UPLOAD_MAX_MB * 1024 * 1024
        if self.received > largest or self.in_all > FILES_AT_ONCE * largest:
            if self.request is not None:
                self.request.upload_too_large = True  # type: ignore[attr-defined]
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None  # the handler after this one keeps the file


class InMemoryUploadHandler(MemoryFileUploadHandler):
    """Takes every file, also one that Django would write to a temporary file because of its size."""

    def handle_raw_input(self, *args: Any, **kwargs: Any) -> None:
        super().handle_raw_input(*args, **kwargs)
        self.activated = True
