"""Projected places if a session had ended otherwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.adjudication import effects
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands.amendments import Amendment
from scorekeeper.models import Session
from scorekeeper.standings import projection
from scorekeeper.standings import table as standings_table
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.totals import SessionScore
from tests.scorekeeper.management.test_standings_check import PLANS
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

TIED = {"tie_breaks": ["hands-won", "head-to-head", "median", "lot"], "seed": "7"}


@pytest.mark.parametrize("plan", [*PLANS, TIED, {"minimum_hands": 3}])
def test_a_projected_change_is_what_the_amendment_does(keeper, people, plan):
    plan_versions.decide(keeper.season, parse_plan(plan), by=people.bob)
    keeper.session(WON_BY_BOB, [9, 9, 0, 2])
    keeper.session(WON_BY_ALICE, [5, 0, 3, 1], variant="gang-of-four")
    pk = keeper.session(WON_BY_ALICE, WON_BY_ALICE).pk
    session = Session.objects.select_related("head").get(pk=pk)
    loaded = projection.load(keeper.club.pk, [session])
    before = effects.outcome_now(session)
    assert loaded.places_if(keeper.season.pk, [(session, before)]) == current_places(keeper)
    after = effects.outcome_if(session, sheets={2: {"cards_left": WON_BY_BOB}})
    expected = loaded.places_if(keeper.season.pk, [(session, after)])
    second = session.hands.get(position=2)
    hand_amendments.amend(second, Amendment(keys={"cards_left": WON_BY_BOB}), by=people.bob)
    assert expected == current_places(keeper)


def current_places(keeper):
    rows = standings_table.table(keeper.season, Scope()).rows
    return {row.player: projection.ProjectedPlace(row.place, row.line.total) for row in rows}


def test_a_projection_follows_the_scoring_plan(keeper, people):
    """By places Bob is first with two hands of three, though Alice has more points."""
    plan = {"scoring": "place-points", "place_points": [1]}
    plan_versions.decide(keeper.season, parse_plan(plan), by=people.bob)
    keeper.session([0, 13, 13, 13], WON_BY_BOB)
    session = keeper.session(WON_BY_BOB)
    session = Session.objects.select_related("head").get(pk=session.pk)
    loaded = projection.load(keeper.club.pk, [session])
    alice, bob = (player.pk for player in keeper.players[:2])
    now = loaded.places_if(keeper.season.pk, [(session, effects.outcome_now(session))])
    assert (now[bob].place, now[alice].place) == (1, 2)
    after = effects.outcome_if(session, sheets={1: {"cards_left": WON_BY_ALICE}})
    then = loaded.places_if(keeper.season.pk, [(session, after)])
    assert (then[bob], then[alice]) == (
        projection.ProjectedPlace(2, 1),
        projection.ProjectedPlace(1, 2),
    )


POINTS = st.integers(-50, 50).map(lambda tenths: tenths / 10)
SCORES = st.lists(
    st.builds(
        SessionScore,
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


@given(
    SCORES, SCORES, SCORES, st.sampled_from([plan for plan in PLANS if parse_plan(plan).adds_up])
)
def test_replacing_sessions_equals_adding_up_all(unchanged, removed, added, plan):
    plan = parse_plan(plan)
    stored, removed_line, added_line = (
        standings_totals.line(plan, scores) for scores in ([*unchanged, *removed], removed, added)
    )
    assert standings_totals.replace_sessions(
        stored, removed_line, added_line
    ) == standings_totals.line(plan, [*unchanged, *added])
