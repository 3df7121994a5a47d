"""A dispute as its pages show it: the claim, the table at that moment, the referee's verdict, earlier rulings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

import referee
from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards, judging, recorded_rulings
from scorekeeper.disputes import stakes
from scorekeeper.disputes.precedents import find_precedents
from scorekeeper.disputes.queue import DisputeState, state_of
from scorekeeper.disputes.statements import Side, sides_in, statements_in
from scorekeeper.models import Decision, Dispute, Hand, Ruling
from scorekeeper.pages.display import event_text, house_rules
from scorekeeper.pages.display.answer_types import EventAnswer, Frame
from scorekeeper.pages.display.cards import Card, parse_cards
from scorekeeper.pages.display.referee_messages import points
from scorekeeper.pages.rules import rule_texts
from scorekeeper.replays import perspective
from scorekeeper.replays.perspective import Perspective
from scorekeeper.sessions.document import names_of
from scorekeeper.sessions.usual_tables import house_rules_of

STATES = {
    DisputeState.OPEN: pgettext_lazy("dispute", "open"),
    DisputeState.RULED: pgettext_lazy("dispute", "ruled on"),
    DisputeState.WITHDRAWN: pgettext_lazy("dispute", "withdrawn"),
}
DECISIONS = {
    Decision.STANDS: gettext_lazy("The record stands"),
    Decision.TAKEN_BACK: gettext_lazy("The play is taken back"),
    Decision.ADJUSTMENT: gettext_lazy("A seat is given or loses points"),
    Decision.ANNULLED: gettext_lazy("The hand is annulled"),
    Decision.REPLAYED: gettext_lazy("The hand is played again"),
}
MEANINGS = {
    Decision.ANNULLED: gettext_lazy(
        "The hand brings nobody points, but keeps its number: later hands stay as they are, and it is not played again."
    ),
    Decision.REPLAYED: gettext_lazy(
        "The hand does not count, and the table plays it anew under the same number. If later hands are recorded already, it is annulled and the new hand is recorded as the next one."
    ),
}
"""What decisions mean that are easily taken for each other."""


@dataclass(frozen=True, kw_only=True)
class DisputedSeat:
    """A seat just before the disputed event."""

    name: str
    cards: tuple[Card, ...]  # those that are known
    count: int | None
    disputed: bool  # is it their play?


@dataclass(frozen=True, kw_only=True)
class DisputedMoment:
    """The table just before the disputed event."""

    standing: tuple[Card, ...]
    by: str
    kind: str
    offered: tuple[Card, ...]
    seats: tuple[DisputedSeat, ...]


def dispute_context(dispute: Dispute, person: Person) -> dict[str, Any]:
    """Return the template context that all pages about a dispute share."""
    session = dispute.hand.session
    names = names_of(session)
    written = house_rules_of(session)
    now = stakes.current_event(dispute)
    verdict = cast("EventAnswer | None", hidden_cards.verdict_for(dispute, person))
    statements = list(statements_in(dispute))
    writers = {dispute.raised_by_id, *(statement.by_id for statement in statements)}
    sides = sides_in(dispute, writers)
    ruled = getattr(dispute, "ruling", None)
    rule = (ruled and ruled.rule) or dispute.rule or _rule_now(dispute, now, person)
    kind = (verdict or {}).get("combination") or ""
    return {
        "dispute": dispute,
        "session": session,
        "club": dispute.club,
        "names": names,
        "statements": [(statement, side_words(sides[statement.by_id])) for statement in statements],
        "raised_from": side_words(sides[dispute.raised_by_id]),
        "state": state_of(dispute),
        "state_words": STATES[state_of(dispute)],
        "event_now": now,
        "given": given(ruled, names),
        "moved": now is not None and now != dispute.event,
        "judged": event_text.event_lines([verdict], names)[0] if verdict else None,
        "moment": moment(dispute, now, person, names) if now else None,
        "rules_query": house_rules.as_query(session.variant, written),
        "house_rules": house_rules.describe(session.variant, written),
        "rule": rule,
        "rule_text": rule_texts.text_of(session.variant, written, rule, kind),
        "closest": [
            {"precedent": precedent, "words": DECISIONS[Decision(precedent.ruling.decision)]}
            for precedent in find_precedents(dispute)
        ],
    }


def _rule_now(dispute: Dispute, now: int | None, person: Person) -> str:
    """Return the ruling that allows the disputed play if it is still in the record and legal; else an empty text."""
    answer: Any = hidden_cards.visible_hand(dispute.hand, person).answer
    events = answer.get("events") or []
    place = next((place for place, event in enumerate(events) if event["event"] == now), None)
    if place is None or dispute.verdict is None or events[place]["text"] != dispute.verdict["text"]:
        return ""
    return referee.cited_rules(judging.rules_of(dispute.hand.session), answer)[place]


def side_words(side: Side) -> str:
    """Return what somebody has to do with the hand: their seat, whether it is their play, whether they recorded it."""
    words = [
        gettext("at seat %(seat)d") % {"seat": side.seat}
        if side.seat
        else gettext("not at this table"),
        gettext("it is their play") if side.own_play else "",
        gettext("recorded the hand") if side.recorder else "",
    ]
    return ", ".join(filter(None, words))


def given(ruling: Ruling | None, names: Mapping[int, str]) -> str:
    """Return whose points an adjustment changed and by how much, or what was played instead of a play taken back; else empty."""
    if ruling is None:
        return ""
    if ruling.seat is not None:
        return f"{names.get(ruling.seat, '?')}: {points(ruling.points)}"
    seat, _, action = recorded_rulings.replacement(ruling).partition(":")
    if not action:
        return ""
    who = names.get(int(seat), "?") if seat.isdecimal() else seat
    play = event_text.action_text(action.strip(), names)
    return gettext("Instead: %(name)s %(play)s") % {"name": who, "play": play}


def moment(
    dispute: Dispute, event: int, person: Person, names: Mapping[int, str]
) -> DisputedMoment | None:
    """Return the table just before an event of the current record, without cards hidden from this person."""
    frames = _frames(dispute.hand, person)
    before = [frame for frame in frames if frame["event"] == event - 1]
    if not before:
        return None
    frame = before[0]
    standing, offer = frame.get("standing"), cast(Any, frame).get("offer")
    acting = next((one["seat"] for one in frames if one["event"] == event), None)
    return DisputedMoment(
        standing=parse_cards(standing["cards"]) if standing else (),
        by=names.get(standing["seat"] or 0, "") if standing else "",
        kind=event_text.combination_name(standing["combination"]) if standing else "",
        offered=parse_cards([offer["card"]]) if offer else (),
        seats=tuple(
            DisputedSeat(
                name=name,
                cards=parse_cards(
                    face for face in frame["holdings"][seat - 1] or () if face != "?"
                ),
                count=frame["counts"][seat - 1],
                disputed=seat == acting,
            )
            for seat, name in names.items()
        ),
    )


def _frames(hand: Hand, person: Person) -> list[Frame]:
    """Return the table event by event; judged at once while the replay is being built."""
    frames = perspective.hand_from(hand, person, Perspective()).frames
    if frames is None and not hidden_cards.hides_past_tricks(hand, person):
        frames = judging.judge_stored(hand, hidden_cards.public_record(hand, person)).frames()
    return cast(list[Frame], frames or [])
