"""Answers with the content of an export file: by the proxy, by the object storage, or else by this process."""

import logging
from typing import cast

from django.conf import settings
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from rest_framework.request import Request
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import MissingFileError, StaticFile

from scorekeeper.api.renderers import (
    ArchiveRenderer,
    CSVRenderer,
    NDJSONRenderer,
    ParquetRenderer,
)
from scorekeeper.exports import files
from scorekeeper.models import ExportFile, ExportFormat
from scorekeeper.monitoring.streaming import give_back_connections

logger = logging.getLogger(__name__)

CONTENT_TYPES = {
    ExportFormat.ZIP: ArchiveRenderer.media_type,
    ExportFormat.NDJSON: f"{NDJSONRenderer.media_type}; charset=utf-8",
    ExportFormat.CSV: f"{CSVRenderer.media_type}; charset=utf-8",
    ExportFormat.PARQUET: ParquetRenderer.media_type,
}


def etag_of(row: ExportFile) -> str:
    """Return the ETag of a finished file: its digest."""
    return f'"{row.sha256}"'


def respond(request: Request, row: ExportFile) -> HttpResponseBase:
    """Return the answer with a finished file; neither a transaction nor a connection is held while it is sent."""
    saved_as = (
        content_disposition_header(as_attachment=True, filename=files.download_name(row)) or ""
    )
    content_type = CONTENT_TYPES[ExportFormat(row.format)]
    headers = {"Content-Type": content_type, "Content-Disposition": saved_as}
    if not files.is_in_folder():
        return HttpResponseRedirect(_signed_address(request, row, headers))
    file = _file_in_folder(row, {**headers, "ETag": etag_of(row), "Accept-Ranges": "bytes"})
    if settings.EXPORT_ACCEL_PREFIX:
        return HttpResponse(
            headers={
                **headers,
                "X-Accel-Redirect": f"{settings.EXPORT_ACCEL_PREFIX.rstrip('/')}/{row.name}",
            }
        )
    give_back_connections()
    if _is_wanted_whole(request, row, file):
        request.META.pop("HTTP_RANGE", None)
    return cast("HttpResponseBase", WhiteNoiseMiddleware.serve(file, request))


def _signed_address(request: Request, row: ExportFile, headers: dict[str, str]) -> str:
    """Return an address in the object storage that is good for ``EXPORT_LINK_SECONDS``."""
    shown = {f"Response{name.replace('-', '')}": value for name, value in headers.items()}
    # Django's own interface has no such parameters
    return str(files.storage().url(row.name, parameters=shown, http_method=request.method))  # type: ignore[call-arg]


def _file_in_folder(row: ExportFile, headers: dict[str, str]) -> StaticFile:
    """Return the file with its headers.  Raises Http404 if it cannot be read."""
    try:
        return StaticFile(files.storage().path(row.name), list(headers.items()))
    except (MissingFileError, OSError) as error:
        logger.warning(
            "%s cannot be read in EXPORT_STORAGE: do web servers and workers share it?", row.name
        )
        raise Http404 from error


def _is_wanted_whole(request: Request, row: ExportFile, file: StaticFile) -> bool:
    """Return whether the whole file is the right answer, whatever part is asked for."""
    if request.headers.get("If-Range", etag_of(row)) != etag_of(row):
        return True
    try:
        first, last = file.get_byte_range(request.headers.get("Range", ""), row.size)
    except ValueError:
        return True
    return bool(first == last)  # WhiteNoise 6.12 answers 416 to a range of one byte
