"""What may have been done where nobody saw it, in hands of a melding game."""

from collections.abc import Iterator

from referee.melding.courses import Setting
from referee.melding.offers import Events


def acted(setting: Setting, events: Events, event: int) -> Iterator[Events]:
    yield events
