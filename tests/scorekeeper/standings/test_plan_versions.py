"""Scoring plans are facts: added, taken along with their club, and free of the names of those who are forgotten."""

from io import BytesIO

import pytest

from scorekeeper import erasure
from scorekeeper.exports import club_archive
from scorekeeper.imports import club_archive as import_club_archive
from scorekeeper.models import Club, Recount, ScoringPlan
from scorekeeper.standings import plan_versions
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.plan_input import parse_plan
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

AVERAGE = {"scoring": "average"}


@pytest.fixture
def decided(season, people):
    def decided(said, reason=""):
        return plan_versions.decide(season, parse_plan(said), by=people.bob, reason=reason)

    return decided


def test_plans_are_numbered_and_the_last_is_in_force(decided, season):
    decided(AVERAGE)
    decided({"minimum_hands": 3})
    decided(AVERAGE)
    assert list(season.plans.values_list("number", flat=True)) == [1, 2, 3]
    assert plan_versions.in_force(season) == (3, parse_plan(AVERAGE))


def test_the_same_plan_again_is_no_new_version(decided):
    first, is_new = decided(AVERAGE)
    again, is_new_again = decided(AVERAGE, "I said so.")
    assert (first, is_new, is_new_again) == (again, True, False)


def test_a_club_takes_its_plans_along(keeper, decided, people):
    keeper.sitting(WON_BY_ALICE, WON_BY_BOB)
    decided(AVERAGE, "Who plays more is not ahead.")
    before = standings_table.table(keeper.season, Scope())
    file = BytesIO(b"".join(club_archive.build_archive(keeper.club, by=None)))
    ScoringPlan.objects.all().delete()
    Recount.objects.create(season=keeper.season)
    assert standings_table.table(keeper.season, Scope()) != before
    import_club_archive.restore(file, owner=people.alice)
    assert standings_table.table(keeper.season, Scope()) == before
    assert Club.objects.get(pk=keeper.club.pk).seasons.get().plans.get().reason.startswith("Who")


def test_a_reason_loses_the_name_of_who_is_forgotten(keeper, decided, people):
    decided(AVERAGE, "Dan plays more than the others.")
    decided({}, "As it was.")
    erasure.erase(keeper.players[3], confirm="Dan", by=people.alice)
    said = ScoringPlan.objects.order_by("number").values_list("reason", flat=True)
    assert list(said) == ["removed", "As it was."]
