"""A disputed claim: one question, one answer (contract §5)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.cards import UNSEEN, Card, Cards
from referee.events import read_cards, read_melding_event
from referee.melding.claims import CLAIMS, Claim, finishes, melds_with, resolve
from referee.melding.holdings import prove
from referee.melding.judging import judge
from referee.melding.position import Called, Offer, Position
from referee.melding.reasons import Table
from referee.melding.rules import MeldingRules
from referee.record import Action, Event, Json, MalformedError
from referee.verdicts import LEGAL, Fault, Illegal, Legal, Verdict


@dataclass(frozen=True, kw_only=True)
class ClaimQuestion:
    """What is asked about one claim; None is what nobody told."""

    rules: MeldingRules
    seats: int
    offer: Offer
    claim: Event
    others: tuple[Event, ...]
    hand: Cards | None


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


def parse(question: Mapping[str, Any], rules: MeldingRules) -> ClaimQuestion:
    """A question from JSON.  Raises MalformedError."""
    seats = question.get("players", max(rules.seats))
    if isinstance(seats, bool) or seats not in rules.seats:
        numbers = " or ".join(map(str, rules.seats))
        raise MalformedError(
            "wrong-player-count", "players", f"{rules.name} is for {numbers} players."
        )
    seat = _seat(question.get("seat"), "seat", seats=seats)
    drawn = question.get("drawn")
    if drawn is not None and not isinstance(drawn, bool):
        raise MalformedError("bad-event", "drawn", "Expected true or false.")
    offer = Offer(
        _offered(question.get("offered"), rules),
        _seat(question.get("offered_by"), "offered_by", seats=seats),
        bool(drawn),
    )
    return ClaimQuestion(
        rules=rules,
        seats=seats,
        offer=offer,
        claim=_claim(question.get("claim"), "claim", rules, seat=seat),
        others=_others(question.get("other_claims"), rules, seats=seats),
        hand=_hand(question.get("hand"), rules),
    )


def _seat(value: Json, where: str, *, seats: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= seats:
        message = f"{value!r} is no seat: seats are numbered 1 to {seats}."
        raise MalformedError("bad-seat", where, message)
    return value


def _cards(text: Json, where: str, rules: MeldingRules) -> Cards:
    if not isinstance(text, str):
        raise MalformedError("unknown-card", where, "Cards are a text such as 'Rr Hr Cr'.")
    try:
        return read_cards(rules.deck, text)
    except MalformedError as error:
        raise error.within(where) from None


def _offered(text: Json, rules: MeldingRules) -> Card:
    cards = _cards(text, "offered", rules)
    if len(cards) != 1:
        raise MalformedError("bad-event", "offered", "One card is on offer.")
    return cards[0]


def _hand(text: Json, rules: MeldingRules) -> Cards | None:
    if text is None or text == UNSEEN:
        return None
    hand = () if text == "" else _cards(text, "hand", rules)
    if len(hand) > rules.hand_size:
        message = f"A hand has at most {rules.hand_size} cards while a card is on offer."
        raise MalformedError("wrong-deal-size", "hand", message)
    return hand


def _claim(text: Json, where: str, rules: MeldingRules, *, seat: int) -> Event:
    if not isinstance(text, str):
        raise MalformedError(
            "bad-event", where, "Say what was claimed: 'pong Hg Hg Hg', or 'pass'."
        )
    return _read(f"{seat}: {text}", where, rules)


def _read(text: str, where: str, rules: MeldingRules) -> Event:
    try:
        event = read_melding_event(rules.deck, text)
    except MalformedError as error:
        raise error.within(where) from None
    if event.action not in CLAIMS | {Action.PASS}:
        raise MalformedError(
            "bad-event", where, f"{text!r} is no claim: chi, pong, gan and hu are."
        )
    return event


def _others(claims: Json, rules: MeldingRules, *, seats: int) -> tuple[Event, ...]:
    if claims is None:
        return ()
    if not isinstance(claims, list) or not all(isinstance(text, str) for text in claims):
        raise MalformedError("bad-event", "other_claims", "Other claims are a list of texts.")
    events = []
    for number, text in enumerate(claims):
        where = f"other_claims[{number}]"
        event = _read(text, where, rules)
        _seat(event.seat, where, seats=seats)
        events.append(event)
    return tuple(events)


def _position(asked: ClaimQuestion, *, seat: int, calls: tuple[Called, ...] = ()) -> Position:
    """The moment of the claim: only the card on offer and the asking seat's hand are known."""
    nothing: dict[Card, int] = {}
    own = Counter(card for card in asked.hand or () if card != UNSEEN)
    known = asked.claim.seat
    counts: list[int | None] = [None] * (asked.seats + 1)
    if asked.hand is not None:
        counts[known - 1] = len(asked.hand)
    return Position(
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


def _table(asked: ClaimQuestion, event: Event, *, calls: tuple[Called, ...] = ()) -> Table:
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
    return Table(rules, known, _position(asked, seat=event.seat, calls=calls), event, 1)


def _judge(asked: ClaimQuestion, claim: Event) -> Verdict:
    """The verdict on a claim of the asking seat, against the others that were called."""
    if claim.action is Action.PASS:
        return _judge_pass(asked)
    calls = tuple(
        Called(other.seat, other.action, proved=True)
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
    verdict = judge(_table(asked, Event(following, Action.DRAWS, "", (UNSEEN,))))
    if not isinstance(verdict, Illegal):
        return LEGAL
    if verdict.fault is not Fault.GENERAL_NOT_TAKEN:
        return verdict
    drew = asked.claim.seat == asked.offer.seat
    taken = any(
        other.action in {Action.HU, Action.GAN} and _stands(asked, other) for other in asked.others
    )
    return verdict if drew and not taken else LEGAL


def _stands(asked: ClaimQuestion, other: Event) -> bool:
    """Is there nothing against another claim?  What its hand holds is taken as it was said."""
    if other.action is Action.PASS:
        return False
    return not isinstance(judge(_table(asked, replace(other, called=True))), Illegal)


def _goes_to(asked: ClaimQuestion, verdict: Verdict) -> int | None:
    """The seat whose claim stands (F11)."""
    claims = [Claim(other.seat, other.action) for other in asked.others if _stands(asked, other)]
    if asked.claim.action is not Action.PASS and not isinstance(verdict, Illegal):
        claims.append(Claim(asked.claim.seat, asked.claim.action))
    standing = resolve(asked.rules, asked.offer, claims, seats=asked.seats)
    return standing.seat if standing else None


def _could_play(asked: ClaimQuestion) -> tuple[str, ...]:
    """Every legal claim by its number of cards, then its points; ``pass``, where legal, last."""
    claims = sorted(_claims(asked), key=lambda found: found[0])
    texts = [text for _, text in claims if isinstance(_judge(asked, _own(asked, text)), Legal)]
    pass_is_legal = isinstance(_judge(asked, _own(asked, str(Action.PASS))), Legal)
    return (*texts, str(Action.PASS)) if pass_is_legal else tuple(texts)


def _own(asked: ClaimQuestion, text: str) -> Event:
    return read_melding_event(asked.rules.deck, f"{asked.claim.seat}: {text}")


def _claims(asked: ClaimQuestion) -> list[tuple[tuple[int, float], str]]:
    """What could be claimed, with its number of cards and its points; a hu for every meld that the card may complete."""
    rules, seat = asked.rules, asked.claim.seat
    held = Counter(card for card in asked.hand or () if card != UNSEEN)
    found = []
    for made in melds_with(rules, asked.offer.card, held):
        size = (len(made.cards), float(made.meld.exposed))
        found.append((size, f"{made.meld.claim} {' '.join(made.cards)}"))
    for finish in finishes(rules, _position(asked, seat=seat), seat):
        first = finish.melds[0]
        found.append(((100, float(finish.points)), f"hu {' '.join(first.cards)}"))
    return found
