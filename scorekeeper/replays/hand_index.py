"""The rows by which hands are found.

``builder`` writes them with the replay, and ``endings`` with what it solves, each in the same transaction.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from scorekeeper.models import HandFact, IndexedHand, Replay, SolvedEnding
from scorekeeper.replays.hand_facts import OF_ENDINGS, Facts, HandSummary, facts_of_ending


def replace(replays: Sequence[Replay], summaries: Mapping[UUID, HandSummary | None]) -> None:
    """Write the index of hands whose replays these are, with what was solved of them.  A hand without a summary leaves the index."""
    digests = {row.hand_id: row.input_digest for row in replays}
    HandFact.objects.filter(hand__in=digests).delete()
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
    endings = {
        ending.hand_id: facts_of_ending(ending.analysis)
        for ending in SolvedEnding.objects.filter(hand__in=[row.hand_id for row, _ in indexed])
        if ending.input_digest == digests[ending.hand_id]
    }
    HandFact.objects.bulk_create(
        (
            fact
            for row, summary in indexed
            for facts in (summary.facts, endings.get(row.hand_id, {}))
            for fact in _rows(row.hand_id, row.club_id, facts)
        ),
        batch_size=500,
    )


def replace_ending(hand: UUID, digest: str, analysis: Mapping[str, Any] | None) -> None:
    """Write what was solved of a hand as it is judged by this digest; None: nothing can be solved.

    The caller has a transaction, in which it has locked the hand's adjudication.  A hand that is not in the index gets its
    ending when it is indexed (``replace``).
    """
    HandFact.objects.filter(hand=hand, kind__in=OF_ENDINGS).delete()
    indexed = IndexedHand.objects.filter(hand=hand, input_digest=digest).first()
    if indexed is not None and analysis is not None:
        facts = facts_of_ending(analysis)
        HandFact.objects.bulk_create(_rows(hand, indexed.club_id, facts))


def _rows(hand: UUID, club: UUID, facts: Facts) -> Iterable[HandFact]:
    for (kind, value), moments in facts.items():
        yield HandFact(hand_id=hand, club_id=club, kind=kind, value=value, moments=moments)
