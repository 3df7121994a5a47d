"""Witnesses of unproven verdicts in the answers of the front door and the command."""

import json
from typing import Any

import pytest

import referee
from referee.cli import main
from tests.referee.climbing_table import CAST

Json = dict[str, Any]

LEAD = {"events": ["1: 8G"], "left": ["2G 2Y 2R 3G 3Y 3R 4G 4Y 4R 5G 5Y 5R 6G 6Y 7R", None, None]}
"""All cards of Alice are known: the 1M was dealt to another seat or to nobody."""


def gang(*hands: Json, **keys: Any) -> Json:
    """Return a record of three players at Gang of Four."""
    return {
        "format": "session-record/1",
        "variant": "gang-of-four",
        "players": CAST[:3],
        **keys,
        "hands": list(hands),
    }


def adjudicate_with_witnesses(*hands: Json, most: int | None = None, **keys: Any) -> Json:
    """Return the referee's answer with its witnesses."""
    answer = referee.adjudicate(referee.parse_record(gang(*hands, **keys)))
    return referee.add_witnesses(answer, most=most).as_json()


def complete_hand(event: Json, which: str, hand: Json) -> Json:
    """Return the hand as the witness completes it."""
    witness = event["witnesses"][which]
    return {**hand, **{key: witness[key] for key in ("dealt", "events") if key in witness}}


@pytest.mark.parametrize("which", ["legal", "illegal"])
def test_a_witness_is_a_hand_record_that_settles_the_verdict(which):
    hand = {"events": ["1: 8G", "2: ?"]}
    event = adjudicate_with_witnesses(hand)["hands"][0]["events"][0]
    complete = complete_hand(event, which, hand)
    assert "?" not in " ".join([*complete["dealt"], *complete["events"]])
    again = referee.adjudicate(referee.parse_record(gang(complete))).as_json()
    assert again["hands"][0]["events"][0]["verdict"] == which


@pytest.mark.parametrize("which", ["legal", "illegal"])
@pytest.mark.parametrize("events", [["1: pass"], ["unseen", "2: discards Sr"]])
def test_a_witness_says_who_began_a_round_of_which_nobody_saw_the_beginning(events, which):
    game = {"variant": "four-color-cards"}
    event = adjudicate_with_witnesses({"events": events}, **game)["hands"][0]["events"][0]
    complete = complete_hand(event, which, {"events": events})
    assert sorted(len(cards.split()) for cards in complete["dealt"]) == [20, 20, 21]
    again = referee.adjudicate(referee.parse_record(gang(complete, **game))).as_json()
    assert again["hands"][0]["events"][0]["verdict"] == which


def test_a_witness_has_events_only_if_something_was_unseen():
    event = adjudicate_with_witnesses(LEAD)["hands"][0]["events"][0]
    assert set(event["witnesses"]["legal"]) == {"dealt"}


def test_a_witness_names_the_unknown_previous_winner():
    event = adjudicate_with_witnesses(
        {"events": ["2: 8G"]}, first_hand=2, house_rules={"exchange": False}
    )
    witnesses = event["hands"][0]["events"][0]["witnesses"]
    assert witnesses["legal"]["previous_winner"] == 2
    assert witnesses["illegal"]["previous_winner"] != 2


def test_the_number_of_searches_is_limited():
    misdealt = {"void": "misdeal", **LEAD}
    answer = adjudicate_with_witnesses(misdealt, misdealt, misdealt, most=2)
    assert answer["witnesses"] == {"unproven": 3, "searched": 2}
    assert ["witnesses" in hand["events"][0] for hand in answer["hands"]] == [True, True, False]


def test_a_search_without_result_returns_no_witness():
    """The play is legal in every deal, so there is no witness that it is illegal."""
    rules = referee.rules_for("gang-of-four")
    hand = referee.parse_hand({"events": ["1: 1M"], "left": LEAD["left"]}, rules, seats=3)
    carried = referee.Carried(number=1, won=(0,) * 3, totals=(0,) * 3)
    pair = referee.find_witnesses(rules, hand, carried, event=1)
    assert pair.legal is not None
    assert (pair.illegal, pair.cut_off) == (None, True)


@pytest.fixture
def file(tmp_path):
    """A record with one unproven event."""
    path = tmp_path / "open.json"
    path.write_text(json.dumps(gang(LEAD)))
    return str(path)


def test_the_command_adds_witnesses_on_request(file, capsys):
    assert main(["adjudicate", file]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert main(["adjudicate", "--witnesses", file]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert "witnesses" not in plain
    assert answer.pop("witnesses") == {"unproven": 1, "searched": 1}
    assert answer["hands"][0]["events"][0].pop("witnesses")["cut_off"] is False
    assert answer == plain


def test_the_text_form_shows_witnesses_below_the_event(file, capsys):
    main(["adjudicate", "--witnesses", "--format", "text", file])
    text = " ".join(capsys.readouterr().out.split())
    assert "Legal, say, if the 1M was dealt to nobody and Alice held 2G 2Y 2R" in text
    assert "Illegal, say, if the 1M was dealt to Bob and Alice held 2G 2Y 2R" in text


UNSEEN_START = {
    "events": [
        "unseen",
        "1: 5C",
        "2: 6C",
        "3: 7C",
        "4: 8C",
        "1: pass",
        "2: pass",
        "3: pass",
        "4: 9D",
        "1: 10D",
    ]
}
"""Nine unproven events of Pusoy Dos, most of which have no witness of one kind, so that a search ends at its limit."""


def judge_unseen_start() -> referee.SessionAdjudication:
    rules = {"protect_last_card": True, "protect_lead_highest": True}
    keys = {"variant": "pusoy-dos", "players": CAST, "house_rules": rules}
    return referee.adjudicate(referee.parse_record({**gang(UNSEEN_START), **keys}))


def test_all_searches_of_a_record_share_a_number_of_steps():
    witnessed = referee.add_witnesses(judge_unseen_start(), steps=6_000)
    assert witnessed.steps == 6_000
    answer = witnessed.as_json()
    assert answer["witnesses"] == {"unproven": 9, "searched": 3}
    events = answer["hands"][0]["events"]
    cut_off = [event["witnesses"]["cut_off"] for event in events if "witnesses" in event]
    assert cut_off == [False, *[True] * 8]
    assert events[8]["witnesses"] == {"legal": None, "illegal": None, "cut_off": True}


def test_the_same_number_of_steps_always_finds_the_same_witnesses():
    adjudication = judge_unseen_start()
    first, second = (referee.add_witnesses(adjudication, steps=6_000) for _ in range(2))
    assert first.as_json() == second.as_json()


def test_a_record_without_steps_has_no_witnesses():
    witnessed = referee.add_witnesses(judge_unseen_start(), steps=0)
    assert (witnessed.steps, witnessed.searched) == (0, 0)
    assert witnessed.sentences()[0, 2] == [
        "Legal: no such deal was found before the search was cut off.",
        "Illegal: no such deal was found before the search was cut off.",
    ]


def test_what_one_event_does_not_need_is_left_to_the_others():
    misdealt = {"void": "misdeal", **LEAD}
    adjudication = referee.adjudicate(referee.parse_record(gang(*[misdealt] * 6)))
    one_by_one = [
        referee.find_witnesses(hand.rules, hand.judged.record, hand.carried, event=1).steps
        for hand in adjudication.hands
    ]
    together = referee.add_witnesses(adjudication, steps=sum(one_by_one))
    assert (together.steps, together.searched) == (sum(one_by_one), 6)
    assert not any(pair.cut_off for pair in together.pairs.values())


def test_a_play_of_five_unseen_cards_is_not_filled_in_in_every_way():
    """Millions of sets of faces were once listed before the first of them was tried."""
    events = ["1: ? ? ? ? ?", "3: 5C", "4: 6D", "3: 7D"]
    rules = {"protect_last_card": True, "protect_lead_highest": True}
    keys = {"variant": "pusoy-dos", "players": CAST, "house_rules": rules}
    adjudication = referee.adjudicate(referee.parse_record({**gang({"events": events}), **keys}))
    assert referee.add_witnesses(adjudication, steps=2_000).steps <= 2_000


def test_without_another_number_a_record_has_steps_for_about_a_second():
    witnessed = referee.add_witnesses(judge_unseen_start())
    assert witnessed.steps <= 20_000
    assert witnessed.as_json()["hands"][0]["events"][8]["witnesses"]["cut_off"]


@pytest.mark.parametrize("rule", ["forced_hu", "forced_gan"])
def test_an_event_that_may_pass_over_a_claim_counts_for_more_steps(rule):
    hand = {"events": ["1: discards Rr", "2: chi Rr Hr ?", "2: discards ?"]}

    def steps(**house_rules):
        keys = {"variant": "four-color-cards", "house_rules": house_rules}
        record = referee.parse_record(gang(hand, **keys))
        return referee.add_witnesses(referee.adjudicate(record)).steps

    assert steps(**{rule: True}) > steps()
