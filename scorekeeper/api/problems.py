"""What services refuse, as problem details (RFC 9457): the status, the code, and where in the request."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from http import HTTPStatus
from typing import Any

from django.db import IntegrityError
from django.http import JsonResponse

import referee
from scorekeeper.addresses import AddressError
from scorekeeper.amending import AmendmentError
from scorekeeper.appending import GapError
from scorekeeper.archives import HidingError
from scorekeeper.bundles import HiddenCardsError
from scorekeeper.choosing import NothingToApplyError
from scorekeeper.commenting import CommentError, GoesOnError, NotOwnCommentError
from scorekeeper.confirming import AnotherRevisionError, ConfirmationError
from scorekeeper.decisions import DisputeError
from scorekeeper.disputes import ClosedError, NotTheirsError, OwnHandError
from scorekeeper.erasing import NotNamedError
from scorekeeper.import_files import ImportOverError
from scorekeeper.memberships import LastOwnerError
from scorekeeper.merging import MergeError
from scorekeeper.plan_forms import PlanError
from scorekeeper.rebuilding import RebuildOverError
from scorekeeper.recording import HandsRecordedError, RefusedError
from scorekeeper.repeating import BadKeyError, KeyMismatchError
from scorekeeper.retries import IdTakenError
from scorekeeper.webhooks import StillWaitingError, TooManyError

CONTENT_TYPE = "application/problem+json"


@dataclass(frozen=True, kw_only=True)
class Problem:
    """What went wrong, for a program and for a person."""

    type: str = "about:blank"
    title: str = ""
    status: int
    detail: str
    code: str
    where: str = ""  # a path into the request's JSON
    more: Mapping[str, Any] = field(default_factory=dict)

    def response(self) -> JsonResponse:
        """The problem as an answer."""
        body = asdict(self)
        more = body.pop("more")
        body["title"] = HTTPStatus(self.status).phrase
        return JsonResponse({**body, **more}, status=self.status, content_type=CONTENT_TYPE)


CONFLICTS: Mapping[type[Exception], tuple[str, str]] = {
    IdTakenError: ("id-taken", "id"),
    HiddenCardsError: ("cards-hidden", ""),
    HidingError: ("cards-hidden", ""),
    MergeError: ("not-to-be-merged", ""),
    NotNamedError: ("not-confirmed", "confirm"),
    HandsRecordedError: ("hands-recorded", ""),
    LastOwnerError: ("last-owner", ""),
    ConfirmationError: ("not-to-be-confirmed", ""),
    NothingToApplyError: ("nothing-to-apply", ""),
    ClosedError: ("dispute-closed", ""),
    GoesOnError: ("hand-unfinished", ""),
    ImportOverError: ("import-over", ""),
    RebuildOverError: ("rebuild-over", ""),
    KeyMismatchError: ("idempotency-mismatch", ""),
    TooManyError: ("too-many-webhooks", ""),
    StillWaitingError: ("still-waiting", ""),
}
"""What services refuse because of what is there: the code, and where in the request."""

FORBIDDEN: Mapping[type[Exception], str] = {
    NotTheirsError: "not-yours",
    NotOwnCommentError: "not-yours",
    OwnHandError: "own-hand",
}
"""What services refuse because of who asks: the code."""


def of_services(error: Exception) -> Problem | None:
    """What a service refused, as a problem; nothing for what no service says."""
    detail = str(error)
    match error:
        case (
            referee.MalformedError()
            | AmendmentError()
            | DisputeError()
            | PlanError()
            | CommentError()
        ):
            return _unreadable(error)
        case RefusedError():
            return Problem(
                status=HTTPStatus.UNPROCESSABLE_ENTITY,
                detail=detail,
                code="illegal-play",
                where=f"events[{error.event - 1}]",
                more={"adjudication": error.answer},
            )
        case GapError():
            conflict = Problem(
                status=HTTPStatus.CONFLICT, detail=detail, code="event-gap", where="after"
            )
            return replace(conflict, more={"held": error.held})
        case AnotherRevisionError():
            failed = HTTPStatus.PRECONDITION_FAILED
            return Problem(status=failed, detail=detail, code="precondition-failed", where="digest")
        case AddressError():
            bad = HTTPStatus.UNPROCESSABLE_ENTITY
            return Problem(status=bad, detail=detail, code="bad-address", where="address")
        case BadKeyError():
            bad = HTTPStatus.UNPROCESSABLE_ENTITY
            return Problem(status=bad, detail=detail, code="bad-idempotency-key")
        case IntegrityError():
            detail = "It contradicts something that was kept a moment ago."
            return Problem(status=HTTPStatus.CONFLICT, detail=detail, code="conflict")
    if type(error) in FORBIDDEN:
        forbidden = HTTPStatus.FORBIDDEN
        return Problem(status=forbidden, detail=detail, code=FORBIDDEN[type(error)])
    code, where = CONFLICTS.get(type(error), ("", ""))
    if not code:
        return None
    return Problem(status=HTTPStatus.CONFLICT, detail=detail, code=code, where=where)


def _unreadable(
    error: referee.MalformedError | AmendmentError | DisputeError | PlanError | CommentError,
) -> Problem:
    code = error.code if isinstance(error, referee.MalformedError) else "invalid"
    detail = error.message if isinstance(error, referee.MalformedError) else str(error)
    where = f"plan.{error.where}" if isinstance(error, PlanError) else error.where
    return Problem(status=HTTPStatus.UNPROCESSABLE_ENTITY, detail=detail, code=code, where=where)
