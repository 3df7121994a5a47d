"""A disputed play: one question, one answer (contract §5)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.adjudication import verdict_json
from referee.cards import UNSEEN, Card, Cards
from referee.climbing import ClimbingRules, playable
from referee.climbing.judging import rule_on
from referee.climbing.reasons import Table
from referee.combinations import Combination
from referee.events import read_cards
from referee.families import Rules
from referee.knowledge import Knowledge
from referee.melding import MeldingRules, asking
from referee.position import Position
from referee.record import Action, Event, Json, MalformedError
from referee.variants import rules_for
from referee.verdicts import Illegal, Legal, Verdict

_ASKER, _NEXT = 1, 2


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked about one play; None and () are what nobody told."""

    rules: ClimbingRules
    play: Cards  # none: a pass
    standing: Combination | None  # None: the seat leads
    hand: Cards | None
    next_holds: int | None
    opening: bool


@dataclass(frozen=True)
class Answer:
    """The verdict on one play, and every legal one where the hand is known."""

    verdict: Verdict
    combination: Combination | None
    could_play: tuple[str, ...] | None
    claim: asking.ClaimAnswer | None = None  # a claim was asked about, not a play

    @property
    def is_legal(self) -> bool:
        """Nothing against it, and nothing open."""
        return isinstance(self.verdict, Legal)

    def as_json(self) -> dict[str, Any]:
        """The answer of contract §5."""
        answer = verdict_json(self.verdict)
        if self.combination is not None:
            answer["combination"] = str(self.combination.kind)
        if self.could_play is not None:
            answer["could_play"] = list(self.could_play)
        if self.claim is not None:
            answer |= {"meld": self.claim.meld, "goes_to": self.claim.goes_to}
        return answer


def ask(question: Json) -> Answer:
    """Judge a disputed play.  Raises MalformedError with the path of the key that is wrong."""
    rules = _rules(question)
    if isinstance(rules, MeldingRules):
        found = asking.answer(question, rules)
        return Answer(found.verdict, None, found.could_play, found)
    asked = parse(question, rules)
    verdict = _judge(asked, asked.play)
    combination = (
        asked.rules.identify(asked.play) if asked.play and UNSEEN not in asked.play else None
    )
    return Answer(verdict, combination, None if asked.hand is None else _could_play(asked))


def _rules(question: Json) -> Rules:
    """The game that is asked about.  Raises MalformedError."""
    if not isinstance(question, Mapping):
        raise MalformedError("unreadable", "", "A question is one JSON object.")
    chosen = question.get("house_rules") or {}
    if not isinstance(chosen, Mapping):
        raise MalformedError(
            "bad-house-rule-value", "house_rules", "House rules are names with values."
        )
    return rules_for(question.get("variant"), chosen)


def parse(question: Mapping[str, Json], rules: ClimbingRules) -> Question:
    """A question from JSON.  Raises MalformedError."""
    play = question.get("play")
    if not isinstance(play, str) or not play.strip():
        raise MalformedError("bad-event", "play", "Say what was played: '3C 3D', or 'pass'.")
    words = " ".join(play.split())
    if words.lower().endswith(" last"):
        words = words[: -len(" last")]
    return Question(
        rules=rules,
        play=() if words.lower() == Action.PASS else _cards(words, "play", rules),
        standing=_standing(question.get("standing"), rules),
        hand=_hand(question.get("hand"), rules),
        next_holds=_next_holds(question.get("next_holds"), rules),
        opening=_flag(question, "opening"),
    )


def _cards(text: Json, where: str, rules: ClimbingRules) -> Cards:
    if not isinstance(text, str):
        raise MalformedError("unknown-card", where, "Cards are a text such as '3C 10H'.")
    try:
        return read_cards(rules.deck, text)
    except MalformedError as error:
        raise error.within(where) from None


def _standing(text: Json, rules: ClimbingRules) -> Combination | None:
    if text is None or text == "":
        return None
    cards = _cards(text, "standing", rules)
    standing = None if UNSEEN in cards else rules.identify(cards)
    if standing is None:
        raise MalformedError(
            "bad-event", "standing", f"{text!r} is no combination that could stand on the table."
        )
    return standing


def _hand(text: Json, rules: ClimbingRules) -> Cards | None:
    if text is None or text == "" or text == UNSEEN:
        return None
    return _cards(text, "hand", rules)


def _next_holds(value: Json, rules: ClimbingRules) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= rules.hand_size:
        raise MalformedError(
            "impossible-result", "next_holds", f"Expected a number up to {rules.hand_size}."
        )
    return value


def _flag(question: Mapping[str, Json], key: str) -> bool:
    value = question.get(key)
    if value is not None and not isinstance(value, bool):
        raise MalformedError("bad-event", key, "Expected true or false.")
    return bool(value)


def _judge(asked: Question, play: Cards) -> Verdict:
    """The verdict whatever was left out, or unproven with what would settle it."""
    if asked.next_holds is not None or not asked.rules.protect_last_card:
        return rule_on(_table(asked, play, next_holds=asked.next_holds))
    alone = rule_on(_table(asked, play, next_holds=1))
    several = rule_on(_table(asked, play, next_holds=2))
    if alone == several or isinstance(several, Illegal):
        return several
    table = _table(asked, play, next_holds=None)
    return table.unproven(
        "Whether the next player holds one card decides whether this is allowed.",
        "next_holds: how many cards the next player holds",
        rule="G29",
    )


def _table(asked: Question, play: Cards, *, next_holds: int | None) -> Table:
    event = Event(_ASKER, Action.PLAY if play else Action.PASS, "", play)
    position = _position(asked, next_holds=next_holds)
    return Table(asked.rules, _knowledge(asked), position, event, 1, asked=True)


def _knowledge(asked: Question) -> Knowledge:
    deck = asked.rules.deck
    known = Counter(card for card in asked.hand or asked.play if card != UNSEEN)
    size = len(asked.hand) if asked.hand is not None else asked.rules.hand_size
    nobody = Counter[Card]()
    standing = Counter(asked.standing.cards if asked.standing else ())
    others = max(asked.rules.seats) - 1
    return Knowledge(
        certain=(known, *[nobody] * others),
        slots=(size - known.total(), *[asked.rules.hand_size] * others),
        loose=(nobody, *[nobody] * others),
        pool=Counter(deck.copies) - known - standing,
        aside=0,
        dealt=(asked.hand, *[None] * others),
        movements=(),
        left=(None, *[None] * others),
    )


def _position(asked: Question, *, next_holds: int | None) -> Position:
    knowledge = _knowledge(asked)
    seats = max(asked.rules.seats)
    counts: list[int | None] = [None] * seats
    counts[_ASKER - 1] = len(asked.hand) if asked.hand is not None else None
    counts[_NEXT - 1] = next_holds
    closed = (
        asked.standing is not None
        and asked.rules.top_single_closes_trick
        and asked.standing.cards == (asked.rules.top_single,)
    )
    return Position(
        holdings=tuple(dict(cards) for cards in knowledge.certain),
        counts=tuple(counts),
        unseen=(0,) * seats,
        gone={},
        turn=_ASKER,
        standing=asked.standing,
        owner=seats if asked.standing else 0,
        closed=closed,
        opened=not asked.opening,
    )


def _could_play(asked: Question) -> tuple[str, ...]:
    """Every legal play by size, then strength; ``pass``, where legal, last."""
    hand = Counter(card for card in asked.hand or () if card != UNSEEN)
    plays = [
        play.cards
        for play in playable(asked.rules, hand)
        if isinstance(_judge(asked, play.cards), Legal)
    ]
    texts = [" ".join(cards) for cards in plays]
    return (*texts, "pass") if isinstance(_judge(asked, ()), Legal) else tuple(texts)
