"""The games of other packages: found by their entry points, checked, and refused with a reason if they cannot be played."""

import logging
import re
from collections.abc import Collection, Iterator
from importlib.metadata import EntryPoint, entry_points

from referee.carried_state import Carried
from referee.climbing import ClimbingRules
from referee.dispatch import adjudicate
from referee.melding import MeldingRules
from referee.record import HandRecord, SheetKind
from referee.rules import Rules

GROUP = "referee.variants"
"""The group of entry points that name the tables of games."""

_END_OF_GAME = ("target", "hands_per_match", "final_tie")
"""The house rules that every climbing game has."""

_KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_logger = logging.getLogger(__name__)


class UnusableTableError(ValueError):
    """Raised for an entry point whose object is no table of a game, or lacks something."""


def installed_tables(taken: Collection[str]) -> dict[str, Rules]:
    """Return the tables of the installed packages by their keys, except keys that are ``taken``.

    A table that cannot be used is left out, and the log says which package brought it and what is wrong.
    """
    tables: dict[str, Rules] = {}
    for entry in sorted(entry_points(group=GROUP), key=_package_and_name):
        try:
            if entry.name in taken or entry.name in tables:
                raise UnusableTableError(f"There is a game {entry.name!r} already; it stays.")
            tables[entry.name] = _load(entry)
        except Exception as error:  # the module of another package may raise anything
            _logger.warning(
                "The package %s brings no game %r: %s",
                *_package_and_name(entry),
                _reason(error),
            )
    return tables


def _package_and_name(entry: EntryPoint) -> tuple[str, str]:
    return (entry.dist and entry.dist.name) or "of an unknown name", entry.name


def _reason(error: Exception) -> str:
    return (
        str(error) if isinstance(error, UnusableTableError) else f"{type(error).__name__}: {error}"
    )


def _load(entry: EntryPoint) -> Rules:
    """Return the table that an entry point names.  Raises UnusableTableError, or whatever its module raises."""
    rules = entry.load()
    if not isinstance(rules, ClimbingRules | MeldingRules):
        raise UnusableTableError(
            f"{entry.value} is a {type(rules).__name__}, not ClimbingRules or MeldingRules."
        )
    if rules.variant != entry.name:
        raise UnusableTableError(
            f"The entry point is called {entry.name!r}, its table {rules.variant!r}."
        )
    if defects := list(_defects(rules)) or list(_settlement_defects(rules)):
        raise UnusableTableError(f"{entry.value} {'; '.join(defects)}.")
    return rules


def _defects(rules: Rules) -> Iterator[str]:
    """Yield what a table lacks."""
    if not _KEY.fullmatch(rules.variant):
        yield "has a key that is not lower-case letters and digits, with single hyphens between"
    if not rules.name or not rules.edition:
        yield "has no name or no edition"
    if not rules.seats or max(rules.seats) * rules.hand_size > len(rules.deck):
        yield "deals more cards than its deck has"
    if not rules.house_rules:
        yield "has no house rules in force: end it with .with_house_rules({})"
    if isinstance(rules, ClimbingRules):
        yield from _climbing_defects(rules)


def _climbing_defects(rules: ClimbingRules) -> Iterator[str]:
    if not rules.ladder or not any(shape.size == 1 for shape in rules.shapes):
        yield "has no single on its ladder"
    if lacking := [name for name in _END_OF_GAME if name not in rules.house_rules]:
        yield f"lacks the house rules {', '.join(lacking)}"
    if rules.settle is None:
        yield "has no settlement"
    if nameless := [shape.kind.name for shape in rules.bombs if not shape.kind.one]:
        yield f"has bombs without the words `one`, such as 'a quartet': {', '.join(nameless)}"
    if unknown := {card for card in rules.deck.copies if card not in rules.order.heights}:
        yield f"has cards without a place in its order: {', '.join(sorted(unknown))}"


def _settlement_defects(rules: Rules) -> Iterator[str]:
    """Yield what goes wrong where a score sheet of a climbing game is settled."""
    for seats in rules.seats if isinstance(rules, ClimbingRules) else ():
        others = range(1, seats)
        by_place = rules.sheet is SheetKind.ORDER_OUT
        sheet = HandRecord(went_out=(*others,)) if by_place else HandRecord(cards_left=(0, *others))
        nothing = (0,) * seats
        try:
            adjudicate(rules, sheet, Carried(number=1, won=nothing, totals=nothing), seats=seats)
        except Exception as error:  # the settlement of another package may raise anything
            yield f"settles no score sheet of {seats} players ({_reason(error)})"
