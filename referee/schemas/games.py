"""What each game allows in a session record, as parts of its JSON Schema, derived from the rules tables."""

from referee.climbing import ClimbingRules
from referee.climbing.kinds import KINDS
from referee.melding import MeldingRules
from referee.record import Json
from referee.rules import Rules
from referee.schemas import patterns
from referee.variants import VARIANTS, rules_for

Schema = dict[str, Json]


def game_rules() -> list[Schema]:
    """Return for each game what holds if a record is of that game."""
    return [
        {
            "if": {"properties": {"variant": {"const": name}}, "required": ["variant"]},
            "then": _refer_to(name),
        }
        for name in VARIANTS
    ]


def most_seats() -> int:
    """Return how many seats the largest table of any game has."""
    return max(max(rules.seats) for rules in VARIANTS.values())


def game_definitions() -> Schema:
    """Return the definitions of all games by name: the game, its house rules, and its hands for each of its decks."""
    kinds = (
        kind.name
        for rules in VARIANTS.values()
        if isinstance(rules, ClimbingRules)
        for kind in rules.kinds()
    )
    definitions: Schema = {
        "variant": {"enum": list(VARIANTS)},
        "combination": {"enum": list(dict.fromkeys([*KINDS, *kinds]))},
    }
    for name, rules in VARIANTS.items():
        definitions[name] = _game(rules)
        definitions[f"{name}-house-rules"] = _house_rules(rules)
        for deck, table in _tables(rules).items():
            definitions[f"{name}-hand{deck}"] = _hand(table)
    return definitions


def _tables(rules: Rules) -> dict[str, Rules]:
    """Return the rules table for each deck that a house rule can choose, "" for the usual one."""
    switch = next((one for one in rules.switches if one.name == "deck"), None)
    others = [name for name in switch.choices if name != switch.default] if switch else []
    return {"": rules, **{f"-{name}": rules_for(rules.variant, {"deck": name}) for name in others}}


def _game(rules: Rules) -> Schema:
    seats = {"minItems": min(rules.seats), "maxItems": max(rules.seats)}
    game: Schema = {
        "title": rules.name,
        "type": "object",
        "properties": {
            "players": {"type": "array", **seats},
            "carried": {"type": ["array", "null"], **seats},
            "house_rules": {"anyOf": [_refer_to(f"{rules.variant}-house-rules"), {"type": "null"}]},
        },
    }
    hands = _hands(f"{rules.variant}-hand")
    for deck in filter(None, _tables(rules)):
        chosen = {
            "type": "object",
            "properties": {"deck": {"const": deck[1:]}},
            "required": ["deck"],
        }
        has_deck = {"properties": {"house_rules": chosen}, "required": ["house_rules"]}
        hands = {"if": has_deck, "then": _hands(f"{rules.variant}-hand{deck}"), "else": hands}
    return {**game, "allOf": [hands]}


def _hands(name: str) -> Schema:
    return {"properties": {"hands": {"type": ["array", "null"], "items": _refer_to(name)}}}


def _house_rules(rules: Rules) -> Schema:
    return {
        "title": f"House rules of {rules.name}",
        "type": "object",
        "properties": {
            switch.name: {
                "description": f"{switch.text}  Rule {switch.rule}.",
                **switch.schema,
                "default": switch.default,
            }
            for switch in rules.switches
        },
        "additionalProperties": False,
    }


def _hand(rules: Rules) -> Schema:
    deck = rules.deck
    is_melding = isinstance(rules, MeldingRules)
    more = (
        f"{{{rules.hand_size - 1},{rules.hand_size}}}"
        if is_melding
        else f"{{{rules.hand_size - 1}}}"
    )
    dealt = rf"^(?:\s*\?\s*|[\s,]*(?:{patterns.cards(deck, more)}[\s,]*)?)$"
    left = rf"^[\s,]*(?:{patterns.cards(deck)}[\s,]*)?$"
    event = (
        patterns.melding_event(deck, most_seats=max(rules.seats))
        if isinstance(rules, MeldingRules)
        else patterns.climbing_event(deck, most_seats=max(rules.seats), gifts=rules.gifts)
    )
    properties: Schema = {
        "events": {"type": ["array", "null"], "items": {"type": "string", "pattern": event}},
        "dealt": _cards_by_seat(rules, dealt),
        "left": _cards_by_seat(rules, left),
    }
    sheet = _melding_sheet(rules) if is_melding else _climbing_sheet(rules)
    return {"type": "object", "properties": properties | sheet}


def _cards_by_seat(rules: Rules, pattern: str) -> Schema:
    return {
        "type": ["array", "null"],
        "minItems": min(rules.seats),
        "maxItems": max(rules.seats),
        "items": {"type": ["string", "null"], "pattern": pattern},
    }


def _climbing_sheet(rules: Rules) -> Schema:
    """Return the keys of a score sheet that mean something in a climbing game."""
    sheet = {
        "cards_left": _refer_to("counts"),
        "out": _refer_to("optional-seats"),
        "winner": _refer_to("optional-seat"),
    }
    if "last_card_announcement" in rules.house_rules:
        sheet["blocked"] = _refer_to("optional-seats")
    if "multipliers" in rules.house_rules:
        sheet["pays_all"] = _refer_to("optional-seat")
    return sheet


def _melding_sheet(rules: Rules) -> Schema:
    """Return the keys of a score sheet that mean something in a melding game."""
    meld = {"type": "string", "pattern": rf"^[\s,]*{patterns.cards(rules.deck)}[\s,]*$"}
    lucky = rf"^[\s,]*(?:{patterns.card(rules.deck)}[\s,]*)?$"
    return {
        "finisher": _refer_to("optional-seat"),
        "exposed": {"type": ["array", "null"], "items": meld},
        "concealed": {"type": ["array", "null"], "items": meld},
        "lucky": {"type": ["string", "null"], "pattern": lucky},
        "washed_out": {"type": ["boolean", "null"]},
    }


def _refer_to(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
