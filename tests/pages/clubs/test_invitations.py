"""Owners invite on a page; the invited join with an account, or make one."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper import access
from scorekeeper.accounts import mail as account_mail
from scorekeeper.clubs import invitations as club_invitations
from scorekeeper.models import Invitation, Role, User
from tests.pages.forms_and_mail import first_link, hidden_fields, html_of, only_mail

NEW = {"username": "erin", "email": "erin@example.org", "password1": "four-of-a-kind-7", "password2": "four-of-a-kind-7"}  # fmt: skip


@pytest.fixture
def invite(browse, club):
    """Alice invites somebody; the page that she gets."""

    def _invite(**given):
        client, address = browse("alice"), f"/clubs/{club.pk}/invitations/new/"
        return client.post(address, {**hidden_fields(client, address), "role": "scorer", "email": "", **given})  # fmt: skip

    return _invite


@pytest.fixture
def address(club, people):
    """Where an invitation by Alice is taken up."""
    invitation, _ = club_invitations.invite(club, Role.SCORER, by=people.alice)
    return account_mail.invitation_path(invitation)


def new_account(address):
    return address.replace("/join/", "/join/account/")


def test_an_owner_is_shown_a_link_and_its_picture(invite, club):
    page = invite()
    assert page.status_code == 201
    assert "no-store" in page.headers["Cache-Control"]
    assert "<svg" in html_of(page)
    link = re.search(r'id="link" value="([^"]+)"', html_of(page)).group(1)
    assert club_invitations.find_by_token(link.partition("=")[2]).club == club


def test_the_same_form_again_invites_nobody_else(browse, club):
    client, address = browse("alice"), f"/clubs/{club.pk}/invitations/new/"
    sent = {**hidden_fields(client, address), "role": "scorer"}
    first, second = client.post(address, sent), client.post(address, sent)
    assert first_link(html_of(first)) == first_link(html_of(second))
    assert Invitation.objects.count() == 1


def test_whoever_invites_very_many_is_told_to_go_on_tomorrow(invite, monkeypatch):
    monkeypatch.setattr(club_invitations, "MAX_PER_DAY", 1)
    invite()
    page = invite()
    assert page.status_code == 422
    assert "go on tomorrow" in html_of(page)


def test_no_other_page_shows_the_link(invite, browse, club):
    token = club_invitations.token_of(Invitation.objects.get(pk=invite().context["invitation"].pk))
    assert token not in html_of(browse("alice").get(f"/clubs/{club.pk}/members/"))


def test_the_invited_see_who_asks_them_to_join_what(client, club, address):
    page = html_of(client.get(address))
    assert "Invitation to Thursday night" in page
    assert "alice invites you to join as: Scorer" in page


def test_somebody_with_an_account_joins_by_a_button(browse, people, club, address):
    client = browse("eve")
    assert "Join as eve" in html_of(client.get(address))
    page = client.post(address, follow=True)
    assert page.redirect_chain[-1][0] == f"/clubs/{club.pk}/"
    assert access.role_in(club, people.eve) == Role.SCORER
    client.post(address)  # again, and nothing is otherwise
    assert club.members.filter(user=people.eve).count() == 1


def test_looking_joins_nobody(browse, people, club, address):
    browse("eve").get(address)
    assert access.role_in(club, people.eve) is None


def test_somebody_who_is_signed_out_signs_in_and_comes_back(client, people, address):
    way = re.search(r'href="(/sign-in/[^"]+)"', html_of(client.get(address))).group(1)
    assert f'name="next" value="{address}"' in html_of(client.get(way))
    back = client.post(way, {"username": "eve", "password": "eve"})
    assert back.headers["Location"] == address


def test_somebody_without_an_account_makes_one_and_has_joined(client, club, address):
    assert 'name="password2"' in html_of(client.get(new_account(address)))
    page = client.post(new_account(address), NEW, follow=True)
    assert page.redirect_chain[-1][0] == f"/clubs/{club.pk}/"
    erin = User.objects.get(username="erin")
    assert erin.email == "erin@example.org"
    assert access.role_in(club, erin) == Role.SCORER
    assert client.get("/account/").status_code == 200  # and is signed in


def test_an_account_that_will_not_do_leaves_the_invitation_open(client, club, address):
    for wrong in ({"password2": "another"}, {"username": "ALICE"}, {"password1": "12345678", "password2": "12345678"}):  # fmt: skip
        assert client.post(new_account(address), {**NEW, **wrong}).status_code == 422
    assert not User.objects.filter(username="erin").exists()
    assert "Make an account and join" in html_of(client.get(address))


def test_accounts_are_not_made_by_the_dozen(client, address):
    tries = [client.post(new_account(address), {}).status_code for _ in range(11)]
    assert tries[-1] == 429


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("used", "This invitation was used."),
        ("revoked", "This invitation was taken back."),
        ("expired", "This invitation has expired"),
        ("ended", "owns the club no more"),
    ],
)
def test_an_invitation_that_is_good_no_more_says_why(browse, people, club, address, end, told):
    invitation = Invitation.objects.get()
    if end == "used":
        club_invitations.accept(invitation, people.dan)
    elif end == "revoked":
        club_invitations.revoke(invitation, by=people.alice)
    elif end == "expired":
        Invitation.objects.update(expires_at=timezone.now())
    else:
        club.members.filter(user=people.alice).update(role=Role.MEMBER)
    for page in (Client().get(address), browse("eve").get(address), browse("eve").post(address)):
        assert page.status_code == 410
        assert told in html_of(page)
        assert "Thursday night" not in html_of(
            page
        )  # strangers are not told of a club that asks them no more
    assert "Invitation to Thursday night" in html_of(browse("dan").get(address))
    assert Client().post(new_account(address), NEW).headers["Location"] == address
    assert access.role_in(club, people.eve) is None


def test_an_owner_who_tries_the_link_keeps_their_role_and_the_link(browse, people, club, address):
    page = browse("alice").get(address)
    assert "would give you nothing more" in html_of(page)
    browse("alice").post(address)
    assert access.role_in(club, people.alice) == Role.OWNER
    assert (
        club_invitations.state_of(club_invitations.with_outcome().get())
        is club_invitations.InvitationState.OPEN
    )


def test_a_made_up_invitation_does_not_exist(client, db):
    for address in ("/join/", "/join/?invitation=x", "/join/account/?invitation=x.y"):
        assert client.get(address).status_code == 404


def test_open_invitations_are_listed_and_revoked(browse, club, address):
    client, members = browse("alice"), f"/clubs/{club.pk}/members/"
    page = html_of(client.get(members))
    way = re.search(r'action="(/clubs/[^"]+/revoke/)"', page).group(1)
    client.post(way)
    assert "taken back" in html_of(client.get(address))
    assert "/revoke/" not in html_of(client.get(members))


@pytest.mark.parametrize(("name", "status"), [("carol", 403), ("dan", 403), ("eve", 404)])
def test_only_owners_invite(browse, club, address, name, status):
    client, row = browse(name), Invitation.objects.get()
    new, revoke = f"/clubs/{club.pk}/invitations/new/", f"/clubs/{club.pk}/invitations/{row.pk}/revoke/"  # fmt: skip
    assert client.get(new).status_code == status
    assert client.post(new, {"role": "owner"}).status_code == status
    assert client.post(revoke).status_code == status
    assert "Invite somebody" not in html_of(client.get(f"/clubs/{club.pk}/members/"))
    assert Invitation.objects.count() == 1


def test_an_invitation_with_an_address_is_mailed(invite, at_once, settings):
    settings.MAIL = "sent"
    with at_once():
        page = invite(email="erin@example.org")
    assert "It is on its way to erin@example.org" in html_of(page)
    letter = only_mail()
    assert letter.to == ["erin@example.org"]
    assert "Thursday night" in letter.subject
    assert first_link(letter.body) == first_link(html_of(page))


def test_a_mailed_invitation_leads_to_the_service_whatever_host_was_asked(browse, club, at_once, settings):  # fmt: skip
    settings.MAIL, settings.ALLOWED_HOSTS, settings.SITE = "sent", ["*"], "https://scores.example"
    client, address = browse("alice"), f"/clubs/{club.pk}/invitations/new/"
    sent = {**hidden_fields(client, address), "role": "scorer", "email": "erin@example.org"}
    with at_once():
        client.post(address, sent, headers={"host": "elsewhere.example"})
    assert "https://scores.example/join/" in only_mail().body
    assert "elsewhere" not in only_mail().body


def test_without_an_address_nothing_is_mailed(invite, at_once, mailoutbox):
    with at_once():
        invite()
    assert mailoutbox == []


def test_an_installation_without_mail_asks_for_no_address(browse, club, settings):
    settings.MAIL = "none"
    page = html_of(browse("alice").get(f"/clubs/{club.pk}/invitations/new/"))
    assert 'name="email"' not in page
