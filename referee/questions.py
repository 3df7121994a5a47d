"""Answer a question about a disputed play (contract §5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.cards import UNSEEN, Cards
from referee.climbing import ClimbingRules
from referee.climbing.questions import PlayQuestion
from referee.combinations import Combination
from referee.events import parse_cards
from referee.melding import MeldingRules
from referee.melding.questions import ClaimAnswer, answer_claim
from referee.record import Json, MalformedError, SeatAction
from referee.rules import Rules
from referee.variants import rules_for
from referee.verdicts import Legal, Verdict, verdict_json


@dataclass(frozen=True)
class Answer:
    """The answer to one disputed play or claim, as ``ask`` returns it.

    ``combination`` is what the cards of a play are; None if they are none, or were not seen.  ``could_play`` is every legal
    play by size, then strength, a pass last; None where the hand is not known.  ``claim`` is set only in Four Color Cards.

    >>> import referee
    >>> answer = referee.ask({"variant": "pusoy-dos", "standing": "6C 6D", "play": "5H 5S", "hand": "5H 5S 7C 7D 9H"})
    >>> answer.is_legal, answer.verdict.fault, answer.could_play
    (False, <Fault.DOES_NOT_BEAT: 'does-not-beat'>, ('7C 7D', 'pass'))
    >>> answer.as_json()["combination"]
    'pair'
    """

    verdict: Verdict
    combination: Combination | None
    could_play: tuple[str, ...] | None
    claim: ClaimAnswer | None = None  # set if the question is about a claim

    @property
    def is_legal(self) -> bool:
        """Whether the play is certainly legal."""
        return isinstance(self.verdict, Legal)

    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON (contract §5)."""
        answer = verdict_json(self.verdict)
        if self.combination is not None:
            answer["combination"] = self.combination.kind.name
        if self.could_play is not None:
            answer["could_play"] = list(self.could_play)
        if self.claim is not None:
            answer |= {"meld": self.claim.meld, "goes_to": self.claim.goes_to}
        return answer


def ask(question: Json) -> Answer:
    """Judge one disputed play or claim, without a record of the hand.

    A play is ``{"variant", "play"}`` with what is known besides: ``house_rules``, ``standing`` (the cards to beat; left out
    on a lead), ``hand`` (of the seat, before the play), ``next_holds`` (how many cards the next seat holds) and ``opening``
    (whether this is the first play of the hand).  A duty that depends on what is left out is ``Unproven``.

    >>> import referee
    >>> lead = {"variant": "gang-of-four", "play": "5G", "next_holds": 1}
    >>> [str(need) for need in referee.ask(lead).verdict.needs]
    ['the hand of the player']
    >>> referee.ask({**lead, "hand": "5G 7R 7Y"}).verdict.fault
    <Fault.MUST_LEAD_SEVERAL: 'must-lead-several'>

    In Four Color Cards it is a claim: ``{"variant", "players", "seat", "offered", "offered_by", "drawn", "claim"}``, with
    ``other_claims`` and ``hand`` if known.

    >>> claim = {"variant": "four-color-cards", "players": 4, "seat": 3, "offered": "Hg", "offered_by": 1, "drawn": False}
    >>> referee.ask({**claim, "claim": "pong Hg Hg Hg", "other_claims": ["2: chi Hg Rg Cg"]}).claim.goes_to
    3

    Raises MalformedError with the path of the key that is wrong.
    """
    rules = _rules(question)
    if isinstance(rules, MeldingRules):
        claim_answer = answer_claim(question, rules)
        return Answer(claim_answer.verdict, None, claim_answer.could_play, claim_answer)
    play_question = parse_play_question(question, rules)
    verdict = play_question.judge(play_question.play)
    combination = (
        play_question.rules.identify(play_question.play)
        if play_question.play and UNSEEN not in play_question.play
        else None
    )
    return Answer(
        verdict, combination, None if play_question.hand is None else play_question.legal_plays()
    )


def _rules(question: Json) -> Rules:
    """Return the rules of the game in question.  Raises MalformedError."""
    if not isinstance(question, Mapping):
        raise MalformedError("unreadable", "", "A question is one JSON object.")
    chosen = question.get("house_rules") or {}
    if not isinstance(chosen, Mapping):
        raise MalformedError(
            "bad-house-rule-value", "house_rules", "House rules are names with values."
        )
    return rules_for(question.get("variant"), chosen)


def parse_play_question(question: Mapping[str, Json], rules: ClimbingRules) -> PlayQuestion:
    """Return the question that the JSON object asks.  Raises MalformedError."""
    play = question.get("play")
    if not isinstance(play, str) or not play.strip():
        raise MalformedError("bad-event", "play", "Say what was played: '3C 3D', or 'pass'.")
    words = " ".join(play.split())
    if words.lower().endswith(" last"):
        words = words[: -len(" last")]
    return PlayQuestion(
        rules=rules,
        play=() if words.lower() == SeatAction.PASS else _cards(words, "play", rules),
        standing=_standing(question.get("standing"), rules),
        hand=_hand(question.get("hand"), rules),
        next_holds=_next_holds(question.get("next_holds"), rules),
        opening=_flag(question, "opening"),
    )


def _cards(text: Json, where: str, rules: ClimbingRules) -> Cards:
    if not isinstance(text, str):
        raise MalformedError("unknown-card", where, "Cards are a text such as '3C 10H'.")
    try:
        return parse_cards(rules.deck, text)
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


def _flag(question: Mapping[str, Json], key: str) -> bool | None:
    value = question.get(key)
    if value is not None and not isinstance(value, bool):
        raise MalformedError("bad-event", key, "Expected true or false.")
    return None if value is None else bool(value)
