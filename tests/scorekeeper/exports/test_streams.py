"""Streams of a club's or a season's records and hands, one per line, which a reader continues from a cursor."""

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
from scorekeeper.models import AuditEntry, Player, Session, Visibility
from scorekeeper.sessions import links as session_links
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import CLEAN, SHEET, UNFINISHED

CSV = {"accept": "text/csv"}


@pytest.fixture
def played_sessions(open_session, people, season):
    """Three sessions of the season with two hands each."""
    sessions = []
    for event in ("first", "second", "third"):
        session = open_session(event=event, played_on="2026-03-05", season=season)
        for hand in (SHEET, CLEAN):
            hand_recording.record_hand(session, hand, by=people.carol)
        sessions.append(session)
    return sessions


@pytest.fixture
def stream(club, season, signed, people):
    """Return the lines that a user is sent."""

    def lines(what="records", who=people.dan, of=season, **query):
        kind = "seasons" if of == season else "clubs"
        answer = signed(who).get(f"/api/v1/{kind}/{of.pk}/{what}/", query)
        assert answer.status_code == 200, answer.content
        assert answer["Content-Type"].startswith("application/x-ndjson")
        return [json.loads(line) for line in answer.getvalue().decode().splitlines()]

    return lines


def events(lines):
    return [line["event"] for line in lines]


def test_a_season_streams_its_session_records_in_the_order_of_recording(
    played_sessions, stream, signed, people
):
    lines = stream()
    assert [line["session"] for line in lines] == [str(session.pk) for session in played_sessions]
    record = signed(people.dan).get(f"/api/v1/sessions/{played_sessions[0].pk}/record/").json()
    assert {key: lines[0][key] for key in record} == record


def test_the_referee_reads_streamed_records(played_sessions, stream):
    for line in stream():
        judged = referee.adjudicate(referee.parse_record(line)).as_json()
        assert [hand["status"] for hand in judged["hands"]] == ["finished", "finished"]


def test_streamed_records_can_be_imported_once_into_another_club(
    played_sessions, stream, signed, people, settings
):
    settings.IMPORT_PATIENCE = 600  # seconds, so that the request imports everything itself
    eve = signed(people.eve)
    other = eve.get("/api/v1/clubs/").json()["results"][0]["id"]

    def import_lines(lines):
        source = "\n".join(map(json.dumps, lines))
        body = {"notation": "ndjson", "source": source}
        return eve.post(f"/api/v1/clubs/{other}/imports/", body).json()["report"]["outcomes"]

    outcomes = [
        import_lines(stream()),
        import_lines({**line, "cursor": "elsewhere"} for line in stream()),
    ]
    assert [(counts["new"], counts["known"]) for counts in outcomes] == [(3, 0), (0, 3)]
    imported = Session.objects.filter(club=other).first()
    record = eve.get(f"/api/v1/sessions/{imported.pk}/record/").json()
    assert not {"cursor", "session"} & record.keys()


@pytest.mark.parametrize("what", ["records", "hands"])
def test_an_interrupted_reader_continues_after_any_line(played_sessions, stream, what):
    lines = stream(what)
    assert len(lines) == {"records": 3, "hands": 6}[what]
    for count, line in enumerate(lines, 1):
        assert stream(what, after=line["cursor"]) == lines[count:]


def test_the_number_of_lines_can_be_limited(played_sessions, stream):
    page = stream(limit=2)
    assert events(page) == ["first", "second"]
    assert events(stream(after=page[-1]["cursor"], limit=2)) == ["third"]


@pytest.mark.parametrize("cut", [1, 3])
def test_a_session_recorded_meanwhile_is_streamed_once(
    played_sessions, open_session, season, stream, people, cut
):
    lines = stream()[:cut]
    other = open_session(event="fourth", season=season)
    hand_recording.record_hand(other, SHEET, by=people.carol)
    rest = events(stream(after=lines[-1]["cursor"]))
    assert rest == [*["first", "second", "third"][cut:], "fourth"]


def test_only_changed_sessions_are_streamed_again(played_sessions, stream, people):
    last = stream()[-1]["cursor"]
    hand = played_sessions[1].hands.get(position=1)
    hand_recording.record_hand(played_sessions[0], SHEET, by=people.carol)
    hand_amendments.amend(hand, hand_amendments.Amendment(keys={"note": "So."}), by=people.carol)
    again = stream(after=last)
    assert events(again) == ["first", "second"]
    assert again[1]["hands"][0]["note"] == "So."
    assert stream(after=again[-1]["cursor"]) == []


def test_a_session_changed_during_the_stream_is_streamed_again_at_the_end(
    played_sessions, people, season
):
    items = export_cursor.stream_items(Session.objects.filter(season=season), season.club_id)
    lines = export_streams.record_lines(items, people.dan, limit=None)
    first = json.loads(next(lines))
    hand_recording.record_hand(played_sessions[0], SHEET, by=people.carol)
    rest = [json.loads(line) for line in lines]
    assert (len(first["hands"]), events(rest)) == (2, ["second", "third"])
    again = export_cursor.stream_items(
        Session.objects.filter(season=season),
        season.club_id,
        ExportCursor.parse(rest[-1]["cursor"]),
    )
    (line,) = export_streams.record_lines(again, people.dan, limit=None)
    assert (json.loads(line)["event"], len(json.loads(line)["hands"])) == ("first", 3)


def test_a_session_filed_later_is_streamed_with_its_new_season(
    played_sessions, open_session, stream, people, season
):
    unfiled = open_session(event="loose")
    last = stream()[-1]["cursor"]
    assert stream(after=last) == []
    session_recording.file_session(
        unfiled, season=season, visibility=Visibility.PRIVATE, by=people.alice
    )
    assert events(stream(after=last)) == ["loose"]


def test_a_ruling_streams_its_session_again_but_a_dispute_does_not(
    played_sessions, stream, people, rule, signed
):
    last = stream("hands")[-1]["cursor"]
    hand = played_sessions[2].hands.get(position=1)
    dispute, _ = dispute_filing.raise_dispute(hand, NewDispute(claim="Wrong deck."), by=people.dan)
    assert stream("hands", after=last) == []
    ruled = rule({"id": dispute.pk}, "annulled")
    assert ruled.status_code == 201, ruled.content
    again = stream("hands", after=last)
    assert [line["hand"] for line in again] == [
        str(row.pk) for row in played_sessions[2].hands.all()
    ]
    assert again[0]["adjudication"]["annulled"] == "Seen by all."


def test_a_streamed_hand_has_its_session_and_points(played_sessions, stream, people):
    line = stream("hands")[0]
    assert (line["session"], line["position"], line["variant"]) == (
        str(played_sessions[0].pk),
        1,
        "big-two",
    )
    assert (line["season"], line["event"], line["played_on"]) == (
        "Spring 2026",
        "first",
        "2026-03-05",
    )
    assert [seat["name"] for seat in line["players"]] == ["Alice", "Bob", "Carol", "Dan"]
    assert line["record"] == SHEET
    assert line["adjudication"]["points"] == [25, -5, -8, -12]


def test_in_csv_only_the_last_row_of_a_hand_has_a_cursor(played_sessions, signed, people, season):
    url = f"/api/v1/seasons/{season.pk}/hands/"
    client = signed(people.dan)
    header, *rows = csv.reader(
        StringIO(client.get(url, headers=CSV).getvalue().decode("utf-8-sig"))
    )
    assert (header[0], header[-2:], len(rows)) == ("date", ["hand id", "cursor"], 24)
    assert [bool(row[-1]) for row in rows[:4]] == [False, False, False, True]
    later = (
        client.get(url, {"after": rows[3][-1], "limit": 1}, headers=CSV)
        .getvalue()
        .decode("utf-8-sig")
    )
    assert list(csv.reader(StringIO(later))) == [header, *rows[4:8]]


def test_names_that_look_like_formulas_are_quoted(played_sessions, signed, people, season):
    Player.objects.filter(name="Alice").update(name="=1+1")
    answer = signed(people.dan).get(f"/api/v1/seasons/{season.pk}/hands/", headers=CSV)
    assert b",'=1+1," in answer.getvalue()


def test_strangers_stream_public_sessions_only(played_sessions, stream, club, people):
    assert len(stream(of=club)) == 3
    for row in (club, played_sessions[1].season):
        type(row).objects.filter(pk=row.pk).update(visibility=Visibility.PUBLIC)
    Session.objects.filter(pk=played_sessions[1].pk).update(visibility=Visibility.PUBLIC)
    for who in (None, people.eve):
        assert events(stream(who=who)) == events(stream(who=who, of=club)) == ["second"]
        assert len(stream("hands", who=who, of=club)) == 2


def test_a_session_that_becomes_public_is_streamed_to_earlier_readers(
    played_sessions, stream, club, people
):
    for row in (club, played_sessions[0].season):
        type(row).objects.filter(pk=row.pk).update(visibility=Visibility.PUBLIC)
    for session in played_sessions[:2]:
        session_recording.file_session(
            session, season=session.season, visibility=Visibility.PUBLIC, by=people.alice
        )
    last = stream(who=None)[-1]["cursor"]
    session_recording.file_session(
        played_sessions[2],
        season=played_sessions[2].season,
        visibility=Visibility.PUBLIC,
        by=people.alice,
    )
    assert events(stream(who=None, after=last)) == ["third"]


def test_hidden_cards_are_in_neither_records_nor_hands(played_sessions, stream, people):
    hand_recording.record_hand(played_sessions[0], UNFINISHED, by=people.carol)
    record, hand = stream()[0]["hands"][2], stream("hands")[2]
    assert "dealt" not in record
    assert (hand["hides_cards"], "dealt" in hand["record"]) == (True, False)
    assert stream("hands", who=people.carol)[2]["record"] == UNFINISHED


def test_an_invalid_cursor_is_refused(season, signed, people):
    for cursor in ("x", "W10=", "WzEsMl0=", "é"):
        answer = signed(people.dan).get(f"/api/v1/seasons/{season.pk}/records/", {"after": cursor})
        assert (answer.status_code, answer.json()["where"]) == (422, "after"), cursor


def test_a_link_to_a_session_gives_no_access_to_streams(played_sessions, client_of, season):
    assert client_of("link").get(f"/api/v1/seasons/{season.pk}/records/").status_code == 404


def test_streams_are_read_lazily(played_sessions, people, season, django_assert_num_queries):
    items = export_cursor.stream_items(Session.objects.filter(season=season), season.club_id)
    with django_assert_num_queries(0):
        lines = export_streams.hand_lines(items, people.dan, limit=None)
    assert len(list(lines)) == 6


def test_few_sessions_are_in_memory_at_a_time(played_sessions, people, season, monkeypatch):
    monkeypatch.setattr(export_streams, "MAX_HANDS", 2)
    read = []

    def items():
        for item in export_cursor.stream_items(
            Session.objects.filter(season=season), season.club_id
        ):
            read.append(item)
            yield item

    next(export_streams.hand_lines(items(), people.dan, limit=None))
    assert len(read) == 2  # the one being written, and the one that did not fit beside it


def test_keys_are_read_page_by_page(played_sessions, people, season, monkeypatch, stream):
    hands = stream("hands")
    monkeypatch.setattr(export_cursor, "PAGE_SIZE", 1)
    assert [line["hand"] for line in stream("hands")] == [line["hand"] for line in hands]


def test_a_long_season_takes_as_many_queries_as_a_short_one(
    played_sessions, people, season, django_assert_max_num_queries
):
    for _ in range(3):
        hand_recording.record_hand(played_sessions[0], SHEET, by=people.carol)
    sessions = access.sessions_seen_by(people.dan).filter(season=season)
    for lines in (export_streams.record_lines, export_streams.hand_lines):
        with django_assert_max_num_queries(10):
            items = export_cursor.stream_items(sessions, season.club_id)
            assert list(lines(items, people.dan, limit=None))


@pytest.mark.postgresql
def test_entries_behind_an_open_transaction_wait_until_it_ends(played_sessions, stream):
    """An entry with a lower number may be committed after one that is already visible."""
    last = stream()[-1]["cursor"]
    other_connection = connection.copy()
    with (
        closing(other_connection),
        other_connection.cursor() as cursor,
        connection.cursor() as own_cursor,
    ):
        cursor.execute("BEGIN; SELECT pg_current_xact_id()")
        hand_recording.record_hand(played_sessions[0], SHEET, by=played_sessions[0].created_by)
        own_cursor.execute("SELECT pg_stat_clear_snapshot()")  # a test is one transaction
        assert stream(after=last) == []
        cursor.execute("COMMIT")
        own_cursor.execute("SELECT pg_stat_clear_snapshot()")
        assert events(stream(after=last)) == ["first"]


def test_sessions_are_taken_from_the_columns_of_audit_entries(played_sessions, season, people):
    session_links.create_link(played_sessions[0], by=people.carol)
    entries = AuditEntry.objects.order_by("pk")
    assert export_cursor._sessions_of(entries).keys() == {session.pk for session in played_sessions}
