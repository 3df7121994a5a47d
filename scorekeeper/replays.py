"""Frames are built outside the request, and never shown when they are stale."""

import logging
import uuid
from collections.abc import Callable
from enum import StrEnum

from django.db import OperationalError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

import referee
from scorekeeper import adjudicating, disclosure, records
from scorekeeper.access import Person
from scorekeeper.models import Hand, Replay

logger = logging.getLogger(__name__)

BATCH = 50


class State(StrEnum):
    """Can a replay be shown?"""

    CURRENT = "current"
    BUILDING = "building"


def stale() -> QuerySet[Hand]:
    """Hands without a replay, or whose replay was built from something else than what stands now."""
    other = ~Q(replay__input_digest=F("adjudication__input_digest"))
    older = ~Q(replay__frame_version=referee.FRAME_VERSION)
    return Hand.objects.filter(adjudication__isnull=False).filter(
        Q(replay__isnull=True) | other | older
    )


def rebuild_stale(*, stop: Callable[[], bool]) -> int:
    """Build every stale replay, a hand a transaction, until told to stop; how many were built."""
    built, last = 0, uuid.UUID(int=0)
    while batch := list(
        stale().filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]
    ):
        for pk in batch:
            if stop():
                return built
            built += _rebuilt(pk)
            last = pk
    return built


def frames_of(hand: Hand, person: Person) -> tuple[State, list[records.Keys] | None]:
    """The frames that this person may see, or that they are being built."""
    public = disclosure.frames_for(hand, person)
    if public is not None:
        return State.CURRENT, public
    replay = Replay.objects.filter(
        hand=hand,
        input_digest=hand.adjudication.input_digest,
        frame_version=referee.FRAME_VERSION,
    ).first()
    return (State.CURRENT, replay.frames) if replay else (State.BUILDING, None)


def _rebuilt(pk: uuid.UUID) -> bool:
    """Build one replay.  One that cannot be built is told in the log and does not hold up the others."""
    try:
        return _rebuild(pk)
    except OperationalError:
        raise  # the database, not the hand
    except Exception:
        logger.exception("the replay of hand %s could not be built", pk)
        return False


@transaction.atomic
def _rebuild(pk: uuid.UUID) -> bool:
    """Build one replay, unless somebody else does or did."""
    skip = connection.features.has_select_for_update_skip_locked
    held = stale().select_for_update(of=("self",), skip_locked=skip).filter(pk=pk)
    hand = held.select_related("head", "adjudication", "session__head").first()
    if hand is None:
        return False
    judged = adjudicating.judge_kept(hand)
    Replay.objects.update_or_create(
        hand=hand,
        defaults={
            "club_id": hand.club_id,
            "input_digest": hand.adjudication.input_digest,
            "frame_version": referee.FRAME_VERSION,
            "frames": judged.frames(),
            "built_at": timezone.now(),
        },
    )
    return True
