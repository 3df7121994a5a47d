"""Records that are judged in several processes: the same answers in the same order, in bounded memory."""

import json
import operator
import signal
import subprocess
import sys

import pytest

from referee import parallel
from tests.referee.climbing_table import record

LEGAL = record({"cards_left": [0, 5, 8, 12]})
ILLEGAL = record({"events": ["1: 3C", "2: 3D", "3: 3D"]})
STREAM = "".join(
    f"{one}\n"
    for one in [*map(json.dumps, [LEGAL, ILLEGAL] * 40), "no record", json.dumps({"format": "x"})]
    * 3
)


@pytest.fixture
def start(program, environment):
    """Return a function that starts ``adjudicate`` as a process of its own."""

    def start(*arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "referee", "adjudicate", *arguments],
            cwd=program,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield start
    signal.signal(signal.SIGINT, before)


def test_answers_and_exit_code_are_those_of_one_process(start):
    with start("-") as alone, start("--jobs", "3", "-", "missing.json") as several:
        expected, _ = alone.communicate(STREAM)
        printed, complaints = several.communicate(STREAM)
    *answers, last = printed.splitlines()
    assert answers == expected.splitlines()
    assert json.loads(last)["error"]["file"] == "missing.json"
    assert (alone.returncode, several.returncode, complaints) == (2, 2, "")


def test_ctrl_c_ends_all_processes_without_a_word(start):
    with start("--jobs", "2", "-") as command:
        command.stdin.write(STREAM)
        command.stdin.flush()
        assert command.stdout.readline()
        command.send_signal(signal.SIGINT)
        _, complaints = command.communicate()
    assert (command.returncode, complaints) == (130, "")


def test_a_reader_that_stops_ends_all_processes_without_a_word(start):
    with start("--jobs", "2", "-") as command:
        command.stdout.close()
        command.stdin.write(STREAM)
        command.stdin.close()
        assert (command.wait(), command.stderr.read()) == (141, "")


def test_a_number_of_processes_below_one_is_refused(start):
    for wrong in ("0", "-1", "two"):
        with start("--jobs", wrong) as command:
            _, complaints = command.communicate("")
        assert command.returncode == 2
        assert "--jobs" in complaints


def test_items_are_read_only_so_far_ahead():
    numbers, consumed, furthest = 3000, [], [0]

    def items():
        for number in range(numbers):
            furthest[0] = number
            yield number

    def consume(result):
        consumed.append(result)
        assert furthest[0] - result <= parallel.TOGETHER * (2 * parallel.AHEAD + 3)

    parallel.consume_in_order(items(), operator.pos, consume, processes=2)
    assert consumed == [*range(numbers)]


@pytest.mark.parametrize("where", ["work", "consume"])
def test_an_error_stops_the_reading_and_is_raised(where):
    numbers = iter(range(1_000_000))
    wrong = [{} if where == "work" else 0]

    def consume(result):
        if where == "consume":
            raise TypeError("bad result")

    with pytest.raises(TypeError, match="bad"):
        parallel.consume_in_order(
            (one for _ in numbers for one in wrong), operator.neg, consume, processes=1
        )
    assert next(numbers) < 1000


def test_what_runs_processes_is_loaded_only_for_several_jobs(program, environment):
    code = "import sys, referee.commands.adjudicate; print('multiprocessing' in sys.modules)"
    asked = subprocess.run(
        [sys.executable, "-c", code], cwd=program, env=environment, capture_output=True, check=True
    )
    assert asked.stdout.strip() == b"False"
