"""What was tried is taken in without being sent again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper import tasks
from scorekeeper.imports import dry_runs
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.imports import worker as import_worker
from scorekeeper.imports.report import build_report
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.models import Import, Player, Session

RECORD = (
    '{"format": "session-record/1", "variant": "big-two", "players": ["Ann", "Bo", "Cy", "Alicia"],'
    ' "hands": [{"cards_left": [0, 1, 2, 3]}]}'
)


@pytest.fixture
def tried(club, players, people):
    file = RecordFile(notation="ndjson", source=RECORD, names={}, dry_run=True)
    row, _ = import_uploads.create_import(club, file, by=people.carol)
    import_worker.process(row, stop=lambda: False)
    return row


def worked_through(row):
    import_worker.process(row, stop=lambda: False)
    row.refresh_from_db()
    return row


def test_a_trial_keeps_nothing_and_names_whoever_is_not_known(tried):
    assert not Session.objects.exists()
    told = {
        new.name: [player.name for player in new.proposed] for new in build_report(tried).new_names
    }
    assert told == {"Ann": ["Dan"], "Bo": ["Bob"], "Cy": [], "Alicia": ["Alice"]}


def test_what_was_tried_is_taken_in_with_the_players_that_were_chosen(tried, players, people):
    row, is_new = dry_runs.import_file(tried, {"Alicia": players[0].pk}, by=people.carol)
    assert (is_new, worked_through(row).state) == (True, "done")
    assert Session.objects.get().seats.last().player == players[0]
    assert not Player.objects.filter(name="Alicia").exists()


def test_a_trial_is_taken_in_once(tried, people):
    first, _ = dry_runs.import_file(tried, {}, by=people.carol)
    again, is_new = dry_runs.import_file(tried, {}, by=people.alice)
    assert (again.pk, is_new) == (first.pk, False)
    assert Import.objects.filter(dry_run=False).count() == 1


def test_the_file_of_a_trial_goes_when_it_is_taken_in(tried, people):
    dry_runs.import_file(tried, {}, by=people.carol)
    tried.refresh_from_db()
    assert (tried.source, dry_runs.can_import(tried)) == ("", False)


def test_the_file_of_a_trial_goes_after_a_day(tried, people):
    assert tasks.forget_old_trials() == 0
    Import.objects.update(at=timezone.now() - timedelta(days=1, minutes=1))
    assert [tasks.forget_old_trials() for _ in range(2)] == [1, 0]
    with pytest.raises(dry_runs.DryRunExpiredError):
        dry_runs.import_file(tried, {}, by=people.carol)


def test_what_still_waits_is_not_forgotten(club, people):
    file = RecordFile(notation="ndjson", source=RECORD, names={}, dry_run=True)
    row, _ = import_uploads.create_import(club, file, by=people.carol)
    Import.objects.update(at=timezone.now() - timedelta(days=2), state="waiting")
    assert dry_runs.delete_old_files() == 0
    with pytest.raises(dry_runs.DryRunExpiredError):
        dry_runs.import_file(row, {}, by=people.carol)
