"""Words for webhook events, delivery states and delivery problems."""

import re
from http import HTTPStatus

from django.utils.translation import gettext, gettext_lazy

from scorekeeper.models import PING, Delivery, DeliveryState, Pause, WebhookEvent

KIND_LABELS = {
    WebhookEvent.HAND_RECORDED: gettext_lazy("A hand is finished"),
    WebhookEvent.HAND_CHANGED: gettext_lazy("A finished hand is changed"),
    WebhookEvent.DISPUTE_RAISED: gettext_lazy("A dispute is raised"),
    WebhookEvent.DISPUTE_RULED: gettext_lazy("A dispute is ruled on"),
    WebhookEvent.STANDINGS_CHANGED: gettext_lazy("The table of a season changes"),
}
STATE_LABELS = {
    DeliveryState.WAITING: gettext_lazy("waiting"),
    DeliveryState.DELIVERED: gettext_lazy("delivered"),
    DeliveryState.GIVEN_UP: gettext_lazy("given up"),
}
PAUSE_LABELS = {
    Pause.ASKED: gettext_lazy("It is switched off: no messages are sent."),
    Pause.GONE: gettext_lazy(
        "Its address answered that it no longer exists (410), so the webhook was switched off."
    ),
    Pause.FAILING: gettext_lazy(
        "No message arrived for days, so it was switched off. Repair the receiver, send a test message, and switch the webhook on again."
    ),
}
_STATUS_MEANINGS = {
    HTTPStatus.UNAUTHORIZED: gettext_lazy(
        "it requires a password, but messages are signed instead"
    ),
    HTTPStatus.FORBIDDEN: gettext_lazy("it refuses the message"),
    HTTPStatus.NOT_FOUND: gettext_lazy("there is no such page: check the address"),
    HTTPStatus.METHOD_NOT_ALLOWED: gettext_lazy(
        "it does not accept messages (POST) at this address"
    ),
    HTTPStatus.GONE: gettext_lazy("the address no longer exists"),
    HTTPStatus.TOO_MANY_REQUESTS: gettext_lazy("it receives too many messages at once"),
}
_CONNECTION_FAILED = re.compile(r"The connection failed \((\w+)\)\.")


def kind_label(value: str) -> str:
    """Return the label of an event kind."""
    return (
        gettext("A test message")
        if value == PING
        else str(KIND_LABELS.get(WebhookEvent(value), value))
    )


def problem_text(problem: str) -> str:
    """Return a service's message about a problem, in the reader's language."""
    if _CONNECTION_FAILED.fullmatch(problem):
        return gettext(
            "No connection could be made: check that the receiver is running and that the address is right."
        )
    return gettext(problem) if problem else ""


def outcome_text(row: Delivery) -> str:
    """Return how the last attempt of a delivery ended; empty if there was none."""
    if row.tried_at is None:
        return ""
    status = row.status_code
    if status is None:
        return problem_text(row.problem)
    if 200 <= status < 300:
        return gettext("It answered %(status)s: received.") % {"status": status}
    text = gettext("It answered %(status)s: %(why)s.")
    return text % {"status": status, "why": _status_meaning(status)}


def _status_meaning(status: int) -> str:
    """Return what an HTTP status means to the operator of the receiver."""
    if status in list(_STATUS_MEANINGS):
        return str(_STATUS_MEANINGS[HTTPStatus(status)])
    if 300 <= status < 400:
        return gettext("it redirects, and redirects are not followed: enter the new address")
    if status >= 500:
        return gettext("the receiver has an internal error")
    return gettext("a status from 200 to 299 was expected")
