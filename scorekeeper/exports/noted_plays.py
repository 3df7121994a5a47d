"""Sessions as plays for BG Stats and BoardGameGeek: one play a session, with the totals as scores.

``imports.plays`` reads both.  A session of which no total is known, or without hands, is no play.
"""

import json
import re
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any
from xml.sax.saxutils import quoteattr

from django.db.models import QuerySet

from scorekeeper.adjudication import judging
from scorekeeper.exports.csv_files import CHUNK
from scorekeeper.models import Hand, Session
from scorekeeper.sessions import document
from scorekeeper.sessions.document import SeatedPlayer

_NO_DAY = "0000-00-00"  # as BoardGameGeek writes it
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class PlaysFormat(StrEnum):
    """The formats of plays; the values are the endings of their files."""

    BG_STATS = "bgsexport"
    XML = "xml"


@dataclass(frozen=True, kw_only=True)
class _SessionPlay:
    session: uuid.UUID
    day: date | None
    game: str
    lowest_wins: bool
    place: str
    hands: int
    seats: Sequence[SeatedPlayer]
    totals: Sequence[float]
    winners: Sequence[int]  # seats
    leader: int | None  # the seat that led the first hand

    def score(self, seat: int) -> str:
        """Return a total as it is written, without needless decimals."""
        total = self.totals[seat - 1]
        return str(int(total) if float(total).is_integer() else total)

    def rank(self, seat: int) -> int:
        """Return the place of a seat by its total, from 1."""
        return 1 + sum(
            other < self.totals[seat - 1] if self.lowest_wins else other > self.totals[seat - 1]
            for other in self.totals
        )

    def has_won(self, seat: int) -> bool:
        """Return whether a seat has won, or is before all others so far."""
        return seat in self.winners if self.winners else self.rank(seat) == 1


def play_lines(sessions: QuerySet[Session], form: PlaysFormat) -> Iterator[str]:
    """Yield a file with the plays of a club's sessions, by day, a line for each; some sessions are read at a time."""
    with_totals = sessions.filter(result__hands__gt=0, result__totals__isnull=False)
    ids = [*with_totals.order_by("played_on", "created_at", "pk").values_list("pk", flat=True)]
    plays = _plays(ids)
    return _xml(plays, len(ids)) if form == PlaysFormat.XML else _bg_stats(plays)


def _plays(ids: Sequence[uuid.UUID]) -> Iterator[_SessionPlay]:
    for start in range(0, len(ids), CHUNK):
        part = ids[start : start + CHUNK]
        sessions = Session.objects.select_related("head", "result").in_bulk(part)
        club = next((session.club_id for session in sessions.values()), None)
        seated = document.players_in(club, part) if club else {}
        leaders = _leaders(part)
        for pk in part:
            if pk in sessions:  # it was deleted meanwhile
                yield _play(sessions[pk], seated[pk], leaders.get(pk))


def _leaders(sessions: Sequence[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Return the seat that made the first play of each session, where plays are recorded."""
    hands = Hand.objects.filter(session__in=sessions, position=1, adjudication__isnull=False)
    return {
        session: seat
        for session, answer in hands.values_list("session", "adjudication__answer")
        for seat in [event["seat"] for event in answer["events"] if event.get("combination")][:1]
    }


def _play(session: Session, seats: Sequence[SeatedPlayer], leader: int | None) -> _SessionPlay:
    rules = judging.rules_of(session)
    return _SessionPlay(
        session=session.pk,
        day=session.played_on,
        game=str(rules.name),
        lowest_wins=rules.lowest_wins,
        place=session.place,
        hands=session.result.hands,
        seats=seats,
        totals=session.result.totals,
        winners=session.result.winners,
        leader=leader,
    )


class _Numbers:
    """The rows of a list in an export of BG Stats, each with a number that plays refer to."""

    def __init__(self) -> None:
        self.rows: dict[Any, dict[str, Any]] = {}

    def number(self, key: Any, **row: Any) -> int:
        """Return the number of a row, which is added unless it is there."""
        return int(self.rows.setdefault(key, {"id": len(self.rows) + 1, **row})["id"])


def _bg_stats(plays: Iterator[_SessionPlay]) -> Iterator[str]:
    """Yield an export of BG Stats; the lists that the plays refer to come after them, once all are known."""
    players, games, places = _Numbers(), _Numbers(), _Numbers()
    yield '{"about": "BGStats", "plays": ['
    comma = ""
    for play in plays:
        row = _bg_stats_play(play, players, games, places)
        yield f"{comma}\n{json.dumps(row, ensure_ascii=False)}"
        comma = ","
    lists = {
        "players": [*players.rows.values()],
        "games": [*games.rows.values()],
        "locations": [*places.rows.values()],
        "userInfo": {"meRefId": 0},
    }
    yield f"],\n{json.dumps(lists, ensure_ascii=False)[1:]}\n"


def _bg_stats_play(
    play: _SessionPlay, players: _Numbers, games: _Numbers, places: _Numbers
) -> dict[str, Any]:
    game = games.number(
        play.game,
        uuid=str(uuid.uuid5(uuid.NAMESPACE_OID, play.game)),
        name=play.game,
        bggId=0,
        bggName="",
        highestWins=not play.lowest_wins,
        noPoints=False,
        cooperative=False,
        usesTeams=False,
    )
    place_id = str(uuid.uuid5(uuid.NAMESPACE_OID, play.place))
    scores = [
        {
            "playerRefId": players.number(
                seat.player,
                uuid=str(seat.player),
                name=seat.name,
                isAnonymous=False,
                bggUsername="",
            ),
            "score": play.score(seat.number),
            "winner": play.has_won(seat.number),
            "rank": play.rank(seat.number),
            "seatOrder": seat.number,
            "startPlayer": seat.number == play.leader,
            "newPlayer": False,
        }
        for seat in play.seats
    ]
    return {
        "uuid": str(play.session),
        "gameRefId": game,
        "locationRefId": places.number(play.place, uuid=place_id, name=play.place)
        if play.place
        else 0,
        "playDate": f"{play.day:%Y-%m-%d} 00:00:00" if play.day else "",
        "durationMin": 0,
        "rounds": play.hands,
        "ignored": False,
        "usesTeams": False,
        "comments": "",
        "playerScores": scores,
    }


def _xml(plays: Iterator[_SessionPlay], total: int) -> Iterator[str]:
    """Yield a list of plays as BoardGameGeek's XML API has it."""
    yield f'<?xml version="1.0" encoding="utf-8"?>\n<plays username="" userid="0" total="{total}" page="1">\n'
    for number, play in enumerate(plays, 1):
        day = f"{play.day:%Y-%m-%d}" if play.day else _NO_DAY
        players = "".join(
            f'<player username="" userid="0" name={_quoted(seat.name)} startposition="{seat.number}" color=""'
            f' score="{play.score(seat.number)}" new="0" rating="0" win="{play.has_won(seat.number):d}"/>'
            for seat in play.seats
        )
        yield (
            f'<play id="{number}" session="{play.session}" date="{day}" quantity="1" length="0" incomplete="0" nowinstats="0"'
            f' location={_quoted(play.place)}><item name={_quoted(play.game)} objecttype="thing" objectid="0"/>'
            f"<players>{players}</players></play>\n"
        )
    yield "</plays>\n"


def _quoted(text: str) -> str:
    """Return a text as the value of an attribute; characters that XML cannot have are shown as such."""
    return quoteattr(_NOT_IN_XML.sub("\ufffd", text))
