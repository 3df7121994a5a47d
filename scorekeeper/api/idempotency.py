"""``Idempotency-Key`` on every write: wrapped around the routes, so that no view can forget it."""

import hashlib
from collections.abc import Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any, Protocol, TypeVar, runtime_checkable

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
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
KEPT_HEADERS = ("Content-Type", "ETag", "Location", "Cache-Control", "Retry-After")
REPLAYED = "Idempotency-Replayed"

NOT_KEPT = frozenset({"adjudicate/", "ask/", "tokens/"})
"""Two are questions, which write nothing.  The answer that makes a token shows it this once: it is kept nowhere."""


@runtime_checkable
class KeepsSecrets(Protocol):
    """A view whose answers hold something that is written down nowhere."""

    @staticmethod
    def without_secrets(body: str) -> str:
        """What may be kept of an answer."""

    @staticmethod
    def with_secrets(body: str, request: HttpRequest) -> str:
        """The whole answer again."""


def with_idempotency(routes: Sequence[Pattern]) -> list[Pattern]:
    """The routes, each of which gives a repeated write its first answer."""
    for route in routes:
        if str(route.pattern) not in NOT_KEPT:
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
        except (idempotency.KeyMismatchError, idempotency.BadKeyError, RequestDataTooBig) as error:
            problem = problem_handler(error, {})
            if problem is None:
                raise
            return problem

    return answer


def _once(
    request: HttpRequest, key: str, view: View, write: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """The first answer to this request, or the write."""
    owner = _owner(request)
    if owner is None:
        return write()  # which asks them to sign in
    idempotency.check_key(key)
    digest = _digest(request)
    with transaction.atomic():
        given = idempotency.claim(owner, key, request_digest=digest)
        if given is not None:
            return _replayed(given, view, request)
        response = write()
        if 200 <= response.status_code < 300:
            idempotency.store_answer(owner, key, _answer(response, view))
        else:
            transaction.set_rollback(True)
    return response


class _Unread(BaseParser):
    """Leaves the body to the view: only the token against forged requests is looked for, which is in a header."""

    media_type = "*/*"

    def parse(self, *_: object, **__: object) -> dict[str, Any]:
        """Nothing is read."""
        return {}


def _owner(request: HttpRequest) -> str | None:
    """The account or the link that asks; nothing for a stranger, or where it cannot be told."""
    asked = Request(request, parsers=[_Unread()], authenticators=APIView().get_authenticators())
    try:
        person = asked.user
    except (APIException, PermissionDenied):
        return None
    finally:
        asked.parser_context.clear()  # it refers back to the request
    if isinstance(person, access.Holder):
        return f"link:{person.link.pk}"
    return f"account:{person.pk}" if person.is_authenticated else None


def _digest(request: HttpRequest) -> str:
    """What was asked: method, address and the bytes of the body."""
    body = request.read(settings.IMPORT_LARGEST + 1)
    if len(body) > settings.IMPORT_LARGEST:
        raise RequestDataTooBig
    request._body = body  # for the view, which reads it once more
    asked = [request.method, request.get_full_path(), hashlib.sha256(body).hexdigest()]
    return referee.sha256(referee.canonical(asked))


def _answer(response: HttpResponseBase, view: View) -> StoredResponse:
    if not isinstance(response, HttpResponse):
        raise TypeError("A write is answered in one piece, so that its answer can be kept.")
    if hasattr(response, "render"):
        response.render()
    headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    body, cls = response.content.decode(), getattr(view, "cls", None)
    if isinstance(cls, KeepsSecrets):
        body = cls.without_secrets(body)
    return StoredResponse(status=response.status_code, headers=headers, body=body)


def _replayed(given: StoredResponse, view: View, request: HttpRequest) -> HttpResponse:
    body, cls = given.body, getattr(view, "cls", None)
    if isinstance(cls, KeepsSecrets):
        body = cls.with_secrets(body, request)
    response = HttpResponse(body, status=given.status, headers={**given.headers, REPLAYED: "true"})
    if "Content-Type" not in given.headers:
        del response["Content-Type"]
    return response


def created(data: Any, *, is_new: bool) -> Response:
    """Return 201 with a new row, or 200 with the row of an earlier request with the same id."""
    return Response(data, status=HTTPStatus.CREATED if is_new else HTTPStatus.OK)
