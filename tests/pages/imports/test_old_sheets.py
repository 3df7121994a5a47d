"""Old score sheets go in through the pages: with the totals of their clubs, and as the review promised."""

import tomllib
import uuid
from collections import Counter
from dataclasses import replace
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import referee
from referee.spreadsheets import records
from referee.spreadsheets import table as tables
from referee.spreadsheets.candidates import Hints
from referee.spreadsheets.columns import Values
from referee.spreadsheets.meaning import find_meaning
from scorekeeper.clubs import player_merges
from scorekeeper.clubs import roster as club_roster
from scorekeeper.imports import sheet_rules
from scorekeeper.models import (
    ColumnMapping,
    Hand,
    Import,
    ImportLine,
    Player,
    Season,
    Session,
    UploadedFile,
)
from scorekeeper.pages.imports import file_formats
from scorekeeper.pages.imports.examples import EXAMPLES
from scorekeeper.sessions import recording
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.old_sheets import BIG_TWO, OTHER_GAMES, SHEETS, TEXTS, Sheet
from tests.pages.imports.review_forms import (
    all_new,
    asks_for_columns,
    choose_columns,
    chosen,
    count,
    review,
    run_import,
    send,
    sheet_files,
)

FOUR = "Date,Ana Ma,Bo Li,Cy Wu,Daisy Ng\n"


def totals():
    """Return the sum of all sessions' totals by player."""
    sums = Counter()
    for session in Session.objects.select_related("result"):
        for seat, total in zip(
            session.seats.order_by("number"), session.result.totals, strict=True
        ):
            sums[seat.player.name] += total
    return dict(sums)


def stored():
    """Return what the counts of a review promise."""
    return Session.objects.count(), Hand.objects.count(), Player.objects.count()


def promised(page):
    counts = page.context["counts"]
    return counts.sessions, counts.hands, counts.players


# the sheets


def records_of(text, notation, name, chosen):
    """Return the records of a sheet; if it is a spreadsheet, with what is chosen instead of the guess about its columns."""
    if notation == records.CSV:
        columns = replace(
            find_meaning(tables.read_spreadsheet(text), Hints(name=name), {}).columns, **chosen
        )
        text = records.write_source(columns, text)
    return [entry.record() for entry in sheet_rules.entries(notation, text, None)]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_an_old_sheet_is_read_with_the_totals_of_its_club(sheet):
    (file,) = sheet_files(sheet)
    text = file_formats.decodings_of(file.read(), "")[0].text
    kinds = {"house_rules": tomllib.loads, "values": Values, "variant": str}
    chosen = {name: kinds[name](value) for name, value in sheet.choices.items()}
    sums = Counter()
    for record in records_of(
        text, file_formats.notation_of_file(sheet.name, text), sheet.name, chosen
    ):
        points = referee.adjudicate(record).as_json()["totals"]
        sums.update(dict(zip(record.players, points, strict=True)))
    assert dict(sums) == sheet.totals


@pytest.mark.parametrize(
    "sheet", [TEXTS[0], TEXTS[6], BIG_TWO[0], *OTHER_GAMES[::3]], ids=lambda sheet: sheet.name
)
def test_an_old_sheet_goes_in_with_the_totals_of_its_club(scorer, club, sheet):
    Player.objects.all().delete()
    page = review(scorer, club, sheet)
    counts = page.context["counts"]
    run_import(scorer, page)
    assert totals() == sheet.totals
    assert (counts.malformed, promised(page)) == (0, stored())


def test_at_least_thirty_sheets_of_all_five_games_are_tried():
    names = [sheet.name for sheet in SHEETS]
    assert len(set(names)) == len(names) >= 30


@pytest.mark.slow
def test_all_sheets_go_in_at_once_and_a_second_time_change_nothing(scorer, club, settings):
    settings.IMPORT_AT_ONCE = 10_000_000
    page = review(scorer, club, *SHEETS)
    before = Player.objects.count()
    assert [part["name"] for part in page.context["parts"]] == [sheet.name for sheet in SHEETS]
    sessions, hands, players = promised(count(scorer, page, all_new(page)))
    run_import(scorer, page, all_new(page))
    assert stored() == (sessions, hands, before + players)
    again = review(scorer, club, *SHEETS)
    assert promised(again) == (0, 0, 0)
    assert again.context["counts"].known == page.context["counts"].known + sessions
    assert again.context["form"] is None


def test_a_sheet_is_read_from_pasted_text_beside_files(scorer, club):
    page = send(scorer, club, *sheet_files(TEXTS[0]), text=TEXTS[1].text)
    assert [part["name"] for part in page.context["parts"]] == ["real.txt", ""]
    run_import(scorer, page, all_new(page))
    second = {"c 2" if name == "c" else name: total for name, total in TEXTS[1].totals.items()}
    assert totals() == {**TEXTS[0].totals, **second}


def test_a_spreadsheet_saved_as_text_is_recognized(scorer, club):
    text = f"{FOUR}2024-03-31,0,5,8,12\n".replace(",", "\t")
    assert asks_for_columns(send(scorer, club, *sheet_files(Sheet("1.txt", text, {}))))


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_pasted_table_is_recognized(scorer, club, delimiter):
    text = f"{FOUR}2024-03-31,0,5,8,12\n".replace(",", delimiter)
    page = send(scorer, club, text=text)
    assert asks_for_columns(page)
    run_import(scorer, choose_columns(scorer, page))
    assert totals()["Ana Ma"] == 25


EXAMPLE_TEXTS = {
    example.id: (str(game["variant"]), example.text)
    for game, (_, examples) in zip(referee.variants(), EXAMPLES, strict=True)
    for example in examples
}
EXAMPLE_VALUES = {"pusoy-dos": "order", "four-color-cards": "points", "gang-of-four": "points"}
"""What somebody says of the numbers of an example; those of other games are cards left."""


def test_the_page_shows_each_example(scorer, club):
    shown = html_of(scorer.get(f"/clubs/{club.pk}/import/"))
    assert [key for key, (_, text) in EXAMPLE_TEXTS.items() if text not in shown] == []


@pytest.mark.parametrize(("variant", "text"), EXAMPLE_TEXTS.values(), ids=EXAMPLE_TEXTS)
def test_each_example_on_the_page_can_be_read(variant, text):
    values = EXAMPLE_VALUES.get(variant, "cards")
    chosen = {"variant": variant, "values": Values(values)}
    read = records_of(text, file_formats.notation_of(text), "", chosen)
    assert {record.variant for record in read} == {variant}


@pytest.mark.parametrize(
    "key",
    [
        "four-color-cards-csv",
        "big-two-txt",
        "pusoy-dos-toml",
        "gang-of-four-json",
        "gang-of-four-loser-scores-ndjson",
    ],
)
def test_an_example_of_each_kind_can_be_imported(scorer, club, key):
    variant, text = EXAMPLE_TEXTS[key]
    page = send(scorer, club, text=text)
    if asks_for_columns(page):
        page = choose_columns(scorer, page, variant=variant, values=EXAMPLE_VALUES[variant])
    assert page.context["counts"].malformed == 0
    run_import(scorer, page)
    assert set(Session.objects.values_list("variant", flat=True)) == {variant}


# the columns


def test_the_first_rows_and_a_guess_are_shown(scorer, club):
    text = f"Date,Place,{FOUR[5:-1]},Sum,Notes\n" + "2024-03-31,Library,0,5,8,12,25,late\n" * 7
    page = send(scorer, club, SimpleUploadedFile("x.csv", text.encode()))
    guess = [field.value() for _, field in page.context["form"].columns()]
    assert guess == ["date", "place", *["seat"] * 4, "", "notes"]
    assert (len(page.context["rows"]), page.context["left"]) == (5, 2)
    assert page.context["form"]["values"].value() == "cards"


def test_columns_are_remembered_by_the_headers(scorer, club):
    first, second = (
        Sheet(f"{day}.csv", f"{FOUR}2024-03-{day},25,-5,-8,-12\n", {}, {"values": "totals"})
        for day in (24, 31)
    )
    run_import(scorer, review(scorer, club, first))
    page = send(scorer, club, *sheet_files(second))
    assert not asks_for_columns(page)
    run_import(scorer, page)
    assert totals()["Ana Ma"] == 50
    assert [row.columns["values"] for row in ColumnMapping.objects.all()] == ["totals"]


def test_other_headers_are_asked_for_again_with_the_last_game(scorer, club):
    review(
        scorer,
        club,
        Sheet(
            "1.csv",
            f"{FOUR}2024-03-24,0,5,8,16\n",
            {},
            {"variant": "gang-of-four", "values": "cards"},
        ),
    )
    page = send(scorer, club, SimpleUploadedFile("2.csv", b"Date,Ann,Bo,Cy\n2024-03-31,0,5,8\n"))
    assert asks_for_columns(page)
    assert page.context["form"]["variant"].value() == "gang-of-four"


def test_files_with_the_same_headers_are_asked_for_once(scorer, club):
    sheets = [Sheet(f"{day}.csv", f"{FOUR}2024-03-{day},0,5,8,12\n", {}) for day in (17, 24, 31)]
    page = send(scorer, club, *sheet_files(*sheets))
    page = choose_columns(scorer, page)
    assert not asks_for_columns(page)
    assert promised(page) == (3, 3, 4)


def test_a_header_of_several_lines_is_not_taken_for_several_headers(scorer, club):
    pasted = "\n".join(("a,b,c,d", "1,2,3,-6"))
    choose_columns(scorer, send(scorer, club, text=pasted, notation="csv"), values="points")
    page = send(scorer, club, text='"a\nb","c\nd"\n1,-1\n', notation="csv")
    assert asks_for_columns(page)
    assert len(list(page.context["form"].columns())) == 2


def test_house_rules_that_are_nested_too_deeply_are_refused(scorer, club):
    page = send(scorer, club, text="a,b,c,d\n1,2,3,-6\n", notation="csv")
    page = choose_columns(scorer, page, house_rules="a = " + "[" * 1900)
    assert page.status_code == 422
    assert "This cannot be read" in html_of(page)


def test_another_club_does_not_know_the_columns(scorer, club, browse):
    review(scorer, club, BIG_TWO[3])
    assert not ColumnMapping.objects.exclude(club=club).exists()


def test_columns_are_changed_later(scorer, club):
    page = review(scorer, club, BIG_TWO[3])
    file = UploadedFile.objects.get()
    columns = scorer.get(f"/imports/files/{file.pk}/columns/")
    page = choose_columns(scorer, columns, variant="gang-of-four")
    run_import(scorer, page)
    assert Session.objects.get().variant == "gang-of-four"


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        (
            {"role_1": ""} | {f"role_{n}": "" for n in (2, 3, 4)},
            "Say which columns are the players",
        ),
        ({"role_1": "name"}, "Either each player has a column"),
        ({"role_1": "date"}, "Two columns have the same meaning"),
        ({"values": "order"}, "Places give the result only where play goes on to the last"),
        ({"variant": "pusoy-dos", "values": "cards"}, "cards left do not give the points"),
        ({"house_rules": "pairwise"}, "Write one rule per line"),
        ({"house_rules": "pairs = true"}, "pairs"),
    ],
)
def test_columns_that_give_no_result_are_refused(scorer, club, choices, message):
    page = send(scorer, club, *sheet_files(BIG_TWO[3]))
    page = choose_columns(scorer, page, **choices)
    assert page.status_code == 422
    assert message in html_of(page)
    assert not ColumnMapping.objects.exists()


def test_a_file_whose_columns_are_not_chosen_is_left_out(scorer, club):
    page = send(scorer, club, *sheet_files(TEXTS[0], BIG_TWO[3]))
    assert asks_for_columns(page)
    page = scorer.get(f"/imports/uploads/{page.context['row'].upload}/?columns=later")
    assert "1 file is left out until its columns are chosen." in html_of(page)
    run_import(scorer, page)
    assert totals() == TEXTS[0].totals


def test_the_columns_of_a_file_that_was_deleted_cannot_be_chosen(scorer, club):
    page = send(scorer, club, *sheet_files(BIG_TWO[3]))
    UploadedFile.objects.update(text="")
    page = scorer.get(page.request["PATH_INFO"])
    assert page.status_code == 409
    assert "Uploaded files are deleted after a day." in html_of(page)


# what cannot be read


def test_a_file_that_was_deleted_does_not_hide_the_others(scorer, club):
    sheets = [
        SimpleUploadedFile(f"{name}.csv", f"a,b,c,{name}\n1,2,3,-6\n".encode()) for name in "de"
    ]
    page = send(scorer, club, *sheets)
    choose_columns(scorer, page, values="points")
    upload = UploadedFile.objects.get(number=2).upload
    UploadedFile.objects.update(text="")
    page = scorer.get(f"/imports/uploads/{upload}/")
    assert page.status_code == 200
    assert [part["expired"] for part in page.context["parts"]] == [False, True]
    assert "Choose it again" in html_of(page)


def test_a_bad_line_is_named_and_the_other_sessions_are_taken_in(scorer, club):
    rows = ["24.3.2024,0,5,8,12", "31.3.2024,0,x,8,12", "31.3.2024,3,0,7,1", "7.4.2024,3,0,7,1"]
    page = review(scorer, club, Sheet("x.csv", FOUR + "\n".join(rows), {}))
    lines = page.context["parts"][0]["lines"]
    assert [(line["line"], line["outcome"]) for line in lines] == [
        (2, "new"),
        (3, "malformed"),
        (5, "new"),
    ]
    wrong = lines[1]["wrong"]
    assert "Bo Li: 'x' is no number of cards. Write a number such as 5" in wrong["details"]
    assert not wrong["right"]  # beside the reason, the line can be corrected
    assert "The session of March 31, 2024 (2 hands) is left out" in html_of(page)
    run_import(scorer, page)
    assert totals() == {"Ana Ma": 22, "Bo Li": 6, "Cy Wu": -15, "Daisy Ng": -13}


def test_a_bad_line_of_a_text_sheet_is_named_with_its_day(scorer, club):
    sheet = "2024-03-24\na b c d\n0 1 2 3\n2024-03-31  # late\n0 1 2 3\n0 1 2 99\n2024-13-01\n"
    said = html_of(review(scorer, club, Sheet("x.txt", sheet, {})))
    assert said.count("This line belongs to the session of") == 1
    assert "This line belongs to the session of March 31, 2024." in said


def test_a_line_without_a_date_names_no_session(scorer, club):
    text = f"{FOUR}2024-03-24,0,5,8,12\n2024-02-31,0,5,8,12\n"
    page = review(scorer, club, Sheet("x.csv", text, {}))
    assert "is left out until you correct this" not in html_of(page)


def test_a_corrected_sheet_brings_only_what_is_missing(scorer, club):
    bad = f"{FOUR}2024-03-24,0,5,8,12\n2024-03-31,0,5,8,99\n2024-03-31,3,0,7,1\n"
    run_import(scorer, review(scorer, club, Sheet("x.csv", bad, {})))
    page = review(scorer, club, Sheet("x.csv", bad.replace("99", "12"), {}))
    assert (promised(page), page.context["counts"].known) == ((1, 2, 0), 1)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("2024-02-31,0,5,8,12", "'2024-02-31' is no date: February 2024 has 29 days."),
        ("2024-13-31,0,5,8,12", "'2024-13-31' is no date; right would be 2024-03-31"),
        ("2024-03-31,0,5,8,12,13", "The row has 6 cells, and the first line names 5 columns."),
        ("2024-03-31,0,5,8,", "is no number of cards"),
        ("2024-03-31,0,0,8,12", "one empty hand"),
        ("2024-03-31,0t,5t,8,12", "Only one player can pay for all."),
    ],
)
def test_a_line_is_refused_with_its_reason(scorer, club, row, message):
    text = f"{FOUR}2024-03-24,0,5,8,12\n{row}\n"
    page = review(scorer, club, Sheet("x.csv", text, {}, {"values": "cards", "variant": "big-two"}))
    (line,) = [one for one in page.context["parts"][0]["lines"] if one["outcome"] == "malformed"]
    assert line["line"] == 3
    assert message in line["wrong"]["details"]
    assert promised(page)[0] == 1


HOSTILE = {
    "columns": (b"x," * 100_000 + b"\n1,2", "at most 400 are read"),
    "quote": (b'a,b\n"' + b"x" * 10_000_000, "a quotation mark opens a cell that never ends"),
    "cell": (b"a,b\n1," + b"x" * 3000, "3,000 letters"),
    "one column": (b"abc\n1\n", "names only one column"),
    "blank": (b"  \n", "The file is empty."),
    "NUL": (b"a,b\0\n1,2", "This is not a text file."),
    "workbook": (b"PK\x03\x04rest", "Save the sheet as CSV"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_file_that_is_no_table_is_refused_and_the_others_are_read(scorer, club, kind):
    content, message = HOSTILE[kind]
    page = send(scorer, club, SimpleUploadedFile("bad.csv", content), *sheet_files(TEXTS[0]))
    bad, good = page.context["parts"]
    assert message in bad["wrong"]["details"]
    assert good["lines"]
    assert f"<b>{1}</b> not readable" in html_of(page)


def test_too_many_rows_values_and_files_are_refused(scorer, club, monkeypatch):
    monkeypatch.setattr(tables, "MOST_LINES", 3)
    many = f"{FOUR}{'2024-03-31,0,5,8,12' + chr(10)}".replace(
        "12\n", "12\n" + "2024-03-31,0,5,8,12\n" * 3
    )
    page = send(scorer, club, SimpleUploadedFile("x.csv", many.encode()))
    assert "more than 3 lines" in page.context["parts"][0]["wrong"]["details"]
    monkeypatch.setattr("scorekeeper.pages.imports.forms.MOST_FILES", 1)
    page = send(scorer, club, *sheet_files(TEXTS[0], TEXTS[1]))
    assert "At most 1 files can be imported at once." in html_of(page)


def test_a_formula_in_a_name_is_only_text(scorer, club):
    sheet = next(one for one in BIG_TWO if one.name == "formulas.csv")
    page = review(scorer, club, sheet)
    assert '=HYPERLINK("http://x")' in html_of(page)
    assert 'href="http://x"' not in html_of(page)
    run_import(scorer, page)
    assert Player.objects.filter(name='=HYPERLINK("http://x")').exists()


# the review


def test_the_review_names_the_season_of_each_session(scorer, club, people):
    spring = {"starts_on": date(2024, 3, 1), "ends_on": date(2024, 4, 1)}
    club_roster.add(Season(club=club, name="Spring", **spring), by=people.alice)
    rows = ["24.3.2024,Spring,0,5,8,12", "31.3.2024,Summer,3,0,7,1", "7.4.2024,,3,0,7,1"]
    text = "Date,Season,Ana Ma,Bo Li,Cy Wu,Daisy Ng\n" + "\n".join(rows)
    page = review(scorer, club, Sheet("x.csv", text, {}))
    said = html_of(page)
    assert "· season Spring" in said
    assert "no season: the club has none called “Summer”" in said
    assert "1 session goes into the season “Spring”." in said
    assert "2 sessions go into no season." in said
    run_import(scorer, page)
    seasons = Session.objects.order_by("played_on").values_list("season__name", flat=True)
    assert [*seasons] == ["Spring", None, None]


def test_each_record_shows_its_date_players_and_points(scorer, club, players):
    page = send(scorer, club, text="2024-03-31\nAlice, Bob, Carol, Zoe Ma\n0 1 2 3\n")
    (line,) = page.context["parts"][0]["lines"]
    assert str(line["date"]) == "2024-03-31"
    shown = [(one["name"], one["is_new"], one["points"]) for one in line["players"]]
    assert shown == [
        ("Alice", False, "6"),
        ("Bob", False, "2"),
        ("Carol", False, "−2"),
        ("Zoe Ma", True, "−6"),
    ]
    assert not Session.objects.exists()


def test_near_names_come_first_and_nothing_is_chosen_for_them(scorer, club):
    for name in ("Anna Ma", "Daisy Ng", "Jon Li", "Joan Li", "Zoë Wu"):
        Player.objects.create(club=club, name=name)
    page = send(scorer, club, text="2024-03-31\nAna Ma, D. Ng, J. Li, Wu Zoe\n0 1 2 3\n")
    names = {
        row.name: ([label for _value, label in row.choice.field.choices], row.choice.value())
        for row in page.context["form"].rows()
    }
    ids = dict(Player.objects.values_list("name", "pk"))
    rest = ["a new player", "somebody else:"]
    assert names["Ana Ma"] == (["Anna Ma", *rest], None)
    assert names["D. Ng"] == (["Daisy Ng", *rest], None)
    assert names["J. Li"] == (["Joan Li", "Jon Li", *rest], None)
    assert names["Wu Zoe"] == (["Zoë Wu", *rest], None)
    assert promised(page) == (1, 1, 0)
    decided = {"Ana Ma": "Anna Ma", "D. Ng": "new", "J. Li": ids["Jon Li"]}
    refused = run_import(scorer, page, decided)
    assert (refused.status_code, Session.objects.count()) == (422, 0)
    assert "1 name is much like another: choose who it is before you import." in html_of(refused)
    run_import(scorer, page, decided | {"Wu Zoe": ids["Zoë Wu"]})
    assert set(totals()) == {"Anna Ma", "D. Ng", "Jon Li", "Zoë Wu"}


def test_nobody_is_near_who_sits_at_the_same_table(scorer, club):
    Player.objects.create(club=club, name="Anna Ma")
    page = send(scorer, club, text="2024-03-31\nAna Ma, Anna Ma, Kim, Cy\n0 1 2 3\n")
    assert {row.choice.value() for row in page.context["form"].rows()} == {"new"}


def test_the_counts_follow_each_choice(scorer, club, players):
    text = (
        "2024-03-31\nAlice, Bob, Carol, Dann\n0 1 2 3\n2024-04-07\nAlice, Dan, Dann, Eve\n0 1 2 3\n"
    )
    page = send(scorer, club, text=text)
    address = page.request["PATH_INFO"]
    assert promised(page) == (2, 2, 2)
    same = scorer.post(address, chosen(page, {"Dann": players[3].pk}) | {"do": "count"})
    assert promised(same) == (1, 1, 0)
    assert same.context["counts"].malformed == 1
    assert not Session.objects.exists()
    run_import(scorer, page, {"Dann": players[3].pk})
    assert (Session.objects.count(), Player.objects.count()) == (1, 4)


def test_the_counts_say_that_nobody_has_the_name_that_was_entered(scorer, club, players):
    page = send(scorer, club, text="2024-03-31\nAlice, Bob, Carol, Zoe Ma\n0 1 2 3\n")
    counted = scorer.post(
        page.request["PATH_INFO"], chosen(page, {"Zoe Ma": "Zoey"}) | {"do": "count"}
    )
    counts = html_of(counted).split('id="counted"')[1]
    assert "Zoey: The club has no player with this name. Choose one from the list." in counts


def test_what_the_review_did_not_show_is_not_imported(scorer, club, players):
    page = send(scorer, club, text="2024-03-31\nAlice, Bob, Carol, Zoe Ma\n0 1 2 3\n")
    Player.objects.create(club=club, name="Zoe Ma")  # by somebody else
    address = page.request["PATH_INFO"]
    second = scorer.post(address, chosen(page, {}))
    assert second.status_code == 412
    assert "The counts have changed" in html_of(second)
    assert (promised(second), Session.objects.count()) == ((1, 1, 0), 0)
    third = scorer.post(address, chosen(second, {}), follow=True)
    assert "The records have been imported." in html_of(third)
    assert (Session.objects.count(), Player.objects.count()) == (1, 5)


def test_a_choice_stays_with_its_name_when_other_names_become_known(scorer, club, players):
    page = send(scorer, club, text="2024-03-31\nAlice, Bob, Zoe Ma, Yve\n0 1 2 3\n")
    data = chosen(page, {"Yve": "Dan"})
    Player.objects.create(club=club, name="Zoe Ma")
    second = scorer.post(page.request["PATH_INFO"], data)
    assert [row.name for row in second.context["form"].rows()] == ["Yve"]
    scorer.post(page.request["PATH_INFO"], data | {"promised": second.context["promised"]})
    assert {seat.player.name for seat in Session.objects.get().seats.all()} == {
        "Alice",
        "Bob",
        "Zoe Ma",
        "Dan",
    }


def test_a_record_that_somebody_imported_meanwhile_is_not_promised(scorer, club):
    first, second = (send(scorer, club, *sheet_files(TEXTS[0])) for _ in range(2))
    run_import(scorer, first)
    page = scorer.post(second.request["PATH_INFO"], chosen(second, {}))
    assert page.status_code == 412
    assert promised(page) == (0, 0, 0)
    assert ImportLine.objects.filter(within__dry_run=False, outcome="known").count() == 0


def test_records_of_merged_players_are_reviewed_as_they_are_imported(scorer, club, players, people):
    player_merges.merge(players[3], into=players[0], by=people.alice)
    page = send(scorer, club, text="2024-03-31\nAlice, Bob, Carol, Dan\n0 1 2 3\n")
    assert page.context["counts"].malformed == 1
    assert page.context["form"] is None


def test_a_merged_player_is_proposed_as_the_one_who_stays(scorer, club, players, people):
    merged = Player.objects.create(club=club, name="Zoe Maier")
    player_merges.merge(merged, into=players[0], by=people.alice)
    page = send(scorer, club, text="2024-03-31\nAlice, Bob, Carol, Zoe Meier\n0 1 2 3\n")
    (row,) = page.context["form"].rows()
    offered = [label for _value, label in row.choice.field.choices]
    assert (offered[0], row.choice.value()) == ("Alice", "new")
    assert promised(page) == (1, 1, 1)


def test_names_can_still_be_chosen_where_no_session_would_be_new(scorer, club, players):
    page = send(scorer, club, text="2024-03-31\nAlice, Bob, Carol, Dann\n0 1 2 3\n")
    data = chosen(page, {"Dann": "Alice"}) | {"do": "count"}
    none = scorer.post(page.request["PATH_INFO"], data)
    assert promised(none) == (0, 0, 0)
    assert none.context["form"] is not None
    run_import(scorer, none, {"Dann": players[3].pk})
    assert Session.objects.count() == 1


def test_the_same_upload_sent_twice_begins_once(scorer, club):
    form = uuid.uuid4()
    pages = [send(scorer, club, *sheet_files(TEXTS[0]), id=form) for _ in range(2)]
    assert pages[0].request["PATH_INFO"] == pages[1].request["PATH_INFO"]
    assert (Import.objects.count(), UploadedFile.objects.count()) == (1, 1)
    page = send(scorer, club, *sheet_files(TEXTS[1]), id=form)
    assert "already saved with different content" in html_of(page)


def test_uploads_are_seen_by_those_who_may_import_only(scorer, club, browse):
    page = send(scorer, club, *sheet_files(BIG_TWO[3]))
    columns = page.request["PATH_INFO"]
    upload = f"/imports/uploads/{UploadedFile.objects.get().upload}/"
    for address in (columns, upload):
        assert browse("dan").get(address).status_code in {403, 404}
        assert browse("eve").get(address).status_code == 404


# many files


def test_files_that_differ_by_players_are_read_like_the_first_if_somebody_says_so(scorer, club):
    sheets = [
        Sheet(f"{name}.csv", f"Date,Alice,Bob,Carol,{name}\n2024-03-31,0,5,8,12\n", {})
        for name in ("Dan", "Eve", "Fay")
    ]
    other = Sheet("other.csv", "Date,Where to,Alice,Bob,Carol,Dan\n2024-03-31,x,0,1,2,3\n", {})
    page = send(scorer, club, *sheet_files(*sheets, other))
    assert page.context["form"]["for_alike"].value() is True
    page = choose_columns(scorer, page, for_alike="on")
    assert (asks_for_columns(page), page.context["row"].name) == (True, "other.csv")
    page = choose_columns(scorer, page)
    assert [part["row"] is not None for part in page.context["parts"]] == [True] * 4
    assert ColumnMapping.objects.count() == 4


def test_files_that_differ_by_players_are_asked_for_one_by_one_otherwise(scorer, club):
    sheets = [
        Sheet(f"{name}.csv", f"Date,Alice,Bob,Carol,{name}\n2024-03-31,0,5,8,12\n", {})
        for name in ("Dan", "Eve")
    ]
    page = choose_columns(scorer, send(scorer, club, *sheet_files(*sheets)))
    assert asks_for_columns(page)


def test_columns_are_remembered_for_the_game_that_the_name_of_a_file_says(scorer, club):
    text = f"{FOUR}2024-03-24,0,5,8,12\n"
    review(scorer, club, Sheet("1.csv", text, {}))
    page = send(scorer, club, *sheet_files(Sheet("gang of four 1.csv", text, {})))
    assert asks_for_columns(page)
    assert page.context["form"]["variant"].value() == "gang-of-four"
    choose_columns(scorer, page)
    for name, game in (("2.csv", "big-two"), ("gang of four 2.csv", "gang-of-four")):
        page = send(scorer, club, *sheet_files(Sheet(name, text, {})))
        assert not asks_for_columns(page)
        assert ImportLine.objects.latest("pk").details["variant"] == game


@pytest.mark.parametrize(
    ("before", "now", "guessed"),
    [("0,5,8,12", "25,-5,-8,-12", "points"), ("25,-5,-8,-12", "0,5,8,12", "cards")],
)
def test_remembered_columns_are_asked_for_again_where_the_numbers_do_not_fit(
    scorer, club, before, now, guessed
):
    review(scorer, club, Sheet("1.csv", f"{FOUR}2024-03-24,{before}\n", {}))
    page = send(scorer, club, *sheet_files(Sheet("2.csv", f"{FOUR}2024-03-24,{now}\n", {})))
    assert asks_for_columns(page)
    assert page.context["form"]["values"].value() == guessed


def test_points_without_a_sign_are_remembered_where_the_players_do_not_pay_one_another(
    scorer, club
):
    rules = {"values": "points", "house_rules": 'settlement = "penalties"'}
    review(scorer, club, Sheet("1.csv", f"{FOUR}2024-03-24,0,5,8,12\n", {}, rules))
    page = send(scorer, club, *sheet_files(Sheet("2.csv", f"{FOUR}2024-03-31,0,5,8,12\n", {})))
    assert not asks_for_columns(page)


@pytest.mark.parametrize("encoding", ["utf-16", "big5", "utf-8-sig"])
def test_sheets_that_programs_write_in_other_encodings_are_read(scorer, club, encoding):
    text = "日期,陳,李,王,張\n2024-03-24,0,5,8,12\n"
    page = review(scorer, club, Sheet("1.csv", text, {}, encoding=encoding))
    assert [row.name for row in page.context["form"].rows()] == ["陳", "李", "王", "張"]


@pytest.mark.parametrize(
    ("last", "rules", "warned"),
    [(-13, "", True), (-12, "", False), (-13, 'settlement = "penalties"', False)],
)
def test_points_that_do_not_add_up_are_shown(scorer, club, last, rules, warned):
    text = f"{FOUR}2024-03-24,25,-5,-8,{last}\n"
    page = review(scorer, club, Sheet("1.csv", text, {}, {"house_rules": rules}))
    assert ("The points of 1 hand do not add up to 0." in html_of(page)) == warned


UNNAMED = b"Date,Ann,Bob,Cy,Di\n2024-03-31,0,1,2,3\n"


@pytest.mark.parametrize(
    ("variants", "proposed"),
    [(["gang-of-four"], "gang-of-four"), (["big-two", "gang-of-four"], "")],
)
def test_the_game_of_a_file_that_names_none_is_asked_for_where_the_club_plays_several(
    scorer, club, players, people, variants, proposed
):
    for variant in variants:
        recording.record_session(club, {"variant": variant}, players=players, by=people.carol)
    gangs = SimpleUploadedFile("gang of four.csv", b"Day,Kim,Lee,Cy,Di\n2024-03-31,0,1,2,3\n")
    choose_columns(scorer, send(scorer, club, gangs))
    page = send(scorer, club, SimpleUploadedFile("spring.csv", UNNAMED))
    form = page.context["form"]
    assert (form["variant"].value(), bool(form["house_rules"].value())) == (proposed, False)
    if not proposed:
        refused = choose_columns(scorer, page)
        assert "The file names no game: choose the one that was played." in html_of(refused)
        assert not asks_for_columns(choose_columns(scorer, page, variant="big-two"))
