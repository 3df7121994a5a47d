"""What the rows of a sheet contradict is asked: a date on another day of the week than it names, a hand that stands there twice."""

from datetime import date

import pytest

import referee
from referee.spreadsheets import reading, records
from referee.spreadsheets.candidates import Hints

HANDS = ("0,5,8,12", "3,0,2,1", "1,2,0,4")


def read(*dates, answers=None):
    """Return the days of a sheet with these dates, and its questions with what is assumed."""
    rows = [f'"{day}",{hand}' for day, hand in zip(dates, HANDS, strict=False)]
    text = reading.read_text("\n".join(["Date,Ann,Bo,Cy,Di", *rows]).encode(), {})
    hints = Hints(name="big two.csv", today=date(2026, 11, 28))
    sheet = reading.read_sheet(text, hints, answers or {})
    days = [entry.record().as_json()["played_on"] for entry in records.entries(sheet.source)]
    return days, [(one.id, one.assumed) for one in sheet.questions]


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("Wed 3/4/2024", "2024-04-03"),
        ("Mon 3/4/2024", "2024-03-04"),
        ("3/4/2024 (Monday)", "2024-03-04"),
        ("Mittwoch, 3.4.2024", "2024-04-03"),
        ("3/4/2024 (三)", "2024-04-03"),
        ("3/4/2024 (一)", "2024-03-04"),
        ("２０２４／３／４", "2024-03-04"),
    ],
)
def test_the_day_of_the_week_tells_the_order_of_a_date(written, day):
    assert read(written) == ([day], [])


def test_a_date_on_another_day_of_the_week_is_asked_about():
    dates = ["2024/3/14(四)", "2024/3/21(五)", "2024年3月28日 星期四"]
    days = ["2024-03-14", "2024-03-21", "2024-03-28"]
    assert read(*dates) == (days, [("date-unlikely:3", "as-written")])
    answers = {"date-unlikely:3": "leave-out"}
    assert read(*dates, answers=answers)[0] == [days[0], days[2]]


def test_the_year_of_a_date_without_one_fits_its_day_of_the_week():
    days, asked = read("3月14日(四)", "3月21日(四)")
    assert (days, asked) == (["2024-03-14", "2024-03-21"], [("date-year", "2024")])


def test_a_month_is_no_day_of_the_week():
    assert read("Mar 14 2024", "May 16 2024") == (["2024-03-14", "2024-05-16"], [])


def numbered(*rows, answers=None):
    """Return the totals of a sheet with these rows of a number and cards left, and its questions with what is assumed."""
    text = "\n".join(["Date,Hand,Ann,Bo,Cy,Di", *(f"2024-03-14,{row}" for row in rows)])
    sheet = reading.read_sheet(
        reading.read_text(text.encode(), {}), Hints(name="big two.csv"), answers or {}
    )
    (entry,) = records.entries(sheet.source)
    totals = referee.adjudicate(entry.record()).carried_out.totals
    return totals, [(one.id, one.assumed) for one in sheet.questions]


def test_a_row_that_was_copied_is_no_hand_unless_somebody_says_so():
    rows = ["1,0,5,8,12", "1,0,5,8,12", "2,3,0,2,1"]
    assert numbered(*rows) == ((22, 1, -10, -13), [("hand-number:3", "leave-out")])
    totals, _asked = numbered(*rows, answers={"hand-number": "as-written"})
    assert totals == (47, -4, -18, -25)


def test_another_hand_of_the_number_is_asked_about_and_counts():
    totals, asked = numbered("1,0,5,8,12", "1,1,0,2,4", "2,3,0,2,1")
    assert (totals, asked) == ((21, 8, -12, -17), [("hand-number:3", "as-written")])


def test_rounds_of_several_hands_number_none():
    assert numbered("1,0,5,8,12", "1,0,5,8,12", "1,3,0,2,1", "2,3,0,2,1")[1] == []


def entries_of(*lines):
    text = reading.read_text("\n".join(lines).encode(), {})
    sheet = reading.read_sheet(text, Hints(name="big two.csv"), {})
    return [
        (one.line, isinstance(one, records.NamedRecord)) for one in records.entries(sheet.source)
    ]


@pytest.mark.parametrize("between", [[], [""]], ids=["at once", "below an empty line"])
def test_the_hands_of_a_second_table_are_not_those_of_the_first_players(between):
    first = ["Date,Ann,Bo,Cy,Di", "2024-03-14,0,5,8,12", *between]
    second = ["Date,Ann,Bo,Cy,Ed", "2024-03-21,3,0,2,1"]
    begins = len(first) + 1
    assert entries_of(*first, *second) == [(2, True), (begins, False), (begins + 1, False)]


def test_a_note_in_the_cells_of_a_row_is_no_second_table():
    lines = ["Date,Ann,Bo,Cy,Di", "2024-03-14,0,5,8,12", "2024-03-21,ill,away,late,gone"]
    assert entries_of(*lines, "2024-03-28,3,0,2,1") == [(2, True), (3, False), (4, True)]


def test_a_player_in_other_capitals_is_the_same_one():
    rows = [f"2024-03-14,1,{name},{left}" for name, left in zip("ABCD", (0, 5, 8, 12), strict=True)]
    rows += [
        f"2024-03-14,2,{name},{left}" for name, left in zip("abcＤ", (3, 0, 2, 1), strict=True)
    ]
    assert entries_of("Date,Hand,Player,Cards left", *rows) == [(2, True)]
