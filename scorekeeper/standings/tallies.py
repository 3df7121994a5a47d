"""What each session brought its players, from the scores of its hands or from answers that were never kept.

A hand counts when it is finished (or washed out) and not annulled; void hands, hands after the end of their game and hands
that go on do not.  Adjustments count wherever the referee counts them in totals: not after the end of the game.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from scorekeeper.adjudication import judging
from scorekeeper.models import Hand, Score, Session, Tally, Verdict
from scorekeeper.standings.tie_breaks import Played
from scorekeeper.standings.totals import Share, exact

COUNTING = frozenset({"finished", "washed-out"})
AFTER_THE_END = "after-the-end"


class Brought(NamedTuple):
    """What a hand brought one seat."""

    hand: UUID
    player: UUID
    seat: int
    counts: bool
    points: float | None  # none: not proved
    place: int | None
    adjustments: float
    illegal: int

    def played(self, *, lowest_wins: bool) -> Played:
        """As tie-breaks compare it."""
        points = self.points or 0
        return Played(self.hand, self.player, -points if lowest_wins else points, self.place)


def of_answer(
    hand: UUID, answer: Mapping[str, Any], players: Mapping[int, UUID]
) -> Iterable[Brought]:
    """What a hand brought, seat by seat, as the referee answers."""
    counts = answer["status"] in COUNTING and not answer.get("annulled")
    given = _adjustments(answer) if answer["status"] != AFTER_THE_END else {}
    illegal = Counter(
        event.get("seat") for event in answer["events"] if event["verdict"] == "illegal"
    )
    points, places = answer["points"] or (), answer["places"] or ()
    for seat, player in players.items():
        yield Brought(
            hand=hand,
            player=player,
            seat=seat,
            counts=counts,
            points=points[seat - 1] if points else None,
            place=places[seat - 1] if places else None,
            adjustments=given.get(seat, 0),
            illegal=illegal[seat],
        )


def read(
    sessions: Iterable[UUID], *, until: datetime | None = None
) -> dict[UUID, dict[int, list[Brought]]]:
    """What the hands of these sessions brought, by session and seat, as the books have it: three queries.

    ``until`` leaves out the hands that were first written down later.
    """
    hands = Hand.objects.filter(session__in=list(sessions)).order_by()
    if until is not None:
        hands = hands.filter(revisions__number=1, revisions__at__lt=until)
    marked = _marked(hands)
    found: dict[UUID, dict[int, list[Brought]]] = defaultdict(lambda: defaultdict(list))
    illegal = _illegal(hands)
    keys = ("hand__session", "hand", "player", "seat", "points", "place", "hand__adjudication__status")  # fmt: skip
    scores = Score.objects.filter(hand__in=hands.values("pk")).order_by()
    for session, hand, player, seat, points, place, status in scores.values_list(*keys):
        mark = marked.get(hand, {})
        found[session][seat].append(
            Brought(
                hand=hand,
                player=player,
                seat=seat,
                counts=status in COUNTING and not mark.get("annulled"),
                points=points,
                place=place,
                adjustments=0 if status == AFTER_THE_END else _adjustments(mark).get(seat, 0),
                illegal=illegal.get((hand, seat), 0),
            )
        )
    return found


def shares(
    session: UUID, seats: Mapping[int, Sequence[Brought]], *, lowest_wins: bool
) -> dict[int, Share]:
    """What a session brought, by seat, its places among those whose points are proved."""
    found = {
        seat: _share(session, rows, lowest_wins=lowest_wins) for seat, rows in sorted(seats.items())
    }
    ranked = [share.signed for share in found.values() if share.hands]
    return {
        seat: share._replace(place=_place(share, ranked) if share.hands else None)
        for seat, share in found.items()
    }


def shares_of(
    session: Session, brought: Mapping[UUID, Mapping[int, Sequence[Brought]]]
) -> dict[int, Share]:
    """The same for a session in the books, by its rules of today."""
    lowest_wins = judging.rules_of(session).lowest_wins
    return shares(session.pk, brought.get(session.pk, {}), lowest_wins=lowest_wins)


def kept(rows: QuerySet[Tally]) -> list[Share]:
    """Shares as they were tallied."""
    columns = (
        name if name not in {"session", "player"} else f"{name}_id" for name in Share._fields
    )
    return [Share(*row) for row in rows.order_by().values_list(*columns)]


def retally(sessions: QuerySet[Session]) -> set[UUID]:
    """Tally these sessions anew; the players for whom that may count otherwise."""
    rows = list(sessions.select_related("head", "result"))
    ids = [session.pk for session in rows]
    before = Tally.objects.filter(session__in=ids).order_by()
    concerned = set(before.values_list("player", flat=True))
    brought = read(ids)
    new = [
        Tally(
            **{**share._asdict(), "session": session, "player": None},
            player_id=share.player,
            club_id=session.club_id,
            seat=seat,
            input_digest=session.result.input_digest,
        )
        for session in rows
        for seat, share in shares_of(session, brought).items()
    ]
    before.delete()
    Tally.objects.bulk_create(new, batch_size=1000)
    return concerned | {tally.player_id for tally in new}


def _share(session: UUID, rows: Sequence[Brought], *, lowest_wins: bool) -> Share:
    counting = [row for row in rows if row.counts]
    proved = [row.points for row in counting if row.points is not None]
    places = Counter(str(row.place) for row in counting if row.place is not None)
    return Share(
        session=session,
        player=rows[0].player,
        lowest_wins=lowest_wins,
        hands=len(proved),
        unproved=len(counting) - len(proved),
        points=exact(proved),
        adjustments=exact(row.adjustments for row in rows),
        places=dict(sorted(places.items())),
        illegal=sum(row.illegal for row in counting),
        place=None,
    )


def _place(share: Share, ranked: Sequence[float]) -> int:
    """Equals share a place, and the places after it stay empty."""
    return sum(other > share.signed for other in ranked) + 1


def _marked(hands: QuerySet[Hand]) -> dict[UUID, Mapping[str, Any]]:
    """What was written about the hands that were annulled or adjusted."""
    said = Q(head__content__contains='"annulled"') | Q(head__content__contains='"adjustments"')
    return dict(hands.filter(said).values_list("pk", "head__content"))


def _illegal(hands: QuerySet[Hand]) -> dict[tuple[UUID, int], int]:
    plays = Verdict.objects.filter(
        hand__in=hands.values("pk"), verdict="illegal", seat__isnull=False
    )
    rows = plays.order_by().values_list("hand", "seat").annotate(Count("pk"))
    return {(hand, seat): count for hand, seat, count in rows}


def _adjustments(said: Mapping[str, Any]) -> dict[int, float]:
    given: dict[int, list[float]] = defaultdict(list)
    for row in said.get("adjustments") or []:
        given[row["seat"]].append(row["points"])
    return {seat: exact(points) for seat, points in given.items()}
