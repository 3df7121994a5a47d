"""A club's or a season's records and hands, one a line, gone on with where the reader stopped."""

import csv
import json
from contextlib import closing
from io import StringIO

import pytest
from django.db import connection

import referee
from scorekeeper import access
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.exports import cursor as export_cursor
from scorekeeper.exports import streams as export_streams
from scorekeeper.exports.cursor import ExportCursor
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import AuditEntry, Player, Season, Session, Visibility
from scorekeeper.sessions import links as session_links
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import CLEAN, SHEET, UNFINISHED

CSV = {"accept": "text/csv"}


@pytest.fixture
def season(club):
    return Season.objects.create(club=club, name="Spring")


@pytest.fixture
def played(club, players, people, season):
    """Three sessions of the season with two hands each."""
    sessions = []
    for evening in ("first", "second", "third"):
        sheet = {"variant": "big-two", "event": evening, "played_on": "2026-03-05"}
        session, _ = session_recording.record_session(club, sheet, players=players, by=people.carol, season=season)  # fmt: skip
        for hand in (SHEET, CLEAN):
            hand_recording.record_hand(session, hand, by=people.carol)
        sessions.append(session)
    return sessions


@pytest.fixture
def stream(club, season, signed, people):
    """The lines that somebody is sent."""

    def lines(what="records", who=people.dan, of=season, **query):
        kind = "seasons" if of == season else "clubs"
        answer = signed(who).get(f"/api/v1/{kind}/{of.pk}/{what}/", query)
        assert answer.status_code == 200, answer.content
        assert answer["Content-Type"].startswith("application/x-ndjson")
        return [json.loads(line) for line in answer.getvalue().decode().splitlines()]

    return lines


def events(lines):
    return [line["event"] for line in lines]


def test_a_season_is_its_session_records_in_the_order_in_which_they_were_opened(
    played, stream, signed, people
):
    lines = stream()
    assert [line["session"] for line in lines] == [str(session.pk) for session in played]
    alone = signed(people.dan).get(f"/api/v1/sessions/{played[0].pk}/record/").json()
    assert {key: lines[0][key] for key in alone} == alone


def test_the_referee_reads_the_lines_as_they_are(played, stream):
    for line in stream():
        judged = referee.adjudicate(referee.parse_record(line)).as_json()
        assert [hand["status"] for hand in judged["hands"]] == ["finished", "finished"]


def test_another_club_takes_the_lines_in_as_they_are_and_once(
    played, stream, signed, people, settings
):
    settings.IMPORT_PATIENCE = 600  # nothing is left to a worker
    eve = signed(people.eve)
    other = eve.get("/api/v1/clubs/").json()["results"][0]["id"]

    def taken(lines):
        source = "\n".join(map(json.dumps, lines))
        body = {"notation": "ndjson", "source": source}
        return eve.post(f"/api/v1/clubs/{other}/imports/", body).json()["report"]["outcomes"]

    outcomes = [taken(stream()), taken({**line, "cursor": "elsewhere"} for line in stream())]
    assert [(said["new"], said["known"]) for said in outcomes] == [(3, 0), (0, 3)]
    kept = Session.objects.filter(club=other).first()
    record = eve.get(f"/api/v1/sessions/{kept.pk}/record/").json()
    assert not {"cursor", "session"} & record.keys()


@pytest.mark.parametrize("what", ["records", "hands"])
def test_whoever_was_cut_off_goes_on_from_any_line(played, stream, what):
    whole = stream(what)
    assert len(whole) == {"records": 3, "hands": 6}[what]
    for told, line in enumerate(whole, 1):
        assert stream(what, after=line["cursor"]) == whole[told:]


def test_so_many_lines_as_are_wanted(played, stream):
    first = stream(limit=2)
    assert events(first) == ["first", "second"]
    assert events(stream(after=first[-1]["cursor"], limit=2)) == ["third"]


@pytest.mark.parametrize("cut", [1, 3])
def test_what_is_recorded_meanwhile_comes_once(played, stream, people, cut):
    read = stream()[:cut]
    other = session_recording.record_session(
        played[0].club, {"variant": "big-two", "event": "fourth"},
        players=list(Player.objects.filter(seats__session=played[0])), by=people.carol, season=played[0].season,
    )[0]  # fmt: skip
    hand_recording.record_hand(other, SHEET, by=people.carol)
    rest = events(stream(after=read[-1]["cursor"]))
    assert rest == [*["first", "second", "third"][cut:], "fourth"]


def test_an_amended_session_comes_again_and_only_that(played, stream, people):
    last = stream()[-1]["cursor"]
    hand = played[1].hands.get(position=1)
    hand_recording.record_hand(played[0], SHEET, by=people.carol)
    hand_amendments.amend(hand, hand_amendments.Amendment(keys={"note": "So."}), by=people.carol)
    again = stream(after=last)
    assert events(again) == ["first", "second"]
    assert again[1]["hands"][0]["note"] == "So."
    assert stream(after=again[-1]["cursor"]) == []


def test_what_is_changed_while_it_is_read_comes_again_at_the_end(played, people, season):
    told = export_cursor.stream_items(Session.objects.filter(season=season), season.club_id)
    lines = export_streams.record_lines(told, people.dan, limit=None)
    first = json.loads(next(lines))
    hand_recording.record_hand(played[0], SHEET, by=people.carol)
    rest = [json.loads(line) for line in lines]
    assert (len(first["hands"]), events(rest)) == (2, ["second", "third"])
    again = export_cursor.stream_items(
        Session.objects.filter(season=season),
        season.club_id,
        ExportCursor.parse(rest[-1]["cursor"]),
    )
    (line,) = export_streams.record_lines(again, people.dan, limit=None)
    assert (json.loads(line)["event"], len(json.loads(line)["hands"])) == ("first", 3)


def test_a_session_that_is_filed_later_comes_with_its_new_season(played, stream, people, season):
    loose, _ = session_recording.record_session(
        season.club, {"variant": "big-two", "event": "loose"},
        players=list(Player.objects.filter(seats__session=played[0])), by=people.carol,
    )  # fmt: skip
    last = stream()[-1]["cursor"]
    assert stream(after=last) == []
    session_recording.file_session(
        loose, season=season, visibility=Visibility.PRIVATE, by=people.alice
    )
    assert events(stream(after=last)) == ["loose"]


def test_a_ruling_brings_its_session_again_a_dispute_does_not(played, stream, people, rule, signed):
    last = stream("hands")[-1]["cursor"]
    hand = played[2].hands.get(position=1)
    raised, _ = dispute_filing.raise_dispute(hand, NewDispute(claim="Wrong deck."), by=people.dan)
    assert stream("hands", after=last) == []
    ruled = rule({"id": raised.pk}, "annulled")
    assert ruled.status_code == 201, ruled.content
    again = stream("hands", after=last)
    assert [line["hand"] for line in again] == [str(row.pk) for row in played[2].hands.all()]
    assert again[0]["adjudication"]["annulled"] == "Seen by all."


def test_a_hand_is_told_with_its_session_and_its_points(played, stream, people):
    line = stream("hands")[0]
    assert (line["session"], line["position"], line["variant"]) == (str(played[0].pk), 1, "big-two")
    assert (line["season"], line["event"], line["played_on"]) == ("Spring", "first", "2026-03-05")
    assert [seat["name"] for seat in line["players"]] == ["Alice", "Bob", "Carol", "Dan"]
    assert line["record"] == SHEET
    assert line["adjudication"]["points"] == [25, -5, -8, -12]


def test_the_last_row_of_a_hand_has_the_cursor_in_a_spreadsheet(played, signed, people, season):
    url = f"/api/v1/seasons/{season.pk}/hands/"
    client = signed(people.dan)
    head, *rows = csv.reader(StringIO(client.get(url, headers=CSV).getvalue().decode()))
    assert (head[0], head[-2:], len(rows)) == ("date", ["hand id", "cursor"], 24)
    assert [bool(row[-1]) for row in rows[:4]] == [False, False, False, True]
    later = client.get(url, {"after": rows[3][-1], "limit": 1}, headers=CSV).getvalue().decode()
    assert list(csv.reader(StringIO(later))) == [head, *rows[4:8]]


def test_no_name_is_taken_for_a_formula(played, signed, people, season):
    Player.objects.filter(name="Alice").update(name="=1+1")
    answer = signed(people.dan).get(f"/api/v1/seasons/{season.pk}/hands/", headers=CSV)
    assert b",'=1+1," in answer.getvalue()


def test_anybody_reads_what_is_public_and_members_the_rest(played, stream, club, people):
    assert len(stream(of=club)) == 3
    for row in (club, played[1].season):
        type(row).objects.filter(pk=row.pk).update(visibility=Visibility.PUBLIC)
    Session.objects.filter(pk=played[1].pk).update(visibility=Visibility.PUBLIC)
    for who in (None, people.eve):
        assert events(stream(who=who)) == events(stream(who=who, of=club)) == ["second"]
        assert len(stream("hands", who=who, of=club)) == 2


def test_a_session_that_becomes_public_comes_to_those_who_read_before(played, stream, club, people):
    for row in (club, played[0].season):
        type(row).objects.filter(pk=row.pk).update(visibility=Visibility.PUBLIC)
    for session in played[:2]:
        session_recording.file_session(session, season=session.season, visibility=Visibility.PUBLIC, by=people.alice)  # fmt: skip
    last = stream(who=None)[-1]["cursor"]
    session_recording.file_session(played[2], season=played[2].season, visibility=Visibility.PUBLIC, by=people.alice)  # fmt: skip
    assert events(stream(who=None, after=last)) == ["third"]


def test_cards_that_nobody_may_see_yet_are_in_neither(played, stream, people):
    hand_recording.record_hand(played[0], UNFINISHED, by=people.carol)
    record, hand = stream()[0]["hands"][2], stream("hands")[2]
    assert "dealt" not in record
    assert (hand["hides_cards"], "dealt" in hand["record"]) == (True, False)
    assert stream("hands", who=people.carol)[2]["record"] == UNFINISHED


def test_a_made_up_cursor_is_refused(season, signed, people):
    for made_up in ("x", "W10=", "WzEsMl0=", "é"):
        answer = signed(people.dan).get(f"/api/v1/seasons/{season.pk}/records/", {"after": made_up})
        assert (answer.status_code, answer.json()["where"]) == (422, "after"), made_up


def test_a_holder_of_a_link_is_a_stranger_here(played, client_of, season):
    assert client_of("link").get(f"/api/v1/seasons/{season.pk}/records/").status_code == 404


def test_nothing_is_read_before_it_is_asked_for(played, people, season, django_assert_num_queries):
    told = export_cursor.stream_items(Session.objects.filter(season=season), season.club_id)
    with django_assert_num_queries(0):
        lines = export_streams.hand_lines(told, people.dan, limit=None)
    assert len(list(lines)) == 6


def test_a_few_sessions_are_held_at_a_time(played, people, season, monkeypatch):
    monkeypatch.setattr(export_streams, "MAX_HANDS", 2)
    taken = []

    def told():
        for one in export_cursor.stream_items(
            Session.objects.filter(season=season), season.club_id
        ):
            taken.append(one)
            yield one

    next(export_streams.hand_lines(told(), people.dan, limit=None))
    assert len(taken) == 2  # the one that is told, and the one that did not fit beside it


def test_the_keys_are_read_page_by_page(played, people, season, monkeypatch, stream):
    whole = stream("hands")
    monkeypatch.setattr(export_cursor, "PAGE_SIZE", 1)
    assert [line["hand"] for line in stream("hands")] == [line["hand"] for line in whole]


def test_a_long_season_takes_as_many_queries_as_a_short_one(
    played, people, season, django_assert_max_num_queries
):
    for _ in range(3):
        hand_recording.record_hand(played[0], SHEET, by=people.carol)
    sessions = access.sessions_seen_by(people.dan).filter(season=season)
    for lines in (export_streams.record_lines, export_streams.hand_lines):
        with django_assert_max_num_queries(10):
            told = export_cursor.stream_items(sessions, season.club_id)
            assert list(lines(told, people.dan, limit=None))


@pytest.mark.postgresql
def test_what_somebody_still_writes_is_waited_for(played, stream):
    """A line with a lower number may be committed after one that can be seen already."""
    last = stream()[-1]["cursor"]
    other = connection.copy()
    with closing(other), other.cursor() as cursor, connection.cursor() as here:
        cursor.execute("BEGIN; SELECT pg_current_xact_id()")
        hand_recording.record_hand(played[0], SHEET, by=played[0].created_by)
        here.execute("SELECT pg_stat_clear_snapshot()")  # a test is one transaction
        assert stream(after=last) == []
        cursor.execute("COMMIT")
        here.execute("SELECT pg_stat_clear_snapshot()")
        assert events(stream(after=last)) == ["first"]


def test_the_log_is_not_looked_into_for_what_is_said_elsewhere(played, season, people):
    session_links.create_link(played[0], by=people.carol)
    lines = AuditEntry.objects.order_by("pk")
    assert export_cursor._sessions_of(lines).keys() == {session.pk for session in played}
