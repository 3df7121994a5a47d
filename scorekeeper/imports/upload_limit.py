"""Refuses a form that is larger than any file the service accepts, before Django stores its files on the disk."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

OTHER_FIELDS = 10_000  # bytes of a form besides its file


class UploadLimit(FileUploadHandler):
    """Check the announced length of a form with files; the handlers after it store them."""

    def handle_raw_input(
        self,
        input_data: Any,
        META: Mapping[str, Any],  # noqa: N803
        content_length: int,
        boundary: Any,
        encoding: str | None = None,
    ) -> None:
        """Raise RequestDataTooBig beyond twice IMPORT_LARGEST: up to there the form says which file is too large."""
        limit = 2 * settings.IMPORT_LARGEST + OTHER_FIELDS
        if content_length > limit:
            raise RequestDataTooBig(
                f"The form has {content_length:,} bytes; at most {limit:,} are accepted."
            )

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Pass the data on to the next handler."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Leave the file to the next handler."""
