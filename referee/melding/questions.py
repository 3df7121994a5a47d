"""A disputed claim: one question, one answer (contract §5)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.cards import UNSEEN, Card, Cards
from referee.events import read_melding_event
from referee.melding.claim_questions import ClaimQuestion, parse
from referee.melding.claims import Claim, possible_finishes, melds_with, prevailing_claim
from referee.melding.holdings import prove
from referee.melding.judging import judge
from referee.melding.position import CalledClaim, MeldingPosition
from referee.melding.reasons import EventContext
from referee.melding.rules import MeldingRules
from referee.record import HandEvent, SeatAction
from referee.verdicts import LEGAL, Fault, Illegal, Legal, Verdict


@dataclass(frozen=True)
class ClaimAnswer:
    """The verdict on one claim, whose claim stands, and every legal one where the hand is known."""

    verdict: Verdict
    meld: str | None
    goes_to: int | None
    could_play: tuple[str, ...] | None

    @property
    def is_legal(self) -> bool:
        """Nothing against it, and nothing open."""
        return isinstance(self.verdict, Legal)


def answer(question: Mapping[str, Any], rules: MeldingRules) -> ClaimAnswer:
    """Judge a disputed claim.  Raises MalformedError with the path of the key that is wrong."""
    asked = parse(question, rules)
    verdict = _judge(asked, asked.claim)
    made = rules.identify(asked.claim.melds[0] if asked.claim.melds else asked.claim.cards)
    return ClaimAnswer(
        verdict,
        made.meld.name if made else None,
        _goes_to(asked, verdict),
        None if asked.hand is None else _could_play(asked),
    )


def _position(
    asked: ClaimQuestion, *, seat: int, calls: tuple[CalledClaim, ...] = ()
) -> MeldingPosition:
    """The moment of the claim: only the card on offer and the asking seat's hand are known."""
    nothing: dict[Card, int] = {}
    own = Counter(card for card in asked.hand or () if card != UNSEEN)
    known = asked.claim.seat
    counts: list[int | None] = [None] * (asked.seats + 1)
    if asked.hand is not None:
        counts[known - 1] = len(asked.hand)
    return MeldingPosition(
        holdings=tuple(dict(own) if one == known else nothing for one in range(1, asked.seats + 2)),
        counts=tuple(counts),
        unseen=tuple(
            0 if one == known and asked.hand is not None else 1 for one in range(1, asked.seats + 2)
        ),
        gone={asked.offer.card: 1} if asked.offer.card != UNSEEN else {},
        melds=((),) * asked.seats,
        turn=asked.offer.seat % asked.seats + 1,
        offer=asked.offer,
        calls=calls,
        started=True,
    )


def _table(
    asked: ClaimQuestion, event: HandEvent, *, calls: tuple[CalledClaim, ...] = ()
) -> EventContext:
    rules = asked.rules
    size = len(rules.deck) // asked.seats
    dealt: list[Cards | None] = [None] * (asked.seats + 1)
    left = dealt.copy()
    left[asked.claim.seat - 1] = asked.hand
    sizes = [size] * (asked.seats + 1)
    if asked.hand is not None:
        sizes[asked.claim.seat - 1] = len(asked.hand)
    known = prove(rules.deck, sizes=sizes, dealt=dealt, movements=(), left=left)
    gone = Counter({asked.offer.card: 1})
    known = replace(known, pool=known.pool - gone)
    return EventContext(rules, known, _position(asked, seat=event.seat, calls=calls), event, 1)


def _judge(asked: ClaimQuestion, claim: HandEvent) -> Verdict:
    """The verdict on a claim of the asking seat, against the others that were called."""
    if claim.action is SeatAction.PASS:
        return _judge_pass(asked)
    calls = tuple(
        CalledClaim(other.seat, other.action, proved=True)
        for other in asked.others
        if other.seat != claim.seat and _stands(asked, other)
    )
    table = _table(asked, claim, calls=calls)
    verdict = judge(table)
    if isinstance(verdict, Illegal) and _depends_on_the_ground(asked, verdict):
        return table.unproven(
            "Whether hu reaches the threshold depends on the melds that were laid before.",
            "the melds that seat {seat} had laid",
            rule="F22",
        )
    return verdict


def _depends_on_the_ground(asked: ClaimQuestion, verdict: Illegal) -> bool:
    """Is hu refused for its points, though melds were laid of which nobody told?"""
    by_points = verdict.fault is Fault.CLAIM_NOT_AVAILABLE and verdict.rule == "F22"
    return by_points and len(asked.hand or ()) < asked.rules.hand_size


def _judge_pass(asked: ClaimQuestion) -> Verdict:
    """Letting the card go is what a draw after it would find wrong (F15, F23)."""
    following = asked.offer.seat % asked.seats + 1
    verdict = judge(_table(asked, HandEvent(following, SeatAction.DRAWS, "", (UNSEEN,))))
    if not isinstance(verdict, Illegal):
        return LEGAL
    if verdict.fault is not Fault.GENERAL_NOT_TAKEN:
        return verdict
    drew = asked.claim.seat == asked.offer.seat
    taken = any(
        other.action in {SeatAction.HU, SeatAction.GAN} and _stands(asked, other)
        for other in asked.others
    )
    return verdict if drew and not taken else LEGAL


def _stands(asked: ClaimQuestion, other: HandEvent) -> bool:
    """Is there nothing against another claim?  What its hand holds is taken as it was said."""
    if other.action is SeatAction.PASS:
        return False
    return not isinstance(judge(_table(asked, replace(other, called=True))), Illegal)


def _goes_to(asked: ClaimQuestion, verdict: Verdict) -> int | None:
    """The seat whose claim stands (F11)."""
    claims = [Claim(other.seat, other.action) for other in asked.others if _stands(asked, other)]
    if asked.claim.action is not SeatAction.PASS and not isinstance(verdict, Illegal):
        claims.append(Claim(asked.claim.seat, asked.claim.action))
    standing = prevailing_claim(asked.rules, asked.offer, claims, seats=asked.seats)
    return standing.seat if standing else None


def _could_play(asked: ClaimQuestion) -> tuple[str, ...]:
    """Every legal claim by its number of cards, then its points; ``pass``, where legal, last."""
    claims = sorted(_claims(asked), key=lambda found: found[0])
    texts = [text for _, text in claims if isinstance(_judge(asked, _own(asked, text)), Legal)]
    pass_is_legal = isinstance(_judge(asked, _own(asked, str(SeatAction.PASS))), Legal)
    return (*texts, str(SeatAction.PASS)) if pass_is_legal else tuple(texts)


def _own(asked: ClaimQuestion, text: str) -> HandEvent:
    return read_melding_event(asked.rules.deck, f"{asked.claim.seat}: {text}")


def _claims(asked: ClaimQuestion) -> list[tuple[tuple[int, float], str]]:
    """What could be claimed, with its number of cards and its points; a hu for every meld that the card may complete."""
    rules, seat = asked.rules, asked.claim.seat
    held = Counter(card for card in asked.hand or () if card != UNSEEN)
    found = []
    for made in melds_with(rules, asked.offer.card, held):
        size = (len(made.cards), float(made.meld.exposed))
        found.append((size, f"{made.meld.claim} {' '.join(made.cards)}"))
    for finish in possible_finishes(rules, _position(asked, seat=seat), seat):
        first = finish.melds[0]
        found.append(((100, float(finish.points)), f"hu {' '.join(first.cards)}"))
    return found
