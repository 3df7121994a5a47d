"""The demo club has an example of every feature of the service."""

from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command

import referee
from scorekeeper.disputes.actions import RuleOnDispute
from scorekeeper.management import demo_club
from scorekeeper.models import (
    Adjudication,
    Decision,
    Dispute,
    Hand,
    Player,
    Result,
    Season,
    Session,
    User,
    Verdict,
    Visibility,
)
from scorekeeper.ratings import table as rating_table
from scorekeeper.sessions.recording import record_session
from tests.scorekeeper.embedded_service import Service

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo():
    return demo_club.create_demo_club()


def test_the_demo_club_has_players_a_season_and_sessions_of_every_game(demo):
    assert Player.objects.filter(club=demo.club).count() == 8
    assert set(Session.objects.values_list("variant", flat=True)) == set(referee.VARIANTS)
    assert set(Session.objects.values_list("season", flat=True)) == {Season.objects.get().pk}


@pytest.mark.parametrize(
    ("today", "latest", "season", "first_day"),
    [
        (date(2026, 4, 12), date(2026, 4, 11), "Spring 2026", date(2026, 3, 1)),
        (date(2026, 4, 18), date(2026, 4, 11), "Spring 2026", date(2026, 3, 1)),
        (date(2026, 4, 19), date(2026, 4, 18), "Spring 2026", date(2026, 3, 8)),
        (date(2025, 12, 10), date(2025, 12, 6), "Autumn 2025", date(2025, 10, 26)),
    ],
)
def test_the_last_demo_session_was_played_in_the_week_before_today(
    today, latest, season, first_day
):
    demo_club.create_demo_club(today=today)
    assert Session.objects.latest("played_on").played_on == latest
    row = Season.objects.get()
    assert (row.name, row.starts_on) == (season, first_day)
    assert row.starts_on <= today <= row.ends_on
    assert row.sessions.count() == Session.objects.count()


def test_strangers_see_a_public_demo_club_and_nothing_of_a_private_one(client):
    private = demo_club.create_demo_club().club
    assert client.get(f"/clubs/{private.pk}/").status_code == 404
    public = demo_club.create_demo_club(is_public=True).club
    assert public == private
    pages = [f"/clubs/{public.pk}/", f"/seasons/{Season.objects.get().pk}/"]
    pages += [f"/sessions/{pk}/" for pk in Session.objects.values_list("pk", flat=True)]
    assert {client.get(page).status_code for page in pages} == {200}
    assert client.get(f"/clubs/{public.pk}/disputes/").status_code != 200


def test_a_session_that_its_members_added_to_the_demo_club_stays_private(demo):
    owner = User.objects.get(username=demo_club.USERNAME)
    seated = list(Player.objects.filter(club=demo.club)[:4])
    own, _ = record_session(demo.club, {"variant": "big-two"}, players=seated, by=owner)
    demo_club.create_demo_club(is_public=True)
    own.refresh_from_db()
    assert own.visibility == Visibility.PRIVATE


def test_every_demo_hand_is_over_and_every_session_has_totals(demo):
    ends = {"finished", "washed-out"}
    assert set(Adjudication.objects.values_list("status", flat=True)) == ends
    assert all(result.totals for result in Result.objects.all())


def test_one_illegal_demo_play_stood_and_one_was_taken_back(demo):
    illegal = Verdict.objects.filter(verdict="illegal").select_related("hand__adjudication")
    next_events = [
        verdict.hand.adjudication.answer["events"][verdict.event]["text"].partition(": ")[2]
        for verdict in illegal
    ]
    assert len(next_events) == 2
    assert next_events.count("takes back") == 1


def test_of_two_demo_hands_only_the_score_sheet_is_known(demo):
    hands = [
        hand for hand in Hand.objects.select_related("head") if "events" not in hand.head.content
    ]
    assert len(hands) == 2


def test_one_demo_dispute_is_decided_and_one_waits_for_the_owner(demo):
    assert Dispute.objects.exclude(ruling=None).get().ruling.decision == Decision.STANDS
    waiting = Dispute.objects.get(ruling=None)
    assert waiting.verdict["combination"] == "straight"
    assert RuleOnDispute(waiting, User.objects.get(username=demo_club.USERNAME)).is_offered()


def test_all_demo_players_but_a_provisional_one_have_a_rating_place(demo):
    season = Season.objects.get(club=demo.club)
    places = [row.place for row in rating_table.rating_list(rating_table.season_key(season)).rows]
    assert places == [1, 2, 3, 4, 5, 6, 7, None]


def test_creating_the_demo_club_again_changes_nothing(demo):
    demo.club.name = "Ours now"
    demo.club.save()
    again = demo_club.create_demo_club()
    assert (again.club.name, again.password) == ("Ours now", None)


@pytest.mark.parametrize("options", [[], ["--public"]])
def test_the_password_is_printed_once(options):
    outputs = [StringIO(), StringIO()]
    for output in outputs:
        call_command("demo", *options, stdout=output)
    password = outputs[0].getvalue().split()[-1]
    assert User.objects.get(username=demo_club.USERNAME).check_password(password)
    assert "password" not in outputs[1].getvalue()


@pytest.mark.slow
def test_the_demo_club_is_made_in_a_data_directory_that_does_not_exist_yet(tmp_path):
    service = Service(tmp_path / "data")
    made = service.run("demo", "--public")
    assert "Sign in as demo with the password" in made.stdout + made.stderr
    assert made.returncode == 0
    assert service.run("migrate", "--check").returncode == 0


@pytest.mark.slow
def test_a_database_with_older_tables_is_refused_and_the_next_step_named(tmp_path):
    service = Service(tmp_path / "data")
    assert service.run("migrate", "scorekeeper", "0001").returncode == 0
    refused = service.run("demo")
    assert refused.returncode == 1
    assert "run `manage.py migrate` first" in refused.stderr
