"""The last cards of finished hands, solved with all cards open: where a certain win was taken or given away.

A hand waits while its adjudication was not the one that was solved (`waiting`).  Workers take one hand at a time, the clubs in turn,
and hold no lock meanwhile: a hand may take many seconds, and whoever corrects it waits for nobody.  What they find is stored only
if the hand is still as it was.  A killed worker leaves nothing behind; the next one begins its hand anew.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Now

import referee
from scorekeeper import polls, set_aside
from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards, judging
from scorekeeper.models import Adjudication, Club, Departure, Hand, Result, Session, SolvedEnding
from scorekeeper.models.adjudications import FINISHED
from scorekeeper.replays import hand_index
from scorekeeper.set_aside import Item, WorkKind

LATEST = 5  # sessions of a club, whose hands come first
AT_ONCE = 20  # hands that are looked for together

Claim = Callable[[str], AbstractContextManager[bool]]
"""Claims a name for the time of a block; gives whether no other worker has it."""


class EndingState(StrEnum):
    """Whether it is known what became of the certain wins of a hand."""

    SOLVED = "solved"
    WAITING = "waiting"
    FAILED = "failed"  # workers could not look at it; an operator sees why
    NOTHING = "nothing"  # there is nothing to show, or not to this person


class Ending(NamedTuple):
    """What was solved of a hand as it is now: ``analysis`` is `hand-analysis/1`."""

    state: EndingState
    analysis: referee.JsonObject | None = None


NO_ENDING = Ending(EndingState.NOTHING)


def waiting() -> QuerySet[Adjudication]:
    """Return the adjudications of finished hands whose endings are to be solved, those that failed lately left out."""
    unsolved = Adjudication.objects.filter(status=FINISHED).exclude(solved_for=F("input_digest"))
    return unsolved.filter(
        set_aside.is_ready(WorkKind.ENDING, "hand", version=OuterRef("input_digest"))
    )


def is_work_waiting() -> bool:
    """Return whether an ending waits to be solved."""
    return _waiting_clubs().exists()


class GivenUpError(Exception):
    """A worker was asked to end in the middle of a hand."""


def solve_waiting(
    *,
    stop: Callable[[], bool],
    give_up: Callable[[], bool] = lambda: False,
    claim: Claim = lambda _: nullcontext(enter_result=True),
) -> int:
    """Solve endings until none waits or ``stop()`` is true; return how many hands were looked at.

    If ``give_up()`` is true, the hand in progress is left as it was.

    Safe to run twice and in parallel: workers that ``claim`` hands share them.  A hand that fails is set aside (`set_aside`).
    """
    solved, clubs = 0, deque(_waiting_clubs().values_list("pk", flat=True))
    while clubs and not (stop() or give_up()):
        club = clubs.popleft()
        for hand, digest in _next_hands(club):
            with claim(f"ending-{hand}") as is_ours:
                if not is_ours:
                    continue
                item = _item(hand, club, digest)
                set_aside.attempt(item, lambda item=item: _solve(item, give_up), within=nullcontext)  # type: ignore[misc]
            solved += 1
            clubs.append(club)
            break
    return solved


def ending_of(hand: Hand, person: Person) -> Ending:
    """Return what was solved of a hand, for whom its replay shows all cards."""
    if not hand.club.solves_endings or not _is_solvable(hand):
        return NO_ENDING
    if hidden_cards.hides_cards(hand, person):
        return NO_ENDING
    digest = hand.adjudication.input_digest
    row = SolvedEnding.objects.filter(pk=hand.pk, input_digest=digest).first()
    if row is not None:
        return Ending(EndingState.SOLVED, row.analysis)
    is_ready = set_aside.only_ready([_item(hand.pk, hand.club_id, digest)])
    return Ending(EndingState.WAITING if is_ready else EndingState.FAILED)


def _item(hand: UUID, club: UUID, digest: str) -> Item:
    return Item(WorkKind.ENDING, hand, club, digest)


def _is_solvable(hand: Hand) -> bool:
    rules = referee.VARIANTS.get(hand.session.variant)
    is_climbing = rules is not None and rules.family is referee.Family.CLIMBING
    is_played = bool(hand.adjudication.answer.get("events"))
    return is_climbing and is_played and hand.adjudication.status == FINISHED


def _waiting_clubs() -> QuerySet[Club]:
    has_left = Exists(Departure.objects.filter(club=OuterRef("pk")))
    return Club.objects.filter(
        ~has_left, Exists(waiting().filter(club=OuterRef("pk"))), solves_endings=True
    ).order_by("pk")


def _next_hands(club: UUID) -> Iterator[tuple[UUID, str]]:
    """Yield some hands of a club that wait, with their digests: those of its latest sessions first."""
    of_club = waiting().filter(club=club)
    latest = Session.objects.filter(club=club).order_by("-created_at")[:LATEST]
    newest = of_club.filter(hand__session__in=list(latest.values_list("pk", flat=True)))
    for rows in (newest.order_by("-hand__session__created_at", "-hand__position"), of_club):
        yield from rows.values_list("hand", "input_digest")[:AT_ONCE]


def _solve(item: Item, give_up: Callable[[], bool]) -> bool:
    """Solve a hand and store what was found, unless the hand has changed meanwhile; return False if it was given up."""

    def between() -> None:
        if give_up():
            raise GivenUpError

    hand = Hand.objects.select_related("club", "head", "adjudication", "session__head").get(
        pk=item.row
    )
    try:
        _store(hand, _analyze(hand, between) if _is_solvable(hand) else None)
    except GivenUpError:
        return False
    return True


def _analyze(hand: Hand, between: Callable[[], object]) -> referee.HandAnalysis:
    try:
        table = judging.table_of(hand)
    except referee.MalformedError as error:  # a recorded hand may contradict itself
        return referee.HandAnalysis(reason=error.code)
    return referee.analyze_hand(table, seed=hand.adjudication.input_digest, between=between)


@transaction.atomic
def _store(hand: Hand, analysis: referee.HandAnalysis | None) -> None:
    digest = hand.adjudication.input_digest
    answer = Adjudication.objects.filter(pk=hand.pk, input_digest=digest)
    if not answer.update(solved_for=digest):
        return
    found_out = None if analysis is None else analysis.as_json()
    hand_index.replace_ending(hand.pk, digest, found_out)
    if analysis is None:
        SolvedEnding.objects.filter(pk=hand.pk).delete()
        return
    SolvedEnding.objects.update_or_create(
        pk=hand.pk,
        defaults={
            "club_id": hand.club_id,
            "input_digest": digest,
            "analysis": found_out,
            "by_seat": _by_seat(analysis),
            "solved_at": Now(),
        },
    )
    Result.objects.filter(session=hand.session_id).update(showings=None)  # statistics count it
    polls.renew(hand.club_id)


def _by_seat(analysis: referee.HandAnalysis) -> dict[str, list[int]]:
    counts = Counter(
        (decision.seat, kind)
        for decision in analysis.decisions
        for kind in (decision.mark, "settled" if decision.is_settled else "")
    )
    seats = sorted({decision.seat for decision in analysis.decisions})
    return {
        str(seat): [counts[seat, kind] for kind in ("taken", "given-away", "settled")]
        for seat in seats
    }
