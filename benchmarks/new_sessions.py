"""Record some sessions with the service itself; a federation is made of copies of them."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from benchmarks.timing import QUICK
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Player, Season, Session, User
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import recount as standings_recount
from tests.referee.random_hands import random_hand
from tests.referee.random_sessions import random_session

HANDS = 4 if QUICK else 20  # of a session
SCORE_ONLY = {"big-two": 6, "gang-of-four": 3, "pusoy-dos": 3}
"""Sessions per variant of which only cards left or the order of going out is recorded."""
PLAYED = 1
"""Sessions of Big Two with every play, and as many of Gang of Four."""

Record = dict[str, Any]


class NewSession(NamedTuple):
    """A session to be recorded."""

    variant: str
    hands: list[Record]


def new_sessions(chance: Random) -> Iterator[NewSession]:
    """Yield the sessions; one in seven has every play."""
    for variant, number in SCORE_ONLY.items():
        for _ in range(number):
            yield NewSession(variant, [_score_sheet(variant, chance) for _ in range(HANDS)])
    for _ in range(PLAYED):
        yield NewSession("big-two", [random_hand("big-two", {}, chance) for _ in range(HANDS)])
        yield _gang_of_four(chance)


def _score_sheet(variant: str, chance: Random) -> Record:
    """Return a hand with only its end; one in forty is void, and one in forty has an adjustment."""
    if chance.random() < 1 / 40:
        return {"void": "Misdeal."}
    if variant == "pusoy-dos":
        return {"out": chance.sample(range(1, 5), 3)}
    hand_size = 16 if variant == "gang-of-four" else 13
    counts = [0, *(chance.randint(1, hand_size) for _ in range(3))]
    chance.shuffle(counts)
    if chance.random() > 1 / 40:
        return {"cards_left": counts}
    adjustment = {"seat": chance.randint(1, 4), "points": -5, "reason": "Looked at the discards."}
    return {"cards_left": counts, "adjustments": [adjustment]}


def _gang_of_four(chance: Random) -> NewSession:
    """Return a session of four players from its first hand to the end of the match."""
    while True:
        session = random_session(chance, "gang-of-four", most=HANDS, house_rules={})
        if session.seats == 4 and not session.keys and len(session.hands) >= HANDS / 4:
            return NewSession("gang-of-four", [hand for hand in session.hands if "dealt" in hand])


def record_sessions(
    season: Season, players: Sequence[Player], by: User, chance: Random
) -> list[Session]:
    """Record the sessions and refresh the standings of their season."""
    sessions = [_record(season, players, by, new_session) for new_session in new_sessions(chance)]
    standings_recount.refresh(season)
    return sessions


def _record(
    season: Season, players: Sequence[Player], by: User, new_session: NewSession
) -> Session:
    record = {"variant": new_session.variant, "played_on": str(season.starts_on)}
    session, _ = session_recording.record_session(
        season.club, record, players=players, by=by, season=season
    )
    for hand in new_session.hands:
        session.result.refresh_from_db()
        if session.result.over:
            break
        hand_recording.record_hand(session, hand, by=by)
    return session
