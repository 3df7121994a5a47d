"""Pages that merge two players, reverse a merge, and erase a player's name."""

import uuid

import pytest

from scorekeeper.clubs import merge_pieces, player_merges
from scorekeeper.models import Erasure, Player, PlayerMerge
from scorekeeper.sessions import recording
from tests.pages.forms_and_mail import html_of


@pytest.fixture
def jon(club):
    return Player.objects.create(club=club, name="Jon")


@pytest.fixture
def second_session(club, players, jon, people):
    """A session in which Jon took Dan's seat."""
    record = {"variant": "big-two", "played_on": "2026-04-02"}
    seated = [*players[:3], jon]
    return recording.record_session(club, record, players=seated, by=people.carol)[0]


@pytest.fixture
def owner(browse):
    return browse("alice")


def compare(client, club, player, into):
    return client.get(f"/clubs/{club.pk}/merges/?player={player.pk}&into={into.pk}")


def merge(client, club, player, into, **changes):
    data = {"player": player.pk, "into": into.pk, "id": uuid.uuid4(), **changes}
    return client.post(f"/clubs/{club.pk}/merges/", data, follow=True)


def test_two_players_are_compared_side_by_side(owner, club, session, second_session, players, jon):
    sides = compare(owner, club, jon, players[3]).context["pair"]["sides"]
    assert [side["totals"]["sessions"] for side in sides] == [1, 1]
    assert [[*side["last"]] for side in sides] == [[second_session], [session]]


def test_two_players_of_one_session_cannot_be_merged_and_the_session_is_named(
    owner, club, session, players
):
    page = html_of(compare(owner, club, players[0], players[1]))
    assert "They cannot be the same person: both played in these sessions." in page
    assert f'href="/sessions/{session.pk}/"' in page
    assert "Yes: Alice is Bob" not in page
    assert "they cannot be one person" in html_of(merge(owner, club, players[0], players[1]))
    assert not PlayerMerge.objects.exists()


def test_a_merge_is_made_and_reversed(owner, club, session, second_session, players, jon):
    assert "Jon has been merged into Dan." in html_of(merge(owner, club, jon, players[3]))
    assert player_merges.surviving_players(club.pk) == {jon.pk: players[3].pk}
    row = PlayerMerge.objects.get()
    page = owner.post(f"/merges/{row.pk}/reverse/", follow=True)
    assert "Jon and Dan are separate players again" in html_of(page)
    assert "undone by alice" in html_of(page)
    assert player_merges.surviving_players(club.pk) == {}


def test_a_merge_of_many_sessions_shows_how_far_workers_are_until_they_are_done(
    owner, club, second_session, players, jon, monkeypatch
):
    monkeypatch.setattr(player_merges, "AT_ONCE", 0)
    monkeypatch.setattr(merge_pieces, "PIECE", 1)
    page = html_of(merge(owner, club, jon, players[3]))
    assert "The sessions are being counted anew." in page
    assert 'hx-trigger="every 2s"' in page
    answers = iter([False, True])
    merge_pieces.finish_waiting(stop=lambda: next(answers))
    assert "1 of 1 session counted anew." in html_of(owner.get(f"/clubs/{club.pk}/merges/"))
    merge_pieces.finish_waiting(stop=lambda: False)
    page = html_of(owner.get(f"/clubs/{club.pk}/merges/"))
    assert "counted anew" not in page
    assert "hx-trigger" not in page
    undone = owner.post(f"/merges/{PlayerMerge.objects.get().pk}/reverse/", follow=True)
    assert "The sessions are being counted anew." in html_of(undone)


def test_the_form_sent_twice_merges_once(owner, club, session, players, jon):
    id_ = uuid.uuid4()
    merge(owner, club, jon, players[3], id=id_)
    owner.post(f"/clubs/{club.pk}/merges/", {"player": jon.pk, "into": players[3].pk, "id": id_})
    assert PlayerMerge.objects.count() == 1


def test_a_player_is_not_merged_with_the_same_player(owner, club, players):
    page = compare(owner, club, players[0], players[0])
    assert (page.status_code, page.context["pair"]) == (422, None)
    assert "Choose two different players." in html_of(page)


def test_a_merged_player_is_not_offered_again(owner, club, session, players, jon):
    merge(owner, club, jon, players[3])
    offered = owner.get(f"/clubs/{club.pk}/merges/").context["form"].fields["player"].queryset
    assert jon not in offered


def test_players_of_other_clubs_are_not_found(owner, club, players, people):
    stranger = Player.objects.create(club=people.eve.memberships.get().club, name="Zoe")
    assert compare(owner, club, players[0], stranger).status_code == 422


def test_the_effects_of_an_erasure_are_shown_before(owner, club, session, players):
    page = owner.get(f"/clubs/{club.pk}/erasures/?player={players[1].pk}", follow=True)
    assert "Erase Bob?" in html_of(page)
    assert "It changes 1 session." in html_of(page)
    assert not Erasure.objects.exists()


@pytest.mark.parametrize("name", ["bob", "Bob ", "", "Alice"])
def test_a_name_is_erased_only_when_typed_exactly(owner, session, players, name):
    page = owner.post(f"/players/{players[1].pk}/erase/", {"confirm": name})
    assert (page.status_code, Erasure.objects.count()) == (422, 0)


def test_a_name_is_erased_for_good(owner, club, session, players):
    page = owner.post(f"/players/{players[1].pk}/erase/", {"confirm": "Bob"}, follow=True)
    assert "The name has been erased permanently. The player is now called Player 1." in html_of(
        page
    )
    players[1].refresh_from_db()
    assert players[1].name == "Player 1"
    assert "Bob" not in html_of(owner.get(f"/sessions/{session.pk}/"))


def test_the_erasure_names_merged_players_as_well(owner, club, session, players, jon):
    merge(owner, club, jon, players[3])
    page = owner.get(f"/players/{players[3].pk}/erase/")
    assert "Also Jon, who is the same person." in html_of(page)
