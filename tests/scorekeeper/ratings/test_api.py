"""The ratings API: lists of a season and of a club, and a player's history."""

import pytest
from django.utils.dateparse import parse_datetime

from scorekeeper.clubs import player_merges
from scorekeeper.models import Player, RatingList, Season, Session, Visibility
from scorekeeper.ratings import latest_ratings, rerating
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB


@pytest.fixture
def path(season):
    return f"/api/v1/seasons/{season.pk}/ratings/"


@pytest.fixture
def alice_path(players):
    return f"/api/v1/players/{players[0].pk}/ratings/"


def test_a_list_shows_rating_and_uncertainty(keeper, carol, path):
    keeper.session(*[WON_BY_ALICE] * 20, played_on="2026-03-01")
    data = carol.get(path).json()
    assert (data["season"], data["variant"]) == (str(keeper.season.pk), None)
    assert (data["current"], data["left"]) == (True, 0)
    first = data["rows"][0]
    assert (first["place"], first["name"], first["hands"]) == (1, "Alice", 20)
    assert (first["provisional"], first["last_played"]) == (False, "2026-03-01")
    assert first["rating"] == round(60 * first["mu"]) > 1500
    assert first["uncertainty"] == round(60 * first["sigma"]) < 500


def test_players_with_few_hands_are_provisional(keeper, carol, path):
    keeper.session(WON_BY_ALICE)
    rows = carol.get(path).json()["rows"]
    assert {(row["place"], row["provisional"]) for row in rows} == {(None, True)}


def test_a_list_of_one_game(keeper, carol, path):
    keeper.session(WON_BY_ALICE)
    keeper.session(WON_BY_BOB, variant="gang-of-four")
    data = carol.get(f"{path}?variant=gang-of-four").json()
    assert (data["variant"], data["rows"][0]["name"]) == ("gang-of-four", "Bob")
    refused = carol.get(f"{path}?variant=whist")
    assert (refused.status_code, refused.json()["where"]) == (422, "variant")


def test_a_club_is_rated_over_all_its_seasons(keeper, carol, path, club):
    keeper.session(WON_BY_ALICE)
    Session.objects.update(season=None)
    data = carol.get(f"/api/v1/clubs/{club.pk}/ratings/").json()
    assert (data["club"], data["season"], len(data["rows"])) == (str(club.pk), None, 4)


def test_an_unchanged_list_answers_304(keeper, carol, path):
    session = keeper.session(WON_BY_ALICE)
    etag = {"If-None-Match": carol.get(path)["ETag"]}
    assert carol.get(path, headers=etag).status_code == 304
    keeper.hand(session, cards_left=WON_BY_BOB)
    assert carol.get(path, headers=etag).status_code == 200


def test_a_list_that_is_not_current_says_so(keeper, carol, path, alice_path, monkeypatch):
    session = keeper.session(WON_BY_ALICE)
    rerating.refresh_stale(stop=lambda: False)
    before = carol.get(path)
    assert before.json()["counted_at"] is None
    monkeypatch.setattr(latest_ratings, "MOST_HANDS", 1)
    keeper.hand(session, cards_left=WON_BY_BOB)
    data = carol.get(path, headers={"If-None-Match": before["ETag"]})
    assert (data.status_code, data.json()["current"], data.json()["left"]) == (200, False, 1)
    assert data.json()["rows"] == before.json()["rows"]
    counted_at = RatingList.objects.get(season=keeper.season, variant="").counted_at
    assert parse_datetime(data.json()["counted_at"]) == counted_at
    assert carol.get(alice_path).json()["current"] is False
    text = carol.get(path, headers={"Accept": "text/csv"}).content.decode()
    assert ",no," in text.splitlines()[1]


def test_lists_as_csv(keeper, carol, path, alice_path, players):
    session = keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    lines = carol.get(path, headers={"Accept": "text/csv"}).content.decode("utf-8-sig").splitlines()
    assert lines[0] == "place,player,rating,uncertainty,mu,sigma,hands,last played,current,id"
    assert lines[1].startswith(",Alice,1")
    assert lines[1].endswith(f",1,2026-03-01,yes,{players[0].pk}")
    lines = (
        carol.get(alice_path, headers={"Accept": "text/csv"})
        .content.decode("utf-8-sig")
        .splitlines()
    )
    assert lines[0] == "date,rating,uncertainty,mu,sigma,hands,current,session"
    assert lines[1].startswith("2026-03-01,1")
    assert lines[1].endswith(f",1,yes,{session.pk}")


def test_the_history_of_a_rating_by_session(keeper, carol, alice_path):
    later = keeper.session(WON_BY_BOB, played_on="2026-03-08")
    first = keeper.session(WON_BY_ALICE, WON_BY_ALICE, played_on="2026-03-01")
    data = carol.get(alice_path).json()
    assert [(step["date"], step["session"], step["hands"]) for step in data["results"]] == [
        ("2026-03-01", str(first.pk), 2),
        ("2026-03-08", str(later.pk), 3),
    ]
    assert data["results"][-1]["rating"] == data["now"]["rating"]
    assert (data["name"], data["next"]) == ("Alice", None)


def test_a_long_history_comes_in_pages(keeper, carol, alice_path):
    for day in range(1, 6):
        keeper.session(WON_BY_ALICE, played_on=f"2026-03-0{day}")
    dates, page = [], f"{alice_path}?page_size=2"
    while page:
        data = carol.get(page).json()
        dates += [step["date"] for step in data["results"]]
        page = data["next"]
    assert dates == [f"2026-03-0{day}" for day in range(1, 6)]


def test_the_history_in_one_season(keeper, carol, alice_path, club):
    keeper.session(WON_BY_ALICE)
    other = Season.objects.create(club=club, name="Autumn")
    assert len(carol.get(f"{alice_path}?season={keeper.season.pk}").json()["results"]) == 1
    data = carol.get(f"{alice_path}?season={other.pk}").json()
    assert (data["season"], data["now"], data["results"]) == (str(other.pk), None, [])
    assert carol.get(f"{alice_path}?season={club.pk}").status_code == 404


def test_a_merged_player_is_shown_as_the_survivor(keeper, carol, people):
    alicia = Player.objects.create(club=keeper.club, name="Alicia")
    keeper.session(WON_BY_ALICE, players=[alicia, *keeper.players[1:]])
    player_merges.merge(alicia, keeper.players[0], by=people.bob)
    data = carol.get(f"/api/v1/players/{alicia.pk}/ratings/").json()
    assert (data["name"], len(data["results"])) == ("Alice", 1)


def test_private_sessions_count_in_public_lists_without_being_named(
    keeper, signed, path, alice_path, club
):
    keeper.session(WON_BY_ALICE)
    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    nobody = signed(None)
    assert nobody.get(path).status_code == 404
    type(club).objects.update(visibility=Visibility.PUBLIC)
    assert nobody.get(path).status_code == 404
    Season.objects.update(visibility=Visibility.PUBLIC)
    Session.objects.filter(played_on=None).update(visibility=Visibility.PUBLIC)
    assert nobody.get(path).json()["rows"][0]["hands"] == 2
    data = nobody.get(alice_path).json()
    assert (data["now"]["hands"], [step["hands"] for step in data["results"]]) == (2, [2])


@pytest.mark.parametrize(
    "route", ["seasons/{}/ratings/", "clubs/{}/ratings/", "players/{}/ratings/"]
)
def test_a_long_season_takes_as_many_queries_as_a_short_one(
    keeper, carol, route, django_assert_num_queries, club
):
    ids = {"seasons": keeper.season.pk, "clubs": club.pk, "players": keeper.players[0].pk}
    path = f"/api/v1/{route.format(ids[route.partition('/')[0]])}"
    queries = {"seasons": 9, "clubs": 9, "players": 11}[route.partition("/")[0]]
    with_changes = {"seasons": 21, "clubs": 21, "players": 24}[route.partition("/")[0]]

    def read_before_and_after_the_worker():
        carol.get(path)
        with django_assert_num_queries(with_changes):
            carol.get(path)
        rerating.refresh_stale(stop=lambda: False)
        with django_assert_num_queries(queries):
            carol.get(path)

    keeper.session(WON_BY_ALICE)
    rerating.refresh_stale(stop=lambda: False)
    keeper.session(WON_BY_ALICE)
    read_before_and_after_the_worker()
    for name in "EFGH":
        others = [*keeper.players[:3], Player.objects.create(club=club, name=name)]
        keeper.session(WON_BY_ALICE, WON_BY_BOB, players=others)
    read_before_and_after_the_worker()
