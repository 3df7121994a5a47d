"""The effects of other results of a session, and how much they matter."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from scorekeeper.adjudication import effects, judging
from scorekeeper.models import Session
from scorekeeper.standings.projection import Projection


class Gravity(StrEnum):
    """The most important thing that is changed, gravest first."""

    WINNER = "winner"  # of the session, or its leader while it is open
    PLACE = "season-place"
    TOTALS = "totals"
    POINTS = "points"  # of a hand only, where the record does not prove the totals
    NOTHING = "nothing"


class ImpactContext(NamedTuple):
    """A session, and the standings of its season."""

    session: Session
    projection: Projection

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest total wins this session's game."""
        return judging.rules_of(self.session).lowest_wins


def changes(
    context: ImpactContext,
    effect: effects.Answer,
    *,
    before: effects.SessionOutcome,
    after: effects.SessionOutcome,
) -> effects.Answer:
    """Return the changed results: of hands, totals, winners, leaders and the season.

    ``effect`` is what `adjudication.effects` says about the session itself.
    """
    return {
        "hands": _results(effect["hands"]),
        **{key: effect[key] for key in ("totals", "over", "winners")},
        "leaders": _changed(_leaders(context, before), _leaders(context, after)),
        "season": season_changes(context, before, after),
    }


def gravity(changes: effects.Answer) -> Gravity:
    """Return the gravest change.  Leaders count only if the totals are known before and after."""
    leaders = changes["leaders"]
    if changes["winners"] or (leaders and None not in leaders.values()):
        return Gravity.WINNER
    if changes["season"] and any(row["place"] for row in changes["season"]["players"]):
        return Gravity.PLACE
    if changes["totals"]:
        return Gravity.TOTALS
    return Gravity.POINTS if changes["hands"] else Gravity.NOTHING


def swing(changes: effects.Answer) -> float:
    """Return the most points that a seat wins or loses.

    The totals are compared if both are known, otherwise the points of the hands.
    """
    totals = changes["totals"]
    if totals and None not in totals.values():
        return _largest(totals)
    points = (hand["points"] for hand in changes["hands"] if "points" in hand)
    return max(map(_largest, points), default=0)


def _results(hands: Sequence[effects.Answer]) -> list[effects.Answer]:
    """Return the changed hands without their verdicts, which may depend on cards that are still hidden."""
    rows = ({key: value for key, value in hand.items() if key != "verdicts"} for hand in hands)
    return [row for row in rows if len(row) > 1]


def _leaders(context: ImpactContext, outcome: effects.SessionOutcome) -> list[int] | None:
    """Return the seats with the best total, or None if the record does not prove the totals."""
    if outcome.totals is None:
        return None
    best = min(outcome.totals) if context.lowest_wins else max(outcome.totals)
    return [seat for seat, total in enumerate(outcome.totals, 1) if total == best]


def season_changes(
    context: ImpactContext, before: effects.SessionOutcome, after: effects.SessionOutcome
) -> effects.Answer | None:
    """Return the players whose total or place in the season changes.

    None if nobody's does, there is no season, or its plan is damaged.
    """
    session, projection = context
    if session.season_id is None or session.season_id not in projection.seasons:
        return None
    old_places = projection.places_if(session.season_id, [(session, before)])
    new_places = projection.places_if(session.season_id, [(session, after)])
    rows: list[dict[str, Any]] = [
        {
            "player": str(player),
            "points": _changed(old.total, new_places[player].total),
            "place": _changed(old.place, new_places[player].place),
        }
        for player, old in old_places.items()
    ]
    rows = [row for row in rows if row["points"] or row["place"]]
    return {"season": str(session.season_id), "players": rows} if rows else None


def _changed(before: Any, after: Any) -> effects.Answer | None:
    return None if before == after else {"before": before, "after": after}


def _largest(pair: effects.Answer) -> float:
    """Return the largest difference of one seat; an unknown value counts as zero."""
    seats = max(len(row or ()) for row in pair.values())
    before, after = (row or [0] * seats for row in pair.values())
    rows = zip(before, after, strict=True)
    return max((abs((old or 0) - (new or 0)) for old, new in rows), default=0)
