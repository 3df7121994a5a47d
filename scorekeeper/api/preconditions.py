"""ETags: reading again costs little, and nobody overwrites what they have not read."""

from http import HTTPStatus
from typing import Any

from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

import referee
from scorekeeper.api.errors import PreconditionFailedError, PreconditionRequiredError
from scorekeeper.models import Hand, Result, Session


def hand_etag(hand: Hand, *, hides: bool) -> str:
    """A hand's version: its record, what was judged, whether cards are held back or words were erased."""
    erased = ["erased"] if not hand.head.text_salt else []
    return _etag(hand.head.digest, hand.adjudication.input_digest, hides, *erased)


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
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if request.method in {"GET", "HEAD"} and _named(request, "If-None-Match", etag):
        return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(data, status=status, headers=headers)


def require_match(request: Request, etag: str) -> None:
    """A change goes through only if it was made to this version."""
    if "If-Match" not in request.headers:
        raise PreconditionRequiredError
    if not _named(request, "If-Match", etag):
        raise PreconditionFailedError


def _named(request: Request, header: str, etag: str) -> bool:
    named = parse_etags(request.headers.get(header, ""))
    return "*" in named or etag in (name.removeprefix("W/") for name in named)
