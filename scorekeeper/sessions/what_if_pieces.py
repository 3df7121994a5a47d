"""What workers do for house rules that are tried on, or applied to, a long season: a few sessions a transaction.

A session that waits is a row, so a worker that is killed leaves nothing half done, and any other goes on.  Several workers share
the sessions.  While rules are applied, nothing of the club is counted (`clubs.holds`): whoever reads gets the answers of before.
"""

from collections.abc import Callable, Iterable, Iterator
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

import referee
from scorekeeper.adjudication import effects
from scorekeeper.models import Departure, Session, WhatIf, WhatIfSession, WhatIfStep
from scorekeeper.sessions import season_what_if, what_if
from scorekeeper.standings import projection
from scorekeeper.standings import recount as standings_recount

PIECE = 10  # sessions tried in one transaction; the rules are applied to one at a time
BATCH = 500  # sessions listed, or projected, at a time


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
    rows = season_what_if.under_way().exclude(club__in=Departure.objects.values("club"))
    pieces = 0
    for pk in (rows if club is None else rows.filter(club=club)).values_list("pk", flat=True):
        while not stop() and _do_next(pk, call_for_help):
            pieces += 1
    return pieces


def finish_club(club: UUID) -> None:
    """Try and apply everything that waits in a club."""
    finish_waiting(stop=lambda: False, club=club)


def _do_next(pk: UUID, call_for_help: Callable[[], None]) -> bool:
    """Do the next piece; return False if none is left, or if other workers do those that are left."""
    row = season_what_if.under_way().select_related("season", "apply_by").filter(pk=pk).first()
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
    here = what_if.of_variant(row.season, row.variant).filter(created_at__lte=asked_at)
    new = here.exclude(pk__in=row.steps.values("session")).order_by("-listed_on", "-created_at")
    WhatIfSession.objects.bulk_create(
        (
            WhatIfSession(what_if=row, club_id=row.club_id, session_id=session, next_step=step)
            for session in new.values_list("pk", flat=True)
        ),
        batch_size=BATCH,
    )
    row.sessions = row.left = row.steps.count()
    row.save(update_fields=["sessions", "left"])
    return True


@transaction.atomic
def _try_next(row: WhatIf) -> int:
    """Judge the next sessions by the rules, save nothing of it in the season, and return how many there were."""
    steps = list(_unlocked(row, WhatIfStep.TRY).select_related("session__head", "session__result"))
    for step in steps:
        step.next_step = WhatIfStep.NOTHING
        try:
            step.effects, step.outcome = _outcome(step.session, row.house_rules)
        except referee.MalformedError as error:
            step.failure = error.as_json()["error"]
    WhatIfSession.objects.bulk_update(steps, ["next_step", "effects", "outcome", "failure"])
    _note_progress(row, steps)
    return len(steps)


@transaction.atomic
def _apply_to_next(row: WhatIf) -> int:
    """Judge the next session by the rules for good, if it is still in the season; return how many there were."""
    steps = list(_unlocked(row, WhatIfStep.APPLY).select_related("session"))[:1]
    for step in steps:
        step.next_step, step.failure = WhatIfStep.NOTHING, None
        try:
            if step.session.season_id == row.season_id:
                what_if.judge_by(
                    step.session, row.house_rules, reason=row.reason, by=row.apply_by or row.by
                )
        except what_if.NothingToApplyError:
            pass
        except referee.MalformedError as error:
            step.failure = error.as_json()["error"]
        step.save(update_fields=["next_step", "failure"])
    _note_progress(row, steps)
    return len(steps)


def _unlocked(row: WhatIf, step: WhatIfStep) -> QuerySet[WhatIfSession]:
    """Return the next rows that no other worker has locked, and lock them."""
    skip = connection.features.has_select_for_update_skip_locked
    size = PIECE if step is WhatIfStep.TRY else 1
    waiting = row.steps.filter(next_step=step).order_by("pk")
    return waiting.select_for_update(of=("self",), skip_locked=skip)[:size]


def _note_progress(row: WhatIf, steps: Iterable[WhatIfSession]) -> None:
    done = list(steps)
    is_trial = row.tried_at is None
    WhatIf.objects.filter(pk=row.pk).update(
        left=F("left") - len(done),
        changed=F("changed") + sum(is_trial and step.effects is not None for step in done),
        failed=F("failed") + sum(step.failure is not None for step in done),
    )


def _finish_trial(row: WhatIf) -> bool:
    """Compare the table that would result with the present one, and store the difference."""
    standings_recount.refresh(row.season)
    version = season_what_if.version(row.season)
    players = what_if.player_changes(
        *projection.places_if_many(row.season, lambda: _changed_outcomes(row))
    )
    with transaction.atomic():
        locked = _lock(row)
        if locked is None or locked.tried_at is not None:
            return locked is not None
        locked.players, locked.season_version = players, version
        locked.tried_at = timezone.now()
        if locked.failed:
            locked.cancelled_at, locked.reason = locked.tried_at, ""
        elif locked.apply_from is not None:
            locked.sessions = locked.left = None
        locked.save()
    return True


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
    return rows.select_related("season").filter(pk=row.pk).first()


def _outcome(
    session: Session, house_rules: referee.JsonObject | None
) -> tuple[effects.Answer | None, effects.Answer | None]:
    """Return what changes in a session, and the part of the outcome that scores are counted from; None if nothing changes."""
    after = effects.outcome_if(session, house_rules=house_rules)
    difference = effects.difference(effects.outcome_now(session), after)
    if not what_if.is_different(difference):
        return None, None
    return difference, projection.outcome_to_json(after)


def _changed_outcomes(row: WhatIf) -> Iterator[projection.Outcomes]:
    """Yield the changed sessions that are still in the season, with their outcomes, in batches."""
    changed = row.steps.filter(effects__isnull=False, session__season=row.season_id)
    changed = changed.select_related("session__head").defer("effects").order_by("pk")
    after = 0
    while steps := list(changed.filter(pk__gt=after)[:BATCH]):
        yield [(step.session, projection.outcome_from_json(step.outcome)) for step in steps]
        after = steps[-1].pk
