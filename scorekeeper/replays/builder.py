"""Replays are built a piece at a time, by as many workers as there are.

A piece is locked while it is built, and others pass over it.  So no replay is built twice, and of a worker that is killed
nothing stays but the piece it was at: its lock is gone with its connection, and whoever goes round next finds it.
"""

import logging
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db import OperationalError, connection, transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Now

import referee
from scorekeeper import inserting
from scorekeeper.adjudication import record_parts
from scorekeeper.inserting import Rows
from scorekeeper.models import Adjudication, Hand, Replay

logger = logging.getLogger(__name__)

BATCH = 50  # hands of a piece: a tenth of a second, and what a killed worker costs
LONGEST = 2.0  # seconds after which a piece ends with the hands it has: a machine may be slow, or a hand long
PAUSE = 0.2  # seconds before going round again for what others had in hand
SILENCE = 10  # seconds without a word after which the database takes a worker for dead
FIRST, LAST = uuid.UUID(int=0), uuid.UUID(int=2**128 - 1)

Stop = Callable[[], bool]
HandsToBuild = Callable[[], QuerySet[Hand]]
"""The hands to be built, asked again before every piece; whatever is built is no longer among them."""


@dataclass(slots=True)
class BuildProgress:
    """What became of the hands that one worker took up."""

    built: int = 0
    failed: set[uuid.UUID] = field(default_factory=set)  # in this round
    stopped: bool = False

    def add(self, rows: Sequence[Replay], failed: Sequence[uuid.UUID]) -> None:
        """Count a piece."""
        self.built += len(rows)
        self.failed.update(failed)


def build(
    wanted: HandsToBuild,
    *,
    stop: Stop,
    call_for_help: Callable[[], None] = lambda: None,
    note_failures: Callable[[Sequence[uuid.UUID]], None] = lambda _: None,
) -> int:
    """Build what is wanted until nothing is left, or until told to stop; how many were built.

    One that cannot be built is told in the log and to ``note_failures``, and does not hold up the others.
    """
    tally = BuildProgress()
    while True:
        tally.failed = set()
        for taken in _round(wanted, tally, stop=stop, note_failures=note_failures):
            if taken == BATCH and tally.built:
                call_for_help()
        if tally.stopped or wanted().count() <= len(tally.failed):
            return tally.built
        time.sleep(PAUSE)


def _round(
    wanted: HandsToBuild,
    tally: BuildProgress,
    *,
    stop: Stop,
    note_failures: Callable[[Sequence[uuid.UUID]], None],
) -> Iterator[int]:
    """Once through all hands in the order of their ids, from anywhere, so that workers seldom meet; the size of each piece."""
    middle = uuid.uuid4()
    for after, last in ((middle, LAST), (FIRST, middle)):
        reached = after
        while reached < last:
            hands = wanted().filter(pk__gt=reached, pk__lte=last).order_by("pk")
            with transaction.atomic():
                piece = _claimed(hands)
                rows, failed = _judged(wanted().filter(pk__in=piece), tally, stop=stop)
                _keep(rows)
                note_failures(failed)
            tally.add(rows, failed)
            yield len(piece)
            if tally.stopped:
                return
            done = [*(row.hand_id for row in rows), *failed]
            reached = max(done, default=piece[-1]) if piece else last


def _claimed(hands: QuerySet[Hand]) -> list[uuid.UUID]:
    """The next hands that nobody has in hand, which are ours until the transaction ends."""
    if connection.vendor == "postgresql":  # a machine that lost its power hangs up on nobody
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL idle_in_transaction_session_timeout = '{SILENCE}s'")
    skip = connection.features.has_select_for_update_skip_locked
    no_key = connection.features.has_select_for_no_key_update
    # both rows at once, and passed over where somebody has one of them: a worker that waits for nobody is in nobody's way
    held = hands.select_related("adjudication").select_for_update(
        of=("self", "adjudication"), skip_locked=skip, no_key=no_key
    )
    return [hand.pk for hand in held.only("id", "adjudication__hand")[:BATCH]]


def _judged(
    held: QuerySet[Hand], tally: BuildProgress, *, stop: Stop
) -> tuple[list[Replay], list[uuid.UUID]]:
    """The replays of these hands, asked for again now that they are ours: somebody else may just have built them."""
    rows: list[Replay] = []
    failed: list[uuid.UUID] = []
    latest = time.monotonic() + LONGEST
    for hand in _inputs(held):
        if (rows or failed) and time.monotonic() > latest:
            break
        if stop():
            tally.stopped = True
            break
        try:
            rows.append(_replay_of(hand))
        except OperationalError:
            raise  # the database, not the hand
        except Exception:
            logger.exception("the replay of hand %s could not be built", hand.pk)
            failed.append(hand.pk)
    return rows, failed


class _Input(NamedTuple):
    """What a replay is built from, and when that was read."""

    pk: uuid.UUID
    club: uuid.UUID
    variant: str
    session: dict[str, Any]  # what its head holds
    content: record_parts.Keys
    text: record_parts.Keys
    carried_in: dict[str, Any]
    digest: str
    at: datetime


def _inputs(held: QuerySet[Hand]) -> list[_Input]:
    """One query for all of them, which reads nothing else."""
    rows = held.order_by("pk").values_list(
        "pk", "club", "session__variant", "session__head__content", "head__content", "head__text",
        "adjudication__carried_in", "adjudication__input_digest",
        Now(),  # the database's clock: those of several machines differ
    )  # fmt: skip
    return [_Input(*row) for row in rows]


def _replay_of(hand: _Input) -> Replay:
    judged = referee.readjudicate_hand(
        referee.rules_for(hand.variant, hand.session.get("house_rules") or {}),
        record_parts.join_hand(record_parts.Parts(hand.content, hand.text)),
        referee.Carried.from_json(hand.carried_in),
    )
    return Replay(
        hand_id=hand.pk,
        club_id=hand.club,
        input_digest=hand.digest,
        frame_version=referee.FRAME_VERSION,
        frames=judged.compressed_frames(),
        built_at=hand.at,
    )


def _keep(rows: Sequence[Replay]) -> None:
    """Put the replays in the place of those that are there, for the answers that they were built from."""
    if not rows:
        return
    inserting.insert(Rows(rows, replacing=True))
    same = Adjudication.objects.filter(
        hand__in=[row.hand_id for row in rows], input_digest__in=[row.input_digest for row in rows]
    )
    same.update(replay_id=F("hand_id"))
