"""Pages that create, show and revoke links for logging without an account."""

import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.clubs import memberships
from scorekeeper.models import Link, LinkRevocation
from scorekeeper.sessions import links as session_links


@pytest.fixture
def link(session, people):
    return session_links.create_link(session, by=people.carol, label="Bob's old phone")[0]


def create_link(client, session, **changes):
    data = {"id": uuid.uuid4(), "label": "The table", "hours": "4", **changes}
    return client.post(f"/sessions/{session.pk}/links/", data)


def list_links(client, session):
    return client.get(f"/sessions/{session.pk}/links/").content.decode()


def test_a_new_link_is_shown_with_its_qr_code(browse, session):
    client = browse("carol")
    page = client.get(create_link(client, session)["Location"])
    link = Link.objects.get()
    assert (link.label, link.expires_at - link.created_at) == ("The table", timedelta(hours=4))
    assert session_links.token_of(link) in page.content.decode()
    assert "<svg" in page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_the_form_sent_twice_creates_one_link(browse, session):
    client, id_ = browse("carol"), uuid.uuid4()
    first, second = (create_link(client, session, id=id_) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert create_link(client, session, id=id_, label="Another").status_code == 422


def test_only_its_creator_sees_the_qr_code_of_a_link(browse, session, link):
    page = browse("alice").get(f"/sessions/{session.pk}/links/{link.pk}/").content.decode()
    assert session_links.token_of(link) not in page
    assert "Only carol, who created it, can see its code" in page


def test_the_list_shows_creator_expiry_and_use_of_each_link(browse, session, link):
    page = list_links(browse("alice"), session)
    assert "Created by carol" in page
    assert "good until" in page
    assert "Nothing was logged through it yet." in page
    phone = Client(headers={"Authorization": f"Link {session_links.token_of(link)}"})
    response = phone.post(
        f"/api/v1/sessions/{session.pk}/hands/", {"cards_left": [0, 1, 2, 3]}, "application/json"
    )
    assert response.status_code == 201
    assert "Used 1 time, last" in list_links(browse("alice"), session)


def test_any_scorer_of_the_club_may_revoke_a_link(browse, session, link, people):
    page = browse("alice").post(f"/sessions/{session.pk}/links/{link.pk}/revoke/", follow=True)
    assert "revoked by alice" in page.content.decode()
    assert LinkRevocation.objects.get().by == people.alice
    assert session_links.find_holder(session_links.token_of(link)) is None


def test_an_expired_link_does_not_show_its_token(browse, session, link):
    Link.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    page = browse("carol").get(f"/sessions/{session.pk}/links/{link.pk}/").content.decode()
    assert "This link has expired." in page
    assert session_links.token_of(link) not in page


def test_a_link_ends_when_its_creator_leaves_the_club(browse, session, link, club, people):
    memberships.leave(club, people.carol, by=people.alice)
    assert "the person who created it may no longer create links" in list_links(
        browse("alice"), session
    )


def test_a_link_is_not_found_under_another_session(
    browse, session, link, hand, club, players, people
):
    address = f"/sessions/{uuid.uuid4()}/links/{link.pk}/revoke/"
    assert browse("carol").post(address).status_code == 404
