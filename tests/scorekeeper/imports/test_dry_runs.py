"""Dry runs of imports, which can be imported later without sending the file again."""

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper import tasks
from scorekeeper.imports import dry_runs, several_files
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.imports import worker as import_worker
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.report import build_report
from scorekeeper.imports.several_files import SentFile
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.models import Import, Player, Session, UploadedFile

RECORD = (
    '{"format": "session-record/1", "variant": "big-two", "players": ["Ann", "Bo", "Cy", "Alicia"],'
    ' "hands": [{"cards_left": [0, 1, 2, 3]}]}'
)


@pytest.fixture
def trial(club, players, people):
    """A processed dry run of one record."""
    file = RecordFile(notation="ndjson", source=RECORD, names={}, dry_run=True)
    row, _ = import_uploads.create_import(club, file, by=people.carol)
    import_worker.process(row, stop=lambda: False)
    return row


def process(row):
    import_worker.process(row, stop=lambda: False)
    row.refresh_from_db()
    return row


def test_a_dry_run_stores_no_session_and_lists_unknown_names(trial):
    assert not Session.objects.exists()
    proposed_names = {
        unknown.name: [player.name for player in unknown.proposed]
        for unknown in build_report(trial).new_names
    }
    assert proposed_names == {"Ann": ["Dan"], "Bo": ["Bob"], "Cy": [], "Alicia": ["Alice"]}


def test_a_dry_run_is_imported_with_the_chosen_players(trial, players, people):
    row, is_new = dry_runs.import_file(trial, {"Alicia": players[0].pk}, by=people.carol)
    assert (is_new, process(row).state) == (True, "done")
    assert Session.objects.get().seats.last().player == players[0]
    assert not Player.objects.filter(name="Alicia").exists()


def test_a_dry_run_is_imported_once(trial, people):
    first, _ = dry_runs.import_file(trial, {}, by=people.carol)
    again, is_new = dry_runs.import_file(trial, {}, by=people.alice)
    assert (again.pk, is_new) == (first.pk, False)
    assert Import.objects.filter(dry_run=False).count() == 1


def test_the_file_of_a_dry_run_is_deleted_when_it_is_imported(trial, people):
    dry_runs.import_file(trial, {}, by=people.carol)
    trial.refresh_from_db()
    assert (trial.source, dry_runs.can_import(trial)) == ("", False)


def test_the_file_of_a_dry_run_is_deleted_after_a_day(trial, people):
    assert tasks.forget_old_trials() == 0
    Import.objects.update(at=timezone.now() - timedelta(days=1, minutes=1))
    assert [tasks.forget_old_trials() for _ in range(2)] == [1, 0]
    with pytest.raises(dry_runs.DryRunExpiredError):
        dry_runs.import_file(trial, {}, by=people.carol)


def test_the_names_of_sent_files_are_deleted_after_a_day(club, people):
    files = [SentFile(name=f"{name}.txt", notation="txt", text="x") for name in ("Ann", "Bo")]
    several_files.create_upload(club, files, by=people.carol, id=uuid.uuid4())
    UploadedFile.objects.filter(name="Ann.txt").update(at=timezone.now() - timedelta(days=2))
    dry_runs.delete_old_files()
    names = UploadedFile.objects.order_by("number").values_list("name", flat=True)
    assert [*names] == ["", "Bo.txt"]


def test_the_file_of_a_waiting_dry_run_is_not_deleted(club, people):
    file = RecordFile(notation="ndjson", source=RECORD, names={}, dry_run=True)
    row, _ = import_uploads.create_import(club, file, by=people.carol)
    Import.objects.update(at=timezone.now() - timedelta(days=2), state="waiting")
    assert dry_runs.delete_old_files() == 0
    with pytest.raises(dry_runs.DryRunExpiredError):
        dry_runs.import_file(row, {}, by=people.carol)


def test_a_dry_run_stored_by_an_earlier_release_is_imported_as_its_options_say(club, people):
    options = {
        "unnamed_rules": ["txt", "big-two", "cards"],
        "house_rules": {},
        "dates": "mdy",
        "ambiguous_date": "3/4/2024",
        "left_out": [7],
    }
    stored = Import.objects.create(
        club=club,
        by=people.carol,
        at=timezone.now(),
        notation="txt",
        source="a b c d\n\n3/4/2024\n0 1 2 10\n\n3/5/2024\n0 1 2 3\n",
        source_digest="",
        options=options,
        dry_run=True,
        state="running",
    )
    assert process(stored).report.count() == 1
    chosen = replace(ImportOptions.from_json(stored.options), season="by-date")
    row, _ = dry_runs.import_file(stored, {}, by=people.carol, options=chosen)
    assert row.options == {**options, "season": "by-date"}
    process(row)
    session = Session.objects.select_related("result").get()
    assert (session.played_on.isoformat(), session.result.totals) == (
        "2024-03-04",
        [13, -1, -2, -10],
    )
