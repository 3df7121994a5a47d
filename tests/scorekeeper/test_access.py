"""Permissions: every route is requested by every role; scorekeeper/access.py decides who may."""

import pytest

from scorekeeper.access import MAY, Action, Guest
from scorekeeper.models import AuditEntry, Role
from tests.scorekeeper.callers import LINKS, ROLES, rolled_back
from tests.scorekeeper.routes import ROUTES, Needs, documented_routes

REFUSED = {401, 403, 404}
EVERYBODY = [*ROLES, "anonymous", *LINKS]


def is_allowed(who, route):
    """Return whether this caller may use the route, by scorekeeper/access.py and the table of routes."""
    if route.needs is Needs.PASSWORD:
        return True
    if who in {"expired link", "revoked link"}:
        return False  # an invalid link is refused even where nothing is needed
    if route.only:
        return who == route.only
    if route.needs is Needs.NOTHING:
        return True
    if route.needs is Needs.ACCOUNT:
        return who in ROLES
    if who == "link":
        return Guest.LINK in MAY[route.needs]
    return who == route.also or (who in set(Role) and Role(who) in MAY[route.needs])


def test_the_table_of_routes_has_every_documented_route(document):
    assert {route.name for route in ROUTES} == documented_routes(document)


@pytest.mark.parametrize("who", EVERYBODY)
def test_every_role_may_use_exactly_the_allowed_routes(who, client_of, ids):
    client, wrong = client_of(who), []
    for route in ROUTES:
        with rolled_back():
            before = AuditEntry.objects.count()
            status = route.send(client, ids).status_code
            new_entries = AuditEntry.objects.count() - before
        if status >= 500 or (status in REFUSED) is is_allowed(who, route):
            wrong.append((route.name, str(route.needs), status))
        if status >= 300 and new_entries:
            wrong.append((route.name, "a refused request is in the audit log"))
    assert not wrong


@pytest.mark.parametrize("action", Action)
def test_every_action_is_needed_by_some_route(action):
    assert action in {route.needs for route in ROUTES}
