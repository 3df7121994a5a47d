"""A table on which a hand is played event by event: what is legal next, and what a step back restores."""

import copy
import pickle
import warnings
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee import Fault, Legal, MalformedError, Table, Unproven, tables
from referee.climbing import combinations_in
from tests.referee.chance import clubs, few_examples, few_games, seeds, some_examples, two_games
from tests.referee.damaged_hands import WrittenHand, damaged, random_hands
from tests.referee.four_color_table import DEAL
from tests.referee.random_four_color_hands import random_house_rules, random_round
from tests.referee.random_hands import random_hand_with_options
from tests.referee.random_sessions import random_session

SUITS = [
    " ".join(f"{rank}{suit}" for rank in "3 4 5 6 7 8 9 10 J Q K A 2".split()) for suit in "CDHS"
]


def as_sets(plays: Iterable[str]) -> list[str]:
    """Return plays in one order of plays, and of the cards of each."""
    return sorted(" ".join(sorted(play.split())) for play in plays)


class OwnTable(Table):
    """What a program makes of a table."""


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

    def test_a_seat_without_cards_has_none_in_four_color_cards(self):
        hand = referee.deal("four-color-cards", seed=5, seats=2)
        table = Table("four-color-cards", seats=2, hand=hand)
        while (table.turn, table.standing, table.position.counts[1]) != (1, None, 0):
            every = [(seat, one) for seat, some in table.choices().items() for one in some]
            claims = [
                (seat, one) for seat, one in every if one.split()[0] in {"chi", "pong", "gan"}
            ]
            seat, action = (claims or every)[0]
            table.play(f"{seat}: {action}")
        assert table.legal_plays(2) == ("pass",)


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

    @pytest.mark.parametrize("word", ["unseen", "Unseen", " UNSEEN "])
    def test_what_nobody_saw_is_of_no_seat_however_it_is_written(self, table, word):
        assert isinstance(table.play(word), Unproven)
        assert (table.events, table.turn) == ((word,), None)

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


def moment(table: Table) -> tuple[object, ...]:
    """Return everything that is known after the last event, the cards of a seat in no order."""
    known = table.position
    holdings = [cards and sorted(cards) for cards in known.holdings]
    return (*(value for value in vars(known).values() if value != known.holdings), holdings)


def play_all(written: WrittenHand) -> list[tuple[Table, object]]:
    """Return the table after each event that can be added, with its verdict."""
    table, after = written.table(0), []
    for event in written.hand["events"]:
        with suppress(MalformedError):
            verdict = table.play(event)
            after.append((table.copy(), verdict))
    return after


class TestGrowing:
    @few_examples
    @given(seeds, st.booleans())
    def test_a_hand_played_event_by_event_is_the_hand_judged_at_once(self, chance, unseen):
        for hand in random_hands(chance):
            written = damaged(hand, chance, unseen=unseen) if chance.random() < 0.7 else hand
            try:
                every = play_all(written)
            except MalformedError:  # the deal cannot be
                continue
            for table, verdict in chance.sample(every, min(4, len(every))) + every[-1:]:
                events = list(table.events)
                whole = written._replace(hand={**written.hand, "events": events}).table()
                last = list(whole.positions())[-1]
                assert verdict == last.verdict == whole.verdicts[-1]
                assert vars(last).keys() == vars(whole.position).keys()
                assert moment(table) == moment(whole)
                assert moment(table)[:-1] == (
                    *(v for v in vars(last).values() if v != last.holdings),
                )
                assert table == whole
                for seat in range(1, table.seats + 1):
                    assert table.legal_plays(seat) == whole.legal_plays(seat)

    @two_games
    @given(clubs(), seeds)
    def test_cards_that_nobody_saw_are_weighed_with_the_whole_hand(self, club, chance):
        variant, house_rules = club
        hand, _ = random_hand_with_options(variant, house_rules, chance)
        plays = [place for place, event in enumerate(hand["events"]) if "pass" not in event]
        for place in chance.sample(plays, 2):
            hand["events"][place] = f"{hand['events'][place].rpartition(' ')[0]} ?"
        table = Table(variant, house_rules=house_rules, hand={"dealt": hand["dealt"]})
        verdicts = [table.play(event) for event in hand["events"]]
        for number in range(plays[0] + 1, len(verdicts) + 1, 7):
            events = hand["events"][:number]
            whole = Table(variant, house_rules=house_rules, hand={**hand, "events": events})
            assert verdicts[number - 1] == whole.verdicts[-1]

    @some_examples
    @given(seeds)
    def test_a_step_back_is_the_table_without_the_event(self, chance):
        hand = damaged(next(random_hands(chance)), chance)
        try:
            every = [table for table, _ in play_all(hand)]
        except MalformedError:
            return
        for before, after in pairwise(every):
            copied = after.copy()
            copied.pop()
            assert copied == before
            assert moment(copied) == moment(before)

    def test_a_play_is_taken_back_on_a_copy_and_after_a_step_back(self, table):
        table.play("3C")
        before = moment(table)[3:]
        table.play("3D")
        table.play("pass")
        table.pop()
        other = table.copy()
        for one in (table, other):
            assert one.play("2: takes back") == Legal()
            assert moment(one)[3:-2] == before[:-2]
            assert moment(one)[-1] == before[-1]

    def test_what_cannot_be_judged_names_no_place_in_a_record(self, table):
        with pytest.raises(MalformedError) as malformed:
            table.play("2: takes back")
        assert malformed.value.where == ""
        with pytest.raises(MalformedError, match="None is no text"):
            table.play(None)


class TestObject:
    def test_a_copy_goes_on_by_itself(self, table):
        table.play("3C")
        for other in (table.copy(), copy.copy(table), copy.deepcopy(table)):
            assert other == table
            other.play("3D")
            assert other != table
            assert (table.events, table.turn) == (("1: 3C",), 2)

    @some_examples
    @given(seeds)
    def test_a_table_is_pickled_and_read_back_from_its_representation_and_its_record(self, chance):
        hand = next(random_hands(chance))
        table = hand.table(chance.randrange(len(hand.hand["events"])))
        names = {"Table": Table, "Carried": referee.Carried}
        again = [pickle.loads(pickle.dumps(table)), eval(repr(table), names)]
        assert [table, table] == again
        assert {hash(table)} == set(map(hash, again))
        (read,) = tables(referee.parse_record(table.record()))
        assert (read.events, moment(read)) == (table.events, moment(table))

    def test_what_it_was_made_of_and_what_it_returns_can_be_changed_without_changing_it(self):
        hand, steps = {"dealt": [*SUITS]}, [[1, 1], [10, 2]]
        table = Table("big-two", house_rules={"multipliers": steps}, hand=hand)
        before = table.copy(), hash(table), repr(table)
        hand["dealt"][0] = table.hand["dealt"][1] = table.record()["hands"][0]["dealt"][2] = "?"
        steps[1][1] = table.record()["house_rules"]["multipliers"][0][1] = 7
        assert (table, hash(table), repr(table)) == before

    def test_a_kind_of_its_own_is_pickled_as_such(self, table):
        own = pickle.loads(pickle.dumps(OwnTable("big-two", hand=table.hand)))
        assert (type(own), own) == (OwnTable, table)

    def test_tables_differ_by_rules_deal_and_events(self, table):
        others = [
            Table("pusoy-dos", hand={"dealt": SUITS}),
            Table("big-two", hand={"dealt": SUITS[::-1]}),
            Table("big-two", house_rules={"triples": True}, hand={"dealt": SUITS}),
            Table("big-two", hand={"dealt": SUITS, "events": ["1: 3C"]}),
        ]
        assert len({table, *others}) == 5
        assert table != "big-two"

    def test_it_is_shown_as_text_and_as_a_picture(self, table):
        assert str(table).startswith("Big Two, event 0")
        assert table._repr_svg_() == table._repr_html_()
        assert table._repr_svg_().startswith("<svg")

    def test_a_misspelled_key_is_hinted_at(self):
        with pytest.warns(
            UserWarning, match="Unknown key 'dealed' of a hand; did you mean 'dealer' or 'dealt'"
        ):
            Table("big-two", hand={"dealed": SUITS})
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            Table("big-two", hand={"weather": "rain", "dealt": SUITS})

    @pytest.mark.parametrize(
        ("seats", "hand", "right"),
        [
            (3.0, {}, "for 3 or 4 players"),
            (4, ["1: 1M"], "A hand is a dict such as"),
            (4, {"events": "1: 1M"}, "Events are a list of texts"),
            (4, {"events": {"1: 1M": 1}}, "Events are a list of texts"),
        ],
    )
    def test_what_is_no_number_of_seats_or_no_hand_is_refused(self, seats, hand, right):
        with pytest.raises(MalformedError, match=right):
            Table("gang-of-four", seats=seats, hand=hand)

    def test_hands_won_need_not_be_named(self):
        hand = {"dealt": SUITS, "events": ["1: 3C", "2: 4C"]}
        without = Table("big-two", hand=hand, carried=referee.Carried(number=2))
        named = Table("big-two", hand=hand, carried=referee.Carried(number=2, won=(0, 0, 0, 0)))
        assert without == named
        assert (without.verdicts, without.status) == (named.verdicts, "unfinished")

    @pytest.mark.parametrize(
        ("state", "code", "right"),
        [
            ({"won": (1, 0, 0)}, "unreadable", "a tuple of 4 numbers"),
            ({"totals": (5, 5, 5)}, "unreadable", "a tuple of 4 numbers"),
            ({"totals": [5, 5, 5, 5]}, "unreadable", "a tuple of 4 numbers"),
            ({"previous_winner": 5}, "bad-seat", "seats are numbered 1 to 4"),
            ({"previous_loser": 0}, "bad-seat", "seats are numbered 1 to 4"),
            ({"previous_winner": 2, "previous_loser": 2}, "bad-seat", "both seat 2"),
        ],
    )
    def test_what_was_left_by_the_hands_before_fits_the_seats(self, state, code, right):
        with pytest.raises(MalformedError, match=right) as malformed:
            Table("gang-of-four", carried=referee.Carried(number=2, **state))
        assert (malformed.value.code, malformed.value.where) == (code, "carried")

    def test_hands_by_seat_may_be_a_tuple(self):
        assert Table("big-two", hand={"dealt": tuple(SUITS)}) == Table(
            "big-two", hand={"dealt": SUITS}
        )

    def test_a_hand_is_not_judged_for_a_wrong_number_of_seats(self):
        rules = referee.rules_for("big-two")
        hand = referee.parse_hand({"events": ["1: 3C"]}, rules, seats=4)
        with pytest.raises(MalformedError, match="hands won by each seat"):
            referee.adjudicate_hand(rules, hand, referee.Carried(number=2))

    def test_a_seat_that_is_none_is_refused(self, table):
        for seat in (0, 5, -1):
            with pytest.raises(MalformedError, match="seats are numbered 1 to 4"):
                table.legal_plays(seat)


def play_at_random(table: Table, chance: Random) -> None:
    """Play until nobody has anything left to do, each action legal."""
    while choices := table.choices():
        seat = chance.choice(sorted(choices))
        assert choices[seat]
        assert table.play(f"{seat}: {chance.choice(choices[seat])}") == Legal()


class TestChoices:
    @pytest.mark.parametrize("variant", referee.VARIANTS)
    @few_games
    @given(chance=seeds)
    def test_any_hand_is_played_to_its_end(self, variant, chance):
        seats = chance.choice(referee.rules_for(variant).seats)
        hand = referee.deal(variant, seed=chance.randrange(1 << 32), seats=seats)
        table = Table(variant, seats=seats, hand=hand)
        play_at_random(table, chance)
        assert table.is_over
        assert table.status in {"finished", "washed-out"}
        assert len(table.result) == seats

    @some_examples
    @given(seeds)
    def test_four_color_cards_ends_under_any_house_rules(self, chance):
        rules = random_house_rules(chance)
        hand = referee.deal("four-color-cards", seed=chance.randrange(1 << 32), house_rules=rules)
        table = Table("four-color-cards", house_rules=rules, hand=hand)
        play_at_random(table, chance)
        assert table.is_over
        assert table.result is not None

    def test_a_claim_that_was_given_up_is_not_asked_for_again_until_the_next_card(self):
        table = Table("four-color-cards", hand={"dealt": DEAL})
        table.play("discards Hg")
        assert table.choices() == {
            2: ("chi Hg Rg Cg", "draws ?"),
            3: ("pong Hg Hg Hg", "pass"),
            4: (*(action for action in table.legal_plays(4) if action[:2] == "hu"), "pass"),
        }
        table.play("3: pass")
        assert list(table.choices()) == [2, 4]
        table.play("3: takes back")
        assert list(table.choices()) == [2, 3, 4]
        table.play("3: pass")
        table.play("2: draws Hy")
        assert list(table.choices()) == [2, 3]

    def test_a_claim_that_must_be_called_cannot_be_given_up(self):
        table = Table("four-color-cards", house_rules={"forced_hu": True}, hand={"dealt": DEAL})
        table.play("discards Hg")
        assert all(action.startswith("hu ") for action in table.choices()[4])
        before = table.choices()[4]
        table.play("4: pass")
        assert table.choices()[4] == before

    def test_a_drawn_general_is_to_be_taken_even_if_the_drawer_has_passed(self):
        table = Table("four-color-cards", hand={"dealt": DEAL})
        for event in ("discards Hg", "2: draws Gw", "2: pass"):
            table.play(event)
        assert "chi Gw" in table.choices()[2]

    def test_the_next_card_of_a_stock_that_is_known_is_drawn(self):
        table = Table("four-color-cards", hand={"dealt": DEAL, "stock": "Hy Sw"})
        table.play("discards Hg")
        assert table.choices()[2][-1] == "draws Hy"
        table.play("2: draws Hy")
        assert table.choices()[3][-1] == "draws Sw"

    def test_a_card_that_is_known_to_be_elsewhere_is_not_drawn_from_the_stock(self):
        table = Table("four-color-cards", hand={"dealt": DEAL, "stock": "Hg Sw"})
        table.play("discards Hg")
        assert table.judge("2: draws Hg").fault is Fault.CARD_NOT_HELD
        assert table.choices()[2][-1] == "draws ?"

    @pytest.mark.parametrize("stock", ["Zz", ["Hy", "Sw"], 7])
    def test_a_stock_that_is_no_text_of_cards_is_warned_of(self, stock):
        with pytest.warns(UserWarning, match="no text of cards such as 'Gr Gg Gy'"):
            table = Table("four-color-cards", hand={"dealt": DEAL, "stock": stock})
        table.play("discards Hg")
        assert table.choices()[2][-1] == "draws ?"

    def test_it_is_not_known_who_may_claim_a_card_that_nobody_saw(self):
        table = Table("four-color-cards", hand={"dealt": DEAL})
        for event in ("discards Hg", "2: draws ?"):
            table.play(event)
        assert table.choices() == {2: None, 3: None, 4: None, 1: None}
        assert table.legal_plays() is None
        table.play("3: pass")
        assert 3 in table.choices()

    def test_one_who_must_announce_the_last_card_may_forget_it(self):
        deal = referee.deal("gang-of-four", seed=1)
        table = Table("gang-of-four", hand=deal)
        play_at_random(table, Random(1))
        while not any(
            action.endswith(" last") for action in (table.choices().get(table.turn) or ())
        ):
            table.pop()
        actions = table.choices()[table.turn]
        announced = [action for action in actions if action.endswith(" last")]
        assert all(action.removesuffix(" last") in actions for action in announced)

    def test_a_seat_that_may_lead_again_after_its_pass_is_asked_as_well(self, table):
        for event in ("1: 3C", "2: pass", "3: 4H 5H", "4: pass", "1: pass"):
            table.play(event)
        assert table.judge("1: 4C") == Legal()
        assert (table.turn, list(table.choices())) == (2, [2, 1])
        assert "4C" in table.choices()[1]
        assert "pass" not in table.choices()[1]

    @few_games
    @given(clubs(), seeds)
    def test_where_passes_are_implied_every_seat_may_play_what_is_judged_legal(self, club, chance):
        variant, rules = club
        hand = referee.deal(variant, seed=chance.randrange(1 << 32), house_rules=rules)
        table = Table(variant, house_rules=rules, hand={**hand, "passes": "implied"})
        while choices := table.choices():
            seat = chance.randint(1, 4)
            cards = chance.choice(table.holdings[seat - 1] or [""])
            is_listed = cards in (table.legal_plays(seat) or ())
            assert is_listed == bool(cards and table.judge(f"{seat}: {cards}") == Legal())
            assert not is_listed or seat in choices
            may_pass = table.judge(f"{seat}: pass") == Legal()
            assert ("pass" in (table.legal_plays(seat) or ())) == may_pass
            seat, actions = chance.choice([*choices.items()])
            assert table.play(f"{seat}: {chance.choice(actions)}") == Legal()
        assert table.is_over

    def test_a_seat_that_has_passed_itself_out_of_the_trick_is_not_asked(self):
        table = Table("big-two", house_rules={"pass_locks_out": True}, hand={"dealt": SUITS})
        for event in ("1: 3C", "2: pass", "3: 4H 5H", "4: pass", "1: pass"):
            table.play(event)
        assert list(table.choices()) == [table.turn]

    def test_while_a_gift_is_due_it_is_the_turn_of_the_seat_that_gives(self):
        carried = referee.Carried(number=2, previous_winner=1, previous_loser=3)
        table = Table("gang-of-four", hand=referee.deal("gang-of-four", seed=1), carried=carried)
        for giver in (3, 1):
            assert (table.turn, list(table.choices())) == (giver, [giver])
            assert table.legal_plays() == table.choices()[giver]
            assert (list(table.positions())[-1], table.position.turn) == (table.position, giver)
            assert f"> Seat {giver}" in str(table)
            assert table.play(table.legal_plays()[0]) == Legal()
        assert (table.turn, list(table.choices())) == (1, [1])

    def test_what_is_not_known_is_none_and_nobody_is_asked_where_the_turn_is_not_known(self):
        assert Table("big-two").choices() == {}
        assert Table("big-two", hand={"events": ["1: 3C"]}).choices() == {2: None}
