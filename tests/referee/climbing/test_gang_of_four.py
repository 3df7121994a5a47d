"""The rules of Gang of Four: direction, exchange, last card, blocked seats, three players, the loser, the end."""

import pytest

import referee
from tests.referee.climbing_table import (
    adjudicate,
    event_list,
    judge,
    last_verdict,
    record_error,
    verdict_or_fault,
    verdicts,
)

GANG = "gang-of-four"
LOSER = "gang-of-four-loser-scores"

DEAL = [
    "1G 1G 2G 2G 3G 3G 4G 4G 5G 5G 6G 6G 7G 7G 8G 1M",
    "8G 9G 9G 10G 10G 1Y 1Y 2Y 2Y 3Y 3Y 4Y 4Y 5Y 5Y PG",
    "6Y 6Y 7Y 7Y 8Y 8Y 9Y 9Y 10Y 10Y 1R 1R 2R 2R 3R PY",
    "3R 4R 4R 5R 5R 6R 6R 7R 7R 8R 8R 9R 9R 10R 10R DR",
]
"""Alice has green cards and the 1M, Carol mostly yellow, Dan mostly red, Bob the rest."""

SHEET = {"cards_left": [0, 5, 8, 3]}
"""The score sheet of a hand that Alice won and Carol lost."""


def second_hand(events, hand=None, *, before=SHEET, **keys):
    """Return the verdicts on a second hand; the first is known by its score sheet ``before``."""
    keys.setdefault("variant", GANG)
    answer = adjudicate(before, {**(hand or {}), "events": event_list(events)}, **keys)
    return [verdict_or_fault(event) for event in answer["hands"][1]["events"]]


def last_event(events, hand=None, **keys):
    keys.setdefault("variant", GANG)
    return judge(events, hand, **keys)["events"][-1]


class TestTheDirection:
    def test_the_first_hand_goes_anticlockwise(self):
        assert verdicts("1: 1M, 4: 3R, 3: 6Y", {"dealt": DEAL}, variant=GANG) == ["legal"] * 3
        assert last_verdict("1: 1M, 2: 8G", {"dealt": DEAL}, variant=GANG) == "out-of-turn"

    def test_the_second_hand_goes_clockwise(self):
        events = "3: gives DR to 1, 1: gives 1G to 3, 1: 2G, 2: 3G"
        assert second_hand(events) == ["legal"] * 4

    def test_a_void_hand_does_not_change_the_direction(self):
        void = {"void": "misdeal", "events": ["1: 1M"]}
        answer = adjudicate(void, {"events": ["1: 1M", "4: 3R"]}, variant=GANG)
        assert [hand["number"] for hand in answer["hands"]] == [1, 1]
        assert [verdict_or_fault(event) for event in answer["hands"][1]["events"]] == [
            "legal",
            "legal",
        ]


class TestTheExchange:
    def test_the_loser_gives_and_the_winner_returns(self):
        assert second_hand("3: gives DR to 1, 1: gives 1G to 3, 1: 2G") == ["legal"] * 3

    def test_no_exchange_is_due_before_the_first_hand(self):
        events = "3: gives PY to 1, 1: 1M"
        assert verdicts(events, {"dealt": DEAL}, variant=GANG)[0] == "exchange-not-due"

    def test_the_loser_gives_its_highest_card(self):
        dealt = {"dealt": DEAL}
        assert second_hand("3: gives PY to 1", dealt) == ["legal"]
        assert second_hand("3: gives 10Y to 1", dealt) == ["not-highest-card"]

    def test_a_card_that_the_loser_plays_later_was_held_before(self):
        events = "3: gives 10Y to 1, 1: gives 1G to 3, 1: 2G, 2: pass, 3: DR"
        answer = adjudicate(SHEET, {"events": event_list(events)}, variant=GANG)["hands"][1][
            "events"
        ]
        assert answer[0]["fault"] == "not-highest-card"
        assert "seat 3 played it in event 5" in answer[0]["reason"]

    def test_a_card_that_the_winner_returned_was_not_held_before(self):
        events = "3: gives 10Y to 1, 1: gives PG to 3, 1: 2G, 2: pass, 3: PG"
        assert second_hand(events)[0] == "unproven"

    def test_giving_the_highest_card_of_the_deck_needs_no_proof(self):
        assert second_hand("3: gives DR to 1") == ["legal"]
        assert second_hand("3: gives PY to 1") == ["unproven"]

    def test_the_winner_may_not_return_the_card_received(self):
        dealt = {"dealt": DEAL}
        assert (
            second_hand("3: gives PY to 1, 1: gives PY to 3", dealt)[1] == "returned-received-card"
        )
        anything = {"exchange_may_return_received": True}
        assert (
            second_hand("3: gives PY to 1, 1: gives PY to 3", dealt, house_rules=anything)[1]
            == "legal"
        )

    def test_the_winner_may_return_a_twin_of_the_card_received(self):
        # Alice has a red ten as well as Carol, whose highest card it is
        deal = [
            DEAL[0].replace("8G 1M", "8G 10R"),
            DEAL[1],
            DEAL[2].replace("PY", "10R"),
            DEAL[3].replace("10R 10R", "PY 1M"),
        ]
        assert second_hand("3: gives 10R to 1, 1: gives 10R to 3", {"dealt": deal}) == [
            "legal",
            "legal",
        ]

    def test_returning_the_same_face_is_unproven_if_a_twin_may_be_held(self):
        assert second_hand("3: gives 10R to 1, 1: gives 10R to 3")[1] == "unproven"

    def test_only_the_loser_gives_and_only_to_the_winner(self):
        assert second_hand("2: gives DR to 1") == ["exchange-not-due"]
        assert second_hand("3: gives DR to 2") == ["exchange-not-due"]

    def test_the_loser_gives_first(self):
        events = "1: gives 1G to 3, 3: gives DR to 1, 1: 2G"
        assert second_hand(events) == ["exchange-not-due", "legal", "legal"]

    def test_a_third_gift_is_not_due(self):
        events = "3: gives DR to 1, 1: gives 1G to 3, 1: gives 2G to 3"
        assert second_hand(events)[2] == "exchange-not-due"

    def test_only_the_first_action_before_a_due_gift_is_illegal(self):
        assert second_hand("1: 2G, 2: 3G") == ["exchange-missing", "legal"]
        assert second_hand("3: gives DR to 1, 1: 2G, 2: 3G") == [
            "legal",
            "exchange-missing",
            "legal",
        ]
        assert second_hand("1: pass, 1: 2G") == ["exchange-missing", "legal"]

    def test_an_illegal_gift_counts_as_given(self):
        dealt = {"dealt": DEAL}
        events = "3: gives 10Y to 1, 1: gives 1G to 3, 1: 10Y, 2: pass, 3: 1G"
        assert second_hand(events, dealt) == [
            "not-highest-card",
            "legal",
            "legal",
            "legal",
            "does-not-beat",
        ]

    def test_a_card_given_is_held_by_its_receiver(self):
        dealt = {"dealt": DEAL}
        events = "3: gives PY to 1, 1: gives 1G to 3, 1: PY, 2: pass, 3: pass, 4: DR"
        assert second_hand(events, dealt) == ["legal"] * 6
        assert (
            second_hand("3: gives PY to 1, 1: gives 1G to 3, 1: 2G, 2: pass, 3: PY", dealt)[4]
            == "card-not-held"
        )

    def test_a_club_may_play_without_the_exchange(self):
        assert second_hand("1: 2G, 2: 3G", house_rules={"exchange": False}) == ["legal", "legal"]
        assert second_hand("3: gives DR to 1", house_rules={"exchange": False}) == [
            "exchange-not-due"
        ]

    def test_nothing_is_given_in_big_two(self):
        assert record_error({"events": ["1: gives 2S to 3"]}) == ("bad-event", "hands[0].events[0]")


# seat 1 plays until it holds two cards, everybody else passing
DOWN_TO_TWO = "1: 1M 2G 3G 4G 5G, 1: 2G 3G 4G 5G 6G, 1: 1G 1G, 1: 6G, 1: 7G"
IMPLIED = {"passes": "implied", "dealt": DEAL}


class TestTheLastCard:
    def test_the_play_that_leaves_one_card_announces_it(self):
        answer = judge(f"{DOWN_TO_TWO}, 1: 7G last, 1: 8G", IMPLIED, variant=GANG)
        assert answer["status"] == "finished"
        assert answer["places"][0] == 1

    def test_without_an_announcement_the_play_stands_and_the_seat_is_blocked(self):
        answer = judge(f"{DOWN_TO_TWO}, 1: 7G, 1: 8G", IMPLIED, variant=GANG)
        assert [verdict_or_fault(event) for event in answer["events"][-2:]] == ["legal", "blocked"]

    def test_the_next_seat_leads_in_place_of_a_blocked_seat(self):
        hand = {"dealt": DEAL}
        events = event_list(DOWN_TO_TWO.replace(", 1:", ", 4: pass, 3: pass, 2: pass, 1:"))
        events += [
            "4: pass",
            "3: pass",
            "2: pass",
            "1: 7G",
            "4: pass",
            "3: pass",
            "2: pass",
            "4: 3R",
            "3: 6Y",
        ]
        answer = adjudicate({**hand, "events": events}, variant=GANG)["hands"][0]["events"]
        assert {verdict_or_fault(event) for event in answer} == {"legal"}

    def test_a_blocked_seat_may_only_pass(self):
        events = f"{DOWN_TO_TWO}, 1: 7G, 4: 10R, 3: PY, 2: 9G, 1: 8G"
        assert verdicts(events, IMPLIED, variant=GANG)[-2:] == ["does-not-beat", "blocked"]
        events = f"{DOWN_TO_TWO}, 1: 7G, 4: 10R, 1: pass, 3: PY"
        assert verdicts(events, IMPLIED, variant=GANG)[-2:] == ["legal", "legal"]

    def test_a_blocked_seat_that_plays_early_is_out_of_turn(self):
        events = f"{DOWN_TO_TWO}, 1: 7G, 4: 10R, 1: 8G"
        assert last_verdict(events, IMPLIED, variant=GANG) == "out-of-turn"

    def test_going_out_with_several_cards_needs_no_announcement(self):
        answer = judge(f"{DOWN_TO_TWO}, 1: 7G 8G", {**IMPLIED, "dealt": None}, variant=GANG)
        assert (
            last_verdict(f"{DOWN_TO_TWO}, 1: 7G 8G", IMPLIED, variant=GANG) == "not-a-combination"
        )
        assert answer["status"] == "finished"

    def test_a_club_may_play_without_announcements(self):
        auto = {"last_card_announcement": "auto"}
        events = f"{DOWN_TO_TWO}, 1: 7G, 1: 8G"
        assert judge(events, IMPLIED, variant=GANG, house_rules=auto)["status"] == "finished"

    def test_the_last_seat_that_is_not_blocked_wins(self):
        sheet = {"cards_left": [1, 1, 4, 1], "winner": 3}
        answer = adjudicate(sheet, variant=GANG)["hands"][0]
        assert answer["points"] == [1, 1, 0, 1]
        assert answer["places"][2] == 1

    @pytest.mark.parametrize(
        ("sheet", "where"),
        [
            ({"cards_left": [1, 2, 4, 1], "winner": 3}, "winner"),
            ({"cards_left": [0, 2, 4, 1], "winner": 3}, "winner"),
            ({"cards_left": [0, 2, 4, 1], "blocked": [3]}, "blocked"),
            ({"cards_left": [0, 17, 4, 1]}, "cards_left"),
        ],
    )
    def test_an_impossible_sheet_is_refused(self, sheet, where):
        assert record_error(sheet, variant=GANG) == ("impossible-result", f"hands[0].{where}")


class TestThreePlayers:
    PLAYERS = ("Alice", "Bob", "Carol")

    def test_sixteen_cards_are_not_dealt(self):
        dealt = {"dealt": DEAL[:3]}
        assert (
            last_verdict("1: 1M, 3: 6Y", dealt, variant=GANG, players=list(self.PLAYERS)) == "legal"
        )

    def test_if_nobody_holds_the_1m_the_right_neighbor_of_the_dealer_leads(self):
        dealt = {"dealt": DEAL[1:], "dealer": 1}
        keys = {"variant": GANG, "players": list(self.PLAYERS)}
        assert last_verdict("3: 3R", dealt, **keys) == "legal"
        assert last_verdict("1: 8G", dealt, **keys) == "out-of-turn"

    def test_if_nobody_holds_the_1m_and_no_dealer_is_known_anybody_leads(self):
        keys = {"variant": GANG, "players": list(self.PLAYERS)}
        for event in ("1: 8G", "2: 6Y", "3: 3R 4R 5R 6R 7R"):
            assert last_verdict(event, {"dealt": DEAL[1:]}, **keys) == "legal"

    def test_a_lead_without_the_1m_is_unproven_if_it_may_be_undealt(self):
        keys = {"variant": GANG, "players": list(self.PLAYERS)}
        assert last_verdict("1: 8G", **keys) == "unproven"
        assert last_verdict("1: 1M", **keys) == "legal"

    def test_the_loser_scores_edition_is_for_four_players(self):
        assert record_error(variant=LOSER, players=list(self.PLAYERS))[0] == "wrong-player-count"


class TestTheLoser:
    def test_the_seat_with_the_most_cards_loses(self):
        assert adjudicate(SHEET, variant=GANG)["hands"][0]["loser"] == 3

    def test_of_seats_with_equal_cards_the_highest_total_loses(self):
        sheet = {"cards_left": [0, 1, 9, 9], "blocked": [2]}
        answer = adjudicate(sheet, variant=LOSER, carried=[0, 0, 30, 22])["hands"][0]
        assert (answer["loser"], answer["points"]) == (3, [0, 1, 9, 0])

    def test_of_seats_with_equal_totals_the_first_anticlockwise_from_the_winner_loses(self):
        answer = adjudicate({"cards_left": [0, 9, 9, 3]}, variant=LOSER)["hands"][0]
        assert answer["loser"] == 3
        answer = adjudicate({"cards_left": [9, 9, 0, 3]}, variant=LOSER)["hands"][0]
        assert answer["loser"] == 2

    def test_an_adjustment_counts_for_the_totals_that_decide_the_loser(self):
        adjustment = [{"seat": 2, "points": 1, "reason": "late"}]
        sheet = {"cards_left": [0, 9, 9, 3], "adjustments": adjustment}
        assert adjudicate(sheet, variant=LOSER)["hands"][0]["loser"] == 2

    def test_unknown_totals_leave_the_loser_open(self):
        unfinished = {"events": ["1: 1M"]}
        answer = adjudicate(unfinished, {"cards_left": [0, 9, 9, 3]}, variant=LOSER)["hands"][1]
        assert (answer.get("loser"), answer["points"]) == (None, None)


class TestTheEndOfTheGame:
    CARRIED = (88, 40, 62, 40)

    def test_the_game_ends_at_a_hundred_and_the_lowest_total_wins(self):
        answer = adjudicate({"cards_left": [10, 0, 8, 3]}, variant=GANG, carried=list(self.CARRIED))
        assert (answer["totals"], answer["over"], answer["winners"]) == (
            [108, 40, 78, 43],
            True,
            [2],
        )

    def test_the_game_goes_on_below_a_hundred(self):
        answer = adjudicate({"cards_left": [7, 0, 8, 3]}, variant=GANG, carried=list(self.CARRIED))
        assert (answer["totals"], answer["over"]) == ([95, 40, 78, 43], False)
        assert answer["hands"][0]["loser"] == 3

    def test_equal_totals_share_the_victory(self):
        answer = adjudicate({"cards_left": [8, 0, 8, 9]}, variant=GANG, carried=[88, 31, 15, 59])
        assert (answer["totals"], answer["winners"]) == ([104, 31, 31, 77], [2, 3])

    def test_the_loser_scores_edition_has_no_target(self):
        answer = adjudicate({"cards_left": [10, 0, 8, 3]}, variant=LOSER, carried=[95, 40, 62, 40])
        assert answer["over"] is False


def test_the_answer_to_a_question_names_no_seat_numbers():
    question = {
        "variant": GANG,
        "standing": "7Y",
        "play": "8G",
        "hand": "9R 8G 8Y",
        "next_holds": 1,
    }
    assert str(referee.ask(question).verdict.reason) == (
        "The player had to play its highest single, the next player holding one card: it held the 9R."
    )


@pytest.mark.parametrize(
    ("hand", "verdict"),
    [
        ("1M 5G 5Y ?", "unproven"),
        ("1M 5G 5Y 7R", "legal"),
        ("1M 1G 5Y ?", "illegal"),
        ("1M 5G 6G ?", "unproven"),
    ],
)
def test_only_combinations_with_the_opening_card_are_due_on_the_opening_lead(hand, verdict):
    """G30: before a player with one card, a pair without 1M is no reason not to lead 1M alone."""
    question = {"variant": GANG, "play": "1M", "hand": hand, "opening": True, "next_holds": 1}
    assert referee.ask(question).as_json()["verdict"] == verdict


@pytest.mark.parametrize(
    ("hand", "verdict"),
    [("4G 5G ?", "illegal"), ("4G 2G ?", "unproven"), ("4G 3Y", "legal"), ("5G 4G 4Y", "illegal")],
)
def test_a_low_single_is_illegal_if_every_hand_has_several_cards_to_lead_or_a_higher_single(
    hand, verdict
):
    """G30: the unseen card makes a pair or does not; without a pair the 5G had to be led."""
    question = {"variant": GANG, "play": "4G", "hand": hand, "opening": False, "next_holds": 1}
    assert referee.ask(question).as_json()["verdict"] == verdict


@pytest.mark.parametrize(
    ("hand", "verdict"),
    [("3G 3Y 3R ?", "unproven"), ("9G 3G 3Y 3R ?", "illegal"), ("3G 3Y 3R 4G", "legal")],
)
def test_a_pass_is_illegal_if_every_hand_has_a_gang_or_a_higher_single(hand, verdict):
    """G31: under ``protect_forces_gang`` either of them had to be played."""
    question = {
        "variant": GANG,
        "standing": "7Y",
        "play": "pass",
        "hand": hand,
        "next_holds": 1,
        "house_rules": {"protect_forces_gang": True},
    }
    assert referee.ask(question).as_json()["verdict"] == verdict
