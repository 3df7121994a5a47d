"""The table of an earlier session plays again today: its game, house rules, players in their order, place and season."""

import uuid
from collections.abc import Sequence
from datetime import date

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop

import referee
from scorekeeper.actions import ActionError
from scorekeeper.clubs import player_merges
from scorekeeper.models import Player, Season, Session, User
from scorekeeper.sessions import usual_tables
from scorekeeper.sessions.recording import record_session


class TableGoneError(ActionError):
    """The table cannot play again as it did."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "This table cannot play again: its game is not installed, or a player was removed. Choose the players anew."
            )
        )


def can_play_again(session: Session) -> bool:
    """Return whether the game is installed and everybody who sat there is still a player of the club."""
    return session.variant in referee.VARIANTS and bool(seated_again(session))


def seated_again(session: Session) -> list[Player]:
    """Return the players by seat, with those who stay of merged ones; empty if somebody was erased, or sits there twice."""
    stays = player_merges.surviving_players(session.club_id)
    seated = [stays.get(seat.player_id, seat.player_id) for seat in session.seats.all()]
    players = Player.objects.filter(erasure=None).in_bulk(seated)
    return [players[pk] for pk in seated] if len(players) == len(seated) else []


def season_on(session: Session, day: date, seasons: Sequence[Season]) -> Season | None:
    """Return which of the club's seasons takes the table on a day: that of the session if it goes on, else the latest one."""
    own = [season for season in seasons if season.pk == session.season_id]
    return usual_tables.season_on(day, [*own, *seasons])


def play_again(session: Session, *, by: User) -> Session:
    """Return the session that this table plays today after this one, and open it unless somebody did.

    Raises TableGoneError.
    """
    players, day = seated_again(session), session.club.today
    if not players or session.variant not in referee.VARIANTS:
        raise TableGoneError
    pk = _id_again(session, day)
    existing = Session.objects.filter(club=session.club_id, pk=pk).first()
    if existing is not None:
        return existing
    rules = usual_tables.house_rules_of(session)
    opened, _is_new = record_session(
        session.club,
        {
            "variant": session.variant,
            "played_on": day.isoformat(),
            **({"house_rules": rules} if rules else {}),
            **({"place": session.place} if session.place else {}),
        },
        players=players,
        by=by,
        id=pk,
        season=season_on(session, day, usual_tables.seasons_of(session.club)),
    )
    return opened


def _id_again(session: Session, day: date) -> uuid.UUID:
    """Return the id that every request for this table and day uses, so that two taps open one session; nobody else knows it."""
    digest = salted_hmac("same table again", f"{session.pk} {day}", algorithm="sha256").digest()
    return uuid.UUID(bytes=digest[:16], version=4)
