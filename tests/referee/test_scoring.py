"""Settlements between the seats: who pays whom, and that points sum to zero (B19, G33)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.referee.chance import some_examples
from tests.referee.climbing_table import adjudicate, record_error


class TestSettlements:
    def settle(self, settlement, cards_left, **keys):
        rules = {"settlement": settlement}
        return adjudicate({"cards_left": cards_left, **keys}, house_rules=rules)["hands"][0]

    def test_pairwise_every_two_seats_settle_their_difference(self):
        hand = self.settle("pairwise", [5, 8, 0, 12])
        assert hand["points"] == [5, -7, 25, -23]
        assert len(hand["lines"]) == 12

    def test_penalties_are_the_cards_left(self):
        assert self.settle("penalties", [5, 8, 0, 12])["points"] == [5, 8, 0, 12]

    @pytest.mark.parametrize("settlement", ["winner-collects", "pairwise"])
    def test_points_between_seats_sum_to_zero(self, settlement):
        assert sum(self.settle(settlement, [5, 8, 0, 12])["points"]) == 0

    def test_one_seat_may_pay_for_all(self):
        hand = self.settle("winner-collects", [0, 5, 8, 12], pays_all=3)
        assert hand["card_points"] == [0, 0, 25, 0]
        assert hand["points"] == [25, 0, -25, 0]
        assert hand["lines"][2]["reason"] == "pays for all: 25"

    def test_with_penalties_the_seat_that_pays_for_all_takes_all_penalties(self):
        assert self.settle("penalties", [0, 5, 8, 12], pays_all=3)["points"] == [0, 0, 25, 0]

    def test_pairwise_the_seat_that_pays_for_all_pays_every_difference(self):
        assert self.settle("pairwise", [0, 5, 8, 12], pays_all=3)["points"] == [25, 25, -75, 25]

    def test_the_winner_can_pay_for_all_only_pairwise(self):
        assert self.settle("pairwise", [0, 5, 8, 12], pays_all=1)["points"] == [-75, 25, 25, 25]
        for settlement in ("winner-collects", "penalties"):
            hand = {"cards_left": [0, 5, 8, 12], "pays_all": 1}
            rules = {"settlement": settlement}
            assert record_error(hand, house_rules=rules) == (
                "impossible-result",
                "hands[0].pays_all",
            )

    def test_multipliers_apply_before_one_seat_pays_for_all(self):
        rules = {"multipliers": [[1, 1], [10, 2]]}
        hand = adjudicate({"cards_left": [0, 5, 8, 12], "pays_all": 2}, house_rules=rules)["hands"][
            0
        ]
        assert hand["card_points"] == [0, 37, 0, 0]


class TestRandomSettlements:
    @some_examples
    @given(
        st.permutations([0, 1, 1, 1]),
        st.lists(st.integers(1, 13), min_size=4, max_size=4),
        st.sampled_from(["winner-collects", "pairwise"]),
        st.sampled_from([[[1, 1]], [[1, 1], [8, 2]], [[1, 0.5], [10, 2], [13, 4]]]),
        st.none() | st.integers(1, 4),
    )
    def test_random_points_between_seats_sum_to_zero(
        self, winner, counts, settlement, steps, pays_all
    ):
        sheet = [count * loses for count, loses in zip(counts, winner, strict=True)]
        if settlement == "winner-collects" and pays_all and not sheet[pays_all - 1]:
            pays_all = None
        rules = {"settlement": settlement, "multipliers": steps}
        hand = adjudicate({"cards_left": sheet, "pays_all": pays_all}, house_rules=rules)["hands"][
            0
        ]
        assert sum(hand["points"]) == 0
        for seat, points in enumerate(hand["points"], 1):
            assert points == sum(line["points"] for line in hand["lines"] if line["seat"] == seat)

    @some_examples
    @given(st.permutations([1, 2, 3, 4]), st.lists(st.integers(-5, 5), min_size=4, max_size=4))
    def test_every_place_brings_its_points(self, order, points):
        keys = {"variant": "pusoy-dos", "house_rules": {"placement_points": points}}
        hand = adjudicate({"out": order[:3]}, **keys)["hands"][0]
        assert [hand["points"][seat - 1] for seat in order] == points
        assert [hand["places"][seat - 1] for seat in order] == [1, 2, 3, 4]


def test_points_by_the_scoring_table_need_no_loser():
    """The loser of two seats with nine cards each depends on unknown totals; the points do not (G21, G33)."""
    hands = [{"events": ["1: 1M"]}, {"cards_left": [0, 9, 9, 5]}]
    second = adjudicate(*hands, variant="gang-of-four")["hands"][1]
    assert (second["points"], second.get("loser")) == ([0, 18, 18, 5], None)
    keys = {"variant": "gang-of-four", "house_rules": {"scoring": "loser-only"}}
    assert adjudicate(*hands, **keys)["hands"][1]["points"] is None
