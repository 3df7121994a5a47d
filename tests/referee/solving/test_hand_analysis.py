"""Where a certain win was taken or given away, and what the player could know."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

import referee
from referee import NotForced, NotSettled, Table, Won, analyze_hand
from referee.cli import main
from referee.report.analysis import analysis_report
from referee.solving.aftermath import before_event
from referee.solving.endings import climbing_position, obstacle
from referee.solving.known_deals import known_gifts, known_shares
from referee.table import progress_of
from tests.referee.solving.brute_force import can_force, cards_left

BEGINNING = "p1:big-two:3C,4S,2S/4D,5D,6D/6H,7H/8S,9S:turn=1"
GIVEN_AWAY = ("1: 3C", "2: 4D", "3: 6H", "4: 8S", "1: pass", "2: pass", "3: pass", "4: 9S")


def played(*events: str) -> Table:
    """Return a hand that ends with these events."""
    table = referee.table_from_key(BEGINNING)
    for event in events:
        table.play(event)
    return table


def random_hand(seed: int, variant: str) -> Table:
    """Return a hand that was played to its end by chance."""
    random = Random(seed)
    table = Table(variant, hand=referee.deal(variant, seed=seed))
    while not table.is_over:
        actions = table.choices()[table.turn]
        table.play(random.choice([action for action in actions if f"{action} last" not in actions]))
    return table


def test_a_win_is_given_away_where_it_was_certain_before_and_is_not_forced_after():
    marked = analyze_hand(played(*GIVEN_AWAY)).marked
    assert [(one.text, one.mark) for one in marked] == [
        ("4: pass", "given-away"),
        ("1: pass", "given-away"),
    ]
    assert isinstance(marked[-1].before, Won)
    assert isinstance(marked[-1].after, NotForced)
    assert marked[-1].before.plays == ("2S",)


def test_a_win_is_taken_at_the_first_event_since_which_it_was_certain():
    events = ("1: 3C", "2: 4D", "3: 6H", "4: 8S", "1: 2S", "2: pass", "3: pass", "4: pass", "1: 4S")
    marked = [(one.event, one.text, one.mark) for one in analyze_hand(played(*events)).marked]
    assert marked[-1] == (9, "1: 3C", "taken")


@pytest.mark.parametrize("variant", ["big-two", "pusoy-dos", "gang-of-four"])
def test_marks_agree_with_trying_everything(variant):
    for seed in range(4):
        table = random_hand(seed, variant)
        for decision in analyze_hand(table, cards=8).decisions:
            before = before_event(table, decision.event)
            could = can_force(before, decision.seat)
            still = can_force(before, decision.seat, decision.text.partition(": ")[2])
            assert isinstance(decision.before, Won) == could
            assert (decision.mark == "given-away") == (could and not still)


@pytest.mark.parametrize("variant", ["big-two", "pusoy-dos", "gang-of-four"])
def test_a_mark_lists_every_play_that_wins(variant):
    for seed in range(4):
        table = random_hand(seed, variant)
        for decision in analyze_hand(table, cards=8).marked:
            before = before_event(table, decision.event)
            acts = before.choices()[decision.seat]
            wins = {action for action in acts if can_force(before, decision.seat, action)}
            assert (set(decision.before.plays), decision.before.unsettled) == (wins, ())


def random_hands(number: int) -> Iterator[Table]:
    """Yield so many hands of each of three games."""
    for variant in ("big-two", "pusoy-dos", "gang-of-four"):
        for seed in range(number):
            yield random_hand(seed, variant)


def test_a_win_is_taken_only_where_another_play_would_have_given_it_away():
    """More than a pass would; one such play is named.  Going out at once speaks for itself."""
    taken = 0
    for table in random_hands(16):
        for decision in analyze_hand(table, cards=8).marked:
            if decision.mark == "taken":
                taken += 1
                before = before_event(table, decision.event)
                plays = [one for one in before.choices()[decision.seat] if one != "pass"]
                wins = [play for play in plays if can_force(before, decision.seat, play)]
                assert len(wins) < len(plays)
                other = decision.otherwise.action
                assert other in plays
                assert not can_force(before, decision.seat, other)
                assert decision.seat not in climbing_position(played_on(before, decision.text))[1].out  # fmt: skip
    assert taken > 3


def played_on(table: Table, *events: str) -> Table:
    """Return a table some events later."""
    later = table.copy()
    for event in events:
        later.play(event)
    return later


def test_who_gave_a_win_back_is_named():
    """The last action before which the win was not forced, and after which it is."""
    backs = 0
    for table in random_hands(24):
        for decision in analyze_hand(table, cards=8).marked:
            if decision.given_back is not None:
                backs += 1
                seat, event = decision.given_back
                before, after = before_event(table, event), before_event(table, event + 1)
                assert before.turn == seat != decision.seat
                assert not can_force(before, decision.seat)
                assert can_force(after, decision.seat)
    assert backs > 3


def test_who_wins_because_another_seat_was_blocked_was_given_it_back_by_that_seat():
    """No action of the seat itself makes a win certain that was not."""
    backs = 0
    for seed in range(40):
        table = forgetful_hand(seed)
        for decision in analyze_hand(table, cards=9).marked:
            back, out = decision.given_back, decision.next_out
            if back is not None and back == (progress_of(table).events[out[1] - 1].seat, out[1]):
                backs += 1
                assert back[0] != decision.seat == out[0]
                assert not can_force(before_event(table, out[1]), decision.seat)
    assert backs > 0


def forgetful_hand(seed: int) -> Table:
    """Return a hand of Gang of Four by chance, in which last cards are announced half of the time."""
    random = Random(seed)
    table = Table("gang-of-four", hand=referee.deal("gang-of-four", seed=seed))
    while not table.is_over:
        table.play(random.choice(table.choices()[table.turn]))
    return table


def test_in_a_line_it_is_said_who_may_not_pass():
    table = referee.table_from_key("p1:gang-of-four:4G,9G/4Y,5R,10Y/1Y/2G,2R:turn=1")
    table.play("1: 4G")
    decision = analyze_hand(table).marked[0]
    assert decision.before.line[:2] == ("1: 4G last", "2: 10Y")
    assert decision.line_duties[:3] == ("", "G29", "")
    assert "Ann 4G last, Bo 10Y (must, G29), Bo 5R last, Ann 9G." in report(table)


def test_every_duty_of_a_line_is_a_pass_that_the_referee_forbids():
    for table in random_hands(4):
        for decision in analyze_hand(table, cards=8).marked:
            before = before_event(table, decision.event)
            for event, duty in zip(decision.before.line, decision.line_duties, strict=True):
                may_pass = "pass" in before.choices()[before.turn]
                assert bool(duty) == (not may_pass and before.standing is not None)
                before.play(event)


def test_the_line_of_a_win_given_away_begins_with_what_wins_in_the_most_deals():
    """As far as the player could know; what was played is counted in the same deals."""
    given = 0
    for table in random_hands(5):
        for decision in analyze_hand(table, cards=10, seed="x").marked:
            is_plain = decision.mark == "given-away" and not decision.is_unannounced
            if not is_plain or len(decision.before.line) == 1:
                continue
            before = before_event(table, decision.event)
            plays = decision.before.plays
            shares = known_shares(before, plays, seed=f"x:{decision.event}")
            first = decision.before.line[0].partition(": ")[2]
            most = max(share.won for share in shares.values())
            assert (shares[first], shares[first].won) == (decision.known, most)
            if not decision.is_blocked:
                own = known_shares(before, [decision.action], seed=f"x:{decision.event}")
                assert decision.known_played == own[decision.action]
                half = any(2 * share.won >= share.deals for share in shares.values())
                assert decision.could_know == (half or most > decision.known_played.won)
            for event in decision.before.line:
                before.play(event)
            assert climbing_position(before)[1].out[-1] == decision.seat
            given += 1
    assert given > 5


def test_who_goes_out_after_a_win_was_given_away_is_told():
    last, first = (analyze_hand(played(*GIVEN_AWAY)).marked[place] for place in (-1, 0))
    assert (first.seat, first.next_out) == (4, (4, 16)), "the others gave it back"
    assert (last.seat, last.next_out) == (1, (4, 16))


def test_cards_that_were_also_played_by_somebody_else_are_not_known():
    """Seat 2 takes its play back; then the same cards are written down for seat 3, which does not have them."""
    deal = [
        "1R 2G 2R 3Y 4G 5G 5R 6G 6Y 7Y 7R 10G 10G 10Y 1M PY",
        "1G 1Y 2Y 3Y 4G 4Y 4Y 5G 6G 6Y 6R 8G 8R 9Y 9R 10Y",
        "1G 2G 2Y 2R 3G 3G 5Y 5R 6R 7G 7R 8Y 9G 10R PG DR",
        "1Y 1R 3R 3R 4R 4R 5Y 7G 7Y 8G 8Y 8R 9G 9Y 9R 10R",
    ]
    table = Table("gang-of-four-loser-scores", hand={"dealt": deal})
    for event in ("1: 2G", "2: 5G", "3: pass", "4: pass", "1: pass", "2: 2Y 3Y", "2: takes back"):
        table.play(event)
    assert obstacle(table) == ""
    table.play("3: 1G 2Y 3Y 4G 5G")
    table.play("2: pass")
    assert obstacle(table) == "hidden-cards"
    assert analyze_hand(table, cards=99, seed="1").marked == ()


def test_a_player_could_not_know_what_wins_in_few_deals():
    key = "p1:gang-of-four-loser-scores:2Y,3R,4G,5R,8Y,9R,10R/4R/4Y,6R/1Y,2R:turn=3;anticlockwise"
    table = referee.table_from_key(key)
    for event in ("3: 4Y last", "2: 4R"):
        table.play(event)
    decision = next(one for one in analyze_hand(table, seed="1").marked if one.seat == 3)
    assert decision.could_know is False
    assert decision.known_played.won > decision.known.won, "what was played was the better choice"
    assert "Cy could not know it." in report(table, seed="1")


def test_where_the_steps_end_before_every_play_is_settled_the_rest_is_listed():
    full = analyze_hand(played(*GIVEN_AWAY)).marked[0]
    assert (full.before.plays, "unsettled" in full.as_json()) == (("8S", "9S"), False)
    rest = replace(full, before=replace(full.before, plays=("9S",), unsettled=("8S",)))
    assert rest.as_json()["unsettled"] == ["8S"]


def test_only_decisions_with_few_cards_left_are_looked_at():
    table = random_hand(3, "big-two")
    for decision in analyze_hand(table, cards=10).decisions:
        before = before_event(table, decision.event)
        assert cards_left(before) <= 10
        assert len(before.legal_plays()) > 1


def test_a_play_that_was_taken_back_is_no_decision():
    table = played("1: 2S", "1: takes back", *GIVEN_AWAY)
    assert "1: 2S" not in [decision.text for decision in analyze_hand(table).decisions]


def test_where_the_steps_end_nothing_is_marked():
    analysis = analyze_hand(random_hand(3, "big-two"), steps=20)
    assert analysis.steps <= 20
    unsettled = [one for one in analysis.decisions if not one.is_settled]
    assert unsettled
    assert not any(one.mark for one in unsettled)
    assert unsettled[0].before == NotSettled("steps", 0)


def test_a_hand_with_unknown_cards_says_why_nothing_is_looked_at():
    table = Table("big-two", hand={"events": ["1: 3C"]})
    assert analyze_hand(table).reason == "hidden-cards"


def test_a_game_without_tricks_says_so():
    table = Table("four-color-cards", hand=referee.deal("four-color-cards", seed=1))
    assert analyze_hand(table).reason == "other-game"


def test_an_analysis_is_the_same_every_time():
    table = random_hand(5, "gang-of-four")
    assert analyze_hand(table, cards=10, seed="x") == analyze_hand(table.copy(), cards=10, seed="x")


def test_all_deals_are_looked_at_where_they_are_few():
    table = played(*GIVEN_AWAY[:4])
    known = known_shares(table, ["2S"], seed="1")["2S"]
    # two cards of seat 2, one of each other seat
    assert (known.deals, known.is_complete) == (12, True)
    assert known.interval == (known.won / 12, known.won / 12)


def test_drawn_deals_are_those_of_the_seed():
    table = referee.table_from_key(BEGINNING)
    table.pop()  # seat 4 may still answer the six of spades
    shares = [
        known_shares(table, ["9S"], seed=seed, deals=10)["9S"] for seed in ("1", "1", "2", "3")
    ]
    assert shares[0] == shares[1]
    assert len(set(shares)) > 1
    assert all(one.deals == 10 and not one.is_complete for one in shares)
    low, high = shares[0].interval
    assert low < shares[0].won / 10 < high or shares[0].won in {0, 10}


def test_what_is_not_settled_widens_the_interval():
    known = replace(
        known_shares(played(*GIVEN_AWAY[:4]), ["2S"], seed="1")["2S"], won=6, unsettled=3
    )
    assert known.interval == (6 / 12, 9 / 12)


def test_a_card_that_a_seat_gave_away_is_known_to_it():
    """Seat 1 gave the dragon to seat 2: no deal has it elsewhere."""
    carried = referee.Carried(
        number=2, previous_winner=2, previous_loser=1, totals=(0,) * 4, won=(0, 1, 0, 0)
    )
    hand = referee.deal("gang-of-four", seed=3)
    table = Table("gang-of-four", hand=hand, carried=carried)
    table.play(next(one for one in table.legal_plays() if one.startswith("gives")))
    card = table.events[0].split()[2]
    table.play(next(one for one in table.legal_plays() if one.startswith("gives")))
    assert known_gifts(table, 1)[2] == {card: 1}


def test_the_command_prints_marks_for_people_and_for_programs(tmp_path, capsys):
    record = played(*GIVEN_AWAY).record() | {"players": ["Ann", "Bo", "Cy", "Di"]}
    file = tmp_path / "session.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert main(["analyze", "--known", str(file)]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Cards, in the order of play: Ann 4S 2S, Bo 5D 6D, Cy 7H, Di 9S. To beat: 8S of Di." in text  # fmt: skip
    assert (
        "With all cards open, Ann could force going out first by 2S, for example: Ann 2S, Ann 4S."
        in text
    )
    assert "Of all 12 deals that fit what Ann saw, 2S wins in 12, what was played in 0." in text
    assert main(["analyze", "--format", "json", str(file)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["format"] == "session-analysis/1"
    assert [mark["mark"] for mark in answer["hands"][0]["marks"]] == ["given-away", "given-away"]


def test_the_command_says_which_session_and_which_of_its_hands_are_meant(tmp_path, capsys):
    occasion = {"event": "Autumn cup", "round": 2}
    record = played(*GIVEN_AWAY).record() | occasion | {"carried": [1, 2, 3, 4]}
    record["hands"] = [{"void": "misdeal"}, *record["hands"]]
    file = tmp_path / "session.json"
    file.write_text(json.dumps(record | {"first_hand": 5}), encoding="utf-8")
    assert main(["analyze", str(file)]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"{'=' * 80}\nBig Two, Autumn cup, round 2\nPlayers      1 Seat 1 · 2")
    assert "\n\nHand 5: nothing to look at" in text
    assert "\n\nHand 5: 7 decisions" in text  # a void hand has no number of its own
    assert main(["analyze", "--format", "json", str(file)]) == 0
    assert [hand["number"] for hand in json.loads(capsys.readouterr().out)["hands"]] == [5, 5]


def test_the_command_says_where_a_record_is_malformed(tmp_path, capsys):
    file = tmp_path / "session.json"
    file.write_text("{}", encoding="utf-8")
    assert main(["analyze", str(file)]) == 2
    assert "MALFORMED" in capsys.readouterr().out


def report(table: Table, *, seed: str | None = None) -> str:
    """Return the text about a hand, on one line."""
    record = referee.parse_record(table.record() | {"players": ["Ann", "Bo", "Cy", "Di"]})
    text = analysis_report(record, [(table, analyze_hand(table, seed=seed))], cards=24)
    return " ".join(text.split())


def test_a_win_by_a_pass_is_named():
    key = "p1:pusoy-dos:5H/4S,5C,6H,6S/3H,4C,4D,4H,6C,9C/:turn=3;standing=7C;owner=2;out=4"
    table = referee.table_from_key(key)
    table.play("3: 9C")
    text = report(table, seed="1")
    cards = "Cards, in the order of play: Cy 3H 4C 4H 4D 6C 9C, Ann 5H, Bo 4S 5C 6S 6H."
    assert f"{cards} Out: Di. To beat: 7C of Bo." in text
    assert "Cy could force going out next by a pass, for example: Cy pass, Bo 6H," in text
    assert "Of all 5 deals that fit what Cy saw, a pass wins in 2, what was played in 0." in text


def test_who_could_go_out_at_once_needs_no_line():
    table = referee.table_from_key("p1:big-two:3C,4C/5D,6D/7H,8H/10S:turn=1")
    for event in ("1: 3C", "2: pass", "3: pass", "4: pass", "1: 4C"):
        table.play(event)
    text = report(table, seed="1")
    assert text.endswith(
        "Di could go out by 10S. After this, the others can prevent it together, for example: Ann 4C. "
        "Ann went out first instead, at event 13."
    )


def gang(key: str, *events: str) -> Table:
    """Return a table of Gang of Four some events after a position."""
    return played_on(referee.table_from_key(f"p1:gang-of-four:{key}"), *events)


def test_a_last_card_that_was_not_announced_is_the_reason():
    """Of the deals nothing is said then: it has nothing to do with them."""
    table = gang("8Y,PY/1G,2Y/3G,5G/3Y,4R:turn=1", "1: 8Y")
    text = report(table, seed="1")
    assert text.endswith(
        "The last card was not announced: for the rest of the hand, Ann is skipped and never leads (G25). "
        "Announced, it was certain to go out first: Ann 8Y last, Ann PY."
    )


def test_another_play_than_the_one_that_wins_is_the_reason_even_if_its_last_card_is_not_announced():
    text = report(gang("8G,8Y/1R,7Y/5Y,5R/3R,10Y:turn=1", "1: 8Y"), seed="1")
    assert text.endswith(
        "Ann could go out by 8G 8Y. The last card was not announced: for the rest of the hand, Ann is skipped and never leads (G25)."
    )


def test_since_when_a_seat_is_blocked_is_said():
    events = ("1: 8Y", "2: pass", "3: pass", "4: pass", "2: 1G", "3: 3G")
    table = gang("8Y,PY/1G,2Y/3G,5G/3Y,4R:turn=1", *events)
    assert "Ann PY (blocked since event 9), Bo 2Y (blocked since event 13)." in report(table)


def test_a_seat_is_blocked_since_the_play_that_stood():
    passes = ("2: pass", "3: pass")
    table = gang("2G,9G/1G,1Y/3Y/4G:turn=1;blocked=4", "4: 4G", "4: takes back", "1: 9G last", *passes, "1: 2G")  # fmt: skip
    assert "Di 4G (blocked since event 3)." in report(table)  # not since event 8


def test_a_win_is_not_taken_where_the_seat_broke_a_rule_on_the_way():
    begun = ("1: 3C", "2: 4D", "3: 6H")
    fair = played(*begun, "4: 8S", "1: 2S", "2: pass", "3: pass", "4: pass", "1: 4S")
    out_of_turn = played(*begun, "1: 2S", "4: pass", "1: 4S")
    taken, broken = ([one.mark for one in analyze_hand(table).marked] for table in (fair, out_of_turn))  # fmt: skip
    assert taken == [*broken, "taken"]


def test_what_would_have_given_a_win_away_is_announced():
    table = gang("2G,9G/1G,1Y/3Y/4G,4R:turn=1", "1: 9G last", "2: pass", "3: pass", "4: pass", "1: 2G")  # fmt: skip
    taken = next(one for one in analyze_hand(table).marked if one.mark == "taken")
    assert taken.otherwise.action == "2G last"
    assert taken.otherwise.refutation[-1] == "3: 3Y"


def test_a_last_card_that_was_taken_back_is_no_going_out():
    won = ("1: 2S", "2: pass", "3: pass", "4: pass", "1: 4S", "1: takes back")
    table = played("1: 3C", "2: 4D", "3: 6H", "4: 8S", *won)
    assert not table.is_over
    assert [one.next_out for one in analyze_hand(table).marked] == [None] * len(
        analyze_hand(table).marked
    )
    assert "taken" not in [one.mark for one in analyze_hand(table).marked]


def test_nobody_gives_a_win_back_to_itself():
    table = played("1: 2S", "2: pass", "3: pass", "4: pass", "1: 4S", "2: pass", "3: pass", "4: pass", "4: takes back", "4: pass", "1: 3C")  # fmt: skip
    for decision in analyze_hand(table).marked:
        assert (decision.given_back or (0, 0))[0] != decision.seat


def test_how_an_event_is_written_makes_no_difference():
    key = "8Y,PY/1G,2Y/3G,5G/3Y,4R:turn=1"
    plain, other = (analyze_hand(gang(key, text)).marked[0] for text in ("1: 8Y", "1:8y"))
    assert replace(other, text=plain.text) == plain
    shouted = played(*GIVEN_AWAY[:-2], "3:PASS", "4: 9s")
    assert analyze_hand(shouted, seed="1").as_json()["marks"][0]["known_played"]["won"] == 0


def test_where_many_deals_are_hard_fewer_are_drawn_and_looked_at_longer():
    table = next(random_hands(1))
    while cards_left(table) < 20 or table.turn is None or len(table.legal_plays()) < 2:
        table.pop()
    play = next(one for one in table.legal_plays() if one != "pass")
    hasty, patient = (
        known_shares(table, [play], seed="1", steps=steps)[play] for steps in (2_000, 60_000)
    )
    assert (hasty.deals, hasty.is_complete) == (50, False)
    assert patient.unsettled < hasty.unsettled
