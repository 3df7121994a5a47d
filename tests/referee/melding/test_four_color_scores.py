"""Scoring of Four Color Cards: melds, the lucky card, payments, sessions and score sheets (F26, F28, F36)."""

import pytest

import referee
from tests.referee.climbing_table import document_error
from tests.referee.four_color_table import DEAL, OPENING, adjudicate, judge, record

HU = OPENING + "4: hu Hg Hg"
EXPOSED = ["Rr Rr Rr", "Gg Ag Eg", "Er Er Er"]
CONCEALED = ["Hy Hy Hy", "Sr Sg Sy Sw", "Gw", "Cg Cg", "Ay Ay"]
SHEET = {"finisher": 2, "exposed": EXPOSED, "concealed": CONCEALED, "lucky": "Ar"}
"""A score sheet of thirteen points without a lucky one (§5.4, 1)."""


def points(sheet: dict, **keys) -> list:
    return adjudicate(sheet, **keys)["hands"][0]["points"]


@pytest.mark.parametrize(
    ("seats", "expected"), [(2, [-4, 4]), (3, [-4, 8, -4]), (4, [-4, 12, -4, -4])]
)
def test_each_opponent_pays_the_points_above_the_threshold_and_the_base(seats, expected):
    assert points(SHEET, seats=seats) == expected


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"base": 0}, 3),
        ({"base": 5}, 8),
        ({"threshold": 13}, 1),
        ({"threshold": 14}, -15),
        ({"threshold": 0}, 14),
        ({"soldier_points": [1, 4]}, 3),
    ],
)
def test_threshold_base_and_meld_points_follow_the_house_rules(rules, expected):
    assert points(SHEET, seats=2, house_rules=rules) == [-expected, expected]


@pytest.mark.parametrize(
    ("lucky", "rules", "each"),
    [
        ("Cy", {}, 4),
        ("Er", {}, 7),
        ("Gw", {}, 5),
        ("Sr", {}, 5),
        ("Er", {"lucky_card": False}, 4),
        ("Er", {"lucky_counts_for_threshold": False}, 7),
        ("Er", {"threshold": 16}, 1),
        ("Er", {"threshold": 16, "lucky_counts_for_threshold": False}, -17),
        ("Er", {"threshold": 17}, -18),
        ("", {}, 4),
    ],
)
def test_the_lucky_card_counts_for_each_card_like_it(lucky, rules, each):
    assert points({**SHEET, "lucky": lucky}, seats=2, house_rules=rules) == [-each, each]


def test_the_points_are_unproved_if_the_lucky_card_is_unknown():
    sheet = {key: value for key, value in SHEET.items() if key != "lucky"}
    assert points(sheet) is None
    assert points({**SHEET, "lucky": "?"}) is None
    assert points(sheet, house_rules={"lucky_card": False}) == [-4, 12, -4, -4]


def test_the_lines_name_every_meld_and_add_up():
    hand = adjudicate({**SHEET, "lucky": "Er"})["hands"][0]
    for seat, total in enumerate(hand["points"], 1):
        assert sum(line["points"] for line in hand["lines"] if line["seat"] == seat) == total
    reasons = [line["reason"] for line in hand["lines"] if line["seat"] == 2]
    assert "triple Er Er Er, exposed: 1 from each" in reasons
    assert "four soldiers Sr Sg Sy Sw, concealed: 5 from each" in reasons
    assert {line["rule"] for line in hand["lines"]} >= {
        "F8",
        "F7",
        "F36",
        "F5",
        "F24",
        "F26",
        "F28",
    }


def test_the_discarder_pays_for_all_under_the_house_rule():
    rules = {"discarder_pays_all": True}
    hand = judge(HU + ", 4: lucky Gy", house_rules=rules)
    assert hand["points"] == [-33, 0, 0, 33]
    drawn = "1: discards Sr, 2: draws Cw, 3: draws Cw, 4: draws Ay, 4: hu Ay Ay Ay Ay"
    assert judge(drawn)["events"][-1]["fault"] == "hand-not-complete"
    assert points(SHEET, house_rules=rules) is None  # the sheet does not name the discarder
    assert points(SHEET, seats=2, house_rules=rules) == [-4, 4]
    assert points({**SHEET}, house_rules=rules | {"threshold": 20}) == [21, -63, 21, 21]


def test_a_meld_with_a_drawn_card_is_exposed_unless_the_house_rule_counts_it_as_concealed():
    deal = ["Sr" + " ?" * 20, "Hy Hy Sr Sg Sy Sw Ay Ay Ay Ey Ey Ey Ry Ry Ry Cy Cy Cy Aw Aw"]
    events = "1: discards Cg, 2: draws Hy, 2: hu Hy Hy Hy, 2: lucky Gy"
    assert judge(events, dealt=deal, seats=2)["points"] == [-9, 9]
    rules = {"hu_card_counts_as_hand": "if-self-drawn"}
    assert judge(events, dealt=deal, seats=2, house_rules=rules)["points"] == [-11, 11]
    discarded = "1: discards Hy, 2: hu Hy Hy Hy, 2: lucky Gy"
    deal[0] = "Hy" + " ?" * 20
    assert judge(discarded, dealt=deal, seats=2, house_rules=rules)["points"] == [-9, 9]


def test_named_melds_are_scored_even_if_others_score_more():
    deal = ["Gr" + " ?" * 20, "Rr Rr Rr Hr Hr Hr Cr Cr Cr Sr Sg Sy Sw Ay Ay Ay Ey Ey Ey Gw"]
    best = judge("1: discards Gr, 2: hu Gr, 2: lucky Gy", dealt=deal, seats=2)
    assert best["points"] == [-13, 13]  # 1 + 9 + 5 + 6 + 1 = 22
    named = "2: hu Gr / Rr Hr Cr / Rr Hr Cr / Rr Hr Cr, 2: lucky Gy"
    fields = judge("1: discards Gr, " + named, dealt=deal, seats=2)
    assert fields["points"] == [-7, 7]


def test_places_follow_the_points_and_equal_points_share_a_place():
    hand = adjudicate(SHEET)["hands"][0]
    assert hand["places"] == [2, 1, 2, 2]
    assert hand["card_points"] is None
    assert adjudicate({**SHEET}, house_rules={"threshold": 20})["hands"][0]["places"] == [
        1,
        4,
        1,
        1,
    ]


# Sessions


def test_a_game_is_three_rounds_with_a_hundred_credits_each():
    answer = adjudicate(SHEET, {"washed_out": True}, SHEET, seats=2)
    assert (answer["totals"], answer["over"], answer["winners"]) == ([92, 108], True, [2])
    assert not adjudicate(SHEET, SHEET, seats=2)["over"]
    assert adjudicate(SHEET, seats=2, carried=[5, -5])["totals"] == [1, -1]
    assert adjudicate(SHEET, seats=2, house_rules={"credits": 0, "rounds": 1})["winners"] == [2]
    assert adjudicate({"washed_out": True}, house_rules={"rounds": 1})["winners"] == [1, 2, 3, 4]
    assert adjudicate(seats=3)["totals"] == [100, 100, 100]


def test_hands_after_the_last_round_are_refused():
    four = record(*[SHEET] * 4)
    assert document_error(four) == ("after-the-end", "hands[3]")
    assert document_error(record(SHEET, SHEET, first_hand=3)) == ("after-the-end", "hands[1]")
    assert document_error(record(SHEET, first_hand=4)) == ("after-the-end", "hands[0]")
    unfinished = {"events": ["2: discards Sr"]}
    assert document_error(record(SHEET, SHEET, unfinished, SHEET)) == ("after-the-end", "hands[3]")
    assert adjudicate({**SHEET, "void": "misdeal"}, *[SHEET] * 3)["over"]


def test_the_finisher_is_first_player_next_and_also_after_a_wash_out():
    begins = {"events": ["3: discards Sr"]}
    three = {**SHEET, "finisher": 3}
    assert verdict(three, begins) == "legal"
    assert verdict({**SHEET, "finisher": 1}, begins) == "out-of-turn"
    assert verdict(three, {"washed_out": True}, begins) == "legal"
    assert verdict({**SHEET, "finisher": 1}, {"washed_out": True}, begins) == "out-of-turn"
    assert verdict(begins, previous_winner=3, first_hand=2) == "legal"
    assert verdict(begins, previous_winner=1, first_hand=2) == "out-of-turn"
    assert (
        verdict({"washed_out": True}, begins) == "legal"
    )  # the first player of a game is drawn by lot


def test_the_next_seat_is_first_player_under_the_house_rule_rotate():
    rules = {"house_rules": {"next_first": "rotate"}}
    hand = {"events": [*OPENING.strip(", ").split(", "), "4: hu Hg Hg"], "dealt": DEAL}
    assert verdict(hand, {"events": ["2: discards Sr"]}, **rules) == "legal"
    assert verdict(hand, {"events": ["4: discards Sr"]}, **rules) == "out-of-turn"
    assert verdict(hand, {"events": ["4: discards Sr"]}) == "legal"


def verdict(*hands, **keys) -> str:
    event = adjudicate(*hands, **keys)["hands"][-1]["events"][-1]
    return event.get("fault", event["verdict"])


def test_the_carried_state_survives_json():
    parsed = referee.parse_record(record(SHEET, SHEET))
    rules = referee.rules_for("four-color-cards")
    carried = referee.Carried.first(parsed)
    assert carried.totals == (100, 100, 100, 100)
    after = referee.adjudicate_hand(rules, parsed.hands[0], carried).carried_out
    assert after.next_first == 2
    assert referee.Carried.from_json(after.as_json()) == after
    older = {key: value for key, value in after.as_json().items() if key != "next_first"}
    assert referee.Carried.from_json(older).next_first is None


# Score sheets


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"concealed": CONCEALED[:-1]}, ("impossible-result", "hands[0].exposed")),
        ({"concealed": [*CONCEALED, "Gy"]}, ("impossible-result", "hands[0].exposed")),
        (
            {"exposed": [], "concealed": EXPOSED + CONCEALED},
            ("impossible-result", "hands[0].exposed"),
        ),
        ({"exposed": ["Rr Rr Hr", *EXPOSED[1:]]}, ("impossible-result", "hands[0].exposed[0]")),
        ({"concealed": ["Gw Gw", *CONCEALED[1:]]}, ("impossible-result", "hands[0].concealed[0]")),
        ({"concealed": ["", *CONCEALED]}, ("impossible-result", "hands[0].concealed[0]")),
        ({"washed_out": True}, ("impossible-result", "hands[0].washed_out")),
        ({"finisher": None}, ("impossible-result", "hands[0].finisher")),
        ({"finisher": 5}, ("bad-seat", "hands[0].finisher")),
        ({"exposed": None, "concealed": None}, ("impossible-result", "hands[0].exposed")),
        ({"exposed": "Rr Rr Rr"}, ("unreadable", "hands[0].exposed")),
        ({"concealed": ["Zz", *CONCEALED[1:]]}, ("unknown-card", "hands[0].concealed[0]")),
        ({"lucky": "Zz"}, ("unknown-card", "hands[0].lucky")),
        ({"lucky": "Ar Ar"}, ("unreadable", "hands[0].lucky")),
        ({"lucky": 3}, ("unreadable", "hands[0].lucky")),
        (
            {
                "exposed": ["Rr Rr Rr Rr", "Gg Ag Eg"],
                "concealed": ["Rr Hr Cr", *CONCEALED[1:], "Ey Ey"],
                "lucky": "",
            },
            ("impossible-result", "hands[0].exposed"),
        ),
        (
            {
                "exposed": ["Er Er Er Er", *EXPOSED[:1]],
                "concealed": [*CONCEALED, "Ag Ag"],
                "lucky": "Er",
            },
            ("impossible-result", "hands[0].exposed"),
        ),
        ({"washed_out": "no"}, ("impossible-result", "hands[0].washed_out")),
    ],
)
def test_an_impossible_sheet_is_refused(changes, error):
    assert document_error(record({**SHEET, **changes})) == error


def test_a_sheet_that_differs_from_the_events_is_a_mismatch():
    concealed = ["Sr Sg Sy Sw", "Ay Ay Ay", "Ey Ey Ey", "Ry Ry Ry", "Cy Cy Cy", "Cw Cw Cw"]
    played = {"dealt": DEAL, "events": ["1: discards Hg", "4: hu Hg Hg", "4: lucky Gy"]}
    sheet = {"finisher": 4, "exposed": ["Hg Hg"], "concealed": concealed, "lucky": "Gy"}
    assert points({**played, **sheet}) == [-11, -11, -11, 33]
    assert points({**played, "finisher": 4}) == [-11, -11, -11, 33]
    unknown = {key: value for key, value in played.items() if key != "dealt"}
    assert points({**unknown, **sheet}) == [-11, -11, -11, 33]
    without_lucky = {**played, "events": played["events"][:-1]}
    assert points({**without_lucky, **sheet}) == [-11, -11, -11, 33]
    for wrong, where in (
        ({"finisher": 3}, "finisher"),
        ({"lucky": "Gw"}, "lucky"),
        ({"exposed": ["Hg Hg Hg"], "concealed": ["Sr Sg Sy", *concealed[1:]]}, "exposed"),
        (
            {
                "concealed": [
                    "Sr Sg Sy Sw",
                    "Ay Ay Ay",
                    "Ey Ey Ey",
                    "Ry Ry Ry",
                    "Cy Cy Cy",
                    "Aw Aw Aw",
                ]
            },
            "concealed",
        ),
    ):
        assert document_error(record({**played, **sheet, **wrong})) == (
            "result-mismatch",
            f"hands[0].{where}",
        )
    early = {**played, "events": played["events"][:1]}
    assert document_error(record({**early, **sheet})) == ("result-mismatch", "hands[0].finisher")
    assert document_error(record({**early, "washed_out": True})) == (
        "result-mismatch",
        "hands[0].washed_out",
    )
    assert document_error(record({**played, "washed_out": True})) == (
        "result-mismatch",
        "hands[0].washed_out",
    )


def test_the_lucky_card_may_be_recorded_outside_the_events():
    for keys in ({"lucky": "Gy"}, {"lucky": "Gy", "finisher": 4}):
        assert judge(HU, hand=keys)["points"] == [-11, -11, -11, 33]
    assert judge(OPENING + "2: draws Cw", hand={"lucky": "Gy"})["status"] == "unfinished"
    twice = {"dealt": DEAL, "events": ["1: discards Hg", "4: hu Hg Hg", "4: lucky Gy"]}
    assert document_error(record({**twice, "lucky": "Gr"})) == ("result-mismatch", "hands[0].lucky")


def test_cards_left_that_differ_from_deal_and_events_are_a_mismatch():
    played = {"dealt": DEAL, "events": ["1: discards Hg", "2: draws Rw"]}
    alice = DEAL[0].removeprefix("Hg ")
    assert judge("1: discards Hg", hand={"left": [alice, *DEAL[1:]]})["status"] == "unfinished"
    for wrong in (alice.removesuffix(" Rw"), alice.replace("Rw", "Gw")):
        left = {"left": [wrong, "?", "?", "?"]}
        assert document_error(record({**played, **left})) == ("result-mismatch", "hands[0].left[0]")


@pytest.mark.parametrize(
    ("dealt", "where"),
    [
        ([DEAL[0], DEAL[0], "?", "?"], "dealt[1]"),
        ([DEAL[1], DEAL[1], DEAL[2], DEAL[3]], "dealt"),
        ([DEAL[0] + " Gr", "?", "?", "?"], "dealt[0]"),
        ([DEAL[1].removesuffix(" Er"), "?", "?", "?"], "dealt[0]"),
        (DEAL[:3], "dealt"),
    ],
)
def test_exactly_one_player_is_dealt_twenty_one_cards(dealt, where):
    assert document_error(record({"dealt": dealt, "events": []})) == (
        "wrong-deal-size",
        f"hands[0].{where}",
    )


@pytest.mark.parametrize(
    ("name", "values"),
    {
        "hand_size": [21],
        "threshold": [-1, "10"],
        "base": [None],
        "rounds": [0, 2.5, "none"],
        "credits": ["100"],
        "lucky_card": [1],
        "general_quad_points": [[8], 8],
        "soldier_points": [[3, 4, 5]],
        "soldier_same_colour_sets": ["pairs"],
        "hu_card_counts_as_hand": ["always"],
        "pair_chi": [True],
        "no_discard": ["pays"],
        "dead_wall": [-1, 2.0],
        "next_first": ["winner"],
        "forced_hu": ["yes"],
    }.items(),
)
def test_a_value_outside_the_choices_of_a_house_rule_is_refused(name, values):
    errors = [document_error(record(house_rules={name: value})) for value in values]
    assert {*errors} == {("bad-house-rule-value", f"house_rules.{name}")}


def test_the_house_rules_are_those_of_the_rulings():
    names = {
        row["name"]
        for one in referee.variants()
        if one["variant"] == "four-color-cards"
        for row in one["house_rules"]
    }
    assert names == set(
        "hand_size threshold base rounds credits lucky_card lucky_counts_for_threshold lucky_on_forced general_quad "
        "general_quad_points soldier_points soldier_same_colour_sets hu_card_counts_as_hand hu_requires_threshold "
        "forced_hu forced_gan pair_chi drawn_general_forced next_may_chi_drawn no_discard discarder_pays_all "
        "heavenly_hu dead_wall next_first".split()
    )
    assert document_error(record(house_rules={"target": 100})) == (
        "unknown-house-rule",
        "house_rules.target",
    )
