"""Old sheets that name no house rules are counted as the club plays, or as somebody chooses, and the preview says so."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import referee
from scorekeeper.imports import session_records
from scorekeeper.imports import worker as import_worker
from scorekeeper.models import ColumnMapping, Season, Session, UploadedFile
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.old_sheets import Sheet
from tests.pages.imports.review_forms import choose_columns, chosen, review, run_import, send

FOUR = "Date,Alice,Bob,Carol,Dan\n"
ONE_HAND = Sheet("x.csv", f"{FOUR}2024-03-31,0,1,2,3\n", {}, {"variant": "big-two"})
TEXT = "2024-03-31\nAlice, Bob, Carol, Dan\n0 1 2 12\n"
CSV_RULES = "rules_csv_big-two_cards"
TEXT_RULES = "rules_txt_big-two_cards"
PAIRWISE = [6, 2, -2, -6]
COLLECTED = [6, -1, -2, -3]
OTHER_RULES = {
    "en": "Choose other house rules for these sheets above",
    "de": "Wähle oben andere Hausregeln für diese Punktezettel",
}


def play(club, people, variant="big-two", players=("Alice", "Bob", "Carol", "Dan"), **rules):
    """Have the club play a session under these house rules."""
    record = {
        "format": referee.RECORD_FORMAT,
        "variant": variant,
        "house_rules": rules,
        "players": [*players],
        "played_on": "2025-01-01",
        "hands": [],
    }
    session_records.import_session(club, referee.parse_record(record), by=people.carol)


def points(page):
    """Return the points of each new session in a review."""
    lines = [line for part in page.context["parts"] for line in part["lines"]]
    return [
        [int(player["points"].replace("−", "-")) for player in line["players"]]
        for line in lines
        if line["outcome"] == "new"
    ]


def imported():
    """Return the totals and the house rules of the session of the sheet."""
    session = Session.objects.select_related("head", "result").get(played_on="2024-03-31")
    return [*session.result.totals], session.head.content.get("house_rules")


def choose_rules(client, page, choices, **fields):
    """Send a review with other house rules; return what is answered."""
    return client.post(page.request["PATH_INFO"], chosen(page, {}) | choices | fields)


def test_a_spreadsheet_is_counted_as_the_club_played_last(scorer, club, people, players):
    play(club, people, settlement="pairwise")
    page = review(scorer, club, ONE_HAND)
    assert points(page) == [PAIRWISE]
    said = html_of(page)
    assert "as the club played last: Settlement: pairwise" in said
    assert "Big Two is counted with these house rules: Settlement: pairwise" in said
    run_import(scorer, page)
    assert imported() == (PAIRWISE, {"settlement": "pairwise"})


def test_a_club_that_never_played_the_game_counts_with_its_defaults(scorer, club, people, players):
    play(club, people, "gang-of-four", target=50)
    page = review(scorer, club, ONE_HAND)
    assert points(page) == [COLLECTED]
    assert "Big Two is counted with the game’s default rules." in html_of(page)
    assert [choice for choice, _ in page.context["reading"].fields[CSV_RULES].choices] == [
        "rulebook"
    ]


def test_the_defaults_can_be_chosen_and_the_totals_count_again(scorer, club, people, players):
    play(club, people, settlement="pairwise")
    page = review(scorer, club, ONE_HAND)
    again = choose_rules(scorer, page, {CSV_RULES: "rulebook"}, do="count")
    assert points(again) == [COLLECTED]
    assert again.context["reading"][CSV_RULES].value() == "rulebook"
    back = choose_rules(scorer, again, {CSV_RULES: "club"}, do="count")
    assert points(back) == [PAIRWISE]
    choose_rules(scorer, back, {CSV_RULES: "rulebook"}, do="count")
    page = scorer.get(page.request["PATH_INFO"])
    run_import(scorer, page)
    assert imported() == (COLLECTED, {})


def test_nothing_is_imported_under_house_rules_that_the_preview_did_not_count(
    scorer, club, people, players
):
    play(club, people, settlement="pairwise")
    page = review(scorer, club, ONE_HAND)
    refused = choose_rules(scorer, page, {CSV_RULES: "rulebook"})
    assert refused.status_code == 412
    assert (points(refused), Session.objects.count()) == ([COLLECTED], 1)


def test_names_stay_chosen_when_other_house_rules_are(scorer, club, people, players):
    play(club, people, settlement="pairwise")
    text = TEXT.replace("Dan", "Danny")
    page = send(scorer, club, text=text)
    data = chosen(page, {"Danny": players[3].pk}) | {TEXT_RULES: "rulebook", "do": "count"}
    again = scorer.post(page.request["PATH_INFO"], data)
    assert points(again) == [[15, -1, -2, -12]]
    (row,) = again.context["form"].rows()
    assert row.choice.value() == str(players[3].pk)


def test_a_text_sheet_is_counted_as_the_club_plays_or_as_such_sheets_are(
    scorer, club, people, players
):
    page = send(scorer, club, text=TEXT)
    assert points(page) == [[27, 23, 19, -69]]
    said = "Big Two is counted with these house rules: Cards left that count several times: ×2 from 10 cards on, ×3 from 13 cards on; Settlement: pairwise"
    assert said in html_of(page)
    play(club, people)
    page = send(scorer, club, text=TEXT)
    assert points(page) == [[15, -1, -2, -12]]
    again = choose_rules(scorer, page, {TEXT_RULES: "sheet"}, do="count")
    assert points(again) == [[27, 23, 19, -69]]


IN_PAIRS = "Scores are counted as text score sheets of Big Two usually are: "
USUAL = "Scores are counted by the usual rules of Big Two: The winner gets the card points of all others. Each card left is one point."


def test_the_first_file_of_a_game_says_in_words_how_it_is_counted(scorer, club, people, players):
    page = html_of(send(scorer, club, text=TEXT))
    assert IN_PAIRS in page
    assert "If you count otherwise, choose it below." in page
    table = html_of(review(scorer, club, ONE_HAND))
    file = UploadedFile.objects.get(notation="csv")
    assert USUAL in table
    assert f'href="/imports/files/{file.pk}/columns/#id_house_rules"' in table
    play(club, people)
    assert USUAL not in html_of(send(scorer, club, text=TEXT))


def test_a_text_sheet_keeps_its_day_and_season_under_other_house_rules(
    scorer, club, people, players
):
    play(club, people)
    spring = {"starts_on": date(2024, 3, 1), "ends_on": date(2024, 5, 31)}
    Season.objects.create(club=club, name="Spring 2024", **spring)
    page = choose_rules(scorer, send(scorer, club, text=TEXT), {TEXT_RULES: "sheet"}, do="count")
    (line,) = page.context["parts"][0]["lines"]
    assert (line["date"], line["season"]) == (date(2024, 3, 31), "Spring 2024")
    run_import(scorer, send(scorer, club, text=TEXT))
    again = choose_rules(scorer, send(scorer, club, text=TEXT), {TEXT_RULES: "sheet"}, do="count")
    assert again.context["counts"].known == 1


def test_a_text_sheet_that_names_f_keeps_its_own_house_rules(scorer, club, people, players):
    play(club, people)
    page = send(scorer, club, text=TEXT.replace("0 1 2 12", "F=8\n0 1 2 12"))
    assert points(page) == [[27, 23, 19, -69]]
    assert [*page.context["reading"].rules()] == []


def test_records_and_columns_that_name_house_rules_keep_them(scorer, club, people, players):
    play(club, people, settlement="pairwise")
    record = referee.parse_record(
        {
            "format": referee.RECORD_FORMAT,
            "variant": "big-two",
            "players": ["Alice", "Bob", "Carol", "Dan"],
            "hands": [{"cards_left": [0, 1, 2, 3]}],
        }
    )
    page = send(scorer, club, text=referee.write_record(record, "toml"))
    assert (points(page), [*page.context["reading"].rules()]) == ([COLLECTED], [])
    named = Sheet("x.csv", ONE_HAND.text, {}, {"house_rules": 'settlement = "penalties"'})
    page = review(scorer, club, named)
    assert (points(page), [*page.context["reading"].rules()]) == ([[0, 1, 2, 3]], [])


def test_a_sheet_is_recognized_under_whatever_house_rules_it_comes_again(
    scorer, club, people, players
):
    run_import(scorer, review(scorer, club, ONE_HAND))
    play(club, people, settlement="pairwise")
    page = review(scorer, club, ONE_HAND)
    assert page.context["counts"].known == 1
    ColumnMapping.objects.all().delete()
    again = send(scorer, club, SimpleUploadedFile("x.csv", ONE_HAND.content))
    assert choose_columns(scorer, again).context["counts"].known == 1


def test_house_rules_that_sheets_cannot_be_counted_under_are_not_offered(
    scorer, club, people, players
):
    play(club, people, play_to_last=True)
    page = review(scorer, club, ONE_HAND)
    assert points(page) == [COLLECTED]
    assert "The club’s own house rules need more than these sheets say" in html_of(page)


def test_points_are_worked_back_into_cards_under_the_club_s_house_rules(
    scorer, club, people, players
):
    play(club, people, settlement="pairwise")
    page = review(scorer, club, Sheet("x.csv", f"{FOUR}2024-03-31,6,2,-2,-6\n", {}))
    assert page.context["counts"].only_points == 0


def test_credits_on_a_spreadsheet_begin_at_0_whatever_the_club_plays(scorer, club, people, players):
    play(club, people, "four-color-cards", ("Alice", "Bob", "Carol"), credits=50, threshold=8)
    sheet = Sheet("four color cards.csv", "Date,Alice,Bob,Carol\n2024-03-31,-6,12,-6\n", {})
    page = review(scorer, club, sheet)
    assert points(page) == [[-6, 12, -6]]
    run_import(scorer, page)
    assert imported()[1] == {"threshold": 8, "credits": 0}


def test_a_large_sheet_is_counted_again_by_a_worker(scorer, club, people, players, settings):
    play(club, people, settlement="pairwise")
    page = review(scorer, club, ONE_HAND)
    settings.IMPORT_AT_ONCE = 0
    answer = choose_rules(scorer, page, {CSV_RULES: "rulebook"}, do="count")
    assert (answer.status_code, answer["Location"]) == (302, page.request["PATH_INFO"])
    assert "waiting to start" in html_of(scorer.get(page.request["PATH_INFO"]))
    import_worker.process_waiting_imports(stop=lambda: False)
    assert points(scorer.get(page.request["PATH_INFO"])) == [COLLECTED]


@pytest.mark.parametrize("choice", ["nonsense", ""])
def test_an_unknown_choice_of_house_rules_changes_nothing(scorer, club, people, players, choice):
    play(club, people, settlement="pairwise")
    page = review(scorer, club, ONE_HAND)
    again = choose_rules(scorer, page, {CSV_RULES: choice}, do="count")
    assert points(again) == [PAIRWISE]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_winner_who_pays_for_all_is_refused_in_plain_words(
    scorer, club, people, players, language
):
    play(club, people)
    scorer.cookies["django_language"] = language
    page = send(scorer, club, text=f"{TEXT}0t 1 1 1\n")
    table = review(scorer, club, Sheet("x.csv", f"{FOUR}2024-03-31,0t,1,1,1\n", {}))
    for one in (page, table):
        said = html_of(one)
        assert "pays_all" not in said
        assert "settlement =" not in said
        assert OTHER_RULES[language] in said
