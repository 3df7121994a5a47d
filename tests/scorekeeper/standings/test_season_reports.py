"""Reports on long seasons are counted by workers and stored; readers get the last one with its date, and write nothing."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper import tasks, workers
from scorekeeper.management import standings_check
from scorekeeper.models import CountedScope, SeasonReport, Session, Visibility
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import progress, recount, season_count, season_reports
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

WHOLE = Scope()
CUP = Scope(event="Cup", public_only=True)


@pytest.fixture
def season(keeper, monkeypatch):
    """A season of two days that is too long to be counted for a reader."""
    cup = keeper.session(WON_BY_ALICE, played_on="2026-03-01", event="Cup")
    keeper.session(WON_BY_BOB, played_on="2026-03-02")
    Session.objects.filter(pk=cup.pk).update(visibility=Visibility.PUBLIC)
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", 0)
    return keeper.season


@pytest.fixture
def visitor(rf):
    """A request without an account."""
    request = rf.get("/")
    request.user = AnonymousUser()
    return request


def read(season, scope=WHOLE):
    return progress.daily_standings(season_count.read(season), scope)


def counted_for_a_reader(monkeypatch, season, scope=WHOLE):
    with monkeypatch.context() as patch:
        patch.setattr(season_reports, "MOST_SESSIONS", 100)
        return read(season, scope).content


def count(report):
    """Do what a worker does that is woken for a report."""
    return tasks.count_report(str(report.season.pk), report.kind, report.question)


def make_old():
    SeasonReport.objects.update(counted_at=timezone.now() - timedelta(hours=1))


def test_a_report_that_was_never_counted_is_wanted_and_empty(season):
    report = read(season)
    assert (report.content, report.counted_at) == (None, None)
    assert (report.is_current, report.is_wanted) == (False, True)


@pytest.mark.parametrize("scope", [WHOLE, CUP], ids=str)
def test_a_worker_stores_what_a_reader_of_a_short_season_counts(season, monkeypatch, scope):
    count(read(season, scope))
    report = read(season, scope)
    assert report.content == counted_for_a_reader(monkeypatch, season, scope)
    assert (report.is_current, report.is_wanted) == (True, False)


@pytest.mark.parametrize("scope", [Scope(event="Cup", variant="big-two"), CUP], ids=str)
def test_the_table_of_a_part_that_is_not_stored_by_day_is_a_report(
    season, people, monkeypatch, scope
):
    plan = {"scoring": "place-points", "place_points": [0], "tie_breaks": ["head-to-head"]}
    plan_versions.decide(season, parse_plan(plan), by=people.bob)
    waiting = standings_table.table(season, scope)
    assert (waiting.rows, waiting.is_current, waiting.counted_at) == ((), False, None)
    count(waiting.report)
    stored = standings_table.table(season, scope)
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", 100)
    assert (stored.rows, stored.is_current) == (standings_table.table(season, scope).rows, True)


def test_ties_of_an_earlier_day_that_take_many_hands_are_a_report(season, people, monkeypatch):
    plan = {"scoring": "place-points", "place_points": [0], "tie_breaks": ["head-to-head"]}
    plan_versions.decide(season, parse_plan(plan), by=people.bob)
    recount.refresh(season)
    scope = Scope(as_of=date(2026, 3, 1))
    counted = standings_table.table(season, scope)
    CountedScope.objects.update(ties={})
    monkeypatch.setattr(season_count, "MOST_TIED_HANDS", 0)
    waiting = standings_table.table(season, scope)
    assert not waiting.is_current
    assert {row.player for row in waiting.rows} == {row.player for row in counted.rows}
    count(waiting.report)
    stored = standings_table.table(season, scope)
    assert (stored.rows, stored.is_current) == (counted.rows, True)
    assert [row.place for row in stored.rows] == [1, 2, 3, 4]


def test_a_page_that_waits_for_a_report_says_so_and_shows_the_former_one(
    season, keeper, client, people
):
    client.force_login(people.dan)
    page = f"/seasons/{season.pk}/course/"
    assert "This season is being counted" in client.get(page).content.decode()
    count(read(season))
    assert "This season is being counted" not in client.get(page).content.decode()
    keeper.session(WON_BY_ALICE, played_on="2026-03-03")
    text = client.get(page).content.decode()
    assert "What is shown was counted on" in text
    assert "March 2" in text
    assert "March 3" not in text


def test_a_players_course_is_stored_as_it_is_counted(season, keeper, monkeypatch):
    player = keeper.players[0].pk

    def read_steps():
        return progress.standings_of_player(season_count.read(season), WHOLE, player)

    count(read_steps())
    stored = read_steps().content
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", 100)
    assert stored == read_steps().content


def test_after_another_hand_the_former_report_is_shown_until_it_is_counted_again(season, keeper):
    count(read(season))
    former = read(season)
    keeper.session(WON_BY_ALICE, played_on="2026-03-03")
    assert read(season) == former._replace(is_current=False)
    count(read(season))
    assert len(read(season).content) == 3


def test_a_new_plan_makes_a_report_stale(season, people):
    count(read(season))
    plan_versions.decide(season, parse_plan({"scoring": "average"}), by=people.bob)
    assert not read(season).is_current


def test_a_public_report_is_not_shown_once_a_session_was_made_private(season, keeper, people):
    session = season.sessions.get(event="Cup")
    other = keeper.session(WON_BY_BOB, played_on="2026-03-09", event="Cup")
    numbers = []
    for visibility in (Visibility.PUBLIC, Visibility.PRIVATE):
        session_recording.file_session(other, season=season, visibility=visibility, by=people.bob)
        other.refresh_from_db()
        assert read(season, CUP).content is None
        count(read(season, CUP))
        numbers.append(len(read(season, CUP).content))
    assert numbers == [2, 1]
    session_recording.file_session(
        session, season=season, visibility=Visibility.PRIVATE, by=people.bob
    )
    assert read(season, CUP).content == []


def test_a_current_report_is_not_counted_again(season):
    assert count(read(season)) is True
    assert count(read(season)) is False


def test_a_report_is_counted_again_once_a_minute_at_most(season, keeper):
    count(read(season))
    keeper.session(WON_BY_ALICE, played_on="2026-03-03")
    assert not read(season).is_wanted
    make_old()
    assert read(season).is_wanted


def test_what_changes_while_a_worker_counts_leaves_the_report_stale(season, keeper, monkeypatch):
    first = read(season)
    count_days = progress.COURSE.count

    def count_and_record(*args):
        keeper.session(WON_BY_ALICE, played_on="2026-03-03")
        return count_days(*args)

    kind = replace(progress.COURSE, count=count_and_record)
    monkeypatch.setitem(tasks.REPORTS, "course/2", kind)
    count(first)
    assert not read(season).is_current


def test_reading_a_report_takes_as_many_queries_in_a_long_season_and_writes_nothing(season, keeper):
    numbers = []
    for _ in range(2):
        keeper.session(WON_BY_ALICE, WON_BY_BOB, played_on="2026-03-03")
        count(read(season))
        with CaptureQueriesContext(connection) as captured:
            read(season)
        statements = [query["sql"] for query in captured]
        assert all(text.startswith("SELECT") and "FOR UPDATE" not in text for text in statements)
        assert not [text for text in statements if 'FROM "scorekeeper_tally"' in text]
        numbers.append(len(statements))
    assert numbers[0] == numbers[1]


def test_a_reader_asks_a_worker_once_and_nobody_else_asks_meanwhile(season, visitor, monkeypatch):
    sent = []
    monkeypatch.setattr(
        tasks.count_report, "apply_async", lambda **options: sent.append(options["kwargs"])
    )
    for _ in range(2):
        workers.wake_up_for_report(read(season, CUP), visitor)
    question = {"scope": {"event": "Cup", "public_only": True}, "filings": []}
    assert sent == [{"season": str(season.pk), "kind": "course/2", "question": question}]


def test_old_reports_are_deleted_and_counted_again_for_whoever_asks(season):
    count(read(season))
    SeasonReport.objects.update(
        counted_at=timezone.now() - timedelta(days=season_reports.DAYS_KEPT + 1)
    )
    assert tasks.forget_old_reports() == 1
    assert read(season).is_wanted


def test_a_stored_report_names_nobody_and_nothing(season):
    count(read(season, CUP))
    row = SeasonReport.objects.get()
    assert "Cup" not in f"{row.content} {row.question_digest} {row.kind}"


def test_a_standing_in_a_part_that_waits_for_its_table_says_so_and_comes_with_the_table(
    season, keeper, client, people, monkeypatch
):
    sent = []
    monkeypatch.setattr(
        tasks.count_report, "apply_async", lambda **options: sent.append(options["kwargs"])
    )
    client.force_login(people.dan)
    page = f"/seasons/{season.pk}/players/{keeper.players[0].pk}/?event=Cup&variant=big-two"
    keeper.session(WON_BY_BOB, variant="gang-of-four", event="Cup", played_on="2026-03-02")
    recount.refresh(season)
    waiting = client.get(page).content.decode()
    assert "This season is being counted" in waiting
    while sent:
        tasks.count_report(**sent.pop())
    assert "Session by session" not in waiting
    assert "Session by session" in client.get(page).content.decode()


def test_pages_of_a_long_season_open_while_cache_and_broker_are_down(
    season, people, client, settings
):
    nobody = "redis://127.0.0.1:1/0"
    settings.CACHES = {
        "default": {
            "BACKEND": "scorekeeper.monitoring.guarded_cache.GuardedCache",
            "LOCATION": nobody,
        }
    }
    client.force_login(people.dan)
    page = client.get(f"/seasons/{season.pk}/course/")
    assert page.status_code == 200
    assert "This season is being counted." in page.content.decode()
    question = {"scope": Scope().as_json()}
    assert tasks.count_report(str(season.pk), progress.COURSE.name, question)
    assert progress.daily_standings(season_count.read(season), Scope()).is_current


def test_a_check_passes_over_a_public_report_that_nobody_is_shown_any_more(season, people):
    public = season.sessions.first()
    session_recording.file_session(
        public, season=season, visibility=Visibility.PUBLIC, by=people.bob
    )
    report = progress.daily_standings(season_count.read(season), Scope(public_only=True))
    tasks.count_report(str(season.pk), report.kind, report.question)
    assert not list(standings_check.recount(season))
    session_recording.file_session(
        public, season=season, visibility=Visibility.PRIVATE, by=people.bob
    )
    assert not list(standings_check.recount(season))
