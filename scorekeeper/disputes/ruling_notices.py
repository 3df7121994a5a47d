"""Whose points or place a ruling changed: whoever sat there is told, for a while.

Nothing is kept of it: the session is judged with the hand as it was before the ruling, and as the ruling left it; what else
was written since stays in both.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from operator import gt, lt
from typing import NamedTuple
from uuid import UUID

from django.core.cache.backends.locmem import LocMemCache
from django.utils import timezone

import referee
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.adjudication import effects, judging
from scorekeeper.clubs import player_merges
from scorekeeper.models import Hand, HandRevision, Player, Ruling, Seat, User

TOLD_FOR = timedelta(days=14)
LOOKED_AT = 10
"""So many of the newest rulings at one's own tables are looked at."""
_by_digest = LocMemCache("affected", {"timeout": None, "max_entries": 500})  # lost without harm


class Change(NamedTuple):
    """What a ruling made of a seat's total, and of its place in the session."""

    points: float  # more or less than before
    place: int | None  # the new one, if it is another


class Told(NamedTuple):
    """A ruling, and what it means for whoever is told."""

    ruling: Ruling
    change: Change


def told_to(user: User, *, known: Collection[str] = ()) -> Iterator[Told]:
    """The rulings of late that changed one's points or place, the newest first; ``known`` are ids not to be told again.

    One query where nobody ruled on anything.
    """
    since = timezone.now() - TOLD_FOR
    of_late = Ruling.objects.filter(club__in=access.clubs_where(user, Action.SEE), at__gte=since)
    others = of_late.exclude(by=user).exclude(pk__in=known).order_by("-at", "pk")
    related = ("revision", "dispute__hand__adjudication", "dispute__hand__session__head", "dispute__hand__session__result")  # fmt: skip
    rulings = list(others.select_related(*related)[:100])
    seats = _seats(user, rulings) if rulings else {}
    sat = [ruling for ruling in rulings if ruling.dispute.hand.session_id in seats]
    for ruling in sat[:LOOKED_AT]:
        change = changes(ruling).get(seats[ruling.dispute.hand.session_id])
        if change:
            yield Told(ruling, change)


def changes(ruling: Ruling) -> Mapping[int, Change]:
    """What a ruling changed, by seat; nothing where it is no longer to be told."""
    hand = ruling.dispute.hand
    digest = referee.sha256(referee.canonical([str(ruling.pk), hand.session.result.input_digest]))
    remembered: Mapping[int, Change] | None = _by_digest.get(digest)
    found = _judged(ruling, hand) if remembered is None else remembered
    _by_digest.set(digest, found)
    return found


def _judged(ruling: Ruling, hand: Hand) -> Mapping[int, Change]:
    earlier = hand.revisions.filter(number=ruling.revision.number - 1).first()
    if earlier is None:
        return {}
    try:
        before, after = (_with(hand, revision) for revision in (earlier, ruling.revision))
    except referee.MalformedError:  # under the rules of today it cannot be read
        return {}
    return dict(_differences(before, after, hand.position))


def _with(hand: Hand, revision: HandRevision) -> effects.Outcome:
    """The session with the hand as it was; what was played before it stays as it is."""
    later = hand.session.hands.filter(position__gt=hand.position).select_related("head")
    sheets = {hand.position: judging.hand_record(revision)}
    sheets |= {row.position: judging.hand_record(row.head) for row in later.order_by("position")}
    carried = referee.Carried.from_json(hand.adjudication.carried_in)
    return effects.outcome_of(sheets, judging.rules_of(hand.session), carried)


def _differences(
    before: effects.Outcome, after: effects.Outcome, position: int
) -> Iterator[tuple[int, Change]]:
    """Of the totals; where the record does not prove these, of the points of the hand."""
    if before.totals is None or after.totals is None:
        was, now = (outcome.answers[position].get("points") or [] for outcome in (before, after))
        for seat, (old, new) in enumerate(zip(was, now, strict=False), 1):
            if old != new and None not in (old, new):
                yield seat, Change(points=new - old, place=None)
        return
    places = (
        _places(outcome.totals or [], lowest=after.lowest_wins) for outcome in (before, after)
    )
    rows = zip(before.totals, after.totals, *places, strict=True)
    for seat, (was, now, old, new) in enumerate(rows, 1):
        if was != now or old != new:
            yield seat, Change(points=now - was, place=None if old == new else new)


def _places(totals: Sequence[float], *, lowest: bool) -> list[int]:
    """Equal totals share the better place.

    >>> _places([5, 9, 9, 1], lowest=False)
    [3, 1, 1, 4]
    """
    better = lt if lowest else gt
    return [1 + sum(better(other, own) for other in totals) for own in totals]


def _seats(user: User, rulings: Iterable[Ruling]) -> Mapping[UUID, int]:
    """Where somebody sat in the sessions of these rulings, under whatever name they were written down."""
    clubs = {ruling.club_id for ruling in rulings}
    sessions = {ruling.dispute.hand.session_id for ruling in rulings}
    own = Player.objects.filter(club__in=clubs, user=user)
    everybody = {pk for player in own for pk in player_merges.identities_of(player)}
    seats = Seat.objects.filter(session__in=sessions, player__in=everybody)
    return dict(seats.values_list("session", "number"))
