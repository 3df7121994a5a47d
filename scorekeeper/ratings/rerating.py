"""Rate sessions in the order of play, from the first one that changed.

A list is rated in transactions of at most ``BATCH`` sessions, and any worker can continue where another stopped.  Sessions
whose finishing orders and whose players' earlier ratings did not change keep their steps.  The stored `Rating` rows are
replaced only when the last session of the list has been rated.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery

from scorekeeper.models import (
    Club,
    Player,
    RatedSession,
    Rating,
    RatingList,
    RatingStep,
    Rerating,
)
from scorekeeper.ratings import finishing_orders, plackett_luce
from scorekeeper.ratings import lists as rating_lists
from scorekeeper.ratings.plackett_luce import BEGINNER, METHOD, Skill, SkillState

BATCH = 200  # sessions rated in one transaction


def refresh_stale(*, stop: Callable[[], bool]) -> int:
    """Bring every list up to date until ``stop`` says so; return the number of transactions.

    Several workers may do this at once: they share the lists.
    """
    transactions = 0
    queued = Rerating.objects.filter(club=OuterRef("pk"))
    for club in Club.objects.filter(Exists(queued)).order_by("pk").values_list("pk", flat=True):
        reratings = Rerating.objects.filter(club=club)
        while not stop() and rating_lists.apply_reratings(club, reratings):
            transactions += 1
    for pk in rating_lists.stale_lists().values_list("pk", flat=True):
        while not stop() and rate_next_sessions(pk, wait=False):
            transactions += 1
    return transactions


def refresh_club(club: UUID) -> None:
    """Bring every list of a club up to date."""
    while rating_lists.apply_reratings(club, Rerating.objects.filter(club=club)):
        pass
    for pk in rating_lists.stale_lists().filter(club=club).values_list("pk", flat=True):
        while rate_next_sessions(pk, wait=True):
            pass


def is_work_waiting() -> bool:
    """Return whether `refresh_stale` has anything to do."""
    return Rerating.objects.exists() or rating_lists.stale_lists().exists()


@transaction.atomic
def rate_next_sessions(pk: int, *, wait: bool) -> bool:
    """Rate the next sessions of a list.

    Returns False if there are none, or if ``wait`` is false and another process has locked the list.
    """
    lists = RatingList.objects.select_for_update(no_key=True, skip_locked=not wait)
    locked = lists.filter(pk=pk).first()
    start = rating_lists.start_of(locked) if locked else ""
    if locked is None or not start:
        return False
    rows = list(rating_lists.rated_sessions(locked).filter(moment__gte=start)[: BATCH + 1])
    sessions, next_session = rows[:BATCH], rows[BATCH:]
    steps = RatingStep.objects.filter(list=locked, moment__gte=start)
    if next_session:
        steps = steps.filter(moment__lt=next_session[0].moment)
    concerned = _replace_steps(locked, sessions, steps, start=start)
    if not next_session:
        _replace_ratings(locked, None if locked.under_way else concerned)
    locked.counted_from = next_session[0].moment if next_session else ""
    locked.under_way, locked.method = bool(next_session), METHOD
    locked.save(update_fields=["counted_from", "under_way", "method"])
    return True


def _replace_steps(
    rating_list: RatingList,
    sessions: Sequence[RatedSession],
    steps: QuerySet[RatingStep],
    *,
    start: str,
) -> set[UUID]:
    """Rate these sessions and replace those of the stored steps that changed; return the players concerned."""
    orders = {row.moment: finishing_orders.stored_orders(row) for row in sessions}
    players = {player for order in orders.values() for player in order.players}
    states = _states_before(rating_list, players, start)
    stored: dict[str, list[RatingStep]] = defaultdict(list)
    for step in steps.order_by():
        stored[step.moment].append(step)
    new: list[RatingStep] = []
    for row in sessions:
        order = orders[row.moment]
        before = [states.get(player, BEGINNER) for player in order.players]
        digest = plackett_luce.digest_of(before, row.input_digest)
        if [step.input_digest for step in stored[row.moment]] == [digest] * len(before):
            states.update({step.player_id: _state(step) for step in stored.pop(row.moment)})
            continue
        after = plackett_luce.after_session(before, order)
        states.update(zip(order.players, after, strict=True))
        new += (_step(rating_list, row, player, states[player]) for player in order.players)
    outdated = [step for rows in stored.values() for step in rows]
    RatingStep.objects.filter(pk__in=[step.pk for step in outdated]).delete()
    # Foreign keys lock the sessions: every process locks several sessions in the order of their ids.
    new.sort(key=lambda step: step.session_id)
    RatingStep.objects.bulk_create(new, batch_size=1000)
    return {step.player_id for step in (*outdated, *new)}


def _states_before(
    rating_list: RatingList, players: Collection[UUID], start: str
) -> dict[UUID, SkillState]:
    """Return the states of these players before a moment; beginners are missing."""
    before = RatingStep.objects.filter(list=rating_list, moment__lt=start)
    return {step.player_id: _state(step) for step in _last_steps(before, players)}


def _last_steps(steps: QuerySet[RatingStep], players: Collection[UUID]) -> QuerySet[RatingStep]:
    """Return the last of these steps for each of these players."""
    of_player = steps.filter(player=OuterRef("pk")).order_by("-moment").values("pk")[:1]
    last = Player.objects.filter(pk__in=players).order_by().values_list(Subquery(of_player))
    return RatingStep.objects.filter(pk__in=last).order_by()


def _state(step: RatingStep) -> SkillState:
    return SkillState(Skill(step.mu, step.sigma, step.hands), step.input_digest)


def _step(
    rating_list: RatingList, row: RatedSession, player: UUID, state: SkillState
) -> RatingStep:
    return RatingStep(
        list=rating_list,
        club_id=rating_list.club_id,
        session_id=row.session_id,
        player_id=player,
        moment=row.moment,
        input_digest=state.digest,
        **state.skill._asdict(),
    )


def _replace_ratings(rating_list: RatingList, players: Collection[UUID] | None) -> None:
    """Replace the ratings of these players, or with None of everybody, by their last steps."""
    steps = RatingStep.objects.filter(list=rating_list)
    ratings = Rating.objects.filter(list=rating_list)
    if players is None:
        players = set(steps.order_by().values_list("player", flat=True).distinct())
    else:
        ratings = ratings.filter(player__in=players)
    columns = ("player_id", "moment", "mu", "sigma", "hands", "input_digest")
    new = [
        Rating(list=rating_list, club_id=rating_list.club_id, **row)
        for row in _last_steps(steps, players).values(*columns)
    ]
    ratings.delete()
    Rating.objects.bulk_create(new, batch_size=1000)
