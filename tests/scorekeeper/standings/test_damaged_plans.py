"""A stored plan that cannot be read costs nothing but the tables of its season; a new plan heals them."""

import pytest
from django.db.models import TextField, Value
from django.urls import reverse

from scorekeeper.management.record_check.records import verify_records
from scorekeeper.models import Recount, ScoringPlan, Season, WorkFailure
from scorekeeper.standings import recount
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import Plan
from tests import without_triggers
from tests.scorekeeper.routes import ROUTES, fill_in
from tests.scorekeeper.season_scorer import WON_BY_ALICE
from tests.scorekeeper.turns import never

pytestmark = pytest.mark.django_db

DAMAGES = {
    "another word": {"scoring": "?"},
    "a list": [],
    "no JSON": Value("{", output_field=TextField()),
    "other lots": {**Plan().as_json(), "drawn": [3]},
}


@pytest.fixture(params=DAMAGES.values(), ids=DAMAGES.keys())
def damage(request):
    without_triggers.drop_until_rollback()
    return lambda season: ScoringPlan.objects.filter(season=season).update(plan=request.param)


@pytest.fixture
def planned(ids, people):
    season = Season.objects.get(pk=ids["seasons"])
    plan_versions.decide(season, Plan(best_sessions=1), by=people.bob)
    recount.refresh(season)
    return season


def test_no_route_fails_and_those_of_the_season_say_why(planned, damage, ids, people, signed):
    damage(planned)
    answers = {}
    for route in ROUTES:
        if route.method == "GET":
            answers[route.name] = signed(people.alice).get(
                fill_in("/api/v1/" + route.name.split()[1], ids)
            )
    damaged = {name for name, answer in answers.items() if answer.status_code == 503}
    assert {"GET seasons/{}/standings/", "GET seasons/{}/plan/"} <= damaged
    assert all("seasons/" in name for name in damaged), damaged
    problem = answers["GET seasons/{}/plan/"].json()
    assert problem["code"] == "unreadable-plan"
    assert "decide on a scoring plan again" in problem["detail"]
    assert {answer.status_code for name, answer in answers.items() if name not in damaged} <= {
        200,
        202,
        204,
        404,
    }


def test_the_pages_say_it_and_a_new_plan_heals_the_season(planned, damage, people, client, root):
    damage(planned)
    client.force_login(people.bob)
    page = client.get(f"/seasons/{planned.pk}/")
    assert page.status_code == 503
    assert "The scoring plan is damaged" in page.content.decode()
    assert client.get(f"/clubs/{planned.club_id}/").status_code == 200
    assert (
        "The scoring plan is damaged" in client.get(f"/seasons/{planned.pk}/plan/").content.decode()
    )
    form = {"scoring": "points", "per": "hand", "minimum_hands": 0, "best_sessions": 1}
    assert client.post(f"/seasons/{planned.pk}/plan/", form).status_code == 302
    assert client.get(f"/seasons/{planned.pk}/").status_code == 200
    recount.refresh_waiting(stop=never)
    assert not Recount.objects.exists()
    assert client.get(f"/seasons/{planned.pk}/").status_code == 200


def test_a_table_that_was_counted_by_an_earlier_plan_is_still_shown(
    planned, damage, people, signed, keeper
):
    plan_versions.decide(planned, Plan(best_sessions=2), by=people.bob)
    first, last = planned.plans.all()
    without_triggers.drop_until_rollback()
    ScoringPlan.objects.filter(pk=last.pk).update(plan={"scoring": "?"})
    answer = signed(people.alice).get(f"/api/v1/seasons/{planned.pk}/standings/")
    assert (answer.status_code, answer.json()["plan"]["number"]) == (200, first.number)
    recount.refresh_waiting(stop=never)
    assert WorkFailure.objects.filter(row=planned.pk).exists()


def test_the_check_of_the_records_and_the_admin_name_it(planned, damage, root):
    damage(planned)
    pk = planned.plans.values_list("pk", flat=True).get()
    found_problems = {(problem.subject, problem.where) for problem in verify_records()}
    assert (f"scoring plan {pk}", "plan") in found_problems
    ScoringPlan.objects.filter(season=planned).update(plan={"scoring": "?"})
    assert (
        "damaged" in root.get(reverse("admin:scorekeeper_scoringplan_changelist")).content.decode()
    )


def test_hands_are_recorded_all_the_same(keeper, damage, people):
    plan_versions.decide(keeper.season, Plan(best_sessions=1), by=people.bob)
    damage(keeper.season)
    keeper.session(WON_BY_ALICE, played_on="2026-03-05")
