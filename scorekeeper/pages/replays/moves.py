"""The list of moves beside the table: by trick or by turn, with signs for what is worth a look."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

import referee
from scorekeeper import access
from scorekeeper.access import Person
from scorekeeper.disputes import queue, stakes
from scorekeeper.disputes.queue import DisputeState
from scorekeeper.hands.comments import PlacedComment
from scorekeeper.models import Hand
from scorekeeper.pages.display import event_text
from scorekeeper.pages.display.answer_types import EventAnswer
from scorekeeper.pages.display.event_text import PUTS_UP, EventLine
from scorekeeper.pages.replays.context import WatchedHand
from scorekeeper.pages.replays.timeline import ReplayTimeline

SIGNS = {
    "illegal": "✕",
    "unproven": "?",
    "disputed": "!",
    "given-away": "▽",
    "taken": "△",
    "bomb": "★",
    "said": "●",
}
"""Signs on moves and on the slider, by their kind, gravest first."""


class Sign(NamedTuple):
    """A sign on a move: its kind, the character and the words."""

    kind: str
    drawn: str
    words: str


@dataclass(frozen=True, kw_only=True)
class Move:
    """One event in the list."""

    judged: EventLine
    signs: tuple[Sign, ...]
    dispute: UUID | None = None  # the latest one about it
    remarks: Sequence[PlacedComment] = ()

    @property
    def kinds(self) -> str:
        """The kinds of its signs, for the script."""
        return " ".join(sign.kind for sign in self.signs)


def move_groups(
    watched: WatchedHand,
    *,
    since: int,
    disputes: Mapping[int, UUID] | None = None,
    commented: Mapping[int, Sequence[PlacedComment]] | None = None,
    certain: Mapping[int, str] | None = None,
) -> list[tuple[int, list[Move]]]:
    """Return the moves from one event on, by the number of their trick; in a melding game, of their turn: a card put on offer and the claims on it."""
    events = [event for event in watched.answer.get("events") or [] if event["event"] >= since]
    bombs = {str(shape.kind) for shape in getattr(watched.rules, "bombs", ())}
    disputes, commented, certain = disputes or {}, commented or {}, certain or {}
    lines = event_text.event_lines(events, watched.names)
    numbers = _numbers(events, lines, melds=watched.rules.family is referee.Family.MELDING)
    moves = [
        Move(
            judged=line,
            signs=_signs(
                line,
                {
                    "disputed": line.number in disputes,
                    "bomb": event.get("combination") in bombs,
                    "said": line.number in commented,
                    certain.get(line.number, ""): True,
                },
            ),
            dispute=disputes.get(line.number),
            remarks=commented.get(line.number, ()),
        )
        for event, line in zip(events, lines, strict=True)
    ]
    grouped = groupby(zip(numbers, moves, strict=True), key=lambda pair: pair[0])
    return [(number, [move for _number, move in pairs]) for number, pairs in grouped]


def move_list(
    watched: WatchedHand,
    timeline: ReplayTimeline | None,
    *,
    disputes: Mapping[int, UUID] | None = None,
    commented: Mapping[int, Sequence[PlacedComment]] | None = None,
    certain: Mapping[int, str] | None = None,
) -> dict[str, Any]:
    """Return the context of the list: its groups, the signs used, how many plays are illegal or unproven, and the first of each.

    ``certain`` says at which events a certain win was taken or given away.
    """
    since = timeline.first if timeline else 0
    groups = move_groups(
        watched, since=since, disputes=disputes, commented=commented, certain=certain
    )
    moves = [move for _number, moves in groups for move in moves]
    lines = [move.judged for move in moves]
    return {
        "melds": watched.rules.family is referee.Family.MELDING,
        "groups": groups,
        "legend": legend(moves),
        "illegal": sum(line.illegal for line in lines),
        "first_illegal": next((line.number for line in lines if line.illegal), None),
        "unproven": sum(line.unproven for line in lines),
        "first_unproven": next((line.number for line in lines if line.unproven), None),
    }


def legend(moves: Iterable[Move]) -> list[Sign]:
    """Return the signs that are used in the list, each once."""
    used = {sign.kind for move in moves for sign in move.signs}
    return [Sign(kind, drawn, sign_words()[kind]) for kind, drawn in SIGNS.items() if kind in used]


def disputes_by_event(hand: Hand, person: Person) -> dict[int, UUID]:
    """Return the disputes that this person may see, by the event that they are about today.

    Those that were withdrawn are left out.
    """
    visible = access.disputes_seen_by(person).filter(hand=hand, event__isnull=False)
    by_event: dict[int, UUID] = {}
    for dispute in queue.with_details(visible).order_by("raised_at", "pk"):
        event = stakes.current_event(dispute)
        if event is not None and queue.state_of(dispute) is not DisputeState.WITHDRAWN:
            by_event[event] = dispute.pk
    return by_event


def _numbers(
    events: Sequence[EventAnswer], lines: Sequence[EventLine], *, melds: bool
) -> list[int]:
    """Return the number of each event's trick or turn."""
    if not melds:
        return [event.get("trick") or 0 for event in events]
    turns = 0
    numbers: list[int] = []
    for line in lines:
        turns += not numbers or line.action.partition(" ")[0] in PUTS_UP
        numbers.append(turns)
    return numbers


def _signs(line: EventLine, worth: Mapping[str, bool]) -> tuple[Sign, ...]:
    every = {**worth, "illegal": line.illegal, "unproven": line.unproven}
    words = sign_words()
    return tuple(
        Sign(kind, drawn, line.combination if kind == "bomb" else words[kind])
        for kind, drawn in SIGNS.items()
        if every.get(kind)
    )


def sign_words() -> dict[str, str]:
    """Return the words of each sign."""
    return {
        "given-away": _("certain win given away"),
        "taken": _("certain win taken"),
        "illegal": _("illegal"),
        "unproven": _("unproven"),
        "disputed": _("disputed"),
        "bomb": _("bomb"),
        "said": _("with a comment"),
    }
