"""Every route of the API, with the permission it needs and a request that has an effect.

Add a line to ROUTES for a new route, and a key to the fixture ``ids`` if its address has a new id.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scorekeeper.access import SCOPE_FOR, AccountAction, Action
from scorekeeper.models import Hand, Seat, TokenScope
from tests.scorekeeper.sample_hands import SHEET
from tests.scorekeeper.sample_pictures import picture

Ids = Mapping[str, Any]
Body = dict[str, Any] | bytes | Callable[[Ids], dict[str, Any]]
"""JSON, or a picture."""


class Needs(StrEnum):
    """What routes need that need no role in a club."""

    NOTHING = "nothing"
    ACCOUNT = "an account"
    PASSWORD = "a password in the request, whoever sends it"


@dataclass(frozen=True)
class Route:
    """A route with one way to use it."""

    name: str  # method and path, {} for each id
    needs: Action | AccountAction | Needs
    body: Body | None = None
    also: str = ""  # a role below that may use it for itself
    own: Action | None = None  # what it is then, where not the same
    scope: TokenScope = TokenScope.READ  # that a token needs, where no action says it
    only: str = ""  # the only role that may, since the row belongs to it
    entries: int = 1  # in the audit log
    keyed: bool = True  # does it accept an Idempotency-Key?

    @property
    def method(self) -> str:
        return self.name.split()[0]

    @property
    def writes(self) -> bool:
        return self.method != "GET"

    def scope_for(self, who: str) -> TokenScope:
        """Return the scope that a token of this caller needs."""
        needed = self.own if self.own and who == self.also else self.needs
        return self.scope if isinstance(needed, Needs) else SCOPE_FOR[needed]

    def send(self, client: Any, ids: Ids, **headers: str) -> Any:
        """Send the request with this client and a precondition that holds."""
        path = fill_in("/api/v1/" + self.name.split()[1], ids)
        body = self.body(ids) if callable(self.body) else self.body
        return getattr(client, self.method.lower())(
            path, body, headers={"If-Match": "*", **headers}, **media_type(body)
        )


def media_type(body: object) -> dict[str, str]:
    """Return how a client is told what a body is; nothing for JSON."""
    return {"content_type": "image/png"} if isinstance(body, bytes) else {}


def fill_in(path: str, ids: Ids) -> str:
    """Return the path with the ids of the club's rows."""
    return re.sub(r"([\w-]+)/\{\w*\}", lambda match: f"{match[1]}/{ids[match[1]]}", path)


def documented_routes(document: Any) -> set[str]:
    """Return the method and path of every operation of the OpenAPI document, as in ``Route.name``."""
    return {
        f"{method.upper()} {re.sub(r'{[a-z_]+}', '{}', path.removeprefix('/api/v1/'))}"
        for path, operations in document["paths"].items()
        for method in operations
    }


def _session(ids: Ids) -> dict[str, Any]:
    seated = Seat.objects.filter(session=ids["sessions"]).order_by("number")
    return {"variant": "big-two", "players": [str(seat.player_id) for seat in seated]}


def _event(ids: Ids) -> dict[str, Any]:
    return {"after": 5, "events": [{"id": str(ids["event"]), "text": "2: 3D"}]}


def _digest(ids: Ids) -> dict[str, Any]:
    return {"digest": Hand.objects.get(pk=ids["hands"]).head.digest}


def _one_person(ids: Ids) -> dict[str, Any]:
    return {"player": str(ids["spare"]), "into": str(ids["players"])}


def _webhook(ids: Ids) -> dict[str, Any]:
    address = "https://wall.example/told"
    return {"club": str(ids["clubs"]), "address": address, "kinds": ["hand.recorded"]}


RECORD = {"format": "session-record/1", "variant": "big-two", "players": list("ABCD"), "hands": []}
OTHER_RULES = {"house_rules": {"pass_locks_out": True}}
LAST_WORD = {"rows": {str(row): "hand" for row in range(5)}, "keys": {"cards_left": "transcript"}}
PUBLIC = {"visibility": "public"}

ROUTES = [
    Route("POST adjudicate/", Needs.NOTHING, RECORD, entries=0, keyed=False),
    Route("POST ask/", Needs.NOTHING, {"variant": "big-two", "play": "3C"}, entries=0, keyed=False),
    Route("GET variants/", Needs.NOTHING),
    Route("GET variants/{}/rulebook/", Needs.NOTHING),
    Route("GET schemas/{}.json", Needs.NOTHING),
    Route("GET puzzles/", Needs.NOTHING),
    Route("GET puzzles/today/", Action.SEE),
    Route("GET puzzles/{}/", Action.SEE),
    Route("GET tokens/", Needs.ACCOUNT),  # at least the token itself
    Route("POST tokens/", Needs.PASSWORD, {"username": "alice", "password": "alice"}, keyed=False),
    Route("DELETE tokens/{}/", AccountAction.KEEP_TOKENS, only="owner"),
    Route("GET webhooks/", Needs.ACCOUNT, scope=SCOPE_FOR[Action.NOTIFY]),
    Route("POST webhooks/", Action.NOTIFY, _webhook),
    Route("GET webhooks/{}/", Action.NOTIFY),
    Route("PATCH webhooks/{}/", Action.NOTIFY, {"label": "The wall"}),
    Route("DELETE webhooks/{}/", Action.NOTIFY),
    Route("POST webhooks/{}/secret/", Action.NOTIFY),
    Route("POST webhooks/{}/ping/", Action.NOTIFY),
    Route("GET webhooks/{}/deliveries/", Action.NOTIFY),
    Route("POST webhooks/{}/deliveries/{}/again/", Action.NOTIFY),
    Route("GET clubs/", Needs.NOTHING),
    Route("POST clubs/", AccountAction.FOUND_CLUB, {"name": "New"}),
    Route("GET clubs/{}/", Action.SEE),
    Route("PATCH clubs/{}/", Action.MANAGE, {"name": "Renamed"}),
    Route("PATCH clubs/{}/", Action.PUBLISH, PUBLIC),
    Route("GET clubs/{}/members/", Action.SEE),
    Route("POST clubs/{}/members/", Action.MANAGE, {"username": "eve", "role": "member"}),
    Route("PATCH clubs/{}/members/{}/", Action.MANAGE, {"role": "scorer"}),
    Route("DELETE clubs/{}/members/{}/", Action.MANAGE, also="member"),
    Route("GET clubs/{}/players/", Action.SEE),
    Route("POST clubs/{}/players/", Action.KEEP_PLAYERS, {"name": "Erin"}),
    Route("GET players/{}/", Action.SEE),
    Route("PATCH players/{}/", Action.KEEP_PLAYERS, {"name": "Ally"}),
    Route("GET players/{}/picture/", Action.SEE),
    Route("PUT players/{}/picture/", Action.KEEP_PLAYERS, picture()),
    Route("DELETE players/{}/picture/", Action.KEEP_PLAYERS),
    Route("GET clubs/{}/statistics/", Action.SEE),
    Route("GET players/{}/statistics/", Action.SEE),
    Route("GET clubs/{}/ratings/", Action.SEE),
    Route("GET seasons/{}/ratings/", Action.SEE),
    Route("GET players/{}/ratings/", Action.SEE),
    Route("GET hand-search/", Needs.NOTHING),
    Route("GET clubs/{}/hand-search/", Action.SEE),
    Route("GET seasons/{}/hand-search/", Action.SEE),
    Route("GET players/{}/hand-search/", Action.SEE),
    Route("GET clubs/{}/seasons/", Action.SEE),
    Route("POST clubs/{}/seasons/", Action.KEEP_SEASONS, {"name": "Autumn"}),
    Route("GET clubs/{}/awards/", Action.SEE),
    Route(
        "POST clubs/{}/awards/",
        Action.KEEP_SEASONS,
        {"name": "Best pair", "search": {"combination": "pair"}},
    ),
    Route("GET awards/{}/", Action.SEE),
    Route("DELETE awards/{}/", Action.KEEP_SEASONS),
    Route("GET seasons/{}/", Action.SEE),
    Route("PATCH seasons/{}/", Action.KEEP_SEASONS, {"name": "Early spring"}),
    Route("PATCH seasons/{}/", Action.PUBLISH, PUBLIC),
    Route("GET seasons/{}/scores/", Action.SEE),
    Route("GET seasons/{}/records/", Action.SEE),
    Route("GET seasons/{}/plays/", Action.SEE),
    Route("GET seasons/{}/hands/", Action.SEE),
    Route("GET seasons/{}/plan/", Action.SEE),
    Route("POST seasons/{}/plan/", Action.KEEP_SEASONS, {"plan": {"scoring": "average"}}),
    Route("GET seasons/{}/standings/", Action.SEE),
    Route("GET seasons/{}/standings/changes/", Action.SEE),
    Route("GET seasons/{}/highlights/", Action.SEE),
    Route("GET seasons/{}/standings/{}/", Action.SEE),
    Route(
        "POST seasons/{}/what-if/",
        Action.TRY_RULES,
        {"variant": "big-two", **OTHER_RULES},
        entries=0,
    ),
    Route(
        "POST seasons/{}/what-if/",
        Action.APPLY_RULES,
        {"variant": "big-two", **OTHER_RULES, "apply": True},
    ),
    Route("GET what-ifs/{}/", Action.TRY_RULES),
    Route("GET what-ifs/{}/sessions/", Action.TRY_RULES),
    Route("POST what-ifs/{}/application/", Action.APPLY_RULES, {"reason": "As agreed."}, entries=0),
    Route("POST what-ifs/{}/cancellation/", Action.APPLY_RULES, entries=0),
    Route("GET clubs/{}/sessions/", Action.SEE),
    Route("POST clubs/{}/sessions/", Action.OPEN, _session),
    Route("GET clubs/{}/merges/", Action.SEE),
    Route("POST clubs/{}/merges/", Action.MERGE, _one_person),
    Route("POST merges/{}/reversal/", Action.MERGE),
    Route("POST players/{}/erasure/", Action.ERASE, {"confirm": "Alice"}, entries=3),
    Route("GET clubs/{}/export/", Action.EXPORT),
    Route("GET clubs/{}/exports/", Action.SEE),
    Route("POST clubs/{}/exports/", Action.SEE, {"kind": "records"}, entries=0),
    Route("POST clubs/{}/exports/", Action.EXPORT, {"kind": "archive"}),
    Route("GET exports/{}/", Action.SEE, only="owner"),
    Route("GET exports/{}/file/", Action.SEE, only="owner"),
    Route("DELETE exports/{}/", Action.SEE, only="owner", entries=0),
    Route("GET clubs/{}/records/", Action.SEE),
    Route("GET clubs/{}/plays/", Action.SEE),
    Route("GET clubs/{}/hands/", Action.SEE),
    Route("GET sessions/{}/bundle/", Action.SEE),
    Route("GET clubs/{}/audit/", Action.AUDIT),
    Route("GET clubs/{}/journal/", Action.SEE),
    Route("GET clubs/{}/imports/", Action.IMPORT),
    Route("POST clubs/{}/imports/", Action.IMPORT, {"notation": "ndjson", "source": "{}"}),
    Route("GET imports/{}/", Action.IMPORT),
    Route("GET imports/{}/lines/", Action.IMPORT),
    Route("POST imports/{}/cancellation/", Action.IMPORT),
    Route("POST clubs/{}/rebuild/", Action.REBUILD),
    Route("POST seasons/{}/rebuild/", Action.REBUILD),
    Route("POST sessions/{}/rebuild/", Action.REBUILD),
    Route("GET rebuilds/{}/", Action.REBUILD),
    Route("POST rebuilds/{}/cancellation/", Action.REBUILD),
    Route("GET sessions/{}/", Action.FOLLOW),
    Route("PATCH sessions/{}/", Action.OPEN, {"place": "Here"}),
    Route("PATCH sessions/{}/", Action.PUBLISH, PUBLIC),
    Route("GET sessions/{}/record/", Action.FOLLOW),
    Route("GET links/", Needs.NOTHING),  # the one that is shown; an empty list without
    Route("GET sessions/{}/links/", Action.LINK),
    Route("POST sessions/{}/links/", Action.LINK, {"label": "Dan's phone"}),
    Route("DELETE sessions/{}/links/{}/", Action.LINK),
    Route("POST sessions/{}/what-if/", Action.TRY_RULES, OTHER_RULES, entries=0),
    Route("POST sessions/{}/what-if/", Action.APPLY_RULES, {**OTHER_RULES, "apply": True}),
    Route("GET sessions/{}/hands/", Action.FOLLOW),
    Route("POST sessions/{}/hands/", Action.RECORD, SHEET),
    Route("GET hands/{}/", Action.FOLLOW),
    Route("GET hands/{}/try/", Action.FOLLOW),
    Route("GET hands/{}/replay/", Action.FOLLOW),
    Route("GET hands/{}/analysis/", Action.FOLLOW),
    Route("GET hands/{}/revisions/", Action.SEE),
    Route("POST hands/{}/events/", Action.RECORD, _event),
    Route("POST hands/{}/amendments/", Action.AMEND, {"keys": {"note": "A long one."}}),
    Route(
        "POST hands/{}/amendments/",
        Action.AMEND,
        {"keys": {"note": "A long one."}, "dry_run": True},
        entries=0,
    ),
    Route("GET hands/{}/confirmations/", Action.SEE),
    Route("POST hands/{}/confirmations/", Action.CONFIRM, _digest),
    Route("GET clubs/{}/disputes/", Action.SEE),
    Route("GET clubs/{}/rulings/", Action.SEE),
    Route("GET hands/{}/disputes/", Action.SEE),
    Route("POST hands/{}/disputes/", Action.DISPUTE, {"claim": "That was too low.", "event": 3}),
    Route("GET hands/{}/comments/", Action.SEE),
    Route("POST hands/{}/comments/", Action.COMMENT, {"text": "Well played.", "event": 1}),
    Route("POST comments/{}/removal/", Action.MODERATE, also="member", own=Action.COMMENT),
    Route("GET hands/{}/variations/", Action.SEE),
    Route(
        "POST hands/{}/variations/",
        Action.COMMENT,
        {"name": "Bob beats it", "from": 2, "events": ["2: 3D 4D 5D 6D 7D"]},
    ),
    Route("GET variations/{}/", Action.SEE),
    Route("DELETE variations/{}/", Action.MODERATE, also="member", own=Action.COMMENT),
    Route("GET disputes/{}/", Action.SEE),
    Route("GET disputes/{}/statements/", Action.SEE),
    Route("POST disputes/{}/statements/", Action.DISPUTE, {"text": "I said eights."}),
    Route("POST disputes/{}/withdrawal/", Action.DISPUTE, only="owner"),
    Route(
        "POST disputes/{}/ruling/", Action.RULE, {"decision": "annulled", "reason": "Wrong deck."}
    ),
    Route("GET hands/{}/transcripts/", Action.SEE),
    Route("POST hands/{}/transcripts/", Action.TRANSCRIBE, SHEET),
    Route("GET transcripts/{}/difference/", Action.SEE),
    Route("POST transcripts/{}/merge/", Action.TRANSCRIBE, LAST_WORD),
]

WRITES = [route for route in ROUTES if route.writes]
