"""The OpenAPI document and the page that shows it."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

import referee
from scorekeeper.api.etags import check_public_version
from scorekeeper.api.idempotency import NOT_STORED, REPLAYED, WRITES
from scorekeeper.api.pagination import CursorPages
from scorekeeper.api.parsers import check_query
from scorekeeper.api.problems import CONTENT_TYPE
from scorekeeper.idempotency import MAX_KEY_LENGTH

PROBLEM = {
    "description": "Problem details (RFC 9457).",
    "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
UNKNOWN = {
    **PROBLEM,
    "description": "`unknown-parameter`: a query parameter, or a key of the body, that is not declared here; `detail` has the "
    "nearest name that is, `in` says `query` or `body`.  `bad-parameter`: a query parameter is repeated or empty, or "
    "`page_size` is no number from 1.  `unreadable`: the body cannot be parsed.  Nothing is stored.",
}
SCHEMA = {
    "type": "object",
    "description": "What went wrong (RFC 9457).",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "where": {
            "type": "string",
            "description": "A path into the request's JSON; for appended events, into the hand's record.",
        },
        "in": {
            "type": "string",
            "enum": ["query", "body"],
            "description": "Where an unknown or bad parameter is.",
        },
        "errors": {
            "type": "array",
            "description": "Every place that is wrong, where there can be several.",
            "items": {
                "type": "object",
                "properties": {"where": {"type": "string"}, "detail": {"type": "string"}},
            },
        },
    },
    "required": ["type", "title", "status", "detail", "code", "where"],
}
VISIBLE_ASCII = "^[!-~]+$"
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {
        "type": "string",
        "minLength": 1,
        "maxLength": MAX_KEY_LENGTH,
        "pattern": VISIBLE_ASCII,
    },
    "description": "A request repeated with the same key and body has no second effect: it gets the first answer again,"
    f" with ``{REPLAYED}: true``.  The same key with another request is 409 ``idempotency-mismatch``.",
}

TAG = {"schema": {"type": "string"}, "description": "The version of this answer."}
UNCHANGED = {
    "description": "You already have the current version; the body is empty.",
    "headers": {"ETag": TAG},
}
KNOWN = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "The ``ETag`` of the version you have; the answer is 304 without a body if it is still current.",
}
UNTAGGED = frozenset({"clubs/{club}/export/"})  # made anew for each request

INTRODUCTION = """
**Authentication.** `POST tokens/` with a username and password returns a token: `Authorization: Bearer …`.  Ask for no more than
your program needs: `scopes` (`read`, `log`, `referee`, `administer`; each includes those before it), `club` (one club only) and
`days` (up to 365).  Each operation names its scope as `x-token-scope`; without it the answer is 403 `missing-scope`.
A link to one session, for a phone without an account, is `Authorization: Link …`.  Judging, asking and the rulebooks
need neither.  What you may not see is 404; what your role may not do is 403.

**Repeating requests.** Ids are UUIDs, and the client may choose them.  With an id of your own, or an `Idempotency-Key`, you can
repeat a request whose answer was lost; it has no second effect.

**Changing things.** A change names the version it is based on: send the `ETag` you read as `If-Match` (428 without it; 412 if
somebody else changed it first: read again).  Events are appended `after` a number of events instead; 409 `event-gap` returns the number `held`.

**Reading again.** Every answer to a `GET` has an `ETag`.  Send it as `If-None-Match`: the answer is 304 without a body
until something changes.  Tags differ between people who see different things.

**Errors** are `application/problem+json`: `detail` for people, `code` for programs, `where` in the request.
An illegal play is not an error: it is recorded together with its verdict.

**Unknown parameters.** A query parameter or a key of the body that is not documented for its route is 400 `unknown-parameter`, and
nothing is stored; so a misspelled `dry_run` changes nothing.  Only records of sessions and hands may have keys of your own: they
are stored, and returned.

Lists have `results` and the address of the `next` page.  `docs/records.md` describes records, hands and events, `docs/specification.md`
every detail of them, and `schemas/session-record/1.json` is their JSON Schema;
`docs/api.md` leads through an evening with curl.
"""


def with_etags(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Add ``If-None-Match``, ``ETag`` and 304 to every read."""
    for path, operations in result["paths"].items():
        read = operations.get("get")
        if read is None or path.removeprefix("/api/v1/") in UNTAGGED:
            continue
        read.setdefault("parameters", []).append(KNOWN)
        read["responses"]["200"].setdefault("headers", {})["ETag"] = TAG
        read["responses"]["304"] = UNCHANGED
    return result


def with_an_introduction(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Add the introduction to the document's description."""
    result["info"]["description"] += f"\n{INTRODUCTION}"
    return result


def with_problems(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Add the problem answer, and what is unknown (400), to every operation."""
    result["components"].setdefault("schemas", {})["Problem"] = SCHEMA
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["400"] = UNKNOWN
            operation["responses"]["default"] = PROBLEM
    return result


FORMATS = {
    "SessionRecordShape": (referee.RECORD_FORMAT, ""),
    "HandRecordShape": (referee.RECORD_FORMAT, "#/$defs/hand"),
    "NewHandShape": (referee.RECORD_FORMAT, "#/$defs/hand"),
    "AdjudicationShape": (referee.ADJUDICATION_FORMAT, ""),
    "HandAdjudicationShape": (referee.ADJUDICATION_FORMAT, "#/$defs/adjudicated-hand"),
    "BundleShape": (referee.BUNDLE_FORMAT, ""),
}
"""The components that are a format or a part of one, with the part of its JSON Schema."""


def with_formats(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Add to each component that is a format the address of its JSON Schema, which says more than OpenAPI can."""
    for name, component in result["components"].get("schemas", {}).items():
        if shape := FORMATS.get(name.removesuffix("Request")):
            of, part = shape
            address = f"{reverse('api-format', args=[of])}{part}"
            component["externalDocs"] = {"url": address, "description": f"{of} as JSON Schema"}
    return result


def with_filled_in_queries(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Add to every query parameter that a text is not empty, and that a page size is at least 1."""
    for operations in result["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "query" and parameter["schema"]["type"] == "string":
                    parameter["schema"].setdefault("minLength", 1)
                if parameter["name"] == CursorPages.page_size_query_param:
                    parameter["schema"].setdefault("minimum", 1)
    return result


def with_keys(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Add the ``Idempotency-Key`` header to every write."""
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            if method.upper() in WRITES and path.removeprefix("/api/v1/") not in NOT_STORED:
                operation.setdefault("parameters", []).append(KEY)
    return result


PARAMETERS = frozenset({"lang", "version"})
"""The query parameters of the document, besides ``format``."""


class DocumentView(SpectacularAPIView):
    """The OpenAPI document, which changes only with a release."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return the document, or 304 without building it if the client has it."""
        check_query(request.query_params, PARAMETERS)
        check_public_version(self)
        answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        return answer


schema = DocumentView.as_view()
docs = SpectacularSwaggerSplitView.as_view(url_name="api-schema", template_name="api/docs.html")
