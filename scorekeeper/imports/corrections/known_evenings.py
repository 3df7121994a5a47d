"""The club's sessions on the days of a file: which of them a record of the file is of, and what it says otherwise."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from enum import StrEnum
from typing import TypeAlias
from uuid import UUID

from django.db.models import Count, Max
from django.utils.translation import gettext_noop

import referee
from scorekeeper.adjudication import effects
from scorekeeper.imports.corrections import differences
from scorekeeper.imports.corrections.differences import (
    SheetDifference,
    SheetHands,
    has_totals_of,
)
from scorekeeper.models import Club, Hand, Seat, Session
from scorekeeper.models.sessions import DAY_LISTED

MOST_COMPARED = 100  # records of an upload
MOST_COMPARISONS = 300  # of these records with sessions of their days
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


def asked_together(difference: SheetDifference) -> str:
    """Return the name of the group of evenings that are asked about with this one; empty if it is asked about alone.

    Evenings on which the file and the session agree form groups, and so do plays, which have no single hands.
    """
    is_alone = difference.is_again or difference.hands or difference.refusal
    if is_alone and not difference.is_play:
        return ""
    return ".".join(answers_for(difference))


def days_of(played_on: referee.Json, written_on: referee.Json) -> list[date]:
    """Return the days of which a record's session may be: its own, and the one as written, where a time zone makes them two.

    The session may be older than the club's choice of a time zone.
    """
    return [*dict.fromkeys(filter(None, map(referee.date_of, (played_on, written_on))))]


def answers_for(difference: SheetDifference) -> tuple[EveningAnswer, ...]:
    """Return the answers that a record has; the first is proposed."""
    bring, second, leave = EveningAnswer
    if difference.refusal == TOO_MANY:
        return leave, second
    if difference.is_again:  # a second session of one record cannot be
        return (leave, bring) if difference.writes else (leave,)
    if difference.is_play and difference.is_own:
        return leave, second
    if (
        difference.is_play and not difference.says_nothing
    ):  # a session of its own, unless it was imported before
        return (second, leave) if difference.refusal else (second, bring, leave)
    if difference.refusal:
        return leave, second
    if difference.writes and difference.is_alike and not difference.is_former:
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
    seats = _seats(seated, players, survivors)
    difference = differences.compare(session, effects.hands_of(session), sheet, seats)
    return replace(difference, seated=seated)


def _seats(
    seated: Sequence[UUID], players: Sequence[UUID], survivors: Mapping[UUID, UUID]
) -> list[int]:
    """Return the seats of a session in which these players sit."""
    people = [survivors.get(player, player) for player in seated]
    return [people.index(survivors.get(player, player)) + 1 for player in players]


def changed_sessions(hands: Mapping[UUID, int]) -> set[UUID]:
    """Return the sessions in which hands were amended or added since their import.

    ``hands`` has, by session, the number of hands of the record that it came from.  Without sessions, no query is made.
    """
    rows = Hand.objects.filter(session__in=hands).order_by().values("session")
    counted = rows.annotate(hands=Count("pk"), revision=Max("head__number"))
    return {
        session
        for session, count, revision in counted.values_list("session", "hands", "revision")
        if revision > 1 or count != hands[session]
    }


def compare_again(session: Session, sheet: SheetHands) -> SheetDifference:
    """Return what the record that a session came from says otherwise than the session as it is now."""
    seated = [*session.seats.order_by("number").values_list("player", flat=True)]
    seats = [*range(1, len(seated) + 1)]
    hands = effects.hands_of(session)
    return replace(differences.compare(session, hands, sheet, seats, is_again=True), seated=seated)


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
        self._compared: set[UUID] = set()  # sessions of which a record is
        self._comparisons = 0
        self._equal: set[UUID] = set()  # sessions of plays with their totals

    def survivor(self, player: UUID) -> UUID:
        """Return the player for whom the hands of a player count."""
        return self._survivors.get(player, player)

    def find(
        self, days: Iterable[date], variant: str, people: frozenset[UUID | str]
    ) -> Evening | None:
        """Return the evening on the first of these days on which the club has a session of this game and these players."""
        evenings = ((day, variant, people) for day in days)
        return next((evening for evening in evenings if evening in self._sessions), None)

    def compare(
        self,
        evening: Evening,
        players: Sequence[UUID],
        sheet: SheetHands,
        *,
        others: Collection[UUID],
        own: UUID | None = None,
    ) -> SheetDifference:
        """Return what a record says otherwise than the session that it is of, which the evening has.

        ``others`` are the sessions that other records of the file are of.  Of several sessions it is the one with most equal hands,
        or the one that an exported file names as its ``own``.
        """
        sessions = self._sessions[evening]
        named = [one for one in sessions if one.pk == own]
        difference = self._compare(named or sessions, players, sheet, others)
        is_own = bool(named) or difference.is_own
        return replace(difference, is_play=sheet.is_play, is_own=is_own)

    def _compare(
        self,
        sessions: Sequence[Session],
        players: Sequence[UUID],
        sheet: SheetHands,
        others: Collection[UUID],
    ) -> SheetDifference:
        free = [one for one in sessions if one.pk not in {*others, *self._compared, *self._equal}]
        if sheet.is_play and (same := self._of_equal_totals(free, players, sheet)):
            self._equal.add(same.session.pk)
            return same
        there = [one for one in sessions if one.pk not in others]
        self._comparisons += len(there)
        if len(self._compared) >= MOST_COMPARED or self._comparisons > MOST_COMPARISONS:
            return SheetDifference(session=sessions[0], refusal=TOO_MANY)
        every = [
            compare(one, self._seated[one.pk], sheet, players, self._survivors) for one in there
        ]
        if own := next((one for one in every if one.is_own), None):
            return own  # whatever other records are of this session: nothing is written
        compared = [one for one in every if one.session in free]
        if not compared:
            return SheetDifference(session=sessions[0], refusal=OTHER_RECORD)
        compared.sort(key=lambda one: one.equal, reverse=True)
        best = compared[0]
        if len(compared) > 1 and best.equal == compared[1].equal:
            refusal, equal = SEVERAL_SESSIONS, best.equal
            return SheetDifference(session=best.session, refusal=refusal, equal=equal)
        self._compared.add(best.session.pk)
        return best

    def _of_equal_totals(
        self, sessions: Sequence[Session], players: Sequence[UUID], play: SheetHands
    ) -> SheetDifference | None:
        """Return an empty difference from the first session that has the totals of a play, without reading hands; None without one."""
        for one in sessions:
            seated = self._seated[one.pk]
            if has_totals_of(one, play, _seats(seated, players, self._survivors)):
                return SheetDifference(session=one, seated=seated, totals=one.result.totals)
        return None
