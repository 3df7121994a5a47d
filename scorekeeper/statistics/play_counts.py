"""What seats did in the plays of hands, as far as statistics count it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Case, F, Q, When

import referee
from scorekeeper.models.fields import JSONTextField
from scorekeeper.standings.tallies import COUNTING
from scorekeeper.statistics.counted_hands import CHUNK, Wanted

BOMBS = frozenset({"four-of-a-kind", "straight-flush"})  # combinations

Event = Mapping[str, Any]


class Deed(StrEnum):
    """Something that is counted."""

    ILLEGAL = "illegal"
    UNPROVEN = "unproven"
    LAST_CARD_FAILURE = "last-card failure"
    GANG = "gang"
    BOMB = "bomb"
    LED = "led the first trick"
    LED_AND_WON = "led the first trick and won the hand"


class Deeds(NamedTuple):
    """What a seat did in a hand."""

    session: UUID
    seat: int
    counted: Counter[Deed]


class _Row(NamedTuple):
    """A seat of a hand; what holds for the hand stands with the first seat only."""

    hand: UUID
    answer: Mapping[str, Any] | None
    said: Mapping[str, Any] | None  # of the session
    variant: str
    session: UUID
    seat: int
    place: int | None
    cards_left: int | None


def done(wanted: Wanted) -> Iterator[Deeds]:
    """What the players did in each hand whose plays were written down, in no order: one query.

    Each answer of the referee is read; that takes most of the time that counting takes.
    """
    rows = (
        wanted.scores()
        .filter(hand__adjudication__answer__contains='"events":[{')
        .filter(hand__adjudication__status__in=COUNTING)
        .annotate(
            answer=_once("hand__adjudication__answer"), said=_once("hand__session__head__content")
        )
        .order_by("hand", "seat")
        .values_list(
            "hand", "answer", "said", "hand__session__variant", "hand__session",
            "seat", "place", "cards_left",
        )
    )  # fmt: skip
    for _, seats in groupby(rows.iterator(chunk_size=CHUNK), key=itemgetter(0)):
        yield from _deeds([_Row(*seat) for seat in seats])


def _once(column: str) -> Case:
    """A column of the hand, with its first seat."""
    return Case(When(Q(seat=1), then=F(column)), default=None, output_field=JSONTextField())


def _deeds(rows: Sequence[_Row]) -> Iterator[Deeds]:
    answer, said = rows[0].answer, rows[0].said
    if answer is None or said is None or answer.get("annulled"):
        return
    rules = referee.rules_for(rows[0].variant, said.get("house_rules") or {})
    announced = rules.house_rules.get("last_card_announcement") == "required"
    leader = _leader(answer["events"])
    for row in rows:
        own = [event for event in answer["events"] if event["seat"] == row.seat]
        counted = Counter(deed for event in own for deed in _shown(event))
        if announced and _was_blocked(own, row.cards_left):
            counted[Deed.LAST_CARD_FAILURE] += 1
        if row.seat == leader:
            counted[Deed.LED] += 1
            counted[Deed.LED_AND_WON] += row.place == 1
        yield Deeds(row.session, row.seat, counted)


def _shown(event: Event) -> Iterator[Deed]:
    """What an event counts as; an illegal combination is no gang and no bomb."""
    verdict, combination = event["verdict"], event.get("combination") or ""
    if verdict == "illegal":
        yield Deed.ILLEGAL
        if event["fault"] == "must-play-highest":
            yield Deed.LAST_CARD_FAILURE
        return
    if verdict == "unproven":
        yield Deed.UNPROVEN
    if combination.startswith("gang-of-"):
        yield Deed.GANG
    elif combination in BOMBS:
        yield Deed.BOMB


def _was_blocked(own: Sequence[Event], cards_left: int | None) -> bool:
    """Did a seat come down to one card without a word (G25)?  A play that it tried nevertheless says so, too."""
    if any(event.get("fault") == "blocked" for event in own):
        return True
    plays = [event["text"].split() for event in own if event.get("combination")]
    return cards_left == 1 and bool(plays) and not any("last" in words for words in plays)


def _leader(events: Sequence[Event]) -> int | None:
    """Who led the first trick; nobody where the record has a gap there, or the game no tricks."""
    for event in events:
        if event["trick"] == 1 and event.get("combination"):
            return int(event["seat"])
        if event["verdict"] != "illegal" and "gives" not in event["text"].split():
            return None
    return None
