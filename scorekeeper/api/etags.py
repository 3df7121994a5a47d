"""ETags: cheap repeated reads, and changes only of the version that the client has read.

Every read has an ETag; the answer to one sent as ``If-None-Match`` is 304 without a body.  A view whose answer is expensive
calls one of the ``check_…`` functions with what the answer depends on, before it reads more.  For all others the ETag is a
hash of the answer (``with_etags``).
"""

from collections.abc import Callable, Sequence
from functools import cache, wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any, cast

from django.conf import settings
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import referee
from scorekeeper import access, audit
from scorekeeper.api.errors import (
    NotModifiedError,
    PreconditionFailedError,
    PreconditionRequiredError,
)
from scorekeeper.models import Hand, Result, Session

READS = frozenset({"GET", "HEAD"})
OWN = "private, no-cache"  # validated with each request, and not stored by proxies
EVERYBODYS = "public, max-age=300"  # equal for all users; changes only with a release
CONFIRMATIONS = "."  # separates what If-Match compares from the confirmations

View = Callable[..., HttpResponseBase]


def hand_etag(hand: Hand, *, hides: int, confirmed_by: Sequence[int | None] = ()) -> str:
    """Return a hand's ETag: it changes with the record, the verdicts, the hidden cards and the erasure of texts.

    The seats of its confirmations are added; If-Match ignores them, since a confirmation does not prevent a change.
    """
    erased = ["erased"] if not hand.head.text_salt else []
    etag = _etag(hand.head.digest, hand.adjudication.input_digest, int(hides), *erased)
    confirmations = "-".join(str(seat or 0) for seat in confirmed_by)
    return f'{etag[:-1]}{CONFIRMATIONS}{confirmations}"' if confirmations else etag


def session_etag(session: Session) -> str:
    """Return a session's ETag: it changes with the record, the result, the visibility and the season."""
    result: Result = session.result
    season = str(session.season_id) if session.season_id else None
    return _etag(session.head.digest, result.input_digest, session.visibility, season)


def _etag(*parts: object) -> str:
    return f'"{referee.sha256(referee.canonical(parts)).removeprefix("sha256:")[:32]}"'


def answer(request: Request, data: Any, *, etag: str, status: int = HTTPStatus.OK) -> Response:
    """Return a response with an ETag, or 304 for a read with this ETag as If-None-Match."""
    headers = {"ETag": etag, "Cache-Control": OWN}
    if request.method in READS and _is_named(request, "If-None-Match", etag):
        return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(data, status=status, headers=headers)


def check_etag(view: APIView, etag: str, *, cache_control: str = OWN) -> None:
    """Set the ETag of a view's answer to a read.  Raises NotModifiedError if the client has this version."""
    request = view.request
    if request.method not in READS:
        return
    view.headers |= {"ETag": etag, "Cache-Control": cache_control}
    if _is_named(request, "If-None-Match", etag):
        raise NotModifiedError


def check_version(view: APIView, *depends_on: object) -> None:
    """Set an ETag for an answer that depends on these values, the user, the address and the release only.

    Raises NotModifiedError if the client has this version.
    """
    check_etag(view, _version(view, access.identity(view.request.user), *depends_on))


def check_audit_version(view: APIView, row: Model, *depends_on: object) -> None:
    """Set an ETag for an answer that changes only with the audit log of the row's club, or with these values.

    The row comes from ``audit.versioned``.  Raises NotModifiedError if the client has this version.
    """
    check_version(view, cast(audit.Versioned, row).audit_version, *depends_on)


def check_public_version(view: APIView, *depends_on: object) -> None:
    """Set an ETag for an answer that is equal for all users.  Raises NotModifiedError if the client has this version."""
    check_etag(view, _version(view, *depends_on), cache_control=EVERYBODYS)


def _version(view: APIView, *depends_on: object) -> str:
    """Return a weak ETag: answers with it have equal content, but not always equal bytes."""
    request = view.request
    address = (request.get_full_path(), request.accepted_renderer.format, get_language())
    return f"W/{_etag(edition(), *address, *(str(part) for part in depends_on))}"


@cache
def edition() -> str:
    """Return a digest of this program's files, since another release may answer differently."""
    files = sorted(
        path
        for package in ("referee", "scorekeeper")
        for pattern in ("*.py", "*.mo", "*.json")
        for path in (settings.BASE_DIR / package).rglob(pattern)
    )
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def with_etags(routes: Sequence[URLPattern]) -> list[URLPattern]:
    """Return the routes with ETags on every read, by default a hash of the answer."""
    for route in routes:
        route.callback = _with_etag(route.callback)
    return list(routes)


def _with_etag(view: View) -> View:
    @wraps(view)
    def tagged(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        return _conditional(request, response) if request.method in READS else response

    return tagged


def _conditional(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    tagged = {HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT, HTTPStatus.NOT_MODIFIED}
    if response.status_code not in tagged:
        del response["ETag"]
        return response
    if response.status_code == HTTPStatus.NOT_MODIFIED:
        del response["Content-Type"]
    if not response.has_header("Cache-Control"):
        response["Cache-Control"] = OWN
    if "private" in response["Cache-Control"]:
        patch_vary_headers(response, ["Authorization", "Cookie"])
    if response.has_header("ETag") or not isinstance(response, HttpResponse):
        return response
    if hasattr(response, "render"):
        response.render()
    response["ETag"] = f'"{sha256(response.content).hexdigest()[:32]}"'
    if not _is_named(request, "If-None-Match", response["ETag"]):
        return response
    names = ("ETag", "Cache-Control", "Vary")
    headers = {name: response[name] for name in names if response.has_header(name)}
    unchanged = HttpResponse(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    del unchanged["Content-Type"]
    return unchanged


def require_match(request: Request, etag: str) -> None:
    """Raise PreconditionRequiredError without If-Match, PreconditionFailedError unless it names this version."""
    if "If-Match" not in request.headers:
        raise PreconditionRequiredError
    if not _is_named(request, "If-Match", etag):
        raise PreconditionFailedError


def _is_named(request: Request | HttpRequest, header: str, etag: str) -> bool:
    """Return whether the header contains this ETag; a proxy may have made it weak."""
    etags = [name.removeprefix("W/") for name in parse_etags(request.headers.get(header, ""))]
    if header == "If-Match":
        etags += [f'{name.partition(CONFIRMATIONS)[0]}"' for name in etags if CONFIRMATIONS in name]
    return "*" in etags or etag.removeprefix("W/") in etags
