"""What is disputed, as a page shows it: the words, the table at that moment, the referee's verdict, earlier rulings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards, judging
from scorekeeper.disputes import precedents as dispute_precedents
from scorekeeper.disputes import queue as dispute_queue
from scorekeeper.disputes import stakes
from scorekeeper.disputes import statements as dispute_statements
from scorekeeper.disputes.stakes import Outlook
from scorekeeper.models import Decision, Dispute, DisputeStatement, Hand, Ruling
from scorekeeper.pages.display import changes_table, event_text, house_rules
from scorekeeper.pages.display.answer_types import Event, Frame
from scorekeeper.pages.display.cards import Card, cards
from scorekeeper.pages.display.referee_messages import points
from scorekeeper.pages.rules import rule_texts
from scorekeeper.replays import perspective
from scorekeeper.replays.perspective import View
from scorekeeper.sessions import document as session_document
from scorekeeper.standings.impact import Gravity

STATES = {
    dispute_queue.State.OPEN: pgettext_lazy("dispute", "open"),
    dispute_queue.State.RULED: pgettext_lazy("dispute", "ruled on"),
    dispute_queue.State.WITHDRAWN: pgettext_lazy("dispute", "withdrawn"),
}
DECISIONS = {
    Decision.STANDS: gettext_lazy("It stands"),
    Decision.TAKEN_BACK: gettext_lazy("The play is taken back"),
    Decision.ADJUSTMENT: gettext_lazy("A seat is given or loses points"),
    Decision.ANNULLED: gettext_lazy("The hand is annulled"),
    Decision.REPLAYED: gettext_lazy("The hand is played again"),
}
AT_STAKE = {
    Gravity.WINNER: gettext_lazy("who wins or leads"),
    Gravity.PLACE: gettext_lazy("a place in the season"),
    Gravity.TOTALS: gettext_lazy("the totals"),
    Gravity.POINTS: gettext_lazy("the points of a hand"),
    Gravity.NOTHING: gettext_lazy("nothing"),
}


@dataclass(frozen=True, kw_only=True)
class Held:
    """A seat just before the disputed event."""

    name: str
    cards: tuple[Card, ...]  # those that are known
    count: int | None
    disputed: bool  # is it their play?


@dataclass(frozen=True, kw_only=True)
class Moment:
    """The table just before the disputed event."""

    standing: tuple[Card, ...]
    by: str
    kind: str
    offered: tuple[Card, ...]
    seats: tuple[Held, ...]


@dataclass(frozen=True, kw_only=True)
class Tried:
    """One decision and what it would change."""

    decision: str
    words: str
    possible: bool
    why_not: str
    at_stake: str
    swing: float
    totals: changes_table.Row
    told: changes_table.Told | None


def shown(dispute: Dispute, person: Person) -> dict[str, Any]:
    """Everything that a page about one dispute says of it."""
    session = dispute.hand.session
    names = session_document.names_of(session)
    written = session.head.content.get("house_rules") or {}
    now = stakes.event_now(dispute)
    verdict = cast("Event | None", hidden_cards.verdict_for(dispute, person))
    return {
        "dispute": dispute,
        "session": session,
        "club": dispute.club,
        "names": names,
        "heard": heard(dispute),
        "raised_from": side_words(
            dispute_statements.sides(dispute, [dispute.raised_by_id])[dispute.raised_by_id]
        ),
        "state": dispute_queue.state_of(dispute),
        "state_words": STATES[dispute_queue.state_of(dispute)],
        "event_now": now,
        "given": given(getattr(dispute, "ruling", None), names),
        "moved": now is not None and now != dispute.event,
        "said": event_text.said([verdict], names)[0] if verdict else None,
        "moment": moment(dispute, now, person, names) if now else None,
        "rules_query": house_rules.as_query(session.variant, written),
        "rule_text": rule_texts.text_of(session.variant, written, dispute.rule),
        "closest": [
            {"precedent": found, "words": DECISIONS[Decision(found.ruling.decision)]}
            for found in dispute_precedents.closest(dispute)
        ],
    }


class Said(NamedTuple):
    """What a member had to say, as it is read."""

    statement: DisputeStatement
    side: str  # from which it comes, in words


def heard(dispute: Dispute) -> list[Said]:
    """What everybody had to say, in order, each with what they have to do with the hand."""
    found = dispute_statements.heard(dispute, dispute_statements.statements_in(dispute))
    return [Said(one.statement, side_words(one.side)) for one in found]


def side_words(side: dispute_statements.Side) -> str:
    """What somebody has to do with the hand: where they sat, whether it is their play, whether they wrote it down."""
    words = [
        gettext("at seat %(seat)d") % {"seat": side.seat} if side.seat else gettext("not at this table"),
        gettext("it is their play") if side.own_play else "",
        gettext("wrote the hand down") if side.recorder else "",
    ]  # fmt: skip
    return ", ".join(filter(None, words))


def given(ruling: Ruling | None, names: Mapping[int, str]) -> str:
    """Whose points an adjustment changed, and by how much."""
    if ruling is None or ruling.seat is None:
        return ""
    return f"{names.get(ruling.seat, '?')}: {points(ruling.points)}"


def moment(dispute: Dispute, event: int, person: Person, names: Mapping[int, str]) -> Moment | None:
    """The table just before an event of the record as it stands, as far as this person may see it."""
    frames = _frames(dispute.hand, person)
    before = [frame for frame in frames if frame["event"] == event - 1]
    if not before:
        return None
    frame = before[0]
    standing, offer = frame.get("standing"), cast(Any, frame).get("offer")
    acting = next((one["seat"] for one in frames if one["event"] == event), None)
    return Moment(
        standing=cards(standing["cards"]) if standing else (),
        by=names.get(standing["seat"] or 0, "") if standing else "",
        kind=event_text.combination(standing["combination"]) if standing else "",
        offered=cards([offer["card"]]) if offer else (),
        seats=tuple(
            Held(
                name=name,
                cards=cards(face for face in frame["holdings"][seat - 1] or () if face != "?"),
                count=frame["counts"][seat - 1],
                disputed=seat == acting,
            )
            for seat, name in names.items()
        ),
    )


def _frames(hand: Hand, person: Person) -> list[Frame]:
    """The table event by event; judged on the spot while the replay is being built."""
    frames = perspective.watch(hand, person, View()).frames
    if frames is None and not hidden_cards.hides_past_tricks(hand, person):
        frames = judging.judge_stored(hand, hidden_cards.public_sheet(hand, person)).frames()
    return cast(list[Frame], frames or [])


def tried(dispute: Dispute, outlook: Outlook) -> Tried:
    """What one decision would change, in words."""
    changed, session = outlook.changes, dispute.hand.session
    words, seats = str(DECISIONS[outlook.decision]), len(judging.players_of(session))
    return Tried(
        decision=str(outlook.decision),
        words=words,
        possible=changed is not None,
        why_not=gettext(outlook.why_not) if outlook.why_not else "",
        at_stake=str(AT_STAKE[outlook.gravity]),
        swing=outlook.swing,
        totals=changes_table.totals(words, changed, session.result.totals, seats=seats),
        told=None if changed is None else changes_table.told(session, changed),
    )
