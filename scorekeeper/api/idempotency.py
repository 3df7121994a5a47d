"""``Idempotency-Key`` on every write, wrapped around the routes, so that no view can forget it; answers to repeated requests."""

import hashlib
from collections.abc import Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any, Protocol, TypeVar, runtime_checkable

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, UnreadablePostError
from django.urls import URLPattern
from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import referee
from scorekeeper import access, idempotency
from scorekeeper.api.errors import problem_handler
from scorekeeper.idempotency import StoredResponse

View = Callable[..., HttpResponseBase]
Pattern = TypeVar("Pattern", bound=URLPattern)

WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
STORED_HEADERS = ("Content-Type", "ETag", "Location", "Cache-Control", "Retry-After")
REPLAYED = "Idempotency-Replayed"

NOT_STORED = frozenset({"adjudicate/", "ask/", "tokens/"})
"""Routes without idempotency: the first two write nothing, and the answer of the third contains a token in plain text."""


@runtime_checkable
class KeepsSecrets(Protocol):
    """A view whose answers contain secrets, which are never stored."""

    @staticmethod
    def without_secrets(body: str) -> str:
        """Return an answer's body to store, without its secrets."""

    @staticmethod
    def with_secrets(body: str, request: HttpRequest) -> str:
        """Return a stored body with its secrets."""


def with_idempotency(routes: Sequence[Pattern]) -> list[Pattern]:
    """Return the routes, which answer a repeated write like the first time."""
    for route in routes:
        if str(route.pattern) not in NOT_STORED:
            route.callback = _repeatable(route.callback)
    return list(routes)


def _repeatable(view: View) -> View:
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        key = request.headers.get("Idempotency-Key")
        if key is None or request.method not in WRITES:
            return view(request, *args, **kwargs)
        try:
            return _once(request, key, view, lambda: view(request, *args, **kwargs))
        except (
            idempotency.KeyMismatchError,
            idempotency.BadKeyError,
            RequestDataTooBig,
            UnreadablePostError,
        ) as error:
            problem = problem_handler(error, {})
            if problem is None:
                raise
            return problem

    return answer


def _once(
    request: HttpRequest, key: str, view: View, write: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Return the stored answer to this request; without one, run ``write`` and store its answer if it succeeds."""
    owner = _owner(request)
    if owner is None:
        return write()  # the view answers 401
    idempotency.check_key(key)
    digest = _digest(request)
    with transaction.atomic():
        stored = idempotency.claim(owner, key, request_digest=digest)
        if stored is not None:
            return _replay(stored, view, request)
        response = write()
        if 200 <= response.status_code < 300:
            idempotency.store_answer(owner, key, _answer(response, view))
        else:
            transaction.set_rollback(True)
    return response


class _Unread(BaseParser):
    """Parses nothing: the CSRF check, which reads a header, must not consume the body."""

    media_type = "*/*"

    def parse(self, *_: object, **__: object) -> dict[str, Any]:
        """Return no data."""
        return {}


def _owner(request: HttpRequest) -> str | None:
    """Return a key for the account, limited token or link that sends the request; None if it is not authenticated.

    A limited token has keys of its own, so that it never gets an answer that it could not have caused.
    """
    authenticators = APIView().get_authenticators()
    drf_request = Request(request, parsers=[_Unread()], authenticators=authenticators)
    try:
        return access.identity(drf_request.user)
    except (APIException, PermissionDenied):
        return None
    finally:
        drf_request.parser_context.clear()  # it refers back to the request, a reference cycle


def _digest(request: HttpRequest) -> str:
    """Return a digest of method, address and body."""
    body = request.read(settings.IMPORT_LARGEST + 1)
    if len(body) > settings.IMPORT_LARGEST:
        raise RequestDataTooBig
    request._body = body  # for the view, which reads it again
    parts = [request.method, request.get_full_path(), hashlib.sha256(body).hexdigest()]
    return referee.sha256(referee.canonical(parts))


def _answer(response: HttpResponseBase, view: View) -> StoredResponse:
    if not isinstance(response, HttpResponse):
        raise TypeError("The answer to a write must not be a stream, because it is stored.")
    if hasattr(response, "render"):
        response.render()
    headers = {name: response[name] for name in STORED_HEADERS if name in response}
    body, cls = response.content.decode(), getattr(view, "cls", None)
    if isinstance(cls, KeepsSecrets):
        body = cls.without_secrets(body)
    return StoredResponse(status=response.status_code, headers=headers, body=body)


def _replay(stored: StoredResponse, view: View, request: HttpRequest) -> HttpResponse:
    body, cls = stored.body, getattr(view, "cls", None)
    if isinstance(cls, KeepsSecrets):
        body = cls.with_secrets(body, request)
    headers = {**stored.headers, REPLAYED: "true"}
    response = HttpResponse(body, status=stored.status, headers=headers)
    if "Content-Type" not in stored.headers:
        del response["Content-Type"]
    return response


def created(data: Any, *, is_new: bool) -> Response:
    """Return 201 with a new row, or 200 with the row of an earlier request with the same id."""
    return Response(data, status=HTTPStatus.CREATED if is_new else HTTPStatus.OK)
