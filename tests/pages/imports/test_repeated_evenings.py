"""The review warns where an evening would be imported twice, from sheets that are written in different ways."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import referee
from scorekeeper.models import Session
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.review_forms import run_import, send
from tests.pages.imports.test_results import files

SHEET = "2024-03-31\nAlice, Bob, Carol, Dan\n0 1 2 3\n"
SAME_EVENING = "31 March 2024\nBob, Alice, Dan, Carol\n1 0 3 2\n2 0 1 5\n"
OTHERS = "2024-03-31\nAlice, Bob, Carol, Erin\n0 1 2 3\n"
NEXT_DAY = "2024-04-01\nAlice, Bob, Carol, Dan\n0 1 2 3\n"
WARNING = "same day, game and players"


def test_a_sheet_of_an_evening_that_the_club_has_leads_to_its_session(scorer, club, players):
    run_import(scorer, send(scorer, club, *files(first=SHEET)))
    page = html_of(send(scorer, club, *files(second=SAME_EVENING)))
    session = Session.objects.get()
    assert f'The club has <a href="/sessions/{session.pk}/">a session</a> of the {WARNING}.' in page


def test_two_sheets_of_an_evening_in_one_import_are_noticed(scorer, club, players):
    page = html_of(send(scorer, club, *files(first=SHEET, second=SAME_EVENING)))
    assert page.count(f"A record above is of the {WARNING}.") == 1


def test_other_players_or_another_day_are_another_evening(scorer, club, players):
    run_import(scorer, send(scorer, club, *files(first=SHEET)))
    assert WARNING not in html_of(send(scorer, club, *files(second=OTHERS, third=NEXT_DAY)))


def test_a_sheet_that_comes_again_is_no_second_evening(scorer, club, players):
    run_import(scorer, send(scorer, club, *files(first=SHEET)))
    assert WARNING not in html_of(send(scorer, club, *files(again=SHEET)))


@pytest.mark.parametrize("day", ["2024-02-31", "31.3.2024", "yesterday"])
def test_a_record_with_a_day_that_is_none_is_reviewed_as_well(scorer, club, day):
    record = {
        "format": referee.RECORD_FORMAT,
        "variant": "big-two",
        "players": ["Alice", "Bob", "Carol", "Dan"],
        "played_on": day,
        "hands": [{"cards_left": [0, 1, 2, 3]}],
    }
    page = send(scorer, club, SimpleUploadedFile("evening.json", json.dumps(record).encode()))
    assert page.status_code == 200
