"""Malformed hands: events, deals and score sheets that cannot be read, with the path of each error (contract §2)."""

import pytest

from tests.referee.climbing_table import DEAL, record_error


def event_error(text):
    return record_error({"events": [text]})


class TestEvents:
    @pytest.mark.parametrize("events", ["1: 3C", {}, 3])
    def test_events_are_a_list(self, events):
        assert record_error({"events": events}) == ("bad-event", "hands[0].events")

    @pytest.mark.parametrize("event", [None, 3, ["1: 3C"], {"seat": 1}])
    def test_an_event_is_a_text(self, event):
        assert record_error({"events": ["1: 3C", event]}) == ("bad-event", "hands[0].events[1]")

    @pytest.mark.parametrize(
        "text", ["", "3C", "1 3C", "1:", "1: ", ":3C", "one: 3C", "1: ,", "pass", "-1: 3C", "1; 3C"]
    )
    def test_an_event_is_a_seat_a_colon_and_an_action(self, text):
        assert event_error(text) == ("bad-event", "hands[0].events[0]")

    @pytest.mark.parametrize(
        "text", ["5: 3C", "0: 3C", "0: pass", "0: unseen", "17: pass", "999: unseen"]
    )
    def test_the_seat_of_an_event_is_at_the_table(self, text):
        assert event_error(text) == ("bad-seat", "hands[0].events[0]")

    @pytest.mark.parametrize(
        "text", ["1: 1C", "1: 3X", "1: 11H", "1: 3", "1: CC3", "1: 3C 4", "1: 3C3D", "1: ??"]
    )
    def test_a_card_played_is_in_the_deck(self, text):
        assert event_error(text) == ("unknown-card", "hands[0].events[0]")

    @pytest.mark.parametrize("text", ["1: 3ſ", "1: ſ3", "1: 3\ufe0fC"])
    def test_cards_are_ascii_but_for_the_names_of_a_suit(self, text):
        assert event_error(text) == ("unknown-card", "hands[0].events[0]")

    @pytest.mark.parametrize("text", ["１: 3C", "1: ta\u212aes back"])
    def test_seats_and_words_are_ascii(self, text):
        assert event_error(text) == ("bad-event", "hands[0].events[0]")

    def test_the_sign_of_a_suit_is_no_piece_of_another_game(self):
        hand = {"events": ["1: discards ♣r"]}
        error = record_error(hand, variant="four-color-cards")
        assert error == ("unknown-card", "hands[0].events[0]")

    def test_one_card_is_given(self):
        hand = {"events": ["1: gives DR,1M to 2"]}
        assert record_error(hand, variant="gang-of-four") == ("bad-event", "hands[0].events[0]")

    @pytest.mark.parametrize("text", ["1: 3C 3C", "1: 10H TH", "1: 3C 3D 3♣"])
    def test_a_card_is_played_once_in_an_event(self, text):
        assert event_error(text) == ("too-many-copies", "hands[0].events[0]")

    def test_nobody_plays_more_cards_than_the_deck_has(self):
        assert event_error("1:" + " ?" * 53) == ("too-many-copies", "hands[0].events[0]")

    @pytest.mark.parametrize(
        "text", ["1: hu 3C", "1: chi 3C 4C 5C", "2: pong 3C 3D 3H", "1: gan 3C"]
    )
    def test_climbing_games_have_no_claims(self, text):
        assert event_error(text) == ("bad-event", "hands[0].events[0]")

    @pytest.mark.parametrize("text", ["1: gives 3C to 2", "2: gives 2S to 4"])
    def test_big_two_has_no_gifts(self, text):
        assert event_error(text) == ("bad-event", "hands[0].events[0]")

    @pytest.mark.parametrize(
        "events",
        [
            ["1: takes back"],
            ["1: 3C", "2: takes back"],
            ["1: 3C", "1: takes back", "1: takes back"],
            ["unseen", "1: takes back"],
        ],
    )
    def test_a_seat_takes_back_only_its_own_event_just_before(self, events):
        where = f"hands[0].events[{len(events) - 1}]"
        assert record_error({"events": events}) == ("bad-event", where)

    def test_the_path_names_the_hand_and_the_event(self):
        assert record_error({}, {"events": ["1: 3C", "2: 4D", "3: 5X"]}) == (
            "unknown-card",
            "hands[1].events[2]",
        )


class TestDealsAndCardsLeft:
    @pytest.mark.parametrize("dealt", [DEAL[:3], [*DEAL, ""], "3C", {}])
    def test_a_deal_has_a_hand_for_each_seat(self, dealt):
        assert record_error({"dealt": dealt}) == ("wrong-deal-size", "hands[0].dealt")

    @pytest.mark.parametrize("cards", ["3C", "3C 4D", DEAL[0] + " 4D", "? ?"])
    def test_a_dealt_hand_has_thirteen_cards(self, cards):
        assert record_error({"dealt": [None, cards, None, None]}) == (
            "wrong-deal-size",
            "hands[0].dealt[1]",
        )

    def test_a_dealt_hand_is_a_text(self):
        assert record_error({"dealt": [None, None, 3, None]})[1] == "hands[0].dealt[2]"

    def test_dealt_cards_are_in_the_deck(self):
        dealt = [None, None, DEAL[2].replace("4C", "1C"), None]
        assert record_error({"dealt": dealt}) == ("unknown-card", "hands[0].dealt[2]")

    def test_a_card_is_dealt_once(self):
        dealt = [DEAL[0], DEAL[1].replace("3D", "3C"), None, None]
        assert record_error({"dealt": dealt}) == ("too-many-copies", "hands[0].dealt[1]")
        assert (
            record_error(
                {"dealt": [DEAL[0].replace("4C", "3C").replace("5C", "3C"), None, None, None]}
            )[0]
            == "too-many-copies"
        )

    def test_a_card_is_left_once(self):
        assert record_error({"left": ["3C", "3C", None, None]}) == (
            "too-many-copies",
            "hands[0].left[1]",
        )

    def test_a_card_left_is_in_the_deck(self):
        assert record_error({"left": [None, None, None, "1C"]}) == (
            "unknown-card",
            "hands[0].left[3]",
        )

    @pytest.mark.parametrize("value", [0, 5, "1", True])
    def test_the_dealer_is_a_seat(self, value):
        assert record_error({"dealer": value}) == ("bad-seat", "hands[0].dealer")


class TestScoreSheets:
    @pytest.mark.parametrize(
        "cards_left",
        [
            [1, 2, 3, 4],
            [0, 0, 3, 4],
            [0, 0, 0, 0],
            [0, 1, 2, 14],
            [0, -1, 2, 3],
            [0, 1, 2],
            [0, 1, 2, 3, 4],
            [],
            [0, 1, 2, "3"],
            [0, 1, 2, 2.5],
            [0, 0, 2, None],
            [0, 1, 2, "??"],
            [0, 1, 2, True],
            "0 1 2 3",
            7,
        ],
    )
    def test_one_hand_is_empty_and_the_others_have_up_to_thirteen_cards(self, cards_left):
        assert record_error({"cards_left": cards_left}) == (
            "impossible-result",
            "hands[0].cards_left",
        )

    @pytest.mark.parametrize("out", [[], [1], [1, 2], [1, 1, 2], [1, 2, 3, 4]])
    def test_the_order_out_names_three_different_seats(self, out):
        assert record_error({"out": out}, variant="pusoy-dos") == (
            "impossible-result",
            "hands[0].out",
        )

    @pytest.mark.parametrize(
        ("out", "where"),
        [([1, 2, 5], "out[2]"), ([0, 2, 3], "out[0]"), (["1", 2, 3], "out[0]"), (3, "out")],
    )
    def test_the_order_out_consists_of_seats(self, out, where):
        assert record_error({"out": out}, variant="pusoy-dos") == ("bad-seat", f"hands[0].{where}")

    @pytest.mark.parametrize("seat", [0, 5, "3", True, []])
    def test_pays_all_is_a_seat(self, seat):
        hand = {"cards_left": [0, 1, 2, 3], "pays_all": seat}
        assert record_error(hand) == ("bad-seat", "hands[0].pays_all")

    @pytest.mark.parametrize("rows", [{}, "late", [3], [None]])
    def test_adjustments_are_a_list_of_objects(self, rows):
        assert record_error({"adjustments": rows}) == ("unreadable", "hands[0].adjustments")

    @pytest.mark.parametrize("seat", [0, 5, None, "1"])
    def test_an_adjustment_names_a_seat(self, seat):
        rows = [{"seat": 1, "points": 2}, {"seat": seat, "points": 2}]
        assert record_error({"adjustments": rows}) == ("bad-seat", "hands[0].adjustments[1].seat")

    @pytest.mark.parametrize("points", [None, "2", True, []])
    def test_the_points_of_an_adjustment_are_a_number(self, points):
        rows = [{"seat": 1, "points": points}]
        assert record_error({"adjustments": rows}) == (
            "unreadable",
            "hands[0].adjustments[0].points",
        )

    @pytest.mark.parametrize("key", ["void", "annulled"])
    @pytest.mark.parametrize("value", [True, 3, ["misdeal"]])
    def test_the_reason_for_void_or_annulled_is_a_text(self, key, value):
        assert record_error({key: value}) == ("unreadable", f"hands[0].{key}")

    @pytest.mark.parametrize("value", ["said", 1, True, [], {}])
    def test_passes_are_written_or_implied(self, value):
        assert record_error({"passes": value}) == ("unreadable", "hands[0].passes")
