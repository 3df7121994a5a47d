"""Matches: the same deals in every seat, points per hand, and the records of what was played."""

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import referee
from referee import MalformedError
from referee.matches.playing import MatchPlan, play_match
from referee.matches.results import EngineResult, Estimate, MatchResult
from referee.variants import BUILT_IN

EXAMPLES = Path(__file__).parents[3] / "docs/examples/engines"
RANDOM = shlex.join([sys.executable, str(EXAMPLES / "random_engine.py")])
CRASHES = shlex.join([sys.executable, "-c", """
import json
import sys
for line in sys.stdin:
    if json.loads(line)["type"] == "hello":
        print('{"type": "ready", "name": "crashes"}', flush=True)
    if json.loads(line)["type"] == "move":
        sys.exit(1)
"""])  # fmt: skip
FIRST = shlex.join([sys.executable, "-c", """
import json
import sys
for line in sys.stdin:
    message = json.loads(line)
    if len(sys.argv) > 1:
        print(line, end="", file=open(sys.argv[1], "a"))
    if message["type"] == "hello":
        print('{"type": "ready", "name": "first"}', flush=True)
    if message["type"] == "move":
        print(json.dumps({"id": message["id"], "action": message["actions"][0]}), flush=True)
"""])  # fmt: skip


@pytest.mark.parametrize("variant", [rules.variant for rules in BUILT_IN])
def test_a_match_is_played_legally_in_every_game(variant):
    records = []
    result = play_match(MatchPlan(variant=variant, hands=2), [RANDOM, FIRST], store=records.append)
    assert not result.has_faults
    assert len(records) == 4
    for record in records:
        judged = referee.adjudicate(referee.parse_record(record))
        assert {event["verdict"] for event in judged.as_json()["hands"][0]["events"]} == {"legal"}


def test_each_deal_is_played_by_every_engine_in_every_seat():
    records = []
    plan = MatchPlan(variant="gang-of-four", seats=3, hands=2, seed="7")
    play_match(plan, [FIRST, RANDOM, RANDOM + " 2"], store=records.append)
    dealt = [record["hands"][0]["dealt"] for record in records]
    assert dealt[0] == dealt[1] == dealt[2] == referee.deal("gang-of-four", seed="7:1", seats=3)["dealt"]  # fmt: skip
    assert dealt[3] == referee.deal("gang-of-four", seed="7:2", seats=3)["dealt"]
    seats = [record["players"].index("first 1") for record in records]
    assert seats == [0, 1, 2, 0, 1, 2]


def test_points_per_hand_are_those_of_the_seats_in_which_an_engine_sat():
    records = []
    plan = MatchPlan(variant="gang-of-four", seats=3, hands=1)
    result = play_match(plan, [FIRST, RANDOM, RANDOM + " 2"], store=records.append)
    points = {"first 1": 0, "random 2": 0, "random 3": 0}
    for record in records:
        (table,) = referee.tables(referee.parse_record(record))
        for name, penalty in zip(record["players"], table.result, strict=True):
            points[name] -= penalty / 3
    assert [engine.points[0] for engine in result.engines] == pytest.approx(list(points.values()))


def test_engines_that_play_alike_come_out_equal():
    result = play_match(MatchPlan(variant="big-two", hands=3), [FIRST, FIRST])
    assert [list(engine.points) for engine in result.engines] == [[0, 0, 0]] * 2
    ((_, _, difference),) = result.differences()
    assert difference == Estimate(0, 0, 0)


def test_a_crash_costs_the_engine_its_choice_only():
    records = []
    result = play_match(
        MatchPlan(variant="big-two", hands=2), [CRASHES, FIRST], store=records.append
    )
    assert result.has_faults
    crashes, first = result.engines
    assert crashes.faults["crashed"] == 2 * 2 * 2
    assert crashes.replaced > 8
    assert (first.replaced, set(first.faults.values())) == (0, {0})
    assert [list(engine.points) for engine in result.engines] == [[0, 0]] * 2


def test_an_engine_is_told_what_its_seat_knows_and_all_that_happened(tmp_path):
    heard, records = tmp_path / "heard", []
    plan = MatchPlan(variant="gang-of-four", hands=1, house_rules={"direction": "clockwise"})
    play_match(plan, [f"{FIRST} {heard}", RANDOM, RANDOM, RANDOM], store=records.append)
    messages = [json.loads(line) for line in heard.read_text().splitlines()]
    assert messages[0] == {"type": "hello", "protocol": "referee-engine/1"}
    assert messages[1] == {
        "type": "hand",
        "variant": "gang-of-four",
        "house_rules": {"direction": "clockwise"},
        "seats": 4,
        "seat": 1,
    }
    assert messages[-1] == {"type": "quit"}
    first = messages[1 : next(at for at, one in enumerate(messages) if one["type"] == "result") + 1]
    news = [event for message in first for event in message.get("news", ())]
    (hand,) = records[0]["hands"]
    assert news == hand["events"]
    assert first[-1]["points"] == [
        -points for points in next(referee.tables(referee.parse_record(records[0]))).result
    ]
    moves = [message for message in first if message["type"] == "move"]
    assert all(message["observation"]["seat"] == 1 for message in moves)
    assert sorted(moves[0]["observation"]["cards"]) == sorted(hand["dealt"][0].split())


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (MatchPlan(variant="bridge"), "bridge"),
        (MatchPlan(variant="gang-of-four", seats=3), "2 engines cannot share 3 seats"),
        (MatchPlan(variant="big-two", house_rules={"jokers": 1}), "jokers"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(plan, message):
    with pytest.raises(MalformedError, match=message):
        play_match(plan, [FIRST, FIRST])


def result_of(*points):
    engines = [
        EngineResult(command="x", name=f"n{at}", points=one, faults={"illegal": at}, replaced=at)
        for at, one in enumerate(points)
    ]
    return MatchResult(
        variant="big-two",
        seats=4,
        house_rules={},
        hands=len(points[0]),
        seed="1",
        engines=tuple(engines),
    )


class TestResult:
    def test_a_difference_is_paired_by_deal(self):
        """Deals that are good for both seats alike do not widen the interval."""
        result = result_of((1, 11, 101), (0, 10, 100))
        ((one, two, difference),) = result.differences()
        assert (one, two, difference) == (1, 2, Estimate(1, 1, 1))

    def test_an_interval_is_that_of_students_t_distribution(self):
        assert Estimate.of([0, 2]) == Estimate(1, round(1 - 12.706, 4), round(1 + 12.706, 4))
        assert Estimate.of([1] * 5 + [3] * 5).high == round(2 + 2.262 * (10 / 9 / 10) ** 0.5, 4)

    def test_it_is_json_and_text(self):
        result = result_of((1, 2), (-1, -2))
        answer = json.loads(json.dumps(result.as_json()))
        assert answer["format"] == "match-result/1"
        assert answer["engines"][1]["faults"] == {"illegal": 1}
        assert answer["differences"][0]["points_per_hand"] == 3
        assert "2 n1" in result.as_text()
        assert "faults: 1 illegal; actions played for it: 1" in result.as_text()


class TestCommand:
    def run(self, *arguments):
        return subprocess.run(
            [sys.executable, "-m", "referee", "match", *arguments],
            cwd=EXAMPLES.parents[2],
            capture_output=True,
            text=True,
            check=False,
        )

    def test_it_prints_the_result_and_writes_the_records(self, tmp_path):
        file = tmp_path / "records.ndjson"
        played = self.run(
            "--variant", "big-two", "--hands", "1", "--format", "json", "--records", str(file), FIRST, RANDOM
        )  # fmt: skip
        assert (played.returncode, played.stderr) == (0, "")
        assert json.loads(played.stdout)["hands"] == 1
        assert len(file.read_text().splitlines()) == 2

    def test_faults_are_told_by_the_exit_code(self):
        played = self.run("--variant", "big-two", "--hands", "1", CRASHES, FIRST)
        assert played.returncode == 1
        assert "4 crashed" in played.stdout

    def test_an_engine_that_does_not_start_is_an_error(self):
        played = self.run("--variant", "big-two", "there-is-no-such-program")
        assert played.returncode == 2
        assert json.loads(played.stderr)["error"]["code"] == "engine-failed"

    @pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
    @pytest.mark.parametrize("variant", ["gang-of-four", "four-color-cards"])
    def test_the_example_that_sheds_the_lowest_cards_has_no_faults(self, variant):
        lowest = shlex.join(["node", str(EXAMPLES / "lowest_engine.mjs")])
        played = self.run("--variant", variant, "--hands", "1", lowest, RANDOM)
        assert (played.returncode, played.stderr) == (0, "")
        assert "1 lowest" in played.stdout
