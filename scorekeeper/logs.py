"""The log as lines of JSON, each with the request or the task that it was written in."""

import json
import logging
import re
import time
import uuid
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime

from celery import current_task
from django.http import HttpRequest, HttpResponse

logger = logging.getLogger("scorekeeper.requests")

HEADER = "X-Request-ID"
GIVEN = re.compile(r"[A-Za-z0-9._-]{1,64}")  # what a proxy may have called the request

_request: ContextVar[str] = ContextVar("request", default="")


class JSONFormatter(logging.Formatter):
    """One line a record.  What was passed as ``extra={"about": …}`` is told beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if request := _request.get():
            said["request"] = request
        if task := _task():
            said["task"] = task
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        said.update(getattr(record, "about", {}))
        return json.dumps(said, ensure_ascii=False, default=str)


def with_request_id(
    answer: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Every request has an id: its proxy's or a new one; it is in the log and in the answer."""

    def middleware(request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        name = given if GIVEN.fullmatch(given) else uuid.uuid4().hex
        token, began = _request.set(name), time.monotonic()
        try:
            response = answer(request)
            response[HEADER] = name
            path = _path(request)
            about = {
                "method": request.method,
                "path": path,
                "status": response.status_code,
                "seconds": round(time.monotonic() - began, 4),
            }
            logger.info("%s %s", request.method, path, extra={"about": about})
            return response
        finally:
            _request.reset(token)

    return middleware


def _path(request: HttpRequest) -> str:
    """What was asked for, without the query, which may hold what somebody typed, and without a word that opens an account."""
    token = request.resolver_match.kwargs.get("token") if request.resolver_match else None
    return request.path.replace(token, "…") if isinstance(token, str) else request.path


def _task() -> str:
    """The id of the task that is being carried out."""
    request = getattr(current_task, "request", None)
    return str(getattr(request, "id", None) or "")
