"""Scoring plans to choose in words: that of the club's last season, and those by which most leagues are scored."""

from dataclasses import replace

from django.utils.translation import gettext as _

from scorekeeper.models import Season
from scorekeeper.pages.display.presets import Preset
from scorekeeper.pages.standings import plan_text
from scorekeeper.pages.standings.plan_form import fields_of
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import DEFAULT, EDITION, Per, Plan, Scoring, TieBreak

MOST = 3
"""Presets offered beside *Custom*."""
PLACES = Plan(
    scoring=Scoring.PLACE_POINTS,
    place_points=(5, 3, 2, 1),
    per=Per.SESSION,
    tie_breaks=(TieBreak.HEAD_TO_HEAD, TieBreak.HANDS_WON),
)
AVERAGE = Plan(scoring=Scoring.AVERAGE, minimum_hands=10)


def offered(season: Season) -> list[Preset]:
    """Return the presets for a season, at most three: first the plan that the club decided on last for another season."""
    plans = {
        _("Points of the games"): DEFAULT,
        _("Points for places"): PLACES,
        _("Average of each hand"): AVERAGE,
    }
    if last := plan_versions.latest_elsewhere(season):
        other, plan = last
        same = _without_lots(plan)
        plans = {label: each for label, each in plans.items() if each != same}
        plans = {_("As in %(season)s") % {"season": other.name}: same, **plans}
    return [
        Preset(label=label, text=" ".join(plan_text.sentences(plan)), fields=fields_of(plan))
        for label, plan in [*plans.items()][:MOST]
    ]


def _without_lots(plan: Plan) -> Plan:
    """Return the plan for another season.  Everybody knows the lots of its seed, so it needs a new one before lots are drawn."""
    tie_breaks = tuple(one for one in plan.tie_breaks if one is not TieBreak.LOT)
    return replace(plan, tie_breaks=tie_breaks, seed="", drawn={}, edition=EDITION)
