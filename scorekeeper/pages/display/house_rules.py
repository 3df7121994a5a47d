"""House rules of a variant: parsed from forms and addresses, and described in words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import referee
from referee import Json

PREFIX = "rule"
NUMBERS = re.compile(r"[-\d.]+")

LABELS = {
    "suit_order": gettext_noop("Order of the suits"),
    "five_card_cross_category": gettext_noop("Five cards: a higher kind beats a lower kind"),
    "bombs_beat_top_single": gettext_noop("Bombs beat the highest single"),
    "top_single_closes_trick": gettext_noop("The highest single ends the trick"),
    "opening": gettext_noop("First play of a hand"),
    "next_hand_leader": gettext_noop("Who leads the next hand"),
    "play_to_last": gettext_noop("Play on until one player is left"),
    "pass_locks_out": gettext_noop("Whoever passes is out of the trick"),
    "protect_last_card": gettext_noop("Duties before a player with one card"),
    "protect_lead_highest": gettext_noop("Before a player with one card, lead the highest single"),
    "multipliers": gettext_noop("Cards left that count several times"),
    "target": gettext_noop("Total that ends the game"),
    "hands_per_match": gettext_noop("Hands of a game"),
    "final_tie": gettext_noop("Equal totals at the end"),
    "after_out": gettext_noop("Who leads after somebody went out"),
    "placement_points": gettext_noop("Points for places"),
    "phoenix": gettext_noop("What a phoenix stands for"),
    "five_card_following": gettext_noop("What may follow five cards"),
    "gangs": gettext_noop("Size of a gang"),
    "protect_forces_gang": gettext_noop("A gang must be played if no single is high enough"),
    "last_card_announcement": gettext_noop("Announcing the last card"),
    "exchange_may_return_received": gettext_noop("The card received may be given back"),
    "scoring": gettext_noop("Price of the cards left"),
    "lucky_counts_for_threshold": gettext_noop("Lucky points help to reach the threshold"),
    "lucky_on_forced": gettext_noop("Lucky card after a forced end"),
    "general_quad": gettext_noop("Four generals of one color are a meld"),
    "general_quad_points": gettext_noop("Points for four generals"),
    "soldier_points": gettext_noop("Points for soldiers"),
    "soldier_same_colour_sets": gettext_noop("Soldiers of one color as melds"),
    "hu_card_counts_as_hand": gettext_noop("The winning card counts as concealed"),
    "hu_requires_threshold": gettext_noop("Hu only from the threshold on"),
    "forced_hu": gettext_noop("Hu must be called"),
    "forced_gan": gettext_noop("Gan must be called"),
    "pair_chi": gettext_noop("Pairs with a claimed card"),
    "drawn_general_forced": gettext_noop("A drawn general must be taken"),
    "next_may_chi_drawn": gettext_noop("The next player may chi a drawn card"),
    "no_discard": gettext_noop("Finisher without a discard"),
    "discarder_pays_all": gettext_noop("The discarder pays for everybody"),
    "heavenly_hu": gettext_noop("Hu before the first discard"),
    "dead_wall": gettext_noop("Cards of the stock that are never drawn"),
    "next_first": gettext_noop("First player of the next hand"),
}
"""What pages call house rules whose name in records would not be understood."""

CHOICES = {
    "taiwan": gettext_noop("Taiwan"),
    "hongkong": gettext_noop("Hong Kong"),
    "lowest-in-any": gettext_noop("with the lowest"),
    "lowest-single": gettext_noop("the lowest alone"),
}


@dataclass(frozen=True, kw_only=True)
class Switch:
    """One switch of a variant, as the referee lists it."""

    name: str
    type: str
    default: Json
    choices: tuple[str, ...]
    expected: str
    rule: str
    text: str

    @property
    def label(self) -> str:
        """Its translated name."""
        return _(english_label(self.name))

    @property
    def is_typed(self) -> bool:
        """Whether its value is typed, not chosen from a list."""
        return self.type in ("list", "number", "text")

    @property
    def typed_as(self) -> str:
        """The translated hint how to type a value."""
        if isinstance(_first(self.default), list):
            return _(
                "steps, the first from 1 card on: 1:1 10:2 means that each card counts twice from 10 cards on"
            )
        return _(self.expected)

    @property
    def meanings(self) -> list[tuple[str, str]]:
        """Each choice with what it means, translated; without those that need no explanation."""
        known = [(choice, referee.value_meaning(self.name, choice)) for choice in self.choices]
        return [(choice_text(choice), _(meaning)) for choice, meaning in known if meaning]

    @property
    def usual(self) -> str:
        """The translated text of its default."""
        return value_text(self, self.default)


@dataclass(frozen=True, kw_only=True)
class HouseRuleText:
    """A house rule with its value, in the reader's language."""

    label: str
    value: str
    text: str
    meaning: str  # of the value; empty where it needs no explanation
    rule: str


def list_games() -> list[dict[str, Any]]:
    """Return the games of the referee's registry, with translated names."""
    return [{**variant, "name": _(str(variant["name"]))} for variant in referee.variants()]


def get_game(slug: str) -> dict[str, Any]:
    """Return one game of the referee's registry.  Raises Http404."""
    for variant in list_games():
        if variant["variant"] == slug:
            return variant
    raise Http404(_("No game is called “%(name)s”.") % {"name": slug})


def switches(slug: str) -> list[Switch]:
    """Return the switches of a variant.  Raises Http404."""
    return [
        Switch(
            name=rule["name"],
            type=rule["type"],
            default=rule["default"],
            choices=tuple(rule.get("choices") or ()),
            expected=rule.get("expected", ""),
            rule=rule["rule"],
            text=rule["text"],
        )
        for rule in get_game(slug)["house_rules"]
    ]


def as_query(slug: str, chosen: Mapping[str, Json]) -> str:
    """Return house rules as a query string."""
    known = {switch.name: switch for switch in switches(slug)}
    pairs = {f"{PREFIX}-{name}": format_value(known[name], value) for name, value in chosen.items()}
    return urlencode(pairs)


def as_fields(slug: str, chosen: Mapping[str, Json]) -> dict[str, str]:
    """Return the house rules that differ from the defaults by the names of their fields, in the order of the form."""
    return {
        f"{PREFIX}-{switch.name}": format_value(switch, chosen[switch.name])
        for switch in switches(slug)
        if switch.name in chosen and chosen[switch.name] != switch.default
    }


def describe(slug: str, chosen: Mapping[str, Json]) -> list[HouseRuleText]:
    """Describe the chosen house rules, in the order of the form."""
    return [
        HouseRuleText(
            label=switch.label,
            value=value_text(switch, chosen[switch.name]),
            text=_(switch.text),
            meaning=_meaning(switch, chosen[switch.name]),
            rule=switch.rule,
        )
        for switch in switches(slug)
        if switch.name in chosen
    ]


def on_one_line(slug: str, chosen: Mapping[str, Json]) -> str:
    """Return the names and values of the chosen house rules as one line of text."""
    return "; ".join(f"{rule.label}: {rule.value}" for rule in describe(slug, chosen))


def parse_value(switch: Switch, text: str) -> Json:
    """Parse a value from a form or an address.

    Text that is no value is returned unchanged; the referee refuses it.
    """
    text = text.strip()
    if not text:
        return switch.default
    if switch.type == "boolean":
        return text == "yes"
    if switch.type == "number":
        return _number(text)
    if switch.type == "list":
        in_pairs = isinstance(_first(switch.default), list)
        return _pairs_of_numbers(text) if in_pairs else _numbers(text)
    return text


def format_value(switch: Switch, value: Json) -> str:
    """Format a value as it is typed; ``parse_value`` is the inverse."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(
            ":".join(f"{number}" for number in one) if isinstance(one, list) else f"{one}"
            for one in value
        )
    return f"{value}"


def english_label(name: str) -> str:
    """Return the name of a house rule as the catalogs have it."""
    return LABELS.get(name) or name.replace("_", " ").capitalize()


def english_choice(choice: str) -> str:
    """Return the name of a choice as the catalogs have it."""
    return CHOICES.get(choice) or choice.replace("-", " ")


def choice_text(choice: str) -> str:
    """Return the translated name of a choice."""
    return _(english_choice(choice))


def value_text(switch: Switch, value: Json) -> str:
    """Return the translated text of a value."""
    text = format_value(switch, value)
    if switch.type == "boolean":
        return _("yes") if value else _("no")
    if isinstance(value, list) and isinstance(_first(value), list):
        return _steps_text(value)
    return choice_text(text) if text in switch.choices else text


def _steps_text(steps: list[Any]) -> str:
    """Return from how many cards left they count how many times, in words."""
    parts = [
        _("×%(times)s from %(cards)s cards on") % {"times": times, "cards": cards}
        for cards, times in steps
        if times != 1
    ]
    return ", ".join(parts) or _("every card counts once")


def _meaning(switch: Switch, value: Json) -> str:
    text = referee.value_meaning(switch.name, format_value(switch, value))
    return _(text) if text else ""


def _number(text: str) -> Json:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _numbers(text: str) -> Json:
    return [_number(word) for word in re.split(r"[\s,;]+", text.strip(" []")) if word]


def _pairs_of_numbers(text: str) -> Json:
    numbers = [_number(word) for word in NUMBERS.findall(text)]
    if len(numbers) % 2:
        return text
    return [list(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]


def _first(value: Json) -> Json:
    return value[0] if isinstance(value, list) and value else None
