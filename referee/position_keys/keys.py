"""The key of a position, a short text that is equal for two tables on which the same can happen next, and the table of a key."""

from collections.abc import Iterator
from contextlib import suppress

from referee.melding import MeldingRules
from referee.melding.position import MeldingPosition
from referee.position_keys.climbing_keys import (
    format_key,
    keyed_position,
    parse_climbing_key,
)
from referee.position_keys.climbing_tables import climbing_tables
from referee.position_keys.key_parts import require_written, split_key
from referee.position_keys.melding_keys import (
    format_melding_key,
    melding_key,
    parse_melding_key,
)
from referee.position_keys.melding_tables import melding_tables
from referee.record import MalformedError
from referee.table import Table, progress_of


def position_key(table: Table) -> str:
    """Return the key of the position on a table.

    The key consists of the game, the house rules that differ from the game's own, the cards of each seat, and what decides
    what may follow: the seat to act, the direction, the combination to beat and its seat, who has passed, gone out or
    was blocked, whether the opening lead or a gift is due.  In Four Color Cards it has the melds, the card on offer, the
    calls for it and the cards of the stock instead; since the four colors are alike there, positions that differ only by
    an exchange of colors have one key.  How the position came about, and the points before the hand, are no part of it; nor is a
    pass in Four Color Cards, which changes nothing.

    A position has the same key in every release: keys may be stored.

    >>> import referee
    >>> table = referee.Table("big-two", hand=referee.deal("big-two", seed=7))
    >>> for action in ("3C", "3S", "pass"):
    ...     _ = table.play(action)
    >>> version, game, hands, state = referee.position_key(table).split(":")
    >>> version, game, hands.split("/")[2], state
    ('p1', 'big-two', '3H,4H,4S,6H,8C,9H,10C,10H,QC,KD,2D,2H', 'turn=2;standing=3S;owner=4;passed=1')

    Whether passes are written or implied is no part of it, though a table with implied passes lets later seats act at once.

    Raises MalformedError where the position is not wholly known: a card of a seat, or who is to act.
    """
    rules, position = table.rules, progress_of(table).position
    if isinstance(rules, MeldingRules) and isinstance(position, MeldingPosition):
        return melding_key(rules, position)
    return format_key(keyed_position(table))


def table_from_key(key: str) -> Table:
    """Return a table with the position of a key, on which all cards are known.

    What may be played, and what follows, is as on every other table with this key.  Only the history is not that of the
    original: where cards have been played, the events before the position are made up, and most of them are illegal, such
    as a seat that lays all the cards at once that it no longer has.  ``position_key`` of the table is the key.

    >>> import referee
    >>> table = referee.Table("big-two", hand=referee.deal("big-two", seed=7))
    >>> for action in ("3C", "3S", "5C", "6C"):
    ...     _ = table.play(action)
    >>> again = referee.table_from_key(referee.position_key(table))
    >>> again.turn, again.standing, again.legal_plays() == table.legal_plays()
    (3, ('6C',), True)

    In Four Color Cards the position may be in other colors than that of the original, and the order of the cards in the stock is
    not known.

    Raises MalformedError where the text is no key, and for a position that cannot come about.
    """
    for table in _possible_tables(key):
        with suppress(MalformedError):  # not all is known there
            if position_key(table) == key:
                return table
    raise MalformedError(
        "impossible-result",
        "",
        f"No history was found that leads to {key!r}. If the position came about by cards that were given against "
        "the rules, or played but not held, keep the deal and the events instead.",
    )


def _possible_tables(key: str) -> Iterator[Table]:
    """Return tables of which one has the position of a key, if a history leads there.  Raises MalformedError."""
    parts = split_key(key)
    if isinstance(parts.rules, MeldingRules):
        melding = parse_melding_key(parts, parts.rules)
        right, tables = format_melding_key(melding), melding_tables(melding)
    else:
        climbing = parse_climbing_key(parts)
        right, tables = format_key(climbing), climbing_tables(climbing)
    require_written(key, right)
    return tables
