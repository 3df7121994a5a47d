"""What each route costs, and what therefore limits it: one table for the API and the pages.

A new route needs a line here; until it has one it counts as dear.  Times were measured at 30,000 hands and 200 players (``make
growth``).  Besides, whatever its route, an answer of more than ``LARGE`` bytes takes a place among those that are being sent.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from django.http import HttpRequest
from rest_framework.request import Request

from scorekeeper.monitoring.places import Places


class Cost(StrEnum):
    """What the work of a request depends on."""

    FIXED = "nothing that is stored: rules, words, empty forms"
    ROWS = "some rows, found by their ids"
    LIST = "a page of a list"
    SESSION = "the hands of one session"
    COUNTED = "what workers have counted: a line for each player"
    DEAR = "all hands of a player, all pairs of players, a short season judged or an ending solved while its reader waits, or the OpenAPI document"
    REFEREE = "what is asked of the referee, in its steps (api.rules.work_budget)"
    STREAM = "all hands of a club or a season, sent while they are read"
    WRITE = "a body of limited size; what is long is done by workers"
    STAFF = "the admin, for whoever runs the service"


PAGE, LARGEST_PAGE = 50, 200
"""Rows of a page of a list in the API, by default and at most."""

LARGE = 250_000
"""Bytes; the system takes shorter answers from us at once (``web_worker.SEND_BUFFER``), however slowly they are read."""

SENDING = Places(in_all=Fraction(3, 8), for_one=Fraction(1, 4), least=2)
"""Places of streams and of large answers, until they are read.  With those of WORKING, a quarter of the threads is left."""

WORKING = Places(in_all=Fraction(3, 8), for_one=Fraction(1, 4))
"""Places of dear requests, until their answer is made."""


class Limits(NamedTuple):
    """What a class of cost allows whoever asks."""

    places: Places
    anonymous_rate: str = ""  # the throttle's scope in the settings
    account_rate: str = ""
    counts_lines: bool = False  # see line_budget


LIMITS: Mapping[Cost, Limits] = {
    Cost.DEAR: Limits(WORKING, anonymous_rate="anon"),
    Cost.REFEREE: Limits(WORKING),
    Cost.STREAM: Limits(SENDING, "streams", "streams", counts_lines=True),
}

READS: Mapping[Cost, str] = {
    Cost.FIXED: """
        /healthz/ /readyz/ /metrics/ /sign-in/ /sign-out/ /language/ /theme/ /words.js /phrases.json /front/table/ /ask/ /ask/{}/ /rules/ /rules/{}/
        /rules/{}/sentences.json
        /log/ /log-worker.js /manifest.webmanifest /password/ /password/sent/ /password/{}/{}/ /sign-up/ /sign-up/sent/ /sign-up/account/ /clubs/new/ /account/password/
        /account/sign-out-everywhere/ /sign-in/code/ /account/second-step/ /account/second-step/app/
        /try/ /try/{}/ /try/replay/ /try/picture/
        api: / variants/ variants/{}/rulebook/ schemas/{}.json docs/ adjudicate/ ask/""",
    Cost.ROWS: """
        /try/club/
        / /account/ /account/tokens/{}/revoke/ /join/ /join/account/ /clubs/{}/office/ /merges/{}/reverse/ /players/{}/erase/
        /clubs/{}/members/{}/remove/ /clubs/{}/leave/ /clubs/{}/invitations/new/ /clubs/{}/invitations/{}/ /clubs/{}/invitations/{}/revoke/
        /clubs/{}/settings/ /players/{}/delete/ /seasons/{}/delete/ /players/{}/settings/ /players/{}/picture/ /players/{}/pictures/{}.webp /seasons/{}/settings/
        /clubs/{}/players/ /clubs/{}/seasons/ /clubs/{}/visibility/ /seasons/{}/visibility/ /sessions/{}/visibility/
        /clubs/{}/import/ /imports/uploads/{}/ /imports/files/{}/columns/ /imports/{}/ /imports/{}/cancel/
        /clubs/{}/rebuild/ /seasons/{}/rebuild/ /sessions/{}/rebuild/ /rebuilds/{}/ /rebuilds/{}/cancel/
        /hands/{}/dispute/ /disputes/{}/ /disputes/{}/statements/ /disputes/{}/withdraw/ /disputes/{}/ruling/
        /puzzles/{}/ /hands/{}/ /hands/{}/amend/ /hands/{}/undo/{}/ /hands/{}/confirm/ /hands/{}/comments/ /comments/{}/removal/ /seasons/{}/awards/{}/removal/ /hands/{}/variations/ /variations/{}/removal/ /logs/{}/
        /hands/{}/try/ /hands/{}/overlay/ /hands/{}/overlay/board/ /hands/{}/replay.json /hands/{}/positions/{}.svg /hands/{}/positions/{}.png
        /hands/{}/animation.svg /hands/{}/moving-picture/ /hands/{}/moving-picture.{} /hands/{}/qr.svg /hands/{}/embed/ /hands/{}/embed/replay.json /what-ifs/{}/stop/
        /exports/{}/delete/
        /sessions/{}/again/ /sessions/{}/season/
        /sessions/{}/log/ /sessions/{}/hands/new/ /sessions/{}/links/{}/ /sessions/{}/links/{}/revoke/ /seasons/{}/plan/
        /clubs/{}/sessions/new/ /clubs/{}/sessions/new/{}/ /webhooks/{}/ping/ /webhooks/{}/pause/ /webhooks/{}/secret/
        /webhooks/{}/remove/ /webhooks/{}/messages/{}/again/
        api: puzzles/today/ puzzles/{}/ hands/{}/events/ hands/{}/amendments/ tokens/{}/ webhooks/{}/ webhooks/{}/secret/ webhooks/{}/ping/
        webhooks/{}/deliveries/{}/again/ clubs/{}/ clubs/{}/members/{}/ clubs/{}/journal/ imports/{}/ imports/{}/cancellation/
        clubs/{}/rebuild/ seasons/{}/rebuild/ sessions/{}/rebuild/ rebuilds/{}/ rebuilds/{}/cancellation/ merges/{}/reversal/
        exports/{}/ players/{}/erasure/ players/{}/picture/ players/{}/ seasons/{}/ sessions/{}/ sessions/{}/links/{}/ links/ hands/{}/ hands/{}/replay/ hands/{}/try/ hands/{}/analysis/
        awards/{}/ comments/{}/removal/ variations/{}/ disputes/{}/ disputes/{}/withdrawal/ disputes/{}/ruling/ transcripts/{}/difference/
        transcripts/{}/merge/ sessions/{}/what-if/ seasons/{}/what-if/ seasons/{}/plan/ what-ifs/{}/ what-ifs/{}/application/
        what-ifs/{}/cancellation/""",
    Cost.LIST: """
        /account/tokens/ /clubs/{}/ /clubs/{}/audit/ /clubs/{}/merges/ /clubs/{}/erasures/ /clubs/{}/members/
        /clubs/{}/members/history/ /clubs/{}/disputes/ /clubs/{}/export/ /clubs/{}/export/files/ /clubs/{}/imports/ /clubs/{}/sessions/move/
        /hands/{}/history/ /seasons/{}/sessions/ /sessions/{}/history/ /sessions/{}/links/ /what-ifs/{}/
        /clubs/{}/webhooks/ /webhooks/{}/ /puzzles/ /hand-search/ /clubs/{}/hand-search/ /seasons/{}/hand-search/ /players/{}/hand-search/
        api: puzzles/ tokens/ webhooks/ webhooks/{}/deliveries/ clubs/ clubs/{}/members/ clubs/{}/players/ clubs/{}/seasons/ clubs/{}/awards/
        clubs/{}/sessions/ clubs/{}/audit/ clubs/{}/disputes/ clubs/{}/rulings/ clubs/{}/imports/ clubs/{}/exports/ imports/{}/lines/
        clubs/{}/merges/ sessions/{}/hands/ sessions/{}/links/ hands/{}/confirmations/ hands/{}/comments/ hands/{}/variations/ hands/{}/disputes/
        disputes/{}/statements/ hands/{}/transcripts/ hands/{}/revisions/ what-ifs/{}/sessions/
        hand-search/ clubs/{}/hand-search/ seasons/{}/hand-search/ players/{}/hand-search/""",
    Cost.SESSION: """
        /sessions/{}/ /sessions/{}/live/ /sessions/{}/record.{} /sessions/{}/correct/ /sessions/{}/annul/ /sessions/{}/what-if/
        /sessions/{}/projector/ /sessions/{}/projector/board/ /sessions/{}/overlay/ /sessions/{}/overlay/board/
        /sessions/{}/print/sheet/ /sessions/{}/print/results/ /sessions/{}/print/rules/
        api: sessions/{}/record/ sessions/{}/bundle/""",
    Cost.COUNTED: """
        /seasons/{}/ /seasons/{}/players/{}/ /seasons/{}/chances/ /seasons/{}/ratings/ /seasons/{}/print/ /seasons/{}/what-if/{}/
        /clubs/{}/ratings/ /clubs/{}/statistics/ /players/{}/
        api: clubs/{}/statistics/ clubs/{}/ratings/ seasons/{}/ratings/ players/{}/ratings/ seasons/{}/standings/
        seasons/{}/standings/{}/""",
    Cost.DEAR: """
        /seasons/{}/head-to-head/ /seasons/{}/changes/ /seasons/{}/course/ /seasons/{}/highlights/ /seasons/{}/print/highlights/ /seasons/{}/poster/
        api: players/{}/statistics/ seasons/{}/standings/changes/ seasons/{}/highlights/ schema/""",
    Cost.STREAM: """
        api: clubs/{}/records/ clubs/{}/hands/ seasons/{}/records/ seasons/{}/hands/ seasons/{}/scores/ clubs/{}/export/
        clubs/{}/plays/ seasons/{}/plays/ exports/{}/file/""",
}
"""Every route, by what reading it costs; those of the API, under /api/v1/, stand behind the word api."""

WRITES: Mapping[str, Cost] = dict.fromkeys(
    ("/api/v1/adjudicate/", "/try/replay/", "/try/picture/"), Cost.REFEREE
)
"""The routes to which writing is more than a WRITE."""

API, ADMIN = "/api/v1/", "/admin/"

SOLVED: Mapping[str, Sequence[str]] = dict.fromkeys(
    ("/hands/{}/try/", "/api/v1/hands/{}/try/"), ("against", "solve")
)
"""Parameters for which an ending is solved, so that reading these routes is DEAR."""


def cost_of(request: Request | HttpRequest) -> Cost:
    """Return the class of a request whose route has been found; DEAR for one that the table lacks."""
    route = request.resolver_match.route if request.resolver_match else ""
    if any(request.GET.get(name) for name in SOLVED.get(_name(str(route)), ())):
        return Cost.DEAR
    return cost_of_route(str(route), writes=request.method not in {"GET", "HEAD", "OPTIONS"})


@cache
def cost_of_route(route: str, *, writes: bool = False) -> Cost:
    """Return the class of a route, given as Django's URL patterns write it."""
    name = _name(route)
    if name.startswith(ADMIN):
        return Cost.STAFF
    if writes:
        return WRITES.get(name, Cost.WRITE)
    return table().get(name, Cost.DEAR)


def _name(route: str) -> str:
    return "/" + re.sub(r"<[^>]*>", "{}", route)


@cache
def table() -> Mapping[str, Cost]:
    """Return the class of each route, with {} for what varies."""
    costs: dict[str, Cost] = {}
    for cost, routes in READS.items():
        pages, _, api = routes.partition("api:")
        names = [*pages.split(), *(API + name.removeprefix("/") for name in api.split())]
        costs |= dict.fromkeys(names, cost)
    return costs
