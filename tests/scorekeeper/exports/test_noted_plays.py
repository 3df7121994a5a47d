"""Sessions go out as plays of BG Stats and BoardGameGeek, and come back in with the same totals."""

import json
from xml.etree import ElementTree

import pytest

from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Club, Session, Visibility
from tests.scorekeeper.sample_hands import CLEAN, SHEET

TYPES = {"bgsexport": "application/vnd.bgstats+json", "xml": "application/xml"}


@pytest.fixture
def evenings(open_session, people, season):
    """Sessions of several games, days and places, one of them without a hand."""

    def play(*hands, **keys):
        session = open_session(**keys)
        for hand in hands:
            hand_recording.record_hand(session, hand, by=people.carol)
        return session

    play(SHEET, CLEAN, played_on="2026-03-05", place="Library <2>", season=season)
    play(SHEET, played_on=None)
    play({"cards_left": [0, 5, 8, 16]}, variant="gang-of-four", played_on="2026-03-06")
    play({"cards_left": [0, 5, 8, 16]}, variant="gang-of-four-loser-scores", played_on="2026-03-07")
    play({"out": [2, 1, 4]}, variant="pusoy-dos", played_on="2026-03-08")
    play({"washed_out": True}, variant="four-color-cards", played_on="2026-03-09")
    play(played_on="2026-03-10")


def plays(client, club, form, *, of="clubs"):
    answer = client.get(f"/api/v1/{of}/{club.pk}/plays/", {"format": form})
    assert answer.status_code == 200, answer.content
    return answer, answer.getvalue().decode()


def outcome_of(sessions):
    return sorted(
        (
            str(session.played_on),
            session.variant,
            session.place,
            [seat.player.name for seat in session.seats.order_by("number")],
            session.result.totals,
        )
        for session in sessions
    )


@pytest.mark.parametrize("form", ["bgsexport", "xml"])
def test_what_goes_out_comes_back_in_with_the_same_totals(evenings, club, signed, people, form):
    _answer, text = plays(signed(people.carol), club, form)
    other = Club.objects.get(name="Elsewhere")
    answer = signed(people.eve).post(
        f"/api/v1/clubs/{other.pk}/imports/", text, content_type=TYPES[form]
    )
    assert answer.json()["report"]["outcomes"]["new"] == 6, answer.json()
    before = club.sessions.filter(result__hands__gt=0)
    assert outcome_of(other.sessions.all()) == outcome_of(before)
    _answer, again = plays(signed(people.eve), other, form)
    assert scores_in(again, form) == scores_in(text, form)


def scores_in(text, form):
    """Return the scores of each play, with those who won."""
    if form == "xml":
        return [
            [(player.get("score"), player.get("win")) for player in play.iter("player")]
            for play in ElementTree.fromstring(text)
        ]
    return [
        [(score["score"], score["winner"], score["rank"]) for score in play["playerScores"]]
        for play in json.loads(text)["plays"]
    ]


def test_a_play_says_who_won_and_who_led(evenings, club, signed, people):
    answer, text = plays(signed(people.carol), club, "bgsexport")
    name = 'attachment; filename="thursday-night-plays.bgsexport"'
    assert answer["Content-Disposition"] == name
    export = json.loads(text)
    players = {player["id"]: player["name"] for player in export["players"]}
    games = {game["id"]: game for game in export["games"]}
    by_game = {games[play["gameRefId"]]["name"]: play for play in export["plays"]}
    scores = by_game["Gang of Four"]["playerScores"]
    assert [(one["score"], one["winner"], one["rank"]) for one in scores] == [
        ("0", True, 1),
        ("5", False, 2),
        ("16", False, 3),
        ("80", False, 4),
    ]
    assert [game["highestWins"] for game in games.values() if "Gang" in game["name"]] == [
        False,
        False,
    ]
    first = next(play for play in export["plays"] if play["playDate"] == "2026-03-05 00:00:00")
    assert [players[one["playerRefId"]] for one in first["playerScores"]] == [
        "Alice",
        "Bob",
        "Carol",
        "Dan",
    ]
    assert {play["rounds"] for play in export["plays"]} == {1, 2}


def test_the_seat_of_the_first_play_is_the_start_player(open_session, club, signed, people):
    session = open_session()
    hand_recording.record_hand(session, CLEAN, by=people.carol)
    (event, *_) = session.hands.get().adjudication.answer["events"]
    (play,) = json.loads(plays(signed(people.carol), club, "bgsexport")[1])["plays"]
    assert [one["seatOrder"] for one in play["playerScores"] if one["startPlayer"]] == [
        event["seat"]
    ]


def test_a_season_gives_out_its_own_sessions(evenings, season, signed, people):
    answer, text = plays(signed(people.carol), season, "xml", of="seasons")
    root = ElementTree.fromstring(text)
    assert (root.get("total"), len(root)) == ("1", 1)
    assert root[0].get("location") == "Library <2>"
    assert answer["Content-Type"] == "application/xml; charset=utf-8"


def test_strangers_are_given_public_sessions_only(evenings, club, client):
    club.visibility = Visibility.PUBLIC
    club.save()
    assert json.loads(plays(client, club, "bgsexport")[1])["plays"] == []
    Session.objects.filter(variant="pusoy-dos").update(visibility=Visibility.PUBLIC)
    (play,) = json.loads(plays(client, club, "bgsexport")[1])["plays"]
    assert play["playDate"] == "2026-03-08 00:00:00"


def test_characters_that_xml_cannot_have_are_shown_as_such(open_session, club, signed, people):
    session = open_session()
    hand_recording.record_hand(session, SHEET, by=people.carol)
    Session.objects.update(place='a "room" & a \x0b tab')
    root = ElementTree.fromstring(plays(signed(people.carol), club, "xml")[1])
    assert root[0].get("location") == 'a "room" & a \ufffd tab'


def test_sessions_are_read_in_a_constant_number_of_queries(
    evenings, club, signed, people, django_assert_max_num_queries
):
    carol = signed(people.carol)
    with django_assert_max_num_queries(12):
        plays(carol, club, "bgsexport")
