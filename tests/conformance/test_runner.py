"""The runner: what it sends and reports, and what it makes of programs that are broken."""

import json
import os
import sys

import pytest

from conformance import cases
from conformance.command_line import main
from conformance.program import NoAnswer, ProgramUnderTest

SINGLE = "big-two/2-012"
"""A question that is answered with ``{"verdict": "legal", "combination": "single"}``."""

LEGAL = '{"verdict": "legal", "combination": "single"}'


@pytest.fixture
def program(tmp_path):
    """A function that makes a program of these lines of Python, and returns its command."""

    def make(*lines):
        script = tmp_path / "program.py"
        script.write_text("\n".join(("import os, sys, time", *lines)))
        return [sys.executable, str(script)]

    return make


def run(capsys, *words):
    """Return the exit code and what was printed."""
    code = main(words)
    return code, capsys.readouterr().out


def fails(capsys, words, *options):
    """Return what is printed about the one case, which the program must fail."""
    code, printed = run(capsys, "--case", SINGLE, *options, "--", *words)
    assert code == 1
    assert "1 of 1 cases failed." in printed
    return printed


def test_a_program_that_answers_rightly_passes(capsys, program):
    code, printed = run(capsys, "--case", SINGLE, "--", *program(f"print({LEGAL!r})"))
    assert (code, "All 1 cases passed." in printed) == (0, True)


def test_a_failed_case_says_what_was_sent_expected_and_given_and_where_to_read(capsys, program):
    answer = LEGAL.replace("legal", "illegal")
    printed = fails(capsys, program(f"print({answer!r})"))
    assert f"FAILED {SINGLE} (B1)" in printed
    assert "rule      Hearts are higher than diamonds" in printed
    assert 'sent      ask {"variant": "big-two", "standing": "JD", "play": "JH"' in printed
    assert '  at        verdict\n  expected  "legal"\n  given     "illegal"\n' in printed
    assert "read      rulebook big-two" in printed


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["raise SystemExit('no such rule')"], "ended with exit code 1: no such rule"),
        (["os.abort()"], "ended with exit code -6"),
        (["print('Welcome!')"], "not JSON: Welcome!"),
        (["print('[1]')"], "not a JSON object: [1]"),
        (["print('[' * 100_000)"], "not JSON: [[["),
        (["sys.stdout.buffer.write(b'\\xff\\n')"], "not JSON: "),
        ([f"while True: print({LEGAL!r})"], "more lines than were asked for"),
        (["pass"], "ended with exit code 0"),
    ],
)
def test_a_broken_program_fails_the_case_and_not_the_kit(capsys, program, lines, reason):
    assert f"given     {reason}" in fails(capsys, program(*lines))


@pytest.mark.parametrize(
    "answer",
    [
        "{}",
        '{"hands": 3, "could_play": 4, "error": [], "problems": {}}',
        '{"hands": [3, null], "could_play": [{}], "problems": [7]}',
        '{"hands": [{"events": [7, {"verdict": [], "fault": {}}]}]}',
        '{"hands": [{"events": [{"witnesses": []}]}]}',
        '{"hands": [{"events": [{"witnesses": {"legal": 1, "illegal": {}}}]}]}',
        '{"hands": [{"events": [{"witnesses": {"legal": {"dealt": 5, "events": 6}}}]}]}',
        '{"hands": [{"events": [{"witnesses": {"legal": {"dealt": [5, null]}}}]}]}',
    ],
)
def test_an_answer_of_another_form_fails_the_case(capsys, program, answer):
    """`verify` gets the names of files, the other commands lines."""
    lines = "sys.argv[2:] if sys.argv[1] == 'verify' else sys.stdin"
    words = program(f"for line in {lines}: print({answer!r})")
    code, printed = run(capsys, "--game", "gang-of-four", "--", *words)
    assert code == 1
    assert "cases failed." in printed


def test_every_event_that_was_sent_is_in_the_answer(capsys, program):
    words = program(
        """print('{"hands": [{"status": "unfinished", "events": [{"verdict": "legal", "combination": "single"}]}]}')"""
    )
    code, printed = run(capsys, "--case", "big-two/2-080", "--", *words)
    assert code == 1
    assert "at        hands[0].events[3].event\n  expected  4\n  given     nothing" in printed


def test_a_program_that_hangs_is_ended(capsys, program):
    printed = fails(capsys, program("time.sleep(600)"), "--time-limit", "0.2")
    assert "given     no answer in 0.2 s" in printed


def test_what_a_program_has_started_is_ended_with_it(program, tmp_path):
    """The read ends when nobody has the other end of the pipe any more."""
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    words = program(
        "import subprocess",
        f"pipe = os.open({pipe!r}, os.O_RDWR)",
        "child = f'import os, time; time.sleep(60); os.write({pipe}, b\"still here\")'",
        "subprocess.Popen([sys.executable, '-c', child], pass_fds=[pipe])",
        "time.sleep(60)",
    )
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert ProgramUnderTest(tuple(words), seconds=0.3).answers(["ask", "-"], ["{}"])
    os.set_blocking(end, True)
    with os.fdopen(end, "rb") as left:
        assert left.read() == b""


ECHO = "for line in sys.stdin: print(line, end='', flush=True)"
"""Answers each line with itself."""


def test_after_a_line_without_an_answer_the_next_ones_are_sent(program):
    words = program(
        "for line in sys.stdin:", "    if 'bad' in line: os._exit(3)", "    print(line, flush=True)"
    )
    lines = ['{"n": 1}', '{"bad": 2}', '{"n": 3}']
    first, second, third = ProgramUnderTest(tuple(words), seconds=20).answers([], lines)
    assert (first, third) == ({"n": 1}, {"n": 3})
    assert second == NoAnswer("ended with exit code 3")


def test_a_program_that_never_answers_is_soon_left_alone(program):
    answers = ProgramUnderTest(tuple(program("pass")), seconds=20).answers([], ["{}"] * 50)
    assert answers[:3] == [NoAnswer("ended with exit code 0")] * 3
    assert answers[3:] == [NoAnswer("not sent: the program gave no answer too often")] * 47


def test_many_lines_are_sent_in_one_stream(program, tmp_path):
    starts = tmp_path / "starts"
    words = program(f"open({str(starts)!r}, 'a').write('x')", ECHO)
    lines = [json.dumps({"n": number}) for number in range(5000)]
    answers = ProgramUnderTest(tuple(words), seconds=20).answers([], lines)
    assert [answer["n"] for answer in answers] == list(range(5000))
    assert starts.read_text() == "x"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--level", "5", "--", "true"], "invalid choice: 5"),
        (["--game", "whist", "--", "true"], "invalid choice: 'whist'"),
        (["--colour", "--", "true"], "--colour"),
        (
            ["--case", "big-two/9-999", "--", "true"],
            "no such case among those chosen: big-two/9-999",
        ),
        (
            ["--case", SINGLE, "--level", "1", "--", "true"],
            f"no such case among those chosen: {SINGLE}",
        ),
        ([], "the program under test is missing"),
        (
            ["--case", SINGLE, "--", "./no-such-program"],
            "./no-such-program cannot be started: No such file",
        ),
    ],
)
def test_a_run_that_tests_nothing_ends_with_two(capsys, words, message):
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_cases_are_listed_by_game_and_level(capsys):
    code, printed = run(capsys, "--list", "--game", "pusoy-dos", "--level", "2")
    assert code == 0
    assert "pusoy-dos/2-008  The two of diamonds is the highest single (P1)" in printed.splitlines()
    assert {line[:12] for line in printed.splitlines()} == {"pusoy-dos/2-"}


def test_the_report_can_be_read_by_programs(capsys, program):
    words = program("""print('{"verdict": "unproven"}')""")
    code, printed = run(capsys, "--json", "--case", SINGLE, "--", *words)
    assert code == 1
    assert json.loads(printed) == {
        "format": "conformance-report/1",
        "passed": 0,
        "failed": 1,
        "cases": [
            {
                "id": SINGLE,
                "passed": False,
                "differences": [
                    {"path": "verdict", "expected": "legal", "given": "unproven"},
                    {"path": "combination", "expected": "single", "given": None},
                ],
            }
        ],
    }


def test_every_case_can_be_chosen_by_its_id():
    every = cases.load()
    for case in every[:: len(every) // 20]:
        assert cases.choose(every, levels=set(), games=set(), ids={case.id}) == [case]
