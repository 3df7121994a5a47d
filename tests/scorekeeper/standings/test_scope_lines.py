"""The table of an earlier day, when few sessions were played later: these are taken out of the table of the season."""

from datetime import UTC, date, datetime

import pytest

from scorekeeper.models import HandRevision, Player, Session
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import scope_lines
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

PLANS = (
    {},
    {"scoring": "average", "tie_breaks": ["median"]},
    {"scoring": "place-points", "place_points": [3, 1.1], "tie_breaks": ["head-to-head", "median"]},
    {"minimum_hands": 2, "bonuses": [{"for": "session-won", "points": 0.1}]},
)  # fmt: skip


@pytest.fixture
def played(keeper, club):
    """Sessions on two days, one without a date that was continued for two days, and a newcomer on the last day."""
    erin = Player.objects.create(club=club, name="Erin")
    keeper.session(WON_BY_ALICE, [0, 7, 7, 7], played_on="2026-03-01")
    undated = keeper.session(WON_BY_BOB, WON_BY_ALICE)
    keeper.session([3, 2, 0, 1], variant="gang-of-four", played_on="2026-03-03", players=[erin, *keeper.players[1:]])  # fmt: skip
    for hand in undated.hands.all():
        day = datetime(2026, 3, 1 + hand.position, 12, tzinfo=UTC)
        HandRevision.objects.filter(hand=hand).update(at=day)
    Session.objects.filter(pk=undated.pk).update(created_at=datetime(2026, 3, 2, 11, tzinfo=UTC))
    return keeper


@pytest.mark.parametrize("plan", PLANS)
def test_the_table_of_an_earlier_day_is_the_one_added_up_from_its_sessions(
    played, people, plan, monkeypatch
):
    plan_versions.decide(played.season, parse_plan(plan), by=people.bob)
    standings_recount.refresh(played.season)
    scopes = [Scope(as_of=date(2026, 3, day)) for day in (1, 2, 3, 4)]
    tables = [standings_table.table(played.season, scope) for scope in scopes]
    monkeypatch.setattr(scope_lines, "MOST_LATER", -1)
    for cache in (standings_table.cached_tables, scope_lines.cached_lines):
        cache.clear()
    assert tables == [standings_table.table(played.season, scope) for scope in scopes]
    assert [len(table.rows) for table in tables] == [4, 4, 5, 5]


def test_the_table_of_an_earlier_day_reads_no_tallies_of_that_day(played, monkeypatch):
    standings_recount.refresh(played.season)
    monkeypatch.setattr(scope_lines, "session_scores", None)
    table = standings_table.table(played.season, Scope(as_of=date(2026, 3, 1)))
    assert table.rows[0].line.hands == 2
