"""Spreadsheets and workbooks as the body of a request: what they mean is known by arithmetic, or it is asked."""

import io
import json
import zipfile

import pytest

from scorekeeper.models import Club, Session
from tests.scorekeeper.api_answers import check_problem

BIG_TWO = "Big Two,Ann,Bo,Cy,Di"
ANN = ["Ann", "Bo", "Cy", "Di"]


def send(client, club, content, *, content_type="text/csv", **query):
    body = content if isinstance(content, bytes) else content.encode()
    url = f"/api/v1/clubs/{club.pk}/imports/"
    query = {
        key: json.dumps(value) if isinstance(value, dict) else value for key, value in query.items()
    }
    return client.post(url, body, content_type=content_type, query_params=query)


def review(client, club, content, **query):
    answer = send(client, club, content, dry_run="true", **query)
    assert answer.status_code == 201, answer.content
    return answer.json()["review"]


def brief(read):
    """Return day, players and totals of each session."""
    return [(one["played_on"], "".join(one["players"]), one["totals"]) for one in read["sessions"]]


def codes(read):
    return [question["code"] for question in read["questions"]]


@pytest.mark.parametrize("word", ["總分", "累計", "合计", "Total", "Suma", "結算", ""])
def test_a_row_that_is_the_sum_of_the_rows_above_is_no_hand(carol, club, word):
    text = f"局,陳,李,王,張\n1,25,-5,-8,-12\n2,-3,6,-2,-1\n{word},22,1,-10,-13\n"
    read = review(carol, club, text, file_name="big two.csv")
    assert [(one["hands"], one["totals"]) for one in read["sessions"]] == [(2, [22, 1, -10, -13])]
    assert codes(read) == ["date-missing"]


def test_a_total_that_is_wrong_is_asked_about(carol, club):
    text = "Hand,Ann,Bo,Cy,Di\n1,25,-5,-8,-12\n2,-3,6,-2,-1\nTotal,22,2,-10,-13\n"
    read = review(carol, club, text)
    (question,) = [one for one in read["questions"] if one["code"] == "total-row"]
    assert (question["line"], question["assumed"], question["answers"]) == (
        4,
        "leave-out",
        ["leave-out", "hand"],
    )
    assert "says 2 for Bo, and the rows above come to 1" in question["message"]


def test_running_totals_are_known_by_what_each_hand_adds(carol, club):
    text = "Hand,Ann,Bo,Cy,Di\n1,25,-5,-8,-12\n2,22,1,-10,-13\n3,21,3,-11,-13\n"
    read = review(carol, club, text, file_name="2024-03-14 big two.csv")
    assert brief(read) == [("2024-03-14", "AnnBoCyDi", [21, 3, -11, -13])]


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        ("Timestamp", ["3/14/2024 7:30:12 PM", "3/21/2024 7:15:00 PM"]),
        ("created_at", ["2024-03-14T19:30:12.000Z", "2024-03-21T19:30:12.345Z"]),
        ("日期", ["113/3/14", "113/3/21"]),
        ("Date", ["2567-03-14", "2567-03-21"]),
        ("Datum", ["Do., 14.03.2024", "Do., 21.03.2024"]),
        ("날짜", ["2024. 3. 14 오후 7:30:12", "2024. 3. 21 오후 7:30:12"]),
        ("Date", ["45365", "45372"]),
        ("Date", ["20240314", "20240321"]),
        ("Date", ["14 mars 2024", "21 mars 2024"]),
        ("When", ["2024/3/14(四)", "2024/3/21(四)"]),
    ],
)
def test_days_are_read_as_forms_and_office_programs_write_them(carol, club, heading, cells):
    first, second = (f'"{cell}"' for cell in cells)
    text = f"{heading},Ann,Bo,Cy,Di\n{first},0,5,8,12\n{second},3,0,2,1\n"
    read = review(carol, club, text, file_name="big two.csv")
    assert [one["played_on"] for one in read["sessions"]] == ["2024-03-14", "2024-03-21"]
    assert codes(read) == []


def test_dates_that_can_be_read_in_two_orders_are_asked_about(carol, club):
    text = "Date,Ann,Bo,Cy,Di\n24/03/14,25,-5,-8,-12\n24/03/21,-3,6,-2,-1\n"
    read = review(carol, club, text)
    assert [one["played_on"] for one in read["sessions"]] == ["2024-03-14", "2024-03-21"]
    assert [(one["code"], one["assumed"], one["answers"]) for one in read["questions"]] == [
        ("date-order", "ymd", ["ymd", "dmy"])
    ]
    other = review(carol, club, text, answers={"date-order": "dmy"})
    assert [one["played_on"] for one in other["sessions"]] == ["2014-03-24", "2021-03-24"]
    assert codes(other) == []


LATE = "created_at,Ann,Bo,Cy,Di\n2024-03-14T23:30:00Z,0,5,8,12\n"


@pytest.mark.parametrize(
    ("zone", "day", "asked"),
    [
        ("Asia/Taipei", "2024-03-15", ["time-zone"]),
        ("America/New_York", "2024-03-14", []),
        ("UTC", "2024-03-14", []),
    ],
)
def test_a_time_with_its_zone_is_proposed_for_the_day_of_the_club_s_time_zone(
    carol, club, zone, day, asked
):
    Club.objects.update(time_zone=zone)
    read = review(carol, club, LATE, file_name="big two.csv")
    assert ([one["played_on"] for one in read["sessions"]], codes(read)) == ([day], asked)
    written = {"time-zone": "2024-03-14"} if asked else {}
    read = review(carol, club, LATE, file_name="big two.csv", answers=written)
    assert [one["played_on"] for one in read["sessions"]] == ["2024-03-14"]


def test_an_evening_in_the_club_s_time_zone_is_one_session(carol, club):
    Club.objects.update(time_zone="America/New_York")
    hands = ["2024-03-14T23:30:00Z", "2024-03-15T01:30:00Z", "2024-03-15T04:30:00Z"]
    text = "\n".join(["created_at,Ann,Bo,Cy,Di", *(f"{hand},0,5,8,12" for hand in hands)])
    read = review(carol, club, text, file_name="big two.csv")
    assert [(one["played_on"], one["hands"]) for one in read["sessions"]] == [("2024-03-14", 3)]


def test_a_club_without_a_time_zone_is_asked_where_the_installation_s_has_another_day(
    carol, club, settings
):
    settings.TIME_ZONE = "Asia/Taipei"
    read = review(carol, club, LATE, file_name="big two.csv")
    assert [one["played_on"] for one in read["sessions"]] == ["2024-03-14"]
    (question,) = read["questions"]
    assert (question["code"], question["assumed"], question["answers"]) == (
        "time-zone",
        "2024-03-14",
        ["2024-03-14", "2024-03-15"],
    )
    assert "2024-03-14T23:30:00Z is 2024-03-15 in the time zone Asia/Taipei" in question["message"]
    other = review(carol, club, LATE, file_name="big two.csv", answers={"time-zone": "2024-03-15"})
    assert ([one["played_on"] for one in other["sessions"]], codes(other)) == (["2024-03-15"], [])


def test_a_sheet_is_known_whatever_time_zone_its_club_chooses_later(carol, club):
    assert send(carol, club, LATE, file_name="big two.csv").status_code == 201
    Club.objects.update(time_zone="Asia/Taipei")
    again = send(carol, club, LATE, file_name="big two.csv", assume="true")
    assert again.json()["report"]["outcomes"]["known"] == 1
    assert Session.objects.count() == 1


def test_a_day_at_the_end_of_time_stays_as_written_and_is_refused(carol, club):
    Club.objects.update(time_zone="Asia/Taipei")
    read = review(carol, club, LATE.replace("2024-03-14", "9999-12-31"), file_name="big two.csv")
    assert (read["sessions"], len(read["refused"])) == ([], 1)


def test_an_evening_over_midnight_is_one_session(carol, club):
    rows = [
        "14.3.2024 22:50,0,5,8,12",
        "14.3.2024 23:40,3,0,2,1",
        "15.3.2024 00:20,3,0,2,1",
        "15.3.2024 01:10,1,2,0,1",
    ]
    read = review(carol, club, "\n".join(["Date,Ann,Bo,Cy,Di", *rows]), file_name="big two.csv")
    assert [(one["played_on"], one["hands"]) for one in read["sessions"]] == [("2024-03-14", 4)]


@pytest.mark.parametrize(
    ("encoding", "names"),
    [
        ("gb18030", "日期,张伟,李娜,王芳,刘洋"),
        ("big5hkscs", "日期,陳大文,李小明,王美麗,張三"),
        ("cp932", "日付,佐藤,鈴木,たなか,高橋"),
        ("cp949", "날짜,김철수,이영희,박민수,최지우"),
        ("cp1250", "Date,Łukasz,Żaneta,Śliwa,Ćma"),
        ("cp1251", "Дата,Анна,Борис,Ирина,Олег"),
        ("cp1252", "Date,Jörg,Zoë,Bo,Di"),
        ("mac_roman", "Date,Jörg,Zoë,Bo,Di"),
        ("utf-16", "Date,Jörg,Zoë,Bo,Di"),
        ("utf-16-le", "Date,Jörg,Zoë,Bo,Di"),
        ("utf-8-sig", "Date,Jörg,Zoë,Bo,Di"),
    ],
)
def test_names_are_read_in_the_encodings_of_office_programs(carol, club, encoding, names):
    content = f"{names}\n2024-03-14,0,5,8,12\n".encode(encoding)
    read = review(carol, club, content, file_name="big two.csv")
    assert read["sessions"][0]["players"] == names.split(",")[1:]


def test_names_that_two_encodings_can_show_are_asked_about(carol, club):
    content = "Date,Peña,Bo,Cy,Di\n2024-03-14,0,5,8,12\n".encode("cp1252")
    read = review(carol, club, content, file_name="big two.csv")
    (question,) = read["questions"]
    assert (question["code"], sorted(question["answers"])) == (
        "encoding",
        ["windows-1250", "windows-1252"],
    )
    assert "Peña" in question["message"]
    answered = review(
        carol, club, content, file_name="big two.csv", answers={"encoding": "windows-1252"}
    )
    assert answered["sessions"][0]["players"][0] == "Peña"


@pytest.mark.parametrize(
    "name", ["Summer", "Kim Sum", "Consuelo Sumang", "Checkov", "Winnerson", "Sumi"]
)
def test_a_player_whose_name_contains_a_word_for_sums_is_a_player(carol, club, name):
    text = f"Date,{name},Ann,Bo,Cy\n2024-03-14,0,5,8,12\n2024-03-15,3,0,1,2\n"
    read = review(carol, club, text, file_name="big two.csv")
    assert [one["players"][0] for one in read["sessions"]] == [name, name]


@pytest.mark.parametrize("sign", ["", "-", "–", "W", "✓", "贏", "x"])
def test_a_sign_in_place_of_the_only_missing_number_is_the_winner(carol, club, sign):
    text = f"Date,Ann,Bo,Cy,Di\n2024-03-14,{sign},5,8,12\n2024-03-14,3,{sign},8,3\n"
    read = review(carol, club, text, file_name="big two.csv")
    assert brief(read) == [("2024-03-14", "AnnBoCyDi", [22, 9, -16, -15])]


@pytest.mark.parametrize(
    "text",
    [
        "Hand,Ann,,Bo,,Cy,,Di,\n1,0,25,5,-5,8,-8,12,-12\n2,3,-3,0,6,2,-2,1,-1\n",
        "Name,R1,R2\nAnn,0,3\nBo,5,0\nCy,8,2\nDi,12,1\n",
        ",1,2\nAnn,25,-3\nBo,-5,6\nCy,-8,-2\nDi,-12,-1\n",
        "Name,R1,R2,Total\nAnn,25,-3,22\nBo,-5,6,1\nCy,-8,-2,-10\nDi,-12,-1,-13\n",
        "Hand,Player,Points\n1,Ann,25\n1,Bo,-5\n1,Cy,-8\n1,Di,-12\n2,Ann,-3\n2,Bo,6\n2,Cy,-2\n2,Di,-1\n",
        "Player 1,Points 1,Player 2,Points 2,Player 3,Points 3,Player 4,Points 4\nAnn,25,Bo,-5,Cy,-8,Di,-12\nBo,6,Ann,-3,Cy,-2,Di,-1\n",
        "Hand,Ann,Bo,Cy,Di,Check\n1,25,-5,-8,-12,0\n2,-3,6,-2,-1,0\n",
    ],
)
def test_every_layout_gives_the_same_hands(carol, club, text):
    read = review(carol, club, text, file_name="big two.csv")
    assert brief(read) == [(None, "AnnBoCyDi", [22, 1, -10, -13])]
    assert codes(read) == ["date-missing"]


def test_a_game_that_the_file_leaves_open_is_asked_about_and_answered(carol, club):
    text = "Date,Ann,Bo,Cy,Di\n2024-03-14,0,5,8,12\n"
    read = review(carol, club, text)
    assert [(one["code"], one["assumed"]) for one in read["questions"]] == [("game", "big-two")]
    answered = review(carol, club, text, answers={"game": "gang-of-four"})
    assert [(one["variant"], one["totals"]) for one in answered["sessions"]] == [
        ("gang-of-four", [0, 5, 16, 36])
    ]


def test_open_questions_keep_a_file_from_being_taken_in(carol, club):
    text = "Date,Ann,Bo,Cy,Di\n2024-03-14,0,5,8,12\n"
    answer = send(carol, club, text)
    problem = check_problem(answer, 409, "unanswered", "answers")
    assert [one["code"] for one in problem["review"]["questions"]] == ["game"]
    assert Session.objects.count() == 0
    assert send(carol, club, text, assume="true").status_code == 201
    assert Session.objects.get().variant == "big-two"


def test_a_file_without_questions_is_taken_in_at_once_and_known_afterwards(carol, club):
    text = "Date,Ann,Bo,Cy,Di\n2024-03-14,0,5,8,12\n"
    assert send(carol, club, text, file_name="big two.csv").status_code == 201
    again = send(carol, club, text, file_name="big two.csv")
    assert again.json()["report"]["outcomes"]["known"] == 1
    assert [
        one["known"] for one in review(carol, club, text, file_name="big two.csv")["sessions"]
    ] == [True]


def test_a_corrected_evening_is_never_counted_twice_unasked(carol, club):
    text = "Date,Ann,Bo,Cy,Di\n2024-03-14,0,5,8,12\n"
    send(carol, club, text, file_name="big two.csv")
    corrected = text.replace("12\n", "11\n")
    problem = check_problem(
        send(carol, club, corrected, file_name="big two.csv"), 409, "unanswered", "answers"
    )
    (question,) = problem["review"]["questions"]
    assert (question["code"], question["line"], question["assumed"]) == (
        "known-session",
        2,
        "bring-up-to-date",
    )
    assert send(carol, club, corrected, file_name="big two.csv", assume="true").status_code == 201
    assert [one.result.totals for one in Session.objects.all()] == [[24, -5, -8, -11]]
    second = send(
        carol, club, corrected, file_name="big two.csv", answers={"known-session": "second-session"}
    )
    assert (second.status_code, Session.objects.count()) == (201, 2)


def test_one_wrong_row_is_refused_and_changes_nothing_else(carol, club):
    rows = ["14.3.2024,0,5,8,12", "21.3.2024,0,5,77,12", "28.3.2024,0,1,2,3"]
    read = review(carol, club, "\n".join(["Date,Ann,Bo,Cy,Di", *rows]), file_name="big two.csv")
    assert [one["played_on"] for one in read["sessions"]] == ["2024-03-14", "2024-03-28"]
    assert [(one["line"], one["code"]) for one in read["refused"]] == [(3, "unreadable")]


def test_points_that_no_hand_brings_are_asked_about(carol, club):
    text = (
        "Date,Ann,Bo,Cy,Di\n14.3.2024,25,-5,-8,-12\n14.3.2024,-3,6,-2,-1\n14.3.2024,11,-5,-3,-2\n"
    )
    read = review(carol, club, text)
    assert [(one["code"], one["line"]) for one in read["questions"]] == [("points", 4)]


def test_an_answer_that_is_none_is_refused(carol, club):
    answer = send(
        carol, club, "Date,Ann,Bo,Cy,Di\n2024-03-14,0,5,8,12\n", answers={"game": "chess"}
    )
    problem = check_problem(answer, 422, "bad-answer", "answers.game")
    assert "right would be one of big-two" in problem["detail"]


ROLES = ["date", "seat", "seat", "seat", "seat"]


def test_columns_that_are_sent_say_what_the_sheet_holds(carol, club):
    text = "Date,Ann,Bo,Cy,Di\n2024-03-14,0,5,8,12\nTotal,0,5,8,12\n"
    columns = {"variant": "gang-of-four", "values": "cards", "roles": ROLES}
    read = review(carol, club, text, columns=columns)
    assert [(one["variant"], one["hands"]) for one in read["sessions"]] == [("gang-of-four", 1)]
    answer = send(carol, club, text, columns={**columns, "roles": [*ROLES, "seat"]})
    assert "5 columns" in check_problem(answer, 422, "unreadable")["detail"]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("values", "Hand,Ann,Bo,Cy,Di\n1,25,-5,-8,-12\n2,22,1,-10,-13\n3,20,-1,-8,-11\n"),
        ("date-order", "Date,Ann,Bo,Cy,Di\n24/03/14,25,-5,-8,-12\n24/03/21,-3,6,-2,-1\n"),
        ("date-year", "Date,Ann,Bo,Cy,Di\n3月14日,25,-5,-8,-12\n"),
        ("date-missing", "Hand,Ann,Bo,Cy,Di\n1,25,-5,-8,-12\n"),
        ("time-zone", "Date,Ann,Bo,Cy,Di\n2024-03-14T02:30:00+08:00,25,-5,-8,-12\n"),
        ("total-row:4", "Hand,Ann,Bo,Cy,Di\n1,25,-5,-8,-12\n2,-3,6,-2,-1\nTotal,22,2,-10,-13\n"),
    ],
)
def test_an_answer_that_a_question_does_not_have_is_refused(carol, club, code, text):
    answer = send(carol, club, text, answers={code: "dice"})
    check_problem(answer, 422, "bad-answer", f"answers.{code}")


def test_the_day_of_a_file_without_days_is_an_answer(carol, club):
    text = "Hand,Ann,Bo,Cy,Di\n1,25,-5,-8,-12\n"
    read = review(carol, club, text, answers={"date-missing": "2024-03-14"})
    assert (brief(read), codes(read)) == ([("2024-03-14", "AnnBoCyDi", [25, -5, -8, -12])], [])


def test_a_row_that_no_hand_brings_can_be_left_out(carol, club):
    text = (
        "Date,Ann,Bo,Cy,Di\n14.3.2024,25,-5,-8,-12\n14.3.2024,-3,6,-2,-1\n14.3.2024,11,-5,-3,-2\n"
    )
    read = review(carol, club, text, answers={"points:4": "leave-out"})
    assert brief(read) == [("2024-03-14", "AnnBoCyDi", [22, 1, -10, -13])]


def test_a_day_far_from_the_others_is_asked_about(carol, club):
    days = ["2024-03-07", "2014-03-14", "2024-03-21"]
    text = "\n".join(["Date,Ann,Bo,Cy,Di", *(f"{day},0,5,8,12" for day in days)])
    read = review(carol, club, text, file_name="big two.csv")
    assert [(one["code"], one["line"]) for one in read["questions"]] == [("date-unlikely", 3)]


def test_a_number_that_nobody_wrote_down_is_taken_in_and_leaves_the_totals_open(carol, club):
    text = "Date,Ann,Bo,Cy,Di\n2024-03-14,0,5,?,12\n2024-03-14,0,1,2,3\n"
    read = review(carol, club, text, file_name="big two.csv")
    assert [(one["hands"], one["totals"]) for one in read["sessions"]] == [(2, None)]
    assert (read["questions"], read["refused"]) == ([], [])


def test_a_sheet_that_is_too_large_is_refused(carol, club, settings):
    settings.IMPORT_LARGEST = 50
    check_problem(
        send(carol, club, "Date,Ann,Bo,Cy,Di\n" + "2024-03-14,0,5,8,12\n" * 3), 413, "too-large"
    )


def workbook(rows):
    """Return a minimal workbook with one sheet."""
    cells = "".join(
        f'<row r="{number}">'
        + "".join(
            f'<c r="{chr(65 + place)}{number}" t="inlineStr"><is><t>{cell}</t></is></c>'
            if isinstance(cell, str)
            else f'<c r="{chr(65 + place)}{number}"><v>{cell}</v></c>'
            for place, cell in enumerate(row)
        )
        + "</row>"
        for number, row in enumerate(rows, 1)
    )
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="a" Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {main} xmlns:r="{relations}"><sheets><sheet name="March" sheetId="1" r:id="a"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="a" Type="{relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f"<worksheet {main}><sheetData>{cells}</sheetData></worksheet>",
    }
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return written.getvalue()


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def test_a_workbook_is_read_with_its_numbers_and_dates(carol, club):
    content = workbook([["Date", *ANN], [45365, 0, 5, 8, 12], [45372, 3, 0, 2, 1]])
    read = review(carol, club, content, content_type=XLSX, file_name="big two.xlsx")
    assert brief(read) == [
        ("2024-03-14", "AnnBoCyDi", [25, -5, -8, -12]),
        ("2024-03-21", "AnnBoCyDi", [-3, 6, -2, -1]),
    ]


def test_a_workbook_that_unpacks_to_more_than_is_read_is_refused(carol, club):
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 60_000_000)
    answer = send(carol, club, written.getvalue(), content_type=XLSX)
    check_problem(answer, 422, "too-large")


def test_a_workbook_with_a_cell_far_away_is_refused_before_it_fills_the_memory(carol, club):
    written = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook([["a", "b"], [1, 2]]))) as usual,
        zipfile.ZipFile(written, "w") as hostile,
    ):
        for name in usual.namelist():
            far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
            hostile.writestr(name, usual.read(name).replace(b"</sheetData>", far))
    answer = send(carol, club, written.getvalue(), content_type=XLSX)
    assert "1,048,576 rows and 16,384 columns" in check_problem(answer, 422, "too-large")["detail"]


def test_what_is_no_workbook_is_refused_with_what_would_be_right(carol, club):
    problem = check_problem(
        send(carol, club, b"PK\x03\x04 no", content_type=XLSX), 422, "unreadable"
    )
    assert "Save the sheet as CSV" in problem["detail"]


def test_the_scores_that_the_service_exports_come_back_without_a_question(carol, club):
    header = "date,event,round,table,variant,hand,status,player,seat,points,adjustments,place,cards left,session"
    points = zip(ANN, (25, -5, -8, -12), (0, 5, 8, 12), strict=True)
    rows = [
        f"2024-03-14,,,,big-two,1,finished,{name},{seat},{won},,{seat},{left},x"
        for seat, (name, won, left) in enumerate(points, 1)
    ]
    read = review(carol, club, "\ufeff" + "\n".join([header, *rows]))
    assert (brief(read), codes(read)) == ([("2024-03-14", "AnnBoCyDi", [25, -5, -8, -12])], [])


@pytest.mark.parametrize(
    "hands",
    [
        ["11,-5,-3,-2", "0,5,8,12", "1,1,1,1"],
        ["11,-5,-3,-2", "25,-5,-8,-12", "1,0,1,1"],
    ],
    ids=["of points alone", "also of cards"],
)
@pytest.mark.parametrize("of_session", [True, False], ids=["session", "season"])
def test_exported_hands_of_points_alone_are_the_same_when_sent_again(
    carol, club, season, hands, of_session
):
    text = "\n".join(["Date,Ann,Bo,Cy,Di", *(f"2024-03-14,{hand}" for hand in hands)])
    name = "2024-03-14 big two.csv"
    sent = send(carol, club, text, file_name=name, assume="true", answers={"values": "points"})
    assert sent.status_code == 201
    session = Session.objects.get()
    Session.objects.update(season=season)
    record, scores = f"sessions/{session.pk}/record", f"seasons/{season.pk}/scores"
    url = f"/api/v1/{record if of_session else scores}/"
    exported = carol.get(url, headers={"accept": "text/csv"}).getvalue()
    read = review(carol, club, exported, file_name=name)
    assert [(one["known"], one["hands"], one["totals"]) for one in read["sessions"]] == [
        (True, 3, session.result.totals)
    ]
    assert (codes(read), read["refused"]) == ([], [])


def test_a_void_hand_in_an_exported_sheet_is_no_hand_and_hides_none(carol, club):
    rows = [
        "date,variant,hand,status,player,seat,points,adjustments,place,cards left",
        *(f"2024-03-14,big-two,1,void,{name},{seat},,,," for seat, name in enumerate(ANN, 1)),
        "2024-03-14,big-two,1,finished,Ann,1,25,,1,0",
        "2024-03-14,big-two,1,finished,Bo,2,-5,,2,5",
        "2024-03-14,big-two,1,finished,Cy,3,-8,,3,8",
        "2024-03-14,big-two,1,finished,Di,4,-12,,4,12",
    ]
    read = review(carol, club, "\n".join(rows))
    assert [(one["hands"], one["totals"]) for one in read["sessions"]] == [(1, [25, -5, -8, -12])]
    assert (codes(read), read["refused"]) == ([], [])


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ("Ann,ANN,Cy,Di", "seated-twice"),
        ("Ann,Ann,Cy,Di", "seated-twice"),
        ("Ann,Bo\u200b,Cy,Di", "bad-name"),
        ("Ann,\u202eBo,Cy,Di", "bad-name"),
    ],
)
def test_the_review_refuses_names_that_the_import_refuses(carol, club, names, code):
    text = f"Date,{names}\n2024-03-14,0,5,8,12\n"
    read = review(carol, club, text, file_name="big two.csv")
    assert (read["sessions"], [one["code"] for one in read["refused"]]) == ([], [code])
    answer = send(carol, club, text, file_name="big two.csv")
    assert answer.json()["report"]["outcomes"]["malformed"] == 1


@pytest.mark.parametrize("last", ["Summe;3;9;14\nPlatz;1;2;3\n", "Platz;1;2;3\n", ""])
@pytest.mark.parametrize("number", ["{}", "{}.", "Runde {}", "R{}"])
def test_rounds_that_count_hands_are_no_sessions_of_their_own(carol, club, number, last):
    hands = ["0;5;8", "3;0;4", "0;4;2"]
    rows = "".join(f"{number.format(place)};{hand}\n" for place, hand in enumerate(hands, 1))
    text = f"Runde;Ann;Bo;Cy\n{rows}{last}"
    read = review(carol, club, text, file_name="2024-03-14 gang of four.csv")
    assert [(one["hands"], one["totals"]) for one in read["sessions"]] == [(3, [3, 9, 22])]


def test_dates_without_a_year_go_on_in_the_next_one(carol, club):
    days = ["12月14日", "12月28日", "1月4日", "2月1日"]
    text = "\n".join(["日期,Ann,Bo,Cy,Di", *(f"{day},0,5,8,12" for day in days)])
    read = review(carol, club, text, file_name="big two.csv", answers={"date-year": "2023"})
    assert [one["played_on"] for one in read["sessions"]] == [
        "2023-12-14",
        "2023-12-28",
        "2024-01-04",
        "2024-02-01",
    ]


@pytest.mark.parametrize("six", ["＋６", "６", "+6"])
def test_wide_numbers_are_numbers(carol, club, six):
    text = f"Date,Ann,Bo,Cy,Di\n2024-03-14,25,-5,-8,-12\n2024-03-14,-3,{six},－２,−1\n"
    read = review(carol, club, text, file_name="big two.csv")
    assert [one["totals"] for one in read["sessions"]] == [[22, 1, -10, -13]]


@pytest.mark.parametrize("late", ["00:20", "12:20 AM", "0:20:05"])
def test_an_evening_over_midnight_is_one_session_with_its_times_in_a_column(carol, club, late):
    text = f"Date,Time,Ann,Bo,Cy,Di\n2024-03-14,23:30,0,5,8,12\n2024-03-15,{late},3,0,2,1\n"
    read = review(carol, club, text, file_name="big two.csv")
    assert [(one["played_on"], one["hands"]) for one in read["sessions"]] == [("2024-03-14", 2)]


def test_durations_are_no_times_of_day(carol, club):
    text = "Date,Duration,Ann,Bo,Cy,Di\n2024-03-14,1:30,0,5,8,12\n2024-03-15,0:20,3,0,2,1\n"
    read = review(carol, club, text, file_name="big two.csv")
    assert [one["played_on"] for one in read["sessions"]] == ["2024-03-14", "2024-03-15"]
