"""Every address that a GET request can have: the routes of the API, the pages, and the lists of the admin.

New routes, query parameters, pages and admin models are found in the OpenAPI document, the tables of the tests and Django's
registry.  A new query parameter needs a value in PARAMETERS; a parameter without one raises KeyError.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.contrib import admin
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator

from scorekeeper.admin.bounded_lists import ClubOfSessionFilter
from scorekeeper.models import Club, User
from tests.pages.page_table import NO_PAGES, PAGES, Who, routes_of_pages
from tests.pages.prepared_club import FIXED_IN_ROUTES, NAMES_IN_ROUTES, password_reset
from tests.scorekeeper.routes import ROUTES, fill_in

PARAMETERS: Mapping[str, str] = {
    "act": "session opened",
    "after": "",  # from the beginning
    "against": "2",
    "as_of": "2026-04-15",
    "beaten": "true",
    "by": "{owner}",
    "club": "{club}",
    "combination": "straight-flush",
    "comeback": "true",
    "cursor": "",
    "decision": "adjustment",
    "difficulty": "2",
    "event": "Quarter 2",
    "fault": "not-a-combination",
    "format": "",  # the documents in other formats are made of the same rows
    "from": "2026-04-01",
    "given_away": "true",
    "headings": "",  # the same rows under other headings
    "illegal": "true",
    "kind": "session",
    "known_at": "2026-04-15T12:00:00Z",
    "language": "de",
    "leave_out": "unfinished",
    "limit": "10",
    "link": "{link}",
    "max_points": "50",
    "meld": "four generals",
    "min_points": "10",
    "outcome": "error",
    "page_size": "10",
    "play": "",  # what is legal depends on the event
    "player": "{player}",
    "players": "{player}",
    "position": "",
    "q": "lead",
    "revision": "1",
    "round": "Week 14",
    "rule": "B17",
    "ruled": "true",
    "season": "{season}",
    "separator": "",  # the same rows, divided by other signs
    "since": "2026-04-15",
    "solution": "true",
    "solve": "2",
    "sort": "longest-trick",
    "state": "waiting",
    "status": "open",
    "subject": "{session}",
    "table": "Table 3",
    "taken": "true",
    "theme": "single",
    "to": "2026-04-30",
    "variant": "big-two",
}
"""A value of every query parameter of the API; an empty one is not measured.  The parameters of rulebooks are house rules."""

OF_ROUTES: Mapping[tuple[str, str], str] = {("GET hands/{}/try/", "event"): "42"}
"""Values of parameters that mean something else in one route."""

FILTERED_PAGES = (
    "/clubs/{club}/?q=Player",
    "/clubs/{club}/?season={season}",
    "/clubs/{club}/?page=2",
    "/clubs/{club}/audit/?act=session+opened",
    "/clubs/{club}/statistics/?season={season}",
    "/clubs/{club}/statistics/?since=2026-04-01",
    "/clubs/{club}/hand-search/?combination=pair&rule=B17",
    "/clubs/{club}/hand-search/?sort=most-points",
    "/clubs/{club}/export/?page=2",
    "/players/{player}/?season={season}",
    "/players/{player}/?variant=big-two",
    "/seasons/{season}/?as_of=2026-04-15",
    "/seasons/{season}/?since=2026-04-15",
    "/seasons/{season}/?event=Quarter+2",
    "/seasons/{season}/?page=2",
    "/seasons/{season}/players/{player}/?as_of=2026-04-15",
    "/seasons/{season}/course/?event=Quarter+2",
    "/seasons/{season}/head-to-head/?event=Quarter+2",
    "/clubs/{club}/sessions/move/",
)
"""Pages with a query that is not in the table of pages."""

PATHS = {"event": "1", "form": "json", "ending": "gif", "variant": "big-two"}
"""Words in the addresses of files and pictures that are not ids."""
MADE_WHEN_ASKED_FOR = {"moving-picture-file"}
"""Files that are not there until somebody asks for them."""
FOUND_BY_WORKERS = {"GET hands/{}/analysis/"}
"""Answers that say they wait for workers, which solve no endings here."""


class Address(NamedTuple):
    """An address, by the name under which its figures are printed and accepted."""

    name: str
    path: str
    who: str  # the account's name; empty for strangers
    statuses: Sequence[int] = (200,)
    is_api: bool = False  # a token is sent instead of a cookie
    bearer: str = ""  # another token


def addresses(names: Mapping[str, str]) -> list[Address]:
    """Return every address in a prepared club with these ids."""
    names = {
        **names,
        **password_reset(User.objects.get(username=Who.NEWCOMER)),
        "owner": str(User.objects.get(username=Who.OWNER).pk),
        "nothing": str(uuid4()),
    }
    equals = {**names, "season": names["season_of_equals"]}
    found = [*_routes(names), *_pages(names), *_files(names), *_services(), *_admin_lists(names)]
    found += [
        address._replace(name=f"{address.name} (equals)")
        for address in (*_routes(equals), *_pages(equals))
        if names["season_of_equals"] in address.path
    ]
    return found


def _routes(names: Mapping[str, str]) -> Iterator[Address]:
    """Yield the GET routes of the API, bare and with each of their query parameters."""
    ids = {word: names[name] for word, name in NAMES_IN_ROUTES.items()} | FIXED_IN_ROUTES
    parameters = _query_parameters()
    for route in ROUTES:
        if route.writes:
            continue
        path = fill_in("/api/v1/" + route.name.split()[1], ids)
        statuses = (200, 202) if route.name in FOUND_BY_WORKERS else (200,)
        yield Address(route.name, path, Who.OWNER, statuses, is_api=True)
        for parameter in parameters[route.name]:
            known = OF_ROUTES.get((route.name, parameter)) or PARAMETERS[parameter]
            value = known.format_map(names)
            if value:
                query = urlencode({parameter: value})
                name = f"{route.name}?{parameter}"
                # a player of few sessions may have none in this week or at this table
                statuses = (200, 404) if parameter in {"round", "table"} else (200,)
                yield Address(name, f"{path}?{query}", Who.OWNER, statuses, is_api=True)


def _query_parameters() -> dict[str, list[str]]:
    """Return the documented query parameters of every GET route, without house rules."""
    document: Any = SchemaGenerator().get_schema(request=None, public=True)
    found = {}
    for path, operations in document["paths"].items():
        if "get" in operations:
            name = "GET " + re.sub(r"{[a-z_]+}", "{}", path.removeprefix("/api/v1/"))
            queries = [
                each["name"]
                for each in operations["get"].get("parameters", ())
                if each["in"] == "query"
            ]
            found[name] = ["language"] if "rulebook" in path else queries
    return found


def _pages(names: Mapping[str, str]) -> Iterator[Address]:
    for page in PAGES:
        path = page.at(names).partition("#")[0]
        yield Address(f"page: {page.title}", path, page.who, (page.status,))
    for template in FILTERED_PAGES:
        name = f"page {re.sub(r'{[a-z_]+}', '{}', template)}"
        yield Address(name, template.format_map(names), Who.OWNER)


def _files(names: Mapping[str, str]) -> Iterator[Address]:
    """Yield the addresses that answer with data, files, pictures and parts of pages."""
    for name, pattern in sorted(routes_of_pages()):
        if NO_PAGES.get(name, "an action") != "an action":
            hand = names["public_hand" if "embed" in pattern else "hand"]
            words = {**names, **PATHS, "hand": hand}
            path = re.sub(r"<\w+:(\w+)>", lambda match: words[match[1]], pattern)  # noqa: B023
            statuses = (200, 404) if name in MADE_WHEN_ASKED_FOR else (200,)
            yield Address(f"{NO_PAGES[name]}: {name}", f"/{path}", Who.OWNER, statuses)


def _services() -> Iterator[Address]:
    """Yield the addresses for whoever runs the service."""
    for name in ("alive", "ready", "api-schema"):
        yield Address(f"service: {name}", reverse(name), "")
    yield Address("service: metrics", reverse("metrics"), "", bearer=settings.METRICS_TOKEN)


def _admin_lists(names: Mapping[str, str]) -> Iterator[Address]:
    """Yield the lists of the admin: bare, searched, and of one club; and one row of each."""
    club = Club.objects.order_by("name").values_list("pk", flat=True)[0]
    for model, options in admin.site._registry.items():
        name = model._meta.model_name
        path = reverse(f"admin:{model._meta.app_label}_{name}_changelist")
        yield Address(f"admin: {name}", path, Who.OWNER)
        if options.search_fields:
            yield Address(f"admin: {name}?q", f"{path}?q=Alice", Who.OWNER)
        filters = [each[0] if isinstance(each, tuple) else each for each in options.list_filter]
        by_club = [
            one for one in filters if isinstance(one, type) and issubclass(one, ClubOfSessionFilter)
        ]
        if "club" in filters or by_club:
            yield Address(f"admin: {name}?club", f"{path}?club__id__exact={club}", Who.OWNER)
        row = model._default_manager.order_by("pk").first()
        if row is not None:
            key = names["club"] if model is Club else row.pk
            change = reverse(f"admin:{model._meta.app_label}_{name}_change", args=[key])
            yield Address(f"admin: {name}, one row", change, Who.OWNER)
