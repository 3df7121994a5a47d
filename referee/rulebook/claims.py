"""The course of a hand of a melding game: the deal, turns, claims on a card, generals."""

from collections.abc import Iterator

from referee.melding import MeldingRules
from referee.melding.claims import Claim, eligible, may_chi, resolve
from referee.melding.melds import spoken
from referee.melding.position import Offer
from referee.record import Action
from referee.rulebook.melds import claimed_with
from referee.rulebook.wording import code, listed, paragraphs, switch_rule, table

_SEATS = 4
"""Enough seats for every answer of the rules: who turned the card up, the next, and others."""


def the_cards(rules: MeldingRules) -> str:
    """The pack and its notation."""
    types = dict.fromkeys(card[0] for card in rules.deck.cards)
    colors = dict.fromkeys(card[1] for card in rules.deck.cards)
    names = {card: str(spoken(card)).split() for card in rules.deck.copies}
    type_of = {card[0]: name for card, (_, name) in names.items()}
    color_of = {card[1]: name for card, (name, _) in names.items()}
    copies = max(rules.deck.copies.values())
    return paragraphs(
        f"A pack of {len(rules.deck)} cards: {len(types)} types in {len(colors)} colors, every card {copies} times (F1). A card is "
        f"written type first, then color: {code('Gr')} is the red general. No card is higher than another.",
        f"- Types: {listed([f'{type_of[one]} {code(one)}' for one in types])}.\n"
        f"- Colors: {listed([f'{color_of[one]} {code(one)}' for one in colors])}.",
    )


def start(rules: MeldingRules) -> str:
    """The deal, the first player, the stock."""
    players = listed([str(number) for number in rules.seats], "or")
    rows = [(str(seats), str(rules.stock(seats))) for seats in rules.seats]
    wall = "Every card of it can be drawn"
    if rules.dead_wall:
        cards = "One card" if rules.dead_wall == 1 else f"{rules.dead_wall} cards"
        wall = f"{cards} of it {'is' if rules.dead_wall == 1 else 'are'} never drawn"
    return paragraphs(
        f"{players} players (F2) are dealt {rules.hand_size} cards each, the first player one more {switch_rule(rules, 'hand_size')}. The "
        f"others are the stock. {wall} {switch_rule(rules, 'dead_wall')}.",
        table(["Players", "Cards to draw"], rows),
        f"Seats are numbered in turn order, and the next player is the next seat (F3). {_first_player(rules)}",
        _heavenly(rules),
    )


def _first_player(rules: MeldingRules) -> str:
    later = {
        "finisher": "Whoever finished a hand, winning or paying, is first player in the next",
        "rotate": "In every later hand the next seat is first player, whoever finished",
    }
    return (
        f"The first player of the first hand is found by lot. {later[rules.next_first]}; after a hand that was washed out it is the same "
        f"player again {switch_rule(rules, 'next_first')}."
    )


def _heavenly(rules: MeldingRules) -> str:
    cite = switch_rule(rules, "heavenly_hu")
    begins = "The first player begins with a discard"
    if rules.heavenly_hu:
        return f"{begins}, or calls hu on the deal if all {rules.hand_size + 1} cards are melds, all of them concealed {cite}."
    return f"{begins}, even if all {rules.hand_size + 1} cards are melds: nobody calls hu on the deal {cite}."


def turns(rules: MeldingRules) -> str:
    """Discard, draw, claim."""
    lines = [
        "A card that is discarded is on offer to everybody else. If nobody claims it, the next player draws.",
        "A drawn card replaces it. It is turned up for all before anybody decides, and is on offer to everybody, its "
        "drawer included (F13). If nobody claims it, it counts as discarded: it is not offered again, and the next player draws (F14).",
        "Who claims a card lays the whole meld on the table and then discards a card. The turn goes on from there: the seats in between "
        "are skipped (F16). Nothing is drawn after a gan (F17).",
        "Who has discarded the last card without hu plays on, and can still take a drawn general (F21).",
    ]
    return "\n".join(f"- {line}" for line in lines)


def the_claims(rules: MeldingRules) -> str:
    """Who may claim what, and whose claim stands."""
    order = [listed([code(str(action)) for action in group]) for group in rules.order_of_claims]
    rows = [_row(rules, action) for group in rules.order_of_claims for action in group]
    pairs = (
        "A pair is made with a claimed card only as part of hu"
        if rules.pair_chi == "only-for-hu"
        else "A pair may be claimed at any time"
    )
    gan = (
        "Who can call gan must: to let the card go, or to take it with pong, is illegal where the record proves the gan"
        if rules.forced_gan
        else "Nobody has to call gan"
    )
    return paragraphs(
        table(["Claim", "What it lays", "After a discard", "After a draw"], rows),
        f"The strongest claim stands: {', before '.join(order)}. Of equal claims the first in turn order stands, counted from whoever "
        "discarded or drew the card; after a draw that player comes first (F11, F34). Nobody claims an own discard (F12).",
        _contest(rules),
        "Everybody decides at once, and claims that did not prevail stay unknown (F35); where they are recorded they stand before the one "
        "that did, and a claim that is taken though a better one was called is illegal (F11). Who claims names the exact cards (F37).",
        f"{pairs} {switch_rule(rules, 'pair_chi')}. {gan} {switch_rule(rules, 'forced_gan')}.",
    )


def _row(rules: MeldingRules, action: Action) -> tuple[str, str, str, str]:
    lays = (
        "any meld, the rest of the hand being melds"
        if action is Action.HU
        else listed(claimed_with(rules, action), "or")
    )
    return (
        code(str(action)),
        lays,
        _who(rules, action, drawn=False),
        _who(rules, action, drawn=True),
    )


def _who(rules: MeldingRules, action: Action, *, drawn: bool) -> str:
    """Who may claim so, asked of the rules at a table of four."""
    offer = Offer(rules.deck.cards[0], 1, drawn)
    every = eligible(offer, seats=_SEATS)
    may = [
        seat
        for seat in every
        if action is not Action.CHI or may_chi(rules, offer, seat, seats=_SEATS)
    ]
    if may == every:
        return "everybody" if drawn else "everybody else"
    names = {1: "who drew the card", 2: "the next player"}
    cite = switch_rule(rules, "next_may_chi_drawn") if drawn else "(F12)"
    return f"{listed([names[seat] for seat in may], 'or')} {cite}"


def _contest(rules: MeldingRules) -> str:
    """Three seats want one card; each time the best claim is left out."""
    offer = Offer(rules.deck.read_all("Hg")[0], 1, drawn=False)
    claims = [Claim(2, Action.CHI), Claim(3, Action.PONG), Claim(4, Action.HU)]
    order = []
    while claims:
        best = resolve(rules, offer, claims, seats=_SEATS)
        order += [best] if best else []
        claims = [claim for claim in claims if claim != best]
    first, second, third = order
    said = listed([f"seat {claim.seat} with {claim.action}" for claim in reversed(order)])
    return (
        f"Say that seat 1 of four discards {code(offer.card)} and that it could be claimed by {said}. Seat {first.seat} takes it with "
        f"{first.action}. If it does not, seat {second.seat} takes it with {second.action}, and after that seat's discard seat "
        f"{second.seat % _SEATS + 1} is next. If neither does, seat {third.seat} takes it with {third.action}."
    )


def generals(rules: MeldingRules) -> str:
    """What is special about the type that is never discarded."""
    cite = switch_rule(rules, "drawn_general_forced")
    return paragraphs(
        f"Generals, {code(rules.kept)}, are never discarded (F15).",
        *_drawn_general(rules, cite),
    )


def _drawn_general(rules: MeldingRules, cite: str) -> Iterator[str]:
    if not rules.drawn_general_forced:
        yield (
            f"Who draws a general need not take it {cite}: it is on offer like any other card, and passes if nobody claims it."
        )
        return
    gan = " or gan" if rules.identify(rules.deck.read_all("Gr Gr Gr Gr")) else ""
    yield (
        f"Who draws a general must take it {cite}: alone, in a command or in any other meld with it, then discarding a card. Only "
        f"another player's hu{gan} goes before that; nobody else may chi it. A general that is left lying is held against the next draw."
    )
