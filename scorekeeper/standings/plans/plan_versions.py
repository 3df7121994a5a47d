"""The versions of a season's scoring plan.  The latest one is in force for the whole season at once."""

from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from scorekeeper import audit
from scorekeeper.clubs import roster
from scorekeeper.models import Recount, ScoringPlan, Season, User
from scorekeeper.standings.plans.plan import DEFAULT, Plan
from scorekeeper.standings.plans.plan_input import PlanError, parse_plan

NAME_IN_SEED = (
    "The seed contains the name of a player, which could never be erased.  Choose another seed."
)


class PlanInForce(NamedTuple):
    """The plan by which a season is scored, and its version number; 0 for the default plan."""

    number: int
    plan: Plan


UNDECIDED = PlanInForce(0, DEFAULT)


def in_force(season: Season, *, at: datetime | None = None) -> PlanInForce:
    """Return the latest plan, or the latest one at a moment."""
    versions = season.plans.filter(at__lte=at) if at else season.plans
    last = versions.order_by("-number").first()
    return UNDECIDED if last is None else PlanInForce(last.number, parse_plan(last.plan))


@transaction.atomic
def decide(season: Season, plan: Plan, *, by: User, reason: str = "") -> tuple[ScoringPlan, bool]:
    """Score a season by this plan from now on.

    Returns the version, and whether it is new: deciding on the plan that is in force already changes nothing.  Raises PlanError
    if the seed names a player: plans never change, so that an erasure could not remove the name.
    """
    # Lock the season, so that plans are numbered without gaps.
    Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    last = season.plans.order_by("-number").first()
    if last is not None and parse_plan(last.plan) == plan:
        return last, False
    if roster.names_player(season.club_id, plan.seed):
        raise PlanError("seed", NAME_IN_SEED)
    version = ScoringPlan.objects.create(
        club_id=season.club_id,
        season=season,
        number=last.number + 1 if last else 1,
        plan=plan.as_json(),
        by=by,
        at=timezone.now(),
        reason=reason,
    )
    Recount.objects.create(season=season)
    audit.note("scoring plan decided", version, by=by, season=str(season.pk), digest=plan.digest)
    return version, True
