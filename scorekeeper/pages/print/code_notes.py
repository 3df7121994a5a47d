"""Whether strangers can open the page behind a printed QR code."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.models import Season, Session


def of_season(request: HttpRequest, season: Season) -> dict[str, Any]:
    """Return the context of the note about a season's code."""
    is_seen = access.seasons_seen_by(AnonymousUser()).filter(pk=season.pk).exists()
    return _note(request, season, is_seen=is_seen, visibility="season-visibility")


def of_session(request: HttpRequest, session: Session) -> dict[str, Any]:
    """Return the context of the note about a session's code."""
    is_seen = access.sessions_seen_by(AnonymousUser()).filter(pk=session.pk).exists()
    return _note(request, session, is_seen=is_seen, visibility="session-visibility")


def _note(
    request: HttpRequest, row: Season | Session, *, is_seen: bool, visibility: str
) -> dict[str, Any]:
    return {
        "strangers_see_nothing": not is_seen,
        "may_publish": access.may(request.user, Action.PUBLISH, row.club),
        "visibility": reverse(visibility, args=[row.pk]),
    }
