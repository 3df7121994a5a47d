"""Recording hands while standings and ratings are read loses no change."""

import pytest

from scorekeeper.hands import recording
from scorekeeper.management import ratings_check, standings_check
from scorekeeper.ratings import rerating
from scorekeeper.ratings import table as rating_table
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.sample_hands import SHEET
from tests.scorekeeper.threads import run_in_threads

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_recorded_while_others_read_is_in_the_table(keeper):
    sessions = [keeper.session() for _ in range(3)]

    def act(number):
        if number % 2:
            standings_table.table(keeper.season, Scope())
        else:
            recording.record_hand(sessions[number % 3], SHEET, by=keeper.by)

    run_in_threads(act, times=24)
    assert keeper.table()["Alice"] == (1, 12 * 25)
    assert list(standings_check.recount(keeper.season)) == []


def test_two_parallel_reads_recount_once(keeper):
    for _ in range(3):
        keeper.session(SHEET["cards_left"])
    first, second = run_in_threads(lambda _: standings_table.table(keeper.season, Scope()))
    assert first == second == standings_table.table(keeper.season, Scope())


def test_what_is_recorded_while_others_rate_and_read_is_rated(keeper):
    sessions = [keeper.session() for _ in range(3)]

    def act(number):
        if number % 3 == 0:
            recording.record_hand(sessions[number % 2], SHEET, by=keeper.by)
        elif number % 3 == 1:
            rating_table.rating_list(rating_table.season_key(keeper.season))
        else:
            rerating.refresh_stale(stop=lambda: False)

    run_in_threads(act, times=24)
    ratings = rating_table.rating_list(rating_table.season_key(keeper.season))
    assert (ratings.sessions_left, ratings.rows[0].rating.hands) == (0, 8)
    assert list(ratings_check.recount(keeper.club)) == []
