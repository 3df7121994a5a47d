"""Exceptions become HTTP here, all of them as problem details (RFC 9457)."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.exceptions import ValidationError as InvalidRowError
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.template import loader
from rest_framework import exceptions
from rest_framework.views import exception_handler, set_rollback

import referee
from scorekeeper.addresses import AddressError
from scorekeeper.amending import AmendmentError
from scorekeeper.appending import GapError
from scorekeeper.archives import HidingError
from scorekeeper.bundles import HiddenCardsError
from scorekeeper.choosing import NothingToApplyError
from scorekeeper.commenting import CommentError, GoesOnError, NotOwnCommentError
from scorekeeper.confirming import AnotherRevisionError, ConfirmationError
from scorekeeper.decisions import DisputeError
from scorekeeper.disputes import ClosedError, NotTheirsError, OwnHandError
from scorekeeper.erasing import NotNamedError
from scorekeeper.import_files import ImportOverError
from scorekeeper.memberships import LastOwnerError
from scorekeeper.merging import MergeError
from scorekeeper.plan_forms import PlanError
from scorekeeper.rebuilding import RebuildOverError
from scorekeeper.recording import HandsRecordedError, RefusedError
from scorekeeper.repeating import BadKeyError, KeyMismatchError
from scorekeeper.retries import IdTakenError
from scorekeeper.webhooks import StillWaitingError, TooManyError

CONTENT_TYPE = "application/problem+json"


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


@dataclass(frozen=True, kw_only=True)
class Problem:
    """What went wrong, for a program and for a person."""

    type: str = "about:blank"
    title: str = ""
    status: int
    detail: str
    code: str
    where: str = ""  # a path into the request's JSON
    more: Mapping[str, Any] = field(default_factory=dict)

    def response(self) -> JsonResponse:
        """The problem as an answer."""
        body = asdict(self)
        more = body.pop("more")
        body["title"] = HTTPStatus(self.status).phrase
        return JsonResponse({**body, **more}, status=self.status, content_type=CONTENT_TYPE)


def problem_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """The answer to an exception in a view; what nobody expected is left to the server."""
    if isinstance(error, NotModifiedError):
        return HttpResponse(status=error.status_code)
    problem = _from_services(error) or _from_framework(error)
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


CONFLICTS: Mapping[type[Exception], tuple[str, str]] = {
    IdTakenError: ("id-taken", "id"),
    HiddenCardsError: ("cards-hidden", ""),
    HidingError: ("cards-hidden", ""),
    MergeError: ("not-to-be-merged", ""),
    NotNamedError: ("not-confirmed", "confirm"),
    HandsRecordedError: ("hands-recorded", ""),
    LastOwnerError: ("last-owner", ""),
    ConfirmationError: ("not-to-be-confirmed", ""),
    NothingToApplyError: ("nothing-to-apply", ""),
    ClosedError: ("dispute-closed", ""),
    GoesOnError: ("hand-unfinished", ""),
    ImportOverError: ("import-over", ""),
    RebuildOverError: ("rebuild-over", ""),
    KeyMismatchError: ("idempotency-mismatch", ""),
    TooManyError: ("too-many-webhooks", ""),
    StillWaitingError: ("still-waiting", ""),
}
"""What services refuse because of what is there: the code, and where in the request."""

FORBIDDEN: Mapping[type[Exception], str] = {
    NotTheirsError: "not-yours",
    NotOwnCommentError: "not-yours",
    OwnHandError: "own-hand",
}
"""What services refuse because of who asks: the code."""


def _from_services(error: Exception) -> Problem | None:
    detail = str(error)
    match error:
        case (
            referee.MalformedError()
            | AmendmentError()
            | DisputeError()
            | PlanError()
            | CommentError()
        ):
            return _unreadable(error)
        case RefusedError():
            return Problem(
                status=HTTPStatus.UNPROCESSABLE_ENTITY,
                detail=detail,
                code="illegal-play",
                where=f"events[{error.event - 1}]",
                more={"adjudication": error.answer},
            )
        case GapError():
            conflict = Problem(
                status=HTTPStatus.CONFLICT, detail=detail, code="event-gap", where="after"
            )
            return replace(conflict, more={"held": error.held})
        case AnotherRevisionError():
            failed = HTTPStatus.PRECONDITION_FAILED
            return Problem(status=failed, detail=detail, code="precondition-failed", where="digest")
        case AddressError():
            bad = HTTPStatus.UNPROCESSABLE_ENTITY
            return Problem(status=bad, detail=detail, code="bad-address", where="address")
        case BadKeyError():
            bad = HTTPStatus.UNPROCESSABLE_ENTITY
            return Problem(status=bad, detail=detail, code="bad-idempotency-key")
        case IntegrityError():
            detail = "It contradicts something that was kept a moment ago."
            return Problem(status=HTTPStatus.CONFLICT, detail=detail, code="conflict")
    if type(error) in FORBIDDEN:
        forbidden = HTTPStatus.FORBIDDEN
        return Problem(status=forbidden, detail=detail, code=FORBIDDEN[type(error)])
    code, where = CONFLICTS.get(type(error), ("", ""))
    if not code:
        return None
    return Problem(status=HTTPStatus.CONFLICT, detail=detail, code=code, where=where)


def _unreadable(
    error: referee.MalformedError | AmendmentError | DisputeError | PlanError | CommentError,
) -> Problem:
    code = error.code if isinstance(error, referee.MalformedError) else "invalid"
    detail = error.message if isinstance(error, referee.MalformedError) else str(error)
    where = f"plan.{error.where}" if isinstance(error, PlanError) else error.where
    return Problem(status=HTTPStatus.UNPROCESSABLE_ENTITY, detail=detail, code=code, where=where)


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
