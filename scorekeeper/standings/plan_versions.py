"""The scoring plan of a season is decided: the next version, which is in force for the whole season at once."""

from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from scorekeeper import audit
from scorekeeper.models import Recount, ScoringPlan, Season, User
from scorekeeper.standings.plan_input import read_plan
from scorekeeper.standings.plans import DEFAULT, Plan


class InForce(NamedTuple):
    """The plan by which a season is scored; number 0: nobody decided on one."""

    number: int
    plan: Plan


NOBODYS = InForce(0, DEFAULT)


def in_force(season: Season, *, at: datetime | None = None) -> InForce:
    """The last plan that was decided on, or the last one until a moment."""
    decided = season.plans.filter(at__lte=at) if at else season.plans
    last = decided.order_by("-number").first()
    return NOBODYS if last is None else InForce(last.number, read_plan(last.plan))


@transaction.atomic
def decide(season: Season, plan: Plan, *, by: User, reason: str = "") -> tuple[ScoringPlan, bool]:
    """Score a season by this plan from now on, and say whether that is new."""
    Season.objects.select_for_update(no_key=True).get(
        pk=season.pk
    )  # plans are numbered without gaps
    last = season.plans.order_by("-number").first()
    if last is not None and read_plan(last.plan) == plan:
        return last, False
    decided = ScoringPlan.objects.create(
        club_id=season.club_id,
        season=season,
        number=last.number + 1 if last else 1,
        plan=plan.as_json(),
        by=by,
        at=timezone.now(),
        reason=reason,
    )
    Recount.objects.create(season=season)
    audit.note("scoring plan decided", decided, by=by, season=str(season.pk), digest=plan.digest)
    return decided, True
