"""Two players become one on a page, and two again; a name is erased only where it was typed."""

import uuid

import pytest

from scorekeeper.clubs import player_merges
from scorekeeper.models import Erasure, Player, PlayerMerge
from scorekeeper.sessions import recording


@pytest.fixture
def jon(club):
    return Player.objects.create(club=club, name="Jon")


@pytest.fixture
def evening(club, players, jon, people):
    """Jon sat where Dan sits otherwise."""
    sheet = {"variant": "big-two", "played_on": "2026-04-02"}
    seated = [*players[:3], jon]
    return recording.record_session(club, sheet, players=seated, by=people.carol)[0]


@pytest.fixture
def owner(browse):
    return browse("alice")


def pair(client, club, player, into):
    return client.get(f"/clubs/{club.pk}/merges/?player={player.pk}&into={into.pk}")


def merged(client, club, player, into, **said):
    given = {"player": player.pk, "into": into.pk, "id": uuid.uuid4(), **said}
    return client.post(f"/clubs/{club.pk}/merges/", given, follow=True)


def text(page):
    return page.content.decode()


def test_two_players_are_laid_side_by_side(owner, club, session, evening, players, jon):
    sides = pair(owner, club, jon, players[3]).context["pair"]["sides"]
    assert [side["totals"]["sessions"] for side in sides] == [1, 1]
    assert [[*side["last"]] for side in sides] == [[evening], [session]]


def test_two_who_sat_at_one_table_are_refused_with_the_table(owner, club, session, players):
    page = text(pair(owner, club, players[0], players[1]))
    assert "They cannot be one person: both sat at these tables." in page
    assert f'href="/sessions/{session.pk}/"' in page
    assert "Yes: Alice is Bob" not in page
    assert "they cannot be one person" in text(merged(owner, club, players[0], players[1]))
    assert not PlayerMerge.objects.exists()


def test_two_become_one_and_two_again(owner, club, session, evening, players, jon):
    assert "Jon is Dan from now on." in text(merged(owner, club, jon, players[3]))
    assert player_merges.surviving_players(club.pk) == {jon.pk: players[3].pk}
    row = PlayerMerge.objects.get()
    page = owner.post(f"/merges/{row.pk}/reverse/", follow=True)
    assert "Jon and Dan are two again" in text(page)
    assert "reversed by alice" in text(page)
    assert player_merges.surviving_players(club.pk) == {}


def test_the_form_sent_twice_merges_once(owner, club, session, players, jon):
    same = uuid.uuid4()
    merged(owner, club, jon, players[3], id=same)
    owner.post(f"/clubs/{club.pk}/merges/", {"player": jon.pk, "into": players[3].pk, "id": same})
    assert PlayerMerge.objects.count() == 1


def test_nobody_is_merged_into_themselves(owner, club, players):
    page = pair(owner, club, players[0], players[0])
    assert (page.status_code, page.context["pair"]) == (422, None)
    assert "Choose two different players." in text(page)


def test_who_was_merged_already_is_not_offered(owner, club, session, players, jon):
    merged(owner, club, jon, players[3])
    offered = owner.get(f"/clubs/{club.pk}/merges/").context["form"].fields["player"].queryset
    assert jon not in offered


def test_players_of_other_clubs_are_not_found(owner, club, players, people):
    other = Player.objects.create(club=people.eve.memberships.get().club, name="Zoe")
    assert pair(owner, club, players[0], other).status_code == 422


def test_what_goes_and_what_stays_is_said_before(owner, club, session, players):
    page = owner.get(f"/clubs/{club.pk}/erasures/?player={players[1].pk}", follow=True)
    assert "Erase Bob?" in text(page)
    assert "It changes 1 session." in text(page)
    assert not Erasure.objects.exists()


@pytest.mark.parametrize("typed", ["bob", "Bob ", "", "Alice"])
def test_nothing_is_erased_unless_the_name_is_typed(owner, session, players, typed):
    page = owner.post(f"/players/{players[1].pk}/erase/", {"confirm": typed})
    assert (page.status_code, Erasure.objects.count()) == (422, 0)


def test_a_name_is_erased_for_good(owner, club, session, players):
    page = owner.post(f"/players/{players[1].pk}/erase/", {"confirm": "Bob"}, follow=True)
    assert "The name is gone for good: they are Player 1 now." in text(page)
    players[1].refresh_from_db()
    assert players[1].name == "Player 1"
    assert "Bob" not in text(owner.get(f"/sessions/{session.pk}/"))


def test_whoever_is_the_same_person_is_named_with_them(owner, club, session, players, jon):
    merged(owner, club, jon, players[3])
    page = owner.get(f"/players/{players[3].pk}/erase/")
    assert "Jon as well, who is the same person." in text(page)
