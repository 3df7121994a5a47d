"""The text report of an adjudication, for people at a table."""

import re

import pytest

import referee
from referee.report import error_report, report
from referee.report.layout import COLUMNS
from tests.referee.climbing_table import CAST, DEAL, event_list, record

EVENTS = "1: 3C, 2: 4D, 3: pass, 4: 3S, 4: takes back, 4: pass, 1: pass, 2: 5C 5D, 3: 4H 4S"


def session_report(*hands, color=False, **keys) -> str:
    """Return the report of a session of these hands."""
    return report(referee.adjudicate(referee.parse_record(record(*hands, **keys))), color=color)


def hand(events=EVENTS, **keys):
    return {"events": event_list(events), **keys}


def test_the_header_names_game_event_players_and_house_rules():
    text = session_report(
        house_rules={"pass_locks_out": True, "target": 50, "bombs": True},
        played_on="2026-03-01",
        event="Club championship",
        round=2,
        table="A",
        notes="It rained.",
        carried=[34, 12, -60, 8],
    )
    assert "Big Two, Club championship, round 2, table A, 2026-03-01" in text
    assert "1 Alice · 2 Bob · 3 Carol · 4 Dan" in text
    assert "House rules  pass_locks_out = true (B15); target = 50 (B20)" in text
    assert "Carried in   Alice +34 · Bob +12 · Carol -60 · Dan +8" in text
    assert "It rained." in text


def test_the_header_states_that_no_house_rule_differs():
    assert "none that differ from the rulebook" in session_report(house_rules={"bombs": True})


def test_plays_are_listed_by_trick_with_the_players_names():
    text = session_report(hand())
    first, second = text.split("Trick 1")[1].split("Trick 2")
    assert "1  Alice  3C" in first
    assert "8  Bob    5C 5D, pair" in second


def test_passes_in_a_row_share_a_line():
    assert "    2-4  Bob, Carol and Dan pass" in session_report(hand("1: 3C, ppp, 1: 4C"))


def test_an_illegal_play_is_marked_with_its_reason_and_ruling():
    text = session_report(hand())
    assert "!     9  Carol  4H 4S, pair" in text
    sentence = " ".join(text.split("ILLEGAL")[-1].split("\n\n")[0].split())
    assert sentence.startswith("Carol's pair of fours (4H 4S) does not beat the pair of fives")
    assert "(B17, does-not-beat)" in sentence


def test_a_play_taken_back_is_listed():
    assert "5  Dan    takes that back" in session_report(hand())


def test_an_unproven_event_shows_what_would_settle_it():
    text = session_report(hand("1: 3C, 2: unseen, 3: 5H"))
    assert "?     2  Bob    did something that nobody saw" in text
    assert "UNPROVEN  Nobody saw what Bob did." in text
    assert "To settle it: what Bob did in event 2." in text


def test_the_decision_of_a_human_referee_is_shown_with_the_verdict():
    ruling = {"event": 9, "decision": "stands", "reason": "said too late"}
    assert "RULED     stands: said too late" in session_report(hand(rulings=[ruling]))


def test_malformed_rulings_are_left_out():
    assert "RULED" not in session_report(hand(rulings=["nonsense", {"event": "nine"}]))


def test_going_out_is_shown_with_the_play():
    text = session_report(
        hand("1: 3C 4S 5H 6C 7C, ppp, 1: 8C 9S 10H JC QC, ppp, 1: KC KS, ppp, 1: 2S")
    )
    assert "2S, and is out" in text


def test_the_result_lists_places_cards_points_and_running_totals():
    text = session_report({"cards_left": [0, 5, 8, 12]}, {"cards_left": [1, 0, 8, 12]})
    rows = [" ".join(line.split()) for line in text.split("Hand 2")[1].splitlines()]
    assert "1st Bob out +21 +16" in rows
    assert "2nd Alice 1 -1 +24" in rows
    assert "Bob +21: collects 1 + 8 + 12 (B19)" in rows
    assert "Known by its score sheet only." in rows


def test_pairwise_settlements_name_the_other_player():
    text = session_report({"cards_left": [0, 5, 8, 12]}, house_rules={"settlement": "pairwise"})
    assert "Alice +5: settles 5 - 0 with Bob (B19)" in text


def test_adjustments_are_listed_with_their_reasons():
    adjustment = {"seat": 3, "points": -10, "reason": "phone"}
    text = session_report({"cards_left": [0, 5, 8, 12], "adjustments": [adjustment]})
    assert "Carol -10 by the referee: phone" in text
    assert "Alice +25 · Bob -5 · Carol -18 · Dan -12" in text


def test_a_void_hand_shows_its_reason_and_no_result():
    text = session_report({"events": [], "void": "misdeal"}, {"cards_left": [0, 5, 8, 12]})
    assert "Void: misdeal. It counts for nothing." in text
    assert text.count("Hand 1") == 2
    assert text.count("Result") == 1


def test_an_annulled_hand_shows_its_reason():
    text = session_report({"cards_left": [0, 5, 8, 12], "annulled": "wrong deck"})
    assert "Annulled: wrong deck. It brings no points." in text
    assert "Alice 0 · Bob 0 · Carol 0 · Dan 0" in text


def test_unknown_totals_are_shown_as_not_proved():
    text = session_report(hand("1: 3C"))
    assert "Result: unfinished" in text
    assert "Totals       not proved by this record" in text


def test_the_end_of_the_game_names_its_winners():
    sheets = {"cards_left": [0, 5, 8, 12]}, {"cards_left": [5, 0, 12, 8]}
    two = {"hands_per_match": 2}
    assert "The game is over: Alice and Bob share the win with +20." in session_report(
        *sheets, house_rules=two
    )
    assert "The game is over: Alice wins with +25." in session_report(
        sheets[0], house_rules={"target": 20}
    )
    assert "The game is over" not in session_report(*sheets)


def test_the_last_line_counts_illegal_events():
    assert session_report(hand()).rstrip().endswith("1 hand, 2 events illegal.")
    assert session_report().rstrip().endswith("0 hands, nothing illegal.")


def test_color_changes_no_text():
    plain, colored = session_report(hand()), session_report(hand(), color=True)
    assert colored != plain
    assert re.sub("\x1b\\[[0-9;]*m", "", colored) == plain


@pytest.mark.parametrize("names", [["", "", "", ""], ["Jo"] * 4])
def test_players_without_a_unique_name_are_shown_as_seats(names):
    text = report(referee.adjudicate(referee.parse_record({**record(hand()), "players": names})))
    assert "eat 3)'s pair of fours" in text or "Seat 3's pair of fours" in text


def test_columns_are_aligned_for_long_and_for_chinese_names():
    players = ["Maximiliane von und zu Hohenfels", "陳大文", "Zoë", "D"]
    document = {**record({"cards_left": [0, 5, 8, 12]}), "players": players}
    text = report(referee.adjudicate(referee.parse_record(document)))
    rows = [line for line in text.splitlines() if re.match(r"    \d\w\w ", line)]
    assert "Maximiliane von…" in rows[0]
    assert len(rows[1]) == len(rows[2]) - 3
    assert len(rows[0]) == len(rows[2]) == len(rows[3])


def test_control_characters_of_a_record_are_removed():
    text = session_report(hand(note="\x1b[2J bell \x07"), notes="\x9b31m", event="\u202e")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)


def test_no_line_is_longer_than_80_columns():
    text = session_report(
        hand(
            "1: 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2C, " + EVENTS, dealt=DEAL, note="word " * 60
        ),
        notes="word " * 60,
        house_rules={"multipliers": [[1, 1], [10, 2], [13, 3]], "target": 50, "bombs": False},
        event="word " * 30,
    )
    assert max(map(len, text.splitlines())) <= COLUMNS


def test_an_error_report_names_the_place():
    error = {
        "code": "bad-event",
        "where": "hands[0]",
        "message": "No.",
        "line": 3,
        "file": "a.ndjson",
    }
    assert "MALFORMED  a.ndjson, line 3, hands[0]: No. (bad-event)" in error_report(error)
    assert "\x1b[1;31mMALFORMED" in error_report(error, color=True)


def test_the_exchange_of_gang_of_four_has_a_section():
    first = {"cards_left": [0, 5, 9, 15]}
    events = "4: gives DR to 1, 1: gives 1G to 4, 1: 5G 5Y, 4: 6G 6Y"
    text = session_report(first, hand(events), variant="gang-of-four")
    assert (
        "Exchange\n      1  Dan    gives DR to Alice\n      2  Alice  gives 1G to Dan\n  Trick 1\n"
        in text
    )


def test_the_result_of_pusoy_dos_shows_the_places():
    text = session_report({"out": [2, 4, 1]}, variant="pusoy-dos")
    rows = [" ".join(line.split()) for line in text.splitlines()]
    assert "1st Bob out +3 +3" in rows
    assert "Bob +3: first place (P16)" in rows
    assert CAST[2] in rows[rows.index("3rd Alice out +1 +1") + 1]
