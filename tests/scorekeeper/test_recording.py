"""Hands are written down, judged in order and never lost."""

from scorekeeper import recording
from tests.scorekeeper.conftest import SHEET


def test_a_recorded_hand_is_judged_and_scored(hand):
    assert hand.position == 1
    assert hand.adjudication.status == "finished"
    assert [score.points for score in hand.scores.all()] == [39, -13, -13, -13]


def test_hands_are_numbered_without_gaps(session, people):
    for _ in range(3):
        recording.record_hand(session, SHEET, by=people.carol)
    assert [hand.position for hand in session.hands.all()] == [1, 2, 3]
