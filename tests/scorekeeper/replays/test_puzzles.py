"""Puzzles are found in public hands, and only there; they go when the hand changes."""

from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser

import referee
from scorekeeper import set_aside
from scorekeeper.clubs import roster
from scorekeeper.hands import amendments, recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.management import demo_club
from scorekeeper.models import Adjudication, Puzzle, PuzzleSearch, Visibility, WorkFailure
from scorekeeper.replays import puzzles
from scorekeeper.set_aside import WorkKind
from tests.scorekeeper.turns import after, never

RECORDS = settings.BASE_DIR / "scorekeeper" / "management" / "demo_sessions"
STRANGER = AnonymousUser()


def hand_of(name, number):
    """Return a hand of the demo club's records."""
    record = referee.read_record((Path(RECORDS) / f"{name}.toml").read_text(), "toml")
    return record.as_json()["hands"][number - 1]


FIRST = hand_of("pusoy_dos_1", 3)
SECOND = hand_of("pusoy_dos_2", 1)


@pytest.fixture
def public_club(club, people):
    roster.change(club, {"visibility": Visibility.PUBLIC}, by=people.alice)
    return club


@pytest.fixture
def played(public_club, open_session, people):
    """A function that records a hand of Pusoy Dos in a session of its own, public unless it is said otherwise."""

    def record(hand, visibility=Visibility.PUBLIC):
        session = open_session(variant="pusoy-dos", visibility=visibility)
        return recording.record_hand(session, {**hand, "number": 1}, by=people.carol).hand

    return record


def find():
    return puzzles.find_waiting(stop=never)


def shown():
    return puzzles.puzzles_shown_to(STRANGER)


def test_every_puzzle_of_a_public_hand_is_found_once(played):
    hand = played(FIRST)
    assert puzzles.is_work_waiting()
    find()
    assert not puzzles.is_work_waiting()
    row = shown().get()
    table = referee.table_from_key(row.key)
    assert referee.solve(table, every=True).plays == (row.play,)
    assert (row.hand_id, row.variant, row.seat) == (hand.pk, "pusoy-dos", table.turn)
    assert row.tree["nodes"][0]["wins"].keys() == {row.play}
    before = {**Puzzle.objects.values().get()}
    PuzzleSearch.objects.all().delete()
    find()
    assert Puzzle.objects.values().get() == before


def test_a_row_holds_no_names_and_no_place(played, players):
    played(FIRST)
    find()
    texts = str(Puzzle.objects.values().get())
    assert not any(player.name in texts for player in players)


def test_private_hands_are_not_searched(played):
    played(FIRST, visibility=Visibility.PRIVATE)
    assert not puzzles.is_work_waiting()
    assert not find()


def test_a_session_made_private_takes_its_puzzles_away_at_once_and_for_good(played):
    session = played(FIRST).session
    find()
    session.visibility = Visibility.PRIVATE
    session.save()
    assert not shown().exists()
    assert Puzzle.objects.exists()
    assert puzzles.is_work_waiting()
    find()
    assert not Puzzle.objects.exists()
    assert not puzzles.is_work_waiting()
    session.visibility = Visibility.PUBLIC
    session.save()
    find()
    assert shown().exists()


def test_a_club_made_private_takes_its_puzzles_away(played, public_club, people):
    played(FIRST)
    find()
    roster.change(public_club, {"visibility": Visibility.PRIVATE}, by=people.alice)
    assert not shown().exists()


def test_an_amended_hand_is_searched_again(played, people):
    hand = played(FIRST)
    find()
    old = shown().get().input_digest
    last = EventChange(Operation.REMOVE, len(FIRST["events"]))
    amendments.amend(hand, Amendment(changes=[last], reason="Not played"), by=people.carol)
    assert not shown().exists()  # it is unfinished
    find()
    assert not Puzzle.objects.exists()
    amendments.amend(hand, Amendment(undo=1, reason="It was"), by=people.carol)
    find()
    assert shown().get().input_digest not in {"", old}


def test_equal_positions_are_one_puzzle(played):
    first, second = played(FIRST), played(FIRST)
    find()
    assert Puzzle.objects.count() == 2
    session = shown().get().hand.session
    session.visibility = Visibility.PRIVATE
    session.save()
    assert {shown().get().hand_id, session.hands.get().pk} == {first.pk, second.pk}


def test_another_hand_of_the_session_leaves_the_first_one_alone(played, people, monkeypatch):
    hand = played(FIRST)
    find()
    searched = []
    search = puzzles.puzzles_in
    monkeypatch.setattr(puzzles, "puzzles_in", lambda one: (searched.append(one.pk), search(one))[1])  # fmt: skip
    other = recording.record_hand(hand.session, {**SECOND, "number": 2}, by=people.carol).hand
    find()
    assert searched == [other.pk]


def test_a_worker_that_stops_is_followed_by_another(played, monkeypatch):
    played(FIRST)
    played(SECOND)
    monkeypatch.setattr(puzzles, "PIECE_SECONDS", -1)  # no piece comes to any hand
    puzzles.find_waiting(stop=after(2))
    assert not Puzzle.objects.exists()
    monkeypatch.undo()
    find()
    assert shown().count() == 3
    assert not puzzles.is_work_waiting()


def test_a_worker_that_ends_at_a_hand_loses_this_hand_alone(played, people, monkeypatch):
    hand = played(FIRST)
    other = recording.record_hand(hand.session, {**SECOND, "number": 2}, by=people.carol).hand
    search, searched = puzzles.puzzles_in, []

    def end_at_the_second(one):
        if one.pk == other.pk:
            raise KeyboardInterrupt
        return search(one)

    monkeypatch.setattr(puzzles, "puzzles_in", end_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        find()
    assert shown().get().hand_id == hand.pk
    monkeypatch.setattr(puzzles, "puzzles_in", lambda one: (searched.append(one.pk), search(one))[1])  # fmt: skip
    find()
    assert searched == [other.pk]
    assert shown().count() == 3


def test_a_hand_that_cannot_be_searched_waits_alone(played, people):
    hand = played(FIRST)
    recording.record_hand(hand.session, {**SECOND, "number": 2}, by=people.carol)
    rows = Adjudication.objects.filter(hand=hand)
    sound = rows.get().carried_in
    rows.update(carried_in=[])
    find()
    assert shown().count() == 2
    failures = WorkFailure.objects.filter(kind=WorkKind.PUZZLES)
    assert {failure.part for failure in failures} == {"", hand.pk.hex}
    assert not puzzles.is_work_waiting()
    rows.update(carried_in=sound)
    set_aside.take_up(failures)
    find()
    assert shown().count() == 3
    assert not failures.exists()


def test_the_puzzle_of_a_day_is_one_and_the_same_and_changes_from_day_to_day(public_club):
    rows = [puzzles.puzzle_row(each, club=public_club.pk) for each in demo_club.demo_puzzles()]
    Puzzle.objects.bulk_create(rows)
    days = [date(2026, 3, day) for day in range(1, 29)]
    chosen = [puzzles.puzzle_of_day(shown(), day) for day in days]
    assert [puzzles.puzzle_of_day(shown(), day) for day in days] == chosen
    assert len({row.pk for row in chosen}) > 10


def test_from_one_puzzle_to_the_next_all_are_met(played):
    played(FIRST)
    played(SECOND)
    find()
    first = row = shown()[0]
    met = []
    for _ in range(3):
        row = puzzles.puzzle_following(shown(), row.pk)
        met.append(row.pk)
    assert set(met) == {each.pk for each in shown()}
    assert met[-1] == first.pk
