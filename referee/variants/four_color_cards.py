"""Four Color Cards, by the Taiwanese rules of document 002."""

from referee.cards import Deck, cross
from referee.melding import switches
from referee.melding.melds import COLORS, Meld, each_color, of_a_kind, one_color
from referee.melding.rules import MeldingRules
from referee.record import SeatAction
from referee.verdicts import Fault

FOUR_COLOR_CARDS = switches.apply(
    MeldingRules(
        variant="four-color-cards",
        name="Four Color Cards",
        edition="4",
        earlier_editions={"3": {"weighs_unseen_actions": False}},
        # F1, F2
        seats=(2, 3, 4),
        deck=Deck(cross("GAERHCS", COLORS, copies=4)),
        hand_size=20,
        # F5, F6, F7, F8, F9, F36                                       exposed, concealed
        melds=(
            Meld("general", SeatAction.CHI, of_a_kind(1, "G"), 1, 1, "F5"),
            Meld("command", SeatAction.CHI, one_color("GAE"), 2, 2, "F7"),
            Meld("field", SeatAction.CHI, one_color("RHC"), 1, 1, "F7"),
            Meld("pair", SeatAction.CHI, of_a_kind(2, "AERHC"), 0, 0, "F24"),
            Meld("triple", SeatAction.PONG, of_a_kind(3, "AERHC"), 1, 3, "F8"),
            Meld("quadruple", SeatAction.GAN, of_a_kind(4, "AERHC"), 6, 8, "F8"),
            Meld(switches.FOUR_GENERALS, SeatAction.GAN, of_a_kind(4, "G"), 8, 6, "F9"),
            Meld(switches.THREE_SOLDIERS, SeatAction.CHI, each_color(3, "S"), 3, 3, "F36"),
            Meld(switches.FOUR_SOLDIERS, SeatAction.CHI, each_color(4, "S"), 5, 5, "F36"),
        ),
        # F11
        order_of_claims=((SeatAction.HU,), (SeatAction.GAN, SeatAction.PONG), (SeatAction.CHI,)),
        # F15
        undiscardable_type="G",
        switches=switches.four_color_house_rules(
            {
                "hand_size": (20, "F1"),
                "threshold": (10, "F28"),
                "base": (1, "F28"),
                "rounds": (3, "F33"),
                "credits": (100, "F33"),
                "lucky_card": (True, "F26"),
                "lucky_counts_for_threshold": (True, "F27"),
                "lucky_on_forced": (True, "F20"),
                "general_quad": (True, "F5"),
                "general_quad_points": ([8, 6], "F9"),
                "soldier_points": ([3, 5], "F36"),
                "soldier_same_colour_sets": ("none", "F6"),
                "hu_card_counts_as_hand": ("never", "F10"),
                "hu_requires_threshold": (False, "F22"),
                "forced_hu": (False, "F23"),
                "forced_gan": (False, "F23"),
                "pair_chi": ("always", "F24"),
                "drawn_general_forced": (True, "F15"),
                "next_may_chi_drawn": (True, "F13"),
                "no_discard": ("score-as-hu", "F19"),
                "discarder_pays_all": (False, "F30"),
                "heavenly_hu": (False, "F4"),
                "dead_wall": (0, "F31"),
                "next_first": ("finisher", "F32"),
            }
        ),
        apply=switches.apply,
        citations={
            Fault.HAND_OVER: "F22",
            Fault.OUT_OF_TURN: "F3",
            Fault.PASS_ON_LEAD: "F4",
            Fault.NOT_A_MELD: "F5",
            Fault.CLAIM_NOT_AVAILABLE: "F12",
            Fault.CLAIM_OUTRANKED: "F11",
            Fault.GENERAL_DISCARDED: "F15",
            Fault.GENERAL_NOT_TAKEN: "F15",
            Fault.HAND_NOT_COMPLETE: "F22",
            Fault.STOCK_EXHAUSTED: "F31",
        },
        doubts=("F6", "F10", "F20", "F32", "F13", "sources of Four Color Cards"),
    ),
    {},
)
