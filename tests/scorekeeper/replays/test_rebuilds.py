"""The replays of a session, a season or a club are built anew: shared, followed, stopped, gone on with."""

from concurrent.futures import ThreadPoolExecutor
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


def never() -> bool:
    return False


@pytest.fixture
def built(session, people):
    """Four hands with replays of yesterday."""
    hands = [hand_recording.record_hand(session, CLEAN, by=people.carol).hand for _ in range(4)]
    replay_frames.rebuild_stale(stop=never)
    Replay.objects.update(built_at=F("built_at") - timedelta(days=1))
    return hands


def progress(row):
    return replay_rebuilds.progress(Rebuild.objects.get(pk=row.pk))


def state(row):
    return replay_rebuilds.state_of(Rebuild.objects.get(pk=row.pk))


def test_every_replay_of_a_club_is_built_again_and_stays_shown_until_then(built, club, people):
    before = dict(Replay.objects.values_list("hand", "frames"))
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    assert (progress(row).hands, progress(row).left, progress(row).current) == (4, 4, 4)
    assert replay_frames.frames_of(built[0], people.dan)[0] == ReplayState.CURRENT
    assert replay_rebuilds.run_waiting(stop=never) == 4
    assert state(row) == "done"
    assert (progress(row).left, progress(row).current) == (0, 4)
    assert dict(Replay.objects.values_list("hand", "frames")) == before


def test_a_rebuild_is_of_its_season_or_session_alone(built, session, club, players, people):
    other, _ = session_recording.record_session(
        club, {"variant": "big-two"}, players=players, by=people.carol
    )
    hand_recording.record_hand(other, SHEET, by=people.carol)
    season = Season.objects.create(club=club, name="Spring")
    session_recording.file_session(
        other, season=season, visibility=Visibility.PRIVATE, by=people.alice
    )
    scopes = {club: 5, season: 1, session: 4, other: 1}
    rows = {scope: replay_rebuilds.request_rebuild(scope, by=people.bob) for scope in scopes}
    assert {scope: progress(row).hands for scope, row in rows.items()} == scopes


def test_it_goes_on_where_it_was_stopped(built, session, people):
    row = replay_rebuilds.request_rebuild(session, by=people.bob)
    asked = iter([False, False, False, True])  # before the rebuild, and before each hand
    assert replay_rebuilds.run_waiting(stop=lambda: next(asked)) == 2
    assert (state(row), progress(row).left) == ("under way", 2)
    assert replay_rebuilds.run_waiting(stop=never) == 2
    assert state(row) == "done"


def test_two_rebuilds_of_the_same_hands_build_them_once(built, club, session, people):
    rows = [replay_rebuilds.request_rebuild(scope, by=people.bob) for scope in (club, session)]
    assert replay_rebuilds.run_waiting(stop=never) == 4
    assert {state(row) for row in rows} == {"done"}


def test_a_cancelled_rebuild_builds_nothing_more(built, club, people):
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    replay_rebuilds.cancel(row, by=people.bob)
    assert replay_rebuilds.run_waiting(stop=never) == 0
    assert (state(row), progress(row).left, progress(row).current) == ("cancelled", 0, 4)


def test_cancelled_while_it_runs_it_ends_after_the_piece(built, club, people, monkeypatch):
    monkeypatch.setattr(replay_builder, "BATCH", 1)
    row, asked = replay_rebuilds.request_rebuild(club, by=people.bob), 0

    def stop():
        nonlocal asked
        asked += 1
        if asked == 3:
            replay_rebuilds.cancel(row, by=people.alice)
        return False

    assert 1 <= replay_rebuilds.run_waiting(stop=stop) < 4
    assert state(row) == "cancelled"


def test_what_is_done_is_not_cancelled(built, club, people):
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    replay_rebuilds.run_waiting(stop=never)
    with pytest.raises(replay_rebuilds.RebuildOverError):
        replay_rebuilds.cancel(row, by=people.bob)


def test_a_hand_that_cannot_be_built_is_counted_and_does_not_hold_up_the_others(
    built, club, people
):
    Adjudication.objects.filter(hand=built[1]).update(carried_in={})
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    assert replay_rebuilds.run_waiting(stop=never) == 3
    assert (state(row), progress(row).failed, progress(row).left) == ("done", 1, 0)


def test_the_tasks_run_twice_build_once(built, club, people):
    replay_rebuilds.request_rebuild(club, by=people.bob)
    assert [tasks.run_rebuilds() for _ in range(2)] == [4, 0]


def test_help_is_called_for_where_there_is_more_than_a_piece(built, club, people, monkeypatch):
    calls = []
    replay_rebuilds.request_rebuild(club, by=people.bob)
    replay_rebuilds.run_waiting(stop=never, call_for_help=lambda: calls.append(1))
    assert not calls
    monkeypatch.setattr(replay_builder, "BATCH", 2)
    replay_rebuilds.request_rebuild(club, by=people.bob)
    replay_rebuilds.run_waiting(stop=never, call_for_help=lambda: calls.append(1))
    assert calls


def test_what_is_stale_is_counted_as_it_is_found(built, session, people, monkeypatch):
    hand_recording.record_hand(session, SHEET, by=people.carol)
    Replay.objects.filter(hand=built[0]).delete()
    Replay.objects.filter(hand=built[1]).update(frame_version=referee.FRAME_VERSION + 1)
    assert replay_frames.count_stale() == replay_frames.stale().count() == 3
    monkeypatch.setattr(referee, "FRAME_VERSION", referee.FRAME_VERSION + 2)
    assert replay_frames.count_stale() == replay_frames.stale().count() == 5
    assert replay_frames.rebuild_stale(stop=never) == 5
    assert replay_frames.count_stale() == 0


def test_over_the_api_a_rebuild_is_asked_for_followed_and_stopped(built, club, people, signed):
    client = signed(people.bob)
    answer = client.post(f"/api/v1/clubs/{club.pk}/rebuild/")
    assert answer.status_code == 202
    path = f"/api/v1/rebuilds/{answer.json()['id']}/"
    shown = client.get(path).json()
    assert shown["state"] == "under way"
    assert shown["progress"] == {"hands": 4, "current": 4, "left": 4, "failed": 0}
    assert client.post(f"{path}cancellation/").json()["state"] == "cancelled"
    replay_rebuilds.run_waiting(stop=never)
    assert client.get(path).json()["progress"]["left"] == 0


def test_over_the_api_it_is_too_late_to_stop_what_is_done(built, club, people, signed):
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    replay_rebuilds.run_waiting(stop=never)
    refused = signed(people.bob).post(f"/api/v1/rebuilds/{row.pk}/cancellation/")
    assert (refused.status_code, refused.json()["code"]) == (409, "rebuild-over")


@pytest.mark.django_db(transaction=True)
def test_workers_and_those_who_change_the_rules_are_in_nobodys_way(session, people):
    hands = [hand_recording.record_hand(session, CLEAN, by=people.carol).hand for _ in range(30)]

    def act(number):
        try:
            for turn in range(5):
                if number:
                    replay_frames.rebuild_stale(stop=never)
                    continue
                held = Session.objects.select_related("head").get(pk=session.pk)
                rules = {"bombs": bool(turn % 2)}
                what_if.apply(held, rules, reason="", by=people.bob)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(act, range(4)))
    replay_frames.rebuild_stale(stop=never)
    assert not replay_frames.stale().exists()
    for hand in Hand.objects.select_related("replay", "adjudication", "head", "session__head"):
        assert hand.replay.input_digest == hand.adjudication.input_digest
        assert referee.decompress_frames(hand.replay.frames) == judging.judge_stored(hand).frames()
    assert len(hands) == Replay.objects.count()
