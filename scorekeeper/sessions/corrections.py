"""Corrections of what a session's record says about it: when and where it was played, its labels, and who sat where."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from scorekeeper.actions import ActionError
from scorekeeper.adjudication import judging
from scorekeeper.models import Player, Season, Seat, Session, SessionRevision, User
from scorekeeper.sessions import document, recording

LABELS = ("played_on", "place", "event", "round", "table", "notes")


class NothingDiffersError(ActionError):
    """The correction says what is recorded already."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("This is what is recorded already: there is nothing to save.")
        )


class SeatsChangedError(ActionError):
    """A hand was recorded meanwhile, so the number of players cannot change any more."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "Hands are recorded, so the number of players cannot change. Choose a player for each seat."
            )
        )


@dataclass(frozen=True, kw_only=True)
class SessionCorrection:
    """What a session should say from now on, and why."""

    labels: Mapping[str, str]  # by key of the record; empty: none
    season: Season | None
    players: Sequence[Player]  # by seat
    reason: str = ""


class ChangedText(NamedTuple):
    """A label or a name before and after a correction; empty: none."""

    what: str  # the key of a label, or the number of a seat
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class SessionDifference:
    """How a correction differs from what is recorded."""

    labels: Sequence[ChangedText]
    seats: Sequence[ChangedText]
    seasons: tuple[Season | None, Season | None] | None  # before and after, where they differ
    hands: int  # that count for other players

    @property
    def is_empty(self) -> bool:
        return not (self.labels or self.seats or self.seasons)


def labels_of(session: Session) -> dict[str, str]:
    """Return the labels of a session as text; empty where it has none."""
    record = judging.session_record(session.head)
    return {key: "" if record.get(key) is None else str(record[key]) for key in LABELS}


def compare(session: Session, correction: SessionCorrection) -> SessionDifference:
    """Return how a correction differs from what is recorded."""
    labels = labels_of(session)
    seats = list(_changed_seats(session, correction.players))
    is_moved = session.season != correction.season
    return SessionDifference(
        labels=[
            ChangedText(key, labels[key], after)
            for key, after in correction.labels.items()
            if after != labels[key]
        ],
        seats=seats,
        seasons=(session.season, correction.season) if is_moved else None,
        hands=session.hands.count() if seats else 0,
    )


@transaction.atomic
def correct(session: Session, correction: SessionCorrection, *, by: User) -> Session:
    """Save a correction as the next revision of a session, and its season; return the session.

    Raises NothingDiffersError, SeatsChangedError, MalformedError.
    """
    session = recording.lock(session, with_seats=True)
    difference = compare(session, correction)
    if difference.is_empty:
        raise NothingDiffersError
    try:
        session = recording.amend_session(
            session,
            {label.what: label.after or None for label in difference.labels},
            players=correction.players if difference.seats else None,
            by=by,
            reason=correction.reason,
            replaces_players=True,
        )
    except recording.HandsRecordedError as error:
        raise SeatsChangedError from error
    recording.file_session(session, season=correction.season, by=by)
    return Session.objects.select_related("club", "season", "head", "result").get(pk=session.pk)


def has_ever_sat(player: Player) -> bool:
    """Return whether this player sits in a session, or sat in one before a correction."""
    return player.seats.exists() or bool(sessions_ever_of({player.pk}))


def sessions_ever_of(players: Collection[UUID]) -> list[UUID]:
    """Return the sessions in which one of these players sits, or sat before a correction."""
    clubs = Player.objects.filter(pk__in=players).values("club")
    seated = Seat.objects.filter(player__in=players).order_by().values_list("session", flat=True)
    corrections = SessionRevision.objects.filter(club__in=clubs, number__gt=1)
    corrected = SessionRevision.objects.filter(session__in=corrections.values("session"))
    ids = set(map(str, players))
    once_seated = {
        session
        for session, content in corrected.values_list("session", "content")
        if not ids.isdisjoint(map(str, content.get("players") or []))
    }
    return sorted({*seated, *once_seated})


def _changed_seats(session: Session, players: Sequence[Player]) -> Iterable[ChangedText]:
    seated = document.players_at(session)
    for place in range(max(len(seated), len(players))):
        before = seated[place] if place < len(seated) else None
        after = players[place] if place < len(players) else None
        # a player who was merged into another has two ids and one name
        is_same = before and after and (before.player == after.pk or before.name == after.name)
        if not is_same:
            names = before.name if before else "", after.name if after else ""
            yield ChangedText(str(place + 1), *names)
