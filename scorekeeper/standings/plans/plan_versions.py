"""The versions of a season's scoring plan.  The latest one is in force for the whole season at once."""

import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils import timezone

import referee
from scorekeeper import audit
from scorekeeper.clubs import roster
from scorekeeper.journal import sealing
from scorekeeper.models import Player, Recount, ScoringPlan, Season, SeasonReport, User
from scorekeeper.standings.plans.plan import DEFAULT, Plan
from scorekeeper.standings.plans.plan_input import PlanError, UnreadablePlanError, parse_stored

NAME_IN_SEED = (
    "The seed contains the name of a player.  Choose one that can stay if the player is erased."
)


class PlanInForce(NamedTuple):
    """The plan by which a season is scored, and its version number; 0 for the default plan."""

    number: int
    plan: Plan


class StoredPlan(NamedTuple):
    """A version of a season's plan, with its row."""

    pk: UUID
    club: UUID
    season: UUID
    plan: Plan


class SeasonPlan(NamedTuple):
    """A season and its plan."""

    season: Season
    plan: Plan


UNDECIDED = PlanInForce(0, DEFAULT)


def in_force(season: Season, *, at: datetime | None = None) -> PlanInForce:
    """Return the latest plan, or the latest one at a moment.  Raises UnreadablePlanError."""
    versions = season.plans.filter(at__lte=at) if at else season.plans.all()
    last = versions.order_by("-number").values_list("number", text_of("plan")).first()
    return UNDECIDED if last is None else PlanInForce(last[0], parse_stored(last[1]))


def latest_elsewhere(season: Season) -> SeasonPlan | None:
    """Return the plan that was decided last for another season of the club; None if there is none, or if it is damaged."""
    others = ScoringPlan.objects.filter(club=season.club_id).exclude(season=season)
    last = others.select_related("season").defer("plan").annotate(text=text_of("plan"))
    row = last.order_by("-at", "-number").first()
    if row is None:
        return None
    try:
        return SeasonPlan(row.season, parse_stored(row.text))
    except UnreadablePlanError:
        return None


def text_of(column: str) -> Cast:
    """Return a plan as its text, which can be read even if it is damaged."""
    return Cast(column, TextField())


@transaction.atomic
def decide(season: Season, plan: Plan, *, by: User, reason: str = "") -> tuple[ScoringPlan, bool]:
    """Score a season by this plan from now on.

    Returns the version, and whether it is new: deciding on the plan that is in force already changes nothing.  Raises PlanError
    if the seed names a player: an erasure would have to draw the lots of new players from another one.
    """
    # Lock the season, so that plans are numbered without gaps.
    Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    last = season.plans.order_by("-number").defer("plan").first()
    current = find_readable(season)
    if current is not None and current.plan.seed == plan.seed:
        plan = replace(plan, drawn=current.plan.drawn)
    if last is not None and current is not None and current.plan == plan:
        return last, False
    if roster.names_player(season.club_id, plan.seed):
        raise PlanError("seed", NAME_IN_SEED)
    version = ScoringPlan.objects.create(
        club_id=season.club_id,
        season=season,
        number=last.number + 1 if last else 1,
        plan=plan.stored_json(),
        by=by,
        at=timezone.now(),
        reason=reason,
    )
    Recount.objects.create(season=season)
    audit.note("scoring plan decided", version, by=by, season=str(season.pk), digest=plan.digest)
    return version, True


def readable_plans(club: UUID) -> Iterator[StoredPlan]:
    """Yield every version of the plans of a club's seasons, but for damaged ones, which `manage.py verify_records` names."""
    rows = ScoringPlan.objects.filter(club=club).order_by("pk")
    for pk, season, text in rows.values_list("pk", "season", text_of("plan")):
        with suppress(UnreadablePlanError):
            yield StoredPlan(pk, club, season, parse_stored(text))


def find_readable(season: Season) -> PlanInForce | None:
    """Return the plan in force; None if it cannot be read."""
    try:
        return in_force(season)
    except UnreadablePlanError:
        return None


def erase_seed(plan: StoredPlan) -> None:
    """Replace the seed of a plan by another one; the lots that were drawn from it stay."""
    players = Player.objects.filter(club=plan.club).values_list("pk", flat=True)
    drawn = {str(player): plan.plan.lot(player) for player in players}
    seed = f"{referee.REMOVED} {secrets.token_hex(8)}"
    new = replace(plan.plan, seed=seed, drawn=drawn)
    ScoringPlan.objects.filter(pk=plan.pk).update(plan=new.stored_json())
    sealing.note_changes(ScoringPlan, [plan.pk])
    SeasonReport.objects.filter(season=plan.season).delete()
    Recount.objects.create(season_id=plan.season)
