"""Awards in the API: made, read with their winners, taken away."""

from uuid import uuid4

import pytest

from scorekeeper.hands import recording
from scorekeeper.models import Award, Season, Session, Visibility
from scorekeeper.replays import frames
from tests.scorekeeper.sample_hands import CLEAN
from tests.scorekeeper.turns import never

STRAIGHT_FLUSH = {"name": "Bomb thrower", "search": {"combination": "straight-flush"}}


@pytest.fixture
def hand(open_session, season, people):
    session = open_session(season=season, played_on="2026-03-05")
    return recording.record_hand(session, CLEAN, by=people.carol).hand


@pytest.fixture
def owner(signed, people):
    return signed(people.alice)


@pytest.fixture
def make(owner, club):
    def make(**body):
        return owner.post(
            f"/api/v1/clubs/{club.pk}/awards/", {**STRAIGHT_FLUSH, **body}, format="json"
        )

    return make


def test_highlights_say_who_wins_an_award_and_where_its_hands_are(make, owner, season, hand):
    award = make().json()
    address = f"/api/v1/seasons/{season.pk}/highlights/"
    before = owner.get(address).json()
    assert before["waiting"]
    assert [one["value"] for one in before["awards"]] == [None]
    frames.rebuild_stale(stop=never)
    answer = owner.get(address).json()
    assert not answer["waiting"]
    (won,) = answer["awards"]
    assert (won["award"], won["name"], won["search"]) == (
        award["id"],
        "Bomb thrower",
        STRAIGHT_FLUSH["search"],
    )
    assert (won["value"], won["shared_by"]) == (1, 1)
    assert [one["name"] for one in won["winners"][0]["players"]] == ["Alice"]
    found = owner.get(won["hands"]).json()["results"]
    assert [one["hand"] for one in found] == [str(hand.pk)]


def test_an_answer_about_awards_is_not_modified_until_the_index_is(make, owner, season, hand):
    make()
    address = f"/api/v1/seasons/{season.pk}/highlights/"
    etag = owner.get(address)["ETag"]
    assert owner.get(address, headers={"If-None-Match": etag}).status_code == 304
    frames.rebuild_stale(stop=never)
    assert owner.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_a_best_hand_is_given_with_its_figure(make, owner, season, hand):
    make(search={"sort": "most-points"})
    frames.rebuild_stale(stop=never)
    (won,) = owner.get(f"/api/v1/seasons/{season.pk}/highlights/").json()["awards"]
    (winner,) = won["winners"]
    assert (winner["hand"], winner["seat"], winner["event"]) == (str(hand.pk), 1, None)
    assert won["value"] == hand.scores.get(seat=1).points


def test_an_award_is_made_once_under_an_id(make, owner, club):
    chosen = {"id": str(uuid4())}
    assert [make(**chosen).status_code for _ in range(2)] == [201, 200]
    other = make(**chosen, search={"combination": "pair"})
    assert (other.status_code, other.json()["code"]) == (409, "id-taken")
    listed = owner.get(f"/api/v1/clubs/{club.pk}/awards/").json()["results"]
    assert [one["id"] for one in listed] == [chosen["id"]]


@pytest.mark.parametrize(
    ("search", "status", "where"),
    [
        ({}, 422, "search"),
        ({"variant": "big-two"}, 422, "search"),
        ({"combination": "pair", "players": "x"}, 400, "search.players"),
        ({"combination": "pair", "from": "2026-03-01"}, 400, "search.from"),
        ({"combination": "pair", "flavor": "sweet"}, 400, "search.flavor"),
        ({"sort": "loudest"}, 422, "search.sort"),
    ],
)
def test_a_search_that_is_no_award_is_refused_with_its_place(make, search, status, where):
    answer = make(search=search)
    assert (answer.status_code, answer.json()["where"]) == (status, where)
    assert not Award.objects.exists()


def test_a_taken_name_and_a_thirteenth_award_are_conflicts(make):
    make()
    again = make(search={"combination": "pair"})
    assert (again.status_code, again.json()["code"]) == (409, "name-taken")
    for number in range(11):
        assert make(name=f"Award {number}").status_code == 201
    more = make(name="One more")
    assert (more.status_code, more.json()["code"]) == (409, "too-many-awards")
    assert more.json()["detail"] == "A club can give up to 12 awards: take one away first."


def test_an_award_that_is_taken_away_is_missing_but_its_row_stays(make, owner, club):
    address = f"/api/v1/awards/{make().json()['id']}/"
    assert owner.get(address).status_code == 200
    assert [owner.delete(address).status_code for _ in range(2)] == [204, 404]
    assert owner.get(address).status_code == 404
    assert Award.objects.get().removed_at
    assert owner.get(f"/api/v1/clubs/{club.pk}/awards/").json()["results"] == []


def test_outsiders_read_the_awards_of_a_public_club_and_no_private_winner(
    make, client, club, season, hand
):
    award = make().json()["id"]
    frames.rebuild_stale(stop=never)
    assert client.get(f"/api/v1/awards/{award}/").status_code == 404
    type(club).objects.filter(pk=club.pk).update(visibility=Visibility.PUBLIC)
    Season.objects.update(visibility=Visibility.PUBLIC)
    Session.objects.update(visibility=Visibility.PRIVATE)
    assert client.get(f"/api/v1/awards/{award}/").status_code == 200
    (won,) = client.get(f"/api/v1/seasons/{season.pk}/highlights/").json()["awards"]
    assert (won["value"], won["winners"]) == (None, [])
