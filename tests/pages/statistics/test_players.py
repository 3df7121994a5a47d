"""The page of a player, and the ratings and statistics of a club."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.clubs import player_merges
from scorekeeper.clubs import roster as club_roster
from scorekeeper.models import Player, Session, Visibility
from scorekeeper.pages.ratings import views as rating_views
from scorekeeper.statistics import recount as statistics_recount
from tests.pages.forms_and_mail import one_line
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB


@pytest.fixture
def played(keeper):
    keeper.session(WON_BY_ALICE, WON_BY_ALICE, played_on="2026-03-05")
    keeper.session(WON_BY_BOB, played_on="2026-03-12", variant="gang-of-four")
    return keeper


def address(player):
    return f"/players/{player.pk}/"


def test_the_page_of_a_player_shows_figures_streaks_rating_and_opponents(browse, played):
    page = one_line(browse("dan").get(address(played.players[0])))
    for phrase in (
        "Longest streak",
        "Rating 1",
        "Spring 2026",
        "Gang of Four",
        "hands won in a row",
    ):
        assert phrase in page
    bob = browse("dan").get(address(played.players[1]))
    assert [(row["name"], row["hands"]) for row in bob.context["opponents"]] == [
        ("Alice", 3),
        ("Carol", 3),
        ("Dan", 3),
    ]


def test_chart_form_and_totals_come_first_and_tables_are_folded(browse, played):
    page = one_line(browse("dan").get(address(played.players[0])))
    parts = ('data-plot="session-totals"', 'class="form"', "In numbers", '<details class="more">')
    places = [page.index(part) for part in parts]
    assert places == sorted(places)
    for title in ("More plots", "Opponents", "Seats", "Seasons", "Games"):
        assert f">{title}</summary>" in page, title


def games(page):
    return [(row["variant"], row["sessions"], row["hands"]) for row in page.context["games"]]


def test_the_games_of_a_player_are_added_up_from_stored_months(browse, played):
    statistics_recount.refresh_waiting(stop=lambda: False)
    client, path = browse("dan"), address(played.players[0])
    expected = [("big-two", 1, 2), ("gang-of-four", 1, 1)]
    with CaptureQueriesContext(connection) as captured:
        assert games(client.get(path)) == expected
    statements = [query["sql"] for query in captured]
    assert not [text for text in statements if 'SUM("scorekeeper_result"' in text]
    assert games(client.get(path + "?variant=gang-of-four")) == expected
    played.session(WON_BY_BOB, variant="gang-of-four")
    assert games(client.get(path))[1] == ("gang-of-four", 2, 2)  # counted for this reader


def test_a_page_lists_ten_sessions_of_a_player_the_latest_first(browse, keeper):
    for day in range(10, 22):
        keeper.session(WON_BY_ALICE, played_on=f"2026-03-{day}")
    client, path = browse("dan"), address(keeper.players[0])
    days = [
        [session.played_on.day for session in client.get(path + query).context["page"]]
        for query in ("", "?page=2", "?page=3")
    ]
    assert days == [[*range(21, 11, -1)], [11, 10], [11, 10]]


def test_the_plot_of_points_has_a_line_per_day(browse, played):
    plot = browse("dan").get(address(played.players[0]) + "?variant=big-two").context["plots"][0]
    assert [(str(line.day), line.points[0].value) for line in plot.lines] == [("2026-03-05", 50)]


def test_points_and_penalties_of_all_games_are_not_added_up(browse, played):
    alice = browse("dan").get(address(played.players[0]))
    figures = {label: value for label, value, _of in alice.context["figures"]}
    assert (figures["Points"], figures["Penalties"]) == ("+50", "5")
    assert [row["points"] for row in alice.context["seasons"]] == ["+50 · 5"]
    assert alice.context["plots"] == []
    page = one_line(alice)
    assert "Choose a game above to see points by day, opponent and seat." in page
    assert "Own points" not in page
    club = browse("dan").get(f"/clubs/{played.club.pk}/statistics/")
    rows = {row["name"]: (row["points"], row["penalties"]) for row in club.context["rows"]}
    assert rows["Alice"] == ("+50", "5")
    assert ">Penalties</th>" in one_line(club)
    alone = browse("dan").get(address(played.players[0]) + "?variant=gang-of-four")
    assert [value for label, value, _of in alone.context["figures"] if label == "Points"] == ["+5"]
    assert "In these games the lowest total wins" in one_line(alone)


def test_a_player_without_finished_hands_has_no_figures(browse, keeper):
    page = one_line(browse("dan").get(address(keeper.players[0])))
    assert "No finished hands yet." in page


def test_a_merged_player_redirects_to_the_surviving_player(browse, played, people):
    zoe = Player.objects.create(club=played.club, name="Zoe")
    player_merges.merge(zoe, played.players[0], by=people.alice)
    page = browse("dan").get(address(zoe))
    assert page.url == address(played.players[0])


def test_a_stranger_sees_the_figures_of_public_sessions_only(client, played, people):
    assert client.get(address(played.players[0])).status_code == 404
    club_roster.change(played.club, {"visibility": Visibility.PUBLIC}, by=people.alice)
    Session.objects.filter(variant="gang-of-four").update(visibility=Visibility.PUBLIC)
    page = client.get(address(played.players[0]))
    assert page.context["hands"] == 1
    assert "Spring 2026" not in one_line(page)
    assert len(page.context["rating_plot"].lines) == 1
    assert "Only the rating counts them." in one_line(page)
    Session.objects.update(visibility=Visibility.PUBLIC)
    assert "Private sessions" not in one_line(client.get(address(played.players[0])))


def test_the_numbers_of_a_club_say_to_strangers_whether_they_count_private_sessions(
    client, browse, played, people
):
    club = played.club
    club_roster.change(club, {"visibility": Visibility.PUBLIC}, by=people.alice)
    for page, words in (
        ("statistics/", "Private sessions are left out here"),
        ("ratings/", "Private sessions count here, too."),
    ):
        path = f"/clubs/{club.pk}/{page}"
        assert words in one_line(client.get(path)), page
        assert words not in one_line(browse("dan").get(path)), page


def test_another_clubs_player_does_not_exist(browse, played):
    assert browse("eve").get(address(played.players[0])).status_code == 404


def test_the_number_of_queries_does_not_grow_with_the_hands(browse, played):
    client, path = browse("dan"), address(played.players[0])
    client.get(path)
    with CaptureQueriesContext(connection) as queries_before:
        client.get(path)
    for day in range(1, 4):
        played.session(WON_BY_ALICE, WON_BY_BOB, played_on=f"2026-04-0{day}")
    client.get(path)
    with CaptureQueriesContext(connection) as queries_after:
        client.get(path)
    assert len(queries_after) == len(queries_before)


def test_a_club_links_to_seasons_players_ratings_and_statistics(browse, played):
    client, club = browse("dan"), f"/clubs/{played.club.pk}/"
    page = one_line(client.get(club))
    for link in (
        f"/seasons/{played.season.pk}/",
        address(played.players[0]),
        f"{club}ratings/",
        f"{club}statistics/",
    ):
        assert link in page
    assert "needs 10 hands for a place" in one_line(client.get(f"{club}ratings/"))
    assert "All players, the ones" in one_line(client.get(f"{club}statistics/"))
    rows = client.get(f"{club}statistics/?variant=big-two").context["rows"]
    assert {row["figures"].hands for row in rows} == {2}


@pytest.mark.parametrize("page", ["ratings/", "statistics/", "visibility/"])
def test_ratings_and_statistics_of_another_club_are_not_found(browse, club, page):
    assert browse("eve").get(f"/clubs/{club.pk}/{page}").status_code == 404


def test_a_plot_of_ratings_begins_with_the_first_day_that_it_draws(monkeypatch, browse, played):
    path = f"/clubs/{played.club.pk}/ratings/"
    (whole,) = browse("dan").get(path).context["plots"]
    assert (whole.title, len(whole.lines)) == ("Ratings after each day", 2)
    monkeypatch.setattr(rating_views, "MOST_STEPS", 4)  # one session of four players
    (part,) = browse("dan").get(path).context["plots"]
    assert (part.title, len(part.lines)) == ("Ratings after each day, from Mar 12, 2026", 1)
