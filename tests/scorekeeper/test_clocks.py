"""After a clock was set back, stored times lie in the future: nothing waits for them, and no loop repeats itself."""

from datetime import timedelta
from itertools import count

import pytest
from celery import current_app
from django.utils import timezone

from scorekeeper import settings, tasks
from scorekeeper.management.beat_schedule import Scheduler
from scorekeeper.models import (
    Delivery,
    DeliveryState,
    Hand,
    HandRevision,
    Import,
    ImportState,
    Rebuild,
    SeasonReport,
)
from scorekeeper.replays import rebuilds
from scorekeeper.standings import progress, recount, season_count, season_reports
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.scope import Scope
from scorekeeper.webhooks import delivery
from tests.scorekeeper.sample_rows import create_waiting_import, create_webhook_with_delivery
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

HOURS = timedelta(hours=3)


@pytest.fixture
def scheduler(tmp_path):
    scheduler = Scheduler(app=current_app, schedule_filename=str(tmp_path / "schedule"))
    yield scheduler
    scheduler.close()


@pytest.mark.parametrize("is_restarted", [False, True])
def test_beat_goes_on_when_its_clock_is_set_back(scheduler, is_restarted):
    while not scheduler.tick():
        pass
    for entry in scheduler.schedule.values():
        entry.last_run_at += HOURS
    scheduler.populate_heap()
    if is_restarted:
        scheduler._heap = None
    assert scheduler.tick() <= min(settings._intervals.values())


def test_an_import_whose_worker_died_before_the_clock_was_set_back_goes_on(club, people):
    row = create_waiting_import(club, by=people.carol)
    Import.objects.filter(pk=row.pk).update(
        state=ImportState.RUNNING, worked_on_at=timezone.now() + HOURS
    )
    assert tasks.run_waiting_imports() == 1


def test_a_worker_that_is_at_an_import_keeps_it(club, people):
    row = create_waiting_import(club, by=people.carol)
    Import.objects.filter(pk=row.pk).update(state=ImportState.RUNNING, worked_on_at=timezone.now())
    assert tasks.run_waiting_imports() == 0


@pytest.mark.parametrize(
    ("later", "due"), [(timedelta(hours=10), False), (timedelta(days=9000), True)]
)
def test_a_message_is_not_put_off_for_longer_than_the_longest_wait(club, people, later, due):
    create_webhook_with_delivery(club, by=people.alice)
    Delivery.objects.update(state=DeliveryState.WAITING, next_try_at=timezone.now() + later)
    assert delivery.due().exists() is due


def test_a_rebuild_ends_that_was_asked_for_before_the_clock_was_set_back(club, hand, people):
    tasks.rebuild_stale_replays()
    row = rebuilds.request_rebuild(club, by=people.bob)
    Rebuild.objects.filter(pk=row.pk).update(at=timezone.now() + HOURS)
    turns = count()
    built = rebuilds.run_waiting(stop=lambda: next(turns) > 50, call_for_help=lambda: None)
    assert built == 1
    assert not rebuilds.unfinished().exists()


def test_a_report_counted_before_the_clock_was_set_back_is_counted_again(keeper, monkeypatch):
    def read():
        return progress.daily_standings(season_count.read(keeper.season), Scope())

    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", 0)
    report = read()
    tasks.count_report(str(keeper.season.pk), report.kind, report.question)
    SeasonReport.objects.update(counted_at=timezone.now() + HOURS)
    keeper.session(WON_BY_BOB, played_on="2026-03-02")
    assert read().is_wanted


def test_the_order_of_facts_does_not_depend_on_the_clock(keeper, people):
    hand = keeper.session(WON_BY_ALICE, played_on="2026-03-01").hands.get()
    earlier = hand.head
    ahead = {"at": earlier.at + HOURS}
    HandRevision.objects.filter(pk=earlier.pk).update(**ahead)
    keeper.amend(hand, cards_left=WON_BY_BOB)
    hand = Hand.objects.select_related("head").get(pk=hand.pk)
    assert (hand.head.number, hand.head.at < earlier.at + HOURS) == (2, True)
    assert [*hand.revisions.values_list("number", flat=True)] == [1, 2]
    recount.refresh(keeper.season)
    first = standings_table.table(keeper.season, Scope()).rows[0]
    assert first.player == keeper.players[1].pk
