"""Score sheets on which a number of cards left is unknown: only what depends on it is open."""

import itertools

import pytest

import referee
from tests.referee.climbing_table import ENDED, FOURS, adjudicate, judge, record, record_error

GANG, LOSER = "gang-of-four", "gang-of-four-loser-scores"


def settle(cards_left, *, variant="big-two", rules=None, **keys):
    hand = {"cards_left": cards_left, **keys}
    return adjudicate(hand, variant=variant, house_rules=rules)["hands"][0]


@pytest.mark.parametrize("unknown", ["?", None])
def test_the_winner_and_the_seat_without_a_number_have_no_points(unknown):
    hand = settle([0, 5, unknown, 12])
    assert hand["status"] == "finished"
    assert hand["points"] == [None, -5, None, -12]
    assert hand["cards_left"] == [0, 5, None, 12]
    assert hand["places"] == [1, None, None, None]
    assert {line["seat"] for line in hand["lines"]} == {2, 4}


def test_where_every_two_seats_settle_all_points_are_open():
    assert settle([0, 5, "?", 12], rules={"settlement": "pairwise"})["points"] is None


def test_penalties_are_open_for_the_seat_alone():
    assert settle([0, 5, "?", 12], rules={"settlement": "penalties"})["points"] == [0, 5, None, 12]
    assert settle([0, 5, "?", 12], variant=GANG)["points"] == [0, 5, None, 36]


def test_only_seats_that_may_have_lost_have_open_points_where_the_loser_alone_scores():
    assert settle([0, 5, "?", 12], variant=LOSER)["points"] == [0, 0, None, None]
    assert settle([0, 5, "?", 16], variant=LOSER)["points"] == [0, 0, 0, 16]


def test_the_seat_that_pays_for_all_has_open_points():
    assert settle([0, 5, "?", 12], pays_all=2)["points"] == [None, None, 0, 0]


def test_the_only_seat_without_a_number_went_out_if_nobody_else_did():
    assert settle(["?", 5, 8, 12]) == settle([0, 5, 8, 12])


def test_nobody_is_known_to_have_won_where_several_seats_may_be_out_of_cards():
    hand = settle(["?", 5, "?", 12])
    assert hand["places"] is None
    assert hand["points"] == [None, -5, None, -12]
    judged = adjudicate({"cards_left": ["?"] * 4}, {"cards_left": [0, 1, 2, 3]})
    assert [hand["points"] for hand in judged["hands"]] == [None, [6, -1, -2, -3]]


def test_the_winner_on_the_sheet_is_out_of_cards():
    assert settle(["?", 5, "?", 12], winner=3)["places"] == [None, None, 1, None]
    assert record_error({"cards_left": ["?", 5, 8, 12], "winner": 2}) == (
        "impossible-result",
        "hands[0].winner",
    )


def test_a_blocked_seat_keeps_one_card():
    hand = settle([0, 5, "?", 12], variant=GANG, blocked=[3])
    assert hand["points"] == [0, 5, 1, 36]
    assert settle([1, "?", 7, 1], variant=GANG, rules={"last_card_announcement": "auto"})["points"]


def test_a_winner_may_have_cards_where_all_others_can_be_blocked():
    hand = settle([1, 1, "?", 1], variant=GANG)
    assert (hand["points"], hand["cards_left"][2]) == ([1, 1, 0, 1], None)


def test_the_order_of_going_out_settles_places_whatever_the_last_one_holds():
    hand = {"out": [2, 4, 1], "cards_left": [0, 0, "?", 0]}
    assert adjudicate(hand, variant="pusoy-dos")["hands"][0]["points"] == [1, 3, 0, 2]


def test_totals_are_open_after_the_hand_and_the_game_goes_on():
    judged = adjudicate(
        {"cards_left": [0, 5, "?", 12]}, {"cards_left": [0, 13, 13, 13]}, house_rules={"target": 20}
    )
    assert (judged["totals"], judged["over"], judged["winners"]) == (None, False, [])


def test_plays_tell_the_number():
    assert judge(ENDED, {"dealt": FOURS, "cards_left": [0, "?", 13, 13]})["points"][1] == -13
    events = ENDED.replace("ppp", "2: pass, 3: pass, 4: unseen", 1)
    assert judge(events, {"cards_left": [0, 13, "?", 12]})["points"] == [38, -13, -13, -12]
    assert judge(events, {"cards_left": [0, 13, 13, "?"]})["points"] == [None, -13, -13, None]


def test_cards_left_tell_the_number():
    hand = {"cards_left": [0, 5, "?", 12], "left": ["", "?", "4C 4D", "?"]}
    assert adjudicate(hand)["hands"][0]["points"] == [19, -5, -2, -12]


@pytest.mark.parametrize("settlement", ["winner-collects", "pairwise", "penalties"])
@pytest.mark.parametrize("variant", ["big-two", GANG, LOSER])
def test_what_is_proved_is_the_same_for_every_number(variant, settlement):
    rules = {"settlement": settlement} if variant == "big-two" else {}
    most = 13 if variant == "big-two" else 16
    for sheet in ([0, 5, "?", 12], [0, "?", "?", most], ["?", 1, 9, "?"]):
        proved = settle(sheet, variant=variant, rules=rules)
        ways = [
            settle(counts, variant=variant, rules=rules) for counts in possible_counts(sheet, most)
        ]
        for key in ("points", "places", "card_points"):
            for seat in range(4):
                values = {way[key] and way[key][seat] for way in ways}
                expected = values.pop() if len(values) == 1 else None
                assert (proved[key] and proved[key][seat]) == expected


def possible_counts(sheet, most):
    """Return the sheets without unknown numbers that it may be."""
    numbers = [[0, 1, 2, 6, most - 1, most] if count == "?" else [count] for count in sheet]
    return [[*counts] for counts in itertools.product(*numbers) if counts.count(0) == 1]


def test_a_sheet_is_written_as_it_was_read_and_in_toml_with_a_question_mark():
    for unknown in ("?", None):
        written = referee.parse_record(record({"cards_left": [0, 5, unknown, 12]}))
        assert written.as_json()["hands"] == [{"cards_left": [0, 5, unknown, 12]}]
        toml = referee.write_record(written, "toml")
        assert 'cards_left = [0, 5, "?", 12]' in toml
        assert referee.read_record(toml, "toml").hands[0].cards_left == (0, 5, None, 12)


def test_an_unknown_number_is_content_and_no_free_text():
    assert not referee.split_hand({"cards_left": [0, 5, "?", 12]}).text
    assert referee.split_hand({"cards_left": [0, 5, "Bo's", 12]}).text
