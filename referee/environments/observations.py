"""What one seat knows of a hand: its own cards, and what everybody at the table sees."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from referee.cards import UNSEEN, Card
from referee.climbing.progress import ClimbingHandInProgress
from referee.climbing.rules import ClimbingRules
from referee.events import find_takebacks, format_event
from referee.melding.position import MeldingPosition
from referee.melding.progress import MeldingHandInProgress
from referee.position import Position
from referee.record import HandEvent, MalformedError, SeatAction
from referee.rules import Rules
from referee.table import Table, progress_of


def observe(table: Table, seat: int, *, with_past_tricks: bool = False) -> dict[str, Any]:
    """Return what a seat knows, as JSON.  What is listed by seat begins with seat 1.

    In every game: ``variant``, ``house_rules`` (all that are in force), ``seats``, ``seat``, ``number`` (of the hand),
    ``totals`` (before it), ``cards`` (its own, in the order of the deck), ``counts`` (how many cards each seat holds), ``turn``,
    ``over`` and ``events``.  ``turn`` is null where a card decides who leads, nobody has led and the seat does not hold it.

    In climbing games: ``standing`` (``seat`` and ``cards`` to beat, or null), ``passed`` (seats, since the last play), ``out``
    (in this order), ``blocked``, ``direction`` (1 is clockwise, -1 anticlockwise) and ``exchange`` (``loser``, ``winner`` and
    whether the loser ``gave``; null if nothing is due).  Where past tricks may not be looked at (G36), ``events`` has
    the gifts and the current trick only, unless ``with_past_tricks`` is true: for a player who remembers them.

    In Four Color Cards: ``offer`` (the ``card`` that may be claimed, its ``seat``, whether it was ``drawn``; or null), ``melds``
    (by seat, what was laid down), ``discarded`` (cards that nobody claimed), ``stock`` (how many cards can be drawn) and ``lucky``.
    ``events`` has no passes: who does not claim a card says nothing.

    >>> import referee
    >>> table = referee.Table("big-two", hand=referee.deal("big-two", seed=7))
    >>> table.play("3: 3C")
    Legal()
    >>> known = referee.observe(table, 1)
    >>> known["cards"][:4], known["counts"], known["turn"], known["standing"]
    (['5C', '5S', '6S', '7D'], [13, 13, 12, 13], 4, {'seat': 3, 'cards': ['3C']})

    Raises MalformedError for a seat that there is not, and where the cards of the seat are not all known.
    """
    view = SeatView(table, seat)
    known = {
        "variant": table.rules.variant,
        "house_rules": dict(table.rules.house_rules),
        "seats": table.seats,
        "seat": seat,
        "number": view.carried.number,
        "totals": None if view.carried.totals is None else list(view.carried.totals),
        "cards": list(view.cards),
        "counts": list(view.position.counts[: table.seats]),
        "turn": view.turn,
        "over": table.is_over,
    }
    events = view.events(with_past_tricks=with_past_tricks)
    return {**known, **view.situation(), "events": list(map(format_event, events))}


class SeatView:
    """The present moment of a table, as one seat sees it.  Raises MalformedError as ``observe`` does."""

    def __init__(self, table: Table, seat: int) -> None:
        if seat not in range(1, table.seats + 1):
            message = f"{seat!r} is no seat here: seats are numbered 1 to {table.seats}."
            raise MalformedError("bad-seat", "", message)
        self.table, self.seat, self.rules = table, seat, table.rules
        self._progress = progress_of(table)
        self.carried = self._progress.carried
        self.position: Position | MeldingPosition = self._progress.position
        cards = table.holdings[seat - 1]
        if cards is None or UNSEEN in cards:
            message = f"The cards of seat {seat} are not all known: deal them to observe its hand."
            raise MalformedError("unknown-hand", "", message)
        self.cards = self.rules.deck.in_order(map(Card, cards))

    @property
    def turn(self) -> int | None:
        """The seat to act, if this seat knows it."""
        turn, position, rules = self.table.turn, self.position, self.rules
        if not isinstance(position, Position) or not isinstance(rules, ClimbingRules):
            return turn
        is_decided_by_card = self.carried.number == 1 or not rules.winner_leads
        if is_decided_by_card and not position.opened:
            return turn if turn == self.seat else None
        return turn

    def events(self, *, with_past_tricks: bool) -> Sequence[HandEvent]:
        """Return the events that the seat knows of, in their order."""
        if isinstance(self._progress, MeldingHandInProgress):
            return list(_without_passes(self._progress.events))
        if with_past_tricks or not self.rules.hides_past_tricks:
            return self._progress.events
        gifts = [event for event in self._progress.events if event.action is SeatAction.GIVES]
        return [*gifts, *_current_trick(self._progress)]

    def plays(self) -> Sequence[HandEvent]:
        """Return the plays that the seat may look at, none taken back."""
        if self.rules.hides_past_tricks and isinstance(self._progress, ClimbingHandInProgress):
            events = list(_current_trick(self._progress))
        else:
            gone = set(find_takebacks(self._progress.events).values())
            numbered = enumerate(self._progress.events, 1)
            events = [event for number, event in numbered if number not in gone]
        return [event for event in events if event.action is SeatAction.PLAY]

    def situation(self) -> dict[str, Any]:
        """Return what everybody sees, beyond what all games have."""
        position = self.position
        if isinstance(position, MeldingPosition):
            return _melding_situation(self.rules, position)
        due, standing = position.exchange, position.standing
        cards = None if standing is None else list(standing.cards)
        return {
            "standing": None if cards is None else {"seat": position.owner or None, "cards": cards},
            "passed": sorted(position.passed),
            "out": list(position.out),
            "blocked": list(position.blocked),
            "direction": position.direction,
            "exchange": due and {"loser": due.loser, "winner": due.winner, "gave": due.loser_gave},
        }


def discarded(position: MeldingPosition) -> Counter[Card]:
    """Return the cards that were turned up and that nobody claimed."""
    laid = Counter(card for melds in position.melds for one in melds for card in one.cards)
    offer = Counter([position.offer.card] if position.offer else ())
    finish = position.finish.cards() if position.finish else Counter[Card]()
    return Counter(position.gone) - (finish | laid) - offer


def _without_passes(events: Sequence[HandEvent]) -> Iterator[HandEvent]:
    """Yield the events that are no pass, and do not take one back."""
    undone = find_takebacks(events)
    for number, event in enumerate(events, 1):
        if events[undone.get(number, number) - 1].action is not SeatAction.PASS:
            yield event


def _current_trick(progress: ClimbingHandInProgress) -> Iterator[HandEvent]:
    """Yield the plays and passes of the trick that is on; of a trick that is over, nothing."""
    positions, trick = progress.positions, progress.position.trick
    gone = set(find_takebacks(progress.events).values())
    for number, event in enumerate(progress.events, 1):
        before, after = positions[number - 1].trick, positions[number].trick
        is_play = event.action is SeatAction.PLAY
        is_shown = event.action is SeatAction.PASS or is_play
        if after == trick and (before == trick or is_play) and is_shown and number not in gone:
            yield event


def _melding_situation(rules: Rules, position: MeldingPosition) -> dict[str, Any]:
    offer, finish = position.offer, position.finish
    melds = [[list(laid.cards) for laid in laid_by_seat] for laid_by_seat in position.melds]
    if finish is not None:
        melds[finish.seat - 1] = [list(laid.cards) for laid in finish.melds]
    return {
        "offer": offer and {"card": offer.card, "seat": offer.seat or None, "drawn": offer.drawn},
        "melds": melds,
        "discarded": list(rules.deck.in_order(discarded(position).elements())),
        "stock": position.stock,
        "lucky": position.lucky,
    }
