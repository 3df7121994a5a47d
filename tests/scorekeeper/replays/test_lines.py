"""A finished hand tried otherwise: what is legal, what is judged, and from where nothing can be tried."""

import random

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

import referee
from scorekeeper.accounts import rate_limits
from scorekeeper.hands import amendments, recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import AuditEntry, Visibility
from scorekeeper.replays import lines
from scorekeeper.replays.lines import ClosedMomentError, TriedLineError
from tests.scorekeeper.sample_hands import CLEAN, DEAL, GIVEN_AWAY, SHEET, UNFINISHED

FIRST = "1: 3C 4C 5C 6C 7C"


def test_without_plays_the_line_is_the_hand_up_to_its_event(hand):
    line = lines.try_line(hand, event=1)
    assert (line.plays, line.table.events, line.table.is_over) == ((), (FIRST,), False)


def test_what_is_tried_replaces_what_was_played(hand):
    line = lines.try_line(hand, event=1, plays=["2: 3D 4D 5D 6D 7D", "pass"])
    assert line.table.events == (FIRST, "2: 3D 4D 5D 6D 7D", "3: pass")
    assert [event["verdict"] for event in line.judged.as_json()["events"]] == ["legal"] * 3
    assert "3D" not in line.judged.frames()[-1]["holdings"][1]


def test_a_mistake_is_judged_and_the_line_goes_on(hand):
    line = lines.try_line(hand, event=1, plays=["2: 3D", "3: 3H 4H 5H 6H 7H"])
    verdicts = [event["verdict"] for event in line.judged.as_json()["events"]]
    assert verdicts == ["legal", "illegal", "legal"]


def test_a_line_can_end_the_hand_and_settle_it(hand):
    line = lines.try_line(hand, event=4, plays=["1: 2C"])
    assert line.table.is_over
    assert line.judged.as_json()["points"] == hand.adjudication.answer["points"]


def test_every_choice_is_legal(hand):
    line = lines.try_line(hand, event=1, plays=["2: 3D 4D 5D 6D 7D"])
    assert line.choices.keys() == {3}
    for action in line.choices[3]:
        tried = lines.try_line(hand, event=1, plays=["2: 3D 4D 5D 6D 7D", f"3: {action}"])
        assert tried.judged.as_json()["events"][-1]["verdict"] == "legal", action


def test_all_hands_may_be_known_without_a_deal(session, people):
    left = ["", *DEAL[1:]]
    sheet = {"events": [*CLEAN["events"]], "left": left, "passes": "implied"}
    hand = recording.record_hand(session, sheet, by=people.carol).hand
    assert lines.try_line(hand, event=2, plays=["2: 8D 9D 10D JD QD"]).table.holdings[0][0] == "KC"


def test_an_unfinished_hand_gives_nothing_away(session, people):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    with pytest.raises(ClosedMomentError, match="unfinished"):
        lines.try_line(hand, event=0)


def test_nothing_is_tried_where_cards_are_unknown(session, people):
    hand = recording.record_hand(session, SHEET, by=people.carol).hand
    with pytest.raises(ClosedMomentError, match="Not all cards"):
        lines.try_line(hand, event=0)


@pytest.mark.parametrize(
    ("event", "plays", "where"),
    [
        (6, [], "event"),
        (-1, [], "event"),
        (1, ["2: pass", "nonsense"], "play[1]"),
        (1, ["2: ?"], "play[0]"),
        (1, ["unseen"], "play[0]"),
        (1, ["2: pass"] * (lines.MAX_PLAYS + 1), "play"),
    ],
)
def test_an_unreadable_line_is_refused_with_its_place(hand, event, plays, where):
    with pytest.raises(TriedLineError) as refused:
        lines.try_line(hand, event=event, plays=plays)
    assert refused.value.where == where


def test_a_line_may_begin_in_the_version_before_a_correction(hand, people):
    before = hand.head
    swapped = [
        EventChange(Operation.REPLACE, event, text) for event, text in ((4, "1: 2C"), (5, "1: AC"))
    ]
    hand, _ = amendments.amend(hand, Amendment(changes=swapped), by=people.carol)
    line = lines.try_line(hand, event=4, revision=before)
    assert line.is_stale
    assert line.table.events[-1] == "1: AC"
    assert not lines.try_line(hand, event=4).is_stale


@pytest.mark.parametrize("variant", sorted(referee.VARIANTS))
def test_random_hands_of_every_game_are_played_on_from_their_middle(open_session, people, variant):
    table = referee.Table(variant, hand=referee.deal(variant, seed=7))
    chance = random.Random(7)
    while choices := table.choices():
        seat = chance.choice(list(choices))
        table.play(f"{seat}: {chance.choice(choices[seat])}")
    hand = recording.record_hand(
        open_session(variant=variant), {**table.hand}, by=people.carol
    ).hand
    middle = len(table.events) // 2
    again = lines.try_line(hand, event=middle, plays=table.events[middle:][: lines.MAX_PLAYS])
    assert again.judged.as_json()["points"] == hand.adjudication.answer["points"]
    plays: list[str] = []
    while choices := lines.try_line(hand, event=middle, plays=plays).choices:
        seat = chance.choice([*choices])
        plays.append(f"{seat}: {chance.choice(choices[seat])}")
        if len(plays) == 12:
            break
    verdicts = lines.try_line(hand, event=middle, plays=plays).judged.as_json()["events"]
    assert {event["verdict"] for event in verdicts} == {"legal"}


def attempt(client, hand, **query):
    return client.get(f"/api/v1/hands/{hand.pk}/try/", query)


def test_the_api_answers_a_line_with_verdicts_position_and_choices(hand, people, signed):
    answer = attempt(signed(people.dan), hand, event=1, play="2: 3D;3: 3H 4H 5H 6H 7H").json()
    assert answer["plays"] == ["2: 3D", "3: 3H 4H 5H 6H 7H"]
    assert [event["event"] for event in answer["verdicts"]] == [2, 3]
    assert [event["verdict"] for event in answer["verdicts"]] == ["illegal", "legal"]
    assert answer["rules"][0]
    assert answer["position"]["turn"] == 4
    assert answer["choices"][0]["seat"] == 4
    assert answer["choices"][0]["actions"][-1] == "pass"
    assert answer["points"] is None


def test_the_api_gives_the_points_of_a_line_that_ends_the_hand(hand, people, signed):
    answer = attempt(signed(people.dan), hand, event=4, play="1: 2C").json()
    assert (answer["choices"], answer["points"]) == ([], hand.adjudication.answer["points"])


def test_trying_stores_nothing(hand, people, signed):
    before = AuditEntry.objects.count()
    attempt(signed(people.dan), hand, event=1, play="2: 3D")
    assert AuditEntry.objects.count() == before


def test_a_private_hand_is_tried_by_members_only_and_a_public_one_by_anybody(
    open_session, people, signed
):
    private, public = (
        recording.record_hand(open_session(visibility=visibility), CLEAN, by=people.carol).hand
        for visibility in (Visibility.PRIVATE, Visibility.PUBLIC)
    )
    public.club.visibility = Visibility.PUBLIC
    public.club.save(update_fields=["visibility"])
    assert [attempt(signed(people.eve), each).status_code for each in (private, public)] == [
        404,
        200,
    ]
    assert attempt(APIClient(), public, event=1, play="2: pass").status_code == 200


@pytest.mark.parametrize(
    ("query", "status", "where"),
    [
        ({"event": 9}, 422, "event"),
        ({"event": 1, "play": "2: 3X"}, 422, "play[0]"),
        ({"event": 1, "revision": 7}, 422, "revision"),
        ({"event": "x"}, 422, "event"),
    ],
)
def test_the_api_names_what_it_cannot_read(hand, people, signed, query, status, where):
    answer = attempt(signed(people.dan), hand, **query)
    assert (answer.status_code, answer.json()["where"]) == (status, where)


def test_the_api_refuses_an_unfinished_hand(session, people, signed):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    answer = attempt(signed(people.carol), hand)
    assert (answer.status_code, answer.json()["code"]) == (409, "cannot-try")


@pytest.fixture
def ending(session, people):
    """A hand in which seat 2 could force going out first at event 44, and passed instead."""
    return recording.record_hand(session, GIVEN_AWAY, by=people.carol).hand


def test_a_seat_can_or_cannot_force_going_out_first(ending):
    before = lines.try_line(ending, event=43)
    won = lines.solve(before, 2)
    assert (type(won), won.plays) == (referee.Won, ("9C 9S",))
    after = lines.try_line(ending, event=43, plays=["2: 6D"])
    assert isinstance(lines.solve(after, 2), referee.NotForced)
    assert lines.solve(after, 2, steps=0) == referee.NotSettled("steps")


def test_with_more_cards_nothing_is_looked_for(ending):
    assert lines.solve(lines.try_line(ending, event=0), 3) == referee.NotSettled("many-cards")


def test_the_others_answer_until_the_next_turn_of_the_seat(ending):
    played = lines.try_line(ending, event=43, plays=["2: 9C 9S"])
    line, won = lines.answer_seat(played, 2)
    assert isinstance(won, referee.Won)
    assert line.plays[0] == "2: 9C 9S"
    assert {play[0] for play in line.plays[1:]} == {"1", "3", "4"}
    assert line.table.turn == 2
    assert {event["verdict"] for event in line.judged.as_json()["events"]} == {"legal"}
    assert lines.answer_seat(line, 2) == (line, None)


def test_the_others_prevent_what_is_not_forced(ending):
    line = lines.try_line(ending, event=43, plays=["2: 6D"])
    while not line.table.is_over:
        line, outcome = lines.answer_seat(line, 2)
        assert isinstance(outcome, referee.NotForced)
        if not line.table.is_over:
            plays = [*line.plays, f"2: {line.choices[2][0]}"]
            line = lines.try_line(ending, event=43, plays=plays)
    assert line.judged.as_json()["places"][1] != 1


def test_the_api_says_whether_a_seat_can_force_it_and_lets_the_others_answer(
    ending, people, signed
):
    query = {"event": 43, "play": "2: 9C 9S", "against": 2, "solve": 2}
    answer = attempt(signed(people.dan), ending, **query).json()
    assert answer["answered"]["result"] == answer["solved"]["result"] == "won"
    assert answer["plays"] == ["2: 9C 9S", *answer["answered"]["way"][: len(answer["plays"]) - 1]]
    assert answer["position"]["turn"] == 2
    plain = attempt(signed(people.dan), ending, event=43).json()
    assert (plain["answered"], plain["solved"]) == (None, None)
    unsettled = attempt(signed(people.dan), ending, event=0, solve=3).json()["solved"]
    assert (unsettled["result"], unsettled["reason"]) == ("not-settled", "many-cards")
    refused = attempt(signed(people.dan), ending, event=43, against=5)
    assert (refused.status_code, refused.json()["where"]) == (422, "against")


def test_solving_counts_for_the_rate_limit_of_strangers(open_session, people, signed, monkeypatch):
    hand = recording.record_hand(
        open_session(visibility=Visibility.PUBLIC), GIVEN_AWAY, by=people.carol
    ).hand
    hand.club.visibility = Visibility.PUBLIC
    hand.club.save(update_fields=["visibility"])
    monkeypatch.setattr(rate_limits, "STEPS_PER_REQUEST", 1)
    cache.clear()
    answers = [attempt(APIClient(), hand, event=40, solve=2) for _ in range(6)]
    assert answers[0].json()["solved"]["steps"] > 10
    assert answers[-1].status_code == 429
    assert attempt(APIClient(), hand, event=40).status_code == 200
    assert attempt(signed(people.dan), hand, event=40, solve=2).status_code == 200
