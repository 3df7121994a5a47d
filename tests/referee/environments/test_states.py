"""A hand that is stepped through: who is asked, in which order, and what it brings."""

from collections import Counter

import pytest
from hypothesis import given, reject

import referee
from referee import HandState, Legal, MalformedError, Table
from referee.variants import BUILT_IN
from tests.referee.all_house_rules import any_club
from tests.referee.chance import few_games, seeds, some_examples
from tests.referee.four_color_table import DEAL
from tests.referee.random_four_color_hands import random_house_rules

HU = 3
"""The number of hu."""
GAMES = [(rules.variant, seats) for rules in BUILT_IN for seats in rules.seats]


def step_to_the_end(state, chance):
    while not state.is_terminal():
        player = state.current_player()
        actions = state.legal_actions()
        assert actions
        assert state.legal_actions((player + 1) % state.num_players()) == []
        state.apply_action(chance.choice(actions))
    assert state.table.is_over
    assert set(state.table.verdicts) == {Legal()}


@pytest.mark.parametrize(("variant", "seats"), GAMES)
@few_games
@given(chance=seeds)
def test_any_legal_actions_lead_to_the_end_and_are_judged_legal(variant, seats, chance):
    state = HandState.deal(variant, seed=chance.randrange(1 << 32), seats=seats)
    assert state.returns() == [0.0] * seats
    step_to_the_end(state, chance)
    sign = -1 if state.table.rules.lowest_wins else 1
    assert state.returns() == [sign * points for points in state.table.result]


@some_examples
@given(seeds)
def test_four_color_cards_comes_to_its_end_under_any_house_rules(chance):
    rules = random_house_rules(chance)
    state = HandState.deal("four-color-cards", seed=chance.randrange(1 << 32), house_rules=rules)
    step_to_the_end(state, chance)


@pytest.fixture
def claimed():
    """A hand in which seat 4 may call hu, seat 3 pong, and seat 2 chi or draw."""
    rest = Counter(referee.rules_for("four-color-cards").deck.copies)
    rest -= Counter(" ".join(DEAL).split())
    table = Table("four-color-cards", hand={"dealt": DEAL, "stock": " ".join(rest.elements())})
    table.play("discards Hg")
    return HandState(table)


@few_games
@given(any_club(), seeds)
def test_a_later_hand_comes_to_its_end_under_any_house_rules(club, chance):
    variant, house_rules = club
    game = {"house_rules": house_rules, "seats": max(referee.rules_for(variant).seats)}
    hand = referee.deal(variant, seed=chance.randrange(1 << 32), **game)
    before = referee.Carried(
        number=2, previous_winner=1, previous_loser=2, totals=(0, 9, 1, 3), won=(1, 0, 0, 0)
    )
    try:
        table = Table(variant, hand=hand, carried=before, **game)
    except MalformedError:  # the game was over after its first hand
        reject()
    step_to_the_end(HandState(table), chance)


def test_gifts_are_asked_for_before_the_first_play():
    before = referee.Carried(
        number=2, previous_winner=1, previous_loser=3, totals=(0, 1, 9, 4), won=(1, 0, 0, 0)
    )
    hand = referee.deal("gang-of-four", seed=3)
    state = HandState(Table("gang-of-four", hand=hand, carried=before))
    assert state.current_player() == 2
    assert [action.split()[0] for action in state.request.actions] == ["gives"]
    state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 0
    assert state.observation(1)["events"] == [state.table.events[0]]


class TestClaims:
    def test_claims_are_asked_for_from_the_strongest_to_the_weakest(self, claimed):
        asked = []
        while "pass" in claimed.request.actions:
            asked.append((claimed.request.seat, claimed.request.actions[0].split()[0]))
            claimed.play("pass")
        assert asked == [(4, "hu"), (3, "pong")]
        assert claimed.request.seat == 2
        assert claimed.request.actions[0] == "chi Hg Rg Cg"
        assert claimed.request.actions[-1].startswith("draws ")

    def test_who_declines_leaves_no_event(self, claimed):
        claimed.play("pass")
        assert claimed.table.events == ("1: discards Hg",)

    def test_a_claim_that_is_made_stands(self, claimed):
        claimed.play("pass")
        claimed.play("pong Hg Hg Hg")
        assert claimed.table.events[-1] == "3: pong Hg Hg Hg"
        assert claimed.current_player() == 2

    @some_examples
    @given(seeds)
    def test_each_choice_of_the_table_can_be_reached(self, chance):
        state = HandState.deal("four-color-cards", seed=chance.randrange(1 << 32))
        before = None
        while not state.is_terminal():
            is_new, before = before != state.table.events, state.table.events
            offered, asked = Counter(), state.clone()
            events = asked.table.events
            while not asked.is_terminal() and asked.table.events == events:
                for action in asked.request.actions:
                    if action != "pass":
                        offered[asked.request.seat, action] += 1
                if "pass" not in asked.request.actions:
                    break
                asked.play("pass")
            listed = {
                (seat, action)
                for seat, actions in state.table.choices().items()
                for action in actions
                if action != "pass"
            }
            assert set(offered) <= listed
            if is_new:  # nobody has declined yet
                assert set(offered) == listed
            assert max(offered.values()) == 1
            state.apply_action(chance.choice(state.legal_actions()))

    def test_hu_lays_the_melds_that_score_most(self):
        state = HandState.deal("four-color-cards", seed=119, seats=2)
        calls = ("hu Ay Ay / Ay Ay / Gy", "hu Ay Ay Ay Ay / Gy")
        while state.request.actions[:2] != calls:
            state.apply_action([action for action in state.legal_actions() if action != HU][-1])
        state.apply_action(HU)
        assert state.table.events[-1].endswith(calls[1])


class TestState:
    def test_a_clone_goes_on_by_itself(self):
        state = HandState.deal("big-two", seed=7)
        other = state.clone()
        other.apply_action(other.legal_actions()[0])
        assert (state.table.events, state.current_player()) == ((), 2)
        assert other.table.events == ("3: 3C",)

    def test_a_clone_declines_by_itself(self, claimed):
        other = claimed.clone()
        other.play("pass")
        assert (claimed.request.seat, other.request.seat) == (4, 3)
        assert claimed.clone().request == claimed.request

    def test_the_table_that_is_given_is_not_changed(self):
        table = Table("big-two", hand=referee.deal("big-two", seed=7))
        HandState(table).play("3C")
        assert table.events == ()

    def test_penalties_are_negated_so_that_more_is_better(self):
        state = HandState.deal("gang-of-four", seed=1)
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
        assert max(state.returns()) == 0
        assert min(state.returns()) < 0

    def test_what_is_not_legal_is_refused_and_changes_nothing(self):
        state = HandState.deal("big-two", seed=7)
        for wrong in (0, -1, 10**6):
            with pytest.raises(MalformedError, match="not among the legal actions"):
                state.apply_action(wrong)
        with pytest.raises(MalformedError, match="'4C' is not among"):
            state.play("4C")
        assert state.table.events == ()

    @pytest.mark.parametrize(
        "table",
        [
            Table("big-two"),
            Table("big-two", hand={"events": ["1: 3C"]}),
            Table(
                "four-color-cards",
                hand={"dealt": referee.deal("four-color-cards", seed=1)["dealt"], "events": ["1: discards Ar"]},
            ),
        ],
    )  # fmt: skip
    def test_unknown_cards_are_refused(self, table):
        with pytest.raises(MalformedError, match=r"as referee\.deal does"):
            HandState(table)

    def test_only_who_declined_knows_that_it_was_asked(self, claimed):
        claimed.play("pass")
        before = [claimed.information_state_string(player) for player in range(4)]
        claimed.play("pass")
        after = [claimed.information_state_string(player) for player in range(4)]
        assert (before[0], before[3]) == (after[0], after[3])
        assert before[2] != after[2]
        assert claimed.information_state_string() == after[1]
