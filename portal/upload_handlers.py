"""Upload handlers: files stay in memory, up to a limit, until a service stores them."""

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler, MemoryFileUploadHandler, SkipFile

MAX_FILES = 2  # files of the largest size in one request, or more small ones


class LimitUploadHandler(FileUploadHandler):
    """Stops a file that is too large, or files that are too large together. Comes first in the settings.

    The rest of the file is read and dropped, the file is missing from request.FILES, and
    request.upload_too_large is True.
    """

    received_total = 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        self.received += len(raw_data)
        self.received_total += len(raw_data)
        largest = settings.UPLOAD_MAX_MB * 1024 * 1024
        if self.received > largest or self.received_total > MAX_FILES * largest:
            if self.request is not None:
                self.request.upload_too_large = True  # type: ignore[attr-defined]  # our own flag
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None  # the next handler keeps the file


class InMemoryUploadHandler(MemoryFileUploadHandler):
    """Keeps every file in memory, whatever its size. Django would write a large one to a temporary file."""

    def handle_raw_input(self, *args: Any, **kwargs: Any) -> None:
        super().handle_raw_input(*args, **kwargs)
        self.activated = True
