"""Confirmations: a hand is provisional until somebody other than its recorder agrees."""

import pytest

from scorekeeper.hands import recording
from scorekeeper.hands.amendments import Amendment, amend
from scorekeeper.models import AuditEntry, Confirmation, Hand, Player, Session
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import CLEAN, UNFINISHED

pytestmark = pytest.mark.django_db


@pytest.fixture
def hand(session, people):
    return recording.record_hand(session, CLEAN, by=people.carol).hand


@pytest.fixture
def confirm(hand, signed):
    def _confirm(who, digest=None, on=None):
        digest = digest or Hand.objects.get(pk=(on or hand).pk).head.digest
        path = f"/api/v1/hands/{(on or hand).pk}/confirmations/"
        return signed(who).post(path, {"digest": digest}, format="json")

    return _confirm


def agreement(hand, who, signed):
    return signed(who).get(f"/api/v1/hands/{hand.pk}/").json()["agreement"]


def test_a_new_hand_is_provisional(hand, people, signed):
    assert agreement(hand, people.dan, signed) == {"confirmed": False, "seats": [], "by": []}


def test_a_second_member_confirms_a_hand(hand, confirm, people, signed):
    assert confirm(people.dan).status_code == 201
    current = agreement(hand, people.dan, signed)
    assert (current["confirmed"], current["seats"]) == (True, [])


def test_a_player_with_an_account_confirms_for_their_seat(hand, confirm, players, people, signed):
    players[1].user = people.bob
    players[1].save()
    assert confirm(people.bob).json()["seat"] == 2
    assert agreement(hand, people.dan, signed)["seats"] == [2]


def test_a_confirmation_stays_with_its_player_when_the_seats_are_corrected(
    hand, confirm, club, players, people, signed
):
    players[1].user = people.bob
    players[1].save()
    confirm(people.bob)
    client, path = signed(people.dan), f"/api/v1/hands/{hand.pk}/"
    tag = client.get(path)["ETag"]
    alice, bob, *others = players
    erika = Player.objects.create(club=club, name="Erika")
    for seated, seats in (((bob, alice, *others), [1]), ((erika, alice, *others), [])):
        session_recording.amend_session(
            Session.objects.get(), {}, players=seated, by=people.carol, replaces_players=True
        )
        answer = client.get(path, headers={"If-None-Match": tag})
        assert answer.status_code == 200
        assert (answer.json()["agreement"]["confirmed"], answer.json()["agreement"]["seats"]) == (
            True,
            seats,
        )
        tag = answer["ETag"]
    listed = client.get(f"/api/v1/sessions/{hand.session_id}/hands/").json()["results"]
    assert listed[0]["agreement"]["seats"] == []


def test_the_recorder_cannot_confirm_a_hand(confirm, people):
    refused = confirm(people.carol)
    assert (refused.status_code, refused.json()["code"]) == (409, "not-to-be-confirmed")


def test_the_author_of_the_last_amendment_cannot_confirm_a_hand(hand, confirm, people):
    amend(hand, Amendment(keys={"note": "A long one."}), by=people.bob)
    assert confirm(people.bob).status_code == 409
    assert confirm(people.alice).status_code == 201


def test_confirming_again_adds_nothing(confirm, people):
    assert [confirm(people.dan).status_code for _ in range(2)] == [201, 200]
    assert Confirmation.objects.count() == 1
    assert AuditEntry.objects.filter(act="hand confirmed").count() == 1


def test_an_amendment_makes_a_hand_provisional_again(hand, confirm, people, signed):
    confirm(people.dan)
    amend(hand, Amendment(keys={"note": "A long one."}), by=people.carol)
    assert not agreement(hand, people.dan, signed)["confirmed"]
    listed = signed(people.dan).get(f"/api/v1/hands/{hand.pk}/confirmations/").json()
    assert len(listed["results"]) == 1


def test_only_the_current_version_can_be_confirmed(hand, confirm, people):
    stale = hand.head.digest
    amend(hand, Amendment(keys={"note": "A long one."}), by=people.carol)
    assert confirm(people.dan, digest=stale).status_code == 412


def test_an_unfinished_hand_cannot_be_confirmed(session, confirm, people):
    unfinished = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    assert confirm(people.dan, on=unfinished).status_code == 409


def test_strangers_cannot_confirm_a_hand(confirm, people):
    assert confirm(people.eve).status_code == 404
