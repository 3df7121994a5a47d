"""House rules to choose in words: those of last time, those of the rulebook, and others that are common."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from referee import Json
from scorekeeper.pages.display.house_rules import as_fields, on_one_line
from scorekeeper.pages.display.presets import MOST, Preset, with_first

RULEBOOK = gettext_noop("As the rulebook says")


class CommonRules(NamedTuple):
    """House rules of a game that many tables play by."""

    label: str
    text: str
    rules: Mapping[str, Json]


BY_THE_RULEBOOK = {
    "big-two": gettext_noop(
        "Clubs are the lowest suit; no triples and no flushes; four of a kind and a straight flush are bombs. Each card left costs one point."
    ),
    "pusoy-dos": gettext_noop(
        "Diamonds are the highest suit; four of a kind is no bomb. The places bring 3, 2, 1 and 0 points."
    ),
    "gang-of-four": gettext_noop(
        "The last card is announced. Cards left cost more the more there are; at 100 points the game ends."
    ),
    "gang-of-four-loser-scores": gettext_noop(
        "Only whoever has the most cards left gets points, one for each card. Gangs have four cards, and a phoenix is wild."
    ),
    "four-color-cards": gettext_noop(
        "Whoever calls hu collects with 10 points or more and pays with fewer; a lucky card is turned. Three hands, 100 credits each."
    ),
}
"""What the rulebook of each game says about what clubs often change."""

COMMON = {
    "big-two": (
        CommonRules(
            gettext_noop("Many cards cost more"),
            gettext_noop(
                "By the rulebook, but each card left counts twice from 10 cards on and three times with all 13."
            ),
            {"multipliers": [[1, 1], [10, 2], [13, 3]]},
        ),
        CommonRules(
            gettext_noop("Hong Kong"),
            gettext_noop(
                "Diamonds are the lowest suit, triples and flushes may be played, there are no bombs. Cards left count twice from 10 on and three times with all 13."
            ),
            {
                "suit_order": "DCHS",
                "straights": "hongkong",
                "triples": True,
                "flush": "by-rank",
                "bombs": False,
                "multipliers": [[1, 1], [10, 2], [13, 3]],
            },
        ),
    ),
    "pusoy-dos": (
        CommonRules(
            gettext_noop("Points 5, 3, 2 and 0"),
            gettext_noop("By the rulebook, but the places bring 5, 3, 2 and 0 points."),
            {"placement_points": [5, 3, 2, 0]},
        ),
        CommonRules(
            gettext_noop("Cards left cost points"),
            gettext_noop(
                "The hand ends as soon as somebody is out, who collects one point for each card that the others have left."
            ),
            {"play_to_last": False, "settlement": "winner-collects"},
        ),
    ),
    "gang-of-four": (
        CommonRules(
            gettext_noop("Nothing to announce"),
            gettext_noop("By the rulebook, but nobody has to announce the last card."),
            {"last_card_announcement": "auto"},
        ),
        CommonRules(
            gettext_noop("Wait after a pass"),
            gettext_noop("By the rulebook, but whoever passes is out of the trick."),
            {"pass_locks_out": True},
        ),
    ),
    "gang-of-four-loser-scores": (
        CommonRules(
            gettext_noop("Everybody pays for cards left"),
            gettext_noop(
                "Cards left cost everybody points, more the more there are; at 100 points the game ends."
            ),
            {"scoring": "table", "target": 100},
        ),
        CommonRules(
            gettext_noop("Nothing to announce"),
            gettext_noop("By the rulebook, but nobody has to announce the last card."),
            {"last_card_announcement": "auto"},
        ),
    ),
    "four-color-cards": (
        CommonRules(
            gettext_noop("Taiwan, strict"),
            gettext_noop(
                "Hu only from 10 points on, and whoever can call hu or gan must. A pair may be made with a claimed card only for hu; whoever cannot discard pays."
            ),
            {
                "hu_requires_threshold": True,
                "forced_hu": True,
                "forced_gan": True,
                "pair_chi": "only-for-hu",
                "no_discard": "always-pays",
            },
        ),
        CommonRules(
            gettext_noop("Without the lucky card"),
            gettext_noop("By the rulebook, but no lucky card is turned."),
            {"lucky_card": False},
        ),
    ),
}


def offered(slug: str, first: Mapping[str, Json] | None, first_label: str) -> list[Preset]:
    """Return the presets of a game, at most three.

    ``first`` are the house rules of last time, or those that apply now; None if there are none.
    """
    usual = _(BY_THE_RULEBOOK.get(slug, "All house rules have their usual values."))
    presets = [Preset(label=_(RULEBOOK), text=usual, fields={})]
    presets += [
        Preset(label=_(common.label), text=_(common.text), fields=as_fields(slug, common.rules))
        for common in COMMON.get(slug, ())
    ]
    if first is None:
        return presets[:MOST]
    fields = as_fields(slug, first)
    known = next((preset for preset in presets if preset.fields == fields), None)
    text = on_one_line(slug, first)
    if known:
        text = _("%(preset)s. %(text)s") % {"preset": known.label, "text": known.text}
    return with_first(Preset(label=first_label, text=text, fields=fields), presets)
