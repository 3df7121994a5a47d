"""House rules: the named, typed switches of a variant, and their digest (rulings §7)."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from referee.record import Json, MalformedError, RulingId

Check: TypeAlias = Callable[[Json], bool]

MAX_NUMBER = 2**53
"""The largest number in a record: every JSON reader represents integers up to it exactly."""

NONE = "none"
"""The value of a limit that does not apply, such as no target."""


NUMBER = {"type": "number", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER}
AMOUNT = {"type": "number", "minimum": 0, "maximum": MAX_NUMBER}
POSITIVE = {"type": "number", "exclusiveMinimum": 0, "maximum": MAX_NUMBER}
WHOLE = {"type": "integer", "minimum": 0}
COUNT = {"type": "integer", "minimum": 1}
"""Numbers in JSON Schema, for which 2.0 is an integer; a record writes it 2."""


@dataclass(frozen=True, kw_only=True)
class HouseRule:
    """A switch of a variant: its type, default and accepted values, and the ruling behind it."""

    name: str
    type: str  # "boolean", "choice", "number", "list" or "text"
    default: Json
    choices: tuple[str, ...] = ()
    accepts: Check
    schema: Mapping[str, Json]  # the accepted values as JSON Schema, which may accept more
    expected: str  # describes the accepted values, for error messages
    rule: RulingId
    text: str  # a sentence: what it changes

    def as_json(self) -> dict[str, Json]:
        """Return the switch as the list of variants shows it."""
        return {
            "name": self.name,
            "type": self.type,
            "default": self.default,
            "choices": list(self.choices),
            "expected": self.expected,
            "rule": self.rule,
            "text": self.text,
        }


def boolean(name: str, default: Json, rule: RulingId, text: str) -> HouseRule:
    """Return a switch that is on or off."""
    return HouseRule(
        name=name,
        type="boolean",
        default=default,
        accepts=lambda value: isinstance(value, bool),
        schema={"type": "boolean"},
        expected="true or false",
        rule=rule,
        text=text,
    )


def choice(
    name: str, default: Json, choices: tuple[str, ...], rule: RulingId, text: str
) -> HouseRule:
    """Return a switch with named values, in the order of its table."""
    return HouseRule(
        name=name,
        type="choice",
        default=default,
        choices=choices,
        accepts=lambda value: isinstance(value, str) and value in choices,
        schema={"enum": list(choices)},
        expected="one of " + ", ".join(choices),
        rule=rule,
        text=text,
    )


def is_number(value: Json) -> bool:
    """Return whether the value is a finite number within MAX_NUMBER; booleans are not numbers."""
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_NUMBER
    )


def is_positive(value: Json) -> bool:
    """Return whether the value is a number above 0."""
    return is_number(value) and bool(value > 0)


def is_count(value: Json) -> bool:
    """Return whether the value is a whole number from 1 up."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def limit(name: str, default: Json, rule: RulingId, text: str, *, whole: bool = False) -> HouseRule:
    """Return a switch that is a positive number or ``none``."""
    fits = is_count if whole else is_positive
    return HouseRule(
        name=name,
        type="number",
        default=default,
        choices=(NONE,),
        accepts=lambda value: value == NONE or fits(value),
        schema={"anyOf": [COUNT if whole else POSITIVE, {"const": NONE}]},
        expected=f"a {'whole ' if whole else ''}number above 0, or the text none",
        rule=rule,
        text=text,
    )


@dataclass(frozen=True)
class SwitchRows:
    """Defaults and rulings of a game's switches.  A switch without a row is left out by ``with_rows``."""

    rows: Mapping[str, tuple[Json, RulingId]]  # by name

    def on_off(self, name: str, text: str) -> HouseRule:
        """Return a switch that is on or off."""
        return boolean(name, *self._row(name), text)

    def one_of(self, name: str, choices: tuple[str, ...], text: str) -> HouseRule:
        """Return a switch with named values, in the order of its table."""
        default, rule = self._row(name)
        return choice(name, default, choices, rule, text)

    def limit(self, name: str, text: str, *, whole: bool = False) -> HouseRule:
        """Return a switch that is a positive number or ``none``."""
        return limit(name, *self._row(name), text, whole=whole)

    def value(
        self,
        name: str,
        type: str,  # noqa: A002
        accepts: Check,
        schema: Mapping[str, Json],
        expected: str,
        text: str,
    ) -> HouseRule:
        """Return a switch of another type; see ``HouseRule``."""
        default, rule = self._row(name)
        return HouseRule(
            name=name,
            type=type,
            default=default,
            accepts=accepts,
            schema=schema,
            expected=expected,
            rule=rule,
            text=text,
        )

    def with_rows(self, *switches: HouseRule) -> tuple[HouseRule, ...]:
        """Return those of the switches that have a row."""
        return tuple(switch for switch in switches if switch.name in self.rows)

    def _row(self, name: str) -> tuple[Json, RulingId]:
        return self.rows.get(name, (None, ""))


def with_defaults(switches: tuple[HouseRule, ...], **defaults: Json) -> tuple[HouseRule, ...]:
    """Return the switches of a sister edition, some with another default.

    What a switch decides, such as the order of suits, is stated by its default: applying house rules overwrites the field.
    Raises KeyError for a switch that the table does not have.
    """
    if unknown := defaults.keys() - {switch.name for switch in switches}:
        raise KeyError(f"No such switch: {', '.join(sorted(unknown))}")
    return tuple(
        replace(switch, default=defaults.get(switch.name, switch.default)) for switch in switches
    )


def effective_values(
    switches: tuple[HouseRule, ...], chosen: Mapping[str, Json]
) -> dict[str, Json]:
    """Return the value of every switch, after checking the chosen ones.

    Raises MalformedError ``unknown-house-rule`` or ``bad-house-rule-value`` with the switch's path.
    """
    names = {switch.name for switch in switches}
    for name in chosen:
        if name not in names:
            known = ", ".join(sorted(names))
            message = f"This variant has no house rule {name!r}; it has {known}."
            raise MalformedError("unknown-house-rule", f"house_rules.{name}", message)
    for switch in switches:
        if switch.name in chosen and not switch.accepts(chosen[switch.name]):
            refuse_value(
                switch.name, f"{chosen[switch.name]!r} will not do: expected {switch.expected}."
            )
    return {switch.name: chosen.get(switch.name, switch.default) for switch in switches}


def refuse_value(name: str, message: str) -> None:
    """Raise MalformedError ``bad-house-rule-value`` at a switch."""
    raise MalformedError("bad-house-rule-value", f"house_rules.{name}", message)


def digest(variant: str, edition: str, house_rules: Mapping[str, Json]) -> str:
    """Return the SHA-256 of the canonical JSON of variant, edition and every effective house rule."""
    content = {"variant": variant, "edition": edition, "house_rules": dict(house_rules)}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


class IdleRule(NamedTuple):
    """A switch that has no effect while other switches have certain values, and why."""

    name: str
    condition: Mapping[str, tuple[Json, ...]]
    reason: str


IDLE_RULES = (
    IdleRule("bombs_beat_top_single", {"bombs": (False,)}, "there are no bombs"),
    IdleRule("after_out", {"play_to_last": (False,)}, "play ends with the first who goes out"),
    IdleRule(
        "protect_lead_highest",
        {"protect_last_card": (False,)},
        "there is no duty before a last card",
    ),
    IdleRule(
        "protect_forces_gang",
        {"protect_last_card": (False,)},
        "there is no duty before a last card",
    ),
    IdleRule("exchange_may_return_received", {"exchange": (False,)}, "nothing is exchanged"),
    IdleRule("gangs", {"deck": ("literal-42",)}, "this deck has no number more than four times"),
    IdleRule("multipliers", {"settlement": ("placement",)}, "places bring the points"),
    IdleRule(
        "placement_points",
        {"settlement": ("winner-collects", "pairwise", "penalties")},
        "places do not bring the points",
    ),
    IdleRule(
        "final_tie", {"target": (NONE,), "hands_per_match": (NONE,)}, "the game has no set end"
    ),
    IdleRule("general_quad_points", {"general_quad": (False,)}, "four generals are no meld"),
    IdleRule("lucky_counts_for_threshold", {"lucky_card": (False,)}, "no lucky card is turned"),
    IdleRule("lucky_on_forced", {"lucky_card": (False,)}, "no lucky card is turned"),
    IdleRule(
        "lucky_counts_for_threshold",
        {"lucky_card": (True,), "threshold": (0,)},
        "a threshold of 0 is always reached",
    ),
    IdleRule(
        "lucky_counts_for_threshold",
        {"lucky_card": (True,), "hu_requires_threshold": (True,), "no_discard": ("always-pays",)},
        "who calls hu has reached the threshold without it, and who is without a discard pays in any case",
    ),
    IdleRule("hu_requires_threshold", {"threshold": (0,)}, "a threshold of 0 is always reached"),
    IdleRule("next_first", {"rounds": (1,)}, "one hand is the whole game"),
)
"""The switches that can be idle, for every game.  A row does not apply to games that lack one of its switches."""


def find_idle(values: Mapping[str, Json]) -> dict[str, str]:
    """Return the switches that have no effect under these effective house rules, each with the reason.

    >>> find_idle({"exchange": False, "exchange_may_return_received": True})
    {'exchange_may_return_received': 'nothing is exchanged'}
    """
    reasons: dict[str, str] = {}
    for row in IDLE_RULES:
        stands = all(
            name in values and values[name] in allowed for name, allowed in row.condition.items()
        )
        if row.name in values and stands:
            reasons.setdefault(row.name, row.reason)
    return reasons
