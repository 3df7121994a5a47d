"""Read the score sheet of a melding hand, and check it against the events and the cards left at the end."""

from collections import Counter
from dataclasses import dataclass

from referee.cards import UNSEEN, Card, Cards
from referee.melding.holdings import Holdings
from referee.melding.position import UNKNOWN_OFFER, Finish, LaidCards, MeldingPosition
from referee.melding.rules import MeldingRules
from referee.reason_texts import count_cards
from referee.record import HandRecord, MalformedError, SeatAction


@dataclass(frozen=True)
class SheetResult:
    """The end of a hand as the scorer wrote it."""

    finish: Finish | None  # None if washed out, or if only the finisher is named
    finisher: int | None
    lucky: Card | None
    turned: bool  # whether the lucky card, or its absence, is known
    washed_out: bool


def read(rules: MeldingRules, hand: HandRecord, *, seats: int) -> SheetResult | None:
    """Return the hand's score sheet; None if there is none.  Raises MalformedError ``impossible-result``."""
    written = hand.exposed is not None or hand.concealed is not None
    turned = hand.lucky is not None or not rules.lucky_card
    lucky = hand.lucky[0] if hand.lucky and rules.lucky_card else None
    if hand.washed_out:
        if hand.finisher or written:
            raise _impossible("washed_out", "A hand that was washed out has no finisher.")
        return SheetResult(None, None, None, turned=True, washed_out=True)
    if hand.finisher is None:
        if written:
            raise _impossible("finisher", "These are a finisher's melds: say whose.")
        return (
            None
            if hand.lucky is None
            else SheetResult(None, None, lucky, turned=turned, washed_out=False)
        )
    melds = (*_melds(rules, hand, "exposed"), *_melds(rules, hand, "concealed"))
    if not written and hand.events:
        return SheetResult(None, hand.finisher, lucky, turned=turned, washed_out=False)
    _check_melds(rules, melds, lucky)
    finish = Finish(
        hand.finisher, melds, forced=False, source=None, proved=UNSEEN not in _card_counts(melds)
    )
    return SheetResult(finish, hand.finisher, lucky, turned=turned, washed_out=False)


def _melds(rules: MeldingRules, hand: HandRecord, key: str) -> tuple[LaidCards, ...]:
    sets = (hand.exposed if key == "exposed" else hand.concealed) or ()
    melds = []
    for number, cards in enumerate(sets):
        made = rules.identify(cards)
        if made is None and UNSEEN not in cards:
            raise _impossible(f"{key}[{number}]", f"{' '.join(cards)} is no meld.")
        melds.append(LaidCards(made.meld if made else None, cards, exposed=key == "exposed"))
    return tuple(melds)


def _card_counts(melds: tuple[LaidCards, ...]) -> Counter[Card]:
    return Counter(card for laid in melds for card in laid.cards)


def _check_melds(rules: MeldingRules, melds: tuple[LaidCards, ...], lucky: Card | None) -> None:
    cards = _card_counts(melds)
    if cards.total() != rules.finisher_card_count:
        message = f"A finisher's melds have {rules.finisher_card_count} cards, not {cards.total()}."
        raise _impossible("exposed", message)
    if not any(laid.exposed for laid in melds) and not _may_all_be_concealed(rules):
        raise _impossible("exposed", "The meld with the claimed card is exposed.")
    cards.update([lucky] if lucky else [])
    for card, number in cards.items():
        if card != UNSEEN and number > rules.deck.copies[card]:
            message = f"{number} times {card}: the deck has {rules.deck.copies[card]}."
            raise _impossible("exposed", message)


def _may_all_be_concealed(rules: MeldingRules) -> bool:
    return rules.heavenly_hu or rules.hu_card_counts_as_hand == "if-self-drawn"


def _impossible(where: str, message: str) -> MalformedError:
    return MalformedError("impossible-result", where, message)


def _mismatch(where: str, message: str) -> MalformedError:
    return MalformedError("result-mismatch", where, message)


def reconcile(
    rules: MeldingRules, hand: HandRecord, sheet: SheetResult, end: MeldingPosition
) -> MeldingPosition:
    """Return the end by the events, completed from the score sheet.  Raises MalformedError ``result-mismatch``."""
    gaps = any(event.action is SeatAction.UNSEEN for event in hand.events or ())
    if sheet.washed_out:
        _check_washed_out(end, gaps=gaps)
        return end
    if sheet.finisher is None:
        return end if end.finish is None else _with_lucky(end, sheet)
    if end.finish is None:
        return _with_lucky(_ended_by_sheet(sheet, end, gaps=gaps), sheet)
    if end.finish.seat != sheet.finisher:
        message = (
            f"By the events seat {end.finish.seat} finished, by the sheet seat {sheet.finisher}."
        )
        raise _mismatch("finisher", message)
    if sheet.finish is not None:
        _check_named_melds(hand, sheet.finish)
        end = end._replace(finish=_reconcile_melds(end.finish, sheet.finish, gaps=gaps))
    return _with_lucky(end, sheet)


def _ended_by_sheet(sheet: SheetResult, end: MeldingPosition, *, gaps: bool) -> MeldingPosition:
    """Return an end known only from the sheet: unseen, or a seat that took a card could not discard (F19)."""
    forced = end.has_claimed and not gaps
    if not gaps and not (forced and end.turn == sheet.finisher):
        raise _mismatch("finisher", "By the events the hand is not over; the sheet says it is.")
    nothing = Finish(sheet.finisher or 0, (), forced=False, source=None, proved=False)
    finish = sheet.finish or nothing
    source = end.source if forced else UNKNOWN_OFFER
    return end._replace(finish=finish._replace(forced=forced, source=source))


def _check_named_melds(hand: HandRecord, sheet: Finish) -> None:
    """Raise MalformedError unless the sheet has the melds that the finisher named (F24)."""
    ended = [
        event for event in hand.events or () if event.action is SeatAction.HU and not event.called
    ]
    named = Counter(tuple(sorted(cards)) for cards in ended[-1].melds[1:]) if ended else Counter()
    other = named - Counter(_sorted(laid) for laid in sheet.melds)
    if other:
        raise _mismatch("concealed", f"The events name {_sets_text(other)}; the sheet does not.")


def _check_washed_out(end: MeldingPosition, *, gaps: bool) -> None:
    if end.finish is not None:
        raise _mismatch("washed_out", f"By the events seat {end.finish.seat} finished.")
    if not gaps and (end.offer is None or end.stock != 0):
        raise _mismatch("washed_out", "By the events the stock was not exhausted.")


def _reconcile_melds(finish: Finish, sheet: Finish, *, gaps: bool) -> Finish:
    """Return the finish with the sheet's division of the hand, which counts where the events name none."""
    for key, exposed in (("exposed", True), ("concealed", False)):
        by_events = Counter(_sorted(laid) for laid in finish.melds if laid.exposed is exposed)
        by_sheet = Counter(_sorted(laid) for laid in sheet.melds if laid.exposed is exposed)
        if by_events == by_sheet or gaps:
            continue
        divided = Counter(card for cards in by_events.elements() for card in cards)
        written = Counter(card for cards in by_sheet.elements() for card in cards)
        if exposed or (finish.proved and divided != written):
            message = f"By the events {_sets_text(by_events)}, by the sheet {_sets_text(by_sheet)}."
            raise _mismatch(key, message)
    return finish._replace(melds=sheet.melds, proved=sheet.proved)


def _sorted(laid: LaidCards) -> Cards:
    return tuple(sorted(laid.cards))


def _sets_text(sets: Counter[Cards]) -> str:
    return " / ".join(" ".join(cards) for cards in sets.elements()) or "nothing"


def _with_lucky(end: MeldingPosition, sheet: SheetResult) -> MeldingPosition:
    if sheet.lucky is None:
        return end
    if (
        end.lucky is not None
        and end.lucky != sheet.lucky
        and UNSEEN not in {end.lucky, sheet.lucky}
    ):
        message = f"By the events the {end.lucky} was turned, by the sheet the {sheet.lucky}."
        raise _mismatch("lucky", message)
    return end._replace(lucky=sheet.lucky)


def check_left(
    rules: MeldingRules, known: Holdings, hand: HandRecord, end: MeldingPosition
) -> None:
    """Raise MalformedError unless the cards left agree with the deal and the events."""
    finisher = end.finish.seat if end.finish is not None else 0
    for place, cards in enumerate(hand.left or ()):
        if cards is None or hand.events is None:
            continue
        if place + 1 == finisher and (not cards or not end.finish or not end.finish.forced):
            continue  # the finisher laid every card down
        count = end.counts[place]
        if count is not None and len(cards) != count:
            message = (
                f"By the events seat {place + 1} has {count_cards(count)} left, not {len(cards)}."
            )
            raise _mismatch(f"left[{place}]", message)
        most = _most_left(rules, known, hand, place)
        if count is None and rules.weighs_unseen_actions and len(cards) > most:
            message = f"By the events seat {place + 1} has at most {count_cards(most)} left, not {len(cards)}."
            raise _mismatch(f"left[{place}]", message)
        known_left = Counter(card for card in cards if card != UNSEEN)
        wrong = known_left - known.certain[place] or Counter(end.holdings[place]) - known_left
        if wrong and (
            known_left - known.certain[place] or wrong.total() > len(cards) - known_left.total()
        ):
            message = (
                f"Seat {place + 1} cannot have these left: the deal or the events say otherwise."
            )
            raise _mismatch(f"left[{place}]", message)


def _most_left(rules: MeldingRules, known: Holdings, hand: HandRecord, place: int) -> int:
    """Return the most cards that a seat can have left, whatever was done unseen before somebody called hu."""
    ends = (n for n, event in enumerate(hand.events or (), 1) if event.action is SeatAction.HU)
    end = next(ends, len(hand.events or ()) + 1)
    shown = sum(
        len(move.cards)
        for move in known.movements
        if move.seat == place + 1 and move.stands and move.event < end
    )
    return max(0, rules.hand_size + 1 - shown)
