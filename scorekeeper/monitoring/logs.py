"""The log as lines of JSON, each with the request or the task that it was written in."""

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
GIVEN = re.compile(r"[A-Za-z0-9._-]{1,64}")  # what a proxy may have called the request
OPENING = re.compile(r"(/password/+[^/]+/+)[^/?\s]+")
"""Where somebody's password is chosen: the last word opens their account, whether or not the address is quite right."""

_request: ContextVar[str] = ContextVar("request", default="")


class WithoutKeys(logging.Filter):
    """Addresses in the lines of others open nobody's account either."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                without_keys(one) if isinstance(one, str) else one for one in record.args
            )
        return True


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
        try:
            return orjson.dumps(said, default=str).decode()
        except orjson.JSONEncodeError:  # half a character, or a number of more than 64 bits
            return json.dumps(said, default=str)


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
            path = without_keys(request.path)  # the query may hold what somebody typed
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


def without_keys(address: str) -> str:
    """An address without a word that opens an account."""
    return OPENING.sub(r"\1…", address)


def _task() -> str:
    """The id of the task that is being carried out."""
    request = getattr(current_task, "request", None)
    return str(getattr(request, "id", None) or "")
