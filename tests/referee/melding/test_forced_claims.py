"""Hu and gan that must be called under the house rules ``forced_hu`` and ``forced_gan`` (rulings §7, F23)."""

import pytest

import referee
from tests.referee.climbing_table import event_list
from tests.referee.four_color_table import DEAL, OPENING, ask, judge, record, verdicts

GAN = {"house_rules": {"forced_gan": True}}
HU = {"house_rules": {"forced_hu": True}}


def hide(cards: str, *, seat: int) -> list[str]:
    """Return the deal with these cards of a seat unknown."""
    words = DEAL[seat - 1].split()
    for card in cards.split():
        words[words.index(card)] = "?"
    return [" ".join(words) if other == seat else hand for other, hand in enumerate(DEAL, 1)]


def test_a_gan_passed_over_is_unproven_if_the_seat_may_have_held_the_cards():
    assert verdicts("1: discards Er, 2: draws Cw", dealt=None, **GAN) == ["legal", "unproven"]
    assert verdicts("1: discards Sr, 2: draws Cw", dealt=None, **GAN) == ["legal", "legal"]
    played = OPENING + "2: draws Ay, 3: draws Cw"
    assert verdicts(played, dealt=hide("Ay Sr", seat=4), **GAN)[-1] == "unproven"
    assert verdicts(played, dealt=hide("Ay Ay Ay", seat=4), **GAN)[-1] == "unproven"
    assert verdicts(played, **GAN)[-1] == "claim-not-available"


def test_a_gan_passed_over_is_legal_if_another_seat_was_dealt_a_copy():
    played = "1: discards Hr, 2: draws Cw"
    assert verdicts(played, dealt=["?", *DEAL[1:]], **GAN) == ["legal", "legal"]


def test_a_gan_passed_over_names_the_hand_that_would_settle_it():
    played = OPENING + "2: draws Ay, 3: draws Cw"
    event = judge(played, dealt=hide("Ay Sr", seat=4), **GAN)["events"][2]
    assert (event["verdict"], event["rule"]) == ("unproven", "F23")
    assert event["reason"] == "Whether seat 4 could call gan, and so had to, is not known."
    assert event["needs"] == ["the hand of seat 4 before event 3"]


def test_a_hu_passed_over_is_unproven_if_the_hand_may_have_been_complete():
    one_unknown = hide("Sr", seat=4)
    assert verdicts(OPENING + "2: draws Cw", dealt=one_unknown, **HU) == ["legal", "unproven"]
    assert verdicts(OPENING + "2: chi Hg Rg Cg", dealt=one_unknown, **HU)[-1] == "unproven"
    assert verdicts(OPENING + "2: draws Cw", dealt=one_unknown) == ["legal", "legal"]


def test_a_hu_passed_over_is_legal_if_no_unknown_card_completes_the_hand():
    deal = [*DEAL[:3], DEAL[3].replace("Hg Sr", "? Er").replace("Cw Cw Cw", "Rr Hw Ag")]
    assert verdicts(OPENING + "2: draws Gw", dealt=deal, **HU) == ["legal", "legal"]


def test_the_threshold_decides_whether_hu_had_to_be_called():
    rules = {"forced_hu": True, "hu_requires_threshold": True, "threshold": 25}
    one_unknown = hide("Sr", seat=4)
    played = OPENING + "2: draws Cw"
    assert verdicts(played, dealt=one_unknown, house_rules=rules) == ["legal", "legal"]
    rules["threshold"] = 10
    assert verdicts(played, dealt=one_unknown, house_rules=rules) == ["legal", "unproven"]


def test_a_claim_called_is_not_passed_over_even_if_it_may_have_been_impossible():
    one_unknown = hide("Sr", seat=4)
    events = OPENING + "4: calls hu Hg Hg, 2: chi Hg Rg Cg"
    assert judge(events, dealt=one_unknown, **HU)["events"][2]["rule"] == "F11"


def test_a_hu_that_may_pass_over_another_proves_no_points():
    deal = ["?" if seat == 1 else hand for seat, hand in enumerate(DEAL)]
    rules = {"forced_hu": True, "lucky_card": False}
    whole = "Sr Sg Sy Sw / Ay Ay Ay / Ey Ey Ey / Ry Ry Ry / Cy Cy Cy / Cw Cw Cw"
    answer = judge(f"{OPENING}4: hu Hg Hg / {whole}", dealt=deal, house_rules=rules)
    assert answer["events"][-1]["verdict"] == "unproven"
    assert answer["points"] is None


@pytest.mark.parametrize(
    ("events", "rules"),
    [
        ("2: draws Ay, 3: draws Cw", {"forced_gan": True}),
        ("2: draws Cw", {"forced_hu": True}),
        ("2: chi Hg Rg Cg", {"forced_hu": True, "hu_requires_threshold": True}),
    ],
)
@pytest.mark.parametrize("unknown", ["Ay Sr Sg", "Sr Sg Sy Sw Ay Ay Ay Ey Ey Ey Ry Ry Ry Cy Cy Cy"])
def test_a_claim_that_may_have_been_passed_over_has_both_witnesses(events, rules, unknown):
    hand = {"dealt": hide(unknown, seat=4), "events": event_list(OPENING + events)}
    adjudication = referee.adjudicate(referee.parse_record(record(hand, house_rules=rules)))
    answer = referee.add_witnesses(adjudication).as_json()["hands"][0]["events"][-1]
    assert answer["rule"] == "F23"
    assert answer["witnesses"]["legal"] is not None
    assert answer["witnesses"]["illegal"] is not None


def test_an_unseen_card_drawn_may_have_been_one_to_call():
    events = OPENING + "2: draws ?, 3: draws Rr"
    assert verdicts(events, house_rules={"forced_gan": True, "drawn_general_forced": False})[
        1:
    ] == [
        "legal",
        "unproven",
    ]


def test_a_question_judges_only_the_duty_of_the_seat_that_asks():
    rules = {"forced_hu": True, "forced_gan": True}
    chi = {"claim": "chi Hg Rg Cg", "house_rules": rules}
    assert ask(**chi)["rule"] == "F23"
    known = ask(**chi, hand="Hg ? Rr Rg Cg")
    assert (known["verdict"], known["goes_to"]) == ("legal", 2)
    assert ask("pass", house_rules=rules)["verdict"] == "unproven"
    assert ask("pass", house_rules=rules, hand="Hg Hg Rr Rg Cg")["verdict"] == "legal"
    gan = ask("pass", house_rules=rules, hand="Hg Hg Hg Rr Ew")
    assert gan["fault"] == "claim-not-available"
