"""Witnesses to an unproven verdict, as the commands and the front door show them."""

import json
from typing import Any

import pytest

import referee
from referee.cli import main
from tests.referee.climbing_table import CAST

Json = dict[str, Any]

LEAD = {"events": ["1: 8G"], "left": ["2G 2Y 2R 3G 3Y 3R 4G 4Y 4R 5G 5Y 5R 6G 6Y 7R", None, None]}
"""All of Alice's cards are seen: the multicolored one was dealt to another, or to nobody."""


def gang(*hands: Json, **keys: Any) -> Json:
    """A record of three at Gang of Four."""
    return {
        "format": "session-record/1", "variant": "gang-of-four", "players": CAST[:3], **keys, "hands": list(hands)
    }  # fmt: skip


def witnessed(*hands: Json, most: int | None = None, **keys: Any) -> Json:
    """The referee's answer with its witnesses."""
    answer = referee.adjudicate(referee.parse_record(gang(*hands, **keys)))
    return referee.add_witnesses(answer, most=most).as_json()


def shown(event: Json, which: str, hand: Json) -> Json:
    """The hand as the witness completes it."""
    told = event["witnesses"][which]
    return {**hand, **{key: told[key] for key in ("dealt", "events") if key in told}}


@pytest.mark.parametrize("which", ["legal", "illegal"])
def test_a_witness_is_a_hand_record_that_settles_the_verdict(which):
    hand = {"events": ["1: 8G", "2: ?"]}
    event = witnessed(hand)["hands"][0]["events"][0]
    complete = shown(event, which, hand)
    assert "?" not in " ".join([*complete["dealt"], *complete["events"]])
    again = referee.adjudicate(referee.parse_record(gang(complete))).as_json()
    assert again["hands"][0]["events"][0]["verdict"] == which


def test_events_are_told_only_where_something_was_not_seen():
    event = witnessed(LEAD)["hands"][0]["events"][0]
    assert set(event["witnesses"]["legal"]) == {"dealt"}


def test_who_won_the_hand_before_is_filled_in_where_nobody_knew():
    event = witnessed({"events": ["2: 8G"]}, first_hand=2, house_rules={"exchange": False})
    told = event["hands"][0]["events"][0]["witnesses"]
    assert told["legal"]["previous_winner"] == 2
    assert told["illegal"]["previous_winner"] != 2


def test_only_so_many_are_looked_for():
    misdealt = {"void": "misdeal", **LEAD}
    answer = witnessed(misdealt, misdealt, misdealt, most=2)
    assert answer["witnesses"] == {"unproven": 3, "searched": 2}
    assert ["witnesses" in hand["events"][0] for hand in answer["hands"]] == [True, True, False]


def test_where_everything_was_tried_it_is_said_that_there_is_none():
    """Nobody asks for this: the play is legal, and so it is in every deal."""
    rules = referee.rules_for("gang-of-four")
    hand = referee.parse_hand({"events": ["1: 1M"], "left": LEAD["left"]}, rules, seats=3)
    carried = referee.Carried(number=1, won=(0,) * 3, totals=(0,) * 3)
    found = referee.find_witnesses(rules, hand, carried, event=1)
    assert found.legal is not None
    assert (found.illegal, found.cut_off) == (None, True)


@pytest.fixture
def file(tmp_path):
    """A record with one unproven event."""
    path = tmp_path / "open.json"
    path.write_text(json.dumps(gang(LEAD)))
    return str(path)


def test_the_command_shows_them_where_it_is_asked_to(file, capsys):
    assert main(["adjudicate", file]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert main(["adjudicate", "--witnesses", file]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert "witnesses" not in plain
    assert answer.pop("witnesses") == {"unproven": 1, "searched": 1}
    assert answer["hands"][0]["events"][0].pop("witnesses")["cut_off"] is False
    assert answer == plain


def test_the_text_tells_them_below_the_event(file, capsys):
    main(["adjudicate", "--witnesses", "--format", "text", file])
    text = " ".join(capsys.readouterr().out.split())
    assert "Legal, say, if the 1M was dealt to nobody and Alice held 2G 2Y 2R" in text
    assert "Illegal, say, if the 1M was dealt to Bob and Alice held 2G 2Y 2R" in text
