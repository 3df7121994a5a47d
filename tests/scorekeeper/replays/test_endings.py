"""The last cards of finished hands are solved by workers; what is shown is of the hand as it is now."""

import importlib
import os
import signal
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.db import connection

from scorekeeper import set_aside, tasks
from scorekeeper.hands import amendments, recording
from scorekeeper.hands.amendments import Amendment
from scorekeeper.models import Adjudication, Club, Hand, SolvedEnding, WorkFailure
from scorekeeper.replays import endings
from scorekeeper.replays.endings import EndingState
from scorekeeper.set_aside import WorkKind
from tests.scorekeeper.sample_hands import CLEAN, GIVEN_AWAY, SHEET, TAKEN, UNFINISHED
from tests.scorekeeper.turns import after, never

SOLVED_AGAIN = importlib.import_module("scorekeeper.migrations.0069_endings_solved_again")


@pytest.fixture
def lost(session, people):
    """A hand in which seat 2 gave a certain win away."""
    return recording.record_hand(session, GIVEN_AWAY, by=people.carol).hand


def again(hand):
    related = ("club", "head", "adjudication", "session__head")
    return Hand.objects.select_related(*related).get(pk=hand.pk)


def ending(hand, person):
    return endings.ending_of(again(hand), person)


def solve(**options):
    return endings.solve_waiting(stop=never, **options)


def test_a_win_that_was_given_away_is_found_with_what_the_player_could_know(lost, people):
    assert ending(lost, people.dan).state == EndingState.WAITING
    assert solve() == 1
    state, analysis = ending(lost, people.dan)
    (given_away,) = analysis["marks"]
    assert (state, analysis["format"]) == (EndingState.SOLVED, "hand-analysis/1")
    assert (given_away["event"], given_away["mark"]) == (44, "given-away")
    assert set(given_away["plays"]) == {"9C 9S", "6D 6H", "QC QH", "AS"}
    assert given_away["known"]["won"] == given_away["known"]["deals"] == 200


def test_a_win_that_was_taken_is_found_with_what_would_have_lost_it(session, people):
    hand = recording.record_hand(session, TAKEN, by=people.carol).hand
    solve()
    (taken,) = ending(hand, people.dan).analysis["marks"]
    assert (taken["event"], taken["mark"], taken["otherwise"]["action"]) == (13, "taken", "2S")
    assert SolvedEnding.objects.get().by_seat["1"][:2] == [1, 0]


def test_it_is_noted_for_each_seat_what_it_did_with_its_wins(lost):
    solve()
    by_seat = SolvedEnding.objects.get().by_seat
    assert [by_seat[seat][:2] for seat in ("1", "2")] == [[0, 0], [0, 1]]
    assert sum(settled for _, _, settled in by_seat.values()) == 12


def test_a_worker_that_is_asked_to_end_leaves_its_hand_as_it_was(lost):
    asked = after(3)
    endings.solve_waiting(stop=never, give_up=asked)
    assert not SolvedEnding.objects.exists()
    assert not WorkFailure.objects.exists()
    assert solve() == 1


def test_a_solved_hand_is_not_solved_again(lost):
    assert [solve(), solve()] == [1, 0]
    assert not endings.is_work_waiting()


def test_an_update_lets_hands_be_solved_again_and_shows_what_was_found_until_then(
    lost, people, monkeypatch
):
    monkeypatch.setattr(SOLVED_AGAIN, "AT_ONCE", 1)
    solve()
    SOLVED_AGAIN.forget_solved(apps, None)
    assert endings.is_work_waiting()
    assert ending(again(lost), people.dan).state == EndingState.SOLVED
    assert solve() == 1


def test_an_amended_hand_waits_until_it_is_solved_again(lost, people):
    solve()
    events = [*GIVEN_AWAY["events"][:-8], "2: 9C 9S", "3: pass", "4: pass", "1: pass"]
    events += ["2: 6D 6H", "3: pass", "4: 7H 7S", "1: pass", "2: QC QH", "3: pass", "4: pass"]
    events += ["1: pass", "2: AS", "3: pass", "4: pass", "1: pass", "2: 10C"]
    amendments.amend(again(lost), Amendment(keys={"events": events}), by=people.bob)
    assert ending(lost, people.dan) == (EndingState.WAITING, None)
    assert solve() == 1
    state, analysis = ending(lost, people.dan)
    assert state == EndingState.SOLVED
    assert [mark["mark"] for mark in analysis["marks"] if mark["seat"] == 2] == ["taken"]


def test_a_hand_that_is_corrected_while_it_is_solved_waits_again(lost, people, monkeypatch):
    def analyze(hand, between):
        events = [*GIVEN_AWAY["events"][:-1], "1: 10H"]
        if not SolvedEnding.objects.exists() and hand.head.number == 1:
            amendments.amend(again(hand), Amendment(keys={"events": events}), by=people.bob)
        return original(hand, between)

    original = endings._analyze
    monkeypatch.setattr(endings, "_analyze", analyze)
    endings.solve_waiting(stop=after(1))
    assert not SolvedEnding.objects.exists()
    assert ending(lost, people.dan).state != EndingState.SOLVED


@pytest.mark.parametrize("sheet", [SHEET, UNFINISHED])
def test_a_hand_without_an_end_or_without_plays_shows_nothing(session, people, sheet):
    hand = recording.record_hand(session, sheet, by=people.carol).hand
    solve()
    assert ending(hand, people.carol) == (EndingState.NOTHING, None)
    assert not SolvedEnding.objects.exists()


def test_a_hand_whose_cards_nobody_saw_says_why_nothing_is_known(session, people):
    events = {"events": GIVEN_AWAY["events"]}
    hand = recording.record_hand(session, events, by=people.carol).hand
    solve()
    state, analysis = ending(hand, people.dan)
    assert (state, analysis["reason"]) == (EndingState.SOLVED, "hidden-cards")


def test_a_melding_game_is_passed_over(open_session, people):
    session = open_session(variant="four-color-cards")
    recording.record_hand(session, {"washed_out": True}, by=people.carol)
    solve()
    assert not endings.is_work_waiting()
    assert not SolvedEnding.objects.exists()


def test_a_club_that_has_it_switched_off_has_nothing_solved_and_nothing_shown(lost, people, club):
    Club.objects.filter(pk=club.pk).update(solves_endings=False)
    assert not endings.is_work_waiting()
    assert solve() == 0
    Club.objects.filter(pk=club.pk).update(solves_endings=True)
    solve()
    Club.objects.filter(pk=club.pk).update(solves_endings=False)
    assert ending(lost, people.dan) == (EndingState.NOTHING, None)


def test_a_hand_that_another_worker_has_is_passed_over(session, people):
    for _ in range(2):
        recording.record_hand(session, CLEAN, by=people.carol)
    taken = str(session.hands.get(position=2).pk)

    @contextmanager
    def claim(name):
        yield taken not in name

    assert solve(claim=claim) == 1
    assert str(endings.waiting().get().hand_id) == taken


def test_the_hand_played_last_comes_first(session, people):
    for _ in range(3):
        recording.record_hand(session, CLEAN, by=people.carol)
    endings.solve_waiting(stop=after(1))
    assert SolvedEnding.objects.get().hand.position == 3


def test_a_hand_that_fails_is_set_aside_and_the_others_are_solved(session, people):
    hands = [recording.record_hand(session, CLEAN, by=people.carol).hand for _ in range(3)]
    Adjudication.objects.filter(pk=hands[1].pk).update(carried_in={})
    solve()
    assert set(SolvedEnding.objects.values_list("pk", flat=True)) == {hands[0].pk, hands[2].pk}
    assert list(WorkFailure.objects.values_list("kind", "row")) == [(WorkKind.ENDING, hands[1].pk)]
    assert not endings.is_work_waiting()
    assert ending(hands[1], people.dan) == (EndingState.FAILED, None)


def test_other_work_comes_first(lost, monkeypatch):
    monkeypatch.setattr(tasks, "queue_length", lambda: 1)
    assert tasks.solve_endings() == 0
    monkeypatch.setattr(tasks, "queue_length", lambda: 0)
    assert tasks.solve_endings() == 1


@pytest.mark.django_db(transaction=True)
def test_after_a_worker_was_killed_the_next_one_goes_on(lost, settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(set_aside, "_mark", None)
    connection.close()
    child = os.fork()
    if not child:
        endings._analyze = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        set_aside.begin_task()
        solve()
        os._exit(1)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    assert not SolvedEnding.objects.exists()
    set_aside.begin_task()
    assert WorkFailure.objects.get().row == lost.pk
    set_aside.take_up(WorkFailure.objects.all())
    assert solve() == 1
    assert SolvedEnding.objects.exists()
    assert not WorkFailure.objects.exists()
