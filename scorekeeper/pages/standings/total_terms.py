"""What a total is made of, in terms that add up to it, and what else is said beside it."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.pages.display.numbers import plain, signed
from scorekeeper.pages.standings.plan_text import MERITS
from scorekeeper.standings.plans.plan import Merit, Plan, Scoring
from scorekeeper.standings.totals import TotalLine, exact_sum


def made_of(line: TotalLine, plan: Plan) -> Sequence[str]:
    """Return the terms of a total, or nothing if it is a single number."""
    parts = [*_scored(line, plan)]
    for bonus in line.bonuses:
        if bonus.times:
            params = {
                "merit": MERITS[Merit(bonus.merit)],
                "times": bonus.times,
                "points": signed(bonus.points),
            }
            parts.append(_("%(points)s for %(times)d × “%(merit)s”") % params)
    return parts if len(parts) > 1 else ()


def points_parts(points: float, adjustments: float) -> list[str]:
    """Return the points of hands and those added to them, in words."""
    parts = [_("%(points)s from hands") % {"points": signed(points)}]
    if adjustments:
        given = {"points": signed(adjustments)}
        parts.append(_("%(points)s from rulings or imported points") % given)
    return parts


def beside(line: TotalLine, plan: Plan) -> Iterator[str]:
    """Yield further facts about a total: what it leaves out, and hands that are not proved."""
    sign = _sign(line, plan)
    if sign == -1:
        yield _("points count negatively, because the lowest total wins")
    if plan.scoring is not Scoring.POINTS:
        played = {"points": plain(exact_sum([line.points, line.adjustments]))}
        yield _("points in the games, which are not added up here: %(points)s") % played
    if line.dropped and not sign:
        text = ngettext(
            "%(count)d session dropped (%(points)s)",
            "%(count)d sessions dropped (%(points)s)",
            line.dropped,
        )
        yield text % {"count": line.dropped, "points": signed(line.dropped_points)}
    if line.unproved:
        text = ngettext(
            "%(count)d hand whose points are not proved",
            "%(count)d hands whose points are not proved",
            line.unproved,
        )
        yield text % {"count": line.unproved}


def _scored(line: TotalLine, plan: Plan) -> Iterator[str]:
    """Yield the terms of the total before bonuses."""
    sign = _sign(line, plan)
    if not sign:
        yield _("%(points)s from sessions") % {"points": signed(line.scored)}
        return
    yield from points_parts(sign * line.points, sign * line.adjustments)
    if line.dropped:
        text = ngettext(
            "%(points)s for %(count)d dropped session",
            "%(points)s for %(count)d dropped sessions",
            line.dropped,
        )
        yield text % {"count": line.dropped, "points": signed(-line.dropped_points)}


def _sign(line: TotalLine, plan: Plan) -> int:
    """Return 1 if the total before bonuses adds up points, -1 if it adds them up negatively, 0 for anything else."""
    if plan.scoring is not Scoring.POINTS or line.scored is None:
        return 0
    counted = exact_sum([line.scored, line.dropped_points])
    points = exact_sum([line.points, line.adjustments])
    return 1 if counted == points else -1 if counted == -points else 0
