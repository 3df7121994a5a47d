"""Earlier tables and changes of long seasons are counted by workers; a table of a moment that has passed stays as it was."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from io import BytesIO, StringIO
from urllib.parse import quote

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from scorekeeper import tasks, workers
from scorekeeper.clubs import player_merges
from scorekeeper.exports import club_archive
from scorekeeper.imports import club_archive as imported_archive
from scorekeeper.models import AuditEntry, Player, SeasonReport, Session, User
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import recount, season_count, season_reports
from scorekeeper.standings.past import as_of, changes, latest_changes, past_sessions
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.exports.test_club_archive import delete_everything
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB
from tests.scorekeeper.threads import run_in_threads

WHOLE = Scope()
CUP = Scope(event="Cup")
TIES = {
    "scoring": "place-points",
    "place_points": [3, 1],
    "bonuses": [{"for": "session-attended", "points": 0.5}],
    "tie_breaks": ["head-to-head", "median", "lot"],
    "seed": "7",
}


@pytest.fixture
def moments(keeper, people, players, club):
    """Moments of a season that is too long to be counted for a reader, between every two kinds of changes."""
    found = []

    def note():
        found.append(timezone.now())

    ally = Player.objects.create(club=club, name="Ally")
    plan_versions.decide(keeper.season, parse_plan(TIES), by=people.bob)
    keeper.session(WON_BY_ALICE, WON_BY_BOB, played_on="2026-03-01", event="Cup")
    note()
    merged = keeper.session(WON_BY_BOB, players=[ally, *players[1:]])
    note()
    keeper.amend(merged.hands.get(), cards_left=WON_BY_ALICE)
    note()
    player_merges.merge(ally, players[0], by=people.bob)
    note()
    plan_versions.decide(keeper.season, parse_plan({"scoring": "average"}), by=people.bob)
    note()
    keeper.session(WON_BY_ALICE, played_on="2026-03-02")
    return found


@pytest.fixture
def long_season(keeper, monkeypatch):
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", 0)
    return keeper.season


def table(season, at, scope=WHOLE):
    return as_of.table_known_at(season_count.read(season), scope, at)


def changes_since(season, since, scope=WHOLE):
    return changes.changes_since(season_count.read(season), since, scope)


def count(report):
    """Do what a worker does that is woken for a report."""
    return tasks.count_report(str(report.season.pk), report.kind, report.question)


@pytest.mark.parametrize("scope", [WHOLE, CUP], ids=str)
@pytest.mark.parametrize("read", [table, changes_since])
def test_a_worker_stores_what_a_reader_of_a_short_season_counts(
    moments, keeper, monkeypatch, read, scope
):
    for moment in moments:
        expected = read(keeper.season, moment, scope).content
        with monkeypatch.context() as patch:
            patch.setattr(season_reports, "MOST_SESSIONS", 0)
            count(read(keeper.season, moment, scope))
            stored = read(keeper.season, moment, scope)
        assert stored.content == expected
        assert stored.is_current


def test_sessions_are_judged_again_piece_by_piece(moments, keeper, monkeypatch):
    whole = table(keeper.season, moments[0]).content
    monkeypatch.setattr(past_sessions, "PIECE", 1)
    assert table(keeper.season, moments[0]).content == whole


def test_one_moment_is_one_question_in_every_time_zone(moments, long_season):
    here = timezone.localtime(moments[0])
    assert table(long_season, here).question == table(long_season, here.astimezone(UTC)).question


def test_before_the_first_count_a_table_has_the_plan_of_its_moment_and_no_rows(
    moments, long_season
):
    report = table(long_season, moments[0])
    assert report.is_wanted
    empty = as_of.as_table(report)
    assert (empty.plan.number, empty.rows, empty.is_current) == (1, (), False)


def test_a_new_hand_makes_the_changes_and_the_table_of_just_now_stale(moments, long_season, keeper):
    for read in (table, changes_since):
        count(read(long_season, moments[0]))
    keeper.session(WON_BY_ALICE)
    for read in (table, changes_since):
        assert not read(long_season, moments[0]).is_current


def test_what_is_recorded_an_hour_later_does_not_make_a_table_stale(
    moments, long_season, keeper, monkeypatch
):
    monkeypatch.setattr(as_of, "STORED_AFTER", timedelta(0))
    for read in (table, changes_since):
        count(read(long_season, moments[0]))
    keeper.session(WON_BY_ALICE)
    assert table(long_season, moments[0]).is_current
    assert not changes_since(long_season, moments[0]).is_current


def test_a_session_that_leaves_the_season_and_comes_back_makes_the_changes_stale(
    moments, long_season, people
):
    count(changes_since(long_season, moments[-1]))
    session = long_season.sessions.first()
    for season in (None, long_season):
        session_recording.file_session(
            session, season=season, visibility=session.visibility, by=people.bob
        )
    assert not changes_since(long_season, moments[-1]).is_current


@pytest.fixture
def addresses(moments, long_season):
    path = f"/api/v1/seasons/{long_season.pk}/standings/"
    moment = quote(moments[0].isoformat())
    return {"rows": f"{path}?known_at={moment}", "steps": f"{path}changes/?since={moment}"}


@pytest.mark.parametrize("key", ["rows", "steps"])
def test_the_api_answers_at_once_and_says_what_is_current(addresses, carol, monkeypatch, key):
    sent = []
    monkeypatch.setattr(
        tasks.count_report, "apply_async", lambda **options: sent.append(options["kwargs"])
    )
    first = carol.get(addresses[key])
    data = first.json()
    assert (data[key], data["current"], data["counted_at"]) == ([], False, None)
    tasks.count_report(**sent[0])
    after = carol.get(addresses[key], headers={"If-None-Match": first["ETag"]})
    assert after.status_code == 200
    data = after.json()
    assert data[key]
    assert data["current"]
    assert datetime.fromisoformat(data["counted_at"]) == SeasonReport.objects.get().counted_at
    again = carol.get(addresses[key], headers={"If-None-Match": after["ETag"]})
    assert again.status_code == 304


def test_who_polls_while_a_worker_is_to_count_wakes_it_again(addresses, carol, keeper, monkeypatch):
    sent = []
    monkeypatch.setattr(
        tasks.count_report, "apply_async", lambda **options: sent.append(options["kwargs"])
    )
    monkeypatch.setattr(workers, "REPORT_SECONDS", 0)
    first = carol.get(addresses["rows"])
    again = carol.get(addresses["rows"], headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, len(sent)) == (304, 2)


def test_an_audit_entry_of_another_kind_leaves_the_table_of_a_whole_season_current(
    moments, long_season, keeper
):
    count(table(long_season, moments[0]))
    AuditEntry.objects.create(
        club=keeper.club, at=timezone.now(), act="club renamed", kind="club", subject=""
    )
    assert table(long_season, moments[0]).is_current


def test_a_club_that_comes_back_from_another_installation_has_no_reports_of_before(
    moments, long_season, keeper, tmp_path
):
    count(table(long_season, moments[0]))
    archive = str(tmp_path / "club.zip")
    call_command(
        "export_club",
        str(keeper.club.pk),
        archive,
        moving_to="https://second.example",
        stdout=StringIO(),
    )
    call_command("import_club", archive, owner="alice", back=True, stdout=StringIO())
    assert not SeasonReport.objects.exists()


def test_two_workers_do_not_count_the_same_report_at_the_same_time(
    moments, long_season, monkeypatch
):
    asked, twice = table(long_season, moments[0]), []

    def count_twice(*args):
        twice.append(count(asked))
        return as_of.KNOWN_AT.count(*args)

    monkeypatch.setitem(tasks.REPORTS, "known-at/2", replace(as_of.KNOWN_AT, count=count_twice))
    assert count(asked) is True
    assert twice == [False]
    SeasonReport.objects.all().delete()
    assert count(asked) is True


def test_a_correction_that_is_counted_while_a_worker_counts_leaves_the_report_stale(
    keeper, long_season, monkeypatch
):
    hand = keeper.session(WON_BY_ALICE, played_on="2026-03-01").hands.get()
    recount.refresh(keeper.season)
    at = timezone.now()
    monkeypatch.setattr(as_of, "STORED_AFTER", timedelta(0))
    monkeypatch.setattr(latest_changes, "MOST_ENTRIES", 0)
    judge_again = as_of.judge_again

    def corrected_meanwhile(*arguments, **options):
        keeper.amend(hand, cards_left=WON_BY_BOB)
        recount.refresh(keeper.season)
        return judge_again(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(as_of, "judge_again", corrected_meanwhile)
        tasks.count_report(str(keeper.season.pk), **asked_at(keeper, at))
    assert not known_at(keeper, at).is_current
    tasks.count_report(str(keeper.season.pk), **asked_at(keeper, at))
    stored = known_at(keeper, at)
    assert stored.is_current
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", 100)
    assert stored.content == known_at(keeper, at).content


def known_at(keeper, at):
    return as_of.table_known_at(season_count.read(keeper.season), WHOLE, at)


def asked_at(keeper, at):
    report = known_at(keeper, at)
    return {"kind": report.kind, "question": report.question}


@pytest.fixture
def late_archive(keeper, monkeypatch):
    """A moment of a long season, and a function that imports a session that was recorded before all others."""
    late = keeper.session(WON_BY_BOB, played_on="2026-03-02")
    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    at = timezone.now()
    part = b"".join(club_archive.build_archive(keeper.club, by=None, left_out=[late.pk]))
    whole = b"".join(club_archive.build_archive(keeper.club, by=None))
    with transaction.atomic():
        delete_everything()
    owner = User.objects.create_user("olga")
    imported_archive.restore(BytesIO(part), owner=owner)
    recount.refresh(keeper.season)
    monkeypatch.setattr(as_of, "STORED_AFTER", timedelta(0))
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", -1)
    monkeypatch.setattr(latest_changes, "MOST_ENTRIES", 0)
    return at, partial(imported_archive.restore, BytesIO(whole), owner=owner)


def test_imported_sessions_change_what_was_known_at_a_moment(keeper, late_archive):
    at, import_late = late_archive
    tasks.count_report(str(keeper.season.pk), **asked_at(keeper, at))
    assert known_at(keeper, at).is_current
    import_late()
    assert not known_at(keeper, at).is_current


@pytest.mark.needs("postgresql")
@pytest.mark.django_db(transaction=True)
def test_a_table_that_is_stored_while_sessions_of_before_are_imported_is_not_current(
    keeper, late_archive
):
    at, import_late = late_archive
    asked = asked_at(keeper, at)
    with transaction.atomic():
        import_late()
        run_in_threads(lambda _: tasks.count_report(str(keeper.season.pk), **asked), times=1)
    recount.refresh(keeper.season)
    assert SeasonReport.objects.exists()
    assert not known_at(keeper, at).is_current


def test_an_imported_session_that_moves_to_another_season_stays_in_earlier_tables(keeper):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    moved = keeper.session(WON_BY_BOB, played_on="2026-03-02")
    whole = b"".join(club_archive.build_archive(keeper.club, by=None))
    delete_everything()
    owner = User.objects.create_user("olga")
    imported_archive.restore(BytesIO(whole), owner=owner)
    at = timezone.now()
    before = known_at(keeper, at).content.rows
    session = Session.objects.get(pk=moved.pk)
    session_recording.file_session(session, season=None, visibility="private", by=owner)
    assert known_at(keeper, at).content.rows == before
    assert len(before) == 4
