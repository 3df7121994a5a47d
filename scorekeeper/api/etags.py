"""ETags: reading again costs little, and nobody overwrites what they have not read.

Whatever is read carries an ETag, and whoever sends it back as ``If-None-Match`` is answered 304 without a body.  Where much
would have to be read for the answer, a view says before it reads what the answer depends on (``unless_known``); for the
rest the tag is made of the answer itself (``conditional``).
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
from scorekeeper import audit
from scorekeeper.access import Holder
from scorekeeper.api.errors import (
    NotModifiedError,
    PreconditionFailedError,
    PreconditionRequiredError,
)
from scorekeeper.models import Hand, Result, Session

READS = frozenset({"GET", "HEAD"})
OWN = "private, no-cache"  # asked for again each time, and kept by nobody in between
EVERYBODYS = "public, max-age=300"  # the same for all; it changes with a release
CONFIRMATIONS = "."  # separates what If-Match compares from the number of confirmations

View = Callable[..., HttpResponseBase]


def hand_etag(hand: Hand, *, hides: int) -> str:
    """A hand's version: its record, what was judged, which cards are held back, whether words were erased."""
    erased = ["erased"] if not hand.head.text_salt else []
    return _etag(hand.head.digest, hand.adjudication.input_digest, int(hides), *erased)


def confirmed_etag(etag: str, confirmations: int) -> str:
    """Return a hand's ETag with its number of confirmations, which If-Match ignores: they stand in the way of no change."""
    return f'{etag[:-1]}{CONFIRMATIONS}{confirmations}"' if confirmations else etag


def session_etag(session: Session) -> str:
    """A session's version: its record, its standing and who may see it."""
    result: Result = session.result
    season = str(session.season_id) if session.season_id else None
    return _etag(session.head.digest, result.input_digest, session.visibility, season)


def content_etag(*parts: object) -> str:
    """The version of what has no record of its own: what it says."""
    return _etag(*parts)


def _etag(*parts: object) -> str:
    return f'"{referee.sha256(referee.canonical(parts)).removeprefix("sha256:")[:32]}"'


def answer(request: Request, data: Any, *, etag: str, status: int = HTTPStatus.OK) -> Response:
    """The data under its version, or 304 to somebody who has it."""
    headers = {"ETag": etag, "Cache-Control": OWN}
    if request.method in READS and _named(request, "If-None-Match", etag):
        return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(data, status=status, headers=headers)


def check_etag(view: APIView, etag: str, *, kept: str = OWN) -> None:
    """The answer of a view that reads gets this ETag.

    Raises NotModifiedError, before anything more is read, for somebody who has it.
    """
    request = view.request
    if request.method not in READS:
        return
    view.headers |= {"ETag": etag, "Cache-Control": kept}
    if _named(request, "If-None-Match", etag):
        raise NotModifiedError


def check_version(view: APIView, *depends_on: object) -> None:
    """The same for an answer that depends on nothing else than this, who asks, for what, and this program."""
    person = view.request.user
    who = f"link {person.link.pk}" if isinstance(person, Holder) else str(person.pk)
    check_etag(view, _version(view, who, *depends_on))


def check_audit_version(view: APIView, row: Model, *depends_on: object) -> None:
    """The same for what changes only with a line in the audit log of the club to which this row belongs."""
    check_version(view, cast(audit.Versioned, row).audit_version, *depends_on)


def check_public_version(view: APIView, *depends_on: object) -> None:
    """The same for what anybody is answered alike."""
    check_etag(view, _version(view, *depends_on), kept=EVERYBODYS)


def _version(view: APIView, *depends_on: object) -> str:
    """Weak: the same facts, if perhaps written otherwise."""
    request = view.request
    asked = (request.get_full_path(), request.accepted_renderer.format, get_language())
    return f"W/{_etag(edition(), *asked, *(str(part) for part in depends_on))}"


@cache
def edition() -> str:
    """This very program: another release may answer the same facts otherwise."""
    here = settings.BASE_DIR
    found = sorted(path for package in ("referee", "scorekeeper") for kind in ("*.py", "*.mo") for path in (here / package).rglob(kind))  # fmt: skip
    return sha256(b"".join(path.read_bytes() for path in found)).hexdigest()


def with_etags(routes: Sequence[URLPattern]) -> list[URLPattern]:
    """The routes, each of which answers whoever reads under an ETag, if only that of the content."""
    for route in routes:
        route.callback = _tagged(route.callback)
    return list(routes)


def _tagged(view: View) -> View:
    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        return _conditional(request, response) if request.method in READS else response

    return answered


def _conditional(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if response.status_code not in {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED}:
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
    if not _named(request, "If-None-Match", response["ETag"]):
        return response
    kept = ("ETag", "Cache-Control", "Vary")
    headers = {name: response[name] for name in kept if response.has_header(name)}
    unchanged = HttpResponse(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    del unchanged["Content-Type"]
    return unchanged


def require_match(request: Request, etag: str) -> None:
    """A change goes through only if it was made to this version, whoever agreed with it meanwhile."""
    if "If-Match" not in request.headers:
        raise PreconditionRequiredError
    if not _named(request, "If-Match", etag):
        raise PreconditionFailedError


def _named(request: Request | HttpRequest, header: str, etag: str) -> bool:
    """Is this version among those that were sent?  A server in front may have made them weak."""
    named = [name.removeprefix("W/") for name in parse_etags(request.headers.get(header, ""))]
    if header == "If-Match":
        named += [f'{name.partition(CONFIRMATIONS)[0]}"' for name in named if CONFIRMATIONS in name]
    return "*" in named or etag.removeprefix("W/") in named
