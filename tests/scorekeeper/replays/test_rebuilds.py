"""Requested rebuilds of the replays of a session, a season or a club: progress, cancelling and continuing."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F

import referee
from scorekeeper import tasks
from scorekeeper.adjudication import judging
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Adjudication, Hand, Rebuild, Replay, Season, Session, Visibility
from scorekeeper.replays import builder as replay_builder
from scorekeeper.replays import frames as replay_frames
from scorekeeper.replays import rebuilds as replay_rebuilds
from scorekeeper.replays.frames import ReplayState
from scorekeeper.sessions import recording as session_recording
from scorekeeper.sessions import what_if
from tests.scorekeeper.sample_hands import CLEAN, SHEET

pytestmark = pytest.mark.django_db


def never_stop() -> bool:
    return False


@pytest.fixture
def hands(session, people):
    """Four hands whose replays were built yesterday."""
    rows = [hand_recording.record_hand(session, CLEAN, by=people.carol).hand for _ in range(4)]
    replay_frames.rebuild_stale(stop=never_stop)
    Replay.objects.update(built_at=F("built_at") - timedelta(days=1))
    return rows


def progress(row):
    return replay_rebuilds.progress(Rebuild.objects.get(pk=row.pk))


def state(row):
    return replay_rebuilds.state_of(Rebuild.objects.get(pk=row.pk))


def test_replays_stay_visible_while_they_are_rebuilt(hands, club, people):
    before = dict(Replay.objects.values_list("hand", "frames"))
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    assert (progress(row).hands, progress(row).left, progress(row).current) == (4, 4, 4)
    assert replay_frames.frames_of(hands[0], people.dan)[0] == ReplayState.CURRENT
    assert replay_rebuilds.run_waiting(stop=never_stop) == 4
    assert state(row) == "done"
    assert (progress(row).left, progress(row).current) == (0, 4)
    assert dict(Replay.objects.values_list("hand", "frames")) == before


def test_a_rebuild_covers_only_its_season_or_session(hands, session, club, open_session, people):
    other = open_session()
    hand_recording.record_hand(other, SHEET, by=people.carol)
    season = Season.objects.create(club=club, name="Spring")
    session_recording.file_session(
        other, season=season, visibility=Visibility.PRIVATE, by=people.alice
    )
    scopes = {club: 5, season: 1, session: 4, other: 1}
    rows = {scope: replay_rebuilds.request_rebuild(scope, by=people.bob) for scope in scopes}
    assert {scope: progress(row).hands for scope, row in rows.items()} == scopes


def exact_progress(row):
    scope = replay_rebuilds.scope_of(row)
    return {
        "hands": scope.count(),
        "current": scope.filter(replay_frames.is_current()).count(),
        "left": replay_rebuilds.hands_left(row).count(),
        "failed": row.failures.count(),
    }


@pytest.mark.parametrize("at_once", [0, 4])
def test_the_stored_progress_is_exact_after_every_batch(hands, club, people, monkeypatch, at_once):
    monkeypatch.setattr(replay_builder, "BATCH", 1)
    monkeypatch.setattr(replay_rebuilds, "COUNTED_AT_ONCE", at_once)
    Adjudication.objects.filter(hand=hands[1]).update(carried_in={})
    Adjudication.objects.filter(hand=hands[2]).update(replay=None)
    Replay.objects.filter(hand=hands[3]).update(frame_version=referee.FRAME_VERSION - 1)
    row, left = replay_rebuilds.request_rebuild(club, by=people.bob), []

    def stop():
        stored = asdict(progress(row))
        if stored.pop("counted_at"):
            left.append(stored["left"])
            assert stored == exact_progress(row)
        return False

    assert (progress(row).counted_at is None) == (at_once == 0)
    replay_rebuilds.run_waiting(stop=stop)
    assert left[-1] < 4
    ended = asdict(progress(row))
    assert ended.pop("counted_at")
    assert ended == exact_progress(row) == {"hands": 4, "current": 4, "left": 0, "failed": 1}


def test_reading_the_progress_reads_the_row_alone(hands, club, people, django_assert_num_queries):
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    with django_assert_num_queries(0):
        assert replay_rebuilds.progress(row).left == 4


def test_a_rebuild_of_an_earlier_release_is_counted_by_a_worker(hands, club, people):
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    replay_rebuilds.run_waiting(stop=never_stop)
    Rebuild.objects.update(hands=0, current=0, counted_at=None)
    replay_rebuilds.run_waiting(stop=never_stop)
    assert (progress(row).hands, progress(row).current) == (4, 4)


def test_a_stopped_rebuild_is_continued(hands, session, people):
    row = replay_rebuilds.request_rebuild(session, by=people.bob)
    stop_answers = iter([False, False, False, True])  # before the rebuild, and before each hand
    assert replay_rebuilds.run_waiting(stop=lambda: next(stop_answers)) == 2
    assert (state(row), progress(row).left) == ("under way", 2)
    assert replay_rebuilds.run_waiting(stop=never_stop) == 2
    assert state(row) == "done"


def test_two_rebuilds_of_the_same_hands_build_them_once(hands, club, session, people):
    rows = [replay_rebuilds.request_rebuild(scope, by=people.bob) for scope in (club, session)]
    assert replay_rebuilds.run_waiting(stop=never_stop) == 4
    assert {state(row) for row in rows} == {"done"}


def test_a_cancelled_rebuild_builds_nothing_more(hands, club, people):
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    replay_rebuilds.cancel(row, by=people.bob)
    assert replay_rebuilds.run_waiting(stop=never_stop) == 0
    assert (state(row), progress(row).left, progress(row).current) == ("cancelled", 0, 4)


def test_a_running_rebuild_ends_after_its_batch_when_cancelled(hands, club, people, monkeypatch):
    monkeypatch.setattr(replay_builder, "BATCH", 1)
    row, checks = replay_rebuilds.request_rebuild(club, by=people.bob), 0

    def stop():
        nonlocal checks
        checks += 1
        if checks == 3:
            replay_rebuilds.cancel(row, by=people.alice)
        return False

    assert 1 <= replay_rebuilds.run_waiting(stop=stop) < 4
    assert state(row) == "cancelled"


def test_a_finished_rebuild_cannot_be_cancelled(hands, club, people):
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    replay_rebuilds.run_waiting(stop=never_stop)
    with pytest.raises(replay_rebuilds.RebuildOverError):
        replay_rebuilds.cancel(row, by=people.bob)


def test_a_hand_whose_replay_fails_is_counted_and_does_not_block_the_others(hands, club, people):
    Adjudication.objects.filter(hand=hands[1]).update(carried_in={})
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    assert replay_rebuilds.run_waiting(stop=never_stop) == 3
    assert (state(row), progress(row).failed, progress(row).left) == ("done", 1, 0)


def test_running_the_task_twice_builds_once(hands, club, people):
    replay_rebuilds.request_rebuild(club, by=people.bob)
    assert [tasks.run_rebuilds() for _ in range(2)] == [4, 0]


def test_other_workers_are_called_if_there_is_more_than_one_batch(hands, club, people, monkeypatch):
    calls = []
    replay_rebuilds.request_rebuild(club, by=people.bob)
    replay_rebuilds.run_waiting(stop=never_stop, call_for_help=lambda: calls.append(1))
    assert not calls
    monkeypatch.setattr(replay_builder, "BATCH", 2)
    replay_rebuilds.request_rebuild(club, by=people.bob)
    replay_rebuilds.run_waiting(stop=never_stop, call_for_help=lambda: calls.append(1))
    assert calls


def test_the_count_of_stale_replays_agrees_with_the_query(hands, session, people, monkeypatch):
    hand_recording.record_hand(session, SHEET, by=people.carol)
    Replay.objects.filter(hand=hands[0]).delete()
    Replay.objects.filter(hand=hands[1]).update(frame_version=referee.FRAME_VERSION + 1)
    assert replay_frames.count_stale() == replay_frames.stale().count() == 3
    monkeypatch.setattr(referee, "FRAME_VERSION", referee.FRAME_VERSION + 2)
    assert replay_frames.count_stale() == replay_frames.stale().count() == 5
    assert replay_frames.rebuild_stale(stop=never_stop) == 5
    assert replay_frames.count_stale() == 0


def test_a_rebuild_is_requested_followed_and_cancelled_over_http(hands, club, people, signed):
    client = signed(people.bob)
    answer = client.post(f"/api/v1/clubs/{club.pk}/rebuild/")
    assert answer.status_code == 202
    path = f"/api/v1/rebuilds/{answer.json()['id']}/"
    body = client.get(path).json()
    assert body["state"] == "under way"
    assert body["progress"].pop("counted_at")
    assert body["progress"] == {"hands": 4, "current": 4, "left": 4, "failed": 0}
    assert client.post(f"{path}cancellation/").json()["state"] == "cancelled"
    replay_rebuilds.run_waiting(stop=never_stop)
    assert client.get(path).json()["progress"]["left"] == 0


def test_a_finished_rebuild_cannot_be_cancelled_over_http(hands, club, people, signed):
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    replay_rebuilds.run_waiting(stop=never_stop)
    refused = signed(people.bob).post(f"/api/v1/rebuilds/{row.pk}/cancellation/")
    assert (refused.status_code, refused.json()["code"]) == (409, "rebuild-over")


@pytest.mark.django_db(transaction=True)
def test_replays_are_right_after_parallel_builds_and_rule_changes(session, people):
    recorded = [hand_recording.record_hand(session, CLEAN, by=people.carol).hand for _ in range(30)]

    def work(number):
        try:
            for turn in range(5):
                if number:
                    replay_frames.rebuild_stale(stop=never_stop)
                    continue
                current = Session.objects.select_related("head").get(pk=session.pk)
                rules = {"bombs": bool(turn % 2)}
                what_if.apply(current, rules, reason="", by=people.bob)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    replay_frames.rebuild_stale(stop=never_stop)
    assert not replay_frames.stale().exists()
    for hand in Hand.objects.select_related("replay", "adjudication", "head", "session__head"):
        assert hand.replay.input_digest == hand.adjudication.input_digest
        assert referee.decompress_frames(hand.replay.frames) == judging.judge_stored(hand).frames()
    assert len(recorded) == Replay.objects.count()
