"""The registry of games.

A new game is three files: its table in this package, a line in ``BUILT_IN``, and its worked plays in
``tests/referee/examples``; or a package of its own.  Front door: rules_for, variants, VARIANTS.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from referee.record import Json, MalformedError
from referee.rules import Rules
from referee.variants.big_two import BIG_TWO
from referee.variants.four_color_cards import FOUR_COLOR_CARDS
from referee.variants.gang_of_four import GANG_OF_FOUR
from referee.variants.gang_of_four_loser_scores import GANG_OF_FOUR_LOSER_SCORES
from referee.variants.pusoy_dos import PUSOY_DOS
from referee.variants.registry import Registry

BUILT_IN: tuple[Rules, ...] = (
    BIG_TWO,
    PUSOY_DOS,
    GANG_OF_FOUR,
    GANG_OF_FOUR_LOSER_SCORES,
    FOUR_COLOR_CARDS,
)

VARIANTS = Registry(BUILT_IN)
"""Every game by its key, under its own house rules; those of other packages too."""


def variant(name: object) -> Rules:
    """Return the table of a variant.  Raises MalformedError ``unknown-variant``."""
    rules = VARIANTS.get(name) if isinstance(name, str) else None
    if rules is None:
        raise MalformedError(
            "unknown-variant", "variant", f"{name!r} is none of {', '.join(VARIANTS)}."
        )
    return rules


def variants() -> list[dict[str, Json]]:
    """List every game with its house rules, as JSON, those of installed packages too.

    >>> import referee
    >>> game = next(game for game in referee.variants() if game["variant"] == "gang-of-four")
    >>> game["players"], [rule["name"] for rule in game["house_rules"]][:3]
    ([3, 4], ['phoenix', 'five_card_following', 'gangs'])
    """
    return [
        {
            "variant": rules.variant,
            "name": rules.name,
            "players": list(rules.seats),
            "house_rules": [switch.as_json() for switch in rules.switches],
        }
        for rules in VARIANTS.values()
    ]


def rules_for(
    name: object, house_rules: Mapping[str, Json] | None = None, *, digest: str | None = None
) -> Rules:
    """Return the rules table of a game under a club's house rules.

    With the digest under which a hand was judged, these are the rules in that edition of the table, if there is one.

    >>> import referee
    >>> rules = referee.rules_for("big-two", {"triples": True})
    >>> rules.name, rules.seats, rules.house_rules["triples"]
    ('Big Two', (4,), True)
    >>> rules.digest == referee.rules_for("big-two").digest
    False

    Raises MalformedError ``unknown-variant``, ``unknown-house-rule`` or ``bad-house-rule-value``.
    """
    rules = variant(name)
    if house_rules:
        rules = _with_house_rules(rules.variant, json.dumps(house_rules, sort_keys=True))
    if digest is None or digest == rules.digest:
        return rules
    return next((each for each in editions(rules) if each.digest == digest), rules)


@lru_cache(256)
def _with_house_rules(name: str, chosen: str) -> Rules:
    return VARIANTS[name].with_house_rules(json.loads(chosen))


@lru_cache(256)
def editions(rules: Rules) -> tuple[Rules, ...]:
    """Return these rules in every edition under which hands may be stored, the one in force first.

    >>> import referee
    >>> [rules.edition for rules in referee.editions(referee.rules_for("big-two"))]
    ['2', '1']
    """
    earlier = rules.earlier_editions.items()
    return rules, *(replace(rules, edition=edition, **fields) for edition, fields in earlier)


__all__ = [
    "BIG_TWO",
    "BUILT_IN",
    "FOUR_COLOR_CARDS",
    "GANG_OF_FOUR",
    "GANG_OF_FOUR_LOSER_SCORES",
    "PUSOY_DOS",
    "VARIANTS",
    "editions",
    "rules_for",
    "variant",
    "variants",
]
