"""Map the services' exceptions to problem details (RFC 9457): status, code, and place in the request."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from http import HTTPStatus
from typing import Any

from django.db import IntegrityError
from django.http import JsonResponse

import referee
from scorekeeper.adjudication.recorded_rulings import DisputeError
from scorekeeper.clubs import departures
from scorekeeper.clubs.memberships import LastOwnerError, TooManyClubsError
from scorekeeper.clubs.player_merges import MergeError
from scorekeeper.disputes.filing import DisputeClosedError, NotOwnDisputeError
from scorekeeper.disputes.ruling import OwnHandError
from scorekeeper.erasure import ErasureNotConfirmedError
from scorekeeper.exports.club_archive import UnfinishedHandsError
from scorekeeper.exports.files import NotReadyError
from scorekeeper.exports.parquet import ParquetMissingError
from scorekeeper.exports.session_bundle import HiddenCardsError
from scorekeeper.exports.tables import TooManyRowsError
from scorekeeper.hands.amendments import AmendmentError
from scorekeeper.hands.comments import CommentError, NotOwnCommentError, UnfinishedHandError
from scorekeeper.hands.confirmations import AnotherRevisionError, ConfirmationError
from scorekeeper.hands.live_log import GapError
from scorekeeper.hands.recording import RefusedError
from scorekeeper.hands.variations import NotOwnVariationError
from scorekeeper.idempotency import BadKeyError, IdTakenError, KeyMismatchError
from scorekeeper.imports.sent_sheets import UnansweredError
from scorekeeper.imports.uploads import ImportOverError
from scorekeeper.replays.lines import ClosedMomentError, TriedLineError
from scorekeeper.replays.rebuilds import RebuildOverError
from scorekeeper.sessions.recording import HandsRecordedError
from scorekeeper.sessions.season_what_if import NotToBeAppliedError, WhatIfOverError
from scorekeeper.sessions.what_if import NothingToApplyError
from scorekeeper.standings.plans.plan_input import PlanError, UnreadablePlanError
from scorekeeper.statistics.awards import TooManyAwardsError
from scorekeeper.webhooks.address_guard import AddressError
from scorekeeper.webhooks.subscriptions import StillWaitingError, TooManyWebhooksError

CONTENT_TYPE = "application/problem+json"


@dataclass(frozen=True, kw_only=True)
class Problem:
    """An error answer, readable for programs (`code`) and people (`detail`)."""

    type: str = "about:blank"
    title: str = ""
    status: int
    detail: str
    code: str
    where: str = ""  # a path into the request's JSON
    more: Mapping[str, Any] = field(default_factory=dict)

    def response(self) -> JsonResponse:
        """Return the HTTP response."""
        body = asdict(self)
        more = body.pop("more")
        body["title"] = HTTPStatus(self.status).phrase
        return JsonResponse({**body, **more}, status=self.status, content_type=CONTENT_TYPE)


CONFLICTS: Mapping[type[Exception], tuple[str, str]] = {
    IdTakenError: ("id-taken", "id"),
    HiddenCardsError: ("cards-hidden", ""),
    UnfinishedHandsError: ("cards-hidden", ""),
    MergeError: ("not-to-be-merged", ""),
    ErasureNotConfirmedError: ("not-confirmed", "confirm"),
    HandsRecordedError: ("hands-recorded", ""),
    LastOwnerError: ("last-owner", ""),
    TooManyClubsError: ("too-many-clubs", ""),
    ConfirmationError: ("not-to-be-confirmed", ""),
    NothingToApplyError: ("nothing-to-apply", ""),
    NotToBeAppliedError: ("not-to-be-applied", ""),
    WhatIfOverError: ("what-if-over", ""),
    DisputeClosedError: ("dispute-closed", ""),
    UnfinishedHandError: ("hand-unfinished", ""),
    ClosedMomentError: ("cannot-try", "event"),
    NotReadyError: ("not-ready", ""),
    ImportOverError: ("import-over", ""),
    RebuildOverError: ("rebuild-over", ""),
    KeyMismatchError: ("idempotency-mismatch", ""),
    TooManyAwardsError: ("too-many-awards", ""),
    TooManyWebhooksError: ("too-many-webhooks", ""),
    StillWaitingError: ("still-waiting", ""),
}
"""409: the code, and the place in the request, for each exception about the present state."""

FORBIDDEN: Mapping[type[Exception], str] = {
    NotOwnDisputeError: "not-yours",
    NotOwnCommentError: "not-yours",
    NotOwnVariationError: "not-yours",
    OwnHandError: "own-hand",
}
"""403: the code for each exception about who asks."""


REFUSED_VALUES: Mapping[str, HTTPStatus] = {
    "bad-name": HTTPStatus.BAD_REQUEST,
    "bad-date": HTTPStatus.BAD_REQUEST,
    "bad-text": HTTPStatus.BAD_REQUEST,
    "bad-picture": HTTPStatus.BAD_REQUEST,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "name-taken": HTTPStatus.CONFLICT,
    "unknown-time-zone": HTTPStatus.BAD_REQUEST,
}
"""The status for each code of a value that a row may not have; other invalid values are 422."""


def of_services(error: Exception) -> Problem | None:
    """Return the problem for a service's exception, or None for any other exception."""
    detail = str(error)
    match error:
        case (
            referee.MalformedError()
            | AmendmentError()
            | DisputeError()
            | PlanError()
            | CommentError()
            | TriedLineError()
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
            return replace(conflict, more={"held": error.stored})
        case UnansweredError():
            conflict = Problem(
                status=HTTPStatus.CONFLICT, detail=detail, code="unanswered", where="answers"
            )
            return replace(conflict, more={"review": error.review})
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
            return _contradiction(error)
    return _of_kind(error)


def _of_kind(error: Exception) -> Problem | None:
    """Return the problem for an exception whose kind says everything but the sentence."""
    detail = str(error)
    if isinstance(error, TooManyRowsError):
        too_large = HTTPStatus.UNPROCESSABLE_ENTITY
        return Problem(status=too_large, detail=detail, code="too-many-rows", where="format")
    if isinstance(error, ParquetMissingError):
        missing = HTTPStatus.NOT_IMPLEMENTED
        return Problem(status=missing, detail=detail, code="parquet-missing", where="format")
    if isinstance(error, UnreadablePlanError):
        away = HTTPStatus.SERVICE_UNAVAILABLE
        return Problem(status=away, detail=detail, code="unreadable-plan")
    if type(error) in FORBIDDEN:
        forbidden = HTTPStatus.FORBIDDEN
        return Problem(status=forbidden, detail=detail, code=FORBIDDEN[type(error)])
    code, where = CONFLICTS.get(type(error), ("", ""))
    if not code:
        return None
    return Problem(status=HTTPStatus.CONFLICT, detail=detail, code=code, where=where)


def _unreadable(
    error: referee.MalformedError
    | AmendmentError
    | DisputeError
    | PlanError
    | CommentError
    | TriedLineError,
) -> Problem:
    code = error.code if isinstance(error, referee.MalformedError | TriedLineError) else "invalid"
    detail = error.message if isinstance(error, referee.MalformedError) else str(error)
    where = f"plan.{error.where}" if isinstance(error, PlanError) else error.where
    status = REFUSED_VALUES.get(code, HTTPStatus.UNPROCESSABLE_ENTITY)
    return Problem(status=status, detail=detail, code=code, where=where)


def _contradiction(error: IntegrityError) -> Problem:
    """Return the problem for a row that the database refuses."""
    address = departures.new_address(error)
    if address is None:
        detail = "This contradicts a change that was stored a moment ago: read again, then repeat the request."
        return Problem(status=HTTPStatus.CONFLICT, detail=detail, code="conflict")
    detail = f"This club has moved to {address}, and cannot be changed here any more."
    more = {"address": address}
    return Problem(status=HTTPStatus.CONFLICT, detail=detail, code="club-moved", more=more)
