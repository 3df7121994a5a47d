"""A table on which a hand is played event by event: what is legal next, and what a step back restores."""

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee import Fault, Legal, MalformedError, Table, Unproven, tables
from referee.climbing import combinations_in
from tests.referee.chance import clubs, few_examples, few_games, seeds, two_games
from tests.referee.random_four_color_hands import random_house_rules, random_round
from tests.referee.random_hands import random_hand_with_options
from tests.referee.random_sessions import random_session

SUITS = [
    " ".join(f"{rank}{suit}" for rank in "3 4 5 6 7 8 9 10 J Q K A 2".split()) for suit in "CDHS"
]


def as_sets(plays: Iterable[str]) -> list[str]:
    """Return plays in one order of plays, and of the cards of each."""
    return sorted(" ".join(sorted(play.split())) for play in plays)


@pytest.fixture
def table():
    return Table("big-two", hand={"dealt": SUITS})


class TestLegalPlays:
    @few_examples
    @given(clubs(), seeds)
    def test_they_are_those_of_a_second_opinion_in_every_position_of_a_hand(self, club, chance):
        variant, house_rules = club
        hand, options = random_hand_with_options(variant, house_rules, chance)
        table = Table(variant, house_rules=house_rules, hand={"dealt": hand["dealt"]})
        for event, expected in zip(hand["events"], options, strict=True):
            wanted = as_sets("pass" if play is None else " ".join(play.cards) for play in expected)
            assert as_sets(table.legal_plays(int(event[0]))) == wanted
            assert table.play(event) == Legal()
        assert table.is_over
        assert table.legal_plays() == ()

    @two_games
    @given(st.integers(0, 1 << 32))
    def test_they_are_those_of_a_second_opinion_in_gang_of_four(self, seed):
        session = random_session(Random(seed), most=2)
        record = referee.parse_record(session.record())
        for table, moments in zip(tables(record), session.moments, strict=True):
            for moment in reversed(moments):
                event = table.pop()
                legal = table.legal_plays(moment.seat)
                if moment.options is None:
                    assert event.partition(": ")[2] in legal
                else:
                    wanted = (
                        "pass" if play is None else " ".join(play.cards) for play in moment.options
                    )
                    assert as_sets(legal) == as_sets(wanted)

    @few_games
    @given(seeds)
    def test_each_is_judged_legal_in_four_color_cards_and_each_legal_event_is_one(self, chance):
        house_rules = random_house_rules(chance)
        played = random_round(chance, house_rules)
        table = Table(
            "four-color-cards",
            seats=played.seats,
            house_rules=house_rules,
            hand={"dealt": played.dealt},
        )
        for event in played.events:
            seat, _, action = event.partition(": ")
            legal = table.legal_plays(int(seat))
            if chance.random() < 0.1:
                assert all(table.judge(f"{seat}: {play}") == Legal() for play in legal)
            verb = action.split()[0]
            if verb in {"draws", "lucky"}:
                assert f"{verb} ?" in legal
            elif verb not in {"calls", "hu"}:
                assert as_sets([action])[0] in as_sets(legal)
            else:
                assert verb == "calls" or any(play.startswith("hu ") for play in legal)
            table.play(event)

    @few_games
    @given(clubs(), seeds)
    def test_they_are_those_that_are_judged_legal_where_other_cards_are_not_known(
        self, club, chance
    ):
        variant, house_rules = club
        hand, _ = random_hand_with_options(variant, house_rules, chance)
        seat = int(chance.choice(hand["events"])[0])
        dealt = [cards if number == seat else "?" for number, cards in enumerate(hand["dealt"], 1)]
        table = Table(variant, house_rules=house_rules, hand={"dealt": dealt})
        for event in hand["events"]:
            if event.startswith(f"{seat}:"):
                legal = as_sets(table.legal_plays(seat))
                cards = Counter(table.holdings[seat - 1])
                plays = [" ".join(play.cards) for play in combinations_in(table.rules, cards)]
                assert legal == as_sets(
                    play for play in [*plays, "pass"] if table.judge(f"{seat}: {play}") == Legal()
                )
            unseen = not event.startswith(f"{seat}:") and chance.random() < 0.1
            table.play(f"{event[0]}: unseen" if unseen else event)

    def test_they_are_unknown_where_a_card_of_the_seat_or_the_turn_is(self, table):
        partly = Table("big-two", hand={"dealt": [SUITS[0], "?", "?", "?"]})
        assert partly.legal_plays() == table.legal_plays()
        partly.play("3C")
        assert partly.legal_plays() is None
        assert Table("big-two").legal_plays() is None

    def test_another_seat_has_none(self, table):
        assert table.legal_plays(2) == ()


class TestPlaying:
    def test_an_illegal_play_is_added_and_the_hand_goes_on(self, table):
        assert table.play("4C").fault is Fault.OPENING_CARD_MISSING
        assert (table.turn, table.standing) == (2, ("4C",))
        assert table.holdings[0] == tuple(SUITS[0].replace("4C ", "").split())

    def test_judging_changes_nothing(self, table):
        before = table.position
        assert table.judge("1: 3C") == Legal()
        assert (table.position, table.events) == (before, ())

    def test_a_step_back_restores_every_earlier_position(self, table):
        positions = [table.position]
        for event in ("3C", "3D", "4H", "pass", "4C 4D"):
            table.play(event)
            positions.append(table.position)
        while table.events:
            assert table.position == positions.pop()
            table.pop()
        assert [table.position] == positions
        with pytest.raises(IndexError, match="no event"):
            table.pop()

    def test_what_cannot_be_read_changes_nothing(self, table):
        for wrong in ("3X", "1: ", "9: 3C", ""):
            with pytest.raises(MalformedError):
                table.play(wrong)
        assert table.events == ()

    def test_cards_that_nobody_knows_leave_a_play_unproven_until_they_are_seen(self):
        table = Table("big-two")
        for event in ("1: 3C", "2: 5D", "3: ?"):
            table.play(event)
        assert isinstance(table.verdicts[2], Unproven)
        assert table.turn == 4

    def test_the_result_comes_with_the_end(self):
        table = Table("big-two", hand={"dealt": SUITS, "events": ["1: 3C"]})
        assert table.result is None
        for number in range(12):
            for _ in range(3):
                table.play("pass")
            assert not table.is_over
            table.play(SUITS[0].split()[number + 1])
        assert (table.is_over, table.turn, table.result) == (True, None, (39, -13, -13, -13))

    def test_a_wrong_game_number_of_seats_or_hand_is_refused(self):
        with pytest.raises(MalformedError, match="none of big-two"):
            Table("bridge")
        with pytest.raises(MalformedError, match="is for 4 players"):
            Table("big-two", seats=3)
        with pytest.raises(MalformedError, match="13 are dealt"):
            Table("big-two", hand={"dealt": ["3C", "?", "?", "?"]})


@few_examples
@given(seeds)
def test_the_tables_of_a_record_have_the_verdicts_and_moments_of_its_adjudication(chance):
    record = referee.parse_record(random_session(chance, most=2).record())
    for table, hand in zip(tables(record), referee.adjudicate(record).hands, strict=True):
        assert table.verdicts == tuple(event.verdict for event in hand.judged.events)
        moments = list(table.positions())
        assert [moment.verdict for moment in moments] == [None, *table.verdicts]
        assert [moment.sentence for moment in moments] == [
            one["narration"] for one in hand.frames()
        ]
        assert (moments[-1], table.result) == (table.position, hand.points)
