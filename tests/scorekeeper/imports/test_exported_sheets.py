"""What the service gives out for spreadsheets comes back in without a question, in every language of its headings."""

import pytest
from django.utils import translation

from referee.spreadsheets import own_headings
from scorekeeper.exports import csv_files, headings
from scorekeeper.models import Session
from tests.scorekeeper.imports.test_sent_sheets import codes, review, send

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
LANGUAGES = ["en", "de", "zh-hant"]
SHEET = "Date,Ann,Bo,Cy,Di\n2024-03-14,0,5,8,12\n2024-03-14,2,0,1,4\n"


@pytest.fixture
def session(carol, club, season):
    sent = send(carol, club, SHEET, file_name="big two.csv", assume="true")
    assert sent.json()["report"]["outcomes"]["new"] == 1, sent.json()
    Session.objects.update(season=season)
    return Session.objects.get()


def export(client, session, *, of_session, **query):
    record, scores = f"sessions/{session.pk}/record", f"seasons/{session.season_id}/scores"
    url = f"/api/v1/{record if of_session else scores}/"
    return client.get(url, query).getvalue()


def check_same(read, session):
    assert [(one["known"], one["played_on"], one["totals"]) for one in read["sessions"]] == [
        (True, "2024-03-14", session.result.totals)
    ]
    assert (codes(read), read["refused"]) == ([], [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("of_session", [True, False], ids=["session", "season"])
@pytest.mark.parametrize("separator", ["comma", "semicolon"])
def test_csv_comes_back(carol, club, session, language, of_session, separator):
    query = {"format": "csv", "headings": language, "separator": separator}
    content = export(carol, session, of_session=of_session, **query)
    if not of_session:
        check_same(review(carol, club, content), session)
        return
    read = review(carol, club, content, file_name="big two.csv")
    assert [(one["played_on"], one["totals"]) for one in [*read["sessions"]]] or read[
        "known_sessions"
    ]
    assert (codes(read), read["refused"]) == ([], []), read


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("of_session", [True, False], ids=["session", "season"])
def test_a_workbook_comes_back(carol, club, session, language, of_session):
    content = export(carol, session, of_session=of_session, format="xlsx", headings=language)
    read = review(carol, club, content, content_type=XLSX, file_name="big two.xlsx")
    assert (codes(read), read["refused"]) == ([], []), read


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_import_knows_the_headings_of_every_language(language):
    words = [*csv_files.SEASON_COLUMNS, "note"]
    with translation.override(language):
        of_season = tuple(headings.headings(words))
        of_session = (*headings.headings(["hand", "status"]), "Ann", "Bo")
        of_session += (*map(headings.adjusted, ["Ann", "Bo"]), *map(headings.total, ["Ann", "Bo"]))
    assert own_headings.in_english(of_season) == tuple(words)
    assert own_headings.in_english(of_session) == (
        *("hand", "status", "Ann", "Bo", "Ann (adjusted)", "Bo (adjusted)"),
        *("Ann (total)", "Bo (total)"),
    )
