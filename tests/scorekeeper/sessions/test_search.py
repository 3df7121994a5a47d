"""Sessions are found by words of their event, place, round, table and players."""

import importlib
from datetime import date

import pytest
from django.apps import apps
from django.db import connection
from django.utils import translation

from scorekeeper import erasure
from scorekeeper.clubs import player_merges
from scorekeeper.models import Club, Player, Session, SessionLabel
from scorekeeper.sessions import played_days, search
from scorekeeper.sessions.search import WrittenDay
from tests.scorekeeper.erasure.conftest import NAME

LABELLED = {
    "spring": {"event": "Spring cup", "round": "Week 14", "table": "3", "played_on": "2026-03-01"},
    "final": {"event": "Spring cup", "round": "Final", "table": "14", "played_on": "2026-03-08"},
    "pub": {"place": "The Cup, 100% fun", "played_on": "2026-03-15"},
}
NOTE_EARLIER = importlib.import_module(
    "scorekeeper.migrations.0035_session_labels_of_before"
).note_earlier_labels
TRIGGERS = importlib.import_module("scorekeeper.migrations.0034_session_labels")


@pytest.fixture
def sessions(open_session, players, club):
    """Three sessions; Alice, Bob and Carol sit in all of them, Zoe only in the last one, instead of Dan."""
    zoe = Player.objects.create(club=club, name="Zoe")
    seated = {"pub": [*players[:3], zoe]}
    return {
        name: open_session(seated=seated.get(name, players), **labels)
        for name, labels in LABELLED.items()
    }


def found(words, club, most=search.MOST_FOUND, day=None):
    rows = Session.objects.order_by(*played_days.LATEST_FIRST)
    rows = rows if club is None else rows.filter(club=club)
    names = {tuple(labels.items()): name for name, labels in LABELLED.items()}
    return [
        names[tuple((key, str(getattr(row, key))) for key in labels)]
        for row in search.find(rows, words, club=club and club.pk, most=most, day=day)
        for labels in LABELLED.values()
        if all(str(getattr(row, key)) == value for key, value in labels.items())
    ]


WORDS = [
    ("", ["pub", "final", "spring"]),
    ("spring", ["final", "spring"]),
    ("CUP", ["pub", "final", "spring"]),
    ("cup  the", ["pub"]),
    ("14", ["final", "spring"]),
    ("week 14", ["spring"]),
    ("14 final", ["final"]),
    ("alice", ["pub", "final", "spring"]),
    ("dan spring", ["final", "spring"]),
    ("zoe cup", ["pub"]),
    ("zoe spring", []),
    ("dan nobody", []),
    ("nobody", []),
    ("100%", ["pub"]),
    ("%", ["pub"]),
    ("_", []),
    ("big two", ["pub", "final", "spring"]),
    ("Big Two, final", ["final"]),
    ("gang", []),
    (", zoe", ["pub"]),
]


@pytest.mark.parametrize(("words", "expected"), WORDS)
def test_a_session_is_found_by_words_in_any_order_and_case(words, expected, sessions, club):
    assert found(words, club) == expected


@pytest.mark.parametrize("limit", ["FEW_LABELS", "MOST_MATCHES", "MOST_FOUND"])
def test_what_is_found_does_not_depend_on_how_many_labels_and_sessions_have_a_word(
    limit, sessions, club, monkeypatch
):
    monkeypatch.setattr(search, limit, 0)
    for words, expected in WORDS:
        assert (words, found(words, club, most=10)) == (words, expected)


def test_a_game_is_found_by_its_name_in_the_language_of_the_reader(sessions, club, open_session):
    open_session(variant="four-color-cards", played_on="2026-04-01")
    with translation.override("zh-hant"):
        assert found("大老二", club) == ["pub", "final", "spring"]
        assert found("big", club) == []
    every = Session.objects.filter(club=club)
    with translation.override("de"):
        (other,) = search.find(every, "vier farben", club=club.pk, most=9)
    assert other.variant == "four-color-cards"


def test_sessions_are_found_by_their_day_and_words_beside_it(sessions, club, open_session):
    day = WrittenDay("8 Mar 2026", date(2026, 3, 8))
    assert found("", club, day=day) == ["final"]
    assert found("spring dan", club, day=day) == ["final"]
    assert found("zoe", club, day=day) == []
    open_session(event="8 Mar 2026, again", played_on="2026-03-15")
    every = Session.objects.filter(club=club)
    assert search.find(every, "", club=club.pk, most=9, day=day).count() == 2
    assert found("", club, day=WrittenDay("2026-03-09", date(2026, 3, 9))) == []


def test_a_logged_session_without_a_date_is_found_by_the_day_on_which_it_was_opened(
    open_session, club
):
    logged = open_session()
    day = WrittenDay("today", logged.listed_on)
    every = Session.objects.filter(club=club)
    assert search.find(every, "", club=club.pk, most=9, day=day).get() == logged


def test_the_search_for_a_day_and_a_game_reads_no_more_sessions_than_are_asked_for(
    sessions, club, django_assert_num_queries
):
    day = WrittenDay("8 Mar 2026", date(2026, 3, 8))
    with django_assert_num_queries(
        8
    ) as context:  # labels, players and merges of two words; the day; the list
        assert found("big", club, most=1, day=day) == ["final"]
    assert sum(query["sql"].endswith("LIMIT 1") for query in context) == 1
    with django_assert_num_queries(5) as context:  # labels, players, merges, the game; the list
        assert found("big", club, most=1) == ["pub"]
    assert sum(query["sql"].endswith("LIMIT 1") for query in context) == 1


@pytest.mark.needs("sqlite")
def test_a_day_is_looked_for_in_the_index_of_the_list(sessions, club):
    rows = Session.objects.filter(club=club).order_by(*played_days.LATEST_FIRST)
    day = search.Match(
        word="", labels=set(), players=set(), clubs=set(), games=set(), day=date(2026, 3, 8)
    )
    (condition,) = day.indexed_conditions()
    plan = rows.filter(condition).values("pk").explain()
    assert "sessions_by_day (club_id=? AND <expr>=?)" in plan


def test_of_many_sessions_the_first_of_the_list_are_found(sessions, club):
    assert found("alice", club, most=2) == ["pub", "final"]
    assert found("spring", club, most=1) == ["final"]


def test_the_search_reads_no_more_sessions_of_a_label_than_are_asked_for(
    sessions, club, django_assert_num_queries
):
    with django_assert_num_queries(6) as context:  # labels, players, merges, two labels; the list
        assert found("14", club, most=1)[0] == "final"
    assert sum(query["sql"].endswith("LIMIT 1") for query in context) == 2


def test_a_corrected_label_is_found_also_where_no_program_notes_it(sessions, club):
    Session.objects.filter(pk=sessions["pub"].pk).update(round="Revenge")
    sessions["final"].table = "Window"
    sessions["final"].save()
    assert found("revenge", club) == ["pub"]
    assert (
        search.find(Session.objects.all(), "window", club=club.pk, most=9).get()
        == sessions["final"]
    )
    assert search.find(Session.objects.all(), "14 final", club=club.pk, most=9).count() == 0


def test_a_label_is_noted_once_however_many_sessions_have_it(sessions, club):
    labels = SessionLabel.objects.filter(club=club).values_list("kind", "text")
    assert sorted(labels) == [
        ("event", "Spring cup"),
        ("place", "The Cup, 100% fun"),
        ("round", "Final"),
        ("round", "Week 14"),
        ("table", "14"),
        ("table", "3"),
    ]


def test_sessions_of_a_merged_player_are_found_by_both_names(sessions, club, players, people):
    zoe = Player.objects.get(name="Zoe")
    player_merges.merge(zoe, players[3], by=people.alice)
    assert found("dan", club) == ["pub", "final", "spring"]
    assert found("zoe", club) == ["pub"]


def test_other_clubs_are_searched_only_where_all_are(sessions, club):
    elsewhere = Club.objects.get(name="Elsewhere")
    assert found("spring", elsewhere) == []
    assert found("spring", None) == ["final", "spring"]
    assert found("thursday week", None) == ["spring"]
    assert found("elsewhere", None) == []


def test_the_labels_of_earlier_sessions_are_noted_once(sessions):
    noted = sorted(SessionLabel.objects.values_list("club", "kind", "text"))
    SessionLabel.objects.filter(kind__in=("event", "table")).delete()
    for _ in range(2):
        NOTE_EARLIER(apps, None)
        assert sorted(SessionLabel.objects.values_list("club", "kind", "text")) == noted


def test_an_erased_player_is_in_no_label_but_of_sessions_without_them(
    sessions, club, people, open_session
):
    zoe = Player.objects.get(name="Zoe")
    zoe.name = NAME
    zoe.save()
    with_zoe = [*(seat.player for seat in sessions["pub"].seats.order_by("number"))]
    open_session(seated=with_zoe, event=f"{NAME}'s birthday", round="Quiet one")
    open_session(event=f"{NAME}'s cup")
    erasure.erase(zoe, confirm=NAME, by=people.alice)
    texts = set(SessionLabel.objects.values_list("text", flat=True))
    assert {text for text in texts if NAME in text} == {f"{NAME}'s cup"}
    assert "Quiet one" in texts


@pytest.mark.needs("sqlite")
def test_a_migration_that_makes_the_table_of_sessions_anew_can_restore_the_triggers(session):
    editor = connection.schema_editor()
    TRIGGERS.drop_triggers(apps, editor)
    TRIGGERS.restore_triggers(apps, editor)
    Session.objects.filter(pk=session.pk).update(round="Revenge")
    assert SessionLabel.objects.filter(kind="round", text="Revenge").exists()
