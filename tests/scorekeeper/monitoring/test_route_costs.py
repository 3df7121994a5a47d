"""Every route has a class of cost, and only routes that exist have one."""

import re

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.throttling import AnonRateThrottle

from scorekeeper.api.throttling import CostThrottle
from scorekeeper.monitoring import route_costs
from scorekeeper.monitoring.route_costs import ADMIN, API, LIMITS, READS, WRITES, Cost

UNKNOWN_ADDRESSES = "/api/v1/"
"""Where the pattern for whatever the API does not have ends; the API's own first address has the name, too."""


def routes(patterns=None, prefix="/"):
    """Yield every route with its view, {} for what varies."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        name = prefix + re.sub(r"<[^>]*>", "{}", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, name)
        elif isinstance(pattern, URLPattern):
            yield name, pattern.callback


ROUTES = dict(routes())


def test_every_route_has_a_class_of_cost():
    missing = {name for name in ROUTES if not name.startswith(ADMIN)} - route_costs.table().keys()
    assert not missing, f"add to scorekeeper/monitoring/route_costs.py: {sorted(missing)}"


def test_the_table_names_no_route_that_is_gone_and_none_twice():
    named = [API + word.removeprefix("/") if is_api else word for word, is_api in words()]
    assert not set(named) - ROUTES.keys()
    assert not {name for name in named if named.count(name) > 1}
    assert not WRITES.keys() - ROUTES.keys()


def words():
    for names in READS.values():
        pages, _, api = names.partition("api:")
        yield from ((word, False) for word in pages.split())
        yield from ((word, True) for word in api.split())


def test_a_route_without_a_class_counts_as_dear():
    assert route_costs.cost_of_route("brand/<uuid:new>/") is Cost.DEAR
    assert Cost.DEAR in LIMITS


def test_reading_and_writing_cost_what_the_table_says():
    hands = "api/v1/sessions/<uuid:session>/hands/"
    assert route_costs.cost_of_route(hands) is Cost.LIST
    assert route_costs.cost_of_route(hands, writes=True) is Cost.WRITE
    assert route_costs.cost_of_route("api/v1/adjudicate/", writes=True) is Cost.REFEREE
    assert route_costs.cost_of_route("admin/scorekeeper/club/") is Cost.STAFF


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, cost in (route_costs.table() | WRITES).items()
        if cost in LIMITS and name.startswith(API)
    ],
)
def test_views_of_the_api_with_limits_ask_for_them(name):
    view = ROUTES[name].cls
    assert CostThrottle in view.throttle_classes
    assert (WRITES.get(name) is Cost.REFEREE) == (AnonRateThrottle in view.throttle_classes)
