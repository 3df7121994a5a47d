"""Replays are built in batches, by any number of workers at the same time.

A batch is locked while it is built, and other workers skip its rows, so no replay is built twice.  Where a worker is killed,
only its last batch is lost: the locks end with the connection, and the next worker finds the hands again.
"""

import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import F, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest, Now

import referee
from scorekeeper import polls, set_aside
from scorekeeper.adjudication import derived_rows
from scorekeeper.models import Adjudication, Hand, Rebuild, Replay
from scorekeeper.replays import hand_index
from scorekeeper.replays.hand_facts import HandSummary, summary_of
from scorekeeper.set_aside import Item, WorkKind

BATCH = 50  # hands: a tenth of a second of work, which is what a killed worker costs
MAX_BATCH_SECONDS = 2.0  # a batch ends early after this time
PAUSE = 0.2  # seconds before another round, for hands that other workers had locked
IDLE_TIMEOUT = 10  # seconds in which a worker must use its connection
FIRST, LAST = uuid.UUID(int=0), uuid.UUID(int=2**128 - 1)

Stop = Callable[[], bool]
HandsToBuild = Callable[[], QuerySet[Hand]]
"""Returns the hands whose replays are to be built; called before every batch, without those that were built meanwhile."""


@dataclass(frozen=True, slots=True)
class BuiltBatch:
    """What became of a batch of hands."""

    rows: list[Replay] = field(default_factory=list)
    failed: list[uuid.UUID] = field(default_factory=list)  # hands whose replay could not be built
    outdated: list[uuid.UUID] = field(default_factory=list)  # hands that had no current replay
    # what the index says of hands that are finished
    summaries: dict[uuid.UUID, HandSummary | None] = field(default_factory=dict)


@dataclass(slots=True)
class BuildProgress:
    """How far one worker is."""

    built: int = 0
    failed: set[uuid.UUID] = field(default_factory=set)  # in this round
    stopped: bool = False

    def add(self, batch: BuiltBatch) -> None:
        """Count a batch."""
        self.built += len(batch.rows)
        self.failed.update(batch.failed)


def build(
    wanted: HandsToBuild,
    *,
    stop: Stop,
    call_for_help: Callable[[], None] = lambda: None,
    note_batch: Callable[[BuiltBatch], None] = lambda _: None,
) -> int:
    """Build replays until none is left or ``stop`` returns true; return how many were built.

    A hand whose replay cannot be built is noted as failed (`set_aside`); the others are built all the same.  Each batch is passed to ``note_batch`` in
    the transaction that stores it.  ``call_for_help`` is called after every full batch.
    """
    tally = BuildProgress()
    while True:
        tally.failed = set()
        for taken in _round(wanted, tally, stop=stop, note_batch=note_batch):
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
    note_batch: Callable[[BuiltBatch], None],
) -> Iterator[int]:
    """Go once through all hands in the order of their ids, from a random id on, so that workers seldom meet.

    Yields the size of each batch.
    """
    middle = uuid.uuid4()
    for after, last in ((middle, LAST), (FIRST, middle)):
        reached = after
        while reached < last:
            hands = wanted().filter(pk__gt=reached, pk__lte=last).order_by("pk")
            with transaction.atomic():
                claimed = _claim(hands)
                batch = _build_replays(wanted().filter(pk__in=claimed), tally, stop=stop)
                batch = _store_what_can_be(batch)
                note_batch(batch)
            tally.add(batch)
            yield len(claimed)
            if tally.stopped:
                return
            processed = [*(row.hand_id for row in batch.rows), *batch.failed]
            reached = max(processed, default=claimed[-1]) if claimed else last


def _claim(hands: QuerySet[Hand]) -> list[uuid.UUID]:
    """Lock the next hands that no other worker has locked, until the transaction ends; return their ids."""
    if connection.vendor == "postgresql":
        # If the machine of a worker loses its power, PostgreSQL releases the locks after this time. The ORM cannot set it.
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL idle_in_transaction_session_timeout = '{IDLE_TIMEOUT}s'")
    no_key = connection.features.has_select_for_no_key_update
    # skip hands of which either row is locked: no worker waits for another
    locked = hands.select_related("adjudication").select_for_update(
        of=("self", "adjudication"), skip_locked=True, no_key=no_key
    )
    return [hand.pk for hand in locked.only("id", "adjudication__hand")[:BATCH]]


def _build_replays(claimed: QuerySet[Hand], tally: BuildProgress, *, stop: Stop) -> BuiltBatch:
    """Build the replays of locked hands.

    ``claimed`` is evaluated under the lock: another worker may have built some of them just before.
    """
    inputs, unreadable = _readable_inputs(claimed)
    batch = BuiltBatch(failed=unreadable)
    judgements: dict[uuid.UUID, referee.HandAdjudication] = {}
    latest = time.monotonic() + MAX_BATCH_SECONDS
    for hand in inputs:
        if (batch.rows or batch.failed) and time.monotonic() > latest:
            break
        if stop():
            tally.stopped = True
            break
        judged = replay = None
        with set_aside.Noting(_item(hand.pk, hand.club, hand.digest)):
            judged = _judge(hand)
            replay = _replay_of(hand, judged)
        if judged is None or replay is None:
            batch.failed.append(hand.pk)
            continue
        judgements[hand.pk] = judged
        batch.rows.append(replay)
        if hand.frame_version != referee.FRAME_VERSION:
            batch.outdated.append(hand.pk)
    _summarize(batch, judgements)
    return batch


def _summarize(batch: BuiltBatch, judgements: Mapping[uuid.UUID, referee.HandAdjudication]) -> None:
    """Note what the index is to say of the hands of a batch.  A hand that cannot be indexed has its replay all the same."""
    rows = {row.hand_id: row for row in batch.rows}

    def summarize(items: Sequence[Item]) -> None:
        for item in items:
            row = rows[item.row]
            frames = referee.decompress_frames(row.frames)
            batch.summaries[item.row] = summary_of(judgements[item.row], frames)
            row.indexed_from = row.input_digest

    kind = WorkKind.HAND_INDEX
    set_aside.together_or_alone(
        [Item(kind, row.hand_id, row.club_id, row.input_digest) for row in batch.rows], summarize
    )


def _item(hand: uuid.UUID, club: uuid.UUID, digest: str) -> Item:
    return Item(WorkKind.REPLAY, hand, club, digest)


class _Input(NamedTuple):
    """What a replay is built from, and when it was read."""

    pk: uuid.UUID
    club: uuid.UUID
    variant: str
    session: dict[str, Any]  # what its head holds
    content: referee.JsonObject
    text: referee.JsonObject
    carried_in: dict[str, Any]
    digest: str
    rules_digest: str
    frame_version: int | None  # of the replay that is shown; None: there is none
    at: datetime


def _inputs(hands: QuerySet[Hand]) -> list[_Input]:
    """Read what the replays of these hands are built from, in one query."""
    rows = hands.order_by("pk").values_list(
        "pk",
        "club",
        "session__variant",
        "session__head__content",
        "head__content",
        "head__text",
        "adjudication__carried_in",
        "adjudication__input_digest",
        "adjudication__rules_digest",
        "adjudication__replay__frame_version",
        _built_at(),
    )
    return [_Input(*row) for row in rows]


def _readable_inputs(hands: QuerySet[Hand]) -> tuple[list[_Input], list[uuid.UUID]]:
    """Read what the replays of these hands are built from; return it, and the hands of which it cannot be read."""
    with suppress(ValueError, RecursionError):  # a column of one of them is no JSON
        return _inputs(hands), []
    inputs, unreadable = [], []
    rows = hands.order_by("pk").values_list("pk", "club", "adjudication__input_digest")
    for pk, club, digest in rows:
        unreadable.append(pk)
        with set_aside.Noting(_item(pk, club, digest)):
            inputs += _inputs(hands.filter(pk=pk))
            unreadable.remove(pk)
    return inputs, unreadable


def _built_at() -> Greatest:
    """Return the time by the database's clock, since those of several machines differ.

    It is not before a request that is under way: after the clock was set back, the hands would be built again and again.
    """
    waiting = Rebuild.objects.filter(cancelled_at=None, done_at=None).order_by("-at")
    return Greatest(Now(), Coalesce(Subquery(waiting.values("at")[:1]), Now()))


def _judge(hand: _Input) -> referee.HandAdjudication:
    return referee.readjudicate_hand(
        referee.rules_for(
            hand.variant, hand.session.get("house_rules") or {}, digest=hand.rules_digest
        ),
        referee.join_hand(referee.Parts(hand.content, hand.text)),
        referee.Carried.from_json(hand.carried_in),
    )


def _replay_of(hand: _Input, judged: referee.HandAdjudication) -> Replay:
    return Replay(
        hand_id=hand.pk,
        club_id=hand.club,
        input_digest=hand.digest,
        frame_version=referee.FRAME_VERSION,
        frames=judged.compressed_frames(),
        built_at=hand.at,
    )


def _store_what_can_be(batch: BuiltBatch) -> BuiltBatch:
    """Store the replays of a batch; return the batch, in which those that could not be stored have failed."""
    rows = {row.hand_id: row for row in batch.rows}
    items = [_item(row.hand_id, row.club_id, row.input_digest) for row in batch.rows]
    failed = set_aside.together_or_alone(
        items, lambda some: _store([rows[item.row] for item in some], batch.summaries)
    )
    gone = {item.row for item in failed}
    return BuiltBatch(
        rows=[row for row in batch.rows if row.hand_id not in gone],
        failed=[*batch.failed, *gone],
        outdated=[hand for hand in batch.outdated if hand not in gone],
    )


def _store(rows: Sequence[Replay], summaries: Mapping[uuid.UUID, HandSummary | None]) -> None:
    """Replace the replays of these hands and their index, and mark as current the adjudications from which they were built."""
    derived_rows.replace(rows, batch_size=100)
    hand_index.replace(rows, summaries)
    built_from = Adjudication.objects.filter(
        hand__in=[row.hand_id for row in rows], input_digest__in=[row.input_digest for row in rows]
    )
    built_from.update(replay_id=F("hand_id"))
    for club in {row.club_id for row in rows}:
        polls.renew(club)
