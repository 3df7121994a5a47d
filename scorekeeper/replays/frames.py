"""The stored frames of hands: which are current, and who sees which of them.

Frames are built outside the request and never shown while they are stale.  ``is_current`` states what that means, for every
query: a new answer of the referee begins without a replay (``derived_rows.adjudication_of``), and ``builder`` sets it only on
the answer from which the frames were built.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import partial

from django.db.models import OuterRef, Q, QuerySet

import referee
from scorekeeper import set_aside
from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards
from scorekeeper.models import Hand, Replay
from scorekeeper.models.replays import IS_NOT_INDEXED
from scorekeeper.replays import builder
from scorekeeper.set_aside import WorkKind

MOST_COUNTED = 100_000  # stale hands
FEW = 500  # hands that are named in a query


class ReplayState(StrEnum):
    """Whether a replay can be shown."""

    CURRENT = "current"
    BUILDING = "building"


def stale() -> QuerySet[Hand]:
    """Return the judged hands whose replay is missing or not current."""
    return Hand.objects.filter(~is_current(), adjudication__isnull=False)


def is_current() -> Q:
    """Return the condition that a hand's replay was built from its answer of today, in the frame version of today."""
    return Q(adjudication__replay__frame_version=referee.FRAME_VERSION)


def count_stale() -> int:
    """Return the number of stale hands, or ``MOST_COUNTED`` if there are more; counted in indexes that hold no others."""
    counts = (hands.order_by()[:MOST_COUNTED].count() for hands in stale_by_reason())
    return min(sum(counts), MOST_COUNTED)


def rebuild_stale(
    *, stop: Callable[[], bool], call_for_help: Callable[[], None] = lambda: None
) -> int:
    """Build stale replays, and those whose hands are not indexed, until ``stop`` returns true; return how many were built.

    Hands that fail are set aside (`set_aside`).

    May run twice and in several processes at once.  ``call_for_help`` is called where there is more than a batch to build.
    """
    wanted: list[builder.HandsToBuild] = [
        *(partial(_ready, hands) for hands in stale_by_reason()),
        _ready_to_index,
    ]
    return sum(builder.build(each, stop=stop, call_for_help=call_for_help) for each in wanted)


def unindexed() -> QuerySet[Hand]:
    """Return the hands with a replay that are not in the index of hands as they are now; those of a former release, say.

    A few are named: PostgreSQL takes them for many, and would look for them among all hands.
    """
    replays = Replay.objects.filter(IS_NOT_INDEXED)
    few = [*replays.values_list("pk", flat=True)[: FEW + 1]]
    of_replays = Q(replay__in=replays if len(few) > FEW else few)
    return Hand.objects.filter(of_replays, adjudication__replay__isnull=False)


def _ready_to_index() -> QuerySet[Hand]:
    version = OuterRef("adjudication__input_digest")
    return _ready(unindexed()).filter(set_aside.is_ready(WorkKind.HAND_INDEX, version=version))


def _ready(hands: QuerySet[Hand]) -> QuerySet[Hand]:
    version = OuterRef("adjudication__input_digest")
    return hands.filter(set_aside.is_ready(WorkKind.REPLAY, version=version))


def stale_by_reason() -> Iterator[QuerySet[Hand]]:
    """Yield the hands of ``stale`` in disjoint querysets, each of which PostgreSQL finds in an index."""
    yield Hand.objects.filter(adjudication__isnull=False, adjudication__replay=None)
    now = referee.FRAME_VERSION
    built = Replay.objects.filter(Q(frame_version__lt=now) | Q(frame_version__gt=now))
    for version in (
        built.values_list("frame_version", flat=True).distinct().order_by("frame_version")
    ):
        yield Hand.objects.filter(replay__frame_version=version, adjudication__replay__isnull=False)


def frames_of(hand: Hand, person: Person) -> tuple[ReplayState, list[referee.JsonObject] | None]:
    """Return the frames that this person may see, or None while they are being built."""
    public = hidden_cards.frames_for(hand, person)
    if public is not None:
        return ReplayState.CURRENT, public
    # of the answer that the caller read: another one may have been written and built since
    of_answer = Replay.objects.filter(input_digest=hand.adjudication.input_digest)
    replay = of_answer.filter(hand__in=Hand.objects.filter(is_current(), pk=hand.pk)).first()
    if replay is None:
        return ReplayState.BUILDING, None
    return ReplayState.CURRENT, referee.decompress_frames(replay.frames)
