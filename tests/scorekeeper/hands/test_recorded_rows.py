"""A hand is recorded with few queries, however many hands its session has."""

from scorekeeper.adjudication import judging
from scorekeeper.hands import recording
from scorekeeper.models import Adjudication, AuditEntry, Hand, Result, Score, Verdict
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL

READS = 5  # session, its head, its hands, seats with merges, webhooks
WRITES = 7  # hand, revision, adjudication, scores, result, rerating, audit entry
SAVEPOINT = 2  # the test itself runs in the transaction


def test_a_hand_takes_as_many_queries_late_in_a_session_as_early(
    session, people, django_assert_num_queries
):
    with django_assert_num_queries(READS + WRITES + SAVEPOINT):
        recording.record_hand(session, CLEAN, by=people.carol)
    for _ in range(3):
        recording.record_hand(session, ILLEGAL, by=people.carol)
    with django_assert_num_queries(READS + WRITES + SAVEPOINT):
        recording.record_hand(session, CLEAN, by=people.carol)


def test_recording_stores_the_rows_that_a_rebuild_makes(session, people):
    for record in (CLEAN, ILLEGAL, CLEAN):
        recording.record_hand(session, record, by=people.carol)

    def derived():
        hands = Hand.objects.order_by("position")
        return [
            list(Adjudication.objects.filter(hand__in=hands).order_by("hand__position").values()),
            list(
                Score.objects.order_by("hand__position", "seat").values(
                    "hand", "seat", "player", "points", "place", "cards_left"
                )
            ),
            list(
                Verdict.objects.order_by("hand__position", "event").values(
                    "hand", "event", "verdict", "fault", "rule", "template", "parameters", "reason"
                )
            ),
            list(Result.objects.values()),
        ]

    stored = derived()
    Adjudication.objects.all().delete()
    judging.rejudge(session)
    assert derived() == stored


def test_recording_a_hand_adds_one_audit_entry(session, people):
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    (entry,) = AuditEntry.objects.filter(act="hand recorded")
    assert (entry.subject, entry.details) == (str(hand.pk), {"digest": hand.head.digest})
