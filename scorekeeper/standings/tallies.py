"""Scores of hands and sessions, read from the database or from the referee's answers.

A hand counts in standings when it is finished or washed out, and not annulled.  Void hands, unfinished hands and hands
after the end of their game do not count.  Adjustments count in every hand but those after the end of the game.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from scorekeeper.adjudication import judging
from scorekeeper.models import Hand, Score, Session, Tally, Verdict
from scorekeeper.standings.tie_breaks import TiedHand
from scorekeeper.standings.totals import SessionScore, exact_sum

COUNTING_STATUSES = frozenset({"finished", "washed-out"})
AFTER_THE_END = "after-the-end"


class HandScore(NamedTuple):
    """One seat's result in one hand."""

    hand: UUID
    player: UUID
    seat: int
    counts: bool
    points: float | None  # None: not proved
    place: int | None
    adjustments: float
    illegal: int  # illegal plays

    def as_tied_hand(self, *, lowest_wins: bool) -> TiedHand:
        """Return the hand as tie-breaks compare it."""
        points = self.points or 0
        return TiedHand(self.hand, self.player, -points if lowest_wins else points, self.place)


class TallyRow(NamedTuple):
    """One player's result in one session, and the digest of what it was counted from."""

    score: SessionScore
    input_digest: str  # of the session's result


_COLUMNS = [
    name if name not in {"session", "player"} else f"{name}_id" for name in SessionScore._fields
]


def scores_from_answer(
    hand: UUID, answer: Mapping[str, Any], players: Mapping[int, UUID]
) -> Iterable[HandScore]:
    """Return the scores of a hand, seat by seat, from the referee's answer."""
    counts = answer["status"] in COUNTING_STATUSES and not answer.get("annulled")
    adjustments = _adjustments(answer) if answer["status"] != AFTER_THE_END else {}
    illegal = Counter(
        event.get("seat") for event in answer["events"] if event["verdict"] == "illegal"
    )
    points, places = answer["points"] or (), answer["places"] or ()
    for seat, player in players.items():
        yield HandScore(
            hand=hand,
            player=player,
            seat=seat,
            counts=counts,
            points=points[seat - 1] if points else None,
            place=places[seat - 1] if places else None,
            adjustments=adjustments.get(seat, 0),
            illegal=illegal[seat],
        )


def read_hand_scores(
    sessions: Iterable[UUID], *, of_player: UUID | None = None, until: datetime | None = None
) -> dict[UUID, dict[int, list[HandScore]]]:
    """Return the stored scores of the hands of these sessions, by session and seat, in three queries.

    With ``of_player``, only of this player's seats; with ``until``, only of hands that were first recorded before that moment.
    """
    ids = list(sessions)
    hands = Hand.objects.filter(session__in=ids).order_by()
    scores = Score.objects.filter(hand__session__in=ids).order_by()
    if until is not None:
        hands = hands.filter(revisions__number=1, revisions__at__lt=until)
        scores = scores.filter(hand__in=hands.values("pk"))
    if of_player is not None:
        scores = scores.filter(player=of_player)
    records = _annulled_or_adjusted(hands)
    illegal = _illegal_plays(hands)
    by_session: dict[UUID, dict[int, list[HandScore]]] = defaultdict(lambda: defaultdict(list))
    columns = (
        "hand__session",
        "hand",
        "player",
        "seat",
        "points",
        "place",
        "hand__adjudication__status",
    )
    for session, hand, player, seat, points, place, status in scores.values_list(*columns):
        record = records.get(hand, {})
        by_session[session][seat].append(
            HandScore(
                hand=hand,
                player=player,
                seat=seat,
                counts=status in COUNTING_STATUSES and not record.get("annulled"),
                points=points,
                place=place,
                adjustments=0 if status == AFTER_THE_END else _adjustments(record).get(seat, 0),
                illegal=illegal.get((hand, seat), 0),
            )
        )
    return by_session


def session_scores(
    session: UUID, seats: Mapping[int, Sequence[HandScore]], *, lowest_wins: bool
) -> dict[int, SessionScore]:
    """Return the scores of a session by seat.  Only seats with proved points have a place."""
    scores = {
        seat: _session_score(session, rows, lowest_wins=lowest_wins)
        for seat, rows in sorted(seats.items())
    }
    totals = [score.signed for score in scores.values() if score.hands]
    return {
        seat: score._replace(place=_place(score, totals) if score.hands else None)
        for seat, score in scores.items()
    }


def scores_by_current_rules(
    session: Session, hand_scores: Mapping[UUID, Mapping[int, Sequence[HandScore]]]
) -> dict[int, SessionScore]:
    """Return the scores of a stored session by seat, from what `read_hand_scores` returned for it."""
    lowest_wins = judging.rules_of(session).lowest_wins
    return session_scores(session.pk, hand_scores.get(session.pk, {}), lowest_wins=lowest_wins)


def stored_scores(tallies: QuerySet[Tally]) -> list[SessionScore]:
    """Return the session scores that these tallies store."""
    return [SessionScore(*row) for row in tallies.order_by().values_list(*_COLUMNS)]


def stored_rows(tallies: QuerySet[Tally], *, in_chunks: bool) -> Iterator[TallyRow]:
    """Yield what these tallies store, player by player in the order of their ids.

    A worker reads very many ``in_chunks``, which need a transaction to be cheap on PostgreSQL.
    """
    rows = tallies.order_by("player_id").values_list(*_COLUMNS, "input_digest")
    read = rows.iterator(chunk_size=2000) if in_chunks else rows
    return (TallyRow(SessionScore(*row[:-1]), row[-1]) for row in read)


def row_of(tally: Tally) -> TallyRow:
    """Return what one tally stores or, if it is unsaved, what it would."""
    return TallyRow(SessionScore(*(getattr(tally, name) for name in _COLUMNS)), tally.input_digest)


def build(season: UUID, sessions: Collection[UUID]) -> list[Tally]:
    """Return unsaved tallies of these sessions of a season, counted from their hands."""
    rows = list(Session.objects.filter(pk__in=sessions).select_related("head", "result"))
    hand_scores = read_hand_scores(sessions)
    return [
        Tally(
            **{**score._asdict(), "session": session, "player": None},
            player_id=score.player,
            club_id=session.club_id,
            season_id=season,
            seat=seat,
            input_digest=session.result.input_digest,
        )
        for session in rows
        for seat, score in scores_by_current_rules(session, hand_scores).items()
    ]


def _session_score(session: UUID, rows: Sequence[HandScore], *, lowest_wins: bool) -> SessionScore:
    counting = [row for row in rows if row.counts]
    proved = [row.points for row in counting if row.points is not None]
    places = Counter(str(row.place) for row in counting if row.place is not None)
    return SessionScore(
        session=session,
        player=rows[0].player,
        lowest_wins=lowest_wins,
        hands=len(proved),
        unproved=len(counting) - len(proved),
        points=exact_sum(proved),
        adjustments=exact_sum(row.adjustments for row in rows),
        places=dict(sorted(places.items())),
        illegal=sum(row.illegal for row in counting),
        place=None,
    )


def _place(score: SessionScore, totals: Sequence[float]) -> int:
    """Return the place in the session; equal totals share a place and the next ones stay empty."""
    return sum(other > score.signed for other in totals) + 1


def _annulled_or_adjusted(hands: QuerySet[Hand]) -> dict[UUID, Mapping[str, Any]]:
    """Return the records of those hands that were annulled or adjusted."""
    marked = Q(head__content__contains='"annulled"') | Q(head__content__contains='"adjustments"')
    return dict(hands.filter(marked).values_list("pk", "head__content"))


def _illegal_plays(hands: QuerySet[Hand]) -> dict[tuple[UUID, int], int]:
    """Return the number of illegal plays by hand and seat."""
    plays = Verdict.objects.filter(
        hand__in=hands.values("pk"), verdict="illegal", seat__isnull=False
    )
    rows = plays.order_by().values_list("hand", "seat").annotate(Count("pk"))
    return {(hand, seat): count for hand, seat, count in rows}


def _adjustments(record: Mapping[str, Any]) -> dict[int, float]:
    """Return the sum of the adjustments in a hand's record or answer, by seat."""
    points: dict[int, list[float]] = defaultdict(list)
    for row in record.get("adjustments") or []:
        points[row["seat"]].append(row["points"])
    return {seat: exact_sum(values) for seat, values in points.items()}
