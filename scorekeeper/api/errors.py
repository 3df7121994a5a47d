"""Turn exceptions into HTTP answers: problem details (RFC 9457)."""

import errno
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.exceptions import ValidationError as InvalidRowError
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, UnreadablePostError
from django.template import loader
from django.utils import translation
from rest_framework import exceptions
from rest_framework.fields import get_error_detail
from rest_framework.views import exception_handler, set_rollback

from scorekeeper.api.problems import REFUSED_VALUES, Problem, of_services
from scorekeeper.monitoring import outages

DISK_FULL = "53100"  # PostgreSQL's code
DISK_FULL_SECONDS = 60  # until a client tries again


class NotModifiedError(exceptions.APIException):
    """The client already has the current version (304)."""

    status_code = HTTPStatus.NOT_MODIFIED


class PreconditionRequiredError(exceptions.APIException):
    """The request changes something and has no If-Match (428)."""

    status_code = HTTPStatus.PRECONDITION_REQUIRED
    default_code = "precondition-required"
    default_detail = "Say which version you change: send its ETag as If-Match."


class PreconditionFailedError(exceptions.APIException):
    """If-Match names an older version (412)."""

    status_code = HTTPStatus.PRECONDITION_FAILED
    default_code = "precondition-failed"
    default_detail = "It was changed since you read it: read it again."


class TooLargeError(exceptions.APIException):
    """The request body is larger than the limit (413)."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_code = "too-large"
    default_detail = "The request is too large."


class UnknownParameterError(exceptions.APIException):
    """The request has query parameters or keys of its body that the route does not read (400).

    ``place`` is ``query`` or ``body``; ``errors`` are the paths in it, each with a sentence.
    """

    status_code = HTTPStatus.BAD_REQUEST
    default_code = "unknown-parameter"

    def __init__(self, errors: Sequence[tuple[str, str]], *, place: str) -> None:
        super().__init__(errors[0][1])
        self.place = place
        self.errors = [{"where": where, "detail": detail} for where, detail in errors]


class BadParameterError(exceptions.APIException):
    """A query parameter is empty or repeated, or has a value that cannot be read (400)."""

    status_code = HTTPStatus.BAD_REQUEST
    default_code = "bad-parameter"

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"The query parameter '{name}' {why}.")
        self.place = "query"
        self.errors = [{"where": name, "detail": str(self.detail)}]


def problem_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Return the answer to an exception in a view, or None for an unexpected one, which becomes a 500."""
    if isinstance(error, NotModifiedError):
        return HttpResponse(status=error.status_code)
    problem = of_services(error) or _from_framework(error)
    if problem is None:
        return None
    set_rollback()
    if isinstance(error, exceptions.UnsupportedMediaType):
        accepted = ", ".join(parser.media_type for parser in context["view"].parser_classes)
        detail = f"{problem.detail}  Accepted here as Content-Type: {accepted}."
        problem = replace(problem, detail=detail)
    response = problem.response()
    standard = exception_handler(error, dict(context))  # DRF knows which headers belong to it
    for name in ("WWW-Authenticate", "Retry-After"):
        if standard is not None and name in standard:
            response[name] = standard[name]
    return response


def _from_framework(error: Exception) -> Problem | None:
    if isinstance(error, InvalidRowError):
        error = exceptions.ValidationError(get_error_detail(error))
    if isinstance(error, RequestDataTooBig):
        error = TooLargeError()
    if isinstance(error, UnreadablePostError):  # the client was too slow, or the connection broke
        error = exceptions.ParseError(
            "The request cannot be read: it ends before its body does.", code="unreadable"
        )
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error)
    if isinstance(error, UnknownParameterError | BadParameterError):
        return Problem(
            status=error.status_code,
            detail=str(error.detail),
            code=error.default_code,
            where=error.errors[0]["where"],
            more={"in": error.place, "errors": error.errors},
        )
    standard = exception_handler(error, {})
    if standard is None:
        return None
    status = HTTPStatus(standard.status_code)
    detail = error.detail if isinstance(error, exceptions.APIException) else status.phrase
    code = getattr(detail, "code", status.name)
    return Problem(
        status=status,
        detail=str(detail),
        code=str(code).lower().replace("_", "-"),
        more=getattr(error, "more", {}),
    )


def _invalid(error: exceptions.ValidationError) -> Problem:
    """Return a problem with every invalid field; `detail` and `where` are those of the first."""
    flat = [*_flat(error.detail)]
    errors = [{"where": where, "detail": str(detail)} for where, detail in flat]
    code = getattr(flat[0][1], "code", "")
    return Problem(
        status=REFUSED_VALUES.get(code, HTTPStatus.UNPROCESSABLE_ENTITY),
        detail=errors[0]["detail"],
        code=code if code in REFUSED_VALUES else "invalid",
        where=errors[0]["where"],
        more={"errors": errors},
    )


def _flat(detail: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and text of every error in DRF's nested error detail.

    >>> list(_flat({"players": {2: ["Nobody has this id."]}}))
    [('players[2]', 'Nobody has this id.')]
    """
    if isinstance(detail, Mapping):
        for key, value in detail.items():
            if key in {"non_field_errors", "__all__"}:
                yield from _flat(value, path)
            elif isinstance(key, int):
                yield from _flat(value, f"{path}[{key}]")
            else:
                yield from _flat(value, f"{path}.{key}" if path else str(key))
    elif isinstance(detail, list | tuple):
        for place, value in enumerate(detail):
            nested = isinstance(value, Mapping | list | tuple)
            yield from _flat(value, f"{path}[{place}]" if nested else path)
    else:
        yield path, detail


def _is_disk_full(error: BaseException | None) -> bool:
    """Return whether nothing can be written because the disk of the service or of its database is full."""
    if isinstance(error, OSError):
        return error.errno in {errno.ENOSPC, errno.EDQUOT}
    by_postgresql = getattr(error.__cause__, "sqlstate", "") == DISK_FULL if error else False
    return isinstance(error, DatabaseError) and (by_postgresql or "disk is full" in str(error))


def _disk_full(request: HttpRequest) -> HttpResponse:
    """Return the answer to a request that wrote while the disk was full; its transaction was rolled back."""
    status = HTTPStatus.SERVICE_UNAVAILABLE
    if request.path.startswith("/api/"):
        detail = "The disk of this service is full, so nothing was saved.  Reading goes on.  Send it again later."
        response: HttpResponse = Problem(status=status, detail=detail, code="disk-full").response()
    else:
        page = loader.get_template("disk_full.html").render({"request": request})
        response = HttpResponse(page, status=status)
    response["Retry-After"] = str(DISK_FULL_SECONDS)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an unexpected exception: as a problem under /api/, else as a page.

    It is 503 while the disk is full or the database is away.
    """
    error = sys.exception()
    if _is_disk_full(error):
        return _disk_full(request)
    if outages.is_away(error):
        return _unavailable(request)
    if not request.path.startswith("/api/"):
        # without context processors, because one of them may be what failed
        page = loader.get_template("500.html").render({"request": request})
        return HttpResponseServerError(page)
    return Problem(
        status=HTTPStatus.INTERNAL_SERVER_ERROR,
        detail="Something went wrong here.  It was logged.",
        code="internal-error",
    ).response()


def _unavailable(request: HttpRequest) -> HttpResponse:
    outages.drop_connections()
    if request.path.startswith("/api/"):
        response: HttpResponse = Problem(
            status=HTTPStatus.SERVICE_UNAVAILABLE,
            detail="The database does not answer.  Repeat the request in a few seconds.",
            code="database-away",
        ).response()
    else:
        # the error may have come before the middleware that chooses the language
        with translation.override(translation.get_language_from_request(request)):
            page = loader.get_template("503.html").render({"request": request})
        response = HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE)
    response["Retry-After"] = str(outages.RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    return response
