"""A stored hand keeps the edition of the rules under which it was judged, until somebody has it judged anew."""

import pytest

import referee
from scorekeeper.adjudication import derived_rows, effects, judging
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing, ruling, ruling_notices
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.exports import session_bundle
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.imports.corrections import differences
from scorekeeper.imports.corrections.differences import SheetHands
from scorekeeper.management.record_check.records import verify_records
from scorekeeper.models import Decision, Hand, Score
from scorekeeper.sessions import what_if
from scorekeeper.standings.past.past_sessions import SessionHistory
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.sample_hands import SHEET

pytestmark = pytest.mark.django_db

UNSEEN = {"events": ["unseen", "2: 4C 5C 6C 7C 8C", "2: 9C 9D"], "cards_left": [0, 6, 3, 3]}
"""A hand whose count of seat 2 may be true, since seven of its thirteen cards are played."""


@pytest.fixture
def old_session(session, people):
    """A session of two hands that were judged under the edition before this one."""
    for sheet in (SHEET, UNSEEN):
        hand_recording.record_hand(session, sheet, by=people.carol)
    earlier = referee.editions(judging.rules_of(session))[1]
    carried, judged = judging.first_carry(session), []
    for hand in session.hands.select_related("head").order_by("position"):
        again = referee.readjudicate_hand(earlier, judging.hand_record(hand.head), carried)
        judged.append(derived_rows.judgement_of(hand, again))
        carried = again.carried_out
    derived_rows.update(judged, players=judging.players_of(session))
    inputs = [row.input_digest for row in judging.stored_hands(session)]
    derived_rows.replace_result(session, earlier, carried, inputs=inputs)
    return session


def editions_of(session):
    """Return the edition under which each hand is judged."""
    session.refresh_from_db()
    hands = Hand.objects.filter(session=session).select_related("adjudication").order_by("position")
    return [judging.rules_of(session, hand.adjudication).edition for hand in hands]


def test_hands_of_an_earlier_edition_verify_as_they_were_judged(old_session, club):
    assert editions_of(old_session) == ["1", "1"]
    assert list(verify_records(club)) == []
    assert referee.verify(session_bundle.build_bundle(old_session)).ok


def test_corrected_hands_and_those_after_them_keep_their_edition_and_new_hands_have_the_present_one(
    old_session, club, people
):
    counts = hand_amendments.Amendment(keys={"cards_left": [0, 5, 8, 11]}, reason="miscounted")
    hand_amendments.amend(old_session.hands.get(position=1), counts, by=people.bob)
    hand_recording.record_hand(old_session, SHEET, by=people.carol)
    assert editions_of(old_session) == ["1", "1", "2"]
    assert list(verify_records(club)) == []
    assert referee.verify(session_bundle.build_bundle(old_session)).ok


def test_a_ruling_on_a_hand_is_announced_by_the_points_of_the_hands_edition(old_session, people):
    """Under the present edition the corrected count would be impossible, and its points unknown."""
    hand = old_session.hands.get(position=2)
    counts = hand_amendments.Amendment(keys={"cards_left": [0, 7, 3, 3]}, reason="miscounted")
    hand_amendments.amend(hand, counts, by=people.bob)
    hand.refresh_from_db()
    dispute, _ = filing.raise_dispute(hand, NewDispute(claim="He looked."), by=people.carol)
    fine = NewRuling(decision=Decision.ADJUSTMENT, reason="He did.", seat=4, points=-13)
    fined = ruling.rule_on(dispute, fine, by=people.alice).ruling
    assert ruling_notices.changes_by_seat(fined)[4].points == -13


def test_a_session_is_judged_anew_by_the_present_edition_on_request(old_session, club, people):
    what_if.apply(old_session, None, reason="The rules are read anew.", by=people.bob)
    assert editions_of(old_session) == ["2", "2"]
    assert list(verify_records(club)) == []


def test_a_session_without_hands_keeps_the_edition_of_its_result(session, club):
    (_, earlier), first = referee.editions(judging.rules_of(session)), judging.first_carry(session)
    derived_rows.replace_result(session, earlier, first, inputs=[])
    assert list(verify_records(club)) == []
    assert session_bundle.build_bundle(session)["adjudication"]["rules_digest"] == earlier.digest


IMPOSSIBLE_NOW = hand_amendments.Amendment(keys={"cards_left": [0, 7, 3, 3]}, reason="miscounted")
"""Of the second hand: under the present edition it cannot be."""


def test_a_table_of_the_past_has_the_points_of_the_hands_edition(old_session, people):
    hand_amendments.amend(old_session.hands.get(position=2), IMPOSSIBLE_NOW, by=people.bob)
    past = SessionHistory([old_session.pk]).session_as_of(
        old_session.pk, None, survivors={}, scope=Scope()
    )
    stored = Score.objects.filter(hand__session=old_session).values_list("hand", "seat", "points")
    assert {(each.hand, each.seat, each.points) for each in past.hand_scores} == {*stored}
    assert None not in {points for _hand, _seat, points in stored}


def test_a_corrected_sheet_leaves_the_other_hands_in_their_edition(old_session, people):
    hand_amendments.amend(old_session.hands.get(position=2), IMPOSSIBLE_NOW, by=people.bob)
    hands = effects.hands_of(old_session)
    sheet = SheetHands(
        keys={}, hands=[{"cards_left": [0, 5, 8, 11]}, judging.hand_record(hands[1].head)]
    )
    difference = differences.compare(old_session, hands, sheet, [1, 2, 3, 4])
    assert difference.refusal == ""
    assert None not in difference.totals
