"""Merging two players who are one person: hands of both count for the player who stays, until the merge is reversed."""

import pytest

import referee
from scorekeeper import erasure
from scorekeeper.clubs import player_merges
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.hands import recording as hand_recording
from scorekeeper.management.record_check import records as record_check
from scorekeeper.models import AuditEntry, Player, Score, Season, Seat, Session
from scorekeeper.sessions import document as session_document
from scorekeeper.sessions import recording as session_recording
from scorekeeper.sessions import what_if
from tests.scorekeeper.sample_hands import SHEET


@pytest.fixture
def play(club, people):
    """Record a hand of four players with these names; return the session."""

    def play(*names):
        players = [Player.objects.get_or_create(club=club, name=name)[0] for name in names]
        session, _ = session_recording.record_session(
            club, {"variant": "big-two"}, players=players, by=people.carol
        )
        hand_recording.record_hand(session, SHEET, by=people.carol)
        return session

    return play


@pytest.fixture
def player_named(club):
    return lambda name: Player.objects.get(club=club, name=name)


def points(player):
    return [score.points for score in Score.objects.filter(player=player)]


@pytest.fixture
def alicia_and_alice(play, player_named):
    """A session of Alice under the name Alicia, and both players; each of them won a hand."""
    play("Alice", "Bob", "Carol", "Dan")
    return play("Alicia", "Bob", "Carol", "Dan"), player_named("Alicia"), player_named("Alice")


def test_hands_of_a_merged_player_count_for_the_one_who_stays(alicia_and_alice, people):
    session, alicia, alice = alicia_and_alice
    player_merges.merge(alicia, alice, by=people.bob)
    assert (points(alice), points(alicia)) == ([25, 25], [])
    assert session.seats.get(number=1).player == alicia
    assert session.head.content["players"][0] == str(alicia.pk)
    assert session_document.names_of(session)[1] == "Alice"
    assert list(record_check.verify_records()) == []


def test_hands_recorded_after_a_merge_count_for_the_one_who_stays_too(alicia_and_alice, people):
    session, alicia, alice = alicia_and_alice
    player_merges.merge(alicia, alice, by=people.bob)
    hand_recording.record_hand(session, SHEET, by=people.carol)
    assert points(alice) == [25, 25, 25]


def test_a_reversed_merge_leaves_no_trace_in_the_scores(alicia_and_alice, people):
    _, alicia, alice = alicia_and_alice
    merge, _ = player_merges.merge(alicia, alice, by=people.bob)
    assert player_merges.reverse(merge, by=people.bob)[1]
    assert not player_merges.reverse(merge, by=people.bob)[1]
    assert (points(alice), points(alicia)) == ([25], [25])
    assert list(record_check.verify_records()) == []
    acts = AuditEntry.objects.filter(kind="player merge").values_list("act", flat=True)
    assert set(acts) == {"players merged", "merge reversed"}


def test_hands_follow_a_chain_of_merges_to_its_last_player(
    alicia_and_alice, play, player_named, people
):
    _, alicia, alice = alicia_and_alice
    play("Al", "Bob", "Carol", "Dan")
    first, _ = player_merges.merge(alicia, alice, by=people.bob)
    player_merges.merge(alice, player_named("Al"), by=people.bob)
    assert points(player_named("Al")) == [25, 25, 25]
    player_merges.reverse(first, by=people.bob)
    assert (points(player_named("Al")), points(alicia)) == ([25, 25], [25])


def test_players_of_one_session_cannot_be_merged(alicia_and_alice, player_named, people):
    with pytest.raises(player_merges.MergeError, match="sat at the same table"):
        player_merges.merge(player_named("Bob"), player_named("Carol"), by=people.bob)


def test_players_of_one_session_cannot_be_merged_through_a_third(
    alicia_and_alice, play, player_named, people
):
    _, alicia, alice = alicia_and_alice
    play("Ally", "Alicia", "Carol", "Dan")
    player_merges.merge(alicia, alice, by=people.bob)
    with pytest.raises(player_merges.MergeError, match="sat at the same table"):
        player_merges.merge(player_named("Ally"), alice, by=people.bob)


def test_merges_cannot_form_a_cycle(alicia_and_alice, people):
    _, alicia, alice = alicia_and_alice
    player_merges.merge(alicia, alice, by=people.bob)
    for player, into in ((alice, alicia), (alicia, alice), (alice, alice)):
        with pytest.raises(player_merges.MergeError, match="already merged"):
            player_merges.merge(player, into, by=people.bob)


def test_a_player_is_merged_once(alicia_and_alice, play, player_named, people):
    _, alicia, alice = alicia_and_alice
    play("Al", "Eve", "Carol", "Dan")
    player_merges.merge(alicia, alice, by=people.bob)
    with pytest.raises(player_merges.MergeError, match="reverse that first"):
        player_merges.merge(alicia, player_named("Al"), by=people.bob)


def test_players_of_different_clubs_cannot_be_merged(alicia_and_alice, people):
    elsewhere = Player.objects.create(club=people.eve.memberships.get().club, name="Alice")
    with pytest.raises(player_merges.MergeError, match="different clubs"):
        player_merges.merge(alicia_and_alice[1], elsewhere, by=people.bob)


def test_an_erased_player_cannot_be_merged(alicia_and_alice, people):
    _, alicia, alice = alicia_and_alice
    erasure.erase(alicia, confirm="Alicia", by=people.alice)
    with pytest.raises(player_merges.MergeError, match="erased"):
        player_merges.merge(alicia, alice, by=people.bob)


def test_merging_and_reversing_over_http(alicia_and_alice, club, people, signed):
    _, alicia, alice = alicia_and_alice
    route = f"/api/v1/clubs/{club.pk}/merges/"
    body = {"player": str(alicia.pk), "into": str(alice.pk)}
    assert signed(people.carol).post(route, body, format="json").status_code == 403
    created = signed(people.bob).post(route, body, format="json")
    assert (created.status_code, created.json()["reversed_at"]) == (201, None)
    again = {**body, "id": created.json()["id"]}
    assert signed(people.bob).post(route, again, format="json").status_code == 200
    refused = signed(people.bob).post(route, body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-to-be-merged")
    reversal = signed(people.bob).post(f"/api/v1/merges/{created.json()['id']}/reversal/")
    assert (reversal.status_code, reversal.json()["reversed_by"]) == (201, str(people.bob.pk))
    listed = signed(people.dan).get(route).json()["results"]
    assert [row["id"] for row in listed] == [created.json()["id"]]


def test_only_players_of_the_club_can_be_merged_over_http(alicia_and_alice, club, people, signed):
    elsewhere = Player.objects.create(club=people.eve.memberships.get().club, name="Alice")
    body = {"player": str(alicia_and_alice[1].pk), "into": str(elsewhere.pk)}
    refused = signed(people.bob).post(f"/api/v1/clubs/{club.pk}/merges/", body, format="json")
    assert (refused.status_code, refused.json()["where"]) == (422, "into")


def test_seats_keep_their_ids(alicia_and_alice, people):
    _, alicia, alice = alicia_and_alice
    before = list(Seat.objects.order_by("pk").values_list("pk", "player"))
    player_merges.merge(alicia, alice, by=people.bob)
    assert list(Seat.objects.order_by("pk").values_list("pk", "player")) == before


def test_one_person_cannot_take_two_seats_under_two_names(
    alicia_and_alice, club, player_named, people
):
    _, alicia, alice = alicia_and_alice
    player_merges.merge(alicia, alice, by=people.bob)
    seated = [alice, player_named("Bob"), alicia, player_named("Dan")]
    with pytest.raises(referee.MalformedError, match="are one person") as error:
        session_recording.record_session(
            club, {"variant": "big-two"}, players=seated, by=people.carol
        )
    assert error.value.where == "players[2]"


def test_an_account_confirms_for_the_seat_of_a_merged_player(alicia_and_alice, people):
    session, alicia, alice = alicia_and_alice
    alice.user = people.dan
    alice.save()
    player_merges.merge(alicia, alice, by=people.bob)
    hand = session.hands.get()
    confirmation, _ = hand_confirmations.confirm_hand(hand, digest=hand.head.digest, by=people.dan)
    assert confirmation.seat == 1


def test_what_if_counts_for_the_one_who_stays(alicia_and_alice, club, people):
    _, alicia, alice = alicia_and_alice
    season = Season.objects.create(club=club, name="Spring")
    Session.objects.update(season=season)
    player_merges.merge(alicia, alice, by=people.bob)
    preview = what_if.preview_in_season(season, "big-two", {"multipliers": [[1, 2]]})
    points_before = {row["player"]: row["before"] for row in preview["players"]}
    assert points_before[str(alice.pk)] == 50
    assert str(alicia.pk) not in points_before
