"""Events become deliveries to webhooks in the transaction in which they happen (a transactional outbox).

Nothing is sent about a change that was rolled back, and no change is forgotten.  ``delivery`` sends the rows later.  A message
holds ids, numbers, digests and links to the API, where those who may see more can read it: never names, words or cards.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from referee import JsonObject
from scorekeeper.models import (
    Delivery,
    Dispute,
    Hand,
    Ruling,
    Season,
    Webhook,
    WebhookEvent,
)
from scorekeeper.models.adjudications import UNFINISHED

API = "/api/v1"


def announce_hands(written: Iterable[tuple[Hand, bool]]) -> None:
    """Write the deliveries about hands of one club that were written or changed, each with whether it was finished before."""
    announced = [(hand, was_over) for hand, was_over in written if _is_announced(hand, was_over)]
    if announced:
        webhooks = listening_webhooks(announced[0][0].club_id)
        Delivery.objects.bulk_create(
            delivery
            for hand, was_over in announced
            for delivery in hand_deliveries(hand, was_over=was_over, listening=webhooks)
        )


def hand_deliveries(hand: Hand, *, was_over: bool, listening: Sequence[Webhook]) -> list[Delivery]:
    """Return the unsaved deliveries about a hand for those of the webhooks that subscribed to it."""
    kind = WebhookEvent.HAND_CHANGED if was_over else WebhookEvent.HAND_RECORDED
    webhooks = [webhook for webhook in listening if kind in webhook.kinds]
    if not webhooks or not _is_announced(hand, was_over):
        return []
    data = {**_hand_data(hand), "act": str(hand.head.kind), "status": hand.adjudication.status}
    return _deliveries(hand.club_id, webhooks, kind, data, at=hand.head.at)


def _is_announced(hand: Hand, was_over: bool) -> bool:  # noqa: FBT001
    """Return whether a hand is told of: not while it is unfinished, unless it was finished and told of before."""
    return was_over or hand.adjudication.status != UNFINISHED


def announce_dispute(dispute: Dispute) -> None:
    """Write the deliveries about a dispute that was raised."""
    _announce(
        dispute.club_id,
        WebhookEvent.DISPUTE_RAISED,
        lambda: _dispute_data(dispute),
        at=dispute.raised_at,
    )


def announce_ruling(dispute: Dispute, ruling: Ruling) -> None:
    """Write the deliveries about a ruling on a dispute.  Its change of the hand is an event of its own."""

    def data() -> JsonObject:
        decision = {"ruling": str(ruling.pk), "decision": str(ruling.decision)}
        return {**_dispute_data(dispute), **decision}

    _announce(dispute.club_id, WebhookEvent.DISPUTE_RULED, data, at=ruling.at)


def has_standings_listener(season: Season) -> bool:
    """Return whether a webhook of the club subscribed to changes of standings."""
    return bool(_listening_to(WebhookEvent.STANDINGS_CHANGED, season.club_id))


def announce_standings(season: Season) -> None:
    """Write the deliveries about a season in whose standings some figure changed."""

    def data() -> JsonObject:
        table = f"{API}/seasons/{season.pk}/standings/"
        links: JsonObject = {"standings": table, "changes": f"{table}changes/"}
        return {"club": str(season.club_id), "season": str(season.pk), "links": links}

    _announce(season.club_id, WebhookEvent.STANDINGS_CHANGED, data, at=timezone.now())


def _hand_data(hand: Hand) -> JsonObject:
    return {
        "club": str(hand.club_id),
        "session": str(hand.session_id),
        "hand": str(hand.pk),
        "position": hand.position,
        "revision": hand.head.number,
        "digest": hand.head.digest,
        "links": _links(hand),
    }


def _links(hand: Hand) -> JsonObject:
    return {"session": f"{API}/sessions/{hand.session_id}/", "hand": f"{API}/hands/{hand.pk}/"}


def _dispute_data(dispute: Dispute) -> JsonObject:
    links = {**_links(dispute.hand), "dispute": f"{API}/disputes/{dispute.pk}/"}
    return {
        **_hand_data(dispute.hand),
        "dispute": str(dispute.pk),
        "event": dispute.event,
        "links": links,
    }


def listening_webhooks(club: UUID) -> list[Webhook]:
    """Return the webhooks of a club that are not paused, with their ids and kinds of events only."""
    webhooks = Webhook.objects.filter(club=club, paused_at=None)
    return [*webhooks.order_by("pk").only("id", "kinds")]


def _listening_to(kind: WebhookEvent, club: UUID) -> list[Webhook]:
    return [webhook for webhook in listening_webhooks(club) if kind in webhook.kinds]


def _announce(
    club: UUID, kind: WebhookEvent, data: Callable[[], JsonObject], *, at: datetime
) -> None:
    """Write the deliveries about an event; ``data`` is called only where somebody subscribed to it."""
    webhooks = _listening_to(kind, club)
    if webhooks:
        Delivery.objects.bulk_create(_deliveries(club, webhooks, kind, data(), at=at))


def _deliveries(
    club: UUID, webhooks: Sequence[Webhook], kind: WebhookEvent, data: JsonObject, *, at: datetime
) -> list[Delivery]:
    now = timezone.now()
    return [
        Delivery(webhook=webhook, club_id=club, kind=str(kind), at=at, data=data, next_try_at=now)
        for webhook in webhooks
    ]
