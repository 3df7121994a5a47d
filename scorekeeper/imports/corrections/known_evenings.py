"""The club's sessions on the days of a file: which of them a record of the file is of, and what it says otherwise."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from enum import StrEnum
from typing import TypeAlias
from uuid import UUID

from django.utils.translation import gettext_noop

from scorekeeper.adjudication import effects
from scorekeeper.imports.corrections import differences
from scorekeeper.imports.corrections.differences import SheetDifference, SheetHands
from scorekeeper.models import Club, Seat, Session
from scorekeeper.models.sessions import DAY_LISTED

MOST_COMPARED = 100  # records of an upload
OTHER_RECORD = gettext_noop("Another record is of this session.")
SEVERAL_SESSIONS = gettext_noop("It may be of several sessions of this day.")
TOO_MANY = gettext_noop("Too many sessions are there already: import fewer at once.")

Evening: TypeAlias = tuple[date | None, str, frozenset[UUID | str]]
"""The day of a session, its game, and its players by id; a new one by name."""


class EveningAnswer(StrEnum):
    """What becomes of a record of an evening that the club has.  The values are public API."""

    BRING_UP_TO_DATE = "bring-up-to-date"
    SECOND_SESSION = "second-session"
    LEAVE_OUT = "leave-out"


def answers_for(difference: SheetDifference) -> tuple[EveningAnswer, ...]:
    """Return the answers that a record has; the first is proposed."""
    bring, second, leave = EveningAnswer
    if difference.is_play:  # a session of its own, unless it was imported before
        return (second, leave) if difference.refusal else (second, bring, leave)
    if difference.refusal:
        return leave, second
    if difference.writes and difference.is_alike:
        return bring, second, leave
    return leave, bring, second


def compare(
    session: Session,
    seated: Sequence[UUID],
    sheet: SheetHands,
    players: Sequence[UUID],
    survivors: Mapping[UUID, UUID],
) -> SheetDifference:
    """Return what a sheet of these players says otherwise than the session in which they sit, maybe in other seats."""
    people = [survivors.get(player, player) for player in seated]
    seats = [people.index(survivors.get(player, player)) + 1 for player in players]
    difference = differences.compare(session, effects.hands_of(session), sheet, seats)
    return replace(difference, seated=seated)


class KnownEvenings:
    """The sessions of a club on some days.  A session is compared with one record at most."""

    def __init__(self, club: Club, days: Collection[date], survivors: Mapping[UUID, UUID]) -> None:
        self._survivors = survivors
        sessions = Session.objects.filter(club=club, played_on__isnull=False)
        on_days = sessions.alias(day=DAY_LISTED).filter(day__in=days).order_by("pk")
        rows = [*on_days.select_related("head", "result")]
        self._seated: dict[UUID, list[UUID]] = {row.pk: [] for row in rows}
        seats = Seat.objects.filter(session__in=self._seated).order_by("number")
        for session, player in seats.values_list("session", "player"):
            self._seated[session].append(player)
        self._sessions: dict[Evening, list[Session]] = {}
        for row in rows:
            people = frozenset(self.survivor(player) for player in self._seated[row.pk])
            self._sessions.setdefault((row.played_on, row.variant, people), []).append(row)
        self._compared: set[UUID] = set()

    def survivor(self, player: UUID) -> UUID:
        """Return the player for whom the hands of a player count."""
        return self._survivors.get(player, player)

    def sessions(self, evening: Evening) -> Sequence[Session]:
        """Return the club's sessions of an evening."""
        return self._sessions.get(evening, [])

    def compare(
        self,
        evening: Evening,
        players: Sequence[UUID],
        sheet: SheetHands,
        *,
        others: Collection[UUID],
    ) -> SheetDifference:
        """Return what a record says otherwise than the session that it is of, which the evening has.

        ``others`` are the sessions that other records of the file are of.  Of several sessions it is the one with most equal hands.
        """
        difference = self._compare(self.sessions(evening), players, sheet, others)
        return replace(difference, is_play=sheet.is_play)

    def _compare(
        self,
        sessions: Sequence[Session],
        players: Sequence[UUID],
        sheet: SheetHands,
        others: Collection[UUID],
    ) -> SheetDifference:
        free = [one for one in sessions if one.pk not in {*others, *self._compared}]
        if not free:
            return SheetDifference(session=sessions[0], refusal=OTHER_RECORD)
        if len(self._compared) >= MOST_COMPARED:
            return SheetDifference(session=free[0], refusal=TOO_MANY)
        compared = [
            compare(one, self._seated[one.pk], sheet, players, self._survivors) for one in free
        ]
        compared.sort(key=lambda one: one.equal, reverse=True)
        best = compared[0]
        if len(compared) > 1 and best.equal == compared[1].equal:
            return SheetDifference(session=best.session, refusal=SEVERAL_SESSIONS)
        self._compared.add(best.session.pk)
        return best
