"""Ratings are counted on from the first session in which something changed, in the order of play.

So many sessions are rated in a transaction, and a list is gone on with wherever it was left, by whomever.  Sessions whose
places and players are what they were when they were rated stay as they are.  The ratings of a list are those of before
until the last of its sessions is reached.
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
from scorekeeper.ratings.plackett_luce import BEGINNER, METHOD, Reached, Skill

BATCH = 200  # sessions rated in one transaction


def count_waiting(*, stop: Callable[[], bool]) -> int:
    """Count every list on until told to stop; how many transactions that took.  Workers share the lists."""
    taken = 0
    noted = Rerating.objects.filter(club=OuterRef("pk"))
    for club in Club.objects.filter(Exists(noted)).order_by("pk").values_list("pk", flat=True):
        while not stop() and rating_lists.take(club, Rerating.objects.filter(club=club)):
            taken += 1
    for pk in rating_lists.waiting().values_list("pk", flat=True):
        while not stop() and go_on(pk, patient=False):
            taken += 1
    return taken


def count_all_of(club: UUID) -> None:
    """Count every list of a club to its end."""
    while rating_lists.take(club, Rerating.objects.filter(club=club)):
        pass
    for pk in rating_lists.waiting().filter(club=club).values_list("pk", flat=True):
        while go_on(pk, patient=True):
            pass


def is_anything_left() -> bool:
    """Is there work for count_waiting?"""
    return Rerating.objects.exists() or rating_lists.waiting().exists()


@transaction.atomic
def go_on(pk: int, *, patient: bool) -> bool:
    """Rate the next sessions of a list; False: there are none, or somebody else is at it and one is not patient."""
    lists = RatingList.objects.select_for_update(no_key=True, skip_locked=not patient)
    held = lists.filter(pk=pk).first()
    start = rating_lists.start_of(held) if held else ""
    if held is None or not start:
        return False
    rows = list(rating_lists.sessions_of(held).filter(moment__gte=start)[: BATCH + 1])
    rated, next_one = rows[:BATCH], rows[BATCH:]
    kept = RatingStep.objects.filter(list=held, moment__gte=start)
    if next_one:
        kept = kept.filter(moment__lt=next_one[0].moment)
    concerned = _rate(held, rated, kept, start=start)
    if not next_one:
        _settle(held, None if held.under_way else concerned)
    held.counted_from = next_one[0].moment if next_one else ""
    held.under_way, held.method = bool(next_one), METHOD
    held.save(update_fields=["counted_from", "under_way", "method"])
    return True


def _rate(
    held: RatingList, rated: Sequence[RatedSession], kept: QuerySet[RatingStep], *, start: str
) -> set[UUID]:
    """Put these sessions' steps in the place of the kept ones; the players of all that is another now."""
    told = {row.moment: finishing_orders.kept(row) for row in rated}
    way = _way_until(held, {player for each in told.values() for player in each.players}, start)
    there: dict[str, list[RatingStep]] = defaultdict(list)
    for step in kept.order_by():
        there[step.moment].append(step)
    new: list[RatingStep] = []
    for row in rated:
        seated = told[row.moment]
        came = [way.get(player, BEGINNER) for player in seated.players]
        digest = plackett_luce.digest_of(came, row.input_digest)
        if [step.input_digest for step in there[row.moment]] == [digest] * len(came):
            way.update({step.player_id: _reached(step) for step in there.pop(row.moment)})
            continue
        reached = plackett_luce.after_session(came, seated)
        way.update(zip(seated.players, reached, strict=True))
        new += (_step(held, row, player, way[player]) for player in seated.players)
    gone = [step for steps in there.values() for step in steps]
    RatingStep.objects.filter(pk__in=[step.pk for step in gone]).delete()
    new.sort(key=lambda step: step.session_id)  # whoever locks many sessions does so by id
    RatingStep.objects.bulk_create(new, batch_size=1000)
    return {step.player_id for step in (*gone, *new)}


def _way_until(held: RatingList, players: Collection[UUID], start: str) -> dict[UUID, Reached]:
    """Where these players were before a moment."""
    before = RatingStep.objects.filter(list=held, moment__lt=start)
    return {step.player_id: _reached(step) for step in _last(before, players)}


def _last(steps: QuerySet[RatingStep], players: Collection[UUID]) -> QuerySet[RatingStep]:
    """The last of these steps of each of these players."""
    theirs = steps.filter(player=OuterRef("pk")).order_by("-moment").values("pk")[:1]
    last = Player.objects.filter(pk__in=players).order_by().values_list(Subquery(theirs))
    return RatingStep.objects.filter(pk__in=last).order_by()


def _reached(step: RatingStep) -> Reached:
    return Reached(Skill(step.mu, step.sigma, step.hands), step.input_digest)


def _step(held: RatingList, row: RatedSession, player: UUID, reached: Reached) -> RatingStep:
    return RatingStep(
        list=held,
        club_id=held.club_id,
        session_id=row.session_id,
        player_id=player,
        moment=row.moment,
        input_digest=reached.digest,
        **reached.skill._asdict(),
    )


def _settle(held: RatingList, players: Collection[UUID] | None) -> None:
    """Write down anew where these players ended up; None: all of them."""
    steps, ratings = RatingStep.objects.filter(list=held), Rating.objects.filter(list=held)
    if players is None:
        players = set(steps.order_by().values_list("player", flat=True).distinct())
    else:
        ratings = ratings.filter(player__in=players)
    columns = ("player_id", "moment", "mu", "sigma", "hands", "input_digest")
    new = [
        Rating(list=held, club_id=held.club_id, **row)
        for row in _last(steps, players).values(*columns)
    ]
    ratings.delete()
    Rating.objects.bulk_create(new, batch_size=1000)
