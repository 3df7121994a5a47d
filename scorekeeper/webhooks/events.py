"""What happened is put down for every webhook that is to be told, in the transaction in which it happens.

So nothing is told that was rolled back, and nothing is forgotten that was kept; sending comes later (``delivering``).
A message holds ids, numbers and digests, and where the API tells more to those who may know it: never names, words or cards.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone

from referee import Keys
from scorekeeper.asking import Question
from scorekeeper.models import (
    Adjudication,
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


class Listener(NamedTuple):
    """A webhook that is told of these."""

    webhook: UUID
    kinds: list[str]


def announce_hand(hand: Hand, *, was_over: bool) -> None:
    """A hand is over now, or was and is not any more as it was told.  While it goes on nobody is told anything."""
    heard = _listening(hand.club_id, WebhookEvent.HAND_CHANGED, WebhookEvent.HAND_RECORDED)
    if heard:
        status = Adjudication.objects.values_list("status", flat=True).get(hand=hand)
        Delivery.objects.bulk_create(hand_deliveries(hand, status, was_over=was_over, listeners=heard))


def hand_deliveries(
    hand: Hand, status: str, *, was_over: bool, listeners: Sequence[Listener]
) -> list[Delivery]:
    """What those who listen are told of a hand that has this status now, still to be put down."""
    kind = WebhookEvent.HAND_CHANGED if was_over else WebhookEvent.HAND_RECORDED
    told = [one for one in listeners if kind in one.kinds]
    if not told or (not was_over and status == UNFINISHED):
        return []
    data = {**_of(hand), "act": str(hand.head.kind), "status": status}
    return _messages(hand.club_id, told, kind, data, at=hand.head.at)


def announce_dispute(dispute: Dispute) -> None:
    """A question was raised about a recorded play."""
    _announce(dispute.club_id, WebhookEvent.DISPUTE_RAISED, lambda: _about(dispute), at=dispute.raised_at)  # fmt: skip


def announce_ruling(dispute: Dispute, ruling: Ruling) -> None:
    """A human referee decided it; what that changed in the hand is told as a change of the hand."""

    def data() -> Keys:
        said = {"ruling": str(ruling.pk), "decision": str(ruling.decision)}
        return {**_about(dispute), **said}

    _announce(dispute.club_id, WebhookEvent.DISPUTE_RULED, data, at=ruling.at)


def has_standings_listener(season: Season) -> bool:
    """Is there a webhook that wants to know of them?"""
    return bool(_listening(season.club_id, WebhookEvent.STANDINGS_CHANGED))


def announce_standings(season: Season) -> None:
    """Some figure in the table of a season is another one."""

    def data() -> Keys:
        table = f"{API}/seasons/{season.pk}/standings/"
        links: Keys = {"standings": table, "changes": f"{table}changes/"}
        return {"club": str(season.club_id), "season": str(season.pk), "links": links}

    _announce(season.club_id, WebhookEvent.STANDINGS_CHANGED, data, at=timezone.now())


def _of(hand: Hand) -> Keys:
    return {
        "club": str(hand.club_id),
        "session": str(hand.session_id),
        "hand": str(hand.pk),
        "position": hand.position,
        "revision": hand.head.number,
        "digest": hand.head.digest,
        "links": _links(hand),
    }


def _links(hand: Hand) -> Keys:
    return {"session": f"{API}/sessions/{hand.session_id}/", "hand": f"{API}/hands/{hand.pk}/"}


def _about(dispute: Dispute) -> Keys:
    links = {**_links(dispute.hand), "dispute": f"{API}/disputes/{dispute.pk}/"}
    return {**_of(dispute.hand), "dispute": str(dispute.pk), "event": dispute.event, "links": links}


LISTENERS = Question(
    lambda club: Webhook.objects.filter(club=club, paused_at=None).order_by("pk").values_list("pk", "kinds")
)  # fmt: skip
"""The webhooks of a club that are told anything now."""


def _listening(club: UUID, *kinds: WebhookEvent) -> list[Listener]:
    """Those who are told of one of these: one query."""
    among = [Listener(*row) for row in LISTENERS.about(club)]
    return [one for one in among if not set(kinds).isdisjoint(one.kinds)]


def _announce(club: UUID, kind: WebhookEvent, data: Callable[[], Keys], *, at: datetime) -> None:
    heard = _listening(club, kind)
    if heard:
        Delivery.objects.bulk_create(_messages(club, heard, kind, data(), at=at))


def _messages(
    club: UUID, told: Sequence[Listener], kind: WebhookEvent, data: Keys, *, at: datetime
) -> list[Delivery]:
    now = timezone.now()
    return [
        Delivery(
            webhook_id=one.webhook, club_id=club, kind=str(kind), at=at, data=data, next_try_at=now
        )
        for one in told
    ]
