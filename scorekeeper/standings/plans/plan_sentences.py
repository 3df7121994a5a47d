"""A scoring plan in English sentences, for the API and the admin; the pages translate their own."""

from collections.abc import Iterator

from scorekeeper.standings.plans.plan import Merit, Per, Plan, Scoring, TieBreak

MERITS = {
    Merit.HAND_WON: "hand won",
    Merit.HAND_PLAYED: "hand played",
    Merit.SESSION_WON: "session won",
    Merit.SESSION_ATTENDED: "session attended",
    Merit.ILLEGAL_PLAY: "illegal play",
}
TIE_BREAKS = {
    TieBreak.HEAD_TO_HEAD: "who more often came before the others in the hands they played together (half for an equal place)",
    TieBreak.HANDS_WON: "who won more hands",
    TieBreak.FEWEST_ILLEGAL_PLAYS: "who made fewer illegal plays",
    TieBreak.MEDIAN: "whose middle hand brought more",
    TieBreak.LOT: "a lot, drawn from the seed and the player's id",
}


def sentences(plan: Plan) -> list[str]:
    """Return the plan in sentences, one for each part.

    >>> sentences(Plan(minimum_hands=20))[-2]
    'Whoever has played fewer than 20 hands has no place.'
    """
    return list(_sentences(plan))


def _sentences(plan: Plan) -> Iterator[str]:
    yield _scoring(plan)
    if plan.best_sessions is not None:
        yield f"Of each player's sessions the best {plan.best_sessions} count; the others are dropped."
    if plan.minimum_hands:
        yield f"Whoever has played fewer than {plan.minimum_hands} hands has no place."
    for bonus in plan.bonuses:
        yield f"Each {MERITS[bonus.merit]} brings {bonus.points:+g}, in dropped sessions too."
    for place, tie_break in enumerate(plan.tie_breaks):
        what = "Of equal totals" if place == 0 else "Among those still equal"
        yield f"{what}, it is decided by {TIE_BREAKS[tie_break]}."
    if plan.has_days_of_entry:
        yield "A session without a date counts on the day on which it was entered."
    yield (
        "Players who are still equal share a place."
        if plan.tie_breaks
        else "Equal totals share a place."
    )


def _scoring(plan: Plan) -> str:
    lowest = "where the lowest total wins, points count negatively"
    if plan.scoring is Scoring.POINTS:
        return f"Hands bring their own points and the adjustments given in them; {lowest}."
    if plan.scoring is Scoring.AVERAGE:
        return f"Points and adjustments are divided by the hands whose points are proved; {lowest}."
    listed = ", ".join(f"{points:g}" for points in plan.place_points)
    shared = "equals share a place and each gets its points"
    if plan.per is Per.HAND:
        return f"The places of each hand bring {listed}; {shared}; adjustments do not count."
    return f"The places of each session, by its points and adjustments, bring {listed}; {shared}."
