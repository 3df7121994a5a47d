"""Permissions: every route is requested by every role; scorekeeper/access.py decides who may."""

import pytest
from django.contrib.auth.models import AnonymousUser

from scorekeeper import access
from scorekeeper.access import MAY, SCOPE_FOR, AccountAction, Action, Guest
from scorekeeper.accounts import tokens
from scorekeeper.clubs import memberships
from scorekeeper.models import (
    AuditEntry,
    Club,
    Player,
    Role,
    Token,
    TokenScope,
    Visibility,
)
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.callers import LINKS, ROLES, rolled_back
from tests.scorekeeper.routes import ROUTES, Needs, documented_routes

REFUSED = {401, 403, 404}
EVERYBODY = [*ROLES, "anonymous", *LINKS]
DAILY = ("member", "stranger", "link")
"""Those who may do something but not everything; the others are tried by the slow tests."""


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
    if route.needs is Needs.ACCOUNT or isinstance(route.needs, AccountAction):
        return who in ROLES
    if who == "link":
        return Guest.LINK in MAY[route.needs]
    return who == route.also or (who in set(Role) and Role(who) in MAY[route.needs])


def test_the_table_of_routes_has_every_documented_route(document):
    assert {route.name for route in ROUTES} == documented_routes(document)


def wrong_answers(client, ids, allowed):
    """Send every route; return those that are not refused exactly where ``allowed(route)`` is false."""
    wrong = []
    for route in ROUTES:
        with rolled_back():
            before = AuditEntry.objects.count()
            status = route.send(client, ids).status_code
            new_entries = AuditEntry.objects.count() - before
        if status >= 500 or (status in REFUSED) is allowed(route):
            wrong.append((route.name, str(route.needs), status))
        if status >= 300 and new_entries:
            wrong.append((route.name, "a refused request is in the audit log"))
    return wrong


@pytest.mark.parametrize(
    "who",
    [who if who in DAILY else pytest.param(who, marks=pytest.mark.slow) for who in EVERYBODY],
)
def test_every_role_may_use_exactly_the_allowed_routes(who, client_of, ids):
    assert not wrong_answers(client_of(who), ids, lambda route: is_allowed(who, route))


def is_outside(route):
    """Return whether only a token for all clubs may be used for this."""
    return isinstance(route.needs, AccountAction)


@pytest.mark.slow
@pytest.mark.parametrize("scope", list(TokenScope)[:-1])
def test_every_route_asks_for_its_scope(scope, people, signed, ids):
    scopes = tokens.with_included([scope])
    client = signed(people.alice, scopes=scopes)

    def allowed(route):
        open_to_all = route.needs in {Needs.NOTHING, Needs.PASSWORD}
        return is_allowed("owner", route) and (open_to_all or route.scope_for("owner") in scopes)

    assert not wrong_answers(client, ids, allowed)


@pytest.mark.slow
def test_a_token_for_one_club_may_use_what_its_role_allows_there(people, signed, ids, club):
    client = signed(people.alice, only_club=club)
    allowed = lambda route: is_allowed("owner", route) and not is_outside(route)  # noqa: E731
    assert not wrong_answers(client, ids, allowed)


def test_a_token_for_another_club_may_use_what_a_stranger_may(people, signed, ids):
    other_club, _ = memberships.found_club("The other one", by=people.alice)
    client = signed(people.alice, only_club=other_club)
    allowed = lambda route: is_allowed("stranger", route) and not is_outside(route)  # noqa: E731
    assert not wrong_answers(client, ids, allowed)


@pytest.mark.parametrize("limit", [None, "this club", "another club"])
@pytest.mark.parametrize("scope", TokenScope)
def test_role_scope_and_club_of_a_token_decide_together(scope, limit, people, session):
    clubs = {
        None: None,
        "this club": session.club,
        "another club": Club.objects.get(name="Elsewhere"),
    }
    scopes = tokens.with_included([scope])
    for role, name in ROLES.items():
        user = getattr(people, name)
        user.token = Token(user=user, scopes=scopes, only_club=clubs[limit])
        for action in Action:
            expected = (
                role != "stranger"
                and Role(role) in MAY[action]
                and SCOPE_FOR[action] in scopes
                and limit != "another club"
            )
            answers = {
                access.may(user, action, session.club),
                access.may_in(user, action, session),
                access.clubs_where(user, action).filter(pk=session.club_id).exists(),
                access.sessions_where(user, action).filter(pk=session.pk).exists(),
            }
            assert answers == {expected}, (role, action)
        for action in AccountAction:
            expected = SCOPE_FOR[action] in scopes and limit is None
            assert access.may_outside(user, action) is expected, (role, action)


def test_every_action_has_a_scope():
    assert set(SCOPE_FOR) == {*Action, *AccountAction}


def test_each_scope_allows_what_a_role_with_the_same_duties_may_do():
    scorers, referees = (
        {a for a in Action if role in MAY[a]} for role in (Role.SCORER, Role.REFEREE)
    )
    assert {a for a in Action if SCOPE_FOR[a] in tokens.with_included([TokenScope.LOG])} == scorers
    assert {
        a for a in Action if SCOPE_FOR[a] in tokens.with_included([TokenScope.REFEREE])
    } == referees


def test_the_document_names_the_scope_of_every_operation(document):
    documented = {
        name: operation.get("x-token-scope")
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        for name in documented_routes({"paths": {path: {method: operation}}})
    }
    order = [*TokenScope]
    for name in documented:
        routes = [route for route in ROUTES if route.name == name]
        if any(
            route.name.split()[1].split("/")[0] in {"adjudicate", "ask", "schemas", "variants"}
            or route.needs is Needs.PASSWORD
            for route in routes
        ):
            assert documented[name] is None, name
            continue
        least = min((route.scope_for(route.also) for route in routes), key=order.index)
        if name == "DELETE tokens/{}/":
            least = TokenScope.READ  # each token may revoke itself
        assert documented[name] == least, name


@pytest.mark.parametrize("action", [*Action, *AccountAction])
def test_every_action_is_needed_by_some_route(action):
    assert action in {route.needs for route in ROUTES}


@pytest.mark.parametrize("club_is", Visibility.values)
@pytest.mark.parametrize("who", ["alice", "dan", "eve", "token for another club", "anonymous"])
def test_sessions_of_a_club_are_those_of_all_sessions_that_somebody_may_see(
    who, club_is, people, club, open_session
):
    shown, hidden = open_session(event="shown"), open_session(event="hidden")
    session_recording.file_session(shown, season=None, visibility="public", by=people.alice)
    Club.objects.filter(pk=club.pk).update(visibility=club_is)
    club.refresh_from_db()
    person = getattr(people, who, AnonymousUser())
    if who == "token for another club":
        person = people.dan
        elsewhere = Club.objects.exclude(pk=club.pk).get()
        person.token = Token(scopes=[TokenScope.READ], only_club=elsewhere)
    visible = set(access.sessions_of_club_seen_by(person, club))
    assert visible == set(access.sessions_seen_by(person).filter(club=club))
    assert access.hides_sessions(person, club) == (visible != {shown, hidden})
    assert not access.hides_sessions(person, club, variant="pusoy-dos")


def test_strangers_see_the_players_of_public_sessions(people, club, players, session):
    bench = Player.objects.create(club=club, name="Never seated")
    assert not access.players_seen_by(AnonymousUser()).exists()
    session_recording.file_session(session, season=None, visibility="public", by=people.alice)
    assert not access.players_seen_by(people.eve).filter(club=club).exists()
    Club.objects.filter(pk=club.pk).update(visibility=Visibility.PUBLIC)
    assert set(access.players_seen_by(AnonymousUser())) == set(players)
    assert set(access.players_seen_by(people.dan)) == {*players, bench}
