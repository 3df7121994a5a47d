"""Hands, verdicts, scores and what happened as Parquet: typed columns, the rows that somebody may see, and a sentence where pyarrow is missing."""

import sys
from datetime import date
from io import BytesIO

import pyarrow
import pyarrow.parquet
import pytest

from scorekeeper import tasks
from scorekeeper.exports import parquet
from scorekeeper.exports.parquet import COLUMNS, ParquetTable
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation, amend
from scorekeeper.management import demo_club
from scorekeeper.models import Club, ExportFile, HandFact, Score, Session, Verdict, Visibility
from scorekeeper.replays import frames
from tests.scorekeeper.conftest import ROOT
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL, SHEET, UNFINISHED

each_table = pytest.mark.parametrize("table", ParquetTable)


def read(answer):
    assert answer.status_code == 200, answer.content
    return pyarrow.parquet.read_table(BytesIO(answer.getvalue()))


@pytest.fixture
def table_of(club, signed, people):
    """Return a table of the club as a user is sent it."""

    def table_of(table, who=people.dan, **query):
        params = {"format": "parquet", "table": str(table), **query}
        return read(signed(who).get(f"/api/v1/clubs/{club.pk}/hands/", params))

    return table_of


@pytest.fixture
def hands(session, people):
    recorded = [
        hand_recording.record_hand(session, one, by=people.carol).hand
        for one in (CLEAN, SHEET, ILLEGAL)
    ]
    frames.rebuild_stale(stop=lambda: False)
    return recorded


@pytest.mark.parametrize("place", ["clubs", "seasons"])
@each_table
def test_the_demo_club_is_sent_whole_and_typed(db, signed, place, table):
    demo = demo_club.create_demo_club(is_public=True).club
    frames.rebuild_stale(stop=lambda: False)
    key = demo.pk if place == "clubs" else demo.seasons.get().pk
    address = f"/api/v1/{place}/{key}/hands/?format=parquet&table={table}"
    sent = read(signed(None).get(address))
    assert sent.schema.names == [*COLUMNS[table]]
    rows = {
        ParquetTable.HANDS: 25,
        ParquetTable.VERDICTS: sum(read(signed(None).get(address.replace(table, "hands")))["events"].to_pylist()),
        ParquetTable.SCORES: Score.objects.count(),
        ParquetTable.FACTS: sum(len(fact.moments) for fact in HandFact.objects.all()),
    }  # fmt: skip
    assert sent.num_rows == rows[table] > 0


def test_days_are_days_and_cards_are_lists(hands, table_of):
    first = table_of("hands").to_pylist()[0]
    assert first["played_on"] == date(2026, 3, 5)
    assert first["dealt"][0][:3] == ["3C", "4C", "5C"]
    assert (first["points"], first["winner"]) == ([39.0, -13.0, -13.0, -13.0], 1)
    assert table_of("verdicts").to_pylist()[0]["cards"] == ["3C", "4C", "5C", "6C", "7C"]


def test_every_play_has_its_verdict_and_whoever_made_it(hands, table_of):
    rows = [row for row in table_of("verdicts").to_pylist() if row["verdict"] != "legal"]
    stored = [(one.event, one.seat, one.fault, one.rule) for one in Verdict.objects.all()]
    assert [(row["event"], row["seat"], row["fault"], row["rule"]) for row in rows] == stored != []
    assert {(row["seat"], row["player"]) for row in rows} == {(2, "Bob")}


def test_scores_are_those_of_the_sheet(hands, table_of):
    of_sheet = [row for row in table_of("scores").to_pylist() if row["position"] == 2]
    assert [(row["player"], row["points"], row["cards_left"]) for row in of_sheet] == [
        ("Alice", 25.0, 0),
        ("Bob", -5.0, 5),
        ("Carol", -8.0, 8),
        ("Dan", -12.0, 12),
    ]


def test_what_happened_is_what_is_searched_for(hands, table_of, club, signed, people):
    rows = [row for row in table_of("facts").to_pylist() if row["kind"] == "combination"]
    for value in {row["value"] for row in rows}:
        address = f"/api/v1/clubs/{club.pk}/hand-search/?combination={value}"
        found = signed(people.dan).get(address).json()["results"]
        moments = {
            (one["hand"], fact["event"], fact["seat"]) for one in found for fact in one["matches"]
        }
        of_table = [
            (row["hand"], row["event"], row["seat"]) for row in rows if row["value"] == value
        ]
        assert moments == {*of_table} != set()
    assert {(row["seat"], row["player"]) for row in rows} == {(1, "Alice")}


def test_what_happened_in_a_hand_that_waits_to_be_indexed_is_left_out(hands, table_of, people):
    [first] = [hand for hand in hands if hand.position == 1]
    assert str(first.pk) in table_of("facts")["hand"].to_pylist()
    plays = [EventChange(Operation.REPLACE, 1, "1: 3C")]
    amend(first, Amendment(changes=plays), by=people.carol)
    assert str(first.pk) not in table_of("facts")["hand"].to_pylist()


def test_what_happened_is_fetched_whole_as_the_index_grows(hands, club, signed, people):
    address = f"/api/v1/clubs/{club.pk}/hands/?format=parquet&table=facts"
    client = signed(people.dan)
    assert "ETag" not in client.get(address)
    refused = client.get(f"{address}&after=1.1")
    assert refused.status_code == 422
    assert "fetched whole" in refused.json()["detail"]


def test_a_club_without_endings_shows_no_certain_wins(hands, table_of, club):
    fact = HandFact.objects.first()
    HandFact.objects.create(hand=fact.hand, club=club, kind="taken", moments=[[1, 2]])
    assert "taken" in table_of("facts")["kind"].to_pylist()
    Club.objects.update(solves_endings=False)
    assert "taken" not in table_of("facts")["kind"].to_pylist()


def test_the_cards_of_an_unfinished_hand_stay_hidden(session, people, table_of):
    hand_recording.record_hand(session, UNFINISHED, by=people.carol)
    of_dan, of_carol = (table_of("hands", who).to_pylist()[0] for who in (people.dan, people.carol))
    assert (of_dan["dealt"], of_dan["hides_cards"], of_dan["points"]) == (None, True, None)
    assert of_carol["dealt"] is not None
    assert table_of("scores").column("points").null_count == 4


@each_table
def test_strangers_are_sent_public_hands_only(hands, open_session, people, club, signed, table):
    secret = open_session(event="secret", visibility=Visibility.PRIVATE)
    hand_recording.record_hand(secret, CLEAN, by=people.carol)
    address = f"/api/v1/clubs/{club.pk}/hands/?format=parquet&table={table}"
    assert signed(None).get(address).status_code == 404
    Club.objects.update(visibility=Visibility.PUBLIC)
    Session.objects.exclude(pk=secret.pk).update(visibility=Visibility.PUBLIC)
    sent = read(signed(None).get(address))
    assert {*sent["session"].to_pylist()} == {str(hands[0].session_id)}


def test_a_reader_goes_on_after_the_cursor_of_the_file(hands, table_of, club, signed, people):
    address = f"/api/v1/clubs/{club.pk}/hands/?format=parquet"
    first = BytesIO(signed(people.dan).get(f"{address}&limit=2").getvalue())
    assert pyarrow.parquet.read_table(first)["position"].to_pylist() == [1, 2]
    cursor = pyarrow.parquet.read_metadata(first).metadata[b"cursor"].decode()
    rest = BytesIO(signed(people.dan).get(f"{address}&after={cursor}").getvalue())
    assert pyarrow.parquet.read_table(rest)["position"].to_pylist() == [3]
    end = pyarrow.parquet.read_metadata(rest).metadata[b"cursor"].decode()
    nothing = table_of("hands", after=end)
    assert (nothing.num_rows, nothing.schema.names) == (0, [*COLUMNS[ParquetTable.HANDS]])


def test_a_file_of_many_row_groups_has_every_row(hands, table_of, monkeypatch):
    whole = table_of("verdicts")
    monkeypatch.setattr(parquet, "ROW_GROUP", 2)
    assert table_of("verdicts").equals(whole)


@each_table
def test_workers_make_the_file_of_a_club(
    hands, table_of, club, signed, people, table, export_folder
):
    client = signed(people.dan)
    question = {"kind": str(table), "format": "parquet"}
    assert client.post(f"/api/v1/clubs/{club.pk}/exports/", question).status_code == 202
    tasks.make_export_files()
    sent = client.get(f"/api/v1/exports/{ExportFile.objects.get().pk}/file/")
    assert sent["Content-Type"] == "application/vnd.apache.parquet"
    assert f'thursday-night-{table}.parquet"' in sent["Content-Disposition"]
    assert read(sent).equals(table_of(table))


def test_without_pyarrow_a_sentence_says_what_is_missing(hands, club, signed, people, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    client = signed(people.dan)
    streamed = client.get(f"/api/v1/clubs/{club.pk}/hands/?format=parquet")
    asked = client.post(f"/api/v1/clubs/{club.pk}/exports/", {"kind": "hands", "format": "parquet"})
    for answer in (streamed, asked):
        assert (answer.status_code, answer.json()["code"]) == (501, "parquet-missing")
        assert "pyarrow is missing" in answer.json()["detail"]
    assert client.get(f"/api/v1/clubs/{club.pk}/hands/").status_code == 200


def test_every_column_is_documented():
    text = (ROOT / "docs" / "large_work.md").read_text()
    section = text.partition("## Of a club or season")[2].partition("\n## ")[0]
    rows = [line.split("|")[1:4] for line in section.splitlines() if line.startswith("| `")]
    listed = [
        (name.strip(), kind.strip(" `"))
        for names, kind, _ in rows
        for name in names.replace("`", "").split(",")
    ]
    expected = {pair for columns in COLUMNS.values() for pair in columns.items()}
    assert {*listed} == expected
