"""The demo club shows what the service is for."""

from io import StringIO

import pytest
from django.core.management import call_command

import referee
from scorekeeper.management import demo_club
from scorekeeper.models import (
    Adjudication,
    Hand,
    Player,
    Result,
    Season,
    Session,
    User,
    Verdict,
)
from scorekeeper.ratings import table as rating_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    return demo_club.create_demo_club()


def test_it_has_players_a_season_and_sessions_of_every_game(made):
    assert Player.objects.filter(club=made.club).count() == 8
    assert set(Session.objects.values_list("variant", flat=True)) == set(referee.VARIANTS)
    assert set(Session.objects.values_list("season__name", flat=True)) == {"Spring 2026"}


def test_every_hand_is_over_and_every_session_adds_up(made):
    ends = {"finished", "washed-out"}
    assert set(Adjudication.objects.values_list("status", flat=True)) == ends
    assert all(result.totals for result in Result.objects.all())


def test_one_illegal_play_stood_and_one_was_taken_back(made):
    illegal = Verdict.objects.filter(verdict="illegal").select_related("hand__adjudication")
    after = [
        verdict.hand.adjudication.answer["events"][verdict.event]["text"].partition(": ")[2]
        for verdict in illegal
    ]
    assert len(after) == 2
    assert after.count("takes back") == 1


def test_of_some_hands_only_the_score_sheet_is_known(made):
    sheets = [
        hand for hand in Hand.objects.select_related("head") if "events" not in hand.head.content
    ]
    assert len(sheets) == 2


def test_most_players_have_a_place_among_the_ratings_and_some_are_provisional(made):
    season = Season.objects.get(club=made.club)
    places = [row.place for row in rating_table.table(rating_table.season_key(season)).rows]
    assert places == [1, 2, 3, 4, 5, 6, 7, None]


def test_made_again_it_stays_as_it_is(made):
    made.club.name = "Ours now"
    made.club.save()
    again = demo_club.create_demo_club()
    assert (again.club.name, again.password) == ("Ours now", None)


def test_the_password_is_printed_once():
    said = [StringIO(), StringIO()]
    for out in said:
        call_command("demo", stdout=out)
    password = said[0].getvalue().split()[-1]
    assert User.objects.get(username=demo_club.USERNAME).check_password(password)
    assert "password" not in said[1].getvalue()
