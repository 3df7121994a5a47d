"""Session records into the books."""

import uuid
from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple, cast

from django.db import transaction

import referee
from scorekeeper.adjudication import record_parts
from scorekeeper.hands import next_hand
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.next_hand import NewHand, RecordedHand
from scorekeeper.imports import player_names
from scorekeeper.imports.player_names import NameChoices
from scorekeeper.models import Club, Season, Session, User, Visibility
from scorekeeper.sessions import recording as session_recording

NO_CHOICES: NameChoices = MappingProxyType({})


class NormalizedRecord(NamedTuple):
    """A record as it is kept."""

    sheet: record_parts.JsonObject  # the session's, without hands
    hands: list[record_parts.JsonObject]
    said: str  # the same in whichever notation it came


@transaction.atomic
def import_session(
    club: Club,
    record: referee.SessionRecord,
    *,
    by: User,
    names: NameChoices = NO_CHOICES,
    id: uuid.UUID | None = None,  # noqa: A002
    visibility: str = Visibility.PRIVATE,
) -> tuple[Session, bool]:
    """Keep a whole session record, and say whether it is new.

    Players are those chosen for their names, else of that name, and made when missing; a season that the club has by that
    name is meant.  The same record imported again changes nothing, whatever became of the session since.  Raises
    MalformedError with a path into the record.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)  # the same record may come twice
    kept = normalize(record)
    pk = id or id_of(club, kept)
    there = Session.objects.filter(club=club, pk=pk).first()
    if there is not None and id is None:
        return there, False
    season = str(kept.sheet.get("season", ""))
    session, is_new = session_recording.record_session(
        club,
        kept.sheet,
        players=player_names.get_or_add_players(club, record.players, names, by=by),
        by=by,
        id=pk,
        season=Season.objects.filter(club=club, name=season).first(),
        visibility=visibility,
    )
    if is_new and kept.hands:
        _enter(session, kept.hands, by=by)
    else:
        for place, hand in enumerate(kept.hands):
            _record_again(session, hand, place, by=by)
    return session, is_new


def record_id(club: Club, record: referee.SessionRecord) -> uuid.UUID:
    """The id of the session that a record becomes in a club, in whichever notation it comes.

    Raises MalformedError ``unreadable`` where the record holds what cannot be kept.
    """
    return id_of(club, normalize(record))


def id_of(club: Club, written: NormalizedRecord) -> uuid.UUID:
    """The same of what was written down."""
    return uuid.uuid5(club.pk, written.said)


def _enter(session: Session, hands: Sequence[record_parts.JsonObject], *, by: User) -> None:
    """Keep the hands of a new session, all at once."""
    end = next_hand.tail_of(session)
    entered: list[RecordedHand] = []
    for place, sheet in enumerate(hands):
        try:
            new = NewHand(
                _hand_id(session, place), referee.parse_hand(sheet, end.rules, seats=end.seats)
            )
            entered.append(next_hand.judge_next(end, new, by=by, after=entered))
        except referee.MalformedError as error:
            raise error.within(f"hands[{place}]") from None
    next_hand.insert(end, entered, act="hand recorded")


def _record_again(session: Session, hand: record_parts.JsonObject, place: int, *, by: User) -> None:
    """Keep a hand of a session that is there, unless the hand is there as well."""
    try:
        hand_recording.record_hand(session, hand, by=by, id=_hand_id(session, place))
    except referee.MalformedError as error:
        raise error.within(f"hands[{place}]") from None


def _hand_id(session: Session, place: int) -> uuid.UUID:
    return uuid.uuid5(session.pk, f"hand {place + 1}")


def normalize(record: referee.SessionRecord) -> NormalizedRecord:
    """The session and its hands as they are kept.  Raises MalformedError ``unreadable``."""
    sheet: record_parts.JsonObject = record.as_json()
    hands = cast(list[record_parts.JsonObject], sheet.pop("hands"))
    if (
        "cursor" in sheet
    ):  # a line of somebody's stream: where it stood there is not about the sitting
        sheet = {key: value for key, value in sheet.items() if key not in {"cursor", "session"}}
    known = [_known_hands(_said(hand, record_parts.HAND_KEYS)) for hand in hands]
    try:
        said = referee.canonical([_said(sheet, record_parts.SESSION_KEYS), known])
        said.encode()
    except UnicodeEncodeError as error:
        message = "There is half of a surrogate pair in it, which is no text."
        raise referee.MalformedError("unreadable", "", message) from error
    except ValueError:
        referee.write_record(record, "json")  # says where
        raise
    return NormalizedRecord(sheet, hands, said)


def _said(sheet: record_parts.JsonObject, known: tuple[str, ...]) -> record_parts.JsonObject:
    """TOML leaves out what JSON says with a null."""
    return {key: value for key, value in sheet.items() if value is not None or key not in known}


def _known_hands(hand: record_parts.JsonObject) -> record_parts.JsonObject:
    """TOML writes ``?`` where JSON may write a null."""
    for key in ("dealt", "left"):
        cards = hand.get(key)
        if isinstance(cards, list):
            hand[key] = ["?" if held is None else held for held in cards]
    return hand
