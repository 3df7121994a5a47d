"""Every event that is legal next at a table, of any seat, and tables in the middle of a hand."""

from random import Random
from typing import Any

import referee
from referee import Family, Table


def legal_events(table: Table) -> list[str]:
    """Return every legal event; passes only where nothing else is legal."""
    anybody = table.rules.family is Family.MELDING and table.standing is not None
    seats = range(1, len(table.holdings) + 1) if anybody else [table.turn]
    events = [f"{seat}: {play}" for seat in seats for play in table.legal_plays(seat)]
    return [event for event in events if not event.endswith(": pass")] or events


def random_table(chance: Random, variant: str, *, seats: int = 4, events: int = 1000) -> Table:
    """Return a table after so many random legal events, or at the end of the hand; every card is known."""
    hand = referee.deal(variant, seed=chance.getrandbits(32), seats=seats)
    table, stock = Table(variant, seats=seats, hand=hand), str(hand.get("stock", "")).split()
    while len(table.events) < events and table.adjudication.status == "unfinished":
        event = with_drawn_card(chance.choice(legal_events(table)), stock)
        table.play(event)
    return table


def with_drawn_card(event: str, stock: list[Any]) -> str:
    """Return the event with the next card of the stock where one is drawn."""
    return event.replace("?", stock.pop(0)) if event.endswith("?") else event
