"""Two players who turn out to be one: what they did counts for the one who stays, until that is reversed."""

import pytest

import referee
from scorekeeper import erasure
from scorekeeper.clubs import player_merges
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.hands import recording as hand_recording
from scorekeeper.management import record_check
from scorekeeper.models import AuditEntry, Player, Score, Season, Seat, Session
from scorekeeper.sessions import document as session_document
from scorekeeper.sessions import recording as session_recording
from scorekeeper.sessions import what_if
from tests.scorekeeper.sample_hands import SHEET


@pytest.fixture
def table(club, people):
    """Record a hand of four players of these names; the session."""

    def table(*names):
        players = [Player.objects.get_or_create(club=club, name=name)[0] for name in names]
        session, _ = session_recording.record_session(
            club, {"variant": "big-two"}, players=players, by=people.carol
        )
        hand_recording.record_hand(session, SHEET, by=people.carol)
        return session

    return table


@pytest.fixture
def named(club):
    return lambda name: Player.objects.get(club=club, name=name)


def points(player):
    return [score.points for score in Score.objects.filter(player=player)]


@pytest.fixture
def two(table, named):
    """Alice, once written down as Alicia, who won a hand under each name."""
    table("Alice", "Bob", "Carol", "Dan")
    return table("Alicia", "Bob", "Carol", "Dan"), named("Alicia"), named("Alice")


def test_what_one_did_counts_for_the_one_who_stays(two, people):
    session, alicia, alice = two
    player_merges.merge(alicia, alice, by=people.bob)
    assert (points(alice), points(alicia)) == ([25, 25], [])
    assert session.seats.get(number=1).player == alicia
    assert session.head.content["players"][0] == str(alicia.pk)
    assert session_document.names_of(session)[1] == "Alice"
    assert list(record_check.verify_records()) == []


def test_a_hand_recorded_later_counts_for_the_one_who_stays_too(two, people):
    session, alicia, alice = two
    player_merges.merge(alicia, alice, by=people.bob)
    hand_recording.record_hand(session, SHEET, by=people.carol)
    assert points(alice) == [25, 25, 25]


def test_a_merge_that_is_reversed_leaves_no_trace_in_the_scores(two, people):
    _, alicia, alice = two
    merged, _ = player_merges.merge(alicia, alice, by=people.bob)
    assert player_merges.reverse(merged, by=people.bob)[1]
    assert not player_merges.reverse(merged, by=people.bob)[1]
    assert (points(alice), points(alicia)) == ([25], [25])
    assert list(record_check.verify_records()) == []
    acts = AuditEntry.objects.filter(kind="player merge").values_list("act", flat=True)
    assert set(acts) == {"players merged", "merge reversed"}


def test_one_after_another_leads_to_the_last(two, table, named, people):
    _, alicia, alice = two
    table("Al", "Bob", "Carol", "Dan")
    first, _ = player_merges.merge(alicia, alice, by=people.bob)
    player_merges.merge(alice, named("Al"), by=people.bob)
    assert points(named("Al")) == [25, 25, 25]
    player_merges.reverse(first, by=people.bob)
    assert (points(named("Al")), points(alicia)) == ([25, 25], [25])


def test_nobody_is_two_people_at_one_table(two, named, people):
    with pytest.raises(player_merges.MergeError, match="sat at one table"):
        player_merges.merge(named("Bob"), named("Carol"), by=people.bob)


def test_nobody_is_two_people_at_one_table_through_a_third(two, table, named, people):
    _, alicia, alice = two
    table("Ally", "Alicia", "Carol", "Dan")
    player_merges.merge(alicia, alice, by=people.bob)
    with pytest.raises(player_merges.MergeError, match="sat at one table"):
        player_merges.merge(named("Ally"), alice, by=people.bob)


def test_merges_make_no_circle(two, people):
    _, alicia, alice = two
    player_merges.merge(alicia, alice, by=people.bob)
    for player, into in ((alice, alicia), (alicia, alice), (alice, alice)):
        with pytest.raises(player_merges.MergeError, match="one already"):
            player_merges.merge(player, into, by=people.bob)


def test_a_player_is_merged_once(two, table, named, people):
    _, alicia, alice = two
    table("Al", "Eve", "Carol", "Dan")
    player_merges.merge(alicia, alice, by=people.bob)
    with pytest.raises(player_merges.MergeError, match="reverse that first"):
        player_merges.merge(alicia, named("Al"), by=people.bob)


def test_clubs_are_apart(two, people):
    elsewhere = Player.objects.create(club=people.eve.memberships.get().club, name="Alice")
    with pytest.raises(player_merges.MergeError, match="different clubs"):
        player_merges.merge(two[1], elsewhere, by=people.bob)


def test_whoever_was_erased_stays_nobody(two, people):
    _, alicia, alice = two
    erasure.erase(alicia, confirm="Alicia", by=people.alice)
    with pytest.raises(player_merges.MergeError, match="erased"):
        player_merges.merge(alicia, alice, by=people.bob)


def test_merging_and_reversing_over_http(two, club, people, signed):
    _, alicia, alice = two
    route = f"/api/v1/clubs/{club.pk}/merges/"
    body = {"player": str(alicia.pk), "into": str(alice.pk)}
    assert signed(people.carol).post(route, body, format="json").status_code == 403
    made = signed(people.bob).post(route, body, format="json")
    assert (made.status_code, made.json()["reversed_at"]) == (201, None)
    again = {**body, "id": made.json()["id"]}
    assert signed(people.bob).post(route, again, format="json").status_code == 200
    refused = signed(people.bob).post(route, body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-to-be-merged")
    undone = signed(people.bob).post(f"/api/v1/merges/{made.json()['id']}/reversal/")
    assert (undone.status_code, undone.json()["reversed_by"]) == (201, str(people.bob.pk))
    listed = signed(people.dan).get(route).json()["results"]
    assert [row["id"] for row in listed] == [made.json()["id"]]


def test_only_players_of_the_club_can_be_named(two, club, people, signed):
    elsewhere = Player.objects.create(club=people.eve.memberships.get().club, name="Alice")
    body = {"player": str(two[1].pk), "into": str(elsewhere.pk)}
    refused = signed(people.bob).post(f"/api/v1/clubs/{club.pk}/merges/", body, format="json")
    assert (refused.status_code, refused.json()["where"]) == (422, "into")


def test_seats_keep_their_ids(two, people):
    _, alicia, alice = two
    before = list(Seat.objects.order_by("pk").values_list("pk", "player"))
    player_merges.merge(alicia, alice, by=people.bob)
    assert list(Seat.objects.order_by("pk").values_list("pk", "player")) == before


def test_nobody_takes_two_seats_under_two_names(two, club, named, people):
    _, alicia, alice = two
    player_merges.merge(alicia, alice, by=people.bob)
    seated = [alice, named("Bob"), alicia, named("Dan")]
    with pytest.raises(referee.MalformedError, match="are one person") as error:
        session_recording.record_session(
            club, {"variant": "big-two"}, players=seated, by=people.carol
        )
    assert error.value.where == "players[2]"


def test_an_account_confirms_for_the_seat_of_whatever_name(two, people):
    session, alicia, alice = two
    alice.user = people.dan
    alice.save()
    player_merges.merge(alicia, alice, by=people.bob)
    hand = session.hands.get()
    confirmed, _ = hand_confirmations.confirm(hand, digest=hand.head.digest, by=people.dan)
    assert confirmed.seat == 1


def test_what_other_rules_would_bring_counts_for_the_one_who_stays(two, club, people):
    _, alicia, alice = two
    season = Season.objects.create(club=club, name="Spring")
    Session.objects.update(season=season)
    player_merges.merge(alicia, alice, by=people.bob)
    told = what_if.preview_in_season(season, "big-two", {"multipliers": [[1, 2]]})
    gains = {row["player"]: row["before"] for row in told["players"]}
    assert gains[str(alice.pk)] == 50
    assert str(alicia.pk) not in gains
