"""Results of tie-breaks as the database adds them up equal those counted hand by hand."""

from contextlib import suppress

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import referee
from scorekeeper.models import Player
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import season_count
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope

EQUAL = {"scoring": "place-points", "place_points": [0]}
SESSIONS = st.lists(
    st.tuples(
        st.sampled_from(["big-two", "gang-of-four"]),
        st.permutations(range(6)).map(lambda order: order[:4]),
        st.lists(st.permutations([0, 1, 1, 13]), min_size=1, max_size=3),
    ),
    min_size=1,
    max_size=4,
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "tie_breaks",
    [["head-to-head"], ["median"], ["head-to-head", "median"], ["median", "head-to-head"]],
)
@given(sessions=SESSIONS, counted=st.integers(0, 4))
@settings(
    max_examples=8,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_the_table_of_equal_players_is_the_one_counted_hand_by_hand(
    keeper, people, tie_breaks, sessions, counted
):
    """A worker has counted the first sessions, and the reader lays the others over them."""
    with transaction.atomic():
        plan = parse_plan({**EQUAL, "tie_breaks": tie_breaks})
        plan_versions.decide(keeper.season, plan, by=people.bob)
        others = [Player.objects.create(club=keeper.club, name=name) for name in "EF"]
        everybody = [*keeper.players, *others]
        for number, (variant, order, hands) in enumerate(sessions):
            if number == counted:
                standings_recount.refresh(keeper.season)
            seated = [everybody[place] for place in order]
            with suppress(referee.MalformedError):
                keeper.session(*map(list, hands), variant=variant, players=seated)
        read = season_count.read(keeper.season)
        assert read.is_current
        table = standings_table.table_of(read, Scope())
        assert table.rows == counted_hand_by_hand(read)
        standings_recount.refresh(keeper.season)
        assert standings_table.table(keeper.season, Scope()).rows == table.rows
        transaction.set_rollback(True)


def counted_hand_by_hand(read):
    def find_hands(players):
        return standings_table.tied_hands(read, read.season.sessions.order_by(), Scope(), players)

    return standings_table.rank(read.plan, read.total_lines, find_hands).rows


def test_half_a_point_for_an_equal_place_and_the_median_of_both_games(keeper, people):
    plan = parse_plan({**EQUAL, "tie_breaks": ["head-to-head", "median"]})
    plan_versions.decide(keeper.season, plan, by=people.bob)
    keeper.session([0, 7, 7, 12])
    keeper.session([12, 0, 3, 3], variant="gang-of-four")
    standings_recount.refresh(keeper.season)
    rows = standings_table.table(keeper.season, Scope()).rows
    compared = rows[0].workings[0].compared
    names = dict(Player.objects.values_list("pk", "name"))
    points = {names[row.player]: compared[str(row.player)] for row in rows}
    assert points == {"Alice": 3, "Bob": 4.5, "Carol": 3, "Dan": 1.5}
    tied = [row for row in rows if len(row.workings) == 2]
    assert {names[row.player] for row in tied} == {"Alice", "Carol"}
    assert all(type(number) is float for number in tied[0].workings[1].compared.values())
