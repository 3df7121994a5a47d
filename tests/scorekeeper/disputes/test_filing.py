"""Filing disputes about recorded plays; the referee's verdict is attached as it was at that time."""

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
    """An unfinished hand without dealt cards; event 4 does not beat the standing combination."""
    return recording.record_hand(session, {**ILLEGAL, "dealt": None}, by=people.carol).hand


def test_the_verdict_of_the_disputed_revision_is_attached(hand, dispute):
    raised = dispute(hand, event=4).json()
    verdict = hand.verdicts.get(event=4)
    assert (raised["fault"], raised["rule"]) == ("does-not-beat", verdict.rule)
    assert raised["verdict"]["reason"] == verdict.reason
    assert raised["revision"]["digest"] == hand.head.digest


def test_a_missing_event_can_be_disputed_without_naming_one(hand, dispute):
    raised = dispute(hand, claim="Somebody passed in between.").json()
    assert (raised["event"], raised["verdict"], raised["status"]) == (None, None, "open")


def test_an_event_beyond_the_last_cannot_be_disputed(hand, dispute):
    refused = dispute(hand, event=6)
    assert (refused.status_code, refused.json()["where"]) == (422, "event")


def test_a_dispute_needs_a_claim(hand, dispute):
    assert dispute(hand, claim="").json()["where"] == "claim"


def test_raising_a_dispute_again_with_its_id_creates_no_second(hand, dispute):
    chosen_id = str(uuid4())
    statuses = [dispute(hand, id=chosen_id, event=4).status_code for _ in range(2)]
    assert statuses == [201, 200]
    assert Dispute.objects.count() == 1
    other = dispute(hand, id=chosen_id, event=5)
    assert (other.status_code, other.json()["code"]) == (409, "id-taken")


def test_any_member_may_raise_a_dispute_but_strangers_may_not(hand, dispute, people, signed):
    for who in (people.alice, people.bob, people.carol, people.dan):
        assert dispute(hand, who).status_code == 201
    assert dispute(hand, people.eve).status_code == 404


def test_strangers_cannot_see_disputes_about_a_public_hand(hand, dispute, people, signed, club):
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


def test_a_dispute_reveals_no_hidden_card(session, people, dispute):
    sheet = {"dealt": DEAL, "events": ["1: 3C 4C 5C 6C 7C", "2: 3S 4S 5S 6S 7S"]}
    hand = recording.record_hand(session, sheet, by=people.carol).hand
    assert hand.verdicts.get().fault == "card-not-held"
    for who in (people.carol, people.dan):
        raised = dispute(hand, who, event=2).json()
        assert (raised["fault"], raised["verdict"]["verdict"]) == ("", "legal")


def test_a_dispute_follows_its_event_through_amendments(hand, dispute, people, signed):
    raised = dispute(hand, event=4).json()
    changes = [EventChange(Operation.INSERT, 4, "1: AC"), EventChange(Operation.REMOVE, 5)]
    hand_amendments.amend(hand, Amendment(changes=changes), by=people.carol)
    current = signed(people.dan).get(f"/api/v1/disputes/{raised['id']}/").json()
    assert (current["event"], current["event_now"]) == (4, 5)


@pytest.mark.parametrize(
    ("change", "event_now"),
    [(EventChange(Operation.REPLACE, 4, "2: 5D"), 4), (EventChange(Operation.REMOVE, 4), None)],
)
def test_a_dispute_stays_with_a_replaced_event_but_not_with_a_removed_one(
    hand, dispute, people, signed, change, event_now
):
    raised = dispute(hand, event=4).json()
    hand_amendments.amend(hand, Amendment(changes=[change]), by=people.carol)
    current = signed(people.dan).get(f"/api/v1/disputes/{raised['id']}/").json()
    assert current["event_now"] == event_now
    taken_back = next(
        row for row in current["stakes"]["outcomes"] if row["decision"] == "taken-back"
    )
    assert taken_back["possible"] is (event_now is not None)


def test_only_the_disputant_withdraws_a_dispute_and_only_once(hand, dispute, people, signed):
    path = f"/api/v1/disputes/{dispute(hand).json()['id']}/withdrawal/"
    assert signed(people.bob).post(path).json()["code"] == "not-yours"
    first, again = (signed(people.dan).post(path) for _ in range(2))
    assert first.json()["status"] == again.json()["status"] == "withdrawn"
    assert Withdrawal.objects.count() == 1


def test_a_withdrawn_dispute_cannot_be_ruled_on(hand, dispute, rule, people, signed):
    raised = dispute(hand).json()
    signed(people.dan).post(f"/api/v1/disputes/{raised['id']}/withdrawal/")
    assert rule(raised, "stands").json()["code"] == "dispute-closed"
