"""The rows by which hands are found.  ``builder`` writes them with the replay, in the same transaction."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from scorekeeper.models import HandFact, IndexedHand, Replay
from scorekeeper.replays.hand_facts import (
    BUILT_WITH_THE_HAND,
    FactKind,
    FactMoment,
    Facts,
    HandSummary,
)


def replace(replays: Sequence[Replay], summaries: Mapping[UUID, HandSummary | None]) -> None:
    """Write the index of hands whose replays these are.  A hand without a summary leaves the index.

    Facts of other kinds stay as long as the hand is judged as it was.
    """
    digests = {row.hand_id: row.input_digest for row in replays}
    before = IndexedHand.objects.filter(hand__in=digests).values_list("hand", "input_digest")
    same = [hand for hand, digest in before if digests[hand] == digest and summaries.get(hand)]
    facts = HandFact.objects.filter(hand__in=digests)
    facts.exclude(hand__in=same).delete()
    facts.filter(kind__in=BUILT_WITH_THE_HAND).delete()
    IndexedHand.objects.filter(hand__in=digests).delete()
    indexed = [(row, summary) for row in replays if (summary := summaries.get(row.hand_id))]
    IndexedHand.objects.bulk_create(
        IndexedHand(
            hand_id=row.hand_id,
            club_id=row.club_id,
            input_digest=row.input_digest,
            longest_trick=summary.longest_trick,
            trick_event=summary.trick_event,
            most_points=summary.most_points,
        )
        for row, summary in indexed
    )
    HandFact.objects.bulk_create(
        (fact for row, summary in indexed for fact in _rows(row.hand_id, row.club_id, summary.facts)),
        batch_size=500,
    )  # fmt: skip


def store_facts(
    hand: IndexedHand, kind: FactKind, moments: Mapping[str, Sequence[FactMoment]]
) -> None:
    """Replace the facts of one kind in an indexed hand, given by their values.  The caller has a transaction."""
    HandFact.objects.filter(hand=hand.hand_id, kind=kind).delete()
    facts = {(kind, value): each for value, each in moments.items()}
    HandFact.objects.bulk_create(_rows(hand.hand_id, hand.club_id, facts))


def _rows(hand: UUID, club: UUID, facts: Facts) -> Iterable[HandFact]:
    for (kind, value), moments in facts.items():
        yield HandFact(hand_id=hand, club_id=club, kind=kind, value=value, moments=moments)
