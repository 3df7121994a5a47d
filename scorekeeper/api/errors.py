"""Exceptions become HTTP here, all of them as problem details (RFC 9457)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.exceptions import ValidationError as InvalidRowError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template import loader
from rest_framework import exceptions
from rest_framework.views import exception_handler, set_rollback

from scorekeeper.api.problems import Problem, of_services


class NotModifiedError(exceptions.APIException):
    """Whoever asks has it already, as it still is."""

    status_code = HTTPStatus.NOT_MODIFIED


class PreconditionRequiredError(exceptions.APIException):
    """A change must say which version it changes."""

    status_code = HTTPStatus.PRECONDITION_REQUIRED
    default_code = "precondition-required"
    default_detail = "Say which version you change: send its ETag as If-Match."


class PreconditionFailedError(exceptions.APIException):
    """Somebody else changed it first."""

    status_code = HTTPStatus.PRECONDITION_FAILED
    default_code = "precondition-failed"
    default_detail = "It was changed since you read it: read it again."


class TooLargeError(exceptions.APIException):
    """More than anybody needs to send."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_code = "too-large"
    default_detail = "The request is too large."


def problem_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """The answer to an exception in a view; what nobody expected is left to the server."""
    if isinstance(error, NotModifiedError):
        return HttpResponse(status=error.status_code)
    problem = of_services(error) or _from_framework(error)
    if problem is None:
        return None
    set_rollback()
    if isinstance(error, exceptions.UnsupportedMediaType):
        taken = ", ".join(parser.media_type for parser in context["view"].parser_classes)
        problem = replace(problem, detail=f"{problem.detail}  Taken here as Content-Type: {taken}.")
    response = problem.response()
    usual = exception_handler(error, dict(context))  # knows which headers belong to it
    for name in ("WWW-Authenticate", "Retry-After"):
        if usual is not None and name in usual:
            response[name] = usual[name]
    return response


def _from_framework(error: Exception) -> Problem | None:
    if isinstance(error, InvalidRowError):
        error = exceptions.ValidationError(
            error.message_dict if hasattr(error, "error_dict") else error.messages
        )
    if isinstance(error, RequestDataTooBig):
        error = TooLargeError()
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error)
    usual = exception_handler(error, {})
    if usual is None:
        return None
    known = error if isinstance(error, exceptions.APIException) else None
    detail = known.detail if known else HTTPStatus(usual.status_code).phrase
    code = getattr(detail, "code", HTTPStatus(usual.status_code).name)
    return Problem(
        status=usual.status_code,
        detail=str(detail),
        code=str(code).lower().replace("_", "-"),
    )


def _invalid(error: exceptions.ValidationError) -> Problem:
    """Every field that is wrong; the first one in front."""
    wrong = [{"where": where, "detail": detail} for where, detail in _flat(error.detail)]
    return Problem(
        status=HTTPStatus.UNPROCESSABLE_ENTITY,
        detail=wrong[0]["detail"],
        code="invalid",
        where=wrong[0]["where"],
        more={"errors": wrong},
    )


def _flat(detail: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The leaves of a nest of errors with their paths.

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
        yield path, str(detail)


def server_error(request: HttpRequest) -> HttpResponse:
    """Something nobody expected; the API says so in its own form."""
    if not request.path.startswith("/api/"):
        # in the reader's colours; what else a page needs may be what is broken
        page = loader.get_template("500.html").render({"request": request})
        return HttpResponseServerError(page)
    return Problem(
        status=HTTPStatus.INTERNAL_SERVER_ERROR,
        detail="Something went wrong here.  It was logged.",
        code="internal-error",
    ).response()
