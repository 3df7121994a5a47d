"""The page of a player, and a club in numbers."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.clubs import player_merges
from scorekeeper.clubs import roster as club_roster
from scorekeeper.models import Player, Season, Session, Visibility
from tests.pages.standings.test_seasons import text
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB, SeasonScorer


@pytest.fixture
def keeper(club, players, people):
    return SeasonScorer(Season.objects.create(club=club, name="Spring 2026"), players, people.carol)


@pytest.fixture
def played(keeper):
    keeper.session(WON_BY_ALICE, WON_BY_ALICE, played_on="2026-03-05")
    keeper.session(WON_BY_BOB, played_on="2026-03-12", variant="gang-of-four")
    return keeper


def of(player):
    return f"/players/{player.pk}/"


def test_a_player_in_numbers(browse, played):
    page = text(browse("dan").get(of(played.players[0])))
    for told in (
        "Longest streak",
        "Rating 1",
        "Spring 2026",
        "Gang of Four",
        "hands won one after the other",
    ):
        assert told in page
    bob = browse("dan").get(of(played.players[1]))
    assert [(row["name"], row["hands"]) for row in bob.context["opponents"]] == [
        ("Alice", 3), ("Carol", 3), ("Dan", 3),
    ]  # fmt: skip


def test_the_points_are_drawn_day_by_day(browse, played):
    drawn = browse("dan").get(of(played.players[0]) + "?variant=big-two").context["plots"][0]
    assert [(str(line.day), line.points[0].value) for line in drawn.lines] == [("2026-03-05", 50)]
    assert len(browse("dan").get(of(played.players[0])).context["plots"][0].lines) == 2


def test_a_new_player_is_told_when_numbers_appear(browse, keeper):
    page = text(browse("dan").get(of(keeper.players[0])))
    assert "No finished hand yet." in page


def test_who_turned_out_to_be_somebody_else_is_shown_as_that(browse, played, people):
    zoe = Player.objects.create(club=played.club, name="Zoe")
    player_merges.merge(zoe, played.players[0], by=people.alice)
    page = browse("dan").get(of(zoe))
    assert page.url == of(played.players[0])


def test_a_stranger_sees_what_public_sessions_tell(client, played, people):
    assert client.get(of(played.players[0])).status_code == 404
    club_roster.change(played.club, {"visibility": Visibility.PUBLIC}, by=people.alice)
    Session.objects.filter(variant="gang-of-four").update(visibility=Visibility.PUBLIC)
    page = client.get(of(played.players[0]))
    assert page.context["hands"] == 1
    assert "Spring 2026" not in text(page)
    assert len(page.context["rating_plot"].lines) == 1


def test_another_clubs_player_does_not_exist(browse, played):
    assert browse("eve").get(of(played.players[0])).status_code == 404


def test_more_hands_take_no_more_queries(browse, played):
    client, where = browse("dan"), of(played.players[0])
    client.get(where)
    with CaptureQueriesContext(connection) as before:
        client.get(where)
    for day in range(1, 4):
        played.session(WON_BY_ALICE, WON_BY_BOB, played_on=f"2026-04-0{day}")
    client.get(where)
    with CaptureQueriesContext(connection) as after:
        client.get(where)
    assert len(after) == len(before)


def test_a_club_leads_to_seasons_players_ratings_and_statistics(browse, played):
    client, club = browse("dan"), f"/clubs/{played.club.pk}/"
    page = text(client.get(club))
    for there in (
        f"/seasons/{played.season.pk}/",
        of(played.players[0]),
        f"{club}ratings/",
        f"{club}statistics/",
    ):
        assert there in page
    assert "no place before 10 hands" in text(client.get(f"{club}ratings/"))
    assert "Everybody who played" in text(client.get(f"{club}statistics/"))
    few = client.get(f"{club}statistics/?variant=big-two").context["rows"]
    assert {row["figures"].hands for row in few} == {2}


@pytest.mark.parametrize("page", ["ratings/", "statistics/", "visibility/"])
def test_another_clubs_numbers_do_not_exist(browse, club, page):
    assert browse("eve").get(f"/clubs/{club.pk}/{page}").status_code == 404
