"""A scoring plan is chosen among three presets in words, or field by field."""

import pytest
from playwright.sync_api import expect

from scorekeeper.models import Season
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import DEFAULT, TieBreak
from scorekeeper.standings.plans.plan_input import parse_plan
from tests.pages.axe import list_violations
from tests.pages.browser_pages import open_page

LEAGUE = {
    "scoring": "place-points",
    "place_points": [4, 2.5, 1],
    "per": "session",
    "best_sessions": 6,
    "bonuses": [{"for": "session-attended", "points": 0.5}],
    "tie_breaks": ["hands-won", "lot"],
    "seed": "drawn in May",
}


def address(keeper):
    return f"/seasons/{keeper.season.pk}/plan/"


def presets(client, keeper):
    return client.get(address(keeper)).context["form"].presets


def decide(client, keeper, preset, **fields):
    answer = client.post(address(keeper), {"preset": preset, **fields})
    assert answer.status_code == 302
    return plan_versions.in_force(keeper.season).plan


@pytest.fixture
def last_season(keeper, people):
    """A season before, scored by places."""
    season = Season.objects.create(club=keeper.season.club, name="Autumn 2025")
    plan_versions.decide(season, parse_plan(LEAGUE), by=people.alice)
    return season


def test_each_preset_stores_the_plan_that_it_describes(browse, keeper):
    client = browse("alice")
    points, places, average = presets(client, keeper)
    plan = decide(client, keeper, places.value, scoring="points", per="hand", reason="Agreed.")
    assert plan == parse_plan(
        {
            "scoring": "place-points",
            "place_points": [5, 3, 2, 1],
            "per": "session",
            "tie_breaks": ["head-to-head", "hands-won"],
        }
    )
    assert keeper.season.plans.get().reason == "Agreed."
    plan = decide(client, keeper, average.value)
    assert plan == parse_plan({"scoring": "average", "minimum_hands": 10})
    assert decide(client, keeper, points.value) == DEFAULT


def test_the_plan_of_the_last_season_comes_first_but_for_its_lots(browse, keeper, last_season):
    client = browse("alice")
    last, *others = presets(client, keeper)
    assert last.label == "As in Autumn 2025"
    assert "4 · 2.5 · 1" in last.text
    assert "Ties are broken in this order: hands won." in last.text
    assert [one.label for one in others] == ["Points of the games", "Points for places"]
    plan = decide(client, keeper, last.value)
    assert plan == parse_plan({**LEAGUE, "tie_breaks": ["hands-won"], "seed": ""})
    assert TieBreak.LOT not in plan.tie_breaks


def test_the_plan_in_force_is_chosen_at_first(browse, keeper, last_season, people):
    client = browse("alice")
    assert client.get(address(keeper)).context["form"].chosen_preset == (
        presets(client, keeper)[1].value
    )
    plan_versions.decide(keeper.season, parse_plan({"best_sessions": 3}), by=people.alice)
    form = client.get(address(keeper)).context["form"]
    assert (form.chosen_preset, form["best_sessions"].value()) == ("custom", 3)


@pytest.mark.parametrize("preset", [{}, {"preset": "custom"}])
def test_fields_count_where_no_preset_is_chosen(browse, keeper, preset):
    data = {"scoring": "points", "per": "hand", "best_sessions": "4", **preset}
    assert browse("alice").post(address(keeper), data).status_code == 302
    assert plan_versions.in_force(keeper.season).plan == parse_plan({"best_sessions": 4})


@pytest.mark.parametrize("preset", ["custom", "scoring=place-points&per=hand", "nonsense"])
def test_a_wrong_plan_comes_back_with_its_fields(browse, keeper, preset):
    data = {"preset": preset, "scoring": "place-points", "per": "hand"}
    page = browse("alice").post(address(keeper), data)
    assert page.status_code == 422
    assert page.context["form"].chosen_preset == "custom"
    assert keeper.season.plans.count() == 0


def test_a_damaged_plan_of_another_season_is_not_offered(browse, keeper, last_season):
    last_season.plans.update(plan={"scoring": "by-magic"})
    labels = [one.label for one in presets(browse("alice"), keeper)]
    assert labels == ["Points of the games", "Points for places", "Average per hand"]


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_custom_opens_the_fields_of_a_plan(window, live_server, browse, keeper):
    with open_page(window, live_server.url, browse("alice")) as page:
        page.goto(address(keeper))
        best = page.get_by_label("Number of best sessions that count")
        expect(best).to_be_hidden()
        page.get_by_label("Custom").check()
        best.fill("0")
        assert list_violations(page) == []
        page.get_by_role("button", name="Apply this plan").click()
        expect(page.get_by_label("Custom")).to_be_checked()
        expect(best).to_be_visible()
        page.get_by_label("Points for places").check()
        page.get_by_role("button", name="Apply this plan").click()
        expect(page.get_by_role("status")).to_contain_text("The new scoring plan now applies")
