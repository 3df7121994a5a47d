"""Links in the admin to the pages where people act on a row; former addresses in the admin redirect there."""

import html

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import memberships
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording
from scorekeeper.hands.amendments import Amendment
from scorekeeper.models import Role, User
from tests.scorekeeper.sample_hands import ILLEGAL
from tests.scorekeeper.sample_rows import create_waiting_import

pytestmark = pytest.mark.django_db

FORMER_ADDRESSES = {
    "amend": "amend-hand",
    "confirm": "confirm-hand",
    "dispute": "raise-dispute",
    "rule": "dispute",
    "withdraw": "withdraw-dispute",
    "what-if": "what-if",
    "import": "import",
    "cancel": "import-report",
}
"""The URL names of the pages, by the last part of the former addresses in the admin."""


@pytest.fixture
def hand(session, people):
    return recording.record_hand(session, ILLEGAL, by=people.carol).hand


@pytest.fixture
def dispute(hand, people):
    return dispute_filing.raise_dispute(hand, NewDispute(claim="Too low.", event=4), by=people.dan)[
        0
    ]


@pytest.fixture
def staff_client(people):
    """Return a function that signs one of the cast in; in the admin all of them may see everything."""
    User.objects.update(is_staff=True, is_superuser=True)

    def client(name):
        client = Client()
        client.force_login(getattr(people, name))
        return client

    return client


def address(row, page, *args):
    return reverse(f"admin:scorekeeper_{row._meta.model_name}_{page}", args=[row.pk, *args])


def text_of(page):
    return html.unescape(page.content.decode())


@pytest.mark.parametrize("action", FORMER_ADDRESSES)
def test_a_former_address_redirects_permanently_to_its_page(
    action, hand, dispute, club, people, staff_client
):
    rows = {
        "rule": dispute,
        "withdraw": dispute,
        "what-if": hand.session,
        "import": club,
        "cancel": create_waiting_import(club, by=people.carol),
    }
    row = rows.get(action, hand)
    for answer in (
        staff_client("carol").get(address(row, action)),
        staff_client("carol").post(address(row, action)),
    ):
        assert answer.status_code == 301
        assert answer.url == reverse(FORMER_ADDRESSES[action], args=[row.pk])


def test_the_former_address_of_an_undo_redirects_permanently_to_its_page(hand, staff_client):
    answer = staff_client("carol").get(address(hand, "undo", 1))
    assert (answer.status_code, answer.url) == (301, reverse("undo-hand", args=[hand.pk, 1]))


def test_former_addresses_are_for_staff(hand, staff_client):
    client = staff_client("carol")
    User.objects.update(is_staff=False)
    for action in ("amend", "confirm"):
        assert "/admin/login/" in client.get(address(hand, action)).url


def test_earlier_revisions_link_to_the_undo(hand, people, staff_client):
    hand_amendments.amend(hand, Amendment(keys={"note": "Later."}), by=people.carol)
    link = f'<a href="{reverse("undo-hand", args=[hand.pk, 1])}">Go back to this revision</a>'
    assert link in text_of(staff_client("carol").get(address(hand, "change")))
    for name in ("dan", "eve"):
        assert "Go back to this revision" not in text_of(
            staff_client(name).get(address(hand, "change"))
        )


def test_a_superuser_outside_the_club_gets_a_notice_and_no_links(hand, dispute, staff_client):
    for row in (hand, dispute, hand.session):
        page = staff_client("eve").get(address(row, "change"))
        assert "You do not belong to Thursday night." in text_of(page)
        assert page.context["tools"] == []


def test_a_decided_dispute_has_no_links(dispute, people, staff_client):
    assert "Withdraw this dispute" in text_of(staff_client("dan").get(address(dispute, "change")))
    dispute_filing.withdraw(dispute, by=people.dan)
    for name in ("bob", "dan"):
        assert staff_client(name).get(address(dispute, "change")).context["tools"] == []


def test_a_referee_who_played_gets_no_link_to_rule(dispute, players, people, staff_client):
    players[1].user = people.bob
    players[1].save()
    assert staff_client("bob").get(address(dispute, "change")).context["tools"] == []


def test_the_history_of_a_row_is_the_audit_log(hand, people, staff_client):
    hand_amendments.amend(hand, Amendment(keys={"note": "Later."}), by=people.carol)
    log = staff_client("carol").get(address(hand, "history"), follow=True).context["cl"].queryset
    assert {entry.act for entry in log} == {"hand recorded", "hand amended"}


def test_a_new_referee_gets_the_link_to_rule(dispute, club, people, staff_client):
    assert staff_client("carol").get(address(dispute, "change")).context["tools"] == []
    memberships.give_role(club, people.carol, Role.REFEREE, by=people.alice)
    (tool,) = staff_client("carol").get(address(dispute, "change")).context["tools"]
    assert tool["url"] == reverse("dispute", args=[dispute.pk])
