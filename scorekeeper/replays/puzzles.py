"""Puzzles from public hands: found by workers, and shown to everybody.

The hands of a session are searched whenever its result changes, each alone; a hand that did not change keeps its puzzles.  A worker
that is killed loses the hand it was at.  A puzzle is shown as long as its hand is finished, public, and as it was when the puzzle was
found; workers then delete it.  It says nothing about who played.
"""

import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from functools import partial
from hashlib import sha256
from time import monotonic

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Value

import referee
from scorekeeper import set_aside
from scorekeeper.access import Person, clubs_seen_by
from scorekeeper.adjudication import judging
from scorekeeper.models import Hand, Puzzle, PuzzleSearch, Result, Visibility
from scorekeeper.set_aside import Item, WorkKind

VERSION = 1
"""Grows when the search comes to other puzzles, so that all hands are searched again."""
PIECE_SECONDS = 2.0  # after which it is another club's turn
FINISHED = "finished"
_NAMESPACE = uuid.UUID("0b0b0e1c-94a7-4c38-8d38-0a8e5a5b7f63")
_PUBLIC_SESSION = Q(session__visibility=Visibility.PUBLIC, session__club__visibility=Visibility.PUBLIC)  # fmt: skip


class HandsFailedError(Exception):
    """Hands of a session could not be searched; each is noted as failed."""


# -- what is shown ------------------------------------------------------------------------------


def puzzles_shown_to(person: Person) -> QuerySet[Puzzle]:
    """Return the puzzles that somebody may see, each position once.

    They are those of public hands, for everybody, and those without a hand of clubs that this person may see.
    """
    current = _current(Puzzle.objects.all(), person)
    earlier = _current(Puzzle.objects.filter(position=OuterRef("position")), person)
    return current.filter(~Exists(earlier.filter(pk__lt=OuterRef("pk"))))


def _current(puzzles: QuerySet[Puzzle], person: Person) -> QuerySet[Puzzle]:
    is_current = Q(
        hand__session__visibility=Visibility.PUBLIC,
        hand__session__club__visibility=Visibility.PUBLIC,
        hand__adjudication__status=FINISHED,
        hand__adjudication__input_digest=F("input_digest"),
    )
    without_hand = Q(hand=None, club__in=clubs_seen_by(person).values("pk"))
    return puzzles.filter(is_current | without_hand)


def puzzle_of_day(puzzles: QuerySet[Puzzle], day: date) -> Puzzle | None:
    """Return the puzzle of a day: the same for all who see the same puzzles.  None if there is none."""
    return puzzle_following(
        puzzles, uuid.UUID(bytes=sha256(day.isoformat().encode()).digest()[:16])
    )


def puzzle_following(puzzles: QuerySet[Puzzle], after: uuid.UUID) -> Puzzle | None:
    """Return the next puzzle after an id, from the last one on the first; None if there is none."""
    rows = puzzles.order_by("pk")
    return rows.filter(pk__gt=after).first() or rows.first()


# -- how they are found -------------------------------------------------------------------------


def find_waiting(*, stop: Callable[[], bool]) -> int:
    """Search sessions that changed until ``stop`` says so; return the number of pieces.

    The clubs take turns, those with the fewest sessions first.  What fails is set aside (`set_aside`).
    """
    for pk in _hidden().values_list("pk", flat=True)[:1000]:
        with transaction.atomic():
            Puzzle.objects.filter(hand__session=pk).delete()
            PuzzleSearch.objects.filter(pk=pk).delete()
    clubs = _waiting().order_by().values_list("club").annotate(count=Count("pk"))
    rows = [club for club, _ in sorted(clubs, key=lambda row: (row[1], row[0]))]
    item = partial(Item, WorkKind.PUZZLES)
    return set_aside.in_turn(
        rows, lambda club: item(club, club), _search_next, stop=stop, within=set_aside.several_transactions
    )  # fmt: skip


def is_work_waiting() -> bool:
    """Return whether a session is to be searched, or its puzzles are to be deleted."""
    return _waiting().exists() or _hidden().exists()


def _waiting() -> QuerySet[Result]:
    """Return the results of public sessions that were not searched as they are now, but for those that failed and wait."""
    searched = PuzzleSearch.objects.filter(
        session=OuterRef("pk"), version=VERSION, input_digest=OuterRef("input_digest")
    )
    is_ready = set_aside.is_ready(
        WorkKind.PUZZLES, version=OuterRef("input_digest"), part=Value("")
    )
    return Result.objects.filter(_PUBLIC_SESSION, ~Exists(searched), is_ready)


def _hidden() -> QuerySet[PuzzleSearch]:
    """Return the searches in sessions that are no longer public."""
    return PuzzleSearch.objects.exclude(_PUBLIC_SESSION).order_by("pk")


def _search_next(club: uuid.UUID) -> bool:
    """Search some hands of the next session of a club; return whether there was one."""
    row = _waiting().filter(club=club).order_by("pk").values_list("pk", "input_digest").first()
    if row is None:
        return False
    session, digest = row
    search = partial(_search_session, session, club, digest)
    item = Item(WorkKind.PUZZLES, session, club, digest)
    set_aside.attempt(item, search, within=set_aside.several_transactions)
    return True


def _search_session(session: uuid.UUID, club: uuid.UUID, digest: str) -> None:
    """Search hands of a session for a while.  Raises HandsFailedError if only hands that failed are left."""
    latest = monotonic() + PIECE_SECONDS
    search = _search_of(session, club)
    hands = dict(_finished(session).values_list("pk", "adjudication__input_digest"))
    _delete_outdated(search, hands)
    left = [pk for pk, version in hands.items() if search.searched.get(str(pk)) != version]
    items = {pk: Item(WorkKind.PUZZLES, session, club, digest, pk.hex) for pk in left}
    for item in set_aside.only_ready(items.values()):
        if monotonic() > latest:
            return
        pk = uuid.UUID(item.part)
        search_hand = partial(_search_hand, search, pk, hands[pk])
        if set_aside.attempt(item, search_hand, within=set_aside.several_transactions):
            left.remove(pk)
    if left:
        raise HandsFailedError(f"{len(left)} hands could not be searched")
    PuzzleSearch.objects.filter(pk=session).update(input_digest=digest)


def _search_of(session: uuid.UUID, club: uuid.UUID) -> PuzzleSearch:
    """Return how far a session was searched; by another version, nothing was."""
    defaults = {"club_id": club, "version": VERSION}
    search, _ = PuzzleSearch.objects.get_or_create(session_id=session, defaults=defaults)
    if search.version != VERSION:
        search.version, search.input_digest, search.searched = VERSION, "", {}
        search.save()
    return search


def _finished(session: uuid.UUID) -> QuerySet[Hand]:
    return Hand.objects.filter(session=session, adjudication__status=FINISHED).order_by("position")


def _delete_outdated(search: PuzzleSearch, hands: dict[uuid.UUID, str]) -> None:
    """Delete puzzles of hands that are no longer finished, or no longer as they were."""
    puzzles = Puzzle.objects.filter(hand__session=search.pk).values_list(
        "pk", "hand", "input_digest"
    )
    gone = [pk for pk, hand, digest in puzzles if hands.get(hand) != digest]
    Puzzle.objects.filter(pk__in=gone).delete()


def _search_hand(search: PuzzleSearch, pk: uuid.UUID, digest: str) -> bool:
    """Replace the puzzles of a hand, and note that it was searched, in one transaction."""
    hand = Hand.objects.select_related("session__head", "head", "adjudication").get(pk=pk)
    rows = [] if hand.adjudication.input_digest != digest else [
        puzzle_row(puzzle, club=hand.club_id, hand=hand) for puzzle in puzzles_in(hand)
    ]  # fmt: skip
    with transaction.atomic():
        # a change to the session waits meanwhile, and a second worker sees what the first one noted
        locked = PuzzleSearch.objects.select_for_update().get(pk=search.pk)
        Puzzle.objects.filter(hand=hand).delete()
        Puzzle.objects.bulk_create(rows)
        locked.searched = {**locked.searched, str(pk): digest}
        locked.save(update_fields=["searched"])
    return True


def puzzles_in(hand: Hand) -> Iterator[referee.SolvedPuzzle]:
    """Yield the puzzles of a finished hand whose positions can be rebuilt from their keys; of one judged by an earlier edition of the rules, none."""
    table = judging.table_of(hand)
    if table.rules.digest != hand.adjudication.rules_digest:
        return
    for puzzle in referee.puzzles(table):
        with suppress(referee.MalformedError):  # cards came about by illegal plays
            referee.table_from_key(puzzle.key)
            yield puzzle


def puzzle_row(
    puzzle: referee.SolvedPuzzle, *, club: uuid.UUID, hand: Hand | None = None
) -> Puzzle:
    """Return the unsaved row of a puzzle; ``hand`` is the hand that it comes from, None for one that programs played."""
    name = f"{hand.pk} {puzzle.key}" if hand else puzzle.key
    table = referee.table_from_key(puzzle.key)
    return Puzzle(
        id=uuid.uuid5(_NAMESPACE, name),
        club_id=club,
        hand=hand,
        input_digest=hand.adjudication.input_digest if hand else "",
        event=puzzle.event,
        key=puzzle.key,
        position=referee.sha256(puzzle.key),
        variant=table.rules.variant,
        seat=puzzle.seat,
        cards_left=sum(len(cards or ()) for cards in table.holdings),
        choices=list(puzzle.choices),
        play=puzzle.play,
        line=list(puzzle.line),
        plausible=puzzle.plausible,
        theme=puzzle.theme,
        difficulty=puzzle.difficulty,
        tree=puzzle.tree,
    )
