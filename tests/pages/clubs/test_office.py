"""The office of a club: which role opens which page and does which action."""

import pytest
from django.test import Client

from scorekeeper import erasure
from scorekeeper.clubs import memberships, player_merges
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.models import AuditEntry, Player, Role, Season, User, WebhookEvent
from scorekeeper.replays import rebuilds as replay_rebuilds
from scorekeeper.sessions import links as session_links
from scorekeeper.webhooks import subscriptions
from scorekeeper.webhooks.subscriptions import NewWebhook

SCORERS, REFEREES, OWNERS = {"alice", "bob", "carol"}, {"alice", "bob"}, {"alice"}
MEMBERS = SCORERS | {"dan"}

PAGES = {
    "/clubs/{club}/office/": MEMBERS,
    "/clubs/{club}/export/": MEMBERS,
    "/clubs/{club}/import/": SCORERS,
    "/clubs/{club}/imports/": SCORERS,
    "/imports/{import}/": SCORERS,
    "/sessions/{session}/links/": SCORERS,
    "/sessions/{session}/links/{link}/": SCORERS,
    "/clubs/{club}/merges/": REFEREES,
    "/clubs/{club}/audit/": REFEREES,
    "/clubs/{club}/rebuild/": REFEREES,
    "/seasons/{season}/rebuild/": REFEREES,
    "/sessions/{session}/rebuild/": REFEREES,
    "/rebuilds/{rebuild}/": REFEREES,
    "/clubs/{club}/webhooks/": OWNERS,
    "/webhooks/{hook}/": OWNERS,
    "/clubs/{club}/erasures/": OWNERS,
    "/players/{player}/erase/": OWNERS,
}
ACTIONS = {
    "/imports/{import}/cancel/": SCORERS,
    "/sessions/{session}/links/{link}/revoke/": SCORERS,
    "/merges/{merge}/reverse/": REFEREES,
    "/rebuilds/{rebuild}/cancel/": REFEREES,
    "/webhooks/{hook}/ping/": OWNERS,
    "/webhooks/{hook}/pause/": OWNERS,
    "/webhooks/{hook}/secret/": OWNERS,
    "/webhooks/{hook}/messages/{message}/again/": OWNERS,
    "/webhooks/{hook}/remove/": OWNERS,
}
TASKS = {  # and those for programs
    "alice": (8, 4),
    "bob": (5, 3),
    "carol": (3, 2),
    "dan": (1, 2),
}


@pytest.fixture
def bob(people, club):
    bob = User.objects.create_user("bob", password="bob")
    people.bob = bob
    memberships.give_role(club, bob, Role.REFEREE, by=people.alice)
    return bob


@pytest.fixture
def ids(club, session, hand, people, bob):
    """The id of a row of each kind, by the words in the addresses."""
    file = RecordFile(notation="json", source="{}", names={}, dry_run=True)
    row, _ = import_uploads.create_import(club, file, by=people.carol)
    new = NewWebhook(address="https://wall.example/told", kinds=[WebhookEvent.HAND_RECORDED])
    hook, _ = subscriptions.create(club, new, by=people.alice)
    player = Player.objects.create(club=club, name="Jon")
    merge, _ = player_merges.merge(player, Player.objects.get(name="Dan"), by=people.alice)
    return {
        "club": club.pk,
        "session": session.pk,
        "season": Season.objects.create(club=club, name="Spring").pk,
        "player": Player.objects.get(name="Alice").pk,
        "import": row.pk,
        "link": session_links.create_link(session, by=people.carol)[0].pk,
        "rebuild": replay_rebuilds.request_rebuild(club, by=people.alice).pk,
        "merge": merge.pk,
        "hook": hook.pk,
        "message": subscriptions.ping(hook, by=people.alice).message,
    }


@pytest.mark.parametrize(("page", "allowed"), PAGES.items())
def test_a_page_of_the_office_opens_for_the_roles_that_use_it(browse, ids, page, allowed):
    address = page.format(**ids)
    statuses = {
        name: browse(name).get(address).status_code for name in ("alice", "bob", "carol", "dan")
    }
    assert statuses == {name: 200 if name in allowed else 403 for name in statuses}
    assert browse("eve").get(address).status_code == 404
    assert Client().get(address).status_code == 404


@pytest.mark.parametrize(("action", "allowed"), ACTIONS.items())
def test_an_action_of_the_office_is_refused_to_other_roles(browse, ids, action, allowed):
    address = action.format(**ids)
    entries = AuditEntry.objects.count()
    refused = [name for name in ("bob", "carol", "dan") if name not in allowed]
    assert {browse(name).post(address).status_code for name in refused} <= {403}
    assert browse("eve").post(address).status_code == 404
    assert browse("alice").get(address).status_code == 405
    assert AuditEntry.objects.count() == entries
    assert browse("alice").post(address).status_code in {200, 302}


@pytest.mark.parametrize(("name", "tasks"), TASKS.items())
def test_the_office_lists_the_tasks_of_a_role(browse, ids, club, name, tasks):
    page = browse(name).get(f"/clubs/{club.pk}/office/")
    listed = page.context["tasks"], page.context["for_programs"]
    assert tuple(map(len, listed)) == tasks
    for task in [*listed[0], *listed[1]]:
        assert browse(name).get(task["url"]).status_code == 200


def test_the_club_links_to_its_office_for_members(browse, club, client):
    tab = f'href="/clubs/{club.pk}/office/"'
    assert tab in browse("dan").get(f"/clubs/{club.pk}/").content.decode()
    club.visibility = "public"
    club.save()
    assert tab not in client.get(f"/clubs/{club.pk}/").content.decode()
    assert client.get(f"/clubs/{club.pk}/office/").status_code == 302
    assert browse("eve").get(f"/clubs/{club.pk}/office/").status_code == 403


def test_a_session_links_to_its_logging_links_for_scorers(browse, session):
    link = f'href="/sessions/{session.pk}/links/"'
    assert link in browse("carol").get(f"/sessions/{session.pk}/").content.decode()
    assert link not in browse("dan").get(f"/sessions/{session.pk}/").content.decode()


def test_an_erased_player_cannot_be_erased_again(browse, ids, people):
    player = Player.objects.get(name="Alice")
    erasure.erase(player, confirm="Alice", by=people.alice)
    page = browse("alice").get(f"/players/{player.pk}/erase/")
    assert "erased already" in page.content.decode()
