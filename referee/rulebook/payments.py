"""What a hand of a melding game brings, with examples that the scoring itself worked out, and when a game ends."""

from collections import Counter
from dataclasses import replace

from referee.cards import Card
from referee.melding import MeldingRules, Result
from referee.melding.claims import finishes
from referee.melding.position import Finish, Laid, Offer, Position
from referee.melding.results import settle
from referee.rulebook.wording import code, figure, paragraphs, signed, switch_rule, table

_SEATS, _FINISHER = 4, 2
_EXAMPLES = (
    ("Rr Rr Rr / Gg Ag Eg", "Hy Hy Hy Sr Sg Sy Sw Gw Er Er Cg Cg Ay Ay", "Er", "Ay"),
    ("", "Rr Sr Sg Sy Ag Ag Ag Gg Gr Gw Ew Ew Hw Hw Rw Rw Cr Cr Hy Hy", "Rr", "Cy"),
)
"""Melds on the table, the hand, the winning card that seat 1 discards, the lucky card."""


def points(rules: MeldingRules) -> str:
    """Threshold, base, who pays whom."""
    least, base = figure(rules.threshold), figure(rules.base)
    loss = figure(rules.threshold + rules.base)
    at, on_top = switch_rule(rules, "threshold"), switch_rule(rules, "base")
    who = (
        "If the winning card was a discard, who discarded it pays all the shares; otherwise all opponents pay alike"
        if rules.discarder_pays_all
        else "All opponents pay alike, whoever discarded the winning card"
    )
    return paragraphs(
        f"The threshold is {least} points {at}, the base {base} {on_top}.",
        f"- With {least} points or more the finisher collects points - {least} + {base} from each opponent (F28). {who} "
        f"{switch_rule(rules, 'discarder_pays_all')}.\n"
        f"- With fewer the finisher pays {least} + {base} = {loss} to each opponent (F29).",
        "Places are by points, equal points being equal places.",
        *(f"### {head}\n\n{text}" for head, text in _examples(rules)),
    )


def _examples(rules: MeldingRules) -> list[tuple[str, str]]:
    heads = ("Worked example", "A smaller hand")
    return [
        (head, _example(rules, *example)) for head, example in zip(heads, _EXAMPLES, strict=True)
    ]


def _example(rules: MeldingRules, exposed: str, hand: str, card: str, lucky: str) -> str:
    """A hand that the referee divides and settles."""
    finish = _finish(rules, exposed, hand, card)
    turned = Card(lucky) if rules.lucky_card else None
    result = settle(rules, finish, turned, turned=True, seats=_SEATS)
    on_table = f"has {code(exposed)} on the table and " if exposed else ""
    told = f"Seat {_FINISHER} {on_table}holds {code(hand)}. Seat 1 discards {code(card)}."
    if rules.hu_requires_threshold and finish.points < rules.threshold:
        return (
            f"{told} The melds would score {figure(finish.points)}, and hu takes {figure(rules.threshold)} "
            f"{switch_rule(rules, 'hu_requires_threshold')}: seat {_FINISHER} may not call it."
        )
    turn = f" The lucky card is {code(lucky)}." if turned else ""
    return paragraphs(f"{told} Seat {_FINISHER} calls hu.{turn}", _settled(result, finish))


def _finish(rules: MeldingRules, exposed: str, hand: str, card: str) -> Finish:
    """The best hu on the card."""
    held = Counter(rules.deck.read_all(hand))
    laid = tuple(_laid(rules, cards) for cards in exposed.split(" / ") if cards)
    position = Position(
        holdings=tuple(dict(held) if place + 1 == _FINISHER else {} for place in range(_SEATS + 1)),
        counts=tuple(
            held.total() if place + 1 == _FINISHER else None for place in range(_SEATS + 1)
        ),
        unseen=(0,) * (_SEATS + 1),
        gone={},
        melds=tuple(laid if place + 1 == _FINISHER else () for place in range(_SEATS)),
        turn=_FINISHER,
        offer=Offer(Card(card), 1, drawn=False),
    )
    return finishes(replace(rules, hu_requires_threshold=False), position, _FINISHER)[0]


def _laid(rules: MeldingRules, cards: str) -> Laid:
    read = rules.deck.read_all(cards)
    made = rules.identify(read)
    return Laid(made.meld if made else None, read)


def _settled(result: Result, finish: Finish) -> str:
    """The finisher's melds, the lines of the bill, and everybody's points."""
    rows = [
        (
            str(line.seat),
            f"{str(line.reason)[:1].upper()}{str(line.reason)[1:]} ({line.rule})",
            signed(line.points),
        )
        for line in result.lines
    ]
    sums = [f"seat {seat} {signed(number)}" for seat, number in enumerate(result.points or (), 1)]
    return paragraphs(
        f"The melds score {figure(finish.points)}.",
        table(["Seat", "Line", "Points"], rows),
        f"Altogether: {', '.join(sums)}.",
    )


def game_end(rules: MeldingRules) -> str:
    """Rounds, credits, the winner."""
    hands = "1 hand" if rules.rounds == 1 else f"{rules.rounds} hands"
    return (
        f"Everybody starts with {figure(rules.credits)} credits {switch_rule(rules, 'credits')}, to which the points of each hand are added; "
        f"a total may fall below 0. The game ends after {hands}, a washed-out one counting too {switch_rule(rules, 'rounds')}. The "
        "highest total wins; equal ones share the win (F33)."
    )
