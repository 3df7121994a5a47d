"""Log lines as JSON with the id of the request or task, and without secrets."""

import json
import logging
import re
import time
import uuid
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime

import orjson
from celery import current_task
from django.http import HttpRequest, HttpResponse

logger = logging.getLogger("scorekeeper.requests")

HEADER = "X-Request-ID"
VALID_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")  # as set by a proxy
PASSWORD_RESET_PATH = re.compile(r"(/password/+[^/]+/+)[^/?\s]+")
"""Paths of password resets; their last part is a secret, even if the rest of the path is wrong."""

_request_id: ContextVar[str] = ContextVar("request", default="")


DETAILS_OF_ROWS = re.compile(r"\n(?:DETAIL|CONTEXT): .*")
"""Lines that PostgreSQL adds to an error, with values of the row that it is about: names, for example."""


class SecretPathFilter(logging.Filter):
    """Mask secrets in the log lines of libraries, such as Django's 404 warnings, and leave stored values out of tracebacks."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                mask_secrets(arg) if isinstance(arg, str) else arg for arg in record.args
            )
        if record.exc_info and not record.exc_text:
            traceback = logging.Formatter().formatException(record.exc_info)
            record.exc_text = DETAILS_OF_ROWS.sub("", traceback)
        return True


class JSONFormatter(logging.Formatter):
    """Format a record as one line of JSON.  Keys passed as ``extra={"about": …}`` are added to it."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if request := request_id():
            fields["request"] = request
        if task := current_task_id():
            fields["task"] = task
        if record.exc_info:
            fields["exception"] = record.exc_text or self.formatException(record.exc_info)
        fields.update(getattr(record, "about", {}))
        try:
            return orjson.dumps(fields, default=str).decode()
        except orjson.JSONEncodeError:  # a lone surrogate, or an integer of more than 64 bits
            return json.dumps(fields, default=str)


def with_request_id(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Give every request an id (its proxy's or a new one), send it in the response, and log the request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        sent = request.headers.get(HEADER, "")
        given = sent if VALID_REQUEST_ID.fullmatch(sent) else uuid.uuid4().hex
        token, start = _request_id.set(given), time.monotonic()
        try:
            response = get_response(request)
            response[HEADER] = given
            path = mask_secrets(request.path)  # without the query, which may contain private input
            about = {
                "method": request.method,
                "path": path,
                "status": response.status_code,
                "seconds": round(time.monotonic() - start, 4),
            }
            logger.info("%s %s", request.method, path, extra={"about": about})
            return response
        finally:
            _request_id.reset(token)

    return middleware


def mask_secrets(address: str) -> str:
    """Replace the secret part of a password-reset path by an ellipsis."""
    return PASSWORD_RESET_PATH.sub(r"\1…", address)


def request_id() -> str:
    """Return the id of the request that is being answered, or an empty string."""
    return _request_id.get()


def current_task_id() -> str:
    """Return the id of the running Celery task, or an empty string."""
    request = getattr(current_task, "request", None)
    return str(getattr(request, "id", None) or "")
