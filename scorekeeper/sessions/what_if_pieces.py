"""What workers do for house rules that are tried on, or applied to, a long season: a few sessions a transaction.

A session that waits is a row, so a worker that is killed leaves nothing half done, and any other goes on.  Several workers share
the sessions.  While rules are applied, nothing of the club is counted (`clubs.holds`): whoever reads gets the answers of before.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

import referee
from scorekeeper import access, set_aside
from scorekeeper.adjudication import effects
from scorekeeper.clubs import holds
from scorekeeper.models import Departure, Session, WhatIf, WhatIfSession, WhatIfStep
from scorekeeper.sessions import recording, season_what_if, what_if
from scorekeeper.set_aside import Item, WorkKind
from scorekeeper.standings import projection, recount

PIECE = 10  # sessions tried in one transaction; the rules are applied to one at a time
BATCH = 500  # sessions listed, or projected, at a time
INTERNAL_ERROR = {
    "code": "internal-error",
    "where": "",
    "message": "Something went wrong here, not in the record; the log of the service says what.",
}

logger = logging.getLogger(__name__)


def finish_waiting(
    *,
    stop: Callable[[], bool],
    call_for_help: Callable[[], None] = lambda: None,
    club: UUID | None = None,
) -> int:
    """Try and apply what waits, in all clubs or in one, until ``stop()`` is true; return how many pieces were done.

    Safe to run twice and in parallel.  ``call_for_help`` is called if there is more than one piece.  Sessions of a club that
    moved to another installation wait until it is back.
    """
    return set_aside.in_turn(
        _waiting(club),
        lambda item: item,
        partial(_do_next, call_for_help),
        stop=stop,
        within=set_aside.several_transactions,
    )


def is_work_waiting() -> bool:
    """Return whether `finish_waiting` has anything to do."""
    return bool(_waiting())


def _waiting(club: UUID | None = None) -> list[Item]:
    """Return what is to be tried or applied, the seasons with the fewest sessions left first."""
    rows = season_what_if.under_way().exclude(club__in=Departure.objects.values("club"))
    if club is not None:
        rows = rows.filter(club=club)
    return set_aside.only_ready(
        Item(WorkKind.HOUSE_RULES, pk, club)
        for pk, club in rows.order_by("left", "at", "pk").values_list("pk", "club")
    )


def finish_club(club: UUID) -> None:
    """Try and apply everything that waits in a club."""
    finish_waiting(stop=lambda: False, club=club)


def _do_next(call_for_help: Callable[[], None], item: Item) -> bool:
    """Do the next piece; return False if none is left, or if other workers do those that are left."""
    under_way = season_what_if.under_way().select_related("season", "apply_by")
    row = under_way.filter(pk=item.row).first()
    if row is None:
        return False
    if row.sessions is None:
        return _list_sessions(row)
    if (row.left or 0) > PIECE:
        call_for_help()
    is_tried = row.tried_at is not None
    if _apply_to_next(row) if is_tried else _try_next(row):
        return True
    if row.steps.exclude(next_step=WhatIfStep.NOTHING).exists():
        return False  # locked by other workers
    return _finish(row) if is_tried else _finish_trial(row)


@transaction.atomic
def _list_sessions(what_if_row: WhatIf) -> bool:
    """Make a row of every session that the rules are to be tried on, or applied to."""
    row = _lock(what_if_row)
    if row is None or row.sessions is not None:
        return row is not None
    asked_at = row.apply_from if row.tried_at and row.apply_from else row.at
    step = WhatIfStep.APPLY if row.tried_at else WhatIfStep.TRY
    row.steps.exclude(next_step=step).update(next_step=step)
    _add_steps(row, step, asked_at)
    row.sessions = row.left = row.steps.count()
    row.save(update_fields=["sessions", "left"])
    return True


def _add_steps(row: WhatIf, step: WhatIfStep, asked_at: datetime) -> None:
    """Make a row of every session in the season that has none yet and was recorded before somebody asked."""
    here = what_if.of_variant(row.season, row.variant).filter(created_at__lte=asked_at)
    new = here.exclude(pk__in=row.steps.values("session")).order_by("-listed_on", "-created_at")
    WhatIfSession.objects.bulk_create(
        (
            WhatIfSession(what_if=row, club_id=row.club_id, session_id=session, next_step=step)
            for session in new.values_list("pk", flat=True)
        ),
        batch_size=BATCH,
    )


@transaction.atomic
def _try_next(row: WhatIf) -> int:
    """Judge the next sessions by the rules, save nothing of it in the season, and return how many there were."""
    steps = list(_unlocked(row, WhatIfStep.TRY).select_related("session__head", "session__result"))
    for step in steps:
        step.next_step, step.input_digest = WhatIfStep.NOTHING, step.session.result.input_digest
        step.effects = step.outcome = step.failure = None
        with _noting_failure(step):
            step.effects, step.outcome = _outcome(step.session, row.house_rules)
    columns = ["next_step", "input_digest", "effects", "outcome", "failure"]
    WhatIfSession.objects.bulk_update(steps, columns)
    WhatIf.objects.filter(pk=row.pk).update(left=F("left") - len(steps))
    return len(steps)


@transaction.atomic
def _apply_to_next(row: WhatIf) -> int:
    """Judge the next session by the rules for good, if it is still in the season; return how many there were."""
    steps = list(_unlocked(row, WhatIfStep.APPLY).select_related("session"))[:1]
    for step in steps:
        step.next_step, step.failure = WhatIfStep.NOTHING, None
        with _noting_failure(step), suppress(what_if.NothingToApplyError):
            session = recording.lock(step.session)
            reason = WhatIf.objects.values_list("reason", flat=True).get(pk=row.pk)  # may be erased
            if session.season_id == row.season_id:
                by = row.apply_by or row.by
                what_if.judge_by(session, row.house_rules, reason=reason, by=by)
        step.save(update_fields=["next_step", "failure"])
        failed = int(step.failure is not None)
        progress = WhatIf.objects.filter(pk=row.pk)
        progress.update(left=F("left") - 1, failed=F("failed") + failed)
    return len(steps)


@contextmanager
def _noting_failure(step: WhatIfSession) -> Iterator[None]:
    """Undo what was begun with a session, and note why, if the rules cannot judge it: the others go on."""
    try:
        with transaction.atomic():
            yield
    except referee.MalformedError as error:
        step.failure = error.as_json()["error"]
    except Exception as error:
        if set_aside.is_of_the_connection(error):
            raise
        logger.exception("house rules could not be tried on the session %s", step.session_id)
        step.failure = INTERNAL_ERROR


def _unlocked(row: WhatIf, step: WhatIfStep) -> QuerySet[WhatIfSession]:
    """Return the next rows that no other worker has locked, and lock them."""
    size = PIECE if step is WhatIfStep.TRY else 1
    waiting = row.steps.filter(next_step=step).order_by("pk")
    return waiting.select_for_update(of=("self",), skip_locked=True)[:size]


def _finish_trial(row: WhatIf) -> bool:
    """Compare the table that would result with the present one, and store the difference.

    Sessions that were changed meanwhile are tried again first.  While nothing of the club is counted, this waits.
    """
    if holds.is_held(row.club_id):
        return False
    if _try_changed_again(row):
        return True
    recount.refresh(row.season)
    version = season_what_if.version(row.season)
    players = what_if.player_changes(
        *projection.places_if_many(row.season, lambda: _changed_outcomes(row))
    )
    with transaction.atomic():
        locked = _lock(row)
        if locked is None or locked.tried_at is not None:
            return locked is not None
        locked.players, locked.season_version = players, version
        locked.changed = row.steps.filter(outcome__isnull=False).count()
        locked.failed = row.steps.filter(failure__isnull=False).count()
        locked.tried_at = timezone.now()
        if locked.failed or not _may_still_apply(locked):
            locked.cancelled_at, locked.reason = locked.tried_at, ""
        elif locked.apply_from is not None:
            locked.sessions = locked.left = None
        locked.save()
    return True


@transaction.atomic
def _try_changed_again(what_if_row: WhatIf) -> bool:
    """Queue the sessions once more that were changed since they were tried, and those that came into the season."""
    row = _lock(what_if_row)
    if row is None:
        return False
    here = row.steps.filter(session__season=row.season_id)
    changed = here.exclude(input_digest=F("session__result__input_digest"))
    row.steps.filter(pk__in=changed.values("pk")).update(next_step=WhatIfStep.TRY)
    _add_steps(row, WhatIfStep.TRY, row.at)
    row.left = row.steps.filter(next_step=WhatIfStep.TRY).count()
    row.sessions = row.steps.count()
    row.save(update_fields=["sessions", "left"])
    return row.left > 0


def _may_still_apply(row: WhatIf) -> bool:
    """Return whether whoever asked to apply the rules has still the role for it; true if nobody asked."""
    by = row.apply_by
    return by is None or access.may(by, access.Action.APPLY_RULES, row.club)


@transaction.atomic
def _finish(row: WhatIf) -> bool:
    locked = _lock(row)
    if locked is None:
        return False
    locked.applied_at, locked.reason = timezone.now(), ""
    locked.save(update_fields=["applied_at", "reason"])
    return True


def _lock(row: WhatIf) -> WhatIf | None:
    """Lock the row; return None if nothing is to be done for it any more."""
    rows = season_what_if.under_way().select_for_update(of=("self",), no_key=True)
    return rows.select_related("season", "club", "apply_by").filter(pk=row.pk).first()


def _outcome(
    session: Session, house_rules: referee.JsonObject | None
) -> tuple[effects.Answer | None, effects.Answer | None]:
    """Return what changes in a session, and the part of the outcome that scores are counted from; None if nothing changes."""
    hands = effects.hands_of(session)
    after = effects.outcome_if(session, house_rules=house_rules, hands=hands)
    difference = effects.difference(effects.outcome_now(session, hands=hands), after)
    if not what_if.is_different(difference):
        return None, None
    return difference, projection.outcome_to_json(after)


def _changed_outcomes(row: WhatIf) -> Iterator[projection.Outcomes]:
    """Yield the changed sessions that are still in the season, with their outcomes, in batches."""
    changed = row.steps.filter(outcome__isnull=False, session__season=row.season_id)
    changed = changed.select_related("session__head").defer("effects").order_by("pk")
    after = 0
    while steps := list(changed.filter(pk__gt=after)[:BATCH]):
        yield [(step.session, projection.outcome_from_json(step.outcome)) for step in steps]
        after = steps[-1].pk
