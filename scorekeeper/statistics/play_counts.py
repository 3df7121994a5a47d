"""Counts of what each seat did in the plays of hands, as far as statistics report it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Case, F, Q, When

import referee
from scorekeeper.models.fields import JSONTextField
from scorekeeper.standings.tallies import COUNTING_STATUSES
from scorekeeper.statistics.counted_hands import CHUNK, HandFilter

BOMBS = frozenset({"four-of-a-kind", "straight-flush"})
"""Combinations that count as bombs in every game, whether or not its house rules let them."""

Event = Mapping[str, Any]


class CountedPlay(StrEnum):
    """A kind of play that is counted.  The values are stored in `Result.showings`."""

    ILLEGAL = "illegal"
    UNPROVEN = "unproven"
    LAST_CARD_FAILURE = "last-card failure"
    GANG = "gang"
    BOMB = "bomb"
    LED = "led the first trick"
    LED_AND_WON = "led the first trick and won the hand"
    WIN_TAKEN = "certain win taken"
    WIN_GIVEN_AWAY = "certain win given away"
    SETTLED = "settled decision"


OF_ENDINGS = (CountedPlay.WIN_TAKEN, CountedPlay.WIN_GIVEN_AWAY, CountedPlay.SETTLED)
"""In the order of `SolvedEnding.by_seat`."""


class PlayCounts(NamedTuple):
    """What one seat did in one hand."""

    session: UUID
    seat: int
    counts: Counter[CountedPlay]


class _SeatRow(NamedTuple):
    """A seat of a hand.  ``answer``, ``session_record`` and ``ending`` are set in the row of seat 1 only."""

    hand: UUID
    answer: Mapping[str, Any] | None
    session_record: Mapping[str, Any] | None
    ending: Mapping[str, Sequence[int]] | None  # by seat; None also where it is not solved
    variant: str
    session: UUID
    seat: int
    place: int | None
    cards_left: int | None


def count_plays(hand_filter: HandFilter) -> Iterator[PlayCounts]:
    """Yield the counts of each seat in each hand with recorded plays, in no particular order, from one query.

    Reading the referee's answers takes most of the time that statistics take.
    """
    rows = (
        hand_filter.scores()
        .filter(hand__adjudication__answer__contains='"events":[{')
        .filter(hand__adjudication__status__in=COUNTING_STATUSES)
        .annotate(
            answer=_at_seat_1("hand__adjudication__answer"),
            session_record=_at_seat_1("hand__session__head__content"),
            ending=_at_seat_1("hand__ending__by_seat", _IS_CURRENT),
        )
        .order_by("hand_id", "seat")
        .values_list(
            "hand",
            "answer",
            "session_record",
            "ending",
            "hand__session__variant",
            "hand__session",
            "seat",
            "place",
            "cards_left",
        )
    )
    for _, seats in groupby(rows.iterator(chunk_size=CHUNK), key=itemgetter(0)):
        yield from _count_hand([_SeatRow(*seat) for seat in seats])


def _at_seat_1(column: str, condition: Q | None = None) -> Case:
    """Return an expression for a large column that is needed once per hand: NULL but at seat 1."""
    at_seat_1 = Q(seat=1) & (condition or Q())
    return Case(When(at_seat_1, then=F(column)), default=None, output_field=JSONTextField())


_IS_CURRENT = Q(hand__ending__input_digest=F("hand__adjudication__input_digest"))


def _count_hand(rows: Sequence[_SeatRow]) -> Iterator[PlayCounts]:
    answer, session_record = rows[0].answer, rows[0].session_record
    if answer is None or session_record is None or answer.get("annulled"):
        return
    rules = referee.rules_for(rows[0].variant, session_record.get("house_rules") or {})
    must_announce = rules.house_rules.get("last_card_announcement") == "required"
    bombs = BOMBS | {shape.kind.name for shape in getattr(rules, "bombs", ())}
    leader = _first_leader(answer["events"])
    for row in rows:
        events = [event for event in answer["events"] if event["seat"] == row.seat]
        counts = Counter(play for event in events for play in _counted_plays(event, bombs))
        if must_announce and _was_blocked(events, row.cards_left):
            counts[CountedPlay.LAST_CARD_FAILURE] += 1
        if row.seat == leader:
            counts[CountedPlay.LED] += 1
            counts[CountedPlay.LED_AND_WON] += row.place == 1
        counts.update(_ending_counts(rows[0].ending, row.seat))
        yield PlayCounts(row.session, row.seat, counts)


def _ending_counts(ending: Mapping[str, Sequence[int]] | None, seat: int) -> dict[CountedPlay, int]:
    """Return what a seat did with the wins that it could force."""
    counts = (ending or {}).get(str(seat)) or (0, 0, 0)
    return dict(zip(OF_ENDINGS, counts, strict=True))


def _counted_plays(event: Event, bombs: Set[str]) -> Iterator[CountedPlay]:
    """Yield what an event counts as.  An illegal combination is neither a gang nor a bomb."""
    verdict, combination = event["verdict"], event.get("combination") or ""
    if verdict == "illegal":
        yield CountedPlay.ILLEGAL
        if event["fault"] == "must-play-highest":
            yield CountedPlay.LAST_CARD_FAILURE
        return
    if verdict == "unproven":
        yield CountedPlay.UNPROVEN
    if combination.startswith("gang-of-"):
        yield CountedPlay.GANG
    elif combination in bombs:
        yield CountedPlay.BOMB


def _was_blocked(events: Sequence[Event], cards_left: int | None) -> bool:
    """Return whether a seat came down to one card without announcing it (G25).

    ``events`` are the seat's own.  A later play with the fault "blocked" proves it, too.
    """
    if any(event.get("fault") == "blocked" for event in events):
        return True
    plays = [event["text"].split() for event in events if event.get("combination")]
    return cards_left == 1 and bool(plays) and not any("last" in words for words in plays)


def _first_leader(events: Sequence[Event]) -> int | None:
    """Return the seat that led the first trick; None if the record has a gap there or the game has no tricks."""
    for event in events:
        if event["trick"] == 1 and event.get("combination"):
            return int(event["seat"])
        if event["verdict"] != "illegal" and "gives" not in event["text"].split():
            return None
    return None
