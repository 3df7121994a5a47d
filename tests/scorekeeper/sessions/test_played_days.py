"""By which day sessions are listed: the one that was written down, else the day of opening; files without a date have none."""

import pytest
from django.db import connection
from django.db.models import Case, Exists, OuterRef, Value, When
from django.db.models.functions import Coalesce, NullIf, TruncDate
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import referee
from scorekeeper import tasks
from scorekeeper.clubs import player_merges
from scorekeeper.hands import annulled_sessions
from scorekeeper.imports import session_records
from scorekeeper.imports import worker as import_worker
from scorekeeper.models import ImportLine, Player, Session
from scorekeeper.models.sessions import DAY_LISTED, NO_DAY
from scorekeeper.sessions import filing, played_days, usual_tables
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.callers import rolled_back
from tests.scorekeeper.import_files import create_import, ndjson, never_stop, record

DAYS = [None, "2026-03-05", "2026-11-20"]
"""Days of a record: none, one before today and one after it."""


def days_counted_from_scratch():
    """Return the day of every session from its record, its time of opening, and the lines of all imports."""
    lines = ImportLine.objects.filter(within__club=OuterRef("club"), session=OuterRef("pk"))
    opened = Case(When(Exists(lines), then=None), default=TruncDate("created_at"))
    return dict(Session.objects.values_list("pk", Coalesce("played_on", opened)))


def days_stored():
    return dict(Session.objects.values_list("pk", NullIf(DAY_LISTED, Value(NO_DAY))))


def any_session(number):
    sessions = Session.objects.order_by("created_at", "pk")
    return sessions[number % len(sessions)]


class Writes:
    """What can be done to the sessions of a club, each with a day or a number out of the test."""

    def __init__(self, club, players, people, season):
        self.club, self.players, self.by, self.season = club, players, people.carol, season

    def open(self, number, day):
        keys = {"variant": "big-two", "played_on": day} if day else {"variant": "big-two"}
        session_recording.record_session(self.club, keys, players=self.players, by=self.by)

    def amend(self, number, day):
        session_recording.amend_session(
            any_session(number), {"played_on": day}, players=None, by=self.by
        )

    def import_file(self, number, day):
        create_import(self.club, self.by, ndjson(self.record(number, day)))
        import_worker.process_waiting_imports(stop=never_stop)

    def try_file(self, number, day):
        create_import(self.club, self.by, ndjson(self.record(number, day)), dry_run=True)
        import_worker.process_waiting_imports(stop=never_stop)

    def move(self, number, day):
        filing.move_to_season(self.club, [any_session(number).pk], self.season, by=self.by)

    def merge(self, number, day):
        stranger = Player.objects.create(club=self.club, name=f"Stranger {Player.objects.count()}")
        player_merges.merge(stranger, self.players[number % 4], by=self.by)

    def annul(self, number, day):
        session = any_session(number)
        if session.hands.exists():
            annulled_sessions.annul(session, reason="Entered twice.", by=self.by)

    @staticmethod
    def record(number, day):
        keys = record(table=str(number))
        return {**keys, "played_on": day} if day else without_day(keys)


def without_day(record):
    return {key: value for key, value in record.items() if key != "played_on"}


@pytest.fixture
def writes(club, players, people, season):
    return Writes(club, players, people, season)


WRITES = st.sampled_from(["open", "amend", "import_file", "try_file", "move", "merge", "annul"])
CHANGES = st.lists(st.tuples(WRITES, st.integers(0, 2), st.sampled_from(DAYS)), max_size=8)


@pytest.mark.slow
@given(CHANGES)
@settings(
    max_examples=20,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_after_any_writes_the_day_is_what_counting_from_scratch_gives(writes, session, changes):
    with rolled_back():
        for name, number, day in changes:
            getattr(writes, name)(number, day)
            assert days_stored() == days_counted_from_scratch()


def test_sessions_without_a_day_are_listed_last(writes):
    writes.import_file(1, None)
    writes.open(2, "2026-03-05")
    writes.open(3, None)
    days = [session.played_on or session.listed_on for session in latest_first()]
    assert days == sorted(days, reverse=True)
    assert days[-1] == NO_DAY


def test_a_session_that_a_file_repeats_is_one_from_a_file(writes, club, people):
    parsed = referee.parse_record(writes.record(1, None))
    session, _ = session_records.import_session(club, parsed, by=people.carol)
    assert days_stored()[session.pk] == session.created_at.date()
    writes.import_file(1, None)
    assert days_stored() == {session.pk: None}


def test_a_worker_fills_in_the_day_of_sessions_that_the_previous_release_opened(writes):
    writes.import_file(1, None)
    writes.open(2, None)
    before = days_stored()
    Session.objects.update(listed_on=None)
    assert days_stored() != before
    assert tasks.date_sessions() == 2
    assert days_stored() == before
    assert tasks.date_sessions() == 0


@pytest.mark.needs("postgresql")
@pytest.mark.parametrize("name", ["club", "season"])
def test_postgresql_reads_sessions_in_the_order_of_an_index(name, club, season):
    rows = {"club": club, "season": season}
    sessions = Session.objects.filter(**{name: rows[name]}).order_by(*played_days.LATEST_FIRST)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_sort = off")
        cursor.execute("SET LOCAL enable_incremental_sort = off")
        cursor.execute("SET LOCAL enable_seqscan = off")
    plan = sessions[:20].explain()
    assert {"club": "sessions_by_day", "season": "sessions_of_a_season_by_day"}[name] in plan
    assert "Sort" not in plan


def latest_first():
    return Session.objects.order_by(*played_days.LATEST_FIRST)


def test_the_games_that_a_club_has_played_are_known_from_its_sessions(open_session, club):
    assert usual_tables.games_played(club) == []
    for variant in ("big-two", "gang-of-four", "big-two"):
        open_session(variant=variant)
    assert sorted(usual_tables.games_played(club)) == ["big-two", "gang-of-four"]
