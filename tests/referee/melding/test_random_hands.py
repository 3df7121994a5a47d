"""Properties of random hands of Four Color Cards under random house rules, compared with a second opinion."""

import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.events import format_event, parse_melding_event
from referee.witnesses import find_witnesses
from tests.referee.chance import THOROUGH, few_games
from tests.referee.four_color_table import adjudicate
from tests.referee.random_four_color_hands import Round, random_house_rules, random_round

seeds = st.integers(0, 1 << 32)
DECK = referee.rules_for("four-color-cards").deck


def judge_hand(played: Round, house_rules: dict[str, Any], **changes: Any) -> dict[str, Any]:
    hand = {
        key: value for key, value in {**played.record(), **changes}.items() if value is not None
    }
    return adjudicate(hand, seats=played.seats, house_rules=house_rules)["hands"][0]


def faults(hand: dict[str, Any]) -> list[str]:
    return [event["fault"] for event in hand["events"] if event["verdict"] == "illegal"]


@few_games
@given(seed=seeds)
def test_legal_hands_are_legal_and_bring_the_expected_points(seed):
    chance = Random(seed)
    rules = random_house_rules(chance)
    played = random_round(chance, rules)
    hand = judge_hand(played, rules)
    assert [event["verdict"] for event in hand["events"]] == ["legal"] * len(played.events)
    assert (hand["status"], hand["points"]) == (played.status, played.points)
    for seat in range(1, played.seats + 1):
        lines = [line["points"] for line in hand["lines"] if line["seat"] == seat]
        assert sum(lines) == played.points[seat - 1]


@few_games
@given(seed=seeds, hidden=st.sets(st.integers(0, 3)))
def test_hiding_deals_makes_no_legal_hand_illegal(seed, hidden):
    chance = Random(seed)
    rules = random_house_rules(chance)
    played = random_round(chance, rules)
    dealt = ["?" if place in hidden else cards for place, cards in enumerate(played.dealt)]
    for known in (dealt, None):
        hand = judge_hand(played, rules, dealt=known)
        assert not faults(hand)
        silent = not played.events[-1].partition(": ")[2].startswith(("lucky", "hu", "draws"))
        assert hand["status"] in {played.status, "unfinished" if silent else played.status}
        assert hand["points"] in (None, played.points)
        named = "hu" in played.events[-1] and "/" in played.events[-1]
        forced = rules.get("forced_gan") or rules.get(
            "forced_hu"
        )  # hidden cards may have forced (F23)
        assert not named or forced or all(event["verdict"] == "legal" for event in hand["events"])


@few_games
@given(seed=seeds, place=st.integers(1, 200), other=st.integers(1, 4))
def test_hiding_cards_excuses_only_breaches_of_possession(seed, place, other):
    """One event is given to another seat: an illegal event stays illegal unless only hidden hands proved it."""
    chance = Random(seed)
    played = random_round(chance)
    events = list(played.events)
    place = place % (len(events) - 1) + 1
    events[place] = f"{min(other, played.seats)}:{events[place].partition(':')[2]}"
    known = judge_hand(played, {}, events=events)["events"]
    hidden = judge_hand(played, {}, events=events, dealt=None)["events"]
    possession = {"card-not-held", "card-already-played", "hand-not-complete", "hand-over"}
    for before, after in zip(known[: place + 1], hidden, strict=False):
        if before["verdict"] == "legal":
            assert after["verdict"] in {"legal", "unproven"}
        if after["verdict"] == "illegal":
            assert before["verdict"] == "illegal"
        if before["verdict"] == "illegal" and before["fault"] not in possession:
            assert after["verdict"] != "legal"


@few_games
@given(seed=seeds)
def test_every_event_is_written_as_it_was_read(seed):
    for text in random_round(Random(seed)).events:
        event = parse_melding_event(DECK, text)
        assert format_event(event) == text
        assert parse_melding_event(DECK, format_event(event)) == event
        assert (
            parse_melding_event(DECK, f" {text.upper().replace('/', ' / ')} ").cards == event.cards
        )


@few_games
@given(seed=seeds)
def test_every_event_has_a_frame_with_a_narration(seed):
    chance = Random(seed)
    played = random_round(chance)
    record = {
        "format": "session-record/1",
        "variant": "four-color-cards",
        "players": ["A", "B", "C", "D"][: played.seats],
        "hands": [played.record()],
    }
    parsed = referee.parse_record(record)
    hand = referee.adjudicate(parsed).hands[0]
    frames = hand.frames()
    assert len(frames) == len(played.events) + 1
    assert json.loads(json.dumps(frames)) == frames
    assert all(frame["narration"].endswith(".") for frame in frames)
    assert frames[0]["turn"] == played.first
    for before, after in pairwise(frames):
        is_drawn = after["action"] in {"draws", "lucky"}
        assert after["stock"] == before["stock"] - is_drawn
    assert frames[-1]["over"] is (played.status == "finished")
    assert (
        referee.read_record(referee.write_record(parsed, "toml"), "toml").as_json()
        == parsed.as_json()
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sessions_have_the_expected_first_players_totals_and_winners(seats):
    for seed in range(3 * THOROUGH):
        chance = Random(seed)
        first, totals, hands = 0, [100] * seats, []
        for _ in range(3):
            played = random_round(chance, seats=seats, first=first)
            hands.append(played.record())
            first = played.finisher or played.first
            totals = [total + more for total, more in zip(totals, played.points, strict=True)]
        answer = adjudicate(*hands, seats=seats)
        assert not any(faults(hand) for hand in answer["hands"])
        assert (answer["totals"], answer["over"]) == (totals, True)
        assert answer["winners"] == [
            seat for seat, total in enumerate(totals, 1) if total == max(totals)
        ]


@few_games
@given(seed=seeds)
def test_every_unproven_event_has_a_legal_and_an_illegal_witness(seed):
    chance = Random(seed)
    played = random_round(chance)
    sheet = {"events": played.events}
    rules = referee.rules_for("four-color-cards")
    hand = referee.parse_hand(sheet, rules, seats=played.seats)
    carried = referee.Carried(number=1, won=(0,) * played.seats)
    for number, event in enumerate(judge_hand(played, {}, dealt=None)["events"], 1):
        if event["verdict"] != "unproven":
            continue
        witnesses = find_witnesses(rules, hand, carried, event=number)
        for deal, verdict in ((witnesses.legal, "legal"), (witnesses.illegal, "illegal")):
            dealt = [" ".join(cards) for cards in deal.hand.dealt]
            complete = judge_hand(played, {}, dealt=dealt)["events"]
            assert complete[number - 1]["verdict"] == verdict
            earlier = [one for one in complete[: number - 1] if "calls" not in one["text"]]
            if "lucky" in event["text"]:
                earlier = earlier[
                    :-1
                ]  # the lucky card depends on whether the hu before it was complete
            assert all(one["verdict"] == "legal" for one in earlier)
