"""Sections "A turn", "Claims" and "Generals" of the melding games."""

from referee.melding import MeldingRules
from referee.melding.claims import Claim, eligible_seats, may_chi, prevailing_claim
from referee.melding.position import Offer
from referee.record import SeatAction
from referee.rulebook.melds import claimed_with
from referee.rulebook.texts import Text, Words, cited, linked, listed, say, sentences
from referee.rulebook.wording import bullet_list, code, paragraphs, switch_rule, table

_SEATS = 4
"""Enough seats to ask about: the one that turned the card up, the next, and others."""
_TYPED = {
    SeatAction.CHI: "`chi`",
    SeatAction.PONG: "`pong`",
    SeatAction.GAN: "`gan`",
    SeatAction.HU: "`hu`",
}
_DRAWN = {1: "who drew the card", 2: "the next player"}
"""Seats that may claim, when seat 1 turned the card up."""


def turns(_rules: MeldingRules) -> Text:
    """Return the section on discarding, drawing and claiming."""
    return bullet_list(
        [
            say(
                "A card that is discarded is on offer to everybody else. If nobody claims it, the next player draws."
            ),
            say(
                "A drawn card replaces it. It is turned up for all before anybody decides, and is on offer to everybody, its drawer included "
                "(F13). If nobody claims it, it counts as discarded: it is not offered again, and the next player draws (F14)."
            ),
            say(
                "Who claims a card lays the whole meld on the table and then discards a card. The turn goes on from there: the seats in "
                "between are skipped (F16). Nothing is drawn after a gan (F17)."
            ),
            say(
                "Who has discarded the last card without hu plays on, and can still take a drawn general (F21)."
            ),
        ]
    )


def the_claims(rules: MeldingRules) -> Text:
    """Return the section on who may claim what, and whose claim stands."""
    order = [listed([say(_TYPED[action]) for action in group]) for group in rules.order_of_claims]
    rows = [_row(rules, action) for group in rules.order_of_claims for action in group]
    return paragraphs(
        table("Claim | What it lays | After a discard | After a draw", rows),
        say(
            "The strongest claim stands: {order}. Of equal claims the first in turn order stands, counted from whoever discarded or drew "
            "the card; after a draw that player comes first (F11, F34). Nobody claims an own discard (F12).",
            order=linked(order, "before"),
        ),
        _contest(rules),
        say(
            "Everybody decides at once, and claims that did not get the card stay unknown (F35); where they are recorded they stand before "
            "the one that did, and a claim that is taken though a better one was called is illegal (F11). Who claims names the exact "
            "cards (F37)."
        ),
        sentences(
            say(
                "A pair is made with a claimed card only as part of hu {rule}."
                if rules.pair_chi == "only-for-hu"
                else "A pair may be claimed at any time {rule}.",
                rule=switch_rule(rules, "pair_chi"),
            ),
            say(
                "Who can call gan must: to let the card go, or to take it with pong, is illegal where the record proves the gan {rule}."
                if rules.forced_gan
                else "Nobody has to call gan {rule}.",
                rule=switch_rule(rules, "forced_gan"),
            ),
        ),
    )


def _row(rules: MeldingRules, action: SeatAction) -> tuple[Words, ...]:
    lays = (
        say("any meld, the rest of the hand being melds")
        if action is SeatAction.HU
        else listed(claimed_with(rules, action), "or")
    )
    whose = (_who(rules, action, drawn=False), _who(rules, action, drawn=True))
    return (say(_TYPED[action]), lays, *whose)


def _who(rules: MeldingRules, action: SeatAction, *, drawn: bool) -> Words:
    """Return who may make the claim, asked of the rules at a table of four."""
    offer = Offer(rules.deck.cards[0], 1, drawn)
    eligible = eligible_seats(offer, seats=_SEATS)
    allowed = [
        seat
        for seat in eligible
        if action is not SeatAction.CHI or may_chi(rules, offer, seat, seats=_SEATS)
    ]
    if allowed == eligible:
        return say("everybody") if drawn else say("everybody else")
    return say(
        "{words} {rule}",
        words=listed([say(_DRAWN[seat]) for seat in allowed], "or"),
        rule=switch_rule(rules, "next_may_chi_drawn") if drawn else cited("F12"),
    )


def _contest(rules: MeldingRules) -> Words:
    """Return an example in which three seats want one card and the best claim is left out each time."""
    offer = Offer(rules.deck.parse_all("Hg")[0], 1, drawn=False)
    claims = [Claim(2, SeatAction.CHI), Claim(3, SeatAction.PONG), Claim(4, SeatAction.HU)]
    order = []
    while claims:
        best = prevailing_claim(rules, offer, claims, seats=_SEATS)
        order += [best] if best else []
        claims = [claim for claim in claims if claim != best]
    first, second, third = order
    claimants = [
        say("seat {number} with {claim}", number=claim.seat, claim=say(str(claim.action)))
        for claim in reversed(order)
    ]
    return say(
        "Say that seat 1 of four discards {card} and that it could be claimed by {claims}. Seat {first} takes it with {first_claim}. If "
        "it does not, seat {second} takes it with {second_claim}, and after that seat's discard seat {after} is next. If neither does, "
        "seat {third} takes it with {third_claim}.",
        card=code(offer.card),
        claims=listed(claimants),
        first=first.seat,
        first_claim=say(str(first.action)),
        second=second.seat,
        second_claim=say(str(second.action)),
        after=second.seat % _SEATS + 1,
        third=third.seat,
        third_claim=say(str(third.action)),
    )


def generals(rules: MeldingRules) -> Text:
    """Return the section: generals are never discarded, and must be taken when drawn."""
    return paragraphs(
        say("Generals, {card}, are never discarded (F15).", card=code(rules.undiscardable_type)),
        _drawn_general(rules),
    )


def _drawn_general(rules: MeldingRules) -> Words:
    cite = switch_rule(rules, "drawn_general_forced")
    if not rules.drawn_general_forced:
        return say(
            "Who draws a general need not take it {rule}: it is on offer like any other card, and passes if nobody claims it.",
            rule=cite,
        )
    return say(
        "Who draws a general must take it {rule}: alone, in a command or in any other meld with it, then discarding a card. Only another "
        "player's hu or gan goes before that; nobody else may chi it. A general that is left lying is held against the next draw."
        if rules.identify(rules.deck.parse_all("Gr Gr Gr Gr"))
        else "Who draws a general must take it {rule}: alone, in a command or in any other meld with it, then discarding a card. Only another "
        "player's hu goes before that; nobody else may chi it. A general that is left lying is held against the next draw.",
        rule=cite,
    )
