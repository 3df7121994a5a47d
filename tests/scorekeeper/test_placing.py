"""Where players would stand if a session had ended otherwise: in the standings, by the season's plan."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import amending, counting, effects, placing, planning, standings
from scorekeeper.amending import Amendment
from scorekeeper.counting import Share
from scorekeeper.models import Session
from scorekeeper.plan_forms import read_plan
from scorekeeper.scopes import Scope
from tests.scorekeeper.test_recounts import PLANS
from tests.scorekeeper.test_standings import WON_BY_ALICE, WON_BY_BOB

TIED = {"tie_breaks": ["hands-won", "head-to-head", "median", "lot"], "seed": "7"}


@pytest.mark.parametrize("plan", [*PLANS, TIED, {"minimum_hands": 3}])
def test_what_a_change_would_do_in_the_season_is_what_it_does(keeper, people, plan):
    planning.decide(keeper.season, read_plan(plan), by=people.bob)
    keeper.sitting(WON_BY_BOB, [9, 9, 0, 2])
    keeper.sitting(WON_BY_ALICE, [5, 0, 3, 1], variant="gang-of-four")
    pk = keeper.sitting(WON_BY_ALICE, WON_BY_ALICE).pk
    session = Session.objects.select_related("head").get(pk=pk)
    books = placing.opened(keeper.club.pk, [session])
    before = effects.outcome_now(session)
    assert books.stand(keeper.season.pk, [(session, before)]) == as_kept(keeper)
    after = effects.outcome_if(session, sheets={2: {"cards_left": WON_BY_BOB}})
    expected = books.stand(keeper.season.pk, [(session, after)])
    second = session.hands.get(position=2)
    amending.amend(second, Amendment(keys={"cards_left": WON_BY_BOB}), by=people.bob)
    assert expected == as_kept(keeper)


def as_kept(keeper):
    rows = standings.table(keeper.season, Scope()).rows
    return {row.player: placing.Stand(row.place, row.line.total) for row in rows}


def test_a_place_under_a_plan_is_at_stake_where_plain_points_would_not_tell(keeper, people):
    """By places Bob is first with two hands of three, though Alice has more points."""
    plan = {"scoring": "place-points", "place_points": [1]}
    planning.decide(keeper.season, read_plan(plan), by=people.bob)
    keeper.sitting([0, 13, 13, 13], WON_BY_BOB)
    session = keeper.sitting(WON_BY_BOB)
    session = Session.objects.select_related("head").get(pk=session.pk)
    books = placing.opened(keeper.club.pk, [session])
    alice, bob = (player.pk for player in keeper.players[:2])
    now = books.stand(keeper.season.pk, [(session, effects.outcome_now(session))])
    assert (now[bob].place, now[alice].place) == (1, 2)
    after = effects.outcome_if(session, sheets={1: {"cards_left": WON_BY_ALICE}})
    then = books.stand(keeper.season.pk, [(session, after)])
    assert (then[bob], then[alice]) == (placing.Stand(2, 1), placing.Stand(1, 2))


POINTS = st.integers(-50, 50).map(lambda tenths: tenths / 10)
SHARES = st.lists(
    st.builds(
        Share,
        session=st.uuids(),
        player=st.just("Alice"),
        lowest_wins=st.booleans(),
        hands=st.integers(0, 3),
        unproved=st.integers(0, 1),
        points=POINTS,
        adjustments=POINTS,
        places=st.dictionaries(st.sampled_from("123"), st.integers(1, 3)),
        illegal=st.integers(0, 2),
        place=st.none() | st.integers(1, 4),
    ),
    min_size=1,
    max_size=4,
)


@given(SHARES, SHARES, SHARES, st.sampled_from([plan for plan in PLANS if read_plan(plan).adds_up]))
def test_exchanging_sessions_is_adding_up_anew(staying, gone, come, plan):
    plan = read_plan(plan)
    kept, less, more = (counting.line(plan, shares) for shares in ([*staying, *gone], gone, come))
    assert counting.exchanged(kept, less, more) == counting.line(plan, [*staying, *come])
