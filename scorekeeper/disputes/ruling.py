"""Rule on a dispute: the ruling is the next revision of its hand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils.translation import gettext_noop

import referee
from scorekeeper import access, audit
from scorekeeper.actions import ActionError
from scorekeeper.adjudication import effects, hidden_cards, judging, recorded_rulings, revisions
from scorekeeper.adjudication.recorded_rulings import NewRuling, RuledRecord
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import stakes
from scorekeeper.disputes.filing import lock, require_open, verdict_on
from scorekeeper.hands import amendments
from scorekeeper.models import (
    Cause,
    Decision,
    Dispute,
    Hand,
    Kind,
    Member,
    Ruling,
    Session,
    User,
)
from scorekeeper.webhooks.events import announce_ruling


@dataclass(frozen=True, kw_only=True)
class RulingResult:
    """A ruling, what it changed, and notes for the referee (translation keys)."""

    ruling: Ruling
    effects: effects.Answer
    notes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RulingPreview:
    """What a ruling would change, and notes for the referee (translation keys)."""

    effects: effects.Answer
    notes: tuple[str, ...]


class OwnHandError(ActionError):
    """A referee who played in the hand, in a club that does not let them rule on it."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("You played in this hand: another referee of the club rules on it.")
        )


@transaction.atomic
def rule_on(dispute: Dispute, new: NewRuling, *, by: User) -> RulingResult:
    """Decide a dispute: write the ruling and its consequences into the next revision of its hand.

    Raises ClosedError where it was decided or withdrawn before, OwnHandError for somebody who played in the hand, DisputeError or
    MalformedError for what cannot be decided.
    """
    dispute = lock(dispute)
    require_open(dispute)
    hand, session = dispute.hand, dispute.hand.session
    own_hand = _require_may_rule(dispute, by)
    hands, event = effects.hands_of(session), stakes.current_event(dispute)
    decided = _decide(hand, event, new, hands)
    judged = verdict_on(hand, event) or {}
    hidden = _hidden_from(hands, by)
    before = _outcome_without(session, hands, hidden)
    adjusts = new.decision == Decision.ADJUSTMENT
    cause = Cause.ADJUSTMENT if adjusts else Cause.RULING
    act = revisions.Act(by=by, kind=Kind.RULED, cause=cause, reason=new.reason)
    stored = asdict(new)
    instead = {"instead": text} if (text := stored.pop("instead")) else {}
    hand = amendments.revise(hand, decided.sheet, act)
    ruling = Ruling.objects.create(
        club_id=hand.club_id,
        dispute=dispute,
        revision=hand.head,
        **stored,
        fault=dispute.fault or judged.get("fault") or "",
        rule=dispute.rule or judged.get("rule") or "",
        by=by,
        at=act.at,
        own_hand=own_hand,
    )
    audit.note(
        "dispute ruled on",
        dispute,
        by=by,
        decision=str(new.decision),
        ruling=str(ruling.pk),
        hand=str(hand.pk),
        digest=hand.head.digest,
        own_hand=own_hand,
        **instead,
    )
    announce_ruling(dispute, ruling)
    after = _outcome_without(session, effects.hands_of(session), hidden)
    changes = effects.difference(before, after, amended=hand.position, moved=decided.moved)
    return RulingResult(ruling=ruling, effects=changes, notes=decided.notes)


def preview_ruling(dispute: Dispute, new: NewRuling, *, by: User) -> RulingPreview:
    """Return what ``rule_on`` would change.  Stores nothing; raises what ``rule_on`` raises."""
    require_open(dispute)
    _require_may_rule(dispute, by)
    return next(previews(dispute, [new], by=by))


def previews(
    dispute: Dispute, rulings: Iterable[NewRuling], *, by: User
) -> Iterator[RulingPreview]:
    """Yield what each of these rulings on an open dispute would change, from one reading of its session.

    Stores nothing, and does not ask whether this account may rule.  Raises DisputeError or MalformedError for what cannot be
    decided.
    """
    hand, session, event = dispute.hand, dispute.hand.session, stakes.current_event(dispute)
    hands = effects.hands_of(session)
    hidden = _hidden_from(hands, by)
    before = _outcome_without(session, hands, hidden)
    for new in rulings:
        decided = _decide(hand, event, new, hands)
        after = _outcome_without(session, hands, hidden, ruled={hand.position: decided.sheet})
        changes = effects.difference(before, after, amended=hand.position, moved=decided.moved)
        yield RulingPreview(effects=changes, notes=decided.notes)


def list_deciders(dispute: Dispute) -> list[str]:
    """Return the user names of those who may rule on the dispute."""
    roles = access.MAY[access.Action.RULE]
    members = Member.objects.filter(club=dispute.club_id, role__in=roles).select_related("user")
    accounts = {member.user_id: member.user.get_username() for member in members}
    if dispute.club.rules_on_own_hands:
        return list(accounts.values())
    played = player_merges.seats_by_account(dispute.hand.session, accounts)
    return [name for account, name in accounts.items() if account not in played]


def _require_may_rule(dispute: Dispute, by: User) -> bool:
    """Return whether this account played in the hand.  Raises OwnHandError if the club does not let it rule then."""
    own_hand = player_merges.seat_of(dispute.hand.session, by) is not None
    if own_hand and not dispute.club.rules_on_own_hands:
        raise OwnHandError
    return own_hand


def _decide(hand: Hand, event: int | None, new: NewRuling, hands: Sequence[Hand]) -> RuledRecord:
    """Return the hand's record with the ruling.  Raises DisputeError or MalformedError for what cannot be decided."""
    goes_on = stakes.has_later_hands(hand, hands)
    return recorded_rulings.write_ruling(hand, event, new, goes_on=goes_on)


def _hidden_from(hands: Sequence[Hand], person: User) -> frozenset[int]:
    """Return the positions of the hands of which this person may not see every card."""
    return frozenset(hand.position for hand in hands if hidden_cards.hides_cards(hand, person))


def _outcome_without(
    session: Session,
    hands: Sequence[Hand],
    hidden: frozenset[int],
    *,
    ruled: Mapping[int, referee.JsonObject] | None = None,
) -> effects.SessionOutcome:
    """Return the outcome of the session, judged without the cards of these hands that are hidden.

    ``ruled`` has the record, by position, of a hand that a ruling would change.
    """
    if not hidden and not ruled:
        return effects.outcome_now(session, hands=hands)
    unseen = (hand for hand in hands if hand.position in hidden)
    records = {hand.position: judging.hand_record(hand.head) for hand in unseen} | {**(ruled or {})}
    visible = {
        place: hidden_cards.without_hidden_cards(record) if place in hidden else record
        for place, record in records.items()
    }
    return effects.outcome_if(session, sheets=visible, hands=hands)
