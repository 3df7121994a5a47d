"""A request has a budget of the referee's steps; without an account they count for its rate limit, too."""

import json

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient
from rest_framework.throttling import AnonRateThrottle

from scorekeeper.accounts.rate_limits import STEPS_PER_REQUEST
from scorekeeper.api.rules.work_budget import ACCOUNT_BUDGET, BUDGET
from tests.scorekeeper.api_answers import API, check_problem

PLAYERS = ["Ann", "Bo", "Cy", "Di"]
GAPS = {"events": ["1: ?", *["unseen", "2: ? ?"] * 20]}
pytestmark = pytest.mark.django_db


def record(*hands, variant="big-two"):
    return {"format": "session-record/1", "variant": variant, "players": PLAYERS, "hands": hands}


@pytest.mark.parametrize(
    "body",
    [record(*[{"cards_left": [0, 1, 2, 3]}] * 3_001), record(GAPS, GAPS, variant="pusoy-dos")],
    ids=["many small hands", "two hands with many gaps"],
)
def test_a_record_over_the_budget_is_refused_with_what_to_do_instead(body):
    problem = check_problem(APIClient().post(f"{API}/adjudicate/", body), 413, "over-budget")
    assert problem["budget"] == BUDGET < problem["steps"]
    for instead in ("Divide the record", "token", "import", "python -m referee adjudicate"):
        assert instead in problem["detail"]


def test_an_account_has_a_larger_budget(carol):
    body = record(*[{"cards_left": [0, 1, 2, 3]}] * 3_001)
    assert carol.post(f"{API}/adjudicate/", body).status_code == 200
    hidden = {"events": ["1: ?"] * 100}
    problem = check_problem(
        carol.post(f"{API}/adjudicate/", record(*[hidden] * 1_900)), 413, "over-budget"
    )
    assert problem["budget"] == ACCOUNT_BUDGET < problem["steps"]
    assert "token" not in problem["detail"]
    assert "import" in problem["detail"]


@pytest.mark.slow
def test_the_search_for_witnesses_has_a_budget_and_counts_for_the_rate_limit(monkeypatch):
    monkeypatch.setattr(AnonRateThrottle, "rate", "20/min", raising=False)
    cache.clear()
    hidden = record(
        *[{"void": "misdeal", "events": ["1: ? ?", "2: ? ?"]}] * 4, variant="gang-of-four"
    )
    path = f"{API}/adjudicate/?witnesses=true"
    statuses = {APIClient().post(path, hidden).status_code for _ in range(8)}
    assert statuses == {200, 429}


def test_a_request_counts_for_the_rate_limit_by_its_steps(monkeypatch):
    monkeypatch.setattr(AnonRateThrottle, "rate", "20/min", raising=False)
    cache.clear()
    hands = 15 * STEPS_PER_REQUEST // 10
    large, small = (
        record(*[{"cards_left": [0, 1, 2, 3]}] * hands),
        record({"cards_left": [0, 1, 2, 3]}),
    )
    statuses = [
        APIClient().post(f"{API}/adjudicate/", body).status_code for body in (large, *[small] * 5)
    ]
    assert statuses == [200] * 5 + [429]


LARGE = json.dumps({**record(*[{"cards_left": [0, 1, 2, 3]}] * 3_001), "notes": "x" * 1_700_000})
REFUSED = {
    "over the budget": ("adjudicate", LARGE, "application/json", 413),
    "no JSON": ("adjudicate", LARGE[:-1], "application/json", 400),
    "no UTF-8": ("adjudicate", LARGE.encode()[:-1] + b"\xff", "application/json", 400),
    "no TOML": ("adjudicate", LARGE, "application/toml", 422),
    "no record": ("adjudicate", json.dumps(["x" * 1_800_000]), "application/json", 422),
    "of another type": ("adjudicate", LARGE, "application/xml", 415),
    "a question that is no JSON": ("ask", LARGE[:-1], "application/json", 400),
    "a question with unknown keys": ("ask", LARGE, "application/json", 400),
}
"""Routes, bodies of almost two megabytes with their types, and the answers."""


@pytest.mark.parametrize(("route", "body", "kind", "status"), REFUSED.values(), ids=REFUSED)
def test_a_refused_body_counts_for_the_rate_limit_by_its_size(
    monkeypatch, route, body, kind, status
):
    monkeypatch.setattr(AnonRateThrottle, "rate", "20/min", raising=False)
    cache.clear()
    statuses = [
        APIClient().post(f"{API}/{route}/", body, content_type=kind).status_code for _ in range(3)
    ]
    assert statuses == [status, status, 429]


def test_the_refused_bodies_of_an_account_count_as_one_request_each(carol, monkeypatch):
    monkeypatch.setattr(AnonRateThrottle, "rate", "20/min", raising=False)
    cache.clear()
    path = f"{API}/adjudicate/"
    statuses = {
        carol.post(path, LARGE[:-1], content_type="application/json").status_code for _ in range(3)
    }
    assert statuses == {400}
