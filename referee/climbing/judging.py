"""The referee's questions about one event of a climbing game, in the order of the contract."""

from collections import Counter
from dataclasses import replace

from referee.cards import UNSEEN, Card, Cards
from referee.climbing import duties
from referee.climbing.reasons import Table
from referee.climbing.rules import ClimbingRules
from referee.combinations import Combination
from referee.knowledge import Knowledge
from referee.position import Position, Unseen
from referee.record import Action, Event
from referee.verdicts import LEGAL, Fault, Illegal, Reason, Unproven, Verdict


def judge(rules: ClimbingRules, knowledge: Knowledge, position: Position, event: Event, *, number: int) -> Verdict:
    """Rule on one event, the hand's ``number``-th, asking in the order of contract §3."""
    return rule_on(Table(rules, knowledge, position, event, number))


def rule_on(table: Table) -> Verdict:
    """The questions that come before what was done: whether the seat could act at all."""
    rules, position, event = table.rules, table.position, table.event
    if event.action is Action.TAKES_BACK:
        return LEGAL
    if position.over:
        return table.illegal(Fault.HAND_OVER, "The hand was over: nothing after it counts.")
    if may_not_act(rules, position, event.seat):
        return LEGAL if event.action is Action.PASS else table.out_of_turn()
    if position.closed and event.seat != position.owner and event.action is Action.PASS:
        return LEGAL
    if not is_turn(position, event.seat):
        return table.out_of_turn()
    if event.action is Action.UNSEEN:
        return table.unproven("Nobody saw what seat {seat} did.", "what seat {seat} did in event {event}")
    wrong = table.wrong_leader()
    if wrong is not None:
        return wrong
    if event.action is Action.PASS:
        return _judge_pass(table)
    return _judge_play(table)


def may_not_act(rules: ClimbingRules, position: Position, seat: int) -> bool:
    """Has the seat gone out, or passed itself out of the trick?"""
    if seat in position.out:
        return True
    return rules.pass_locks_out and seat in position.passed and position.sure


def is_turn(position: Position, seat: int) -> bool:
    """May this seat act now, as far as the record proves?"""
    if seat == position.turn or not position.turn or not position.sure or not seat:
        return True
    return position.closed and seat == position.owner


def leads(position: Position, seat: int) -> bool:
    """Does the seat have to lead?  After the top single its player does (B14)."""
    return position.standing is None or (position.closed and seat == position.owner)


def _judge_pass(table: Table) -> Verdict:
    position, seat = table.position, table.event.seat
    if leads(position, seat):
        return table.illegal(Fault.PASS_ON_LEAD, "Seat {seat} has the lead and must play.")
    if isinstance(position.standing, Unseen):
        return _in_every_world(table, "Whether seat {seat} had the lead depends on what nobody saw.")
    return duties.on_pass(table)


def _judge_play(table: Table) -> Verdict:
    missing = _possession(table)
    if missing is not None:
        return missing
    if UNSEEN in table.event.cards:
        return _with_every_face(table)
    combination = table.rules.identify(table.event.cards)
    if combination is None:
        return table.not_a_combination()
    if not leads(table.position, table.event.seat):
        return _judge_follow(table, combination)
    return _judge_lead(table, combination)


def _judge_lead(table: Table, combination: Combination) -> Verdict:
    missing = _opening(table, combination)
    if missing is not None:
        return missing
    if not table.position.turn and table.position.sure and not _opens(table, combination):
        return table.leader_unknown()
    return duties.on_lead(table, combination)


def _opening(table: Table, combination: Combination) -> Illegal | None:
    """What the first play of a hand must contain (B2, P2)."""
    rules = table.rules
    if table.position.opened or rules.opening == "free":
        return None
    if rules.opening_card not in combination.cards:
        return table.opening_card_missing()
    if rules.opening == "lowest-single" and combination.size > 1:
        return table.illegal(
            Fault.OPENING_CARD_MISSING, "The hand is opened with the {card} alone.", card=rules.opening_card
        )
    return None


def _opens(table: Table, combination: Combination) -> bool:
    """Does the lead itself show that its seat was the one to lead?"""
    return not table.position.opened and table.rules.opening_card in combination.cards


def _judge_follow(table: Table, combination: Combination) -> Verdict:
    rules, position = table.rules, table.position
    standing = position.standing
    if isinstance(standing, Unseen):
        return _in_every_world(table, "What seat {seat} had to beat was not seen.")
    assert standing is not None
    bombs = combination.bomb or standing.bomb
    if combination.size != standing.size and not bombs and not position.closed:
        return table.wrong_size(combination, standing)
    if rules.needs_same_kind(combination, standing) and combination.size == standing.size and not position.closed:
        return table.wrong_type(combination, standing)
    if not rules.beats(combination, standing) or (position.closed and not combination.bomb):
        return table.does_not_beat(combination, standing)
    return duties.on_follow(table, combination, standing)


def _possession(table: Table) -> Illegal | None:
    """Does the record prove that the seat did not hold these cards?"""
    position, seat = table.position, table.event.seat
    played = Counter(card for card in table.event.cards if card != UNSEEN)
    held = position.holdings[seat - 1]
    for card, number in played.items():
        if position.gone.get(card, 0) + number > table.rules.deck.copies[card]:
            return table.already_played(card)
    count = position.counts[seat - 1]
    if count is not None and len(table.event.cards) > count:
        return table.illegal(
            Fault.CARD_NOT_HELD, "Seat {seat} had only {count} cards left, not {number}.", count=count,
            number=len(table.event.cards),
        )  # fmt: skip
    lacking = {card: number - held.get(card, 0) for card, number in played.items() if number > held.get(card, 0)}
    if not lacking:
        return None
    hidden = None if count is None else count - sum(held.values())
    candidates = table.knowledge.candidates(seat, unseen=position.unseen[seat - 1])
    for card, number in lacking.items():
        if (hidden is not None and sum(lacking.values()) > hidden) or candidates[card] < number:
            return table.not_held(card)
    return None


def _with_every_face(table: Table) -> Verdict:
    """Judge a play of which some faces were not seen: as each set of faces it may have been."""
    cards = table.event.cards
    standing = table.position.standing
    size = standing.size if isinstance(standing, Combination) else None
    if size not in {None, len(cards)} and not table.may_be_bomb(len(cards)) and not leads(table.position, table.event.seat):
        assert isinstance(standing, Combination)
        if not standing.bomb and not table.position.closed:
            return table.unseen_wrong_size(standing)
    plays = faces(table)
    if plays is None:
        return table.unproven("Not all cards that seat {seat} played were seen.", "the cards of event {event}")
    verdicts = [_judge_play(replace(table, event=replace(table.event, cards=play))) for play in plays]
    return together(verdicts, table, "Not all cards that seat {seat} played were seen.", "the cards of event {event}")


def faces(table: Table) -> list[Cards] | None:
    """Every set of faces that an event with unseen cards may have shown; None: too many to count."""
    seen = tuple(card for card in table.event.cards if card != UNSEEN)
    hidden = len(table.event.cards) - len(seen)
    return possible_faces(table.rules, table.knowledge, table.position, seat=table.event.seat, seen=seen, hidden=hidden)


def possible_faces(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, *, seat: int, seen: Cards, hidden: int
) -> list[Cards] | None:
    """The faces that so many unseen cards of a seat may show, beside the ones seen."""
    pool = knowledge.loose[seat - 1] + (knowledge.pool if knowledge.slots[seat - 1] else Counter[Card]())
    pool -= Counter(seen)
    if hidden > 2:
        return None
    singles = sorted(pool, key=rules.order.heights.__getitem__)
    if hidden == 1:
        return [(*seen, card) for card in singles]
    return [(*seen, a, b) for i, a in enumerate(singles) for b in singles[i:] if a != b or pool[a] > 1]


def _in_every_world(table: Table, sentence: str) -> Verdict:
    """Judge against everything that may stand where something unseen stands."""
    standing = table.position.standing
    assert isinstance(standing, Unseen)
    needs = "what stood before event {event}"
    worlds = _worlds(table, standing)
    if worlds is None:
        if table.event.action is Action.PASS and standing.over is not None:
            return LEGAL
        return table.unproven(sentence, needs)
    verdicts = [
        rule_on(replace(table, position=replace(table.position, standing=world, turn=table.event.seat, opened=True)))
        for world in worlds
    ]
    return together(verdicts, table, sentence, needs)


def _worlds(table: Table, standing: Unseen) -> list[Combination | None] | None:
    """What an unseen play may have been: a combination, or none and then what it was played on stands."""
    if not standing.cards or isinstance(standing.over, Unseen):
        return None
    seen = tuple(card for card in standing.cards if card != UNSEEN)
    hidden = len(standing.cards) - len(seen)
    owner = table.position.owner
    plays = possible_faces(table.rules, table.knowledge, table.position, seat=owner, seen=seen, hidden=hidden)
    if plays is None:
        return None
    found = [table.rules.identify(play) for play in plays]
    return [standing.over if combination is None else combination for combination in found]


def together(verdicts: list[Verdict], table: Table, sentence: str, needs: str) -> Verdict:
    """What all possible cases have in common: one verdict, or unproven."""
    if not verdicts or all(verdict == LEGAL for verdict in verdicts):
        return LEGAL
    illegal = [verdict for verdict in verdicts if isinstance(verdict, Illegal)]
    if len(illegal) == len(verdicts):
        faults = list(Fault)
        first = min(illegal, key=lambda verdict: faults.index(verdict.fault))
        reason = Reason("Whatever the unseen cards were: {reason}", {"reason": first.reason})
        return Illegal(first.fault, first.rule, reason)
    if any(isinstance(verdict, Unproven) for verdict in verdicts) and not illegal:
        return next(verdict for verdict in verdicts if isinstance(verdict, Unproven))
    return table.unproven(sentence, needs)
