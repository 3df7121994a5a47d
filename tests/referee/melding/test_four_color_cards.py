"""A hand of Four Color Cards event by event: faults, generals, hu, ends of the hand, and unknown cards (F4–F26)."""

import pytest

from tests.referee.climbing_table import document_error
from tests.referee.four_color_table import (
    DEAL,
    OPENING,
    adjudicate,
    judge,
    last_verdict,
    record,
    verdicts,
)

HU = OPENING + "4: hu Hg Hg"
BOB = "Sg Sy Aw Ay Ay Ay Ew Ey Ey Ey Rw Ry Ry Ry Cw Cy Cy Cy Gr Gw"
FORCED = (
    "1: discards Sr, 2: chi Sr Sg Sy, 2: discards Aw, 1: draws Ay, 2: gan Ay Ay Ay Ay, 2: discards Ew, 1: draws Ey, "
    "2: gan Ey Ey Ey Ey, 2: discards Rw, 1: draws Ry, 2: gan Ry Ry Ry Ry, 2: discards Cw, 1: draws Cy, 2: gan Cy Cy Cy Cy"
)
"""Events after which Bob holds two generals only; his melds score 3 and four times 6, the generals 2."""


@pytest.mark.parametrize(
    ("events", "fault", "rule"),
    [
        (HU + ", 1: draws Rr", "hand-over", "F22"),
        (HU + ", 4: lucky Gy, 4: lucky Gw", "hand-over", "F22"),
        (HU + ", 1: lucky Gy", "out-of-turn", "F26"),
        (OPENING + "2: lucky Gy", "out-of-turn", "F26"),
        (OPENING + "1: pong Hg Hg Hg", "card-not-held", "§6"),
        ("2: discards Rg", "out-of-turn", "F4"),
        ("2: draws Sw", "out-of-turn", "F4"),
        ("1: pass", "pass-on-lead", "F4"),
        (OPENING + "1: discards Hw", "out-of-turn", "F14"),
        (OPENING + "3: draws Sw", "out-of-turn", "F14"),
        (OPENING + "3: pong Hg Hg Hg, 4: draws Sw", "out-of-turn", "F16"),
        (OPENING + "3: pong Hg Hg Hg, 3: discards Hg", "card-not-held", "§6"),
        ("1: discards Aw", "card-not-held", "§6"),
        (OPENING + "2: draws Aw", "card-not-held", "§6"),
        (OPENING + "2: chi Hg Hg", "card-not-held", "§6"),
        (OPENING + "2: chi Hg Rg Eg", "not-a-meld", "F5"),
        (OPENING + "3: chi Hg Rg Cr", "not-a-meld", "F7"),
        (OPENING + "3: pong Hg Hg Rg", "not-a-meld", "F5"),
        ("1: discards Sr, 2: draws Sw, 2: chi Sw Sy Sy", "card-not-held", "§6"),
        ("1: discards Sr, 2: draws Cw, 3: draws Sy, 3: chi Sy Sr Sr", "card-not-held", "§6"),
        (OPENING + "1: pong Hg Rr Rr", "not-a-meld", "F5"),
        (OPENING + "2: chi Rg Hy Cg", "not-a-meld", "F7"),
        (OPENING + "3: pong Ar Ar Ar", "claim-not-available", "F13"),
        (OPENING + "2: chi Hy Hy", "claim-not-available", "F13"),
        (OPENING + "3: chi Hg Hg", "claim-not-available", "F12"),
        (OPENING + "3: chi Hg Hg Hg", "claim-not-available", "F11"),
        (OPENING + "4: calls hu Hg Hg, 2: chi Hg Rg Cg", "claim-outranked", "F11"),
        ("1: discards Gg", "general-discarded", "F15"),
        (OPENING + "2: draws Gy, 3: draws Rr", "general-not-taken", "F15"),
        (OPENING + "3: hu Hg Hg Hg", "hand-not-complete", "F22"),
        (OPENING + "3: hu Hg Hg Hg / Gw / Gw", "hand-not-complete", "F22"),
    ],
)
def test_an_illegal_event_has_its_fault_and_ruling(events, fault, rule):
    events_judged = judge(events)["events"]
    assert [event["verdict"] for event in events_judged[:-1]] == ["legal"] * (
        len(events_judged) - 1
    )
    assert (events_judged[-1]["fault"], events_judged[-1]["rule"]) == (fault, rule)
    assert "{" not in events_judged[-1]["reason"]


@pytest.mark.parametrize(
    ("events", "verdict"),
    [
        ("1: pass", "unproven"),
        ("1: pass, 1: discards Sr", "illegal"),
        ("1: pass, 2: discards Sr", "legal"),
        ("1: pass, 1: takes back, 1: discards Sr", "illegal"),
        ("unseen, 1: pass", "legal"),
    ],
)
def test_a_pass_before_the_first_discard_is_judged_by_who_begins(events, verdict):
    places = [place for place, event in enumerate(events.split(", ")) if event == "1: pass"]
    first = judge(events, dealt=None)["events"][places[0]]
    assert first["verdict"] == verdict
    assert first.get("fault") == ("pass-on-lead" if verdict == "illegal" else None)


def test_a_fifth_copy_of_a_card_has_already_been_played():
    copies = "2: draws Rw, 3: draws Rw, 4: draws Rw, 1: draws Rw, 2: draws Rw"
    assert last_verdict(f"1: discards Sr, {copies}", dealt=None) == "card-already-played"
    discarded = (
        "1: discards Sr, 2: draws Sr, 3: draws Sr, 4: draws Sr, 4: chi Sr Sg Sy, 4: discards Sr"
    )
    assert last_verdict(discarded, dealt=None) == "card-already-played"


def test_more_copies_than_do_not_lie_on_the_table_yet_are_not_held():
    """Contract §3: three Rw were seen, so seat 2 holds one more at most."""
    events = "1: discards Rw, 2: draws Rw, 1: draws Rw, 2: "
    answer = judge(f"{events}pong Rw Rw Rw", dealt=None, seats=2)["events"][-1]
    assert answer["fault"] == "card-not-held"
    assert answer["reason"] == (
        "Seat 2 did not hold so many Rw: only 1 of 4 had not been on the table."
    )
    assert last_verdict(f"{events}chi Rw Rw", dealt=None, seats=2) == "legal"
    assert last_verdict(f"{events}calls pong Rw Rw Rw", dealt=None, seats=2) == "card-not-held"
    gan = "1: discards Rw, 2: draws Rw, 1: gan Rw Rw Rw Rw"
    assert last_verdict(gan, dealt=None, seats=2) == "card-not-held"


def test_a_lucky_card_of_which_every_copy_was_laid_has_already_been_played():
    laid = "4: hu Hg Hg / Ay Ay Ay / Sr Sg Sy Sw / Ey Ey Ey / Ry Ry Ry / Cy Cy Cy / Cw Cw Cw"
    events = f"1: discards Ay, 2: draws Hg, {laid}, 4: lucky Ay"
    assert verdicts(events, dealt=None)[-1] == "card-already-played"
    assert verdicts(events.replace("lucky Ay", "lucky Ey"), dealt=None)[-1] == "legal"


def test_a_draw_from_an_empty_stock_is_illegal():
    drawn = ", ".join(f"{seat % 4 + 1}: draws ?" for seat in range(1, 32))
    answer = judge(f"{OPENING}{drawn}")
    assert answer["status"] == "washed-out"
    assert answer["points"] == [0, 0, 0, 0]
    answer = judge(f"{OPENING}{drawn}, 1: draws ?")
    assert answer["events"][-1]["fault"] == "stock-exhausted"
    assert answer["status"] == "washed-out"


def test_the_last_card_of_the_stock_can_still_be_claimed():
    drawn = ", ".join(f"{seat % 4 + 1}: draws ?" for seat in range(1, 31))
    claimed = f"{OPENING}{drawn}, 4: draws Cw, 4: pong Cw Cw Cw"
    assert judge(claimed)["status"] == "unfinished"
    assert judge(f"{claimed}, 4: discards Ry")["status"] == "washed-out"
    assert judge(f"{OPENING}{drawn}", house_rules={"dead_wall": 1})["status"] == "washed-out"


def test_a_washed_out_hand_brings_no_points_and_no_places():
    hand = adjudicate({"washed_out": True})["hands"][0]
    assert (hand["status"], hand["points"], hand["places"]) == ("washed-out", [0, 0, 0, 0], None)


def test_a_claim_that_leaves_only_generals_ends_the_hand():
    for events, status in ((FORCED.rpartition(", 2:")[0], "unfinished"), (FORCED, "finished")):
        assert judge(events, dealt=["?", BOB], seats=2)["status"] == status
    hand = judge(FORCED + ", 2: lucky Gr", dealt=["?", BOB], seats=2)
    assert hand["points"] == [-21, 21]
    assert last_verdict(FORCED + ", 2: discards Gr", dealt=["?", BOB], seats=2) == "hand-over"


def test_the_points_are_unproved_while_the_lucky_card_is_unknown():
    hand = judge(FORCED, dealt=["?", BOB], seats=2)
    assert (hand["points"], hand["places"], hand["lines"]) == (None, None, [])
    assert [meld["points"] for meld in hand["melds"]] == [3, 6, 6, 6, 6, 1, 1]
    for rules in ({"lucky_card": False}, {"lucky_on_forced": False}):
        hand = judge(FORCED, dealt=["?", BOB], seats=2, house_rules=rules)
        assert hand["points"] == [-20, 20]
        lucky = FORCED + ", 2: lucky Gr"
        assert last_verdict(lucky, dealt=["?", BOB], seats=2, house_rules=rules) == "hand-over"


def test_a_seat_without_a_discard_pays_under_the_house_rule():
    rules = {"no_discard": "always-pays"}
    hand = judge(FORCED + ", 2: lucky Gr", dealt=["?", BOB], seats=2, house_rules=rules)
    assert hand["points"] == [11, -11]


def test_a_play_taken_back_keeps_its_verdict_and_changes_nothing():
    assert verdicts("1: discards Gg, 1: takes back, 1: discards Hg") == [
        "general-discarded",
        "legal",
        "legal",
    ]
    assert last_verdict(OPENING + "2: chi Hg Rg Cg, 2: takes back, 3: pong Hg Hg Hg") == "legal"
    assert last_verdict(OPENING + "2: draws Cw, 2: takes back, 2: chi Hg Rg Cg") == "legal"


def test_an_illegal_hu_does_not_end_the_hand():
    answer = judge(OPENING + "3: hu Hg Hg Hg, 2: chi Hg Rg Cg, 2: discards Aw")
    assert [event["verdict"] for event in answer["events"]] == [
        "legal",
        "illegal",
        "legal",
        "legal",
    ]
    assert answer["status"] == "unfinished"


def test_after_an_illegal_claim_its_seat_discards():
    assert verdicts(OPENING + "3: chi Hg Hg, 3: discards Cr, 4: draws Rw") == [
        "legal",
        "claim-not-available",
        "legal",
        "legal",
    ]


def test_an_illegal_discard_is_on_offer_and_the_turn_passes_on():
    assert verdicts("1: discards Gg, 2: chi Gg, 2: discards Aw") == [
        "general-discarded",
        "legal",
        "legal",
    ]
    assert verdicts("3: discards Cr, 4: draws Rw") == ["out-of-turn", "legal"]


def test_only_the_first_draw_after_a_general_not_taken_is_illegal():
    events = OPENING + "2: draws Gy, 3: draws Cw, 4: draws Rr"
    assert verdicts(events) == ["legal", "legal", "general-not-taken", "legal"]
    assert last_verdict(OPENING + "2: draws Gy, 2: chi Gy, 2: discards Aw") == "legal"
    rules = {"drawn_general_forced": False}
    assert last_verdict(OPENING + "2: draws Gy, 3: draws Cw", house_rules=rules) == "legal"


def test_hu_on_the_deal_needs_the_house_rule_heavenly_hu():
    complete = [
        "Sr Sg Sy Sw Ay Ay Ay Ey Ey Ey Ry Ry Ry Cy Cy Cy Cw Cw Cw Gr Gg",
        "?",
        "?",
        "?",
    ]
    assert last_verdict("1: hu Sr Sg Sy Sw", dealt=complete) == "claim-not-available"
    hand = judge(
        "1: hu Sr Sg Sy Sw, 1: lucky Gr", dealt=complete, house_rules={"heavenly_hu": True}
    )
    assert hand["points"] == [
        42,
        -14,
        -14,
        -14,
    ]  # 5, five times 3, 2 for generals, 1 lucky; less 10 threshold, plus 1 base


def test_hu_and_gan_must_be_called_under_the_house_rules():
    for rules, passes in (({"forced_hu": True}, "F23"), ({}, None)):
        answer = judge(OPENING + "2: draws Cw", house_rules=rules)["events"][-1]
        assert answer.get("rule") == passes
    assert (
        last_verdict(OPENING + "2: chi Hg Rg Cg", house_rules={"forced_hu": True})
        == "claim-not-available"
    )
    assert last_verdict(OPENING + "4: hu Hg Hg", house_rules={"forced_hu": True}) == "legal"
    gan = {"house_rules": {"forced_gan": True}}
    assert last_verdict(OPENING + "2: draws Ay, 3: draws Rr", **gan) == "claim-not-available"
    assert last_verdict(OPENING + "2: draws Ay, 4: pong Ay Ay Ay", **gan) == "claim-not-available"
    assert last_verdict(OPENING + "2: draws Ay, 4: gan Ay Ay Ay Ay", **gan) == "legal"
    assert last_verdict(OPENING + "2: draws Cw, 3: calls chi Cw Cw", **gan) == "card-not-held"


def test_a_call_is_illegal_only_if_its_own_seat_has_a_forced_claim():
    gan = {"house_rules": {"forced_gan": True}}
    assert (
        last_verdict(OPENING + "2: draws Ay, 4: calls pong Ay Ay Ay", **gan)
        == "claim-not-available"
    )
    assert last_verdict("1: discards Sr, 2: draws Hy, 2: calls chi Hy Hy", **gan) == "legal"


def test_hu_below_the_threshold_is_not_available_under_the_house_rule():
    rules = {"threshold": 21, "hu_requires_threshold": True}
    assert last_verdict(OPENING + "4: hu Hg Hg", house_rules=rules) == "claim-not-available"
    assert last_verdict(OPENING + "4: hu Hg Hg", house_rules=rules | {"threshold": 20}) == "legal"


def test_a_pair_is_claimed_only_for_hu_under_the_house_rule():
    rules = {"pair_chi": "only-for-hu"}
    answer = judge("1: discards Sr, 2: draws Hy, 2: chi Hy Hy", house_rules=rules)["events"][-1]
    assert (answer["fault"], answer["rule"]) == ("claim-not-available", "F24")
    assert last_verdict(HU, house_rules=rules) == "legal"


@pytest.mark.parametrize(
    ("same", "pong", "pair"),
    [
        ("none", "not-a-meld", "not-a-meld"),
        ("triple-quad", "legal", "not-a-meld"),
        ("all", "legal", "legal"),
    ],
)
def test_soldiers_of_one_color_are_melds_under_the_house_rule(same, pong, pair):
    rules = {"soldier_same_colour_sets": same}
    discard = "1: discards Sr, "
    assert last_verdict(discard + "2: pong Sr Sr Sr", dealt=None, house_rules=rules) == pong
    assert last_verdict(discard + "2: chi Sr Sr", dealt=None, house_rules=rules) == pair


def test_of_two_players_the_one_dealt_twenty_one_cards_is_first():
    assert last_verdict("1: discards Rg", dealt=[DEAL[1], "?"], seats=2) == "out-of-turn"
    assert last_verdict("2: discards Rw", dealt=[DEAL[1], "?"], seats=2) == "legal"


def test_a_seat_that_has_laid_every_card_ends_the_hand():
    before = FORCED.rpartition(", 1:")[0]
    events = f"{before}, 1: draws Hr, 2: pong Hr Hr Hr, 2: discards Gw, 1: draws Cy, 2: pong Cy Cy Cy, 2: lucky Gr"
    hand = judge(events, dealt=["?", BOB], seats=2)
    assert [event.get("fault") for event in hand["events"][-5:]] == [
        "card-not-held",
        "general-discarded",
        None,
        None,
        None,
    ]
    assert (hand["status"], hand["cards_left"][1]) == ("finished", 0)


# Unknown cards


def test_possession_is_assumed_unless_the_record_disproves_it():
    unknown = ["?", "?", "?", "?"]
    assert last_verdict(OPENING + "3: pong Hg Hg Hg", dealt=unknown) == "legal"
    events = "1: discards Hg, 2: chi Hg Hg, 2: discards Hg, 3: pong Hg Hg Hg"
    assert verdicts(events, dealt=unknown)[-1] == "card-not-held"
    known = ["?", "?", DEAL[2], "?"]
    assert last_verdict("1: discards Hg, 4: pong Hg Hg Hg", dealt=known) == "card-not-held"


def test_points_of_hu_need_a_known_hand_or_named_melds():
    assert last_verdict(OPENING + "4: hu Hg Hg", dealt=None) == "unproven"
    answer = judge(OPENING + "4: hu Hg Hg, 4: lucky Gy", dealt=None)
    assert (answer["status"], answer["points"]) == ("finished", None)
    complete = " / Sr Sg Sy Sw / Ay Ay Ay / Ey Ey Ey / Ry Ry Ry / Cy Cy Cy / Cw Cw Cw"
    answer = judge(OPENING + f"4: hu Hg Hg{complete}, 4: lucky Gy", dealt=None)
    assert [event["verdict"] for event in answer["events"]] == ["legal"] * 3
    assert answer["points"] == [-11, -11, -11, 33]
    left = {"left": ["?", "?", "?", ""]}
    assert judge(OPENING + f"4: hu Hg Hg{complete}", dealt=None, hand=left)["status"] == "finished"


def test_hu_with_one_unknown_card_is_unproven():
    dealt = [DEAL[0], DEAL[1], DEAL[2], DEAL[3].replace("Cw Cw Cw", "Cw Cw ?")]
    assert last_verdict(HU, dealt=dealt) == "unproven"
    named = "4: hu Hg Hg / Sr Sg Sy Sw / Ay Ay Ay / Ey Ey Ey / Ry Ry Ry / Cy Cy Cy / Cw Cw ?"
    assert last_verdict(OPENING + named, dealt=dealt) == "unproven"


def test_an_end_without_a_discard_is_unproven_if_the_hand_is_unknown():
    lucky = FORCED + ", 2: lucky Gr"
    assert last_verdict(lucky, dealt=None, seats=2) == "unproven"
    hand = judge(lucky, dealt=None, seats=2)
    assert (hand["status"], hand["points"]) == ("finished", None)
    left = {"left": ["?", "Gr Gw"]}
    assert judge(lucky, dealt=None, seats=2, hand=left)["points"] == [-21, 21]
    too_many = OPENING + "2: chi Hg Rg Cg, 2: lucky Gy"
    assert last_verdict(too_many) == "out-of-turn"
    assert (
        last_verdict(too_many, dealt=None) == "out-of-turn"
    )  # Bob holds eighteen cards, and there are sixteen generals


def test_after_unseen_actions_the_turn_is_certain_again_once_a_card_is_turned_up():
    assert verdicts(OPENING + "unseen, 3: discards Cr, 4: draws Rw") == [
        "legal",
        "unproven",
        "legal",
        "legal",
    ]
    assert verdicts(OPENING + "unseen, 3: discards Cr, 1: draws Rw")[-1] == "out-of-turn"
    assert verdicts(OPENING + "unseen, 3: pong Hg Hg Hg")[-1] == "unproven"
    assert verdicts(OPENING + "2: unseen, 3: draws Rw")[-1] == "unproven"


def test_a_claim_names_the_unseen_card_on_offer():
    assert verdicts("1: discards ?, 2: chi Hg Rg Cg", dealt=None)[-1] == "legal"
    assert verdicts("1: discards ?, 3: chi Hg Rg Cg", dealt=None)[-1] == "claim-not-available"
    assert (
        verdicts("1: discards Sr, 2: draws ?, 3: chi Gy", dealt=None)[-1] == "claim-not-available"
    )
    assert verdicts("1: discards Sr, 2: draws ?, 2: chi Gy", dealt=None)[-1] == "legal"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ("1: Rr", "bad-event"),
        ("1: discards", "bad-event"),
        ("1: discards Rr Rr", "bad-event"),
        ("1: calls discards Rr", "bad-event"),
        ("1: hu", "bad-event"),
        ("1: hu Rr Rr /", "bad-event"),
        ("1: chi Rr / Hr", "bad-event"),
        ("1: gives Rr to 2", "bad-event"),
        ("1: discards Rr last", "bad-event"),
        ("1: jumps", "bad-event"),
        ("5: draws Rr", "bad-seat"),
        ("0: draws Rr", "bad-seat"),
        ("1: draws Zz", "unknown-card"),
        ("1: hu Rr Rr Rr Rr / Rr", "too-many-copies"),
    ],
)
def test_an_unreadable_event_has_its_error_code(event, code):
    assert document_error(record({"events": [event]})) == (code, "hands[0].events[0]")


def test_events_after_an_unproven_hu_are_unproven_unless_illegal_in_both_cases():
    events = OPENING + "3: hu Hg Hg Hg, 2: chi Hg Rg Cg, 2: discards Aw"
    assert verdicts(events) == ["legal", "hand-not-complete", "legal", "legal"]
    hand = judge(events, dealt=None)
    assert [event["verdict"] for event in hand["events"]] == ["legal"] + ["unproven"] * 3
    assert (hand["status"], hand["cards_left"]) == ("unfinished", [20, 17, 20, 20])
    assert verdicts(events + ", 2: draws Rw", dealt=None)[-1] == "out-of-turn"
    ended = judge(OPENING + "3: hu Hg Hg Hg, 2: pass, 3: lucky Rw", dealt=None)
    assert [event["verdict"] for event in ended["events"]] == [
        "legal",
        "unproven",
        "unproven",
        "unproven",
    ]
    assert (ended["status"], ended["points"]) == ("finished", None)
    drawn = ", ".join(f"{seat % 4 + 1}: draws ?" for seat in range(1, 32))
    hand = judge(f"{OPENING}3: hu Hg Hg Hg, {drawn}", dealt=None)
    assert (hand["status"], hand["points"]) == ("washed-out", None)
    forced = FORCED + ", 2: lucky Gr, 2: discards Gw"
    assert verdicts(forced, dealt=None, seats=2)[-1] == "general-discarded"


def test_the_reason_names_the_later_event_that_proves_the_fault():
    all_but_one = "Sr Sg Sy Sw / Ay Ay Ay / Ey Ey Ey / Ry Ry Ry / Cy Cy Cy / Cw Cw"
    hu = f"{OPENING}4: hu Hg Hg / {all_but_one}, 2: draws Rr, 3: draws Hr"
    assert verdicts(hu, dealt=None)[1] == "unproven"
    answer = judge(f"{hu}, 4: discards Cr", dealt=None)["events"][1]
    assert answer["fault"] == "hand-not-complete"
    assert answer["reason"].endswith("Seat 4 showed the Cr in event 5.")
    pong = "1: discards Er, 4: pong Er Er Er, 4: discards "
    gan = {"house_rules": {"forced_gan": True}, "dealt": None}
    assert verdicts(pong + "Cr", **gan) == ["legal", "unproven", "legal"]
    answer = judge(pong + "Er", **gan)["events"][1]
    assert answer["fault"] == "claim-not-available"
    assert answer["reason"].endswith("Seat 4 showed the Er in event 3.")


def test_an_unseen_card_may_have_been_a_general():
    assert last_verdict("1: discards ?", dealt=None) == "unproven"
    assert verdicts(OPENING + "2: draws ?, 3: draws Rr")[-1] == "unproven"
    assert verdicts(OPENING + "2: draws ?, 2: chi Rw Rw")[-1] == "legal"
