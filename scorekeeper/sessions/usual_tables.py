"""Who plays in a club, and how: suggestions for a new session, taken from its latest ones."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q

import referee
from referee import Json
from scorekeeper.clubs import player_merges
from scorekeeper.models import Club, Player, Season, Session
from scorekeeper.sessions import played_days

LATEST = 100
"""How many sessions, the latest of a club, suggestions are taken from."""


@dataclass(frozen=True, kw_only=True)
class UsualTable:
    """The latest session of the same players, clockwise, at one game."""

    session: Session
    players: tuple[Player, ...]


class Habits:
    """What the latest sessions of a club say about the next one: first those that were played here, then those from files."""

    def __init__(self, club: Club) -> None:
        sessions = club.sessions.select_related("head").prefetch_related("seats")
        latest = sessions.order_by(*played_days.LATEST_FIRST)
        self._played = list(latest.filter(played_days.LOGGED)[:LATEST])
        missing = LATEST - len(self._played)
        self.sessions = [*self._played, *latest.filter(played_days.IMPORTED)[:missing]]
        self.club = club

    @cached_property
    def _stays(self) -> dict[UUID, UUID]:
        return player_merges.surviving_players(self.club.pk)

    @cached_property
    def _players(self) -> dict[UUID, Any]:
        """The players of the club; ``is_erased`` says of which the name is erased."""
        players = self.club.players.annotate(is_erased=Q(erasure__isnull=False))
        return {player.pk: player for player in players}

    @cached_property
    def _erased(self) -> set[UUID]:
        return {key for key, player in self._players.items() if player.is_erased}

    def tables(self, number: int) -> list[UsualTable]:
        """Return the tables that played last: each game once for the same players, the latest first.

        Imported sessions are among them only where the club has no others, and only those with a date.  A table at which somebody
        sat who was erased since is not offered again.
        """
        tables: dict[tuple[object, ...], UsualTable] = {}
        dated = (session for session in self.sessions if session.played_on)
        for session in self._played or dated:
            players = self._seated(session)
            key = (session.variant, frozenset(player.pk for player in players))
            is_erased = not self._erased.isdisjoint(player.pk for player in players)
            if key not in tables and not is_erased and len({*players}) == len(players) > 0:
                tables[key] = UsualTable(session=session, players=players)
        return list(tables.values())[:number]

    def house_rules(self, variant: str) -> dict[str, Json] | None:
        """Return the house rules with which the club played this game last; None if it never did."""
        played = (session for session in self.sessions if session.variant == variant)
        last = next(played, None)
        return house_rules_of(last) if last else None

    def players(self) -> list[Player]:
        """Return all players of the club but erased ones: who sat most often in the latest sessions first, then by name.

        Imported sessions count only where the club has no others.
        """
        latest = self._played or self.sessions
        seated = Counter(player.pk for one in latest for player in self._seated(one))
        gone = self._erased | self._stays.keys()
        staying = [player for key, player in self._players.items() if key not in gone]
        return sorted(staying, key=lambda player: (-seated[player.pk], player.name.casefold()))

    def season_on(self, day: date) -> Season | None:
        """Return the season of the club that a day falls into: the one that began last if there are several."""
        return season_on(day, seasons_of(self.club))

    def _seated(self, session: Session) -> tuple[Player, ...]:
        keys = (seat.player_id for seat in session.seats.all())
        return tuple(self._players[self._stays.get(key, key)] for key in keys)


def games_played(club: Club) -> list[str]:
    """Return the keys of the games of which the club has sessions; of each game, one row of an index is read."""
    keys = list(referee.VARIANTS)
    sessions = Session.objects.filter(club=OuterRef("pk"))
    asked = [Exists(sessions.filter(variant=key)) for key in keys]
    (answers,) = Club.objects.filter(pk=club.pk).values_list(*asked)
    return [key for key, is_played in zip(keys, answers, strict=True) if is_played]


SEASONS_LATEST_FIRST = (F("starts_on").desc(nulls_last=True), "-created_at", "name")
"""Order of seasons: the one that began last comes first, those without a first day come last."""


def seasons_of(club: Club) -> list[Season]:
    """Return the seasons of a club, the latest first."""
    return list(club.seasons.order_by(*SEASONS_LATEST_FIRST))


def season_on(day: date, seasons: Iterable[Season]) -> Season | None:
    """Return the first of these seasons that a day falls into."""
    return next((season for season in seasons if season.covers(day)), None)


def begun_seasons(day: date, seasons: Iterable[Season]) -> list[Season]:
    """Return those of these seasons that have begun on a day: first those that it falls into, then those that are over."""
    begun = [each for each in seasons if each.starts_on is None or each.starts_on <= day]
    return sorted(begun, key=lambda season: not season.covers(day))


def house_rules_of(session: Session) -> dict[str, Json]:
    """Return the house rules that a session was opened or corrected with."""
    return dict(session.head.content.get("house_rules") or {})
