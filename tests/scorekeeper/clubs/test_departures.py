"""A club that moved to another installation can be read, and cannot be changed until it comes back."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from rest_framework.test import APIClient

from scorekeeper import access, audit
from scorekeeper.accounts import mail as account_mail
from scorekeeper.clubs import departures, invitations
from scorekeeper.models import Departure, Player, Role
from scorekeeper.sessions import links as session_links
from tests.scorekeeper.sample_hands import SHEET
from tests.scorekeeper.threads import run_in_threads

pytestmark = pytest.mark.django_db(transaction=True)

ELSEWHERE = "https://elsewhere.example"


def test_what_changes_a_club_that_moved_is_refused_and_names_the_new_address(club, session, carol):
    departures.depart(club, address=ELSEWHERE)
    answer = carol.post(f"/api/v1/sessions/{session.pk}/hands/", SHEET, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "club-moved")
    assert answer.json()["address"] == ELSEWHERE
    assert ELSEWHERE in answer.json()["detail"]
    assert not session.hands.exists()


def test_a_page_names_the_new_address(club, people, client):
    departures.depart(club, address=ELSEWHERE)
    client.force_login(people.alice)
    answer = client.post(f"/clubs/{club.pk}/players/", {"names": "Emil"})
    assert answer.status_code == 409
    assert ELSEWHERE in answer.content.decode()
    assert not Player.objects.exists()


def test_a_club_that_moved_is_read_and_other_clubs_are_changed(
    club, session, carol, people, signed
):
    departures.depart(club, address=ELSEWHERE)
    assert carol.get(f"/api/v1/sessions/{session.pk}/").status_code == 200
    elsewhere = people.eve.memberships.get().club
    created = signed(people.eve).post(f"/api/v1/clubs/{elsewhere.pk}/players/", {"name": "Emil"})
    assert created.status_code == 201


def test_links_invitations_and_tokens_of_a_club_that_moved_change_nothing(
    club, session, people, signed
):
    link, _ = session_links.create_link(session, by=people.alice)
    invitation, _ = invitations.invite(club, Role.OWNER, by=people.alice)
    departures.depart(club, address=ELSEWHERE)
    phone = APIClient(HTTP_AUTHORIZATION=f"Link {session_links.token_of(link)}")
    assert phone.post(f"/api/v1/sessions/{session.pk}/hands/", SHEET).status_code == 409
    eve = Client()
    eve.force_login(people.eve)
    assert eve.post(account_mail.invitation_path(invitation)).status_code == 409
    assert access.role_in(club, people.eve) is None
    assert signed(people.eve).get(f"/api/v1/clubs/{club.pk}/").status_code == 404
    alice = signed(people.alice)
    member = {"username": "eve", "role": "member"}
    assert alice.post(f"/api/v1/clubs/{club.pk}/members/", member).status_code == 409
    assert alice.post(f"/api/v1/sessions/{session.pk}/links/", {}).status_code == 409
    assert [session.hands.count(), club.members.filter(user=people.eve).count()] == [0, 0]


def test_moving_again_replaces_the_address_and_staying_accepts_changes(club, session, carol):
    assert departures.depart(club, address="https://wrong.example")
    assert not departures.depart(club, address=ELSEWHERE)
    assert Departure.objects.get().address == ELSEWHERE
    departures.stay(club)
    answer = carol.post(f"/api/v1/sessions/{session.pk}/hands/", SHEET, format="json")
    assert answer.status_code == 201
    with pytest.raises(departures.NotMovedError, match="did not move away"):
        departures.stay(club)


@pytest.mark.needs("postgresql")
def test_a_change_that_began_before_the_move_and_ends_after_it_is_refused(club, people):
    @transaction.atomic
    def add_during_the_move():
        emil = Player.objects.create(club=club, name="Emil")
        audit.note("player added", emil, by=people.alice)
        run_in_threads(lambda _: departures.depart(club, address=ELSEWHERE), times=1)

    with pytest.raises(IntegrityError, match=f"club_has_moved: {ELSEWHERE}"):
        add_during_the_move()
    assert not Player.objects.exists()
