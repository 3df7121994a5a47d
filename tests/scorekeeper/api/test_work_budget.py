"""A request without an account has a budget of the referee's steps, which count for its rate limit."""

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient
from rest_framework.throttling import AnonRateThrottle

from scorekeeper.api.rules.work_budget import BUDGET, STEPS_PER_REQUEST
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


def test_an_account_has_no_such_budget(carol):
    body = record(*[{"cards_left": [0, 1, 2, 3]}] * 3_001)
    assert carol.post(f"{API}/adjudicate/", body).status_code == 200


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


def test_a_request_counts_for_the_rate_limit_by_its_size_even_if_it_is_refused(monkeypatch):
    monkeypatch.setattr(AnonRateThrottle, "rate", "20/min", raising=False)
    cache.clear()
    padded = {**record(*[{"cards_left": [0, 1, 2, 3]}] * 3_001), "notes": "x" * 1_800_000}
    statuses = [APIClient().post(f"{API}/adjudicate/", padded).status_code for _ in range(3)]
    assert statuses == [413, 413, 429]
