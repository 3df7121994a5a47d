"""Skill ratings: which hands are rated, and what changes do to a list."""

from itertools import permutations

import pytest

from scorekeeper import erasure, tasks
from scorekeeper.clubs import player_merges
from scorekeeper.models import Player, Rating, RatingList, RatingStep, Rerating, Season, Session
from scorekeeper.ratings import latest_ratings, rerating
from scorekeeper.ratings import table as rating_table
from scorekeeper.sessions import recording
from tests.scorekeeper.sample_hands import UNFINISHED
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB


@pytest.fixture
def rated(keeper):
    """Return the rows by name, of the season's list or the all-time list.

    A reader gets them before a worker has stored them, and afterwards the same.
    """

    def _rated(variant="", season=True):
        names = dict(Player.objects.filter(club=keeper.club).values_list("pk", "name"))
        key = (
            rating_table.season_key(keeper.season, variant)
            if season
            else rating_table.all_time_key(keeper.club.pk, variant)
        )
        ratings = rating_table.rating_list(key)
        assert ratings.sessions_left == 0
        rerating.refresh_stale(stop=lambda: False)
        assert rating_table.rating_list(key) == rating_table.RatingTable(0, ratings.rows)
        return {names[row.player]: row for row in ratings.rows}

    return _rated


@pytest.fixture
def in_few_steps(monkeypatch):
    """Rate one session per transaction, and at most one hand in a request."""
    monkeypatch.setattr(rerating, "BATCH", 1)
    monkeypatch.setattr(latest_ratings, "MOST_HANDS", 1)


def figures(ratings):
    return {name: (row.rating, row.moment[:8]) for name, row in ratings.items()}


def test_the_winner_rises_and_the_uncertainty_falls(keeper, rated):
    keeper.session(WON_BY_ALICE)
    ratings = rated()
    assert list(ratings) == ["Alice", "Bob", "Carol", "Dan"]
    assert ratings["Alice"].rating.rating > 1500 > ratings["Dan"].rating.rating
    assert all(row.rating.uncertainty < 500 for row in ratings.values())


def test_equal_places_are_ties(keeper, rated):
    keeper.session([0, 7, 7, 7])
    ratings = rated()
    assert ratings["Bob"].rating == ratings["Carol"].rating == ratings["Dan"].rating


def test_players_with_few_hands_have_no_place(keeper, rated):
    keeper.session(*[WON_BY_ALICE] * (rating_table.PROVISIONAL - 1))
    assert {row.place for row in rated().values()} == {None}
    keeper.session(WON_BY_BOB)
    assert [row.place for row in rated().values()] == [1, 2, 3, 4]


def test_only_finished_hands_that_count_and_whose_places_are_proved_are_rated(keeper, rated):
    session = keeper.session(WON_BY_ALICE, house_rules={"target": 1000})
    keeper.hand(session, void="Misdeal.")
    keeper.hand(session, cards_left=WON_BY_BOB, annulled="Wrong deck.")
    keeper.hand(session, **UNFINISHED)
    keeper.hand(session, winner=2)
    assert rated()["Alice"].rating.hands == 1


def test_each_game_has_a_list_and_all_games_have_one(keeper, rated):
    keeper.session(WON_BY_ALICE)
    keeper.session([0, 5, 8, 12], [5, 0, 8, 12], variant="gang-of-four")
    assert rated()["Alice"].rating.hands == 3
    assert rated("big-two")["Alice"].rating.hands == 1
    assert rated("gang-of-four")["Alice"].rating.hands == 2
    assert rated("pusoy-dos") == {}


def test_the_all_time_list_spans_seasons(keeper, rated, people):
    keeper.session(WON_BY_ALICE)
    autumn = Season.objects.create(club=keeper.club, name="Autumn")
    session = keeper.session(WON_BY_ALICE)
    recording.file_session(session, season=autumn, visibility="private", by=people.bob)
    assert rated()["Alice"].rating.hands == 1
    assert rated(season=False)["Alice"].rating.hands == 2


def test_the_order_of_play_counts_not_the_order_of_recording(keeper, rated):
    later = keeper.session(WON_BY_BOB, played_on="2026-03-08")
    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    last = {name: row.moment[:8] for name, row in rated().items()}
    assert set(last.values()) == {"20260308"}
    steps = RatingStep.objects.filter(
        list__season=keeper.season, list__variant="", player=keeper.players[0]
    )
    assert [step.hands for step in steps.order_by("moment")] == [1, 2]
    assert steps.get(hands=2).session == later


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_in_whatever_order_it_is_recorded_the_ratings_are_the_same_to_the_digit(
    keeper, rated, order
):
    evenings = [[WON_BY_ALICE, WON_BY_BOB], [[0, 7, 7, 7]], [WON_BY_BOB, [13, 2, 0, 1]]]
    for number in order:
        keeper.session(*evenings[number], played_on=f"2026-03-0{number + 1}")
        rated()
    numbers = {name: (row.rating.mu, row.rating.sigma) for name, row in rated().items()}
    assert numbers == {
        "Alice": (27.535921, 7.582779),
        "Bob": (29.633338, 7.612194),
        "Carol": (25.648279, 7.47456),
        "Dan": (17.120315, 7.513705),
    }


def test_a_session_that_was_on_another_day_is_rated_in_its_place(keeper, rated, people):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01")
    session = keeper.session(WON_BY_BOB, played_on="2026-03-08")
    before = figures(rated())
    recording.amend_session(session, {"played_on": "2026-02-01"}, players=None, by=people.bob)
    assert figures(rated()) != before
    session.refresh_from_db()
    recording.amend_session(session, {"played_on": "2026-03-08"}, players=None, by=people.bob)
    assert figures(rated()) == before


def test_an_old_hand_that_is_amended_is_rated_with_all_that_came_later(keeper, rated):
    first = keeper.hand(keeper.session(played_on="2026-03-01"), cards_left=WON_BY_ALICE)
    keeper.session(WON_BY_BOB, WON_BY_ALICE, played_on="2026-03-08")
    before = figures(rated())
    keeper.amend(first, cards_left=WON_BY_BOB)
    assert figures(rated()) != before
    keeper.amend(first, cards_left=WON_BY_ALICE)
    assert figures(rated()) == before


def test_an_amendment_that_changes_no_place_leaves_every_step_as_it_is(keeper, rated):
    first = keeper.hand(keeper.session(played_on="2026-03-01"), cards_left=WON_BY_ALICE)
    keeper.session(WON_BY_BOB, played_on="2026-03-08")
    rated()
    assert RatingStep.objects.update(mu=0) > 0
    keeper.amend(first, note="A long one.")
    rated()
    assert set(RatingStep.objects.values_list("mu", flat=True)) == {0}


def test_those_who_met_nobody_concerned_keep_their_steps(keeper, rated, club):
    others = [Player.objects.create(club=club, name=name) for name in "WXYZ"]
    first = keeper.hand(keeper.session(played_on="2026-03-01"), cards_left=WON_BY_ALICE)
    keeper.session(WON_BY_BOB, players=others, played_on="2026-03-08")
    rated()
    assert RatingStep.objects.update(mu=0) > 0
    keeper.amend(first, cards_left=WON_BY_BOB)
    rerating.refresh_stale(stop=lambda: False)
    steps = RatingStep.objects.all()
    assert set(steps.filter(player__in=others).values_list("mu", flat=True)) == {0}
    assert 0 not in steps.exclude(player__in=others).values_list("mu", flat=True)


def test_merged_players_are_rated_as_one_until_the_merge_is_reversed(keeper, rated, people):
    alicia = Player.objects.create(club=keeper.club, name="Alicia")
    keeper.session(WON_BY_ALICE)
    keeper.session(WON_BY_BOB, players=[alicia, *keeper.players[1:]])
    before = figures(rated())
    merged, _ = player_merges.merge(alicia, keeper.players[0], by=people.bob)
    ratings = rated()
    assert (ratings["Alice"].rating.hands, "Alicia" in ratings) == (2, False)
    player_merges.reverse(merged, by=people.bob)
    assert figures(rated()) == before


def test_sessions_without_a_season_are_merged_into_the_ratings_of_all_time(keeper, rated, people):
    alicia = Player.objects.create(club=keeper.club, name="Alicia")
    session = keeper.session(WON_BY_ALICE, players=[alicia, *keeper.players[1:]])
    recording.file_session(session, season=None, visibility="private", by=people.bob)
    player_merges.merge(alicia, keeper.players[0], by=people.bob)
    assert set(rated(season=False)) == {"Alice", "Bob", "Carol", "Dan"}
    assert rated() == {}


def test_an_erased_player_stays_rated_without_a_name(keeper, rated, people):
    keeper.session(WON_BY_ALICE)
    before = figures(rated())
    erasure.erase(keeper.players[0], confirm="Alice", by=people.alice)
    ratings = figures(rated())
    assert ratings.pop("Player 1") == before.pop("Alice")
    assert ratings == before


def test_a_long_rerating_is_left_to_the_worker_and_the_list_is_not_current(
    keeper, rated, in_few_steps
):
    first = keeper.hand(keeper.session(played_on="2026-03-01"), cards_left=WON_BY_ALICE)
    for day in range(2, 6):
        keeper.session(WON_BY_BOB, played_on=f"2026-03-0{day}")
    key = rating_table.season_key(keeper.season)
    assert rating_table.rating_list(key) == rating_table.RatingTable(5, ())
    rerating.refresh_stale(stop=lambda: False)
    before = figures(rated())
    keeper.amend(first, cards_left=WON_BY_BOB)
    ratings = rating_table.rating_list(key)
    assert ratings.counted_at == RatingList.objects.get(season=keeper.season, variant="").counted_at
    assert ratings.sessions_left == 5
    assert [row.rating for row in ratings.rows] == [displayed for displayed, _ in before.values()]
    rerating.refresh_stale(stop=lambda: False)
    assert figures(rated()) != before


def test_the_workers_task_rates_all_that_is_left(keeper, rated, in_few_steps):
    for day in range(1, 6):
        keeper.session(WON_BY_BOB, played_on=f"2026-03-0{day}")
    assert tasks.count_ratings() > 5
    assert rated()["Bob"].rating.hands == 5
    assert tasks.count_ratings() == 0


def test_an_interrupted_rerating_continues_where_it_stopped(keeper, rated, in_few_steps):
    first = keeper.hand(keeper.session(played_on="2026-03-01"), cards_left=WON_BY_ALICE)
    for day in range(2, 6):
        keeper.session(WON_BY_BOB, played_on=f"2026-03-0{day}")
    rerating.refresh_stale(stop=lambda: False)
    before = figures(rated())
    keeper.amend(first, cards_left=WON_BY_BOB)
    key, left = rating_table.season_key(keeper.season), []
    while rerating.is_work_waiting():
        turns = iter([False, True])
        rerating.refresh_stale(stop=lambda turns=turns: next(turns, True))
        left.append(rating_table.rating_list(key).sessions_left)
    assert left[0] > left[-1] == 0
    keeper.amend(first, cards_left=WON_BY_ALICE)
    rerating.refresh_stale(stop=lambda: False)
    assert figures(rated()) == before


def test_an_earlier_change_restarts_a_rerating_from_there(keeper, rated, in_few_steps):
    hands = [
        keeper.hand(keeper.session(played_on=f"2026-03-0{day}"), cards_left=WON_BY_ALICE)
        for day in range(1, 6)
    ]
    rerating.refresh_stale(stop=lambda: False)
    for hand in (hands[2], hands[0]):
        keeper.amend(hand, cards_left=WON_BY_BOB)
        turns = iter([False] * 3)
        rerating.refresh_stale(stop=lambda turns=turns: next(turns, True))
    rerating.refresh_stale(stop=lambda: False)
    ratings = figures(rated())
    RatingStep.objects.all().delete()
    Rating.objects.all().delete()
    RatingList.objects.update(method="another", counted_from="")
    rerating.refresh_stale(stop=lambda: False)
    assert figures(rated()) == ratings


def test_lists_of_another_method_are_rated_again(keeper, rated):
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    before = figures(rated())
    Rating.objects.update(mu=0)
    RatingStep.objects.update(mu=0, input_digest="of another method")
    RatingList.objects.update(method="another")
    assert figures(rated()) == before


def test_no_work_is_left_after_a_refresh(keeper):
    keeper.session(WON_BY_ALICE)
    keeper.session()
    assert rerating.is_work_waiting()
    rerating.refresh_stale(stop=lambda: False)
    assert not rerating.is_work_waiting()
    assert rerating.refresh_stale(stop=lambda: False) == 0
    assert not Rerating.objects.exists()
    assert Session.objects.filter(for_ratings__hands=0).count() == 1
