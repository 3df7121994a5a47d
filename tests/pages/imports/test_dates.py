"""Dates that can be read in two ways are shown as they are read, and the other reading is one choice away."""

import pytest

from scorekeeper.models import ColumnMapping, Session
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.old_sheets import Sheet
from tests.pages.imports.review_forms import (
    asks_for_columns,
    choose_columns,
    chosen,
    review,
    run_import,
    send,
    sheet_files,
)


def sheet(*dates, name="x.csv", header="Date"):
    rows = [f"{date},0,1,2,3" for date in dates]
    return Sheet(name, "\n".join([f"{header},Alice,Bob,Carol,Dan", *rows]), {})


def days(page):
    lines = [line for part in page.context["parts"] for line in part["lines"]]
    return sorted(str(line["date"]) for line in lines if line["date"])


def read_otherwise(client, page, order, **fields):
    return client.post(page.request["PATH_INFO"], chosen(page, {}) | {"dates": order} | fields)


def test_dates_of_two_readings_are_shown_and_read_otherwise_by_one_choice(scorer, club, players):
    page = review(scorer, club, sheet("03/04/2024", "05/06/2024"))
    assert days(page) == ["2024-04-03", "2024-06-05"]
    said = html_of(page)
    assert "Dates such as 03/04/2024 can be read in two ways." in said
    assert "April 3, 2024 (the day is written first)" in said
    again = read_otherwise(scorer, page, "mdy", do="count")
    assert days(again) == ["2024-03-04", "2024-05-06"]
    assert again.context["reading"]["dates"].value() == "mdy"
    back = read_otherwise(scorer, again, "dmy", do="count")
    assert days(back) == ["2024-04-03", "2024-06-05"]
    read_otherwise(scorer, back, "mdy", do="count")
    run_import(scorer, scorer.get(page.request["PATH_INFO"]))
    read = Session.objects.order_by("played_on").values_list("played_on", flat=True)
    assert [*map(str, read)] == ["2024-03-04", "2024-05-06"]


def test_nothing_is_imported_with_dates_that_the_preview_did_not_show(scorer, club, players):
    page = review(scorer, club, sheet("03/04/2024"))
    refused = read_otherwise(scorer, page, "mdy")
    assert (refused.status_code, Session.objects.count()) == (412, 0)


def text_sheet(*dates):
    return "Alice, Bob, Carol, Dan\n" + "".join(f"{date}\n0 1 2 3\n" for date in dates)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("31.3.2024", "2024-03-31"),
        ("3/31/2024", "2024-03-31"),
        ("2024/3/31  # late", "2024-03-31"),
        ("2024年3月31日", "2024-03-31"),
    ],
)
def test_a_text_sheet_takes_the_dates_of_a_spreadsheet(scorer, club, players, written, day):
    page = send(scorer, club, text=text_sheet(written))
    assert (days(page), page.context["reading"].dates) == ([day], None)
    run_import(scorer, page)
    assert send(scorer, club, text=text_sheet(day)).context["counts"].known == 1


def test_dates_of_a_text_sheet_of_two_readings_are_asked_for(scorer, club, people, players):
    page = send(scorer, club, text=text_sheet("5.11.2025", "6.12.2025"))
    assert days(page) == ["2025-11-05", "2025-12-06"]
    assert "Dates such as 5.11.2025 can be read in two ways." in html_of(page)
    again = read_otherwise(scorer, page, "mdy", do="count")
    assert days(again) == ["2025-05-11", "2025-06-12"]
    rules = {"rules_txt_big-two_cards": "rulebook"}
    both = scorer.post(page.request["PATH_INFO"], chosen(again, {}) | rules | {"do": "count"})
    assert days(both) == ["2025-05-11", "2025-06-12"]


def test_a_settled_order_does_not_follow_the_choice_for_other_files(scorer, club, players):
    settled = text_sheet("13.4.2024", "5.6.2024")
    page = send(scorer, club, *sheet_files(sheet("03/04/2024")), text=settled)
    assert asks_for_columns(page)
    page = choose_columns(scorer, page)
    again = read_otherwise(scorer, page, "mdy", do="count")
    assert days(again) == ["2024-03-04", "2024-04-13", "2024-06-05"]


@pytest.mark.parametrize("dates", [["3/4/2024", "13/4/2024"], ["2024-04-03"], ["3/3/2024"], ["x"]])
def test_dates_of_one_reading_raise_no_question(scorer, club, players, dates):
    assert review(scorer, club, sheet(*dates)).context["reading"].dates is None


def test_one_date_settles_the_order_for_its_file(scorer, club, players):
    page = review(scorer, club, sheet("03/04/2024", "04/13/2024"))
    assert days(page) == ["2024-03-04", "2024-04-13"]


def test_a_date_settles_the_order_also_where_the_columns_are_remembered(scorer, club, players):
    review(scorer, club, sheet("03/04/2024"))
    page = send(scorer, club, *sheet_files(sheet("05/04/2024", "05/13/2024")))
    assert not asks_for_columns(page)
    assert days(page) == ["2024-05-04", "2024-05-13"]


@pytest.mark.parametrize("written", ["1.8.25", "12/11/2026"])
def test_a_remembered_year_in_front_does_not_hold_for_dates_that_end_with_the_year(
    scorer, club, players, written
):
    review(scorer, club, sheet("2024-04-05"))
    page = send(scorer, club, *sheet_files(sheet(written)))
    assert asks_for_columns(page)
    assert page.context["form"]["dates"].value() == "dmy"


def test_the_other_reading_is_remembered_for_the_next_file(scorer, club, players):
    page = review(scorer, club, sheet("03/04/2024"))
    read_otherwise(scorer, page, "mdy", do="count")
    assert ColumnMapping.objects.get().columns["dates"] == "mdy"
    assert days(send(scorer, club, *sheet_files(sheet("05/06/2024")))) == ["2024-05-06"]


def test_one_choice_holds_for_all_files_with_such_dates(scorer, club, players):
    sheets = [sheet("03/04/2024"), sheet("05/06/2024", name="y.csv", header="When")]
    page = review(scorer, club, *sheets, sheet("14/06/2024", name="z.csv", header="Tag"))
    again = read_otherwise(scorer, page, "mdy", do="count")
    assert days(again) == ["2024-03-04", "2024-05-06", "2024-06-14"]


@pytest.mark.parametrize(
    "written", ["31. März 2024", "Mar 31, 2024", "31 March 2024", "Sonntag, 31. Mrz. 24"]
)
def test_a_month_may_have_its_name_in_both_kinds_of_sheets(scorer, club, players, written):
    assert days(send(scorer, club, text=text_sheet(written))) == ["2024-03-31"]
    in_cell = sheet(written.replace(",", ""))
    assert days(review(scorer, club, in_cell)) == ["2024-03-31"]


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("31.06.2026", "June 2026 has 30 days."),
        ("Feb 29, 2026", "February 2026 has 28 days."),
        ("32.7.2026", "July 2026 has 31 days."),
    ],
)
def test_an_impossible_day_is_refused_with_the_length_of_its_month(
    scorer, club, players, written, reason
):
    text = send(scorer, club, text=text_sheet(written, "1.7.2026"))
    assert f"is no date: {reason}" in html_of(text)
    assert "The session (1 hand) is left out until you correct this." in html_of(text)
    assert days(text) == ["2026-07-01"]
    table = review(scorer, club, sheet(written.replace(",", "")))
    assert f"is no date: {reason}" in html_of(table)


def test_a_wrong_line_that_begins_like_a_date_belongs_to_the_session_above_it(scorer, club):
    page = send(scorer, club, text="2024-03-31\nAlice Bob Carol Dan\n0 1 2 3\n3.0 0 4 5\n")
    assert "This line belongs to the session of March 31, 2024." in html_of(page)


def test_a_time_that_is_another_day_in_the_installation_s_time_zone_is_asked_about(
    scorer, club, players, settings
):
    settings.TIME_ZONE = "Asia/Taipei"
    (file,) = sheet_files(sheet("2024-03-14T23:30:00Z"))
    page = send(scorer, club, file)
    (question,) = page.context["form"].question_fields()
    other = choose_columns(scorer, page, **{question.html_name: "2024-03-15"})
    assert days(other) == ["2024-03-15"]
    club.time_zone = "America/New_York"
    club.save()
    (file,) = sheet_files(sheet("2024-03-14T23:30:00Z"))
    page = send(scorer, club, file)
    assert not asks_for_columns(page)
    assert days(page) == ["2024-03-14"]
