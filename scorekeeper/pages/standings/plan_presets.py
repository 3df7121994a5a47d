"""Scoring plans to choose in words: that of the club's last season, and those by which most leagues are scored."""

from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.models import Season
from scorekeeper.pages.display.presets import Preset, with_first
from scorekeeper.pages.standings import plan_text
from scorekeeper.pages.standings.plan_form import fields_of
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import DEFAULT, EDITION, Per, Plan, Scoring, TieBreak


class CommonPlan(NamedTuple):
    """A plan by which many leagues are scored."""

    label: str
    text: str
    plan: Plan


COMMON = (
    CommonPlan(
        gettext_noop("Points of the games"),
        gettext_noop("The points of all hands are added up; equal totals share a place."),
        DEFAULT,
    ),
    CommonPlan(
        gettext_noop("Points for places"),
        gettext_noop(
            "The places of each session bring 5, 3, 2 and 1. Ties are broken by the hands that the players played together, then by the hands won."
        ),
        Plan(
            scoring=Scoring.PLACE_POINTS,
            place_points=(5, 3, 2, 1),
            per=Per.SESSION,
            tie_breaks=(TieBreak.HEAD_TO_HEAD, TieBreak.HANDS_WON),
        ),
    ),
    CommonPlan(
        gettext_noop("Average per hand"),
        gettext_noop(
            "Points are divided by the hands, so that it does not matter who came more often. A place needs 10 hands."
        ),
        Plan(scoring=Scoring.AVERAGE, minimum_hands=10),
    ),
)


def offered(season: Season) -> list[Preset]:
    """Return the presets for a season, at most three: first the plan that the club decided on last for another season."""
    presets = [
        Preset(label=_(common.label), text=_(common.text), fields=fields_of(common.plan))
        for common in COMMON
    ]
    last = plan_versions.latest_elsewhere(season)
    if last is None:
        return presets
    plan = _without_lots(last.plan)
    fields = fields_of(plan)
    known = next((preset for preset in presets if preset.fields == fields), None)
    text = known.text if known else " ".join(plan_text.sentences(plan))
    label = _("As in %(season)s") % {"season": last.season.name}
    return with_first(Preset(label=label, text=text, fields=fields), presets)


def _without_lots(plan: Plan) -> Plan:
    """Return the plan for another season.  Everybody knows the lots of its seed, so it needs a new one before lots are drawn."""
    tie_breaks = tuple(one for one in plan.tie_breaks if one is not TieBreak.LOT)
    return replace(plan, tie_breaks=tie_breaks, seed="", drawn={}, edition=EDITION)
