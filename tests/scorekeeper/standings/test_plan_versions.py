"""Versions of scoring plans: they are only added, archived with their club, and cleared of erased names."""

from io import BytesIO

import pytest

from scorekeeper import erasure
from scorekeeper.exports import club_archive
from scorekeeper.imports import club_archive as import_club_archive
from scorekeeper.models import Club, Recount, ScoringPlan
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

AVERAGE = {"scoring": "average"}


@pytest.fixture
def decide_plan(season, people):
    def decide_plan(data, reason=""):
        return plan_versions.decide(season, parse_plan(data), by=people.bob, reason=reason)

    return decide_plan


def test_plans_are_numbered_and_the_last_is_in_force(decide_plan, season):
    decide_plan(AVERAGE)
    decide_plan({"minimum_hands": 3})
    decide_plan(AVERAGE)
    assert list(season.plans.values_list("number", flat=True)) == [1, 2, 3]
    assert plan_versions.in_force(season) == (3, parse_plan(AVERAGE))


def test_deciding_on_an_equal_plan_adds_no_version(decide_plan):
    first, is_new = decide_plan(AVERAGE)
    again, is_new_again = decide_plan(AVERAGE, "I said so.")
    assert (first, is_new, is_new_again) == (again, True, False)


def test_a_club_archive_contains_the_plans(keeper, decide_plan, people):
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    decide_plan(AVERAGE, "Who plays more is not ahead.")
    before = standings_table.table(keeper.season, Scope())
    file = BytesIO(b"".join(club_archive.build_archive(keeper.club, by=None)))
    ScoringPlan.objects.all().delete()
    Recount.objects.create(season=keeper.season)
    assert standings_table.table(keeper.season, Scope()) != before
    import_club_archive.restore(file, owner=people.alice)
    assert standings_table.table(keeper.season, Scope()) == before
    assert Club.objects.get(pk=keeper.club.pk).seasons.get().plans.get().reason.startswith("Who")


def test_erasure_removes_a_players_name_from_reasons(keeper, decide_plan, people):
    decide_plan(AVERAGE, "Dan plays more than the others.")
    decide_plan({}, "As it was.")
    erasure.erase(keeper.players[3], confirm="Dan", by=people.alice)
    data = ScoringPlan.objects.order_by("number").values_list("reason", flat=True)
    assert list(data) == ["removed", "As it was."]
