"""Where players stand in a season: what their hands brought them in one variant, and who is before whom.

A hand brings its points and the adjustments given in it; what the record does not prove brings nothing.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Sum

from scorekeeper import merging
from scorekeeper.models import Hand, Score, Session

Points: TypeAlias = dict[uuid.UUID, float]
"""By player."""


class Race(NamedTuple):
    """What is added up: one variant in one season."""

    season: uuid.UUID | None
    variant: str


class Books(NamedTuple):
    """What every session of some seasons brought, and who turned out to be somebody else."""

    sessions: Mapping[Race, Mapping[uuid.UUID, Points]]
    staying: Mapping[uuid.UUID, uuid.UUID]

    def elsewhere(self, session: Session) -> Points:
        """What the players have from the other sessions of the same race."""
        race = Race(session.season_id, session.variant)
        there = self.sessions.get(race, {})
        return added(points for pk, points in there.items() if pk != session.pk)

    def brought(self, session: Session, answers: Iterable[Mapping[str, Any]]) -> Points:
        """What a session brings its players when its hands are judged so."""
        seated = [uuid.UUID(player) for player in session.head.content["players"]]
        players = [self.staying.get(player, player) for player in seated]
        return added(_of_hand(answer, players) for answer in answers)


def opened(club: uuid.UUID, sessions: Iterable[Session]) -> Books:
    """The books of every season that one of these sessions belongs to: three queries, however many there are."""
    seasons = {session.season_id for session in sessions if session.season_id}
    staying = merging.staying_in(club)
    found: dict[Race, dict[uuid.UUID, Points]] = defaultdict(lambda: defaultdict(dict))
    scores = Score.objects.filter(hand__session__season__in=seasons).order_by()
    keys = ("hand__session__season", "hand__session__variant", "hand__session", "player")
    for season, variant, session, player, points in scores.values_list(*keys).annotate(
        Sum("points")
    ):
        found[Race(season, variant)][session][player] = points or 0
    for hand in _adjusted_hands(seasons):
        seated = [uuid.UUID(player) for player in hand.session.head.content["players"]]
        players = [staying.get(player, player) for player in seated]
        theirs = found[Race(hand.session.season_id, hand.session.variant)]
        theirs[hand.session_id] = added([theirs[hand.session_id], _adjustments(hand.head.content, players)])  # fmt: skip
    return Books(found, staying)


def places(points: Points, *, lowest_wins: bool) -> dict[uuid.UUID, int]:
    """Who is before whom; equals share a place, and the places after it stay empty (1, 2, 2, 4)."""
    sign = 1 if lowest_wins else -1
    order = sorted(sign * value for value in points.values())
    return {player: order.index(sign * value) + 1 for player, value in points.items()}


def added(parts: Iterable[Points]) -> Points:
    """Points summed by player."""
    total: Points = defaultdict(float)
    for part in parts:
        for player, points in part.items():
            total[player] += points
    return dict(total)


def _of_hand(answer: Mapping[str, Any], players: Sequence[uuid.UUID]) -> Points:
    given = answer.get("points") or [0] * len(players)
    own = {player: points or 0 for player, points in zip(players, given, strict=True)}
    if answer["status"] == "after-the-end":
        return own
    return added([own, _adjustments(answer, players)])


def _adjustments(hand: Mapping[str, Any], players: Sequence[uuid.UUID]) -> Points:
    rows = hand.get("adjustments") or []
    return added({players[row["seat"] - 1]: row["points"]} for row in rows)


def _adjusted_hands(seasons: Iterable[uuid.UUID]) -> Iterable[Hand]:
    """The hands that a referee gave points in; those after the end of their game bring nothing."""
    hands = Hand.objects.filter(
        session__season__in=seasons, head__content__contains='"adjustments"'
    )
    counting = hands.exclude(adjudication__status="after-the-end")
    return counting.select_related("head", "session__head").order_by()
