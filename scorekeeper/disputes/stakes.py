"""Stakes of a dispute: which results each possible ruling would change.  Computed on request, not stored."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import referee
from scorekeeper.adjudication import effects, judging, recorded_rulings
from scorekeeper.adjudication.recorded_rulings import DisputeError, NewRuling, RuledRecord
from scorekeeper.hands import event_numbers
from scorekeeper.models import Decision, Dispute, Hand, Session
from scorekeeper.standings import impact, projection
from scorekeeper.standings.impact import Gravity

OUTCOMES = (Decision.STANDS, Decision.TAKEN_BACK, Decision.ANNULLED, Decision.REPLAYED)
"""The decisions that need no further input; an adjustment needs its points."""


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """What one decision would change; ``why_not`` is the reason why it is not possible."""

    decision: Decision
    why_not: str = ""
    changes: effects.Answer | None = None
    gravity: Gravity = Gravity.NOTHING
    swing: float = 0  # the most points that a seat gains or loses


@dataclass(frozen=True, kw_only=True)
class Stakes:
    """The gravest effects among a dispute's outlooks."""

    gravity: Gravity
    swing: float
    outlooks: tuple[Outlook, ...]

    @property
    def rank(self) -> tuple[int, float]:
        """Sort key: gravest first, then the largest swing."""
        return list(Gravity).index(self.gravity), -self.swing


@dataclass(frozen=True, kw_only=True)
class DisputeContext:
    """A dispute's hand, its session as recorded, and its season."""

    hand: Hand
    event: int | None  # in the current revision
    hands: Sequence[Hand]
    current: effects.SessionOutcome
    season: projection.Projection

    @property
    def session(self) -> Session:
        return self.hand.session

    def outcome_after(self, decided: RuledRecord) -> effects.SessionOutcome:
        """Return the session's outcome if the hand is ruled so; earlier hands are not adjudicated again."""
        later = [hand for hand in self.hands if hand.position >= self.hand.position]
        records = {hand.position: judging.hand_record(hand.head) for hand in later}
        records[self.hand.position] = decided.sheet
        carried = referee.Carried.from_json(self.hand.adjudication.carried_in)
        own_rules = effects.rules_by_position(self.session, later)
        rules = judging.rules_of(self.session)
        outcome = effects.outcome_of(records, rules, carried, own_rules=own_rules)
        return replace(outcome, answers={**self.current.answers, **outcome.answers})


def current_event(dispute: Dispute) -> int | None:
    """Return the disputed event's number in the current revision; None if there is none or it was removed."""
    if dispute.event is None or dispute.revision_id == dispute.hand.head_id:
        return dispute.event
    since = [
        revision.content.get("events") or []
        for revision in dispute.hand.revisions.all()
        if revision.number >= dispute.revision.number
    ]
    return event_numbers.follow_event(dispute.event, since)


def has_later_hands(hand: Hand, hands: Iterable[Hand]) -> bool:
    """Return whether a hand that is not void was recorded after this one."""
    later = (other for other in hands if other.position > hand.position)
    return any(other.adjudication.status != "void" for other in later)


def stakes_by_dispute(disputes: Sequence[Dispute]) -> Mapping[uuid.UUID, Stakes]:
    """Return the stakes of one club's disputes by id, in a constant number of queries.

    The disputes must be loaded ``queue.with_details``.  Each outcome adjudicates the rest of its session in memory.
    """
    return {pk: _stakes(context) for pk, context in _contexts(disputes).items()}


def outlook_of(dispute: Dispute, ruling: NewRuling) -> Outlook:
    """Return what one ruling, which may be an adjustment, would change."""
    return _outlook(_contexts([dispute])[dispute.pk], ruling)


def _contexts(disputes: Sequence[Dispute]) -> Mapping[uuid.UUID, DisputeContext]:
    if not disputes:
        return {}
    sessions = {dispute.hand.session_id: dispute.hand.session for dispute in disputes}
    hands: dict[uuid.UUID, list[Hand]] = defaultdict(list)
    rows = Hand.objects.filter(session__in=sessions).select_related("head", "adjudication")
    for hand in rows.order_by("position"):
        hands[hand.session_id].append(hand)
    season = projection.load(disputes[0].club_id, sessions.values())
    return {
        dispute.pk: _context(dispute, hands[dispute.hand.session_id], season)
        for dispute in disputes
    }


def _context(
    dispute: Dispute, hands: Sequence[Hand], season: projection.Projection
) -> DisputeContext:
    result = dispute.hand.session.result
    current = effects.SessionOutcome(
        answers={hand.position: hand.adjudication.answer for hand in hands},
        totals=result.totals,
        over=result.over,
        winners=list(result.winners),
        lowest_wins=judging.rules_of(dispute.hand.session).lowest_wins,
    )
    return DisputeContext(
        hand=dispute.hand, event=current_event(dispute), hands=hands, current=current, season=season
    )


def _stakes(context: DisputeContext) -> Stakes:
    rulings = (NewRuling(decision=decision, reason="?") for decision in OUTCOMES)
    outlooks = tuple(_outlook(context, ruling) for ruling in rulings)
    gravity = min((outlook.gravity for outlook in outlooks), key=list(Gravity).index)
    swing = max(outlook.swing for outlook in outlooks)
    return Stakes(gravity=gravity, swing=swing, outlooks=outlooks)


def _outlook(context: DisputeContext, ruling: NewRuling) -> Outlook:
    try:
        decided = recorded_rulings.write_ruling(
            context.hand,
            context.event,
            ruling,
            goes_on=has_later_hands(context.hand, context.hands),
        )
        after = context.outcome_after(decided)
    except (DisputeError, referee.MalformedError) as error:
        return Outlook(decision=ruling.decision, why_not=str(error))
    difference = effects.difference(
        context.current, after, amended=context.hand.position, moved=decided.moved
    )
    table = impact.ImpactContext(context.session, context.season)
    changes = impact.changes(table, difference, before=context.current, after=after)
    return Outlook(
        decision=ruling.decision,
        changes=changes,
        gravity=impact.gravity(changes),
        swing=impact.swing(changes),
    )
