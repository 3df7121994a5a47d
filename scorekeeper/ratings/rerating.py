"""Rate sessions in the order of play, from the first one that changed, and store the result: the work of workers.

A list is rated in transactions of at most ``BATCH`` sessions, and any worker can continue where another stopped.  The steps
stored before the first changed session are the states from which to continue.  Sessions whose finishing orders and whose
players' earlier ratings did not change keep their steps.  The stored `Rating` rows are replaced only when the last session of
the list has been rated.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils import timezone

from scorekeeper import set_aside
from scorekeeper.clubs import holds, merge_pieces
from scorekeeper.models import (
    Player,
    RatedSession,
    Rating,
    RatingList,
    RatingStep,
)
from scorekeeper.ratings import changes, finishing_orders, states
from scorekeeper.ratings.lists import key_of, rated_sessions, stale_lists, start_of
from scorekeeper.ratings.plackett_luce import METHOD, SkillState
from scorekeeper.set_aside import Item, WorkKind

BATCH = 200  # sessions rated in one transaction
STATE = ["mu", "sigma", "hands", "input_digest"]


def refresh_stale(*, stop: Callable[[], bool]) -> int:
    """Bring every list up to date until ``stop`` says so; return the number of transactions.

    Several workers may do this at once: they share the lists.  Where scores of merged players are being assigned, reratings
    wait until all are.  The clubs take turns, those with the fewest reratings first; what fails is set aside (`set_aside`).
    """
    return set_aside.in_turn(_waiting_clubs(), _item, _do_next, stop=stop)


def refresh_club(club: UUID) -> None:
    """Bring every list of a club up to date."""
    merge_pieces.finish_club(club)
    while changes.apply_reratings(club):
        pass
    for pk in stale_lists().filter(club=club).values_list("pk", flat=True):
        while rate_next_sessions(pk, wait=True):
            pass


def is_work_waiting() -> bool:
    """Return whether `refresh_stale` has anything to do."""
    return bool(_waiting_clubs())


def _item(club: UUID) -> Item:
    return Item(WorkKind.RATINGS, club, club)


def _waiting_clubs() -> list[UUID]:
    """Return the clubs with reratings or stale lists, those with the fewest reratings first."""
    queued = changes.ready_reratings().exclude(holds.held_in("club")).order_by()
    reratings = dict(queued.values_list("club").annotate(count=Count("pk")))
    clubs = {*reratings, *(item.row for item in _ready_lists())}
    ordered = sorted(clubs, key=lambda club: (reratings.get(club, 0), club))
    return [item.row for item in set_aside.only_ready(map(_item, ordered))]


def _ready_lists(club: UUID | None = None) -> list[Item]:
    stale = stale_lists()
    if club is not None:
        stale = stale.filter(club=club)
    return set_aside.only_ready(
        Item(WorkKind.RATING_LIST, club, club, part=str(pk))
        for pk, club in stale.values_list("pk", "club")
    )


def _do_next(club: UUID) -> bool:
    """Apply some reratings of a club or, if none is left, rate the next sessions of one of its lists."""
    if changes.apply_reratings(club):
        return True
    return any(
        set_aside.attempt(item, partial(rate_next_sessions, int(item.part), wait=False))
        for item in _ready_lists(club)
    )


@transaction.atomic
def rate_next_sessions(pk: int, *, wait: bool) -> bool:
    """Rate the next sessions of a list.

    Returns False if there are none, or if ``wait`` is false and another process has locked the list.
    """
    lists = RatingList.objects.select_for_update(no_key=True, skip_locked=not wait)
    locked = lists.filter(pk=pk).first()
    start = start_of(locked) if locked else ""
    if locked is None or not start:
        return False
    of_list = rated_sessions(key_of(locked))
    rows = list(of_list.filter(moment__gte=start)[: BATCH + 1])
    sessions, next_session = rows[:BATCH], rows[BATCH:]
    steps = RatingStep.objects.filter(list=locked, moment__gte=start)
    if next_session:
        steps = steps.filter(moment__lt=next_session[0].moment)
    concerned = _replace_steps(locked, sessions, steps, start=start)
    if not next_session:
        players = Player.objects.filter(club=locked.club_id)
        _replace_ratings(locked, players if locked.under_way else players.filter(pk__in=concerned))
        locked.counted_at = timezone.now()
    locked.counted_from = next_session[0].moment if next_session else ""
    locked.under_way, locked.method = bool(next_session), METHOD
    locked.save(update_fields=["counted_from", "under_way", "method", "counted_at"])
    return True


def _replace_steps(
    rating_list: RatingList,
    sessions: Sequence[RatedSession],
    steps: QuerySet[RatingStep],
    *,
    start: str,
) -> set[UUID]:
    """Rate these sessions and write those of the steps that changed; return the players concerned."""
    orders = [finishing_orders.stored_orders(row) for row in sessions]
    players = Player.objects.filter(pk__in={player for row in orders for player in row.players})
    earlier = RatingStep.objects.filter(list=rating_list, moment__lt=start)
    before = {step.player_id: states.state_of(step) for step in states.last_steps(earlier, players)}
    stored = {(step.moment, step.player_id): step for step in steps.order_by()}
    known: dict[str, dict[UUID, SkillState]] = defaultdict(dict)
    for (moment, player), step in stored.items():
        known[moment][player] = states.state_of(step)
    after = states.states_after(sessions, before=before, known=known)
    changed = []
    for step in states.build_steps(sessions, after):
        old = stored.pop((step.moment, step.player_id), None)
        if old is None or states.state_of(old) != states.state_of(step):
            step.list = rating_list
            changed.append(step)
    RatingStep.objects.filter(pk__in=[step.pk for step in stored.values()]).delete()
    # Foreign keys lock the sessions: every process locks several sessions in the order of their ids.
    changed.sort(key=lambda step: step.session_id)
    RatingStep.objects.bulk_create(
        changed,
        batch_size=1000,
        update_conflicts=True,
        unique_fields=["list", "player", "moment"],
        update_fields=STATE,
    )
    return {step.player_id for step in (*stored.values(), *changed)}


def _replace_ratings(rating_list: RatingList, players: QuerySet[Player]) -> None:
    """Replace the ratings of these players by their last steps, where they differ."""
    ratings = Rating.objects.filter(list=rating_list, player__in=players)
    stored = {row.player_id: row for row in ratings}
    changed = []
    for step in states.last_steps(RatingStep.objects.filter(list=rating_list), players):
        old = stored.pop(step.player_id, None)
        state = states.state_of(step)
        if old is None or (old.moment, states.state_of(old)) != (step.moment, state):
            changed.append(
                Rating(
                    list=rating_list,
                    club_id=rating_list.club_id,
                    player_id=step.player_id,
                    moment=step.moment,
                    input_digest=state.digest,
                    **state.skill._asdict(),
                )
            )
    Rating.objects.filter(pk__in=[row.pk for row in stored.values()]).delete()
    Rating.objects.bulk_create(
        changed,
        batch_size=1000,
        update_conflicts=True,
        unique_fields=["list", "player"],
        update_fields=["moment", *STATE],
    )
