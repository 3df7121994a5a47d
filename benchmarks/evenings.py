"""Some evenings of a club, recorded as everybody records them: what a federation is made of."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Player, Season, Session, User
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.scope import Scope
from tests.referee.random_hands import random_hand
from tests.referee.random_sessions import random_session

HANDS = 20  # of an evening
SHEETS = {"big-two": 6, "gang-of-four": 3, "pusoy-dos": 3}
"""Evenings of which only the cards left were written down, or who went out in which order."""
PLAYED = 1
"""Evenings of Big Two with every play, and as many of Gang of Four."""

Sheet = dict[str, Any]


class Evening(NamedTuple):
    """A session to be recorded."""

    variant: str
    hands: list[Sheet]


def evenings(chance: Random) -> Iterator[Evening]:
    """One in seven with every play."""
    for variant, number in SHEETS.items():
        for _ in range(number):
            yield Evening(variant, [_sheet(variant, chance) for _ in range(HANDS)])
    for _ in range(PLAYED):
        yield Evening("big-two", [random_hand("big-two", {}, chance) for _ in range(HANDS)])
        yield _gang_of_four(chance)


def _sheet(variant: str, chance: Random) -> Sheet:
    """How a hand ended; one in forty was not to be, and in one in forty a referee gave points."""
    if chance.random() < 1 / 40:
        return {"void": "Misdeal."}
    if variant == "pusoy-dos":
        return {"out": chance.sample(range(1, 5), 3)}
    most = 16 if variant == "gang-of-four" else 13
    counts = [0, *(chance.randint(1, most) for _ in range(3))]
    chance.shuffle(counts)
    if chance.random() > 1 / 40:
        return {"cards_left": counts}
    given = {"seat": chance.randint(1, 4), "points": -5, "reason": "Looked at the discards."}
    return {"cards_left": counts, "adjustments": [given]}


def _gang_of_four(chance: Random) -> Evening:
    """As long as the game lasts, four at the table, from the first hand on."""
    while True:
        found = random_session(chance, "gang-of-four", most=HANDS, house_rules={})
        if found.seats == 4 and not found.keys and len(found.hands) >= HANDS / 4:
            return Evening("gang-of-four", [hand for hand in found.hands if "dealt" in hand])


def recorded(season: Season, players: Sequence[Player], by: User, chance: Random) -> list[Session]:
    """These evenings in the books, tallied."""
    sessions = [_record(season, players, by, evening) for evening in evenings(chance)]
    standings_table.table(season, Scope())
    return sessions


def _record(season: Season, players: Sequence[Player], by: User, evening: Evening) -> Session:
    sheet = {"variant": evening.variant, "played_on": str(season.starts_on)}
    session, _ = session_recording.record_session(
        season.club, sheet, players=players, by=by, season=season
    )
    for hand in evening.hands:
        session.result.refresh_from_db()
        if session.result.over:
            break
        hand_recording.record_hand(session, hand, by=by)
    return session
