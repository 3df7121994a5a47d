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
        "format": "session-record/1", "variant": "gang-of-four", "players": CAST[:3], **keys, "hands": list(hands)
    }  # fmt: skip


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
