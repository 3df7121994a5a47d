"""Tables of old results: what separates the cells, what the columns mean, and which hands give known points."""

from dataclasses import replace

import pytest

import referee
from referee.spreadsheets import cells, records, table, written_dates
from referee.spreadsheets.candidates import Hints
from referee.spreadsheets.columns import ColumnRole, DateOrder, SheetColumns, Values
from referee.spreadsheets.meaning import find_meaning
from referee.spreadsheets.points import PointsReader, points_only


def session(variant="big-two", players="abcd", **rules):
    return {
        "format": referee.RECORD_FORMAT,
        "variant": variant,
        "house_rules": rules,
        "players": [*players],
    }


def columns(roles, values=Values.CARDS, variant="big-two"):
    return SheetColumns(
        variant=variant,
        values=values,
        dates=DateOrder.DAY_FIRST,
        roles=tuple(map(ColumnRole, roles)),
    )


def read(text, *options):
    """Return each entry of a table as its line and its players or its error code."""
    return [
        (entry.line, outcome(entry))
        for entry in records.entries(records.write_source(columns(*options), text))
    ]


def outcome(entry):
    try:
        return "".join(entry.record().players)
    except referee.MalformedError as error:
        return error.code


WIDE = ["date", "seat", "seat", "seat", "seat", "seat"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_separator_is_recognized(delimiter):
    text = 'Date,a,"b, c",d\n1.1.2024,1,2,3\n'.replace(",", delimiter)
    assert table.read_spreadsheet(text).headers == ("Date", "a", f"b{delimiter} c", "d")


def test_a_semicolon_separates_where_numbers_have_commas():
    assert table.read_spreadsheet("a;b\n1,5;2,5\n").rows[0].cells == ("1,5", "2,5")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_empty_lines_and_cells_at_the_end_are_left_out(ending):
    text = ending.join(["a,b,,", "1,2,,", "", ",,,", "3,,", ""])
    rows = table.read_spreadsheet(text).rows
    assert [(row.line, row.cells) for row in rows] == [(2, ("1", "2")), (5, ("3", ""))]


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\v", "\f", "\x1c"])
def test_only_line_feeds_and_carriage_returns_end_a_row(sign):
    rows = table.read_spreadsheet(f"a,b\n1,x{sign}y\n2,z\n").rows
    assert [row.cells for row in rows] == [("1", f"x{sign}y"), ("2", "z")]


def test_a_cell_of_several_lines_counts_its_lines():
    rows = table.read_spreadsheet('a,b\n1,"x\ny"\n2,z\n').rows
    assert [row.line for row in rows] == [2, 4]


@pytest.mark.parametrize(
    ("dates", "order"),
    [
        (["2024-01-31"], "ymd"),
        (["31.1.2024", "1.2.2024"], "dmy"),
        (["1/31/2024", "2/1/2024"], "mdy"),
        (["1/2/2024"], "dmy"),
    ],
)
def test_the_order_of_dates_is_guessed(dates, order):
    text = "Date,a,b\n" + "".join(f"{date},1,2\n" for date in dates)
    assert find_meaning(table.read_spreadsheet(text), Hints(), {}).columns.dates == order


def test_cells_below_a_date_repeat_it_and_a_new_date_begins_anew():
    text = "Date,Place,a,b,c,d\n1.1.2024,x,0,1,1,1\n,,0,1,1,1\n2.1.2024,,0,1,1,1\n"
    roles = ["date", "place", "seat", "seat", "seat", "seat"]
    found_entries = records.entries(records.write_source(columns(roles), text))
    sessions = [entry.record().as_json() for entry in found_entries]
    assert [(one["played_on"], one.get("place"), len(one["hands"])) for one in sessions] == [
        ("2024-01-01", "x", 2),
        ("2024-01-02", None, 1),
    ]


def test_players_with_empty_cells_did_not_play():
    text = "Date,a,b,c,d,e\n1.1.2024,0,1,1,1,\n1.1.2024,0,1,1,,1\n"
    assert read(text, WIDE) == [(2, "abcd"), (3, "abce")]


def test_a_bad_line_leaves_out_all_of_its_session():
    text = "Date,a,b,c,d,e\n1.1.2024,0,1,1,1,\n1.1.2024,0,1,1,,x\n2.1.2024,0,1,1,1,\n"
    assert read(text, WIDE) == [(3, "unreadable"), (4, "abcd")]


def test_a_name_twice_in_a_hand_is_refused():
    roles = ["date", "hand", "name", "value"]
    rows = [f"1.1.2024,1,{name},{left}\n" for name, left in zip("abcda", "01112", strict=True)]
    text = "d,h,n,v\n" + "".join(rows)
    assert read(text, roles) == [(6, "unreadable")]


@pytest.mark.parametrize(
    ("made", "points", "hand"),
    [
        (session(), (25, -5, -8, -12), {"cards_left": [0, 5, 8, 12]}),
        (session(settlement="pairwise"), (6, 2, -2, -6), {"cards_left": [0, 1, 2, 3]}),
        (session(settlement="penalties"), (0, 1, 2, 3), {"cards_left": [0, 1, 2, 3]}),
        (session(multipliers=[[1, 1], [10, 2]]), (30, -5, -5, -20), {"cards_left": [0, 5, 5, 10]}),
        (session("gang-of-four"), (16, 0, 33, 80), {"cards_left": [8, 0, 11, 16]}),
        (session("pusoy-dos"), (3, 1, 2, 0), {"out": [1, 3, 2]}),
        (session(), (25, -5, -8, -13), None),
        (session(), (0, 0, 0, 0), None),
        (session("pusoy-dos"), (3, 3, 2, 0), None),
        (session("gang-of-four-loser-scores"), (0, 0, 0, 16), None),
        (session("four-color-cards", "abc"), (-6, 12, -6), None),
    ],
)
def test_points_are_worked_back_where_one_hand_gives_them(made, points, hand):
    assert PointsReader(made).hand(points) == hand


def test_a_hand_of_which_only_points_are_known_counts_as_no_hand():
    record = referee.parse_record({**session(), "hands": [points_only((3, -1, -1, -1))]})
    answer = referee.adjudicate(record).as_json()
    assert (answer["totals"], answer["hands"][0]["status"]) == ([3, -1, -1, -1], "void")


def guessed(*rows, headers="When,a,b,c,d", name=""):
    return find_meaning(
        table.read_spreadsheet("\n".join([headers, *rows])), Hints(name=name), {}
    ).columns


GOOD = ["2024-01-01,0,1,2,3", "2024-01-02,0,5,2,3", "2024-01-03,3,0,2,3"]


@pytest.mark.parametrize(
    "bad",
    ["yesterday,0,1,2,3", "2024-01-04,0,1,2,three", "2024-01-04,0,1,2,99", "2024-01-04,0,1,2,-3"],
)
def test_one_bad_cell_does_not_change_what_the_columns_mean(bad):
    guess = guessed(*GOOD, bad)
    assert [*guess.roles] == ["date", *["seat"] * 4]
    assert guess.values == "cards"


def test_one_bad_cell_does_not_change_what_places_mean():
    rows = ["2024-01-01,1,2,3,4", "2024-01-02,4,3,2,1", "2024-01-03,1,2,3,0"]
    assert guessed(*rows, name="pusoy dos.csv").values == "order"


@pytest.mark.parametrize(
    ("name", "headers", "rows", "game"),
    [
        ("fourcolor.csv", "When,a,b,c,d", GOOD, "four-color-cards"),
        ("GangOfFour_2024.csv", "When,a,b,c,d", GOOD, "gang-of-four"),
        ("gof-points.csv", "When,a,b,c,d", GOOD, "gang-of-four"),
        ("progof.csv", "When,a,b,c,d", GOOD, "big-two"),
        ("Pusoy 2024.csv", "When,a,b,c,d", GOOD, "pusoy-dos"),
        ("四色牌.csv", "When,a,b,c,d", GOOD, "four-color-cards"),
        ("Loser scores 2024.csv", "When,a,b,c,d", GOOD, "gang-of-four-loser-scores"),
        ("x.csv", "Gang of Four,a,b,c,d", GOOD, "gang-of-four"),
        ("x.csv", "When,a,b,c,d,Game", [f"{row},Pusoy Dos" for row in GOOD], "pusoy-dos"),
        ("x.csv", "When,a,b,c,d", GOOD, "big-two"),
        ("x.csv", "When,a,b,c,d", ["2024-01-01,1,2,3,4", "2024-01-02,4,3,2,1"], "pusoy-dos"),
        ("x.csv", "When,a,b,c", ["2024-01-01,0,2,9"], "gang-of-four"),
        ("x.csv", "When,a,b,c", ["2024-01-01,4,-2,-2"], "four-color-cards"),
        ("x.csv", "When,a,b", ["2024-01-01,5,-5"], "four-color-cards"),
        ("x.csv", "When,a,b", ["2024-01-01,4,5"], "big-two"),
    ],
)
def test_the_game_is_proposed_that_the_file_tells(name, headers, rows, game):
    assert guessed(*rows, headers=headers, name=name).variant == game


def test_columns_of_numbered_hands_are_no_players():
    columns = guessed("a,0,3", "b,1,0", headers="Player,Hand 1,第2局")
    assert (columns.is_turned, *columns.roles) == (True, "hand", "seat", "seat")


@pytest.mark.parametrize("sign", ["-", "–", "/"])
def test_a_dash_says_who_did_not_play(sign):
    text = f"Date,a,b,c,d,e\n1.1.2024,0,1,2,3,{sign}\n1.1.2024,0,1,{sign},2,3\n"
    assert read(text, WIDE) == [(2, "abcd"), (3, "abde")]


@pytest.mark.parametrize("word", ["Total", "Summe:", "合計"])
def test_a_row_of_sums_is_no_hand(word):
    text = f"Date,a,b,c,d,e\n1.1.2024,0,1,2,3,\n{word},0,1,2,3,\n"
    meaning = find_meaning(table.read_spreadsheet(text), Hints(), {}, columns(WIDE))
    assert (meaning.columns.left_out, meaning.questions) == ((3,), ())


@pytest.mark.parametrize("title", ["Our club", "Our club,,,", "sep=,", "sep=;"])
def test_titles_above_the_headers_are_left_out(title):
    assert table.read_spreadsheet(f"{title}\n\nDate,a,b\n1.1.2024,1,-1\n").headers == (
        "Date",
        "a",
        "b",
    )
    assert table.read_spreadsheet(f"{title}\n\nDate;a;b\n1.1.2024;1;-1\n").headers == (
        "Date",
        "a",
        "b",
    )


@pytest.mark.parametrize("written", ["Fr 5.1.2024", "Friday, 5.1.2024", "Date: 2024-01-05"])
def test_a_weekday_before_a_date_is_left_out(written):
    assert written_dates.read_date(written, DateOrder.DAY_FIRST) == "2024-01-05"


@pytest.mark.parametrize(
    "written",
    [
        "5 January 2024",
        "5. Januar 2024",
        "Jan 5, 2024",
        "January 5th 2024",
        "5-Jan-24",
        "05 JAN. 2024",
        "Fr., 5. Jänner 2024",
        "5th of January, 2024",
        "2024 Jan 5",
        "2024年1月5日",
        "2024年1月5號",
    ],
)
def test_a_month_may_have_its_name(written):
    for order in DateOrder:
        assert written_dates.read_date(written, order) == "2024-01-05"


@pytest.mark.parametrize("written", ["5 Smith 2024", "Anna 5 2024", "5 January", "Jan 32, 2024"])
def test_what_has_no_month_or_no_such_day_is_no_date(written):
    assert written_dates.read_date(written, DateOrder.DAY_FIRST) is None


def test_a_column_that_names_the_game_says_so_of_each_row():
    rows = [f"{row},Pusoy Dos" for row in GOOD]
    assert guessed(*rows, headers="When,a,b,c,d,Game").roles[-1] == "game"
    gang = "2024-01-01,0,5,9,16,Gang of Four"
    guess = guessed(*[f"{row},大老二" for row in GOOD], gang, headers="When,a,b,c,d,Spiel")
    assert (guess.roles[-1], guess.variant, guess.values) == ("game", "big-two", "cards")


def test_rows_are_of_the_game_that_they_name():
    text = (
        "Date,a,b,c,d,Game\n1.1.2024,0,1,2,3,Big Two\n1.1.2024,1,0,2,3,\n"
        "1.1.2024,2,1,3,4,Pusoy Dos\n8.1.2024,0,1,2,16,Gang of Four\n8.1.2024,0,1,2,3,Rommé\n"
    )
    sheet = columns([*WIDE[:5], "game"])
    entries = [*records.entries(records.write_source(sheet, text))]
    first, second, gang, wrong = (entry.content for entry in entries)
    assert [(one.variant, len(one.hands)) for one in (first, second)] == [
        ("big-two", 2),
        ("pusoy-dos", 1),
    ]
    assert second.hands[0].went_out == (2, 1, 3)
    assert gang.variant == "gang-of-four"
    assert "'Rommé' is none of the games" in wrong.message


@pytest.mark.parametrize(
    "header", ["Round", "Runde", "輪次", "Hand no.", "Spiel Nr.", "Lfd. Nr.", "Nr"]
)
def test_a_column_that_counts_hands_is_no_round_of_an_event(header):
    rows = ["1.1.2024,1,0,1,2,3", ",2,1,0,2,3", ",3,1,2,0,3", "8.1.2024,1,0,1,2,3", ",2,3,1,2,0"]
    roles = guessed(*rows, headers=f"Date,{header},a,b,c,d").roles
    assert [*roles] == ["date", "hand", *["seat"] * 4]


def test_a_row_of_sums_does_not_change_what_the_numbers_are():
    rows = [f"1.1.2024,{number},0,1,2,3" for number in (1, 2)]
    guess = guessed(*rows, "Summe,,40,50,60,70", headers="Date,Round,a,b,c,d")
    assert (guess.values, guess.roles[1]) == ("cards", "hand")


@pytest.mark.parametrize("rounds", ["11122", "12241", "AABBB", "11111"])
def test_a_round_of_an_event_has_several_hands(rounds):
    rows = [f"1.1.2024,{number},0,1,2,3" for number in rounds]
    assert guessed(*rows, headers="Date,Round,a,b,c,d").roles[1] == "round"


def test_rounds_in_a_row_for_each_player_are_hands_unless_a_name_comes_again():
    def roles(*names):
        rows = [f"{number},{name},1" for number in (1, 2) for name in names]
        return guessed(*rows, headers="Round,Player,Points").roles[0]

    assert (roles(*"abcd"), roles(*"abcdabcd")) == ("hand", "round")


def test_a_column_with_one_sign_for_who_did_not_play_is_a_player():
    rows = ["2024-01-01,0,1,2,3,-", "2024-01-02,0,1,2,-,3", "2024-01-03,0,1,2,3,-"]
    assert [*guessed(*rows, headers="When,a,b,c,d,e").roles] == ["date", *["seat"] * 5]


def test_a_column_of_words_is_left_out():
    rows = [f"{row},{word}" for row, word in zip(GOOD, ["late", "7 cakes", "rain"], strict=True)]
    assert guessed(*rows, headers="When,a,b,c,d,How it was").roles[-1] == ""


@pytest.mark.parametrize(
    ("text", "roles", "values", "message"),
    [
        (
            "Date,a,b,c,d\n2024-01-01,0,1,2,x\n",
            WIDE[:-1],
            "cards",
            "Row 2, column d: 'x' is no number of cards",
        ),
        (
            "Date,a,b,c,d\n2024-01-01,0,1,2,99\n",
            WIDE[:-1],
            "cards",
            "Row 2, column d: '99' is more than the 13 cards of a hand.",
        ),
        (
            "Date,a,b,c,d\n2024-01-01,0,1,2,x\n",
            WIDE[:-1],
            "points",
            "Row 2, column d: 'x' is no number. Write a number such as 12 or -12.",
        ),
        (
            "Date,a,b,c,d\n2024-01-01,0,0,1,2\n",
            WIDE[:-1],
            "cards",
            "Row 2 (a 0, b 0, c 1, d 2): A hand ends with one empty hand",
        ),
        (
            "Date,a,b,c,d\n2024-31-31,0,1,1,2\n",
            WIDE[:-1],
            "cards",
            "Row 2, column Date: '2024-31-31' is no date",
        ),
        (
            "d,n,v\n1.1.2024,a,0\n1.1.2024,b,1\n1.1.2024,c,2\n1.1.2024,d,x\n",
            ["date", "name", "value"],
            "cards",
            "Row 5, column v, d: 'x' is no number of cards",
        ),
    ],
)
def test_an_error_names_row_column_and_text_of_the_cell(text, roles, values, message):
    source = records.write_source(columns(roles, Values(values)), text)
    (entry,) = records.entries(source)
    with pytest.raises(referee.MalformedError) as error:
        entry.record()
    assert message in error.value.message


def test_a_bad_date_between_rows_of_one_session_leaves_that_session_out():
    """Otherwise the corrected file would bring the session a second time, with all its hands."""
    day = [f"{date},0,1,1,1," for date in ("1.1.2024", "31.31.2024", "1.1.2024", "2.1.2024")]
    assert read("\n".join(["Date,a,b,c,d,e", *day]), WIDE) == [(3, "unreadable"), (5, "abcd")]


def test_a_bad_date_leaves_its_session_out_where_each_row_is_about_a_player():
    dates = ["1.1.2024"] * 5 + ["31.31.2024"] + ["1.1.2024"] * 6
    rows = [
        f"{date},{number // 4 + 1},{'abcd'[number % 4]},{min(number % 4, 1)}"
        for number, date in enumerate(dates)
    ]
    entries = dict(read("\n".join(["d,h,n,v", *rows]), ["date", "hand", "name", "value"]))
    assert entries[7] == "unreadable"
    assert "abcd" not in entries.values()


def test_a_bad_date_between_two_sessions_leaves_out_its_row_only():
    day = [f"{date},0,1,1,1," for date in ("1.1.2024", "31.31.2024", "2.1.2024")]
    text = "\n".join(["Date,a,b,c,d,e", *day])
    assert read(text, WIDE) == [(2, "abcd"), (3, "unreadable"), (4, "abcd")]


@pytest.mark.parametrize(
    "heading",
    [
        "{} - cards left",
        "{} – Karten",
        "{} cards left",
        "{} [cards left]",
        "Cards left [{}]",
        "How many cards were left? [{}]",
        "Points {}",
        "Punkte: {}",
        "{} (剩牌)",
    ],
)
def test_what_the_headings_of_players_share_is_no_part_of_their_names(heading):
    names = ["Jürgen", "Bernd", "Ute Rau", "Mia"]
    text = ",".join(["Date", *map(heading.format, names)]) + "\n2024-01-01,0,1,2,3\n"
    assert table.read_spreadsheet(text).headers == ("Date", *names)
    guess = find_meaning(table.read_spreadsheet(text), Hints(games=["big-two"]), {}).columns
    assert [*guess.roles] == ["date", *["seat"] * 4]
    rows = ",0,0\n".join([*map(heading.format, names), ""])
    assert table.read_spreadsheet(f"Name,1,2\n{rows}").turned().headers == ("Name", *names)


@pytest.mark.parametrize(
    "headings",
    [
        ["Ann Lee", "Bo Lee", "Cy Lee"],
        ["Lee Ann", "Lee Bo", "Lee Cy"],
        ["Ann-Kim", "Bo-Kim", "Cy-Kim"],
        ["Ann points", "Bo points", "Cy"],
        ["Ann", "Ann (total)", "Bo", "Bo (total)", "Cy", "Cy (total)"],
        ["Player 1", "Points 1", "Player 2", "Points 2", "Player 3", "Points 3"],
        ["Hand - 1", "Hand - 2", "Hand - 3"],
        ["Ann points", "Ann points", "Ann points"],
    ],
)
def test_names_stay_whole_that_share_no_word_for_numbers(headings):
    assert table.read_spreadsheet(",".join(["Date", *headings]) + "\n").headers == (
        "Date",
        *headings,
    )


@pytest.mark.parametrize(
    ("titles", "game", "day"),
    [
        (["Date,9 Mar 2023"], "gang-of-four", "2023-03-09"),
        (["Big Two,5 May 2022"], "big-two", "2022-05-05"),
        (["Club,Hearts", "Round,2", "Pusoy Dos,,2024-01-02"], "pusoy-dos", "2024-01-02"),
        (["Our evening", "Thursday, 9 March 2023"], "gang-of-four", "2023-03-09"),
        (["Big Two on May 5, 2022"], "big-two", "2022-05-05"),
        (["Club,Hearts"], "gang-of-four", "undated"),
        (["From,5 May 2022", "To,9 May 2022"], "gang-of-four", "undated"),
    ],
)
def test_lines_with_two_cells_above_the_headers_say_game_and_day(titles, game, day):
    rows = ["Hand,Ann,Bo,Cy,Di", "1,1,3,2,4", "2,4,2,1,3"]
    if game != "pusoy-dos":
        rows = [rows[0], "1,0,3,2,4", "2,4,0,1,3"]
    sheet = table.read_spreadsheet("\n".join([*titles, *rows]))
    assert (sheet.headers[1:], sheet.header) == (("Ann", "Bo", "Cy", "Di"), len(titles) + 1)
    meaning = find_meaning(sheet, Hints(games=["gang-of-four"]), {})
    missing = next(one for one in meaning.questions if one.code == "date-missing")
    assert (meaning.columns.variant, missing.assumed) == (game, day)


@pytest.mark.parametrize(
    ("text", "headers"),
    [
        ("Ann,Bo\n3,-3\n4,-4,late\n", ("Ann", "Bo")),
        ("Name,Points\nAnn,5\nBo,6\nAnn,left,early\n", ("Name", "Points")),
        ("Club,Hearts\n1,2,3\n", ("Club", "Hearts", "")),
    ],
)
def test_two_headers_are_no_title(text, headers):
    assert table.read_spreadsheet(text).headers == headers


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Name,Hand 1,Hand 2\na,0,1\nb,1,0\nc,2,x\nd,3,3\n", "Row 4, column Hand 2, c: 'x'"),
        ("Name,Hand 1,\na,0,1\nb,1,0\nc,2,x\nd,3,3\n", "Row 4, column 3, c: 'x'"),
        ("Name,1,2\nDate,1.1.2024,31.31.2024\na,0,1\nb,1,0\nc,2,2\nd,3,3\n", "Row 2, column 2: "),
    ],
)
def test_an_error_with_players_in_rows_names_the_cell_where_it_is_written(text, place):
    roles = ["", *(["date"] if "Date" in text else []), *["seat"] * 4]
    sheet = replace(columns(roles), is_turned=True)
    (error,) = [
        entry.content
        for entry in records.entries(records.write_source(sheet, text))
        if isinstance(entry.content, records.LineError)
    ]
    assert error.message.startswith(place)


@pytest.mark.parametrize(
    ("hands", "lines"),
    [
        (["0,1", "1,0", "2,x", "3,3"], [(4,)]),
        (["0,1", "y,0", "2,x", "3,3"], [(3,), (4,)]),
        (["0,1", "1,2", "2,3", "3,4"], [(2, 3, 4, 5)]),
    ],
)
def test_each_refused_hand_with_players_in_rows_names_the_lines_of_its_cells(hands, lines):
    rows = [f"{name},{numbers}" for name, numbers in zip("abcd", hands, strict=True)]
    text = "\n".join(["Name,Hand 1,Hand 2", *rows])
    sheet = replace(columns(["", *["seat"] * 4]), is_turned=True)
    errors = [one.content for one in records.entries(records.write_source(sheet, text))]
    assert [error.lines for error in errors] == lines


def test_a_hand_with_a_row_for_each_player_names_the_row_of_a_wrong_cell():
    text = "d,n,v\n1.1.2024,a,0\n1.1.2024,b,1\n1.1.2024,c,2\n1.1.2024,d,x\n"
    source = records.write_source(columns(["date", "name", "value"]), text)
    (entry,) = records.entries(source)
    assert (entry.line, entry.content.lines) == (2, (5,))


def test_a_table_that_lost_a_player_since_its_columns_were_chosen_is_refused():
    sheet = replace(columns(["", *["seat"] * 4]), is_turned=True)
    source = records.write_source(sheet, "Name,Hand 1\na,0\nb,1\nc,2\n")
    (entry,) = records.entries(source)
    assert "fewer columns, or rows of players" in entry.content.message


def cells_of(*rows):
    """Return the cells of a table, a text a row, as they are read."""
    text = "Ann;Bo\n" + "\n".join(rows)
    return [";".join(row.cells) for row in table.read_spreadsheet(text).rows]


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (["1.007,5;2,5", "-1.007,5;3"], ["1007,5;2,5", "-1007,5;3"]),
        (["1,007.5;2.5", "3;1"], ["1007.5;2.5", "3;1"]),
        (["(5);5", "3;(3,5)"], ["-5;5", "3;-3,5"]),
        (["€ 7,50;-7,50 €", "−5 €;€5"], ["7,50;-7,50", "−5;5"]),
    ],
)
def test_numbers_with_groups_money_or_brackets_are_read_plainly(written, plain):
    assert cells_of(*written) == plain
    assert cells.read_number("−5") == -5


@pytest.mark.parametrize(
    "written",
    [
        ["1.007;5"],
        ["1.007,5;2.5"],
        ["1.007,5;1,007.5"],
        ["1.07,5;1"],
        ["(5);-5"],
        ["(5);5", "(late);3"],
        ["€ 5;3"],
        ["€ 5;3", "late;4"],
    ],
)
def test_numbers_stay_as_written_where_other_cells_disagree(written):
    assert cells_of(*written) == written
