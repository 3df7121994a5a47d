"""The OpenAPI document and the page that shows it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.api.etags import check_public_version
from scorekeeper.api.idempotency import NOT_KEPT, REPLAYED, WRITES
from scorekeeper.api.problems import CONTENT_TYPE
from scorekeeper.idempotency import LONGEST

PROBLEM = {
    "description": "Problem details (RFC 9457).",
    "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
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
            "description": "A path into the request's JSON; of events that are appended, into the hand's record.",
        },
    },
    "required": ["type", "title", "status", "detail", "code", "where"],
}
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST},
    "description": "Sent again with the same key and body, the request has no second effect: the answer is the first one,"
    f" with ``{REPLAYED}: true``.  The same key with another request is 409 ``idempotency-mismatch``.",
}

TAG = {"schema": {"type": "string"}, "description": "The version of this answer."}
UNCHANGED = {
    "description": "You have it as it still is: nothing is sent again.",
    "headers": {"ETag": TAG},
}
KNOWN = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "The ``ETag`` of the answer that you have; 304 without a body if it is still the same.",
}
UNTAGGED = frozenset({"clubs/{club}/export/"})  # it is written down each time

INTRODUCTION = """
**Who asks.** `POST tokens/` with a name and a password answers a token, good for 90 days: `Authorization: Bearer …`.
A link to one session, for a phone without an account, is `Authorization: Link …`.  Judging, asking and the rulebooks
need neither.  What you may not see is 404, what your role may not do is 403.

**Sending again.** Ids are UUIDs, and the client may choose them.  With an id of your own, or an `Idempotency-Key`, a
request whose answer was lost is sent again without a second effect.

**Changing.** What a change is based on is named: send the `ETag` that you read as `If-Match` (428 without, 412 when
somebody was faster: read again).  Events are appended `after` so many instead; 409 `event-gap` says how many are `held`.

**Reading again.** Every answer to a `GET` has an `ETag`.  Sent back as `If-None-Match`, it costs a 304 without a body
until something changed; what depends on who asks has another tag for each.

**What went wrong** is `application/problem+json`: `detail` for people, `code` for programs, `where` in the request.
An illegal play is nothing wrong: it is recorded, with the verdict beside it.

Lists have `results` and the address of the `next` page.  How records, hands and events are written:
`docs/records.md`; an evening with curl: `docs/api.md`.
"""


def with_etags(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Whatever is read is sent once, unless it changed."""
    for path, operations in result["paths"].items():
        read = operations.get("get")
        if read is None or path.removeprefix("/api/v1/") in UNTAGGED:
            continue
        read.setdefault("parameters", []).append(KNOWN)
        read["responses"]["200"].setdefault("headers", {})["ETag"] = TAG
        read["responses"]["304"] = UNCHANGED
    return result


def with_an_introduction(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """What holds for every operation comes first."""
    result["info"]["description"] += f"\n{INTRODUCTION}"
    return result


def with_problems(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Every operation may answer with a problem."""
    result["components"].setdefault("schemas", {})["Problem"] = SCHEMA
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = PROBLEM
    return result


def with_keys(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Every write takes an ``Idempotency-Key``."""
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            if method.upper() in WRITES and path.removeprefix("/api/v1/") not in NOT_KEPT:
                operation.setdefault("parameters", []).append(KEY)
    return result


class DocumentView(SpectacularAPIView):
    """The OpenAPI document, which changes with a release."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The document, made only for somebody who does not have it."""
        check_public_version(self)
        answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        return answer


schema = DocumentView.as_view()
docs = SpectacularSwaggerSplitView.as_view(url_name="api-schema", template_name="api/docs.html")
