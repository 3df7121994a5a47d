"""What the table tells about everybody's last sessions is stored, and follows what was just recorded."""

import pytest

from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import scope_lines, season_count
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB


@pytest.fixture
def counted(keeper):
    for day in range(1, 8):
        keeper.session(WON_BY_ALICE if day % 2 else WON_BY_BOB, played_on=f"2026-03-0{day}")
    standings_recount.refresh(keeper.season)
    return keeper


def alice_of(keeper):
    read = season_count.read(keeper.season)
    return scope_lines.session_summaries(read, Scope())[keeper.players[0].pk]


@pytest.mark.parametrize("plan", [{}, {"scoring": "average"}, {"best_sessions": 2}])
def test_a_summary_is_read_as_it_was_counted(counted, people, plan):
    plan_versions.decide(counted.season, parse_plan(plan), by=people.bob)
    before = alice_of(counted)
    standings_recount.refresh(counted.season)
    assert alice_of(counted) == before
    assert [session.place for session in before.last] == [1, 2, 1, 2, 1]
    assert before.counting == ((25, 25) if "best_sessions" in plan else ())


def test_the_summaries_of_a_counted_season_come_with_its_lines(counted, django_assert_num_queries):
    read = season_count.read(counted.season)
    with django_assert_num_queries(0):
        assert len(scope_lines.session_summaries(read, Scope())) == 4


def test_a_session_that_was_just_recorded_is_in_the_summary_at_once(counted):
    counted.session(WON_BY_BOB, played_on="2026-03-08")
    assert [session.place for session in alice_of(counted).last] == [2, 1, 2, 1, 2]


def test_of_players_with_very_many_sessions_the_stored_summary_is_shown_meanwhile(
    counted, monkeypatch
):
    former = alice_of(counted)
    counted.session(WON_BY_BOB, played_on="2026-03-08")
    monkeypatch.setattr(season_count, "MOST_ROWS", 8)  # hands of that session are fewer
    assert season_count.read(counted.season).is_current
    assert alice_of(counted) == former
    standings_recount.refresh(counted.season)
    assert [session.place for session in alice_of(counted).last] == [2, 1, 2, 1, 2]
