"""The ruling behind every verdict: what an illegal play breaks, and what allows a legal one.

A legal play carries no ruling of its own in an adjudication.  Which one allows it follows from what was done: a lead, a
higher combination of the same kind, a bomb, a pass, a claim.  Only what the answer itself shows is looked at, so the ruling
tells nobody more than the verdict does.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.cards import UNSEEN
from referee.climbing import ClimbingRules
from referee.combinations import Combination
from referee.events import parse_climbing_event, parse_melding_event
from referee.melding import MeldingRules
from referee.record import HandEvent, MalformedError, RulingId, SeatAction
from referee.rules import Rules
from referee.verdicts import Fault

_PUTS_UP = (SeatAction.DISCARDS, SeatAction.DRAWS)


class _Trick(NamedTuple):
    """What a climbing play meets, as far as the events before it show."""

    number: int | None = None
    led: bool = False  # has anything been played in this trick?
    standing: Combination | None = None  # None although it was led: nobody saw what stands
    owner: int = 0  # whose combination stands, or stood last
    closed: bool = False  # nothing follows the top single (B14)
    opened: bool = False  # has the hand been opened?
    gifts: int = 0

    def next(self, number: int | None) -> "_Trick":
        """Return the trick of this number before anything is played in it."""
        if number == self.number:
            return self
        return self._replace(number=number, led=False, standing=None)


def cited_rules(rules: Rules, hand: Mapping[str, Any]) -> list[RulingId]:
    """Return the ruling behind the verdict on each event of a judged hand; empty where there is none.

    ``hand`` is the answer about one hand (contract §3), as somebody may see it.  A legal event has the ruling that allows
    it; a play that was taken back, cards that nobody saw and cards that are hidden from the reader have none.

    >>> import referee
    >>> record = referee.read_record('''
    ... format  = "session-record/1"
    ... variant = "big-two"
    ... players = ["Ann", "Bo", "Cy", "Di"]
    ... [[hands]]
    ... events = ["1: 3C", "2: 4D", "3: pass", "4: 4C"]
    ... ''', "toml")
    >>> hand = referee.adjudicate(record).as_json()["hands"][0]
    >>> referee.cited_rules(referee.rules_for("big-two"), hand)
    ['B2', 'B1', 'B15', 'B1']
    """
    events: Sequence[Mapping[str, Any]] = hand.get("events") or ()
    if isinstance(rules, MeldingRules):
        allowing = _melding_rules(rules, events)
    else:
        allowing = _climbing_rules(rules, events, later=(hand.get("number") or 1) > 1)
    return [
        str(event.get("rule") or ("" if event["verdict"] != "legal" else rule))
        for event, rule in zip(events, allowing, strict=True)
    ]


def rule_for_question(rules: Rules, question: Mapping[str, Any]) -> RulingId:
    """Return the ruling that allows a disputed play or claim (contract §5) which the referee calls legal.

    >>> import referee
    >>> referee.rule_for_question(referee.rules_for("big-two"), {"standing": "6C 6D", "play": "8C 8D"})
    'B17'
    """
    if isinstance(rules, MeldingRules):
        seat = question.get("seat") or 2
        offer = _Offer(
            question.get("offered_by") or 1,
            str(question.get("offered", "")).upper(),
            drawn=bool(question.get("drawn")),
        )
        event = _parsed(rules, f"{seat}: {question.get('claim', '')}")
        return _claim_rule(rules, event, offer) if event else ""
    event = _parsed(rules, f"1: {question.get('play', '')}")
    if event is None:
        return ""
    trick = _Trick(owner=1, opened=not question.get("opening"))
    if question.get("standing"):
        stands = _parsed(rules, f"2: {question['standing']}")
        trick = _after(rules, stands, trick) if stands else trick
    return _climbing_rule(rules, event, trick, later=False)


def _climbing_rules(
    rules: ClimbingRules, events: Sequence[Mapping[str, Any]], *, later: bool
) -> Iterator[RulingId]:
    """Yield the ruling that allows each event; ``later`` says that it is not the first hand."""
    trick = _Trick()
    before = trick
    for judged in events:
        event = _parsed(rules, str(judged["text"]))
        if event is None or event.action is SeatAction.TAKES_BACK:
            trick = before
            yield ""
            continue
        trick = trick.next(judged.get("trick"))
        yield _climbing_rule(rules, event, trick, later=later)
        before, trick = trick, _after(rules, event, trick)


def _after(rules: ClimbingRules, event: HandEvent, trick: _Trick) -> _Trick:
    if event.action is SeatAction.GIVES:
        return trick._replace(gifts=trick.gifts + 1)
    if event.action is SeatAction.PASS:
        return trick
    if event.action is SeatAction.UNSEEN or UNSEEN in event.cards:
        return trick._replace(led=True, standing=None, owner=0, closed=False, opened=True)
    combination = rules.identify(event.cards)
    if combination is None:
        return trick
    return trick._replace(
        led=True,
        standing=combination,
        owner=event.seat,
        closed=rules.top_single_closes_trick and combination.cards == (rules.top_single,),
        opened=True,
    )


def _climbing_rule(
    rules: ClimbingRules, event: HandEvent, trick: _Trick, *, later: bool
) -> RulingId:
    if event.action is SeatAction.GIVES:
        return _switch(rules, "exchange_may_return_received") if trick.gifts else "G22"
    if event.action is SeatAction.PASS:
        return _cite(rules, "closed") if trick.closed else _switch(rules, "pass_locks_out")
    combination = None if UNSEEN in event.cards else rules.identify(event.cards)
    if event.action is not SeatAction.PLAY or combination is None:
        return ""
    if not trick.opened:
        return _opening_rule(rules, combination, later=later)
    if not trick.led:
        return _lead_rule(rules, event, trick)
    return _follow_rule(rules, combination, trick.standing, closed=trick.closed)


def _opening_rule(rules: ClimbingRules, combination: Combination, *, later: bool) -> RulingId:
    if later and rules.winner_leads:
        return _switch(rules, "next_hand_leader") or "G39"
    if rules.opening == "free" or rules.opening_card in combination.cards:
        return _cite(rules, Fault.OPENING_CARD_MISSING)
    # nobody was dealt the opening card
    anybody = rules.leads_if_undealt == "anybody"
    return _cite(rules, "undealt", "opener") if anybody else "G16"


def _lead_rule(rules: ClimbingRules, event: HandEvent, trick: _Trick) -> RulingId:
    """Return who has control; where somebody else's play stood last, its player has gone out or is blocked."""
    if trick.owner not in (0, event.seat):
        if rules.play_to_last:
            return _switch(rules, "after_out") or _switch(rules, "play_to_last")
        if rules.last_card_announcement == "required":
            return "G27"
    return _cite(rules, Fault.PASS_ON_LEAD)


def _follow_rule(
    rules: ClimbingRules, play: Combination, standing: Combination | None, *, closed: bool
) -> RulingId:
    if standing is None:
        return _kind_rule(rules, play)
    if closed:
        return _cite(rules, "bomb on the top single", "bomb on bomb")
    if standing.bomb:
        return _cite(rules, "bomb on bomb")
    if play.kind.name == standing.kind.name:
        return _kind_rule(rules, play)
    if play.bomb:
        bombs = _switch(rules, "bombs") or _switch(rules, "gangs")
        return bombs or _cite(rules, "bomb on other plays", "bomb on the top single")
    following = ("five_card_cross_category", "five_card_following")
    switched = next(filter(None, (_switch(rules, name) for name in following)), "")
    return switched or _cite(rules, "cross category")


def _kind_rule(rules: ClimbingRules, play: Combination) -> RulingId:
    """Return the ruling on how two combinations of this kind compare, as the rulebook heads it."""
    shape = next((one for one in rules.shapes if one.kind.name == play.kind.name), None)
    if shape is None:
        return ""
    return rules.citations.get(play.kind.name, shape.rule)


class _Offer(NamedTuple):
    """A card that is to be claimed."""

    seat: int
    card: str
    drawn: bool


def _melding_rules(rules: MeldingRules, events: Sequence[Mapping[str, Any]]) -> Iterator[RulingId]:
    """Yield the ruling that allows each event of a melding game."""
    offer: _Offer | None = None
    won = False
    before = offer
    for judged in events:
        event = _parsed(rules, str(judged["text"]))
        if event is None or event.action is SeatAction.TAKES_BACK:
            offer = before
            yield ""
            continue
        yield _turn_rule(rules, event, offer, won=won)
        before = offer
        if event.action in _PUTS_UP and event.cards:
            card = str(event.cards[0])
            offer = _Offer(event.seat, card.upper(), drawn=event.action is SeatAction.DRAWS)
        won = won or (event.action is SeatAction.HU and not event.called)


def _turn_rule(
    rules: MeldingRules, event: HandEvent, offer: _Offer | None, *, won: bool
) -> RulingId:
    if event.action is SeatAction.UNSEEN or UNSEEN in event.cards:
        return ""
    if event.action is SeatAction.DISCARDS:
        return "F16" if offer else _cite(rules, Fault.PASS_ON_LEAD)
    if event.action is SeatAction.DRAWS:
        # a card that was drawn and that nobody wanted is not offered again
        return "F14" if offer and offer.drawn else "F13"
    if event.action is SeatAction.LUCKY:
        return _switch(rules, "lucky_card" if won else "lucky_on_forced")
    return _claim_rule(rules, event, offer)


def _claim_rule(rules: MeldingRules, event: HandEvent, offer: _Offer | None) -> RulingId:
    if event.action is SeatAction.PASS:
        return _switch(rules, "forced_gan")
    if event.action is SeatAction.HU:
        return _cite(rules, Fault.HAND_NOT_COMPLETE) if offer else _switch(rules, "heavenly_hu")
    if offer is None:
        return ""
    if offer.drawn and offer.seat == event.seat and offer.card[:1] == rules.undiscardable_type:
        return _switch(rules, "drawn_general_forced")
    if offer.drawn:
        return _switch(rules, "next_may_chi_drawn")
    if event.action is SeatAction.CHI:
        return _cite(rules, Fault.CLAIM_NOT_AVAILABLE)
    return _cite(rules, Fault.CLAIM_OUTRANKED)


def _parsed(rules: Rules, text: str) -> HandEvent | None:
    parse = parse_melding_event if isinstance(rules, MeldingRules) else parse_climbing_event
    try:
        return parse(rules.deck, text)
    except MalformedError:  # cards that are hidden from the reader
        return None


def _switch(rules: Rules, name: str) -> RulingId:
    return next((switch.rule for switch in rules.switches if switch.name == name), "")


def _cite(rules: Rules, *subjects: Fault | str) -> RulingId:
    return next((rules.citations[each] for each in subjects if each in rules.citations), "")
