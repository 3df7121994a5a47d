"""Lines of a sheet are corrected before it is read, by the API and after a preview; the file itself stays as it was sent."""

import json
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.imports import dry_runs, edited_lines, readings, several_files
from scorekeeper.imports import worker as import_worker
from scorekeeper.imports.several_files import SentFile
from scorekeeper.models import AuditEntry, Import, Session, UploadedFile
from tests.scorekeeper.api_answers import check_problem

SHEET = "2026-03-01\nAnn Bo Cy Di\n0 1 2 3\n0 4 5\n2 0 1 1\n"
RIGHT = {4: "0 4 5 6"}
TABLE = "Date,Ann,Bo,Cy,Di\n2024-03-14,0,5,8,12\n2024-03-14,3,0,2,x\n"


@pytest.fixture
def tried(club, people):
    """A sent text sheet with one refused line, and a function that reads it again with corrected lines."""
    [row] = several_files.create_upload(
        club,
        [SentFile(name="march.txt", notation="txt", text=SHEET)],
        by=people.carol,
        id=uuid.uuid4(),
    )
    import_worker.process(row, stop=lambda: False)

    def read_again(edits):
        file = UploadedFile.objects.select_related("club", "dry_run").get()
        for again in readings.read_again(
            [file], {}, order=None, edits={file.pk: edits}, by=people.carol
        ):
            import_worker.process(again, stop=lambda: False)
        return UploadedFile.objects.select_related("dry_run").get().dry_run

    return read_again


def outcomes(row):
    return [*row.report.values_list("outcome", flat=True)]


def send(client, club, content, content_type="text/plain", **query):
    address = f"/api/v1/clubs/{club.pk}/imports/"
    return client.post(address, content, content_type=content_type, query_params=query)


@pytest.mark.parametrize(
    ("notation", "text", "edits", "read"),
    [
        ("txt", "a\r\nb\r\nc", {2: "B"}, "a\r\nB\r\nc"),
        ("txt", "a\nb", {2: ""}, "a\n"),
        ("txt", "a\u2028b\nc", {2: "B"}, "a\u2028B\nc"),
        ("csv", 'a,b\r"1\n2",3\n4,5\n', {4: "6,7"}, 'a,b\r"1\n2",3\n6,7\n'),
        ("csv", "a,b\u2028\n1,2\n", {2: "3,4"}, "a,b\u2028\n3,4\n"),
        ("txt", "a", {2: "B"}, "a"),
        ("ndjson", '{"a": 1}\n{"b"}\n', {2: '{"b":\r\n2}'}, '{"a": 1}\n{"b":\t2}\n'),
        ("json", '{"variant": "a"}\r\n{\r\n', {2: "{}"}, '{"variant": "a"}\r\n{}\r\n'),
        ("json", '{\n"a"}\n', {1: '{\n"a": 1}'}, '{\n"a": 1}\n'),
        ("toml", "a = 1\nb =\n", {1: "a = 1\nb = 2\nc = 3"}, "a = 1\nb = 2\nc = 3\n"),
    ],
)
def test_an_edit_replaces_one_line_and_leaves_the_numbers_of_the_others(
    notation, text, edits, read
):
    assert edited_lines.with_edits(notation, text, edits) == read


def test_headings_and_rows_of_several_lines_are_not_offered():
    text = 'Who,Ann,Bo\n1,2,3\n2,"4\n5",6\n3,7,8\n'
    assert edited_lines.editable_lines("csv", text) == {2: "1,2,3", 5: "3,7,8"}


def test_each_record_of_a_line_is_offered_and_a_single_record_as_a_whole():
    assert edited_lines.editable_lines("ndjson", "{}\n\n{\n") == {1: "{}", 3: "{"}
    assert edited_lines.editable_lines("toml", "a = 1\nb =\n") == {1: "a = 1\nb ="}
    assert edited_lines.editable_lines("json", '{\n "a": 1}') == {1: '{\n "a": 1}'}


def test_records_of_several_lines_in_one_file_are_not_offered():
    assert edited_lines.editable_lines("ndjson", '{\n"a": 1}\n{\n"b": 2}\n') == {}


def test_a_corrected_line_brings_its_session_in_and_the_file_stays_as_it_was_sent(tried, people):
    assert outcomes(tried({})) == ["malformed"]
    row = tried(RIGHT)
    assert outcomes(row) == ["new"]
    assert (row.source, row.options["edited_lines"]) == (SHEET, {"4": "0 4 5 6"})
    taken, _ = dry_runs.import_file(row, {}, by=people.carol)
    import_worker.process(taken, stop=lambda: False)
    assert Session.objects.get().hands.count() == 3


def test_edits_can_be_changed_again_and_what_was_imported_is_recognized(tried, people):
    tried(RIGHT)
    other = tried({4: ""})
    assert [line.details["hands"] for line in other.report.all()] == [2]
    assert outcomes(tried({})) == ["malformed"]
    taken, _ = dry_runs.import_file(tried(RIGHT), {}, by=people.carol)
    import_worker.process(taken, stop=lambda: False)
    corrected = SHEET.replace("0 4 5\n", "0 4 5 6\n")
    [row] = several_files.create_upload(
        taken.club,
        [SentFile(name="", notation="txt", text=corrected)],
        by=people.carol,
        id=uuid.uuid4(),
    )
    import_worker.process(row, stop=lambda: False)
    assert outcomes(row) == ["known"]


def test_of_corrected_lines_the_numbers_stay_when_the_file_is_deleted(tried, people):
    taken, _ = dry_runs.import_file(tried(RIGHT), {}, by=people.carol)
    import_worker.process(taken, stop=lambda: False)
    stored = [
        row.options["edited_lines"]
        for row in Import.objects.filter(pk__in=[tried(RIGHT).pk, taken.pk])
    ]
    assert stored == [{"4": ""}, {"4": ""}]
    note = AuditEntry.objects.filter(act="import begun", subject=str(taken.pk)).get()
    assert note.details["edited_lines"] == [4]


def test_the_texts_of_corrected_lines_are_deleted_after_a_day(tried):
    row = tried(RIGHT)
    Import.objects.update(at=timezone.now() - timedelta(days=2))
    dry_runs.delete_old_files()
    row.refresh_from_db()
    assert (row.source, row.options["edited_lines"]) == ("", {"4": ""})


def test_the_api_reads_a_sheet_with_corrected_lines(carol, club):
    edits = json.dumps(RIGHT)
    tried = send(carol, club, SHEET, dry_run="true", edited_lines=edits).json()
    assert (tried["report"]["outcomes"]["new"], tried["edited_lines"]) == (1, [4])
    assert tried["review"]["refused"] == []
    taken = send(carol, club, SHEET, edited_lines=edits).json()
    assert taken["report"]["outcomes"]["new"] == 1
    assert carol.get(f"/api/v1/imports/{taken['id']}/").json()["edited_lines"] == [4]
    assert Session.objects.get().hands.count() == 3


def test_the_api_reads_a_table_with_corrected_lines_as_if_it_had_been_sent_so(carol, club):
    options = {"content_type": "text/csv", "assume": "true", "file_name": "big two.csv"}
    edits = json.dumps({3: "2024-03-14,3,0,2,1"})
    refused = send(carol, club, TABLE, dry_run="true", **options).json()
    assert [one["line"] for one in refused["review"]["refused"]] == [3]
    edited = send(carol, club, TABLE, dry_run="true", edited_lines=edits, **options).json()
    assert [one["hands"] for one in edited["review"]["sessions"]] == [2]
    assert Import.objects.get(pk=edited["id"]).source.endswith(TABLE)
    body = {"notation": "csv", "source": TABLE, "edited_lines": {"3": "2024-03-14,3,0,2,1"}}
    body |= {"assume": True, "file_name": "big two.csv"}
    taken = carol.post(f"/api/v1/clubs/{club.pk}/imports/", body, content_type="application/json")
    assert taken.json()["report"]["outcomes"]["new"] == 1


@pytest.mark.parametrize(
    ("content_type", "edits", "code", "place"),
    [
        ("text/plain", {99: "0 1 2 3"}, "bad-line", "edited_lines.99"),
        ("text/plain", {4: "0 1 2 3\n0 1 2 3"}, "bad-line", "edited_lines.4"),
        ("text/csv", {3: '2024-03-14,"3,0,2,1'}, "bad-line", "edited_lines.3"),
        ("text/plain", {4: "0" * 2001}, "bad-line", "edited_lines.4"),
        ("application/x-ndjson", {9: "{}"}, "bad-line", "edited_lines.9"),
        ("application/toml", {1: "#" * 50_001}, "bad-line", "edited_lines.1"),
        ("text/plain", {"four": "0 1 2 3"}, "invalid", "edited_lines"),
        ("text/plain", {"4" * 5000: "0 1 2 3"}, "invalid", "edited_lines"),
    ],
)
def test_an_edit_that_cannot_be_made_is_refused_at_its_line(
    carol, club, content_type, edits, code, place
):
    text = TABLE if content_type == "text/csv" else SHEET
    answer = send(carol, club, text, content_type, edited_lines=json.dumps(edits))
    check_problem(answer, answer.status_code, code, place)
    assert not Import.objects.exists()
