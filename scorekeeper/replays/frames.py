"""Frames are built outside the request, and never shown when they are stale."""

from collections.abc import Callable, Iterator
from enum import StrEnum

from django.db.models import Q, QuerySet

import referee
from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards, record_parts
from scorekeeper.models import Hand, Replay
from scorekeeper.replays import builder as replay_builder


class State(StrEnum):
    """Can a replay be shown?"""

    CURRENT = "current"
    BUILDING = "building"


def stale() -> QuerySet[Hand]:
    """Hands without a replay, or whose replay was built from something else than what stands now."""
    return Hand.objects.filter(outdated(), adjudication__isnull=False)


def outdated() -> Q:
    """Is a hand's replay missing, or built from something else than what stands now?"""
    older = ~Q(adjudication__replay__frame_version=referee.FRAME_VERSION)
    return Q(adjudication__replay=None) | older


def count_stale() -> int:
    """How many there are, read off indexes that hold nothing else."""
    return sum(hands.count() for hands in _stale_apart())


def rebuild_stale(
    *, stop: Callable[[], bool], call_for_help: Callable[[], None] = lambda: None
) -> int:
    """Build every stale replay until told to stop; how many were built.

    Safe to run twice and side by side.  ``call_for_help`` is called if there is more than a piece to build.
    """
    return sum(
        replay_builder.build(hands.all, stop=stop, call_for_help=call_for_help)
        for hands in _stale_apart()
    )


def _stale_apart() -> Iterator[QuerySet[Hand]]:
    """The same hands as ``stale``, apart by why they are: each is found by an index, among however many others."""
    yield Hand.objects.filter(adjudication__isnull=False, adjudication__replay=None)
    now = referee.FRAME_VERSION
    built = Replay.objects.filter(Q(frame_version__lt=now) | Q(frame_version__gt=now))
    for version in (
        built.values_list("frame_version", flat=True).distinct().order_by("frame_version")
    ):
        yield Hand.objects.filter(replay__frame_version=version, adjudication__replay__isnull=False)


def frames_of(hand: Hand, person: Person) -> tuple[State, list[record_parts.Keys] | None]:
    """The frames that this person may see, or that they are being built."""
    public = hidden_cards.frames_for(hand, person)
    if public is not None:
        return State.CURRENT, public
    replay = Replay.objects.filter(
        hand=hand,
        input_digest=hand.adjudication.input_digest,
        frame_version=referee.FRAME_VERSION,
    ).first()
    return (State.CURRENT, referee.decompress_frames(replay.frames)) if replay else (State.BUILDING, None)
