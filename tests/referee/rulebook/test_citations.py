"""Every verdict has a ruling behind it, legal ones too, and the ruling says why such an act is allowed."""

import re
from pathlib import Path

import pytest

import referee

SESSIONS = Path("scorekeeper/management/demo_sessions")


def cited(variant, events, *, house_rules=None, hands_before=(), **more):
    """Return the rulings behind the verdicts on the events of the last hand, which are all legal."""
    record = {
        "format": "session-record/1",
        "variant": variant,
        "house_rules": house_rules or {},
        "players": ["Ann", "Bo", "Cy", "Di"],
        "hands": [*hands_before, {"events": events, **more}],
    }
    hand = referee.adjudicate(referee.parse_record(record)).as_json()["hands"][-1]
    assert {event["verdict"] for event in hand["events"]} == {"legal"}
    return referee.cited_rules(referee.rules_for(variant, house_rules or {}), hand)


@pytest.mark.parametrize("path", sorted(SESSIONS.glob("*.toml")), ids=lambda path: path.stem)
def test_every_legal_act_of_the_sample_hands_has_a_ruling_that_the_rulebook_prints(path):
    record = referee.read_record(path.read_text(), "toml")
    book = referee.rulebook(record.variant, record.house_rules)
    rules = referee.rules_for(record.variant, record.house_rules)
    hands = referee.adjudicate(record).as_json()["hands"]
    lines = [
        (event, rule)
        for hand in hands
        for event, rule in zip(hand["events"], referee.cited_rules(rules, hand), strict=True)
    ]
    assert len(lines) > 60
    for event, rule in lines:
        if event["text"].endswith("takes back"):
            assert rule == ""
        else:
            assert re.search(rf"\b{rule}\b", book), event
        if event["verdict"] != "legal":
            assert rule == event["rule"]


@pytest.mark.parametrize(
    ("variant", "house_rules", "events", "rules"),
    [
        # the opening, the same kind higher, a pass; the top single closes, and its player leads again
        (
            "big-two",
            {},
            ["1: 3C", "2: 2S", "3: pass", "4: pass", "1: pass", "2: 4C 4D", "3: 5C 5D"],
            ["B2", "B1", "B14", "B14", "B14", "B16", "B17"],
        ),
        # a higher kind of five, a bomb, a higher bomb
        (
            "big-two",
            {},
            ["1: 3C 4D 5D 6D 7D", "2: 8C 8D 8H 9C 9D", "3: 10C 10H 10S JC JD"],
            ["B2", "B9", "B18"],
        ),
        (
            "big-two",
            {},
            ["1: 3C", "2: 6C 6D 6H 6S KC", "3: 7C 7D 7H 7S 3D", "4: 8C 9C 10C JC QC"],
            ["B2", "B10", "B11", "B11"],
        ),
        ("big-two", {"opening": "free"}, ["1: 3C", "2: JD"], ["B2", "B1"]),
        (
            "big-two",
            {"bombs_beat_top_single": True},
            ["1: 3C", "2: 2S", "3: 6C 6D 6H 6S KC"],
            ["B2", "B1", "B10"],
        ),
        (
            "pusoy-dos",
            {},
            ["1: 3C 3S 3H", "2: 4C 4S 4H", "3: pass", "4: pass", "1: pass", "2: 5C"],
            ["P2", "P4", "P13", "P13", "P13", "P14"],
        ),
        ("pusoy-dos", {"bombs": True}, ["1: 3C", "2: 6C 6D 6H 6S KC"], ["P2", "P3"]),
        (
            "pusoy-dos",
            {},
            ["1: 3C 4C 6C 7C 9C", "2: 3S 4S 6S 7S 9S", "3: 5C 5D 5H 8C 8D"],
            ["P2", "P9", "P5"],
        ),
        (
            "gang-of-four",
            {},
            ["1: 1M", "4: DR", "3: 2G 2G 2Y 2Y", "2: 3G 3G 3Y 3Y 3R"],
            ["G15", "G3", "G6", "G6"],
        ),
        (
            "gang-of-four",
            {},
            ["1: 1M 2G 3R 4G 5G", "4: 1Y 1Y 2Y 2Y 9Y", "3: 5Y 5Y 5R PG PY"],
            ["G15", "G5", "G5"],
        ),
        ("gang-of-four-loser-scores", {}, ["1: 1M", "4: 2G 2G 2Y 2Y"], ["G15", "L5"]),
        (
            "gang-of-four-loser-scores",
            {"five_card_following": "any-higher"},
            ["1: 1M 2G 3R 4G 5G", "4: 1Y 1Y 2Y 2Y 9Y"],
            ["G15", "L4"],
        ),
        # a discard, a draw that replaces it, a draw after an unclaimed draw, claims, the discard after a claim
        (
            "four-color-cards",
            {},
            ["1: discards Hg", "2: draws Rr", "3: draws Cy", "4: chi Cy Ry Hy", "4: discards Aw"],
            ["F4", "F13", "F14", "F13", "F16"],
        ),
        (
            "four-color-cards",
            {},
            ["1: discards Hg", "2: calls chi Hg Rg Cg", "3: pong Hg Hg Hg", "3: discards Rr", "4: chi Rr Hr Cr"],
            ["F4", "F12", "F11", "F16", "F12"],
        ),
        (
            "four-color-cards",
            {},
            ["1: discards Hg", "2: draws Gr", "2: chi Gr", "2: discards Aw"],
            ["F4", "F13", "F15", "F16"],
        ),
    ],
)  # fmt: skip
def test_the_ruling_says_why_the_act_is_allowed(variant, house_rules, events, rules):
    assert cited(variant, events, house_rules=house_rules) == rules


def test_the_winner_of_the_hand_before_leads_and_gifts_are_exchanged():
    before = {"cards_left": [0, 5, 8, 12]}
    events = ["4: gives DR to 1", "1: gives 3G to 4", "1: 5G 5Y"]
    found = cited("gang-of-four", events, hands_before=[before])
    assert found == ["G22", "G23", "G39"]
    assert cited("gang-of-four-loser-scores", events, hands_before=[before])[1] == "L9"


def test_the_next_player_leads_after_somebody_has_gone_out():
    dealt = ["3C 3S", "4C 5C", "?", "?"]
    record = ["1: 3C 3S", "2: 4C"]
    hand = {"number": 1, "events": [_event(1, record[0], 1), _event(2, record[1], 2)]}
    assert referee.cited_rules(referee.rules_for("pusoy-dos"), hand) == ["P2", "P12"]
    assert referee.cited_rules(
        referee.rules_for("big-two", {"play_to_last": True}), {**hand, "dealt": dealt}
    ) == ["B2", "B21"]
    blocked = {"number": 1, "events": [_event(1, "1: 1M 1G", 1), _event(2, "4: 4G", 2)]}
    assert referee.cited_rules(referee.rules_for("gang-of-four"), blocked) == ["G15", "G27"]


def test_a_lead_that_was_taken_back_leaves_the_trick_as_it_was():
    texts = [("1: 3C", 1), ("2: 4D", 1), ("2: takes back", 1), ("2: 5D", 1)]
    hand = {"number": 1, "events": [_event(n, *one) for n, one in enumerate(texts, 1)]}
    assert referee.cited_rules(referee.rules_for("big-two"), hand) == ["B2", "B1", "", "B1"]


def test_cards_that_are_hidden_or_were_not_seen_have_no_ruling():
    texts = [("1: ? ?", 1), ("2: pass", 1), ("3: unseen", 1), ("4: 5G", 2), ("3: 6G", 2)]
    hand = {"number": 1, "events": [_event(n, *one) for n, one in enumerate(texts, 1)]}
    rules = referee.cited_rules(referee.rules_for("gang-of-four"), hand)
    assert rules == ["", "G18", "", "G20", "G3"]


@pytest.mark.parametrize(
    ("variant", "question", "rule"),
    [
        ("big-two", {"standing": "6C 6D", "play": "8C 8D"}, "B17"),
        ("big-two", {"play": "8C 8D", "opening": False}, "B16"),
        ("big-two", {"play": "3C", "opening": True}, "B2"),
        ("big-two", {"standing": "2S", "play": "pass"}, "B14"),
        ("big-two", {"standing": "6C", "play": "pass"}, "B15"),
        ("gang-of-four", {"standing": "DR", "play": "2G 2G 2Y 2Y"}, "G6"),
        ("four-color-cards", {"seat": 3, "offered": "Hg", "offered_by": 1, "claim": "pong Hg Hg Hg"}, "F11"),
        ("four-color-cards", {"seat": 2, "offered": "Hg", "offered_by": 1, "claim": "chi Hg Rg Cg"}, "F12"),
        ("four-color-cards", {"seat": 2, "offered": "Hg", "offered_by": 1, "claim": "pass"}, "F23"),
        ("four-color-cards", {"seat": 1, "offered": "Gr", "offered_by": 1, "drawn": True, "claim": "chi Gr"}, "F15"),
    ],
)  # fmt: skip
def test_a_question_that_is_answered_with_legal_has_a_ruling(variant, question, rule):
    assert referee.ask({"variant": variant, **question}).as_json()["verdict"] == "legal"
    assert referee.rule_for_question(referee.rules_for(variant), question) == rule


def _event(number, text, trick):
    return {"event": number, "text": text, "trick": trick, "verdict": "legal"}
