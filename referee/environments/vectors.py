"""What one seat knows as a list of numbers of a fixed length, for programs that learn."""

from collections import Counter
from collections.abc import Iterable, Iterator

from referee.cards import Card
from referee.environments.observations import SeatView, discarded
from referee.melding.position import MeldingPosition
from referee.position import Position
from referee.rules import Rules
from referee.table import Table


def observation_vector(table: Table, seat: int) -> list[int]:
    """Return what ``observe`` tells of the present moment as whole numbers, always as many in one game.

    A *count of cards* is a number for each card of ``rules.deck.copies``: how often it is there.  *By seat* begins with
    the observing seat and goes on clockwise.  One after another:

    - the count of its own cards;
    - in climbing games: by seat, the count of the cards that it played, in the whole hand, or in the current trick where past tricks may
      not be looked at; the count of the cards to beat; by seat, six numbers: how many cards it holds, and, as 0 or 1, whether
      it is to act, whether its play stands, whether it has passed since, is out, is blocked; then the direction, 1 or -1;
    - in Four Color Cards: by seat, the count of the cards of its melds; the count of discarded cards that nobody
      claimed; the count of the card on offer; by seat, three numbers: how many cards it holds, and, as 0 or 1, whether
      it is to act, and whether the card on offer is from it; then whether that card was drawn, and how many cards can be drawn.

    >>> import referee
    >>> table = referee.Table("big-two", hand=referee.deal("big-two", seed=7))
    >>> vector = referee.observation_vector(table, 1)
    >>> len(vector), sum(vector[:52]), vector[-1]
    (337, 13, 1)

    Raises MalformedError as ``observe`` does.
    """
    view = SeatView(table, seat)
    parts = _melding(view) if isinstance(view.position, MeldingPosition) else _climbing(view)
    return [*_counts(view.rules, view.cards), *parts]


def vector_length(rules: Rules, seats: int) -> int:
    """Return the length of the vectors of a game."""
    faces = len(rules.deck.copies)
    if rules.family == "melding":
        return faces * (3 + seats) + 3 * seats + 2
    return faces * (2 + seats) + 6 * seats + 1


def _climbing(view: SeatView) -> Iterator[int]:
    position, rules, turn = view.position, view.rules, view.turn
    assert isinstance(position, Position)  # noqa: S101
    played = {seat: Counter[Card]() for seat in position.seats()}
    for event in view.plays():
        played[event.seat].update(event.cards)
    for seat in _from(view):
        yield from _counts(rules, played[seat].elements())
    yield from _counts(rules, position.standing.cards if position.standing else ())
    for seat in _from(view):
        yield position.counts[seat - 1] or 0
        yield from map(
            int,
            (
                seat == turn,
                seat == position.owner,
                seat in position.passed,
                seat in position.out,
                seat in position.blocked,
            ),
        )
    yield position.direction


def _melding(view: SeatView) -> Iterator[int]:
    position, rules = view.position, view.rules
    assert isinstance(position, MeldingPosition)  # noqa: S101
    offer, finish = position.offer, position.finish
    for seat in _from(view):
        has_finished = finish is not None and finish.seat == seat
        melds = finish.melds if finish and has_finished else position.melds[seat - 1]
        yield from _counts(rules, (card for laid in melds for card in laid.cards))
    yield from _counts(rules, discarded(position).elements())
    yield from _counts(rules, (offer.card,) if offer else ())
    for seat in _from(view):
        yield position.counts[seat - 1] or 0
        yield from map(int, (seat == view.turn, bool(offer and offer.seat == seat)))
    yield int(bool(offer and offer.drawn))
    yield position.stock or 0


def _from(view: SeatView) -> list[int]:
    """Return the seats, the observing one first, clockwise."""
    seats = view.table.seats
    return [(view.seat - 1 + step) % seats + 1 for step in range(seats)]


def _counts(rules: Rules, cards: Iterable[Card]) -> list[int]:
    counts = Counter(cards)
    return [counts[card] for card in rules.deck.copies]
