"""How much it matters when a session ends up with other results."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from scorekeeper.adjudication import effects, judging
from scorekeeper.models import Session
from scorekeeper.standings import projection


class Gravity(StrEnum):
    """The most that is changed, gravest first."""

    WINNER = "winner"  # of the session, or who leads while it is open
    PLACE = "season-place"
    TOTALS = "totals"
    POINTS = "points"  # of a hand only, where the record does not prove the totals
    NOTHING = "nothing"


class Table(NamedTuple):
    """A session and the season around it."""

    session: Session
    books: projection.Books

    @property
    def lowest_wins(self) -> bool:
        """Do the least points win here?"""
        return judging.rules_of(self.session).lowest_wins


def changes(
    table: Table, told: effects.Answer, *, before: effects.Outcome, after: effects.Outcome
) -> effects.Answer:
    """Which results are others: of hands, totals, winners, leaders, and in the season."""
    return {
        "hands": _results(told["hands"]),
        **{key: told[key] for key in ("totals", "over", "winners")},
        "leaders": _changed(_leaders(table, before), _leaders(table, after)),
        "season": in_season(table, before, after),
    }


def gravity(changes: effects.Answer) -> Gravity:
    """The most that is changed.  Leaders count once the totals are known before and after."""
    leaders = changes["leaders"]
    if changes["winners"] or (leaders and None not in leaders.values()):
        return Gravity.WINNER
    if changes["season"] and any(row["place"] for row in changes["season"]["players"]):
        return Gravity.PLACE
    if changes["totals"]:
        return Gravity.TOTALS
    return Gravity.POINTS if changes["hands"] else Gravity.NOTHING


def swing(changes: effects.Answer) -> float:
    """The most points that a seat wins or loses: by the totals where both are known, else by those of the hands."""
    totals = changes["totals"]
    if totals and None not in totals.values():
        return _largest(totals)
    points = (hand["points"] for hand in changes["hands"] if "points" in hand)
    return max(map(_largest, points), default=0)


def _results(hands: Sequence[effects.Answer]) -> list[effects.Answer]:
    """What hands brought, without the verdicts: those may rest on cards that are still hidden."""
    rows = ({key: value for key, value in hand.items() if key != "verdicts"} for hand in hands)
    return [row for row in rows if len(row) > 1]


def _leaders(table: Table, outcome: effects.Outcome) -> list[int] | None:
    """The seats with the best totals; None where the record does not prove the totals."""
    if outcome.totals is None:
        return None
    best = min(outcome.totals) if table.lowest_wins else max(outcome.totals)
    return [seat for seat, total in enumerate(outcome.totals, 1) if total == best]


def in_season(
    table: Table, before: effects.Outcome, after: effects.Outcome
) -> effects.Answer | None:
    """The players who would have another total or another place in the standings of the session's season."""
    session, books = table
    if session.season_id is None:
        return None
    was, will = (books.stand(session.season_id, [(session, end)]) for end in (before, after))
    rows: list[dict[str, Any]] = [
        {
            "player": str(player),
            "points": _changed(old.total, will[player].total),
            "place": _changed(old.place, will[player].place),
        }
        for player, old in was.items()
    ]
    rows = [row for row in rows if row["points"] or row["place"]]
    return {"season": str(session.season_id), "players": rows} if rows else None


def _changed(before: Any, after: Any) -> effects.Answer | None:
    return None if before == after else {"before": before, "after": after}


def _largest(pair: effects.Answer) -> float:
    """The most that one seat wins or loses; what is not known counts for nothing."""
    seats = max(len(row or ()) for row in pair.values())
    before, after = (row or [0] * seats for row in pair.values())
    rows = zip(before, after, strict=True)
    return max((abs((old or 0) - (new or 0)) for old, new in rows), default=0)
