"""Plays of BG Stats and BoardGameGeek: each becomes a session of which only the points are known."""

import json

import pytest

import referee
from referee.spreadsheets.games import named_game
from scorekeeper.hands import recording as hand_recording
from scorekeeper.imports import worker as import_worker
from scorekeeper.imports.plays import bg_stats as bg_stats_files
from scorekeeper.imports.plays import board_game_geek as geek_files
from scorekeeper.imports.plays import noted_plays as limits_of_plays
from scorekeeper.models import Import, Session
from tests.scorekeeper.api_answers import check_problem
from tests.scorekeeper.imports.noted_plays import FOUR, bg_stats, board_game_geek
from tests.scorekeeper.sample_hands import SHEET

TYPES = {bg_stats: "application/vnd.bgstats+json", board_game_geek: "application/xml"}
DATE = {bg_stats: "playDate", board_game_geek: "date"}
each_program = pytest.mark.parametrize("written_by", [bg_stats, board_game_geek])


def send(client, club, text, *, content_type, **query):
    return client.post(
        f"/api/v1/clubs/{club.pk}/imports/",
        text,
        content_type=content_type,
        query_params={
            key: json.dumps(value) if isinstance(value, dict) else value
            for key, value in query.items()
        },
    )


@pytest.fixture
def send_plays(carol, club):
    """Send plays as the file of a program; return the answer."""

    def send_as(written_by, *plays, **query):
        return send(carol, club, written_by(*plays), content_type=TYPES[written_by], **query)

    return send_as


@pytest.fixture
def review(send_plays):
    """Return the review of plays."""

    def reviewed(written_by, *plays, **query):
        answer = send_plays(written_by, *plays, dry_run="true", **query)
        assert answer.status_code == 201, answer.content
        return answer.json()["review"]

    return reviewed


def refused(read):
    return [(one["line"], one["code"], one["message"]) for one in read["refused"]]


@each_program
def test_a_play_becomes_a_session_of_its_day_with_only_points(send_plays, written_by, club):
    place = {bg_stats: {}, board_game_geek: {"location": "Library"}}[written_by]
    answer = send_plays(written_by, ("Big Two", FOUR, place | {"comments": "Cy was <late>"}))
    assert answer.status_code == 201, answer.content
    session = Session.objects.get(club=club)
    assert (str(session.played_on), session.variant, session.place) == (
        "2024-03-14",
        "big-two",
        "Library",
    )
    assert [seat.player.name for seat in session.seats.order_by("number")] == [*FOUR]
    assert session.result.totals == [-6, 12, -4, -2]
    (hand,) = session.hands.all()
    assert (hand.head.text["void"], hand.head.text["note"]) == (
        "Only the points of this are known.",
        "Cy was <late>",
    )


@each_program
@pytest.mark.parametrize(
    ("game", "scores", "variant"),
    [
        ("Pusoy Dos", FOUR, "pusoy-dos"),
        ("Gang of Four", {"Ann": "0", "Bo": "35", "Cy": "102"}, "gang-of-four"),
        ("Gang of Four, loser scores", FOUR, "gang-of-four-loser-scores"),
        ("Four Color Cards", {"Ann": "4", "Bo": "-4"}, "four-color-cards"),
        ("大老二", FOUR, "big-two"),
    ],
)
def test_games_are_known_by_the_names_that_sheets_use(review, written_by, game, scores, variant):
    (session,) = review(written_by, (game, scores, {}))["sessions"]
    assert (session["variant"], session["totals"]) == (variant, [*map(int, scores.values())])


@pytest.mark.parametrize(
    "name", ["Tien Len", "Tien Len (Vietnamese Big Two)", "Tiến Lên", "The Big 2020 Quiz"]
)
def test_a_game_with_a_like_name_is_not_big_two(name):
    assert named_game(name) in {"", "tien-len"}


@each_program
def test_plays_of_another_game_are_one_line_of_the_report_and_the_others_go_on(
    send_plays, written_by, club
):
    catan = ("Catan", {"Ann": "10", "Bo": "8", "Cy": "4"}, {})
    answer = send_plays(written_by, catan, ("Big Two", FOUR, {}), catan)
    assert answer.json()["report"]["outcomes"] == {
        "new": 1,
        "known": 0,
        "skipped": 1,
        "corrected": 0,
        "malformed": 0,
        "failed": 0,
    }
    line = Import.objects.get().report.get(outcome="skipped")
    assert (line.details["line"], line.details["error"]["message"]) == (
        1,
        "Plays of “Catan” are left out (2): this game is not refereed here.",
    )


@each_program
@pytest.mark.parametrize(
    ("scores", "more", "code", "message"),
    [
        (FOUR | {"Bo": ""}, {}, "unreadable", "Bo has no score."),
        (FOUR | {"Bo": "won"}, {}, "unreadable", "The score of Bo is 'won', which is no number."),
        (
            {"Ann": "1", "Bo": "-1"},
            {},
            "wrong-player-count",
            "The play has 2 players, and the game is for 4.",
        ),
        (
            FOUR | {"Ed": "3"},
            {},
            "wrong-player-count",
            "The play has 5 players, and the game is for 4.",
        ),
        ({}, {}, "wrong-player-count", "The play has 0 players, and the game is for 4."),
        ({"": "1", "Bo": "2", "Cy": "3", "Di": "4"}, {}, "unreadable", "has no name"),
        (FOUR, {"day": "2024-02-31"}, "bad-date", "29 days"),
        (FOUR, {"day": "yesterday"}, "bad-date", "is no date"),
        (FOUR, {"not counted": True}, "unreadable", "this play"),
    ],
)
def test_a_play_that_cannot_be_taken_in_is_refused_and_the_others_go_on(
    review, written_by, scores, more, code, message
):
    keys = {DATE[written_by]: more["day"]} if "day" in more else {}
    if "not counted" in more:
        keys = {bg_stats: {"ignored": True}, board_game_geek: {"incomplete": "1"}}[written_by]
    read = review(written_by, ("Big Two", scores, keys), ("Big Two", FOUR, {}))
    assert [one["line"] for one in read["sessions"]] == [2]
    ((line, given_code, given_message),) = refused(read)
    assert (line, given_code) == (1, code)
    assert given_message.startswith("Play 1 of the file (Big Two, ")
    assert message in given_message


@pytest.mark.parametrize("quantity", ["3", "0", "many"])
def test_several_plays_with_one_result_are_refused(review, quantity):
    play = ("Big Two", FOUR, {"quantity": quantity})
    read = review(board_game_geek, play, ("Big Two", FOUR, {"quantity": "1"}))
    assert [one["line"] for one in read["sessions"]] == [2]
    ((line, _code, message),) = refused(read)
    assert line == 1
    assert "several plays with one result: note each play by itself" in message


def test_plays_with_the_totals_of_their_sessions_are_left_out(
    review, open_session, players, people
):
    session = open_session(played_on="2024-03-14")
    for _ in range(3):
        hand_recording.record_hand(session, SHEET, by=people.carol)
    totals = Session.objects.get(pk=session.pk).result.totals
    scores = {player.name: f"{total:g}" for player, total in zip(players, totals, strict=True)}
    read = review(bg_stats, ("Big Two", scores, {}))
    (question,) = read["questions"]
    assert (question["assumed"], read["sessions"]) == ("leave-out", [])
    assert "says nothing else" in question["message"]


def test_two_players_of_one_name_are_refused(carol, club):
    text = board_game_geek(("Big Two", FOUR, {})).replace('"Bo"', '"Ann"')
    answer = send(carol, club, text, content_type=TYPES[board_game_geek])
    assert answer.json()["report"]["outcomes"]["malformed"] == 1


@each_program
@pytest.mark.parametrize("day", ["0000-00-00", ""])
def test_a_play_of_an_unknown_day_has_no_date(review, written_by, day):
    (session,) = review(written_by, ("Big Two", FOUR, {DATE[written_by]: day}))["sessions"]
    assert session["played_on"] is None


def test_players_sit_in_the_order_of_their_seats():
    export = json.loads(bg_stats(("Big Two", FOUR, {})))
    for seat, score in enumerate(export["plays"][0]["playerScores"]):
        score["seatOrder"] = 4 - seat
    (play,) = bg_stats_files.read(json.dumps(export))
    assert [score.player for score in play.scores] == ["Di", "Cy", "Bo", "Ann"]
    text = board_game_geek(("Big Two", FOUR, {}))
    for seat in (3, 1, 2, 4):
        text = text.replace('startposition=""', f'startposition="{seat}"', 1)
    (play,) = geek_files.read(text)
    assert [score.player for score in play.scores] == ["Bo", "Cy", "Ann", "Di"]


def test_a_game_under_a_name_of_ones_own_is_known_by_its_name_at_boardgamegeek():
    export = json.loads(bg_stats(("Thursday cards", FOUR, {})))
    export["games"][0]["bggName"] = "Big Two"
    (play,) = bg_stats_files.read(json.dumps(export))
    assert play.game == "Big Two"


@each_program
def test_equal_plays_are_sessions_of_their_own_and_come_in_once(send_plays, written_by, club):
    play = ("Big Two", FOUR, {})
    assert send_plays(written_by, play, play).json()["report"]["outcomes"]["new"] == 2
    assert sorted(Session.objects.values_list("round", flat=True)) == ["", "2"]
    again = send_plays(written_by, play, play, ("Big Two", FOUR, {DATE[written_by]: "2024-03-21"}))
    outcomes = again.json()["report"]["outcomes"]
    assert (outcomes["new"], outcomes["known"]) == (1, 2)


def test_a_play_of_both_programs_is_one_session_whatever_its_comment(send_plays):
    send_plays(bg_stats, ("Big Two", FOUR, {"comments": "a long one"}))
    again = send_plays(board_game_geek, ("Big Two", FOUR, {"comments": "#bgstats"}))
    assert again.json()["report"]["outcomes"]["known"] == 1


def test_gang_of_four_is_the_edition_that_the_club_plays(review, open_session):
    play = ("Gang of Four", FOUR | {"Ann": "6"}, {})
    assert review(bg_stats, play)["sessions"][0]["variant"] == "gang-of-four"
    open_session(variant="gang-of-four-loser-scores")
    read = review(bg_stats, play, ("Gang of Four", {"Ann": "1", "Bo": "2", "Cy": "0"}, {}))
    assert [one["variant"] for one in read["sessions"]] == [
        "gang-of-four-loser-scores",
        "gang-of-four",  # of three players there is no other
    ]
    assert read["questions"] == []


def test_of_two_editions_that_the_club_plays_the_last_is_assumed_and_asked(
    review, send_plays, open_session
):
    open_session(variant="gang-of-four-loser-scores", played_on="2026-03-01")
    open_session(variant="gang-of-four", played_on="2026-02-01")
    play = ("Gang of Four", FOUR, {})
    read = review(bg_stats, play)
    (question,) = read["questions"]
    assert (question["id"], question["assumed"]) == (
        "game:gang-of-four",
        "gang-of-four-loser-scores",
    )
    check_problem(send_plays(bg_stats, play), 409, "unanswered", "answers")
    answers = {"game": "gang-of-four"}
    (session,) = review(bg_stats, play, answers=answers)["sessions"]
    assert session["variant"] == "gang-of-four"
    check_problem(
        send_plays(bg_stats, play, answers={"game": "tichu"}),
        422,
        "bad-answer",
        "answers.game:gang-of-four",
    )


def test_a_session_has_the_house_rules_of_the_clubs_last_one(send_plays, open_session):
    open_session(house_rules={"settlement": "pairwise"})
    send_plays(bg_stats, ("Big Two", FOUR, {}))
    session = Session.objects.get(result__totals=[-6, 12, -4, -2])
    assert session.head.content["house_rules"] == {"settlement": "pairwise"}
    again = send_plays(bg_stats, ("Big Two", FOUR, {}), dry_run="true")
    assert again.json()["review"]["sessions"][0]["known"]


def test_an_evening_that_the_club_has_is_asked_about(review, send_plays, open_session, players):
    names = {player.name: "1" for player in players}
    open_session(played_on="2024-03-14")
    play = ("Big Two", names, {})
    (question,) = review(bg_stats, play)["questions"]
    assert question["id"] == "known-session:1"
    leave = {"known-session": "leave-out"}
    outcomes = send_plays(bg_stats, play, answers=leave).json()["report"]["outcomes"]
    assert outcomes["new"] == 0


def test_a_play_does_not_correct_the_hands_that_it_adds_up(review, open_session, players, people):
    session = open_session(played_on="2024-03-14")
    for _ in range(3):
        hand_recording.record_hand(session, SHEET, by=people.carol)
    names = {player.name: "1" for player in players}
    (question,) = review(bg_stats, ("Big Two", names, {}))["questions"]
    assert (question["id"], question["assumed"]) == ("known-session:1", "second-session")


def test_several_plays_of_an_evening_are_sessions_of_their_own(send_plays):
    other = {"Ann": "8", "Bo": "-4", "Cy": "-2", "Di": "-2"}
    send_plays(bg_stats, ("Big Two", FOUR, {}))
    send_plays(bg_stats, ("Big Two", FOUR, {}), ("Big Two", other, {}), assume="true")
    send_plays(bg_stats, ("Big Two", other, {}), ("Big Two", FOUR, {}), assume="true")
    assert Session.objects.count() == 2


def test_a_file_of_plays_comes_as_json_with_options_too(carol, club):
    body = {"notation": "plays", "source": board_game_geek(("Big Two", FOUR, {})), "names": {}}
    answer = carol.post(f"/api/v1/clubs/{club.pk}/imports/", body, format="json")
    assert (answer.status_code, answer.json()["notation"]) == (201, "plays")


@pytest.mark.parametrize(
    ("text", "content_type", "message"),
    [
        (
            '<!DOCTYPE plays [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><plays>&b;</plays>',
            TYPES[board_game_geek],
            "DOCTYPE",
        ),
        (
            '<!DOCTYPE plays SYSTEM "file:///etc/passwd"><plays/>',
            TYPES[board_game_geek],
            "DOCTYPE",
        ),
        ("<plays><play></plays>", TYPES[board_game_geek], "no XML"),
        ("<plays>" + "<play>" * 100_000, TYPES[board_game_geek], "no list of plays"),
        ("<items/>", TYPES[board_game_geek], "no list of plays"),
        ('{"plays": [', TYPES[bg_stats], "no JSON"),
        ('{"plays": ' + "[" * 100_000, TYPES[bg_stats], "no JSON"),
        ('{"players": []}', TYPES[bg_stats], "no list of plays"),
        ("[1, 2]", TYPES[bg_stats], "no list of plays"),
    ],
)
def test_a_file_that_is_no_list_of_plays_is_refused_with_the_reason(
    carol, club, text, content_type, message
):
    answer = send(carol, club, text, content_type=content_type)
    check_problem(answer, 422, "unreadable")
    assert message in answer.json()["detail"]
    assert not Import.objects.exists()


@pytest.mark.parametrize(
    "text",
    [
        '{"plays": [null, 3, {"playerScores": 7, "gameRefId": [1]}], "games": {"id": 1}}',
        '{"plays": [{"gameRefId": 1, "playerScores": [null, {"playerRefId": {}}]}], "games": [{"id": 1, "name": "Big Two"}]}',
        '{"plays": [{"gameRefId": 1, "playDate": 20240314}], "games": [{"id": 1, "name": "Big Two"}]}',
        "<plays><play><item/><players><player/></players></play></plays>",
        '<plays><play><item name="Big Two"/></play><other><play/></other></plays>',
    ],
)
def test_plays_with_missing_parts_are_lines_of_the_report(carol, club, text):
    content_type = TYPES[board_game_geek if text.startswith("<") else bg_stats]
    answer = send(carol, club, text, content_type=content_type, dry_run="true")
    assert answer.status_code == 201, answer.content
    outcomes = answer.json()["report"]["outcomes"]
    assert outcomes["skipped"] + outcomes["malformed"] > 0
    assert (outcomes["new"], outcomes["failed"]) == (0, 0)


def test_a_file_has_a_limited_number_of_plays_and_values(monkeypatch):
    monkeypatch.setattr(limits_of_plays, "MOST_PLAYS", 1)
    for read, text in (
        (bg_stats_files.read, bg_stats),
        (geek_files.read, board_game_geek),
    ):
        with pytest.raises(referee.MalformedError, match="at most 1 plays"):
            read(text(("Big Two", FOUR, {}), ("Big Two", FOUR, {})))
    monkeypatch.setattr(bg_stats_files, "MOST_VALUES", 10)
    with pytest.raises(referee.MalformedError, match="too large"):
        bg_stats_files.read(bg_stats(("Big Two", FOUR, {})))


def test_a_worker_takes_in_a_large_file(send_plays, settings, club):
    settings.IMPORT_AT_ONCE = 100
    answer = send_plays(bg_stats, ("Big Two", FOUR, {}), ("Catan", FOUR, {}))
    assert answer.status_code == 202
    assert import_worker.process_waiting_imports(stop=lambda: False) == 1
    assert Session.objects.filter(club=club).count() == 1
    assert Import.objects.get().source == ""
