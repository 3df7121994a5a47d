"""Stored lines of the parts of a season by player and day, read without a lock.

Every value of a label has a part of its own: an event, a round, a table, a game.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, OuterRef, Q, Subquery

from scorekeeper.models import (
    CountedScope,
    Recount,
    ScopeStanding,
    Season,
    Session,
    Standing,
    Visibility,
    days,
)
from scorekeeper.standings import day_lines, public_lines
from scorekeeper.standings.day_lines import DayLine, ScopeKey
from scorekeeper.standings.scope import LABELS, Scope
from scorekeeper.standings.season_count import MOST_RECOUNTS
from scorekeeper.standings.tie_results import TieResults


class CountChangedError(Exception):
    """A worker has stored another count of the season meanwhile."""


class StoredScope(NamedTuple):
    """The stored lines of a part of a season, by player with the day on which the line changed last."""

    rows: Mapping[UUID, tuple[date, DayLine]]
    ties: TieResults


def read(season: Season, scope: Scope, counted_at: datetime) -> StoredScope | None:
    """Return the lines of a part at the end of its last day, or None if they are not stored.

    Reads as many rows as the season has players.  Raises CountChangedError if the season was not counted at that moment last.
    """
    scopes = _with_whole(season, scope, counted_at)
    stored = scopes.get(_key(scope))
    if stored is None:
        # every single label that a counted session has is stored
        is_empty = scopes and len(scope.labels) == 1
        return StoredScope({}, {}) if is_empty else None
    if scope.as_of is not None and scope.labels:
        last = last_day(stored)
        if last is not None and scope.as_of < days.day_before(last):
            return None
    rows = lines_at(stored, scope.as_of, public_only=scope.public_only, counted_at=counted_at)
    return StoredScope(rows, (stored.public_ties or {}) if scope.public_only else stored.ties)


def _key(scope: Scope) -> ScopeKey:
    return tuple(scope.labels.get(label, "") for label in LABELS)


def _with_whole(season: Season, scope: Scope, counted_at: datetime) -> dict[ScopeKey, CountedScope]:
    """Return the part of this scope and that of the whole season, as far as they are stored."""
    if "" in scope.labels.values():
        return {}
    anything = dict.fromkeys(LABELS, "")
    wanted = Q(**anything) | Q(**{**anything, **scope.labels})
    rows = CountedScope.objects.filter(wanted, count=season.pk)
    if scope.public_only:
        rows = rows.filter(count__public_counted_at=counted_at)
    return {day_lines.key_of(row): row for row in rows}


def _latest(stored: CountedScope, until: date | None) -> list[int]:
    """Return the key of the last row of each player until the end of a day, or of all days."""
    earlier = ScopeStanding.objects.filter(scope=stored, player=OuterRef("player"))
    if until is not None:
        earlier = earlier.filter(day__lte=until)
    latest = Subquery(earlier.order_by("-day").values("pk")[:1])
    players = Standing.objects.filter(season=stored.count_id).order_by()
    # a query of its own: otherwise PostgreSQL reads all days of everybody
    return [pk for pk in players.values_list(latest, flat=True) if pk is not None]


def last_day(stored: CountedScope) -> date | None:
    """Return the last day on which a line of a stored part changed."""
    rows = ScopeStanding.objects.filter(pk__in=_latest(stored, None)).order_by()
    return max(rows.values_list("day", flat=True), default=None)


def lines_at(
    stored: CountedScope,
    until: date | None,
    *,
    public_only: bool = False,
    counted_at: datetime | None = None,
) -> dict[UUID, tuple[date, DayLine]]:
    """Return everybody's line in a stored part at the end of a day, or at present, with the day of its last change.

    With ``public_only``, the lines of public sessions alone; the days are those of changes in all sessions.

    Raises CountChangedError if they are not those that were counted at the given moment.
    """
    keys = _latest(stored, until)
    rows = ScopeStanding.objects.filter(pk__in=keys).order_by()
    if counted_at is not None:
        rows = rows.filter(scope__count__counted_at=counted_at)
    pairs = {row.player_id: (row.day, public_lines.stored_pair(row)) for row in rows}
    if len(pairs) != len(keys):
        raise CountChangedError
    lines = {
        player: (day, pair.public if public_only else pair.every)
        for player, (day, pair) in pairs.items()
    }
    return {player: (day, line) for player, (day, line) in lines.items() if line is not None}


def label_values(season: Season, *, public_only: bool) -> dict[str, set[str]] | None:
    """Return the values of each label that sessions of the season have, or None if they are not stored.

    Those of sessions that wait to be counted are among them.  With ``public_only``, those of waiting sessions that are private
    now are left out, and nothing is stored while many wait.
    """
    queued = Recount.objects.filter(season=season).order_by("pk")[:MOST_RECOUNTS]
    waiting = list(queued.values_list("session", flat=True))
    scopes = CountedScope.objects.filter(count=season.pk)
    if public_only:
        scopes = scopes.filter(
            count__public_counted_at=F("count__counted_at"), public_ties__isnull=False
        )
    is_unknown = public_only and (None in waiting or len(waiting) == MOST_RECOUNTS)
    rows = [] if is_unknown else list(scopes)
    if not rows:
        return None
    shown = [day_lines.key_of(row) for row in rows]
    hidden: list[ScopeKey] = []
    sessions = Session.objects.filter(pk__in=waiting).order_by()
    for of_season, visibility, *labels in sessions.values_list("season", "visibility", *LABELS):
        is_hidden = public_only and (of_season, visibility) != (season.pk, Visibility.PUBLIC)
        (hidden if is_hidden else shown).append(tuple(labels))
    return {
        label: {key[place] for key in shown}
        - _only_private(season, label, {key[place] for key in hidden})
        - {""}
        for place, label in enumerate(LABELS)
    }


def _only_private(season: Season, label: str, values: set[str]) -> set[str]:
    """Return those of these values of a label that no public session of the season has."""
    public = season.sessions.filter(visibility=Visibility.PUBLIC).order_by()
    return {value for value in values if not public.filter(**{label: value}).exists()}
