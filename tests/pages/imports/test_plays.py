"""Plays of BG Stats and BoardGameGeek are sent as files or pasted, reviewed, and taken in."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scorekeeper.exports import noted_plays
from scorekeeper.models import Session
from scorekeeper.pages.imports.file_formats import notation_of_file
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.review_forms import all_new, run_import, send
from tests.scorekeeper.imports.noted_plays import FOUR, bg_stats, board_game_geek

PLAYS = ("Big Two", FOUR, {}), ("Catan", FOUR, {}), ("Big Two", FOUR | {"Bo": "won"}, {})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("BGStatsExport.bgsexport", bg_stats(*PLAYS)),
        ("BGStatsExport.json", bg_stats(*PLAYS)),
        ("plays.xml", board_game_geek(*PLAYS)),
    ],
)
def test_a_file_of_plays_is_known_by_its_name_or_what_is_in_it(name, text):
    assert notation_of_file(name, text) == "plays"
    assert notation_of_file("download", text) == "plays"


@pytest.mark.parametrize("text", [bg_stats(*PLAYS), board_game_geek(*PLAYS)])
def test_plays_are_reviewed_and_taken_in(scorer, club, text):
    page = send(scorer, club, SimpleUploadedFile("plays", text.encode()))
    counts = page.context["counts"]
    assert (counts.sessions, counts.only_points, counts.skipped, counts.malformed) == (1, 1, 1, 1)
    shown = html_of(page)
    assert "Plays of “Catan” are left out (1)" in shown
    assert "Play 3 of the file (Big Two, 2024-03-14): The score of Bo is" in shown
    page = run_import(scorer, page, all_new(page))
    assert Session.objects.get().result.totals == [-6, 12, -4, -2]
    assert "another game" in html_of(page)


def test_pasted_plays_without_a_date_are_asked_for_it(scorer, club):
    text = board_game_geek(("Big Two", FOUR, {"date": "0000-00-00"}))
    page = send(scorer, club, text=text)
    (field,) = page.context["days"]
    run_import(scorer, page, all_new(page), **{field.html_name: "2024-03-14"})
    assert str(Session.objects.get().played_on) == "2024-03-14"


def test_the_club_s_own_plays_are_known_without_a_question(scorer, club, players):
    sheet = "\n".join(
        f"2024-03-{day:02}\nAlice, Bob, Carol, Dan\n0 {day} 2 3\n4 0 1 1" for day in (3, 10, 12)
    )
    run_import(scorer, send(scorer, club, text=sheet))
    sessions = Session.objects.filter(club=club)
    text = "".join(noted_plays.play_lines(sessions, noted_plays.PlaysFormat.BG_STATS))
    page = send(scorer, club, SimpleUploadedFile("own.bgsexport", text.encode()))
    assert (page.context["counts"].sessions, page.context["counts"].known) == (0, 3)
    assert not [*page.context["evenings"].fields]


def test_a_file_that_is_no_list_of_plays_says_so(scorer, club):
    page = send(scorer, club, SimpleUploadedFile("plays.xml", b"<!DOCTYPE plays []><plays/>"))
    assert "A list of plays has no document type (DOCTYPE)." in html_of(page)
    assert not Session.objects.exists()
