"""The course of a hand of Four Color Cards: turns, generals, hu, ends, faults, and what is not known."""

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
"""Bob's melds leave him with two generals: 3 and four times 6 exposed, and 2."""


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
def test_every_fault_in_its_place(events, fault, rule):
    found = judge(events)["events"]
    assert [event["verdict"] for event in found[:-1]] == ["legal"] * (len(found) - 1)
    assert (found[-1]["fault"], found[-1]["rule"]) == (fault, rule)
    assert "{" not in found[-1]["reason"]


def test_a_card_of_which_every_copy_lay_on_the_table_is_played_already():
    copies = "2: draws Rw, 3: draws Rw, 4: draws Rw, 1: draws Rw, 2: draws Rw"
    assert last_verdict(f"1: discards Sr, {copies}", dealt=None) == "card-already-played"
    discarded = (
        "1: discards Sr, 2: draws Sr, 3: draws Sr, 4: draws Sr, 4: chi Sr Sg Sy, 4: discards Sr"
    )
    assert last_verdict(discarded, dealt=None) == "card-already-played"


def test_a_draw_from_an_empty_stock_is_no_draw():
    drawn = ", ".join(f"{seat % 4 + 1}: draws ?" for seat in range(1, 32))
    found = judge(f"{OPENING}{drawn}")
    assert found["status"] == "washed-out"
    assert found["points"] == [0, 0, 0, 0]
    found = judge(f"{OPENING}{drawn}, 1: draws ?")
    assert found["events"][-1]["fault"] == "stock-exhausted"
    assert found["status"] == "washed-out"


def test_the_last_card_of_the_stock_can_still_be_claimed():
    drawn = ", ".join(f"{seat % 4 + 1}: draws ?" for seat in range(1, 31))
    claimed = f"{OPENING}{drawn}, 4: draws Cw, 4: pong Cw Cw Cw"
    assert judge(claimed)["status"] == "unfinished"
    assert judge(f"{claimed}, 4: discards Ry")["status"] == "washed-out"
    assert judge(f"{OPENING}{drawn}", house_rules={"dead_wall": 1})["status"] == "washed-out"


def test_nobody_scores_and_no_place_is_taken_when_the_stock_runs_out():
    hand = adjudicate({"washed_out": True})["hands"][0]
    assert (hand["status"], hand["points"], hand["places"]) == ("washed-out", [0, 0, 0, 0], None)


def test_a_seat_with_nothing_but_generals_after_a_claim_ends_the_hand():
    for events, status in ((FORCED.rpartition(", 2:")[0], "unfinished"), (FORCED, "finished")):
        assert judge(events, dealt=["?", BOB], seats=2)["status"] == status
    hand = judge(FORCED + ", 2: lucky Gr", dealt=["?", BOB], seats=2)
    assert hand["points"] == [-21, 21]
    assert last_verdict(FORCED + ", 2: discards Gr", dealt=["?", BOB], seats=2) == "hand-over"


def test_without_the_lucky_card_the_points_are_not_proved():
    hand = judge(FORCED, dealt=["?", BOB], seats=2)
    assert (hand["points"], hand["places"], hand["lines"]) == (None, None, [])
    assert [meld["points"] for meld in hand["melds"]] == [3, 6, 6, 6, 6, 1, 1]
    for rules in ({"lucky_card": False}, {"lucky_on_forced": False}):
        hand = judge(FORCED, dealt=["?", BOB], seats=2, house_rules=rules)
        assert hand["points"] == [-20, 20]
        lucky = FORCED + ", 2: lucky Gr"
        assert last_verdict(lucky, dealt=["?", BOB], seats=2, house_rules=rules) == "hand-over"


def test_a_seat_without_a_discard_pays_where_the_club_says_so():
    rules = {"no_discard": "always-pays"}
    hand = judge(FORCED + ", 2: lucky Gr", dealt=["?", BOB], seats=2, house_rules=rules)
    assert hand["points"] == [11, -11]


def test_a_play_taken_back_keeps_its_verdict_and_changes_nothing():
    assert verdicts("1: discards Gg, 1: takes back, 1: discards Hg") == [
        "general-discarded", "legal", "legal",
    ]  # fmt: skip
    assert last_verdict(OPENING + "2: chi Hg Rg Cg, 2: takes back, 3: pong Hg Hg Hg") == "legal"
    assert last_verdict(OPENING + "2: draws Cw, 2: takes back, 2: chi Hg Rg Cg") == "legal"


def test_an_illegal_hu_ends_nothing():
    found = judge(OPENING + "3: hu Hg Hg Hg, 2: chi Hg Rg Cg, 2: discards Aw")
    assert [event["verdict"] for event in found["events"]] == ["legal", "illegal", "legal", "legal"]
    assert found["status"] == "unfinished"


def test_after_an_illegal_claim_the_meld_lies_and_its_seat_discards():
    assert verdicts(OPENING + "3: chi Hg Hg, 3: discards Cr, 4: draws Rw") == [
        "legal", "claim-not-available", "legal", "legal",
    ]  # fmt: skip


def test_after_an_illegal_discard_the_card_is_on_offer_and_the_turn_passes_on():
    assert verdicts("1: discards Gg, 2: chi Gg, 2: discards Aw") == [
        "general-discarded",
        "legal",
        "legal",
    ]
    assert verdicts("3: discards Cr, 4: draws Rw") == ["out-of-turn", "legal"]


def test_a_general_left_lying_is_held_against_the_next_draw_only():
    events = OPENING + "2: draws Gy, 3: draws Cw, 4: draws Rr"
    assert verdicts(events) == ["legal", "legal", "general-not-taken", "legal"]
    assert last_verdict(OPENING + "2: draws Gy, 2: chi Gy, 2: discards Aw") == "legal"
    rules = {"drawn_general_forced": False}
    assert last_verdict(OPENING + "2: draws Gy, 3: draws Cw", house_rules=rules) == "legal"


def test_nothing_is_claimed_on_the_deal_unless_the_club_knows_the_heavenly_hu():
    whole = [
        "Sr Sg Sy Sw Ay Ay Ay Ey Ey Ey Ry Ry Ry Cy Cy Cy Cw Cw Cw Gr Gg",
        "?", "?", "?",
    ]  # fmt: skip
    assert last_verdict("1: hu Sr Sg Sy Sw", dealt=whole) == "claim-not-available"
    hand = judge("1: hu Sr Sg Sy Sw, 1: lucky Gr", dealt=whole, house_rules={"heavenly_hu": True})
    assert hand["points"] == [
        42,
        -14,
        -14,
        -14,
    ]  # 5, five times 3, 2 generals, 1 lucky point; 10 less, 1 more


def test_hu_and_gan_must_be_called_where_the_club_says_so():
    for rules, passes in (({"forced_hu": True}, "F23"), ({}, None)):
        found = judge(OPENING + "2: draws Cw", house_rules=rules)["events"][-1]
        assert found.get("rule") == passes
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


def test_a_call_passes_over_only_its_own_better_claim():
    gan = {"house_rules": {"forced_gan": True}}
    assert (
        last_verdict(OPENING + "2: draws Ay, 4: calls pong Ay Ay Ay", **gan)
        == "claim-not-available"
    )
    assert last_verdict("1: discards Sr, 2: draws Hy, 2: calls chi Hy Hy", **gan) == "legal"


def test_hu_below_the_threshold_is_not_on_offer_where_the_club_says_so():
    rules = {"threshold": 21, "hu_requires_threshold": True}
    assert last_verdict(OPENING + "4: hu Hg Hg", house_rules=rules) == "claim-not-available"
    assert last_verdict(OPENING + "4: hu Hg Hg", house_rules=rules | {"threshold": 20}) == "legal"


def test_a_pair_is_made_only_for_hu_where_the_club_says_so():
    rules = {"pair_chi": "only-for-hu"}
    found = judge("1: discards Sr, 2: draws Hy, 2: chi Hy Hy", house_rules=rules)["events"][-1]
    assert (found["fault"], found["rule"]) == ("claim-not-available", "F24")
    assert last_verdict(HU, house_rules=rules) == "legal"


@pytest.mark.parametrize(
    ("same", "pong", "pair"),
    [
        ("none", "not-a-meld", "not-a-meld"),
        ("triple-quad", "legal", "not-a-meld"),
        ("all", "legal", "legal"),
    ],
)
def test_soldiers_of_one_color_are_melds_where_the_club_says_so(same, pong, pair):
    rules = {"soldier_same_colour_sets": same}
    discard = "1: discards Sr, "
    assert last_verdict(discard + "2: pong Sr Sr Sr", dealt=None, house_rules=rules) == pong
    assert last_verdict(discard + "2: chi Sr Sr", dealt=None, house_rules=rules) == pair


def test_where_one_of_two_was_dealt_twenty_the_other_is_first():
    assert last_verdict("1: discards Rg", dealt=[DEAL[1], "?"], seats=2) == "out-of-turn"
    assert last_verdict("2: discards Rw", dealt=[DEAL[1], "?"], seats=2) == "legal"


def test_a_seat_that_has_laid_down_every_card_has_nothing_to_discard_whatever_it_was_dealt():
    before = FORCED.rpartition(", 1:")[0]
    events = f"{before}, 1: draws Hr, 2: pong Hr Hr Hr, 2: discards Gw, 1: draws Cy, 2: pong Cy Cy Cy, 2: lucky Gr"
    hand = judge(events, dealt=["?", BOB], seats=2)
    assert [event.get("fault") for event in hand["events"][-5:]] == [
        "card-not-held", "general-discarded", None, None, None,
    ]  # fmt: skip
    assert (hand["status"], hand["cards_left"][1]) == ("finished", 0)


# What is not known


def test_possession_is_no_duty_and_later_events_prove_it_all_the_same():
    unknown = ["?", "?", "?", "?"]
    assert last_verdict(OPENING + "3: pong Hg Hg Hg", dealt=unknown) == "legal"
    events = "1: discards Hg, 2: chi Hg Hg, 2: discards Hg, 3: pong Hg Hg Hg"
    assert verdicts(events, dealt=unknown)[-1] == "card-already-played"
    known = ["?", "?", DEAL[2], "?"]
    assert last_verdict("1: discards Hg, 4: pong Hg Hg Hg", dealt=known) == "card-not-held"


def test_a_hand_left_over_is_divided_only_if_it_is_known():
    assert last_verdict(OPENING + "4: hu Hg Hg", dealt=None) == "unproven"
    found = judge(OPENING + "4: hu Hg Hg, 4: lucky Gy", dealt=None)
    assert (found["status"], found["points"]) == ("finished", None)
    whole = " / Sr Sg Sy Sw / Ay Ay Ay / Ey Ey Ey / Ry Ry Ry / Cy Cy Cy / Cw Cw Cw"
    found = judge(OPENING + f"4: hu Hg Hg{whole}, 4: lucky Gy", dealt=None)
    assert [event["verdict"] for event in found["events"]] == ["legal"] * 3
    assert found["points"] == [-11, -11, -11, 33]
    left = {"left": ["?", "?", "?", ""]}
    assert judge(OPENING + f"4: hu Hg Hg{whole}", dealt=None, hand=left)["status"] == "finished"


def test_one_card_too_many_is_enough_for_a_fault_when_nothing_can_complete_it():
    dealt = [DEAL[0], DEAL[1], DEAL[2], DEAL[3].replace("Cw Cw Cw", "Cw Cw ?")]
    assert last_verdict(HU, dealt=dealt) == "unproven"
    named = "4: hu Hg Hg / Sr Sg Sy Sw / Ay Ay Ay / Ey Ey Ey / Ry Ry Ry / Cy Cy Cy / Cw Cw ?"
    assert last_verdict(OPENING + named, dealt=dealt) == "unproven"


def test_an_end_for_want_of_a_discard_is_unproven_when_the_hand_is_unknown():
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
    )  # eighteen cards: there are sixteen generals


def test_after_something_unseen_nobody_acts_out_of_turn_until_a_card_is_turned_up():
    assert verdicts(OPENING + "unseen, 3: discards Cr, 4: draws Rw") == [
        "legal", "unproven", "legal", "legal",
    ]  # fmt: skip
    assert verdicts(OPENING + "unseen, 3: discards Cr, 1: draws Rw")[-1] == "out-of-turn"
    assert verdicts(OPENING + "unseen, 3: pong Hg Hg Hg")[-1] == "unproven"
    assert verdicts(OPENING + "2: unseen, 3: draws Rw")[-1] == "unproven"


def test_a_card_that_nobody_saw_on_offer_is_seen_when_it_is_taken():
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
def test_an_event_that_cannot_be_read_says_so(event, code):
    assert document_error(record({"events": [event]})) == (code, "hands[0].events[0]")


def test_nothing_after_a_hu_that_is_not_proved_is_illegal_only_for_coming_after_it():
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


def test_what_a_later_event_proves_names_that_event():
    but_one = "Sr Sg Sy Sw / Ay Ay Ay / Ey Ey Ey / Ry Ry Ry / Cy Cy Cy / Cw Cw"
    hu = f"{OPENING}4: hu Hg Hg / {but_one}, 2: draws Rr, 3: draws Hr"
    assert verdicts(hu, dealt=None)[1] == "unproven"
    found = judge(f"{hu}, 4: discards Cr", dealt=None)["events"][1]
    assert found["fault"] == "hand-not-complete"
    assert found["reason"].endswith("Seat 4 showed the Cr in event 5.")
    pong = "1: discards Er, 4: pong Er Er Er, 4: discards "
    gan = {"house_rules": {"forced_gan": True}, "dealt": None}
    assert verdicts(pong + "Cr", **gan) == ["legal"] * 3
    found = judge(pong + "Er", **gan)["events"][1]
    assert found["fault"] == "claim-not-available"
    assert found["reason"].endswith("Seat 4 showed the Er in event 3.")


def test_an_unseen_card_may_have_been_a_general():
    assert last_verdict("1: discards ?", dealt=None) == "unproven"
    assert verdicts(OPENING + "2: draws ?, 3: draws Rr")[-1] == "unproven"
    assert verdicts(OPENING + "2: draws ?, 2: chi Rw Rw")[-1] == "legal"
