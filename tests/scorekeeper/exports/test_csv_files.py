"""CSV files for spreadsheets: the score sheet of a session and the hands of a season."""

import csv
from io import StringIO

import pytest

from scorekeeper.exports import csv_files
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Player, Separator, Session, Visibility
from tests import without_triggers
from tests.scorekeeper.sample_hands import CLEAN, SHEET, UNFINISHED

CSV = {"accept": "text/csv"}


def rows_of(answer):
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.reader(StringIO(answer.getvalue().decode("utf-8-sig"), newline="")))


def records_of(answer):
    header, *rows = rows_of(answer)
    return [dict(zip(header, row, strict=True)) for row in rows]


@pytest.fixture
def played_session(session, season, people):
    """A session of the season with three hands, the last not finished."""
    Session.objects.filter(pk=session.pk).update(season=season)
    adjustments = [{"seat": 3, "points": -10, "reason": "late"}]
    for record in (CLEAN, {**SHEET, "note": "=late", "adjustments": adjustments}, UNFINISHED):
        hand_recording.record_hand(session, record, by=people.carol)
    return session


def test_a_score_sheet_has_a_row_per_hand(played_session, signed, people):
    Session.objects.filter(pk=played_session.pk).update(played_on=None)
    answer = signed(people.dan).get(f"/api/v1/sessions/{played_session.pk}/record/", headers=CSV)
    names, known = ["Alice", "Bob", "Carol", "Dan"], ["big-two", str(played_session.pk)]
    assert rows_of(answer) == [
        [
            "hand",
            "status",
            *names,
            *(f"{name} ({column})" for column in ("adjusted", "total") for name in names),
            *("note", "variant", "session"),
        ],
        [
            "1",
            "finished",
            "39",
            "-13",
            "-13",
            "-13",
            *[""] * 4,
            "39",
            "-13",
            "-13",
            "-13",
            "",
            *known,
        ],
        [
            "2",
            "finished",
            "25",
            "-5",
            "-8",
            "-12",
            "",
            "",
            "-10",
            "",
            "64",
            "-18",
            "-31",
            "-25",
            "'=late",
            *known,
        ],
        ["3", "unfinished", *[""] * 12, "", *known],
    ]


def test_without_adjustments_there_are_no_columns_for_them(session, signed, people):
    hand_recording.record_hand(session, CLEAN, by=people.carol)
    answer = signed(people.dan).get(f"/api/v1/sessions/{session.pk}/record/", headers=CSV)
    assert "adjusted" not in rows_of(answer)[0]
    assert len(rows_of(answer)[0]) == 14
    assert [row[-3] for row in rows_of(answer)] == ["date", "2026-03-05"]


def test_a_season_has_a_row_per_hand_and_player(played_session, season, signed, people):
    rows = records_of(signed(people.dan).get(f"/api/v1/seasons/{season.pk}/scores/"))
    assert len(rows) == 12
    assert rows[6] == {
        "date": "2026-03-05",
        "event": "Thursday night",
        "round": "",
        "table": "",
        "variant": "big-two",
        "hand": "2",
        "status": "finished",
        "player": "Carol",
        "seat": "3",
        "points": "-8",
        "adjustments": "-10",
        "place": "3",
        "cards left": "8",
        "session": str(played_session.pk),
    }


def test_an_annulled_hand_is_marked_and_has_no_points(session, season, people, signed):
    Session.objects.filter(pk=session.pk).update(season=season)
    hand_recording.record_hand(session, {**SHEET, "annulled": "wrong deck"}, by=people.carol)
    client = signed(people.dan)
    score_sheet = rows_of(client.get(f"/api/v1/sessions/{session.pk}/record/", headers=CSV))
    assert score_sheet[1][:3] == ["1", "annulled", ""]
    rows = records_of(client.get(f"/api/v1/seasons/{season.pk}/scores/"))
    assert {(row["status"], row["points"]) for row in rows} == {("annulled", "")}


def test_a_void_hand_has_no_cards_and_keeps_its_adjustments(session, season, people, signed):
    Session.objects.filter(pk=session.pk).update(season=season)
    adjustments = [{"seat": 3, "points": -10, "reason": "late"}]
    record = {"void": "misdeal", "adjustments": adjustments}
    hand_recording.record_hand(session, record, by=people.carol)
    rows = records_of(signed(people.dan).get(f"/api/v1/seasons/{season.pk}/scores/"))
    assert [(row["points"], row["cards left"], row["adjustments"]) for row in rows] == [
        ("", "", ""),
        ("", "", ""),
        ("", "", "-10"),
        ("", "", ""),
    ]


def test_an_unfinished_hand_has_neither_points_nor_places(played_session, season, signed, people):
    rows = records_of(signed(people.carol).get(f"/api/v1/seasons/{season.pk}/scores/"))
    assert {(row["points"], row["place"], row["cards left"]) for row in rows[8:]} == {("", "", "")}


def test_a_season_adds_up_to_its_sessions(played_session, season, signed, people):
    rows = records_of(signed(people.dan).get(f"/api/v1/seasons/{season.pk}/scores/"))
    carol = [row for row in rows if row["player"] == "Carol"]
    total = sum(float(row[key] or 0) for row in carol for key in ("points", "adjustments"))
    assert total == -31


def test_strangers_see_public_sessions_of_public_seasons_only(
    played_session, season, club, open_session, signed, people
):
    url = f"/api/v1/seasons/{season.pk}/scores/"
    assert signed(people.eve).get(url).status_code == 404
    other = open_session(season=season, visibility=Visibility.PUBLIC)
    hand_recording.record_hand(other, SHEET, by=people.carol)
    for row in (season, club):
        type(row).objects.filter(pk=row.pk).update(visibility=Visibility.PUBLIC)
    assert {row["session"] for row in records_of(signed(None).get(url))} == {str(other.pk)}
    assert len({row["session"] for row in records_of(signed(people.dan).get(url))}) == 2


@pytest.mark.parametrize(
    "name",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1+1",
        "\r=1+1",
        "＝1+1",
        "＠SUM(A1)",
        '=HYPERLINK("http://x";"y")',
    ],
)
def test_names_that_look_like_formulas_are_quoted(
    played_session, season, players, signed, people, name
):
    without_triggers.drop_until_rollback()  # which refuse such names since
    Player.objects.filter(pk=players[0].pk).update(name=name)
    client = signed(people.dan)
    header = rows_of(client.get(f"/api/v1/sessions/{played_session.pk}/record/", headers=CSV))[0]
    assert (header[2], header[10]) == (f"'{name}", f"'{name} (total)")
    rows = records_of(client.get(f"/api/v1/seasons/{season.pk}/scores/"))
    assert rows[0]["player"] == f"'{name}"


def test_numbers_are_not_quoted():
    (line,) = csv_files.to_csv([[-5, 2.0, 2.5, None, "a,b"]])
    assert line == '\ufeff-5,2,2.5,,"a,b"\r\n'


def test_with_semicolons_numbers_have_a_decimal_comma():
    (line,) = csv_files.to_csv([[-5, 2.0, -2.5, "a;b", "1.5", "=1"]], Separator.SEMICOLON)
    assert line == '\ufeff-5;2;-2,5;"a;b";1.5;\'=1\r\n'


def test_a_long_season_takes_as_many_queries_as_a_short_one(
    played_session, season, people, django_assert_num_queries
):
    for _ in range(4):
        hand_recording.record_hand(played_session, SHEET, by=people.carol)
    with django_assert_num_queries(5):  # roles, which sessions, their hands, scores and players
        list(csv_files.season_rows(season, people.dan))


def test_rows_of_a_season_are_read_lazily(
    played_session, season, people, django_assert_num_queries
):
    rows = csv_files.season_rows(season, people.dan)
    with django_assert_num_queries(0):
        assert next(rows)[0] == "date"
