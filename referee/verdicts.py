"""The referee's answers: legal, illegal or unproven, with the rule and the reason."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from referee.reason_texts import Reason
from referee.record import RulingId


class Fault(StrEnum):
    """Why a play is illegal, in the order in which the referee checks; the first that applies is named.

    The values are public: more may be added, none is renamed.

    >>> import referee
    >>> referee.Table("big-two").play("1: 4C").fault
    <Fault.OPENING_CARD_MISSING: 'opening-card-missing'>
    >>> referee.Fault("out-of-turn") is referee.Fault.OUT_OF_TURN
    True
    """

    HAND_OVER = "hand-over"
    EXCHANGE_MISSING = "exchange-missing"
    EXCHANGE_NOT_DUE = "exchange-not-due"
    NOT_HIGHEST_CARD = "not-highest-card"
    RETURNED_RECEIVED_CARD = "returned-received-card"
    OUT_OF_TURN = "out-of-turn"
    BLOCKED = "blocked"
    PASS_ON_LEAD = "pass-on-lead"  # noqa: S105 - no password
    MUST_PLAY_HIGHEST = "must-play-highest"
    CARD_ALREADY_PLAYED = "card-already-played"
    CARD_NOT_HELD = "card-not-held"
    NOT_A_COMBINATION = "not-a-combination"
    OPENING_CARD_MISSING = "opening-card-missing"
    WRONG_SIZE = "wrong-size"
    WRONG_TYPE = "wrong-type"
    DOES_NOT_BEAT = "does-not-beat"
    MUST_LEAD_SEVERAL = "must-lead-several"
    NOT_A_MELD = "not-a-meld"
    CLAIM_NOT_AVAILABLE = "claim-not-available"
    CLAIM_OUTRANKED = "claim-outranked"
    GENERAL_DISCARDED = "general-discarded"
    GENERAL_NOT_TAKEN = "general-not-taken"
    HAND_NOT_COMPLETE = "hand-not-complete"
    STOCK_EXHAUSTED = "stock-exhausted"


@dataclass(frozen=True, slots=True)
class Legal:
    """The verdict on a play that breaks no rule, whatever the cards were that nobody saw.

    >>> import referee
    >>> referee.Table("big-two").play("1: 3C")
    Legal()
    """


@dataclass(frozen=True, slots=True)
class Illegal:
    """The verdict on a play that breaks a rule; the record goes on with what the table did.

    ``rule`` is the id of the rule in the rulebook of the game.  ``str(reason)`` is a sentence; ``reason.as_json()`` has its
    template and parameters, to say it in another language.

    >>> import referee
    >>> verdict = referee.Table("big-two").play("1: 4C")
    >>> verdict.rule, str(verdict.reason)
    ('B2', 'The first play of the hand must contain the 3C.')
    """

    fault: Fault
    rule: RulingId
    reason: Reason


@dataclass(frozen=True, slots=True)
class Unproven:
    """The verdict on a play that breaks no rule as far as the record shows, though unseen cards or actions may hide a breach.

    ``needs`` names what would settle it; ``search-bound`` there means that the search stopped at its limit of steps.

    >>> import referee
    >>> verdict = referee.Table("big-two").play("1: ? ?")
    >>> str(verdict.reason), [str(need) for need in verdict.needs]
    ('Not all cards that seat 1 played were seen.', ['the cards of event 1'])
    """

    rule: RulingId
    reason: Reason
    needs: tuple[Reason, ...] = field(default=())


Verdict: TypeAlias = Legal | Illegal | Unproven

LEGAL = Legal()


def common_verdict(verdicts: Iterable[Verdict]) -> Verdict | None:
    """Return the verdict that holds in every possible case, or None if there is none.

    Stops at the first case that decides.  Where all cases are illegal for different reasons, the fault that comes last in
    the order of checks is named.
    """
    illegal: list[Illegal] = []
    legal = False
    for verdict in verdicts:
        if isinstance(verdict, Unproven):
            return verdict
        if isinstance(verdict, Illegal):
            illegal.append(verdict)
        legal = legal or verdict == LEGAL
        if legal and illegal:
            return None
    return _most_advanced(illegal) if illegal else LEGAL


def _most_advanced(illegal: list[Illegal]) -> Illegal:
    if all(verdict == illegal[0] for verdict in illegal):
        return illegal[0]
    faults = list(Fault)
    furthest = max(illegal, key=lambda verdict: faults.index(verdict.fault))
    reason = Reason("Whatever the unseen cards were: {reason}", {"reason": furthest.reason})
    return Illegal(furthest.fault, furthest.rule, reason)


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as the commands and the service answer it."""
    if isinstance(verdict, Illegal):
        return {
            "verdict": "illegal",
            "fault": str(verdict.fault),
            "rule": verdict.rule,
            "reason": str(verdict.reason),
            **verdict.reason.as_json(),
        }
    if isinstance(verdict, Unproven):
        return {
            "verdict": "unproven",
            "rule": verdict.rule,
            "reason": str(verdict.reason),
            **verdict.reason.as_json(),
            **needs_json(verdict),
        }
    return {"verdict": "legal"}


def needs_json(verdict: Unproven) -> dict[str, Any]:
    """Return what would settle a verdict, as sentences and as templates for translation."""
    return {
        "needs": [str(need) for need in verdict.needs],
        "needs_templates": [need.as_json() for need in verdict.needs],
    }
