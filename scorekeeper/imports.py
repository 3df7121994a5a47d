"""Session records into the books."""

import json
import uuid

from django.db import transaction

import referee
from scorekeeper import recording, retries
from scorekeeper.models import Club, Player, Season, Session, User, Visibility


@transaction.atomic
def import_session(
    club: Club,
    record: referee.SessionRecord,
    *,
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
    visibility: str = Visibility.PRIVATE,
) -> tuple[Session, bool]:
    """Keep a whole session record, and say whether it is new.

    Players are known by their names, and made when missing; a season that the club has by that name is meant.  With an
    id, the same record imported again changes nothing.
    """
    sheet = json.loads(referee.write_record(record, "json"))
    hands = sheet.pop("hands", [])
    session, is_new = recording.record_session(
        club,
        sheet,
        players=[_player(club, name) for name in record.players],
        by=by,
        id=id,
        season=Season.objects.filter(club=club, name=str(sheet.get("season", ""))).first(),
        visibility=visibility,
    )
    for position, hand in enumerate(hands, start=1):
        recording.record_hand(session, hand, by=by, id=uuid.uuid5(session.pk, f"hand {position}"))
    return session, is_new


def _player(club: Club, name: str) -> Player:
    """The player of that name."""
    there = Player.objects.filter(club=club, name=name).first()
    return there or retries.make(Player(club=club, name=name))[0]
