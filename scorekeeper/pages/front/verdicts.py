"""The referee's answer to a play on the front page, with the rule that it follows from."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

import referee
from scorekeeper.pages.display import event_text, referee_messages
from scorekeeper.pages.display.cards import Card, parse_cards
from scorekeeper.pages.front.situations import Situation
from scorekeeper.pages.rules import rule_texts


@dataclass(frozen=True, kw_only=True)
class TriedVerdict:
    """A verdict on cards that a visitor played."""

    is_legal: bool
    cards: tuple[Card, ...]
    combination: str  # empty if the cards are none
    reason: str
    rule: str
    rule_text: str


def judge(situation: Situation, faces: Sequence[str]) -> TriedVerdict:
    """Return the referee's verdict on these cards, which the visitor holds."""
    question: referee.JsonObject = {
        "variant": situation.variant,
        "standing": situation.to_beat,
        "hand": situation.hand,
        "play": " ".join(faces),
        "opening": False,
    }
    answer = referee.ask(question).as_json()
    kind = answer.get("combination") or ""
    is_legal = answer["verdict"] == "legal"
    rules = referee.rules_for(situation.variant)
    rule = referee.rule_for_question(rules, question) if is_legal else str(answer["rule"])
    beats = _("It beats what lies on the table.")
    return TriedVerdict(
        is_legal=is_legal,
        cards=parse_cards(faces),
        combination=event_text.combination_name(kind),
        reason=beats if is_legal else referee_messages.reason_of(answer, referee_messages.ASKED),
        rule=rule,
        rule_text=rule_texts.sentence_of(situation.variant, rule, kind),
    )
