"""Other house rules on all sessions of a game in a season that is too long for one request.

Whoever tries them gets a row (`WhatIf`), which workers fill in (`what_if_pieces`): every session is judged, and nothing is
saved in the season.  The rules are applied once they are tried and can judge every session.  A session that is recorded after
somebody asked is left out.
"""

from collections.abc import Collection, Iterable
from datetime import timedelta
from enum import StrEnum
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_noop

import referee
from scorekeeper.actions import ActionError
from scorekeeper.models import Season, User, WhatIf, WhatIfSession
from scorekeeper.sessions.erasure_texts import mentions
from scorekeeper.standings import season_count, season_reports

AT_ONCE = 100
"""Sessions up to which a season is judged in the request."""
DAYS_KEPT = 7
TRY_AGAIN = gettext_noop("These house rules cannot be applied: try them again.")
OTHERS_ARE_APPLIED = gettext_noop(
    "Other house rules are being applied to these sessions. Wait until this is done."
)


class WhatIfState(StrEnum):
    """The state of house rules that are tried on a season."""

    TRYING = "trying"
    TRIED = "tried"
    APPLYING = "applying"
    APPLIED = "applied"
    FAILED = "failed"  # some sessions cannot be judged by these rules
    CANCELLED = "cancelled"


UNDER_WAY = frozenset({WhatIfState.TRYING, WhatIfState.APPLYING})


class WhatIfOverError(ActionError):
    """Nothing is under way that could be cancelled."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("It had already finished and could not be stopped."))


class NotToBeAppliedError(ActionError):
    """These house rules cannot be applied now."""


def is_long(season: Season, variant: str) -> bool:
    """Return whether a season has more sessions of a game than are judged in a request."""
    sessions = season.sessions.filter(variant=variant).order_by("visibility").values("visibility")
    return sessions[: AT_ONCE + 1].count() > AT_ONCE


@transaction.atomic
def try_rules(
    season: Season, variant: str, house_rules: referee.JsonObject | None, *, by: User
) -> WhatIf:
    """Have these rules tried by workers, or return the row of the same person who is having them tried.

    Each person has one trial of a game in a season at a time: a new one cancels the one before.  None stands for each
    session's own rules, under the current edition of the tables.  Raises MalformedError for rules that the variant does not
    have.
    """
    referee.rules_for(variant, house_rules or {})
    Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    trials = WhatIf.objects.filter(season=season, variant=variant, by=by, apply_from=None)
    for row in trials.filter(tried_at=None, cancelled_at=None):
        if row.house_rules == house_rules:
            return row
        cancel(row)
    return WhatIf.objects.create(
        club_id=season.club_id,
        season=season,
        variant=variant,
        house_rules=house_rules,
        by=by,
        at=timezone.now(),
    )


@transaction.atomic
def try_and_apply(
    season: Season, variant: str, house_rules: referee.JsonObject | None, *, reason: str, by: User
) -> WhatIf:
    """Have these rules applied as soon as they are tried.  A second call while they are changes nothing.

    Raises what ``try_rules`` and ``apply_rules`` raise.
    """
    applications = under_way().filter(season=season, variant=variant, apply_from__isnull=False)
    same = (row for row in applications if row.house_rules == house_rules)
    if row := next(same, None):
        return row
    return apply_rules(try_rules(season, variant, house_rules, by=by), reason=reason, by=by)


@transaction.atomic
def apply_rules(row: WhatIf, *, reason: str, by: User) -> WhatIf:
    """Have the rules applied to all sessions, as soon as they are tried.  A second call changes nothing.

    Raises NotToBeAppliedError if they cannot judge every session, if they were cancelled, or if other rules are being applied.
    """
    # one decision in a season at a time
    Season.objects.select_for_update(no_key=True).get(pk=row.season_id)
    locked = WhatIf.objects.select_for_update(of=("self",)).select_related("season").get(pk=row.pk)
    if locked.apply_from is not None and locked.cancelled_at is None:
        return locked
    if locked.cancelled_at is not None:
        raise NotToBeAppliedError(TRY_AGAIN)
    others = under_way().filter(season=row.season_id, variant=row.variant)
    if others.filter(apply_from__isnull=False).exists():
        raise NotToBeAppliedError(OTHERS_ARE_APPLIED)
    locked.apply_by, locked.apply_from, locked.reason = by, timezone.now(), reason
    if locked.tried_at is not None:
        locked.sessions = locked.left = None  # a worker lists them again
    locked.save()
    return locked


@transaction.atomic
def cancel(row: WhatIf) -> WhatIf:
    """Stop trying or applying.  Sessions to which the rules were applied keep them.  Raises WhatIfOverError."""
    locked = WhatIf.objects.select_for_update(of=("self",)).select_related("season").get(pk=row.pk)
    if state_of(locked) is WhatIfState.CANCELLED:
        return locked
    if state_of(locked) not in UNDER_WAY:
        raise WhatIfOverError
    locked.cancelled_at, locked.reason = timezone.now(), ""
    locked.save(update_fields=["cancelled_at", "reason"])
    return locked


def is_own_trial(row: WhatIf, person: User) -> bool:
    """Return whether this person asked to try the rules, and nobody to apply them."""
    return row.apply_from is None and row.by_id == person.pk


def under_way() -> QuerySet[WhatIf]:
    """Return what workers have still to try or to apply, longest waiting first."""
    waiting = Q(tried_at=None) | Q(apply_from__isnull=False, applied_at=None)
    return WhatIf.objects.filter(waiting, cancelled_at=None).order_by("at", "pk")


def state_of(row: WhatIf) -> WhatIfState:
    """Return the state of a row."""
    if row.cancelled_at is not None:
        has_failed = row.failed > 0 and row.cancelled_at == row.tried_at
        return WhatIfState.FAILED if has_failed else WhatIfState.CANCELLED
    if row.applied_at is not None:
        return WhatIfState.APPLIED
    if row.tried_at is None:
        return WhatIfState.TRYING
    return WhatIfState.TRIED if row.apply_from is None else WhatIfState.APPLYING


def listed_sessions(row: WhatIf) -> QuerySet[WhatIfSession]:
    """Return the sessions in which something changes, and those that the rules cannot judge."""
    listed = row.steps.filter(Q(effects__isnull=False) | Q(failure__isnull=False))
    with_session = listed.select_related("session__club", "session__head", "session__season")
    return with_session.defer("outcome").order_by("pk")


def has_season_changed(row: WhatIf) -> bool:
    """Return whether the season's table is another one than that which the tried rules were compared to."""
    return not row.season_version or version(row.season) != row.season_version


def version(season: Season) -> str:
    """Return the digest of the season's standings; empty while these are being counted."""
    inputs = season_reports.standings_inputs(season_count.read(season), {})
    return "" if inputs is None else referee.sha256(referee.canonical(inputs))


def delete_old() -> int:
    """Delete what was tried some days ago; what was applied is in the sessions."""
    earliest = timezone.now() - timedelta(days=DAYS_KEPT)
    finished_at = Coalesce("applied_at", "cancelled_at", "tried_at")
    old = WhatIf.objects.annotate(finished_at=finished_at).filter(finished_at__lt=earliest)
    return old.exclude(pk__in=under_way().values("pk")).delete()[0]


def forget_texts(club: UUID, names: Iterable[str], sessions: Collection[UUID]) -> None:
    """Delete reasons that mention an erased player, and what is stored about the player's sessions."""
    for row in WhatIf.objects.filter(club=club).exclude(reason=""):
        if mentions(row.reason, names):
            WhatIf.objects.filter(pk=row.pk).update(reason=referee.REMOVED)
    steps = WhatIfSession.objects.filter(club=club, session__in=sessions)
    steps.update(effects=None, failure=None)
