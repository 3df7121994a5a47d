"""What workers do for an erasure: the sessions of the player are rewritten, one a transaction.

The texts are gone before.  A step that waits is a row, so a worker that is killed leaves nothing half done, and any other
goes on.  A piece locks its session and no other row that somebody waits for; a session that is locked is passed over.
"""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Value
from django.db.models.functions import Coalesce, Concat
from django.utils import timezone

import referee
from scorekeeper import audit, set_aside
from scorekeeper.adjudication import judging, revisions
from scorekeeper.models import (
    Adjudication,
    Departure,
    Erasure,
    ErasureProgress,
    ErasureStep,
    Kind,
    Replay,
    Session,
)
from scorekeeper.sessions import recording
from scorekeeper.set_aside import Item, WorkKind


def queue(erasure: Erasure, labels: Mapping[UUID, referee.JsonObject]) -> None:
    """Queue these sessions, each with the labels that it gets back."""
    ErasureProgress.objects.create(
        erasure=erasure,
        sessions=len(labels),
        left=len(labels),
        finished_at=None if labels else timezone.now(),
    )
    ErasureStep.objects.bulk_create(
        ErasureStep(erasure=erasure, session_id=session, labels=labels[session])
        for session in labels
    )


def finish_waiting(*, stop: Callable[[], bool]) -> int:
    """Rewrite the waiting sessions until none is left or ``stop`` returns true; return how many pieces were done.

    Safe to run twice and in parallel: workers share the sessions.
    """
    done = 0
    while not stop() and finish_next():
        done += 1
    return done


@transaction.atomic
def finish_next() -> bool:
    """Rewrite the next waiting session that nobody has locked; return False if there is none.

    Sessions of a club that moved to another installation wait until it is back.  A session that cannot be rewritten is set
    aside (`set_aside`).
    """
    rows = waiting().select_for_update(of=("self",), skip_locked=True).order_by("pk")
    locked = rows.values_list("pk", "club", "version").first()
    if locked is None:
        return False
    pk, club, version = locked
    set_aside.attempt(Item(WorkKind.ERASURE, pk, club, version), lambda: rewrite(pk))
    return True


def waiting() -> QuerySet[Any]:
    """Return the sessions that workers can rewrite now, with a ``version`` that changes with the record."""
    none = Value("")
    version = Concat(Coalesce("head__digest", none), Coalesce("result__input_digest", none))
    is_ready = set_aside.is_ready(WorkKind.ERASURE, version=OuterRef("version"))
    return Session.objects.annotate(version=version).filter(
        is_ready,
        Exists(ErasureStep.objects.filter(session=OuterRef("pk"))),
        ~Exists(Departure.objects.filter(club=OuterRef("club"))),
    )


def rewrite(session: UUID) -> None:
    """Write the revision without the texts for each erasure that waits for this session, in the caller's transaction.

    Texts that were written after the decision stay.
    """
    row = recording.lock(Session(pk=session))
    steps = ErasureStep.objects.filter(session=row).select_related("erasure__by").order_by("pk")
    for step in steps:
        text = {**step.labels, **row.head.text}
        act = revisions.Act(by=step.erasure.by, kind=Kind.AMENDED)
        recording.save_revision(row, referee.Parts(row.head.content, text), act)
        Adjudication.objects.filter(hand__session=row).delete()
        Replay.objects.filter(hand__session=row).delete()
        judging.rejudge(row)
        audit.note("words erased", row, by=step.erasure.by, digest=row.head.digest)
        step.delete()
        progress = ErasureProgress.objects.filter(erasure=step.erasure_id)
        progress.update(left=F("left") - 1)
        progress.filter(left=0).update(finished_at=timezone.now())
