"""How everybody did in each session, as far as statistics count it: kept with the session's result.

A result that is made anew begins without.  Whoever asks next, or the worker, counts what is missing, no more.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import Q, QuerySet

from scorekeeper.models import Result, Seat, Session
from scorekeeper.standings import scope as standings_scope
from scorekeeper.statistics import counted_hands, play_counts
from scorekeeper.statistics.counted_hands import Wanted
from scorekeeper.statistics.player_figures import Ledger, Showing

FORM = 1
"""Of what is kept.  What was kept in another form is counted anew."""
BATCH = 100  # sessions counted at a time
READ = 2000  # rows read at a time

Kept: TypeAlias = dict[str, Any]
"""A session's showings as JSON: the form, and a list for each seat, the player first."""
NOTHING: Kept = {"form": FORM, "seats": []}


class Shown(NamedTuple):
    """How somebody did in a session."""

    player: UUID  # as they were written down
    showing: Showing


class Evening(NamedTuple):
    """A session, and how everybody did there."""

    day: date
    season: UUID | None
    shown: list[Shown]


def evenings(wanted: Wanted, seated: Collection[UUID] = ()) -> Iterator[Evening]:
    """The sessions that are wanted, in the order of play; ``seated`` leaves those in which one of these sat.

    Two queries, once everything is counted.
    """
    results = _results(wanted, seated)
    while count(list(results.filter(_missing()).values_list("session", flat=True))):
        pass  # something was written meanwhile
    rows = (
        results.annotate(day=standings_scope.day_of("session__"))
        .order_by("day", "session__created_at", "session")
        .values_list("day", "session__season", "showings")
    )
    for day, season, said in rows.iterator(chunk_size=READ):
        yield Evening(day, season, _read(said or NOTHING))


def count_missing(*, stop: Callable[[], bool]) -> int:
    """Count what is missing before somebody asks, until told to stop; how many sessions were counted."""
    counted = 0
    missing = Result.objects.filter(showings=None).order_by("pk").values_list("pk", flat=True)
    while not stop() and (found := list(missing[:BATCH])):
        counted += count(found)
    return counted


def count(sessions: Sequence[UUID]) -> int:
    """Count these sessions and keep what they come to; how many there were.

    A result that changes meanwhile stays without.
    """
    for start in range(0, len(sessions), BATCH):
        some = sessions[start : start + BATCH]
        before = dict(Result.objects.filter(pk__in=some).values_list("pk", "input_digest"))
        for session, shown in from_hands(some).items():
            same = Result.objects.filter(pk=session, input_digest=before.get(session))
            same.update(showings=_written(shown))
    return len(sessions)


def from_hands(sessions: Sequence[UUID]) -> dict[UUID, list[Shown]]:
    """What these sessions come to, from the scores and answers of their hands: three queries."""
    wanted = Wanted(sessions=Session.objects.filter(pk__in=sessions))
    ledgers: dict[UUID, dict[int, Ledger]] = defaultdict(lambda: defaultdict(Ledger))
    for hand in counted_hands.in_order(wanted):
        for seated in hand.seats:
            ledgers[hand.session][seated.seat].add(hand, seated)
    for told in play_counts.done(wanted):
        ledgers[told.session][told.seat].deeds += told.counted
    found: dict[UUID, list[Shown]] = {session: [] for session in sessions}
    seats = Seat.objects.filter(session__in=sessions).order_by("session", "number")
    for session, seat, player in seats.values_list("session", "number", "player"):
        if seat in ledgers[session]:
            found[session].append(Shown(player, ledgers[session][seat].showing()))
    return found


def kept(sessions: Sequence[UUID]) -> dict[UUID, list[Shown]]:
    """What is kept of those of these sessions that are counted."""
    rows = Result.objects.filter(pk__in=sessions).exclude(_missing())
    return {pk: _read(said or NOTHING) for pk, said in rows.values_list("pk", "showings")}


def _results(wanted: Wanted, seated: Collection[UUID]) -> QuerySet[Result]:
    results = Result.objects.filter(session__in=wanted.narrowed().values("pk")).order_by()
    if not seated:
        return results
    return results.filter(session__in=Seat.objects.filter(player__in=seated).values("session"))


def _missing() -> Q:
    return Q(showings=None) | ~Q(showings__startswith=f'{{"form":{FORM},')


def _written(shown: Iterable[Shown]) -> Kept:
    return {"form": FORM, "seats": [[str(player), *showing] for player, showing in shown]}


def _read(said: Kept) -> list[Shown]:
    return [Shown(_player(player), Showing(*showing)) for player, *showing in said["seats"]]


@lru_cache(maxsize=10_000)
def _player(said: str) -> UUID:
    return UUID(said)
