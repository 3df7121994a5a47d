"""The first part of a club's page: what is being played, who leads the season, how the last evening ended, and what is next."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone

import referee
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.adjudication import judging
from scorekeeper.clubs import roster
from scorekeeper.models import Adjudication, Club, Season, Session
from scorekeeper.models.adjudications import UNFINISHED
from scorekeeper.models.sessions import NO_DAY
from scorekeeper.pages.display.referee_messages import points
from scorekeeper.pages.standings import movement
from scorekeeper.pages.standings.table import DisplayedStanding, display_rows
from scorekeeper.sessions import hand_counts, in_play, same_table, score_sheet, usual_tables
from scorekeeper.sessions.score_sheet import Number
from scorekeeper.standings import season_count
from scorekeeper.standings.plans.plan_input import UnreadablePlanError
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.table import StandingsTable

LEADERS = 5
"""Players of the season's table that are shown."""
TABLES = 2
"""Sessions that are shown of those being played, and of the last evening."""


@dataclass(frozen=True, kw_only=True)
class Leaders:
    """The first of a season's table."""

    season: Season
    is_over: bool
    counted: StandingsTable
    rows: Sequence[DisplayedStanding]
    more_tied: int  # players who share the place of the last row and are not shown
    last: date | None  # the day of play after which the table stands


@dataclass(frozen=True, kw_only=True)
class SeatTotal:
    """What a player has in a session."""

    name: str
    total: str
    place: int | None  # None: a total is unproven, or no hand is over


@dataclass(frozen=True, kw_only=True)
class PlayedTable:
    """A session with its totals, the best first."""

    session: Session
    seats: Sequence[SeatTotal]


@dataclass(frozen=True, kw_only=True)
class PlayedTables:
    """Sessions that belong together: those being played, or those of one day."""

    day: date | None
    tables: Sequence[PlayedTable]
    more: int  # that are not shown


def context_of(
    request: HttpRequest,
    club: Club,
    seasons: Sequence[Season],
    latest: Sequence[Session],
    merged: Mapping[UUID, str],
) -> dict[str, Any]:
    """Return what the templates show.

    ``latest`` are the latest sessions as ``with_totals`` reads them, ``merged`` the names of the players who stay of merged ones.
    """
    live = _live(request, club, latest)
    evening = last_evening(latest, live)
    tables = _tables([*live[:TABLES], *evening[:TABLES]], merged)
    return {
        "live": _together(live, tables),
        "leaders": _leaders(request, club, seasons),
        "evening": _together(evening, tables),
        "may_log": access.may(request.user, Action.RECORD, club),
        "again": table_again(latest, live) if access.may(request.user, Action.OPEN, club) else None,
    }


def _live(request: HttpRequest, club: Club, latest: Iterable[Session]) -> list[Session]:
    """Return the sessions that are being played; those that are not among the latest are read, too."""
    visible = access.sessions_of_club_seen_by(request.user, club)
    playing = in_play.now_played(visible, [club], timezone.now()).values_list("pk", flat=True)
    keys, rows = list(playing), {session.pk: session for session in latest}
    if missing := set(keys) - rows.keys():
        rows |= with_totals(visible).in_bulk(missing)
    return [rows[key] for key in keys]


def last_evening(latest: Iterable[Session], live: Collection[Session]) -> list[Session]:
    """Return the sessions of the latest day on which a hand was finished, without those being played, the first one first."""
    ended = [each for each in latest if each not in live and _is_played(each) and _day(each)]
    return [each for each in reversed(ended) if _day(each) == _day(ended[0])]


def with_totals(sessions: QuerySet[Session]) -> QuerySet[Session]:
    """Read sessions with their totals, players and rules, and with how many hands are over."""
    counted = hand_counts.with_hand_counts(sessions.select_related("head", "result"))
    # not Exists: PostgreSQL would look through the hands of all clubs, expecting to need more sessions than a page
    first = hand_counts.counting_hands().order_by().values("pk")[:1]
    counted = counted.annotate(counting_hand=Subquery(first))
    return counted.prefetch_related("seats__player")


def _is_played(session: Any) -> bool:
    """Return whether a hand of the session is over and not annulled."""
    return bool(session.finished > 0 and session.counting_hand)


def _day(session: Session) -> date | None:
    day = session.played_on or session.listed_on
    return None if day == NO_DAY else day


def _together(
    sessions: Sequence[Session], tables: Mapping[UUID, PlayedTable]
) -> PlayedTables | None:
    if not sessions:
        return None
    shown = [tables[session.pk] for session in sessions[:TABLES]]
    return PlayedTables(day=_day(sessions[0]), tables=shown, more=len(sessions) - len(shown))


def table_again(latest: Iterable[Session], live: Collection[Session]) -> Session | None:
    """Return the latest session that is over, if its table can play again; while that is played, it leads there."""
    last = next((session for session in latest if session not in live), None)
    return last if last is not None and same_table.can_play_again(last) else None


def _leaders(request: HttpRequest, club: Club, seasons: Sequence[Season]) -> Leaders | None:
    """Return the first of the current season, or until a hand of it is recorded of the season before.

    None without a season, and where the plan cannot be read: the page of the season says why.
    """
    begun = usual_tables.begun_seasons(club.today, seasons)
    if not begun:
        return None
    season, *earlier = begun
    if earlier and not season.sessions.filter(result__hands__gt=0).exists():
        season = earlier[0]
    season.club = club
    try:
        shown = movement.read(request, season_count.read(season), Scope())
    except UnreadablePlanError:
        return None
    first, others = shown.table.rows[:LEADERS], shown.table.rows[LEADERS:]
    names = roster.player_names(row.player for row in first)
    last_place = first[-1].place if first else None
    return Leaders(
        season=season,
        is_over=season.ends_on is not None and season.ends_on < club.today,
        counted=shown.table,
        rows=display_rows(shown.table._replace(rows=first), names, shown.before),
        more_tied=sum(row.place == last_place is not None for row in others),
        last=shown.last,
    )


def _tables(sessions: Iterable[Session], merged: Mapping[UUID, str]) -> dict[UUID, PlayedTable]:
    """Return the totals of these sessions; before an unfinished hand if they are unknown since."""
    rows = list(sessions)
    earlier = _totals_before([each for each in rows if _is_open(each.result.totals)])
    tables = {}
    for session in rows:
        totals = earlier.get(session.pk) or session.result.totals
        tables[session.pk] = _table(session, totals, merged)
    return tables


def _table(
    session: Session, totals: Sequence[Number] | None, merged: Mapping[UUID, str]
) -> PlayedTable:
    players = [seat.player for seat in session.seats.all()]
    known = totals or [None] * len(players)
    is_ranked = session.variant in referee.VARIANTS and _is_played(session)
    if is_ranked and len(set(known)) > 1:
        places = score_sheet.places(known, lowest=judging.rules_of(session).lowest_wins)
    else:
        places = [None] * len(players)
    names = [merged.get(player.pk, player.name) for player in players]
    seats = [
        SeatTotal(name=name, total=points(total, signed=False), place=place)
        for name, total, place in zip(names, known, places, strict=True)
    ]
    return PlayedTable(session=session, seats=sorted(seats, key=lambda seat: seat.place or 0))


def _is_open(totals: Sequence[Number] | None) -> bool:
    return not totals or None in totals


def _totals_before(sessions: Collection[Session]) -> dict[UUID, Sequence[Number]]:
    """Return the totals before the last hand of each of these sessions, where it is unfinished and they are known."""
    if not sessions:
        return {}
    last = {session.pk: session.result.hands for session in sessions}
    unfinished = Adjudication.objects.filter(hand__session__in=last, status=UNFINISHED)
    rows = unfinished.values_list("hand__session", "hand__position", "carried_in")
    totals = {pk: carried.get("totals") for pk, number, carried in rows if number == last[pk]}
    return {pk: known for pk, known in totals.items() if known and None not in known}
