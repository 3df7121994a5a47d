"""A member disputes a recorded play; the referee's verdict is attached as it stood."""

from uuid import uuid4

import pytest

from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import Dispute, Visibility, Withdrawal
from tests.scorekeeper.sample_hands import DEAL, ILLEGAL

pytestmark = pytest.mark.django_db


@pytest.fixture
def hand(session, people):
    """Unfinished, without dealt cards; event 4 does not beat what is on the table."""
    return recording.record_hand(session, {**ILLEGAL, "dealt": None}, by=people.carol).hand


def test_the_verdict_is_attached_as_it_stood(hand, dispute):
    raised = dispute(hand, event=4).json()
    verdict = hand.verdicts.get(event=4)
    assert (raised["fault"], raised["rule"]) == ("does-not-beat", verdict.rule)
    assert raised["verdict"]["reason"] == verdict.reason
    assert raised["revision"]["digest"] == hand.head.digest


def test_what_is_missing_can_be_disputed(hand, dispute):
    raised = dispute(hand, claim="Somebody passed in between.").json()
    assert (raised["event"], raised["verdict"], raised["status"]) == (None, None, "open")


def test_an_event_that_is_not_there_cannot_be_disputed(hand, dispute):
    refused = dispute(hand, event=6)
    assert (refused.status_code, refused.json()["where"]) == (422, "event")


def test_a_dispute_says_what_is_wrong(hand, dispute):
    assert dispute(hand, claim="").json()["where"] == "claim"


def test_a_dispute_raised_again_under_its_id_is_one(hand, dispute):
    chosen = str(uuid4())
    sent = [dispute(hand, id=chosen, event=4).status_code for _ in range(2)]
    assert sent == [201, 200]
    assert Dispute.objects.count() == 1
    other = dispute(hand, id=chosen, event=5)
    assert (other.status_code, other.json()["code"]) == (409, "id-taken")


def test_any_member_raises_a_dispute_and_strangers_see_none(hand, dispute, people, signed):
    for who in (people.alice, people.bob, people.carol, people.dan):
        assert dispute(hand, who).status_code == 201
    assert dispute(hand, people.eve).status_code == 404


def test_disputes_about_a_public_hand_stay_in_the_club(hand, dispute, people, signed, club):
    raised = dispute(hand, event=4).json()
    type(club).objects.update(visibility=Visibility.PUBLIC)
    type(hand.session).objects.update(visibility=Visibility.PUBLIC)
    for who in (people.eve, None):
        client = signed(who)
        assert client.get(f"/api/v1/hands/{hand.pk}/").status_code == 200
        for path in (f"hands/{hand.pk}/disputes/", f"disputes/{raised['id']}/"):
            assert client.get(f"/api/v1/{path}").status_code == 404
        for path in ("disputes/", "rulings/"):
            assert client.get(f"/api/v1/clubs/{club.pk}/{path}").status_code == 404


def test_hidden_cards_say_nothing_in_a_dispute(session, people, dispute):
    sheet = {"dealt": DEAL, "events": ["1: 3C 4C 5C 6C 7C", "2: 3S 4S 5S 6S 7S"]}
    hand = recording.record_hand(session, sheet, by=people.carol).hand
    assert hand.verdicts.get().fault == "card-not-held"
    for who in (people.carol, people.dan):
        raised = dispute(hand, who, event=2).json()
        assert (raised["fault"], raised["verdict"]["verdict"]) == ("", "legal")


def test_an_amended_record_is_still_disputed_where_the_event_is_now(hand, dispute, people, signed):
    raised = dispute(hand, event=4).json()
    changes = [EventChange(Operation.INSERT, 4, "1: AC"), EventChange(Operation.REMOVE, 5)]
    hand_amendments.amend(hand, Amendment(changes=changes), by=people.carol)
    shown = signed(people.dan).get(f"/api/v1/disputes/{raised['id']}/").json()
    assert (shown["event"], shown["event_now"]) == (4, 5)


@pytest.mark.parametrize(
    ("change", "there"),
    [(EventChange(Operation.REPLACE, 4, "2: 5D"), 4), (EventChange(Operation.REMOVE, 4), None)],
)
def test_an_event_that_was_misread_is_still_disputed_and_one_that_is_gone_is_not(
    hand, dispute, people, signed, change, there
):
    raised = dispute(hand, event=4).json()
    hand_amendments.amend(hand, Amendment(changes=[change]), by=people.carol)
    shown = signed(people.dan).get(f"/api/v1/disputes/{raised['id']}/").json()
    assert shown["event_now"] == there
    back = next(row for row in shown["stakes"]["outcomes"] if row["decision"] == "taken-back")
    assert back["possible"] is (there is not None)


def test_whoever_raised_it_withdraws_it_once(hand, dispute, people, signed):
    path = f"/api/v1/disputes/{dispute(hand).json()['id']}/withdrawal/"
    assert signed(people.bob).post(path).json()["code"] == "not-yours"
    first, again = (signed(people.dan).post(path) for _ in range(2))
    assert first.json()["status"] == again.json()["status"] == "withdrawn"
    assert Withdrawal.objects.count() == 1


def test_nobody_rules_on_a_dispute_that_was_withdrawn(hand, dispute, rule, people, signed):
    raised = dispute(hand).json()
    signed(people.dan).post(f"/api/v1/disputes/{raised['id']}/withdrawal/")
    assert rule(raised, "stands").json()["code"] == "dispute-closed"
