"""Sections "Scoring" and "The end of the game" of the melding games, with examples computed by the scoring itself."""

from collections import Counter
from dataclasses import replace

from referee.cards import Card
from referee.melding import MeldingRules
from referee.melding.claims import possible_finishes
from referee.melding.position import Finish, LaidCards, MeldingPosition, Offer
from referee.melding.results import HandResult, settle_finish
from referee.rulebook.texts import (
    Capitalized,
    Text,
    Words,
    cited,
    linked,
    number_text,
    say,
    sentences,
)
from referee.rulebook.wording import (
    bullet_list,
    code,
    paragraphs,
    signed,
    subsection,
    switch_rule,
    table,
)

_SEATS, _FINISHER = 4, 2
_EXAMPLES = (
    ("Rr Rr Rr / Gg Ag Eg", "Hy Hy Hy Sr Sg Sy Sw Gw Er Er Cg Cg Ay Ay", "Er", "Ay"),
    ("", "Rr Sr Sg Sy Ag Ag Ag Gg Gr Gw Ew Ew Hw Hw Rw Rw Cr Cr Hy Hy", "Rr", "Cy"),
)
"""Melds on the table, cards of the hand, the winning card that seat 1 discards, the lucky card."""


def points(rules: MeldingRules) -> Text:
    """Return the section on threshold, base, and who pays whom."""
    least, base = number_text(rules.threshold), number_text(rules.base)
    return paragraphs(
        say(
            "The threshold is {least} points {least_rule}, the base {base} {base_rule}.",
            least=least,
            least_rule=switch_rule(rules, "threshold"),
            base=base,
            base_rule=switch_rule(rules, "base"),
        ),
        bullet_list(
            [
                sentences(
                    say(
                        "With {least} points or more the finisher collects points - {least} + {base} from each opponent (F28).",
                        least=least,
                        base=base,
                    ),
                    _who_pays(rules),
                ),
                say(
                    "With fewer the finisher pays {least} + {base} = {loss} to each opponent (F29).",
                    least=least,
                    base=base,
                    loss=number_text(rules.threshold + rules.base),
                ),
            ]
        ),
        say("Places are by points, equal points being equal places."),
        subsection(say("Worked example"), _example(rules, *_EXAMPLES[0])),
        subsection(say("A smaller hand"), _example(rules, *_EXAMPLES[1])),
    )


def _who_pays(rules: MeldingRules) -> Words:
    return say(
        "If the winning card was a discard, who discarded it pays all the shares; otherwise all opponents pay alike {rule}."
        if rules.discarder_pays_all
        else "All opponents pay alike, whoever discarded the winning card {rule}.",
        rule=switch_rule(rules, "discarder_pays_all"),
    )


def _example(rules: MeldingRules, exposed: str, hand: str, card: str, lucky: str) -> Text:
    """Return an example hand, divided and settled by the referee."""
    finish = _best_hu(rules, exposed, hand, card)
    turned = Card(lucky) if rules.lucky_card else None
    result = settle_finish(rules, finish, turned, turned=True, seats=_SEATS)
    setup = say(
        "Seat {number} has {melds} on the table and holds {hand}. Seat 1 discards {card}."
        if exposed
        else "Seat {number} holds {hand}. Seat 1 discards {card}.",
        number=_FINISHER,
        melds=code(exposed),
        hand=code(hand),
        card=code(card),
    )
    if rules.hu_requires_threshold and finish.points < rules.threshold:
        too_few = say(
            "The melds would score {points}, and hu takes {threshold} {rule}: seat {number} may not call it.",
            points=number_text(finish.points),
            threshold=number_text(rules.threshold),
            rule=switch_rule(rules, "hu_requires_threshold"),
            number=_FINISHER,
        )
        return sentences(setup, too_few)
    called = say("Seat {number} calls hu.", number=_FINISHER)
    opened = say("The lucky card is {card}.", card=code(lucky)) if turned else ""
    return paragraphs(sentences(setup, called, opened), _settlement(result, finish))


def _best_hu(rules: MeldingRules, exposed: str, hand: str, card: str) -> Finish:
    """Return the best hu on the card."""
    holding = Counter(rules.deck.parse_all(hand))
    melds = tuple(_laid_cards(rules, cards) for cards in exposed.split(" / ") if cards)
    position = MeldingPosition(
        holdings=tuple(
            dict(holding) if place + 1 == _FINISHER else {} for place in range(_SEATS + 1)
        ),
        counts=tuple(
            holding.total() if place + 1 == _FINISHER else None for place in range(_SEATS + 1)
        ),
        unseen=(0,) * (_SEATS + 1),
        gone={},
        melds=tuple(melds if place + 1 == _FINISHER else () for place in range(_SEATS)),
        turn=_FINISHER,
        offer=Offer(Card(card), 1, drawn=False),
    )
    return possible_finishes(replace(rules, hu_requires_threshold=False), position, _FINISHER)[0]


def _laid_cards(rules: MeldingRules, cards: str) -> LaidCards:
    parsed = rules.deck.parse_all(cards)
    made = rules.identify(parsed)
    return LaidCards(made.meld if made else None, parsed)


def _settlement(result: HandResult, finish: Finish) -> Text:
    """Return the points of the melds, the score lines, and the points by seat."""
    rows = [
        (
            str(line.seat),
            Capitalized(say("{words} {rule}", words=line.reason, rule=cited(line.rule))),
            signed(line.points),
        )
        for line in result.lines
    ]
    sums = [
        say("seat {number} {points}", number=seat, points=signed(number))
        for seat, number in enumerate(result.points or (), 1)
    ]
    return paragraphs(
        say("The melds score {points}.", points=number_text(finish.points)),
        table("Seat | Line | Points", rows),
        say("Altogether: {points}.", points=linked(sums, ",")),
    )


def game_end(rules: MeldingRules) -> Text:
    """Return the section on rounds, credits, and the winner."""
    return sentences(
        say(
            "Everybody starts with {number} credits {rule}, to which the points of each hand are added; a total may fall below 0.",
            number=number_text(rules.credits),
            rule=switch_rule(rules, "credits"),
        ),
        say(
            "The game ends after 1 hand, a washed-out one counting too {rule}."
            if rules.rounds == 1
            else "The game ends after {number} hands, a washed-out one counting too {rule}.",
            number=rules.rounds,
            rule=switch_rule(rules, "rounds"),
        ),
        say("The highest total wins; equal ones share the win (F33)."),
    )
