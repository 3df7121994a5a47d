"""Frames of replays: built outside the request; a stale replay is never shown as current."""

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError as QueueSilentError

import referee
from referee import Parts
from scorekeeper import tasks, workers
from scorekeeper.adjudication import revisions
from scorekeeper.adjudication.judging import rejudge
from scorekeeper.hands import recording
from scorekeeper.models import Kind, Replay
from scorekeeper.replays import builder as replay_builder
from scorekeeper.replays import frames as replay_frames
from scorekeeper.replays.frames import ReplayState
from tests.scorekeeper.sample_hands import CLEAN, SHEET, UNFINISHED


def never_stop() -> bool:
    return False


def test_the_replay_of_a_new_hand_is_being_built(hand, people):
    assert replay_frames.frames_of(hand, people.dan) == (ReplayState.BUILDING, None)


def test_a_built_replay_has_a_frame_for_the_start_and_for_each_event(hand, people):
    assert replay_frames.rebuild_stale(stop=never_stop) == 1
    state, frames = replay_frames.frames_of(hand, people.dan)
    assert state == ReplayState.CURRENT
    assert [frame["event"] for frame in frames] == [0, 1, 2, 3, 4, 5]


def test_a_slow_batch_is_saved_in_parts(session, people, monkeypatch):
    for _ in range(5):
        recording.record_hand(session, CLEAN, by=people.carol)
    monkeypatch.setattr(replay_builder, "MAX_BATCH_SECONDS", -1)
    assert replay_frames.rebuild_stale(stop=never_stop) == 5
    assert not replay_frames.stale().exists()


def test_a_current_replay_is_not_built_again(hand):
    assert [replay_frames.rebuild_stale(stop=never_stop) for _ in range(2)] == [1, 0]


def test_the_replay_of_an_amended_hand_is_stale_until_built_again(hand, session, people):
    replay_frames.rebuild_stale(stop=never_stop)
    act = revisions.Act(by=people.bob, kind=Kind.AMENDED)
    revisions.revise_hand(hand, Parts(SHEET, {}), act).save(force_insert=True)
    hand.save()
    rejudge(session)
    hand.refresh_from_db()
    assert replay_frames.frames_of(hand, people.dan) == (ReplayState.BUILDING, None)
    assert replay_frames.rebuild_stale(stop=never_stop) == 1
    assert replay_frames.frames_of(hand, people.dan)[0] == ReplayState.CURRENT


def test_frames_of_an_older_format_are_stale(hand, people):
    replay_frames.rebuild_stale(stop=never_stop)
    Replay.objects.update(frame_version=referee.FRAME_VERSION - 1)
    assert replay_frames.frames_of(hand, people.dan) == (ReplayState.BUILDING, None)
    assert replay_frames.rebuild_stale(stop=never_stop) == 1


def test_a_stopped_build_is_continued_by_the_next(session, people):
    for _ in range(3):
        recording.record_hand(session, CLEAN, by=people.carol)
    stop_after_one = iter([False, True])
    assert replay_frames.rebuild_stale(stop=lambda: next(stop_after_one)) == 1
    frames = list(Replay.objects.values_list("hand", "frames"))
    assert replay_frames.rebuild_stale(stop=never_stop) == 2
    assert set(map(str, frames)) <= set(map(str, Replay.objects.values_list("hand", "frames")))
    assert not replay_frames.stale().exists()


def test_more_hands_than_a_batch_are_all_built(session, people, monkeypatch):
    monkeypatch.setattr(replay_builder, "BATCH", 2)
    for _ in range(5):
        recording.record_hand(session, SHEET, by=people.carol)
    assert replay_frames.rebuild_stale(stop=never_stop) == 5


def test_a_hand_whose_replay_fails_does_not_block_the_others(session, people):
    hands = [recording.record_hand(session, SHEET, by=people.carol).hand for _ in range(3)]
    broken = hands[0].adjudication
    broken.carried_in = {}
    broken.save()
    assert replay_frames.rebuild_stale(stop=never_stop) == 2
    assert list(replay_frames.stale()) == [hands[0]]


def test_running_the_task_twice_builds_once(hand):
    assert [tasks.rebuild_stale_replays() for _ in range(2)] == [1, 0]


def test_an_unreachable_queue_is_logged_and_fails_no_request(
    hand, monkeypatch, django_capture_on_commit_callbacks, caplog
):
    def refuse(**_):
        raise QueueSilentError("connection refused")

    monkeypatch.setattr(tasks.rebuild_stale_replays, "apply_async", refuse)
    with django_capture_on_commit_callbacks(execute=True):
        workers.wake_up()
    assert "connection refused" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_rolled_back_transaction_sends_no_wake_up(monkeypatch):
    sent = []
    monkeypatch.setattr(tasks.rebuild_stale_replays, "apply_async", lambda **_: sent.append(1))
    with transaction.atomic():
        workers.wake_up()
        transaction.set_rollback(True)
    assert not sent
    with transaction.atomic():
        workers.wake_up()
        assert not sent
    assert sent == [1]


def test_the_replay_of_an_unfinished_hand_hides_cards_from_others(session, people):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    replay_frames.rebuild_stale(stop=never_stop)
    state, frames = replay_frames.frames_of(hand, people.dan)
    assert state == ReplayState.CURRENT
    visible = {card for holding in frames[0]["holdings"] if holding for card in holding}
    assert visible <= {"?", "3C", "4C", "5C", "6C", "7C"}
    _, full = replay_frames.frames_of(hand, people.carol)
    assert "2S" in full[0]["holdings"][3]
