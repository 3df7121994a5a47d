"""The events of a hand, parsed and checked against the number of seats."""

from functools import lru_cache

from referee.events import parse_event, parse_melding_event
from referee.record import Family, HandEvent, Json, MalformedError, SeatAction
from referee.rules import Rules


def parse_events(events: Json, rules: Rules, *, seats: int) -> tuple[HandEvent, ...] | None:
    """Return the events of a hand; None without events.

    Raises MalformedError with its path at the first event that cannot be parsed.
    """
    if events is None:
        return None
    if not isinstance(events, list):
        raise MalformedError("bad-event", "events", "Events are a list of texts.")
    parsed: list[HandEvent] = []
    try:
        for text in events:
            parsed.append(_parse_event(rules, seats, text))  # noqa: PERF401 - its length is the index of an error
    except MalformedError as error:
        raise error.within(f"events[{len(parsed)}]") from None
    except TypeError:  # a value that the cache cannot hash is not a text
        raise _not_text_error(events[len(parsed)]).within(f"events[{len(parsed)}]") from None
    return tuple(parsed)


@lru_cache(1 << 16)
def _parse_event(rules: Rules, seats: int, text: Json) -> HandEvent:
    """Parse an event.  Cached: a scorer's texts repeat often."""
    if not isinstance(text, str):
        raise _not_text_error(text)
    melding = rules.family is Family.MELDING
    event = parse_melding_event(rules.deck, text) if melding else parse_event(rules.deck, text)
    if not _has_valid_seats(event, seats=seats):
        raise MalformedError("bad-seat", "", f"Seats are numbered 1 to {seats}.")
    if event.action is SeatAction.GIVES and not rules.gifts:
        message = f"Nothing is given in {rules.name}: '2: 7H 7S', '3: pass', '2: unseen' and '2: takes back' are known."
        raise MalformedError("bad-event", "", message)
    return event


def _has_valid_seats(event: HandEvent, *, seats: int) -> bool:
    """Return whether the event names seats of this table; seat 0 only for ``unseen`` alone."""
    if event.seat == 0 and event.text.strip().lower() != SeatAction.UNSEEN:
        return False
    receiver = event.to if event.action is SeatAction.GIVES else 1
    return event.seat <= seats and 1 <= receiver <= seats


def _not_text_error(value: Json) -> MalformedError:
    return MalformedError("bad-event", "", f"{value!r} is no text.")
