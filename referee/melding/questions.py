"""Answer a question about a disputed claim (contract §5)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.cards import UNSEEN, Card, Cards
from referee.events import parse_melding_event
from referee.melding.claim_questions import ClaimQuestion, parse
from referee.melding.claims import Claim, melds_with, possible_finishes, prevailing_claim
from referee.melding.event_context import EventContext
from referee.melding.holdings import prove
from referee.melding.judging import judge
from referee.melding.position import CalledClaim, MeldingPosition
from referee.melding.rules import MeldingRules
from referee.record import HandEvent, SeatAction
from referee.verdicts import LEGAL, Fault, Illegal, Legal, Unproven, Verdict


@dataclass(frozen=True)
class ClaimAnswer:
    """The verdict on a claim, the seat whose claim stands, and all legal claims where the hand is known."""

    verdict: Verdict
    meld: str | None
    goes_to: int | None
    could_play: tuple[str, ...] | None


def answer_claim(data: Mapping[str, Any], rules: MeldingRules) -> ClaimAnswer:
    """Judge a disputed claim.  Raises MalformedError with the path of the key that is wrong."""
    question = parse(data, rules)
    verdict = _judge(question, question.claim)
    made = rules.identify(question.claim.melds[0] if question.claim.melds else question.claim.cards)
    return ClaimAnswer(
        verdict,
        made.meld.name if made else None,
        _goes_to(question, verdict),
        None if question.hand is None else _could_play(question),
    )


def _position(question: ClaimQuestion, *, calls: tuple[CalledClaim, ...] = ()) -> MeldingPosition:
    """Return the position of the claim; only the offered card and the asking seat's hand are known."""
    nothing: dict[Card, int] = {}
    own = Counter(card for card in question.hand or () if card != UNSEEN)
    asker = question.claim.seat
    counts: list[int | None] = [None] * (question.seats + 1)
    if question.hand is not None:
        counts[asker - 1] = len(question.hand)
    return MeldingPosition(
        holdings=tuple(
            dict(own) if seat == asker else nothing for seat in range(1, question.seats + 2)
        ),
        counts=tuple(counts),
        unseen=tuple(
            0 if seat == asker and question.hand is not None else 1
            for seat in range(1, question.seats + 2)
        ),
        gone={question.offer.card: 1} if question.offer.card != UNSEEN else {},
        melds=((),) * question.seats,
        turn=question.offer.seat % question.seats + 1,
        offer=question.offer,
        calls=calls,
        started=True,
    )


def _context(
    question: ClaimQuestion, event: HandEvent, *, calls: tuple[CalledClaim, ...] = ()
) -> EventContext:
    rules = question.rules
    size = len(rules.deck) // question.seats
    dealt: list[Cards | None] = [None] * (question.seats + 1)
    left = dealt.copy()
    left[question.claim.seat - 1] = question.hand
    sizes = [size] * (question.seats + 1)
    if question.hand is not None:
        sizes[question.claim.seat - 1] = len(question.hand)
    known = prove(rules.deck, sizes=sizes, dealt=dealt, list_movements=tuple, left=left)
    gone = Counter({question.offer.card: 1})
    known = replace(known, pool=known.pool - gone)
    position = _position(question, calls=calls)
    return EventContext(rules, known, position, event, 1, asker=question.claim.seat)


def _judge(question: ClaimQuestion, claim: HandEvent) -> Verdict:
    """Return the verdict on a claim of the asking seat, against the other claims that were called."""
    if claim.action is SeatAction.PASS:
        return _judge_pass(question)
    calls = tuple(
        CalledClaim(other.seat, other.action, proved=True)
        for other in question.others
        if other.seat != claim.seat and _may_stand(question, other)
    )
    context = _context(question, claim, calls=calls)
    verdict = judge(context)
    if isinstance(verdict, Illegal) and _depends_on_laid_melds(question, verdict):
        return context.unproven(
            "Whether hu reaches the threshold depends on the melds that were laid before.",
            "the melds that seat {seat} had laid",
            rule="F22",
        )
    return verdict


def _depends_on_laid_melds(question: ClaimQuestion, verdict: Illegal) -> bool:
    """Return whether hu fails for its points while earlier melds, unknown here, may add some."""
    by_points = verdict.fault is Fault.CLAIM_NOT_AVAILABLE and verdict.rule == "F22"
    return by_points and len(question.hand or ()) < question.rules.hand_size


def _judge_pass(question: ClaimQuestion) -> Verdict:
    """Judge letting the card go by judging the draw that would follow (F15, F23)."""
    following = question.offer.seat % question.seats + 1
    verdict = judge(_context(question, HandEvent(following, SeatAction.DRAWS, "", (UNSEEN,))))
    if isinstance(verdict, Unproven) and verdict.rule != "F23":
        return LEGAL
    if not isinstance(verdict, Illegal):
        return verdict
    if verdict.fault is not Fault.GENERAL_NOT_TAKEN:
        return verdict
    drew = question.claim.seat == question.offer.seat
    taken = any(
        other.action in {SeatAction.HU, SeatAction.GAN} and _may_stand(question, other)
        for other in question.others
    )
    return verdict if drew and not taken else LEGAL


def _may_stand(question: ClaimQuestion, other: HandEvent) -> bool:
    """Return whether nothing speaks against another claim, taking the cards it names as held."""
    if other.action is SeatAction.PASS:
        return False
    return not isinstance(judge(_context(question, replace(other, called=True))), Illegal)


def _goes_to(question: ClaimQuestion, verdict: Verdict) -> int | None:
    """Return the seat whose claim stands (F11); None if none does."""
    claims = [
        Claim(other.seat, other.action) for other in question.others if _may_stand(question, other)
    ]
    if question.claim.action is not SeatAction.PASS and not isinstance(verdict, Illegal):
        claims.append(Claim(question.claim.seat, question.claim.action))
    standing = prevailing_claim(question.rules, question.offer, claims, seats=question.seats)
    return standing.seat if standing else None


def _could_play(question: ClaimQuestion) -> tuple[str, ...]:
    """Return every legal claim by number of cards, then points; ``pass`` comes last if it is legal."""
    claims = sorted(_claims(question), key=lambda claim: claim[0])
    texts = [
        text
        for _, text in claims
        if isinstance(_judge(question, _claim_of_asker(question, text)), Legal)
    ]
    pass_is_legal = isinstance(
        _judge(question, _claim_of_asker(question, str(SeatAction.PASS))), Legal
    )
    return (*texts, str(SeatAction.PASS)) if pass_is_legal else tuple(texts)


def _claim_of_asker(question: ClaimQuestion, text: str) -> HandEvent:
    return parse_melding_event(question.rules.deck, f"{question.claim.seat}: {text}")


def _claims(question: ClaimQuestion) -> list[tuple[tuple[int, float], str]]:
    """Return possible claims with their number of cards and points, with a hu for every meld the card may complete."""
    rules, seat = question.rules, question.claim.seat
    holding = Counter(card for card in question.hand or () if card != UNSEEN)
    claims = []
    for made in melds_with(rules, question.offer.card, holding):
        size = (len(made.cards), float(made.meld.exposed))
        claims.append((size, f"{made.meld.claim} {' '.join(made.cards)}"))
    for finish in possible_finishes(rules, _position(question), seat):
        first = finish.melds[0]
        claims.append(((100, float(finish.points)), f"hu {' '.join(first.cards)}"))
    return claims
