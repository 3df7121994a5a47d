"""Compute players' states session by session.  Nothing is stored here: workers store the result, readers show it."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from scorekeeper.models import Player, RatedSession, Rating, RatingStep
from scorekeeper.ratings import finishing_orders, plackett_luce
from scorekeeper.ratings.plackett_luce import BEGINNER, Skill, SkillState

StatesBySession: TypeAlias = dict[str, dict[UUID, SkillState]]
"""By the session's moment, its players' states after it."""


def states_after(
    sessions: Iterable[RatedSession],
    *,
    before: Mapping[UUID, SkillState],
    known: Mapping[str, Mapping[UUID, SkillState]] | None = None,
) -> StatesBySession:
    """Return the players' states after each of these sessions, which are in the order of play.

    ``before`` are the states before the first session; beginners are missing.  A session whose ``known`` states were
    computed from the same input keeps them.
    """
    current, after = dict(before), StatesBySession()
    for row in sessions:
        orders = finishing_orders.stored_orders(row)
        old = [current.get(player, BEGINNER) for player in orders.players]
        states = dict((known or {}).get(row.moment, {}))
        digest = plackett_luce.digest_of(old, row.input_digest)
        if {*states} != {*orders.players} or {state.digest for state in states.values()} != {
            digest
        }:
            new = plackett_luce.after_session(old, orders)
            states = dict(zip(orders.players, new, strict=True))
        after[row.moment] = states
        current |= states
    return after


def build_steps(sessions: Iterable[RatedSession], after: StatesBySession) -> list[RatingStep]:
    """Build the steps of these sessions, without a list and without saving them."""
    return [
        RatingStep(
            club_id=row.club_id,
            session_id=row.session_id,
            player_id=player,
            moment=row.moment,
            input_digest=state.digest,
            **state.skill._asdict(),
        )
        for row in sessions
        for player, state in after[row.moment].items()
    ]


def last_steps(steps: QuerySet[RatingStep], players: QuerySet[Player]) -> QuerySet[RatingStep]:
    """Return the last of these steps for each of these players: one look into an index per player."""
    of_player = steps.filter(player=OuterRef("pk")).order_by("-moment").values("pk")[:1]
    last = players.order_by().values_list(Subquery(of_player))
    return RatingStep.objects.filter(pk__in=last).order_by()


def state_of(row: RatingStep | Rating) -> SkillState:
    """Return the state that a row stores."""
    return SkillState(Skill(row.mu, row.sigma, row.hands), row.input_digest)
