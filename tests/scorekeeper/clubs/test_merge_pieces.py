"""What is left to workers of a merge: scores of one session after the other, while readers get the answers of before."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper import erasure, tasks
from scorekeeper.clubs import holds, merge_pieces, player_merges
from scorekeeper.hands import recording as hand_recording
from scorekeeper.management.record_check import records as record_check
from scorekeeper.models import (
    MergeProgress,
    Player,
    Recount,
    Rerating,
    Score,
    Season,
)
from scorekeeper.ratings import latest_ratings, rerating
from scorekeeper.ratings.lists import RatingListKey
from scorekeeper.standings import recount, season_count
from scorekeeper.statistics import latest_figures, month_figures
from scorekeeper.statistics import recount as statistics_recount
from tests.scorekeeper.every_check import discrepancies
from tests.scorekeeper.sample_hands import SHEET
from tests.scorekeeper.season_scorer import WON_BY_ALICE, SeasonScorer
from tests.scorekeeper.threads import run_in_threads
from tests.scorekeeper.turns import after, never

SESSIONS = player_merges.AT_ONCE + 2


@pytest.fixture
def scorer(club, players, people):
    """A season in which Alice has one session under her name and more as Alicia; everything is counted."""
    scorer = SeasonScorer(Season.objects.create(club=club, name="Spring"), players, people.carol)
    alicia = Player.objects.create(club=club, name="Alicia")
    scorer.session(WON_BY_ALICE, played_on="2026-03-01")
    for day in range(2, SESSIONS + 2):
        scorer.session(
            WON_BY_ALICE, played_on=f"2026-03-0{day}", players=[alicia, *scorer.players[1:]]
        )
    count_everything(scorer)
    return scorer


@pytest.fixture
def alicia(scorer):
    return Player.objects.get(name="Alicia")


@pytest.fixture
def merged(scorer, alicia, people, monkeypatch):
    """Alicia merged into Alice, with all work left to the workers, session by session."""
    monkeypatch.setattr(merge_pieces, "PIECE", 1)
    return player_merges.merge(alicia, scorer.players[0], by=people.bob)[0]


def count_everything(scorer):
    recount.refresh_waiting(stop=never)
    rerating.refresh_stale(stop=never)
    statistics_recount.refresh_waiting(stop=never)


def owners(session=None):
    """Return for whom the first seat of each hand counts."""
    scores = Score.objects.filter(seat=1).order_by("hand__session__played_on", "hand__position")
    if session is not None:
        scores = scores.filter(hand__session=session)
    return [score.player.name for score in scores]


def answers(scorer):
    """Return what readers get: totals of the table, ratings, and points of statistics; and whether these are current."""
    season, club = scorer.season, scorer.club
    key = RatingListKey(club.pk, None, "")
    ratings = latest_ratings.read(key)
    figures = latest_figures.read(latest_figures.Selection(club=club))
    table = season_count.read(season)
    return (
        {player: row.total for player, row in table.total_lines.items()},
        {row.player_id: row.mu for row in ratings.ratings},
        {(line.player_id, line.month): month_figures.totals_of(line) for line in figures.lines},
    ), (table.is_current, not ratings.sessions_left, figures.is_current)


def test_the_queries_of_a_decision_do_not_grow_with_the_sessions(scorer, alicia, people):
    alice, *_ = scorer.players
    counts = []
    for more in (0, 6):
        for _ in range(more):
            scorer.session(WON_BY_ALICE, players=[alicia, *scorer.players[1:]])
        with CaptureQueriesContext(connection) as merging:
            row, _ = player_merges.merge(alicia, alice, by=people.bob)
        with CaptureQueriesContext(connection) as undoing:
            player_merges.reverse(row, by=people.bob)
        counts.append((len(merging), len(undoing)))
    assert counts[0] == counts[1]


def test_readers_get_the_answers_of_before_until_the_last_session_is_done(scorer, merged):
    before, _ = answers(scorer)
    for done in range(SESSIONS):
        assert owners().count("Alice") == 1 + done
        count_everything(scorer)
        assert answers(scorer) == (before, (False, False, False))
        merge_pieces.finish_waiting(stop=after(1))
    merge_pieces.finish_waiting(stop=after(1))
    assert MergeProgress.objects.get().finished_at
    then, is_current = answers(scorer)
    assert is_current == (True, True, True)
    assert merged.player_id not in then[0]
    count_everything(scorer)
    assert answers(scorer) == (then, is_current)
    assert not discrepancies(scorer)


def test_an_undone_merge_ends_right_wherever_it_was(scorer, merged, people):
    merge_pieces.finish_waiting(stop=after(2))
    before, _ = answers(scorer)
    player_merges.reverse(merged, by=people.bob)
    assert MergeProgress.objects.get().after is None
    assert answers(scorer) == (before, (False, False, False))
    tasks.apply_merges()
    count_everything(scorer)
    assert owners() == ["Alice", *["Alicia"] * SESSIONS]
    assert answers(scorer) == (before, (True, True, True))
    assert not discrepancies(scorer)


def test_an_undone_merge_that_was_finished_ends_right(scorer, alicia, people):
    before, _ = answers(scorer)
    row, _ = player_merges.merge(alicia, scorer.players[0], by=people.bob)
    tasks.apply_merges()
    count_everything(scorer)
    player_merges.reverse(row, by=people.bob)
    tasks.apply_merges()
    count_everything(scorer)
    assert answers(scorer) == (before, (True, True, True))
    assert not discrepancies(scorer)


def test_a_hand_recorded_meanwhile_counts_for_the_one_who_stays(scorer, merged, people):
    sessions = list(scorer.season.sessions.order_by("pk"))
    merge_pieces.finish_waiting(stop=after(1))
    for session in sessions:
        hand_recording.record_hand(session, SHEET, by=people.carol)
    assert all(owners(session)[-1] == "Alice" for session in sessions)
    tasks.apply_merges()
    assert {*owners()} == {"Alice"}
    assert not discrepancies(scorer)


def test_a_merge_of_the_one_who_stays_takes_the_hands_along_that_are_left(scorer, merged, people):
    merge_pieces.finish_waiting(stop=after(1))
    ally = Player.objects.create(club=scorer.club, name="Ally")
    player_merges.merge(scorer.players[0], ally, by=people.bob)
    tasks.apply_merges()
    assert {*owners()} == {"Ally"}
    player_merges.reverse(merged, by=people.bob)
    tasks.apply_merges()
    assert owners() == ["Ally", *["Alicia"] * SESSIONS]
    assert not discrepancies(scorer)


@pytest.mark.slow
def test_records_verify_before_and_after_every_piece(scorer, merged, people):
    while not MergeProgress.objects.get().finished_at:
        assert list(record_check.verify_records()) == []
        merge_pieces.finish_waiting(stop=after(1))
    player_merges.reverse(merged, by=people.bob)
    merge_pieces.finish_waiting(stop=after(1))
    assert list(record_check.verify_records()) == []


def test_scores_of_somebody_else_are_found_while_others_are_assigned(scorer, merged):
    Score.objects.filter(seat=1).update(player=scorer.players[3])
    problems = list(record_check.verify_records())
    assert {problem.where.split(".")[1] for problem in problems} == {"scores[0]"}


def test_a_stopped_worker_leaves_the_rest_to_the_next_and_a_third_finds_nothing(merged):
    merge_pieces.finish_waiting(stop=after(2))
    row = MergeProgress.objects.get()
    assert (row.done, row.left, row.finished_at) == (2, SESSIONS - 2, None)
    assert [tasks.apply_merges() for _ in range(2)] == [SESSIONS - 2 + 1, 0]
    row.refresh_from_db()
    assert (row.done, row.left, row.finished_at is None) == (SESSIONS, 0, False)


def test_a_piece_takes_several_sessions_with_the_queries_of_one(
    scorer, alicia, people, monkeypatch
):
    counts = []
    for size in (1, SESSIONS):
        monkeypatch.setattr(merge_pieces, "PIECE", size)
        row, _ = player_merges.merge(alicia, scorer.players[0], by=people.bob)
        with CaptureQueriesContext(connection) as queries:
            merge_pieces.finish_waiting(stop=after(1))
        counts.append(len(queries))
        player_merges.reverse(row, by=people.bob)
        tasks.apply_merges()
    assert counts[0] == counts[1]


def test_a_player_who_is_erased_meanwhile_keeps_their_hands(scorer, merged, people):
    merge_pieces.finish_waiting(stop=after(1))
    erasure.erase(scorer.players[0], confirm="Alice", by=people.alice)
    tasks.apply_merges()
    tasks.finish_erasures()
    assert {*owners()} == {scorer.club.players.get(pk=scorer.players[0].pk).name}
    assert not discrepancies(scorer)


def test_few_sessions_are_done_with_the_decision(scorer, people):
    ally = Player.objects.create(club=scorer.club, name="Ally")
    scorer.session(WON_BY_ALICE, players=[ally, *scorer.players[1:]])
    player_merges.merge(ally, scorer.players[0], by=people.bob)
    row = MergeProgress.objects.get()
    assert (row.sessions, row.left, row.finished_at is None) == (1, 0, False)
    assert "Ally" not in owners()


def test_the_progress_is_read_by_sending_the_merge_again_or_listing_it(
    scorer, alicia, people, signed, monkeypatch
):
    monkeypatch.setattr(merge_pieces, "PIECE", 1)
    path = f"/api/v1/clubs/{scorer.club.pk}/merges/"
    body = {"player": str(alicia.pk), "into": str(scorer.players[0].pk)}
    client = signed(people.bob)
    first = client.post(path, body, format="json").json()
    assert first["progress"] == {"sessions": None, "left": None, "finished_at": None}
    etags = set()
    for left in (SESSIONS - 1, SESSIONS - 2):
        merge_pieces.finish_waiting(stop=after(1))
        again = client.post(path, {**body, "id": first["id"]}, format="json")
        listed = client.get(path)
        etags.add(listed["ETag"])
        assert (again.status_code, again.json()) == (200, listed.json()["results"][0])
        assert again.json()["progress"]["left"] == left
    tasks.apply_merges()
    listed = client.get(path)
    assert listed.json()["results"][0]["progress"]["finished_at"]
    assert len({*etags, listed["ETag"]}) == 3


@pytest.mark.django_db(transaction=True)
def test_concurrent_merges_form_no_circle(club, people):
    circle = [Player.objects.create(club=club, name=name) for name in "ABCD"]

    def merge(number):
        try:
            player_merges.merge(circle[number], circle[(number + 1) % 4], by=people.bob)
        except player_merges.MergeError:
            return False
        return True

    assert sorted(run_in_threads(merge, times=4)) == [False, True, True, True]
    assert len({*player_merges.surviving_players(club.pk).values()}) == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_and_a_recorder_do_not_disturb_each_other(scorer, merged, people):
    sessions = list(scorer.season.sessions.order_by("pk"))

    def work(number):
        if number % 2:
            hand_recording.record_hand(sessions[number % 3], SHEET, by=people.carol)
        else:
            merge_pieces.finish_waiting(stop=never)

    run_in_threads(work, times=8)
    assert {*owners()} == {"Alice"}
    row = MergeProgress.objects.get()
    assert (row.left, row.finished_at is None) == (0, False)
    assert not discrepancies(scorer)
    assert not Recount.objects.exists()
    assert not Rerating.objects.exists()


def test_a_count_that_a_merge_overtakes_is_given_up(keeper, people, monkeypatch):
    monkeypatch.setattr(player_merges, "AT_ONCE", 0)
    monkeypatch.setattr(merge_pieces, "PIECE", 1)
    erin = Player.objects.create(club=keeper.club, name="Erin")
    for _ in range(2):
        keeper.session(WON_BY_ALICE, players=[erin, *keeper.players[1:]])
    recount.refresh(keeper.season)
    keeper.session(WON_BY_ALICE)
    before = stored_totals(keeper.season)
    is_held, begun = holds.is_held, []

    def merged_after_the_first_look(club):
        was_held = is_held(club)
        if not begun:
            begun.append(player_merges.merge(erin, keeper.players[0], by=people.bob))
            looks = iter([False, True])
            merge_pieces.finish_waiting(stop=lambda: next(looks))
        return was_held

    with monkeypatch.context() as patch:
        patch.setattr(holds, "is_held", merged_after_the_first_look)
        assert not recount.apply_next(keeper.season, wait=True)
    assert MergeProgress.objects.filter(finished_at=None).exists()
    assert stored_totals(keeper.season) == before
    merge_pieces.finish_club(keeper.club.pk)
    recount.refresh(keeper.season)
    assert stored_totals(keeper.season)[keeper.players[0].pk] == 75


def stored_totals(season):
    count = season_count.stored_count(season, season_count.read_state(season))
    return {player: line.total for player, line in count.total_lines.items()}
