"""``python -m referee convert`` gives the sessions that the service reads in the same sheet."""

import pytest

import referee
from referee.cli import main
from referee.spreadsheets.points import FROM_SHEET, ONLY_POINTS
from scorekeeper.hands import recording
from tests.referee.club_sheets import CLUB_SHEETS
from tests.scorekeeper.imports.test_sent_sheets import XLSX, review, workbook

DAYS_AS_NUMBERS = workbook([["Date", *"abcd"], [45365, 0, 5, 8, 12], [45372, 3, 0, 2, 1]])


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        *(pytest.param("x.csv", one.content, "text/csv", id=one.name) for one in CLUB_SHEETS),
        pytest.param("big two.xlsx", DAYS_AS_NUMBERS, XLSX, id="a workbook"),
    ],
)
def test_the_command_reads_a_sheet_as_the_service_does(
    carol, club, tmp_path, capsys, name, content, kind
):
    (tmp_path / name).write_bytes(content)
    assert main(["convert", str(tmp_path / name), "--to", "ndjson", "--assume"]) == 0
    records = [referee.read_record(line, "json") for line in capsys.readouterr().out.splitlines()]
    sessions = review(carol, club, content, content_type=kind, file_name=name)["sessions"]
    assert [session_of(record) for record in records] == [
        [one[key] for key in ("played_on", "variant", "players", "hands", "totals")]
        for one in sessions
    ]


def session_of(record):
    totals = referee.adjudicate(record).carried_out.totals
    day = record.as_json().get("played_on")
    return [day, record.variant, [*record.players], len(record.hands), [*totals]]


def test_the_sheet_of_a_session_comes_back_with_its_day_and_without_a_question(
    carol, club, open_session, people
):
    session = open_session(played_on="2024-03-14")
    points = [
        {"seat": seat, "points": given, "reason": FROM_SHEET} for seat, given in ((1, 7), (2, -7))
    ]
    for hand in (
        {"cards_left": [0, 5, 8, 12]},
        {"cards_left": [3, 0, 2, 1]},
        {"void": ONLY_POINTS, "adjustments": points},
    ):
        recording.record_hand(session, hand, by=people.carol)
    url = f"/api/v1/sessions/{session.pk}/record/?format=csv&separator="
    for separator in ("comma", "semicolon"):
        answer = carol.get(url + separator)
        assert answer.status_code == 200, answer.content
        read = review(carol, club, answer.content, file_name="big two.csv")
        assert read["questions"] == []
        (known,) = read["known_sessions"]
        assert (known["session"], known["hands"]) == (str(session.pk), [])
