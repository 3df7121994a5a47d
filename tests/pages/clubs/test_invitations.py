"""Pages to invite somebody to a club, and to join with an existing or a new account."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper import access
from scorekeeper.accounts import mail as account_mail
from scorekeeper.clubs import invitations as club_invitations
from scorekeeper.clubs import memberships
from scorekeeper.models import Invitation, Role, User
from tests.pages.forms_and_mail import first_link, hidden_fields, html_of, only_mail

NEW = {
    "username": "erin",
    "email": "erin@example.org",
    "password1": "four-of-a-kind-7",
    "password2": "four-of-a-kind-7",
}


@pytest.fixture
def invite(browse, club):
    """Send the form that invites somebody, as Alice."""

    def _invite(**changes):
        client, address = browse("alice"), f"/clubs/{club.pk}/invitations/new/"
        return client.post(
            address, {**hidden_fields(client, address), "role": "scorer", "email": "", **changes}
        )

    return _invite


@pytest.fixture
def address(club, people):
    """The address at which an invitation by Alice is accepted."""
    invitation, _ = club_invitations.invite(club, Role.SCORER, by=people.alice)
    return account_mail.invitation_path(invitation)


def account_address(address):
    return address.replace("/join/", "/join/account/")


def test_an_owner_sees_the_link_of_an_invitation_and_its_qr_code(invite, club):
    page = invite()
    assert page.status_code == 201
    assert "no-store" in page.headers["Cache-Control"]
    assert "<svg" in html_of(page)
    link = re.search(r'id="link" value="([^"]+)"', html_of(page)).group(1)
    assert club_invitations.find_by_token(link.partition("=")[2]).club == club


def test_the_same_form_again_shows_the_same_invitation(browse, club):
    client, address = browse("alice"), f"/clubs/{club.pk}/invitations/new/"
    data = {**hidden_fields(client, address), "role": "scorer"}
    first_page, second_page = client.post(address, data), client.post(address, data)
    assert first_link(html_of(first_page)) == first_link(html_of(second_page))
    assert Invitation.objects.count() == 1


def test_its_creator_sees_the_link_again_and_other_owners_do_not(invite, browse, club, people):
    shown = invite().context["url"]
    address = f"/clubs/{club.pk}/invitations/{Invitation.objects.get().pk}/"
    assert f'href="{address}"' in html_of(browse("alice").get(f"/clubs/{club.pk}/members/"))
    page = browse("alice").get(address)
    assert shown in html_of(page)
    assert "no-store" in page.headers["Cache-Control"]
    club.members.filter(user=people.carol).update(role=Role.OWNER)
    other = browse("carol").get(address)
    assert "Only alice, who created it, can see its link" in html_of(other)
    assert shown not in html_of(other)
    assert browse("dan").get(address).status_code == 403
    assert browse("eve").get(address).status_code == 404
    browse("carol").post(f"{address}revoke/")
    assert shown not in html_of(browse("alice").get(address))


def test_one_link_lets_as_many_join_as_the_owner_said(invite, browse, club, people):
    invite(role="member", uses="2", days="1")
    invitation = Invitation.objects.get()
    assert invitation.expires_at - invitation.created_at == timedelta(days=1)
    address = account_mail.invitation_path(invitation)
    assert "for several people" in html_of(browse("eve").get(address))
    browse("eve").post(address)
    members = html_of(browse("alice").get(f"/clubs/{club.pk}/members/"))
    assert "1 of 2 have joined" in members
    User.objects.create_user("frank", password="frank")
    frank = Client()
    frank.force_login(User.objects.get(username="frank"))
    frank.post(address)
    assert access.role_in(club, User.objects.get(username="frank")) == Role.MEMBER
    assert "As many people have joined" in html_of(Client().get(address))
    shown = html_of(browse("alice").get(f"/clubs/{club.pk}/invitations/{invitation.pk}/"))
    assert re.findall(r"<li>(\w+), ", shown) == ["eve", "frank"]
    trail = html_of(browse("alice").get(f"/clubs/{club.pk}/audit/"))
    assert trail.count(f'href="/clubs/{club.pk}/invitations/{invitation.pk}/"') == 3


@pytest.mark.parametrize(
    "changes",
    [
        {"uses": "2", "role": "owner"},
        {"uses": "2", "email": "erin@example.org"},
        {"uses": "0"},
        {"uses": "101"},
        {"days": "91"},
    ],
)
def test_a_link_for_several_makes_no_owners_and_has_bounds(invite, changes):
    assert invite(**changes).status_code == 422
    assert not Invitation.objects.exists()


def test_whoever_was_removed_is_told_that_the_link_works_once_for_each_person(browse, club, people):
    link, _ = club_invitations.invite(club, Role.MEMBER, by=people.alice, uses=9)
    browse("eve").post(account_mail.invitation_path(link))
    memberships.leave(club, people.eve, by=people.alice)
    for page in (
        browse("eve").post(account_mail.invitation_path(link)),
        browse("eve").get(account_mail.invitation_path(link)),
    ):
        assert "once for each person" in html_of(page)
        assert "Join as eve" not in html_of(page)


def test_a_club_has_a_limit_of_invitations_per_day(invite, monkeypatch):
    monkeypatch.setattr(club_invitations, "MAX_PER_DAY", 1)
    invite()
    page = invite()
    assert page.status_code == 422
    assert "Try again tomorrow" in html_of(page)


def test_no_other_page_shows_the_link(invite, browse, club):
    token = club_invitations.token_of(Invitation.objects.get(pk=invite().context["invitation"].pk))
    assert token not in html_of(browse("alice").get(f"/clubs/{club.pk}/members/"))


def test_an_invitation_names_the_club_the_inviter_and_the_role(client, club, address):
    page = html_of(client.get(address))
    assert "Invitation to Thursday night" in page
    assert "alice invites you to join as: Scorer" in page


def test_a_signed_in_user_joins_with_a_button(browse, people, club, address):
    client = browse("eve")
    assert "Join as eve" in html_of(client.get(address))
    page = client.post(address, follow=True)
    assert page.redirect_chain[-1][0] == f"/clubs/{club.pk}/"
    assert access.role_in(club, people.eve) == Role.SCORER
    client.post(address)  # the second time changes nothing
    assert club.members.filter(user=people.eve).count() == 1


def test_opening_an_invitation_does_not_join(browse, people, club, address):
    browse("eve").get(address)
    assert access.role_in(club, people.eve) is None


def test_a_signed_out_user_signs_in_and_returns_to_the_invitation(client, people, address):
    sign_in = re.search(r'href="(/sign-in/[^"]+)"', html_of(client.get(address))).group(1)
    assert f'name="next" value="{address}"' in html_of(client.get(sign_in))
    response = client.post(sign_in, {"username": "eve", "password": "eve"})
    assert response.headers["Location"] == address


def test_a_stranger_creates_an_account_and_has_joined(client, club, address):
    assert 'name="password2"' in html_of(client.get(account_address(address)))
    page = client.post(account_address(address), NEW, follow=True)
    assert page.redirect_chain[-1][0] == f"/clubs/{club.pk}/"
    erin = User.objects.get(username="erin")
    assert erin.email == "erin@example.org"
    assert access.role_in(club, erin) == Role.SCORER
    assert client.get("/account/").status_code == 200  # and is signed in


def test_a_refused_account_leaves_the_invitation_open(client, club, address):
    for changes in (
        {"password2": "another"},
        {"username": "ALICE"},
        {"password1": "12345678", "password2": "12345678"},
    ):
        assert client.post(account_address(address), {**NEW, **changes}).status_code == 422
    assert not User.objects.filter(username="erin").exists()
    assert "Create an account and join" in html_of(client.get(address))


def test_creating_accounts_is_throttled(client, address):
    statuses = [client.post(account_address(address), {}).status_code for _ in range(11)]
    assert statuses[-1] == 429


@pytest.mark.parametrize(
    ("end", "message"),
    [
        ("used", "This invitation was already used."),
        ("revoked", "This invitation was revoked."),
        ("expired", "This invitation has expired"),
        ("ended", "is no longer an owner of the club"),
    ],
)
def test_an_invitation_that_has_ended_says_why(browse, people, club, address, end, message):
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
        assert message in html_of(page)
        assert "Thursday night" not in html_of(page)  # the club's name is for invited people only
    assert "Invitation to Thursday night" in html_of(browse("dan").get(address))
    assert Client().post(account_address(address), NEW).headers["Location"] == address
    assert access.role_in(club, people.eve) is None


def test_an_owner_who_opens_the_link_keeps_their_role_and_the_invitation_stays_open(
    browse, people, club, address
):
    page = browse("alice").get(address)
    assert "You do not need this invitation" in html_of(page)
    browse("alice").post(address)
    assert access.role_in(club, people.alice) == Role.OWNER
    assert (
        club_invitations.state_of(club_invitations.with_outcome().get())
        is club_invitations.InvitationState.OPEN
    )


def test_an_invitation_with_an_invalid_token_is_not_found(client, db):
    for address in ("/join/", "/join/?invitation=x", "/join/account/?invitation=x.y"):
        assert client.get(address).status_code == 404


def test_open_invitations_are_listed_and_revoked(browse, club, address):
    client, members = browse("alice"), f"/clubs/{club.pk}/members/"
    page = html_of(client.get(members))
    revoke = re.search(r'action="(/clubs/[^"]+/revoke/)"', page).group(1)
    client.post(revoke)
    assert "revoked" in html_of(client.get(address))
    assert "/revoke/" not in html_of(client.get(members))


@pytest.mark.parametrize(("name", "status"), [("carol", 403), ("dan", 403), ("eve", 404)])
def test_only_owners_invite(browse, club, address, name, status):
    client, row = browse(name), Invitation.objects.get()
    new, revoke = (
        f"/clubs/{club.pk}/invitations/new/",
        f"/clubs/{club.pk}/invitations/{row.pk}/revoke/",
    )
    assert client.get(new).status_code == status
    assert client.post(new, {"role": "owner"}).status_code == status
    assert client.post(revoke).status_code == status
    assert "Invite somebody" not in html_of(client.get(f"/clubs/{club.pk}/members/"))
    assert Invitation.objects.count() == 1


def test_an_invitation_with_an_address_is_mailed(invite, at_once, settings):
    settings.MAIL = "sent"
    with at_once():
        page = invite(email="erin@example.org")
    assert "It is being sent to erin@example.org" in html_of(page)
    message = only_mail()
    assert message.to == ["erin@example.org"]
    assert "Thursday night" in message.subject
    assert first_link(message.body) == first_link(html_of(page))


def test_a_mailed_invitation_has_the_address_of_the_site_and_not_the_host_header(
    browse, club, at_once, settings
):
    settings.MAIL, settings.ALLOWED_HOSTS, settings.SITE = "sent", ["*"], "https://scores.example"
    client, address = browse("alice"), f"/clubs/{club.pk}/invitations/new/"
    data = {**hidden_fields(client, address), "role": "scorer", "email": "erin@example.org"}
    with at_once():
        client.post(address, data, headers={"host": "elsewhere.example"})
    assert "https://scores.example/join/" in only_mail().body
    assert "elsewhere" not in only_mail().body


def test_without_an_address_nothing_is_mailed(invite, at_once, mailoutbox):
    with at_once():
        invite()
    assert mailoutbox == []


def test_an_installation_without_mail_has_no_field_for_an_address(browse, club, settings):
    settings.MAIL = "none"
    page = html_of(browse("alice").get(f"/clubs/{club.pk}/invitations/new/"))
    assert 'name="email"' not in page
