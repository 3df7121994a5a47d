"""Scoring plans and tie-breaks in the viewer's language."""

from collections.abc import Iterator, Mapping
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.pages.display.numbers import plain, signed
from scorekeeper.standings.plans.plan import Merit, Per, Plan, Scoring, TieBreak
from scorekeeper.standings.tie_breaks import TieBreakWorking

MERITS = {
    Merit.HAND_WON: gettext_lazy("Each hand won"),
    Merit.HAND_PLAYED: gettext_lazy("Each hand played"),
    Merit.SESSION_WON: gettext_lazy("Each session won"),
    Merit.SESSION_ATTENDED: gettext_lazy("Each session attended"),
    Merit.ILLEGAL_PLAY: gettext_lazy("Each illegal play"),
}
TIE_BREAKS = {
    TieBreak.HEAD_TO_HEAD: gettext_lazy("head to head"),
    TieBreak.HANDS_WON: gettext_lazy("hands won"),
    TieBreak.FEWEST_ILLEGAL_PLAYS: gettext_lazy("fewest illegal plays"),
    TieBreak.MEDIAN: gettext_lazy("middle hand"),
    TieBreak.LOT: gettext_lazy("lot"),
}
TIE_BREAK_HELP = {
    TieBreak.HEAD_TO_HEAD: gettext_lazy(
        "Who more often came before the others of the tie in hands they played together; half for an equal place."
    ),
    TieBreak.HANDS_WON: gettext_lazy("Who won more hands."),
    TieBreak.FEWEST_ILLEGAL_PLAYS: gettext_lazy("Who made fewer illegal plays."),
    TieBreak.MEDIAN: gettext_lazy("Whose middle hand brought more."),
    TieBreak.LOT: gettext_lazy(
        "A lot, drawn from the seed and the player’s id: the smallest comes first. Anybody can draw it again."
    ),
}


def sentences(plan: Plan) -> list[str]:
    """Return a plan in sentences, one for each part."""
    return list(_sentences(plan))


def _sentences(plan: Plan) -> Iterator[str]:
    yield _scoring(plan)
    if plan.best_sessions is not None:
        sentence = _("Of each player’s sessions the best %(count)d count; the others are dropped.")
        yield sentence % {"count": plan.best_sessions}
    if plan.minimum_hands:
        sentence = _("Whoever has played fewer than %(count)d hands has no place yet.")
        yield sentence % {"count": plan.minimum_hands}
    for bonus in plan.bonuses:
        sentence = _("%(merit)s brings %(points)s, in dropped sessions too.")
        yield sentence % {"merit": MERITS[bonus.merit], "points": signed(bonus.points)}
    if plan.has_days_of_entry:
        yield _("A session without a date counts on the day on which it was entered.")
    if plan.tie_breaks:
        order = " → ".join(str(TIE_BREAKS[tie_break]) for tie_break in plan.tie_breaks)
        sentence = _(
            "Ties are broken in this order: %(asked)s. Players who are still equal share a place."
        )
        yield sentence % {"asked": order}
    else:
        yield _("Equal totals share a place.")


def _scoring(plan: Plan) -> str:
    if plan.scoring is Scoring.POINTS:
        return _(
            "Each hand counts its game points and adjustments; where the lowest total wins, points count negatively."
        )
    if plan.scoring is Scoring.AVERAGE:
        return _(
            "Points and adjustments are divided by the hands whose points are proved; where the lowest total wins, points count negatively."
        )
    listed = {"points": " · ".join(plain(points) for points in plan.place_points)}
    if plan.per is Per.HAND:
        return (
            _(
                "The places of each hand bring %(points)s; equals share a place and each gets its points; adjustments do not count."
            )
            % listed
        )
    return (
        _(
            "The places of each session, by its points and adjustments, bring %(points)s; equals share a place and each gets its points."
        )
        % listed
    )


def tie_break_context(working: TieBreakWorking, names: Mapping[UUID, str]) -> dict[str, object]:
    """Return a tie-break with its explanation and the compared numbers, for the template."""
    tie_break = TieBreak(working.tie_break)
    compared = [
        (names[UUID(player)], value if isinstance(value, str) else plain(value))
        for player, value in working.compared.items()
    ]
    return {
        "label": TIE_BREAKS[tie_break],
        "means": TIE_BREAK_HELP[tie_break],
        "compared": compared,
        "decided": working.decided,
        "is_lot": tie_break is TieBreak.LOT,
    }
