"""Store one session record as a session with its hands."""

import unicodedata
import uuid
from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple, cast

from django.db import transaction

import referee
from referee import JsonObject
from scorekeeper.adjudication import judging
from scorekeeper.adjudication.derived_rows import HandJudgement
from scorekeeper.hands import recording
from scorekeeper.imports import seasons
from scorekeeper.imports.names import player_names
from scorekeeper.imports.names.player_names import NameChoices
from scorekeeper.models import Club, Session, User, Visibility
from scorekeeper.sessions.recording import record_session

NO_CHOICES: NameChoices = MappingProxyType({})


class NormalizedRecord(NamedTuple):
    """A record in the form in which it is stored."""

    session_keys: JsonObject  # without hands
    hands: list[JsonObject]
    canonical: str  # identical for the same record in TOML, JSON and NDJSON


@transaction.atomic
def import_session(
    club: Club,
    record: referee.SessionRecord,
    *,
    by: User,
    names: NameChoices = NO_CHOICES,
    id: uuid.UUID | None = None,  # noqa: A002
    visibility: str = Visibility.PRIVATE,
    season: str = seasons.NO_SEASON,
) -> tuple[Session, bool]:
    """Store a whole session record; return its session and whether it is new.

    A name means the player chosen for it in `names`, else the player with that name; missing players are added.  The season is
    the club's season with the record's name for it; ``season`` is the choice for a record that names none.  Importing the same record again changes nothing, even if the session
    was changed since.  Raises MalformedError with a path into the record.
    """
    # the same record may be imported twice at the same time
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    normalized = normalize(record)
    pk = id or id_of(club, normalized)
    existing = Session.objects.filter(club=club, pk=pk).first()
    if existing is not None and id is None:
        return existing, False
    finder = seasons.SeasonFinder(club, season)
    session, is_new = record_session(
        club,
        normalized.session_keys,
        players=player_names.get_or_add_players(club, record.players, names, by=by),
        by=by,
        id=pk,
        season=finder.find(normalized.session_keys),
        visibility=visibility,
    )
    if is_new and normalized.hands:
        record_hands(session, normalized.hands, by=by)
    else:
        for index, hand in enumerate(normalized.hands):
            _record_missing(session, hand, index, by=by)
    return session, is_new


def record_id(club: Club, record: referee.SessionRecord) -> uuid.UUID:
    """Return the id of the session that a record becomes in a club; the notation makes no difference.

    Raises MalformedError ``unreadable`` if the record has text that cannot be stored.
    """
    return id_of(club, normalize(record))


def id_of(club: Club, normalized: NormalizedRecord) -> uuid.UUID:
    """Return the id of the session that a normalized record becomes."""
    return uuid.uuid5(club.pk, normalized.canonical)


def record_hands(session: Session, hands: Sequence[JsonObject], *, by: User) -> None:
    """Store these hands together, after those that the session has."""
    tail = judging.tail_of(session)
    recorded: list[HandJudgement] = []
    for index, hand in enumerate(hands):
        try:
            record = referee.parse_hand(hand, tail.rules, seats=len(tail.players))
            id_ = _hand_id(session, len(tail.inputs) + index)
            new = recording.NewHand(id_, record)
            recorded.append(recording.judge_next(tail, new, by=by, after=recorded))
        except referee.MalformedError as error:
            raise error.within(f"hands[{index}]") from None
    recording.insert(tail, recorded)


def _record_missing(session: Session, hand: JsonObject, index: int, *, by: User) -> None:
    """Store a hand of an existing session unless it exists."""
    try:
        recording.record_hand(session, hand, by=by, id=_hand_id(session, index))
    except referee.MalformedError as error:
        raise error.within(f"hands[{index}]") from None


def _hand_id(session: Session, index: int) -> uuid.UUID:
    return uuid.uuid5(session.pk, f"hand {index + 1}")


def normalize(record: referee.SessionRecord) -> NormalizedRecord:
    """Return the session and its hands as they are stored, and the record's canonical JSON.

    Raises MalformedError ``unreadable`` for text that cannot be stored.
    """
    session_keys: JsonObject = record.as_json()
    hands = cast(list[JsonObject], session_keys.pop("hands"))
    session_keys["players"] = [unicodedata.normalize("NFC", name) for name in record.players]
    if "cursor" in session_keys:  # a line of an exported stream: these two belong to the stream
        for key in ("cursor", "session"):
            session_keys.pop(key, None)
    try:
        canonical = comparable(session_keys, hands)
        canonical.encode()
    except UnicodeEncodeError as error:
        message = "The text has a lone surrogate, which cannot be stored."
        raise referee.MalformedError("unreadable", "", message) from error
    except ValueError:
        referee.write_record(record, "json")  # raises an error with the place
        raise
    return NormalizedRecord(session_keys, hands, canonical)


def comparable(session_keys: JsonObject, hands: Sequence[JsonObject]) -> str:
    """Return the canonical JSON of a record, in which what notations write in different ways is the same."""
    written = [_with_unknown_cards(_without_nulls(hand, referee.HAND_KEYS)) for hand in hands]
    return referee.canonical([_without_nulls(session_keys, referee.SESSION_KEYS), written])


def _without_nulls(keys: JsonObject, known: tuple[str, ...]) -> JsonObject:
    """Return the keys without nulls of known keys, which TOML leaves out."""
    return {key: value for key, value in keys.items() if value is not None or key not in known}


def _with_unknown_cards(hand: JsonObject) -> JsonObject:
    """Write unknown cards as ``?``, as TOML does, where JSON may have null."""
    for key in ("dealt", "left"):
        by_seat = hand.get(key)
        if isinstance(by_seat, list):
            hand[key] = ["?" if cards is None else cards for cards in by_seat]
    return hand
