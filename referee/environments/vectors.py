"""What one seat knows as a list of numbers of a fixed length, for programs that learn."""

from collections import Counter
from collections.abc import Iterable, Iterator

from referee.cards import Card
from referee.environments.observations import Moment, discarded
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
    >>> len(vector), len(vector) == vector_length(table.rules, 4), sum(vector[:52])
    (337, True, 13)

    Raises MalformedError as ``observe`` does.
    """
    moment = Moment(table, seat)
    parts = _melding(moment) if isinstance(moment.position, MeldingPosition) else _climbing(moment)
    return [*_counts(moment.rules, moment.cards), *parts]


def vector_length(rules: Rules, seats: int) -> int:
    """Return the length of the vectors of a game."""
    faces = len(rules.deck.copies)
    if rules.family == "melding":
        return faces * (3 + seats) + 3 * seats + 2
    return faces * (2 + seats) + 6 * seats + 1


def _climbing(moment: Moment) -> Iterator[int]:
    position, rules, turn = moment.position, moment.rules, moment.turn
    assert isinstance(position, Position)  # noqa: S101
    played = {seat: Counter[Card]() for seat in position.seats()}
    for event in moment.plays():
        played[event.seat].update(event.cards)
    for seat in _from(moment):
        yield from _counts(rules, played[seat].elements())
    yield from _counts(rules, position.standing.cards if position.standing else ())
    for seat in _from(moment):
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


def _melding(moment: Moment) -> Iterator[int]:
    position, rules = moment.position, moment.rules
    assert isinstance(position, MeldingPosition)  # noqa: S101
    offer, finish = position.offer, position.finish
    for seat in _from(moment):
        has_finished = finish is not None and finish.seat == seat
        melds = finish.melds if finish and has_finished else position.melds[seat - 1]
        yield from _counts(rules, (card for laid in melds for card in laid.cards))
    yield from _counts(rules, discarded(position).elements())
    yield from _counts(rules, (offer.card,) if offer else ())
    for seat in _from(moment):
        yield position.counts[seat - 1] or 0
        yield from map(int, (seat == moment.turn, bool(offer and offer.seat == seat)))
    yield int(bool(offer and offer.drawn))
    yield position.stock or 0


def _from(moment: Moment) -> list[int]:
    """Return the seats, the observing one first, clockwise."""
    seats = moment.table.seats
    return [(moment.seat - 1 + step) % seats + 1 for step in range(seats)]


def _counts(rules: Rules, cards: Iterable[Card]) -> list[int]:
    counts = Counter(cards)
    return [counts[card] for card in rules.deck.copies]
