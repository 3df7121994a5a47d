"""Notices to players whose points or place a recent ruling changed.

Nothing is stored.  The session is adjudicated twice, with the hand before and after the ruling; later amendments are
part of both.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
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
from scorekeeper.sessions.score_sheet import places

NOTICE_PERIOD = timedelta(days=14)
MAX_RULINGS = 10
"""The number of newest rulings in a user's own sessions that are examined."""
_by_digest = LocMemCache("affected", {"timeout": None, "max_entries": 500})


class RulingChange(NamedTuple):
    """A ruling's effect on a seat's total and place in the session."""

    points: float  # added to the total
    place: int | None  # the new place; None if unchanged


class RulingNotice(NamedTuple):
    """A ruling, and its effect on the user's seat."""

    ruling: Ruling
    change: RulingChange


def notices_for(user: User, *, read: Collection[str] = ()) -> Iterator[RulingNotice]:
    """Yield recent rulings by others that changed the user's points or place, newest first.

    Rulings whose ids are in ``read`` are left out.  Needs one query if there are no recent rulings.
    """
    since = timezone.now() - NOTICE_PERIOD
    recent = Ruling.objects.filter(club__in=access.clubs_where(user, Action.SEE), at__gte=since)
    others = recent.exclude(by=user).exclude(pk__in=read).order_by("-at", "pk")
    related = (
        "revision",
        "dispute__hand__adjudication",
        "dispute__hand__session__head",
        "dispute__hand__session__result",
    )
    rulings = list(others.select_related(*related)[:100])
    seats = _seats(user, rulings) if rulings else {}
    in_own_sessions = [ruling for ruling in rulings if ruling.dispute.hand.session_id in seats]
    for ruling in in_own_sessions[:MAX_RULINGS]:
        change = changes_by_seat(ruling).get(seats[ruling.dispute.hand.session_id])
        if change:
            yield RulingNotice(ruling, change)


def changes_by_seat(ruling: Ruling) -> Mapping[int, RulingChange]:
    """Return the ruling's effects by seat; empty if it changed nothing or cannot be computed any more."""
    hand = ruling.dispute.hand
    digest = referee.sha256(referee.canonical([str(ruling.pk), hand.session.result.input_digest]))
    cached: Mapping[int, RulingChange] | None = _by_digest.get(digest)
    changed = _compare(ruling, hand) if cached is None else cached
    _by_digest.set(digest, changed)
    return changed


def _compare(ruling: Ruling, hand: Hand) -> Mapping[int, RulingChange]:
    earlier = hand.revisions.filter(number=ruling.revision.number - 1).first()
    if earlier is None:
        return {}
    try:
        later = list(
            hand.session.hands.filter(position__gt=hand.position)
            .select_related("head", "adjudication")
            .order_by("position")
        )
        before, after = (
            _outcome_with(hand, revision, later) for revision in (earlier, ruling.revision)
        )
    except referee.MalformedError:  # the record is invalid under the current rules
        return {}
    return dict(_differences(before, after, hand.position))


def _outcome_with(
    hand: Hand, revision: HandRevision, later: Sequence[Hand]
) -> effects.SessionOutcome:
    """Return the session's outcome with this revision of the hand; earlier hands are not adjudicated again."""
    records = {hand.position: judging.hand_record(revision)}
    records |= {row.position: judging.hand_record(row.head) for row in later}
    carried = referee.Carried.from_json(hand.adjudication.carried_in)
    rules = judging.rules_of(hand.session)
    own_rules = effects.rules_by_position(hand.session, [hand, *later])
    return effects.outcome_of(records, rules, carried, own_rules=own_rules)


def _differences(
    before: effects.SessionOutcome, after: effects.SessionOutcome, position: int
) -> Iterator[tuple[int, RulingChange]]:
    """Yield changes of the totals or, if the record does not prove these, of the hand's points."""
    if before.totals is None or after.totals is None:
        points = (outcome.answers[position].get("points") or [] for outcome in (before, after))
        for seat, (old, new) in enumerate(zip(*points, strict=False), 1):
            if old != new and None not in (old, new):
                yield seat, RulingChange(points=new - old, place=None)
        return
    totals = before.totals, after.totals
    both = (places(each, lowest=after.lowest_wins) for each in totals)
    rows = zip(*totals, *both, strict=True)
    for seat, (old_total, new_total, old_place, new_place) in enumerate(rows, 1):
        if old_total != new_total or old_place != new_place:
            place = None if old_place == new_place else new_place
            yield seat, RulingChange(points=new_total - old_total, place=place)


def _seats(user: User, rulings: Iterable[Ruling]) -> Mapping[UUID, int]:
    """Map the rulings' sessions to the user's seat, as any player merged with the user's own."""
    clubs = {ruling.club_id for ruling in rulings}
    sessions = {ruling.dispute.hand.session_id for ruling in rulings}
    own = Player.objects.filter(club__in=clubs, user=user)
    everybody = {pk for player in own for pk in player_merges.identities_of(player)}
    seats = Seat.objects.filter(session__in=sessions, player__in=everybody)
    return dict(seats.values_list("session", "number"))
