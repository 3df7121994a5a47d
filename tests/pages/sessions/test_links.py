"""Links for logging are handed out on a page, shown to whoever made them, and taken back."""

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


def made(client, session, **said):
    given = {"id": uuid.uuid4(), "label": "The table", "hours": "4", **said}
    return client.post(f"/sessions/{session.pk}/links/", given)


def listed(client, session):
    return client.get(f"/sessions/{session.pk}/links/").content.decode()


def test_a_link_is_made_and_shown_with_its_code(browse, session):
    client = browse("carol")
    page = client.get(made(client, session)["Location"])
    made_ = Link.objects.get()
    assert (made_.label, made_.expires_at - made_.created_at) == ("The table", timedelta(hours=4))
    assert session_links.token_of(made_) in page.content.decode()
    assert "<svg" in page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_the_form_sent_twice_makes_one_link(browse, session):
    client, same = browse("carol"), uuid.uuid4()
    first, again = made(client, session, id=same), made(client, session, id=same)
    assert first["Location"] == again["Location"]
    assert made(client, session, id=same, label="Another").status_code == 422


def test_another_than_its_maker_does_not_see_the_code(browse, session, link):
    page = browse("alice").get(f"/sessions/{session.pk}/links/{link.pk}/").content.decode()
    assert session_links.token_of(link) not in page
    assert "shown to carol only" in page


def test_the_list_says_who_made_it_until_when_and_whether_it_was_used(browse, session, link):
    page = listed(browse("alice"), session)
    assert "Made by carol" in page
    assert "good until" in page
    assert "Nothing was logged through it yet." in page
    phone = Client(headers={"Authorization": f"Link {session_links.token_of(link)}"})
    sent = phone.post(f"/api/v1/sessions/{session.pk}/hands/", {"cards_left": [0, 1, 2, 3]}, "application/json")  # fmt: skip
    assert sent.status_code == 201
    assert "Used 1 time, last" in listed(browse("alice"), session)


def test_a_link_is_taken_back_by_anybody_who_hands_them_out(browse, session, link, people):
    page = browse("alice").post(f"/sessions/{session.pk}/links/{link.pk}/revoke/", follow=True)
    assert "taken back by alice" in page.content.decode()
    assert LinkRevocation.objects.get().by == people.alice
    assert session_links.find_holder(session_links.token_of(link)) is None


def test_what_is_over_is_not_shown(browse, session, link):
    Link.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    page = browse("carol").get(f"/sessions/{session.pk}/links/{link.pk}/").content.decode()
    assert "This link has expired." in page
    assert session_links.token_of(link) not in page


def test_a_link_ends_with_its_maker(browse, session, link, club, people):
    memberships.leave(club, people.carol, by=people.alice)
    assert "whoever made it may hand out no links any more" in listed(browse("alice"), session)


def test_a_link_of_another_session_is_not_found(browse, session, link, hand, club, players, people):
    other = f"/sessions/{uuid.uuid4()}/links/{link.pk}/revoke/"
    assert browse("carol").post(other).status_code == 404
