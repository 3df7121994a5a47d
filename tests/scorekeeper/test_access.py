"""Every route, with every method, asked by everybody: the table in access.py says who gets an answer."""

import pytest

from scorekeeper.access import MAY, Action, Guest
from scorekeeper.models import AuditEntry, Role
from tests.scorekeeper.callers import LINKS, ROLES, rolled_back
from tests.scorekeeper.routes import ROUTES, Needs, documented_routes

REFUSED = {401, 403, 404}
EVERYBODY = [*ROLES, "anonymous", *LINKS]


def allowed(who, route):
    """What the table says."""
    if route.needs is Needs.PASSWORD:
        return True
    if who in {"expired link", "revoked link"}:
        return False  # whoever shows something that is not good is nobody
    if route.only:
        return who == route.only
    if route.needs is Needs.NOTHING:
        return True
    if route.needs is Needs.ACCOUNT:
        return who in ROLES
    if who == "link":
        return Guest.LINK in MAY[route.needs]
    return who == route.also or (who in set(Role) and Role(who) in MAY[route.needs])


def test_every_route_has_a_line_in_the_table_of_routes(document):
    assert {route.name for route in ROUTES} == documented_routes(document)


@pytest.mark.parametrize("who", EVERYBODY)
def test_everybody_may_do_what_the_table_says_and_nothing_else(who, client_of, ids):
    client, wrong = client_of(who), []
    for route in ROUTES:
        with rolled_back():
            before = AuditEntry.objects.count()
            status = route.send(client, ids).status_code
            left = AuditEntry.objects.count() - before
        if status >= 500 or (status in REFUSED) is allowed(who, route):
            wrong.append((route.name, str(route.needs), status))
        if status >= 300 and left:
            wrong.append((route.name, "what was refused is in the log"))
    assert not wrong


@pytest.mark.parametrize("action", Action)
def test_every_action_is_asked_for_by_some_route(action):
    assert action in {route.needs for route in ROUTES}
