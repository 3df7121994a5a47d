"""What hangs on a dispute: which results would be others under each outcome.  Computed anew, nothing is kept."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import referee
from scorekeeper.adjudication import effects, judging, recorded_rulings
from scorekeeper.adjudication.recorded_rulings import DisputeError, NewRuling, RuledRecord
from scorekeeper.hands import event_numbers
from scorekeeper.models import Decision, Dispute, Hand, Session
from scorekeeper.standings import impact as standings_impact
from scorekeeper.standings import projection
from scorekeeper.standings.impact import Gravity

OUTCOMES = (Decision.STANDS, Decision.TAKEN_BACK, Decision.ANNULLED, Decision.REPLAYED)
"""What can be tried without being told more; an adjustment may be of any points."""


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """What one outcome would change; ``why_not`` says why it cannot be decided so."""

    decision: Decision
    why_not: str = ""
    changes: effects.Answer | None = None
    gravity: Gravity = Gravity.NOTHING
    swing: float = 0  # the most points that a seat wins or loses by it


@dataclass(frozen=True, kw_only=True)
class Stakes:
    """What hangs on a dispute in all."""

    gravity: Gravity
    swing: float
    outlooks: tuple[Outlook, ...]

    @property
    def rank(self) -> tuple[int, float]:
        """Sorts the gravest first, among equals the largest swing."""
        return list(Gravity).index(self.gravity), -self.swing


@dataclass(frozen=True, kw_only=True)
class Case:
    """A dispute, its session as it stands in the books, and the season around it."""

    hand: Hand
    event: int | None  # where it stands today
    hands: Sequence[Hand]
    now: effects.Outcome
    books: projection.Projection

    @property
    def session(self) -> Session:
        return self.hand.session

    def after(self, decided: RuledRecord) -> effects.Outcome:
        """The session when it is decided so; what was played before the hand stays as it is."""
        later = [hand for hand in self.hands if hand.position >= self.hand.position]
        sheets = {hand.position: judging.hand_record(hand.head) for hand in later}
        sheets[self.hand.position] = decided.sheet
        carried = referee.Carried.from_json(self.hand.adjudication.carried_in)
        found = effects.outcome_of(sheets, judging.rules_of(self.session), carried)
        return replace(found, answers={**self.now.answers, **found.answers})


def event_now(dispute: Dispute) -> int | None:
    """Where the disputed event stands in the record of today; None: it is about none, or it is gone."""
    if dispute.event is None or dispute.revision_id == dispute.hand.head_id:
        return dispute.event
    since = [
        revision.content.get("events") or []
        for revision in dispute.hand.revisions.all()
        if revision.number >= dispute.revision.number
    ]
    return event_numbers.follow_event(dispute.event, since)


def goes_on(hand: Hand, hands: Iterable[Hand]) -> bool:
    """Were hands that count recorded after this one?"""
    later = (other for other in hands if other.position > hand.position)
    return any(other.adjudication.status != "void" for other in later)


def of_each(disputes: Sequence[Dispute]) -> Mapping[uuid.UUID, Stakes]:
    """What hangs on each of some disputes of one club, in as many queries for many as for one.

    They come with their hand and its session as they stand; each outcome judges the rest of one session in memory.
    """
    return {pk: _stakes(case) for pk, case in _cases(disputes).items()}


def tried(dispute: Dispute, ruling: NewRuling) -> Outlook:
    """What one ruling would change, an adjustment of so many points among them."""
    return _outlook(_cases([dispute])[dispute.pk], ruling)


def _cases(disputes: Sequence[Dispute]) -> Mapping[uuid.UUID, Case]:
    if not disputes:
        return {}
    sessions = {dispute.hand.session_id: dispute.hand.session for dispute in disputes}
    hands: dict[uuid.UUID, list[Hand]] = defaultdict(list)
    rows = Hand.objects.filter(session__in=sessions).select_related("head", "adjudication")
    for hand in rows.order_by("position"):
        hands[hand.session_id].append(hand)
    books = projection.load(disputes[0].club_id, sessions.values())
    return {
        dispute.pk: _case(dispute, hands[dispute.hand.session_id], books) for dispute in disputes
    }


def _case(dispute: Dispute, hands: Sequence[Hand], books: projection.Projection) -> Case:
    result = dispute.hand.session.result
    now = effects.Outcome(
        answers={hand.position: hand.adjudication.answer for hand in hands},
        totals=result.totals,
        over=result.over,
        winners=list(result.winners),
        lowest_wins=judging.rules_of(dispute.hand.session).lowest_wins,
    )
    return Case(hand=dispute.hand, event=event_now(dispute), hands=hands, now=now, books=books)


def _stakes(case: Case) -> Stakes:
    rulings = (NewRuling(decision=decision, reason="?") for decision in OUTCOMES)
    outlooks = tuple(_outlook(case, ruling) for ruling in rulings)
    gravity = min((outlook.gravity for outlook in outlooks), key=list(Gravity).index)
    swing = max(outlook.swing for outlook in outlooks)
    return Stakes(gravity=gravity, swing=swing, outlooks=outlooks)


def _outlook(case: Case, ruling: NewRuling) -> Outlook:
    try:
        decided = recorded_rulings.write_ruling(
            case.hand, case.event, ruling, goes_on=goes_on(case.hand, case.hands)
        )
        after = case.after(decided)
    except (DisputeError, referee.MalformedError) as error:
        return Outlook(decision=ruling.decision, why_not=str(error))
    told = effects.difference(case.now, after, amended=case.hand.position, moved=decided.moved)
    table = standings_impact.ImpactContext(case.session, case.books)
    changes = standings_impact.changes(table, told, before=case.now, after=after)
    return Outlook(
        decision=ruling.decision,
        changes=changes,
        gravity=standings_impact.gravity(changes),
        swing=standings_impact.swing(changes),
    )
