"""Engines in a match: what they are told, and what a fault costs."""

import json
import shlex
import sys

import pytest

from referee import MalformedError
from referee.matches import engines as engine_module
from referee.matches.engines import Engine, EngineFault

ACTIONS = ("3C", "3C 3H")
LOOP = """
import json
import sys
def answer(**message):
    print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer(type="ready", name="test")
    if message["type"] == "move":
        {move}
"""
USUAL = 'answer(id=message["id"], action=message["actions"][-1])'


def program(code):
    return shlex.join([sys.executable, "-c", code])


def engine_that(move, *, seconds=30.0):
    """Return a started engine that does this at each move."""
    engine = Engine(program(LOOP.replace("{move}", move)), seconds=seconds)
    engine.start()
    engine.begin_hand({"variant": "big-two", "house_rules": {}, "seats": 4, "seat": 1})
    return engine


def ask(engine):
    return engine.choose(ACTIONS, observation={"seat": 1}, news=[])


def test_an_engine_plays_what_it_answers():
    engine = engine_that(USUAL)
    assert [ask(engine), ask(engine)] == ["3C 3H", "3C 3H"]
    assert (engine.name, engine.replaced, engine.faults) == ("test", 0, {})
    engine.stop()


@pytest.mark.parametrize(
    ("move", "fault"),
    [
        ('answer(id=message["id"], action="2S")', EngineFault.ILLEGAL),
        ("sys.exit(1)", EngineFault.CRASHED),
        ("raise SystemExit", EngineFault.CRASHED),
        ('print("3C", flush=True)', EngineFault.MALFORMED),
        ('print("[" * 60_000, flush=True)', EngineFault.MALFORMED),
        ('print("x" * 200_000, flush=True)', EngineFault.MALFORMED),
        ('sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush()', EngineFault.MALFORMED),
        ('answer(id=0, action="3C")', EngineFault.MALFORMED),
        ('answer(id=message["id"])', EngineFault.MALFORMED),
        ('answer(id=message["id"], action=["3C"])', EngineFault.MALFORMED),
    ],
)  # fmt: skip
def test_without_a_legal_answer_the_first_action_is_played_and_a_fault_counted(move, fault):
    engine = engine_that(move)
    assert ask(engine) == "3C"
    assert (engine.faults, engine.replaced) == ({fault: 1}, 1)
    engine.stop()


def test_silence_longer_than_the_limit_is_a_fault():
    engine = engine_that("pass", seconds=0.05)
    assert ask(engine) == "3C"
    assert engine.faults == {EngineFault.SILENT: 1}
    engine.stop()


def test_an_engine_that_was_illegal_is_asked_again():
    engine = engine_that('answer(id=message["id"], action="2S" if message["id"] == 1 else "3C 3H")')
    assert [ask(engine), ask(engine)] == ["3C", "3C 3H"]
    assert (engine.faults, engine.replaced) == ({EngineFault.ILLEGAL: 1}, 1)
    engine.stop()


def test_an_engine_that_crashed_is_one_fault_until_it_is_started_for_the_next_hand():
    engine = engine_that('sys.exit() if message["id"] == 1 else ' + USUAL)
    assert [ask(engine), ask(engine)] == ["3C", "3C"]
    assert (engine.faults, engine.replaced) == ({EngineFault.CRASHED: 1}, 2)
    engine.begin_hand({"variant": "big-two", "house_rules": {}, "seats": 4, "seat": 2})
    assert ask(engine) == "3C 3H"
    engine.stop()


def test_an_engine_that_reads_nothing_blocks_nobody():
    code = """
import sys
import time
print('{"type": "ready"}', flush=True)
for number in range(1, 200):
    print('{"id": %d, "action": "3C"}' % number, flush=True)
time.sleep(600)
"""
    engine = Engine(program(code), seconds=30.0)
    engine.start()
    for _ in range(100):
        assert engine.choose(ACTIONS, observation={"text": "x" * 10_000}, news=[]) == "3C"
    assert engine.replaced == 0
    engine.stop()


def test_an_engine_without_a_name_has_that_of_its_command():
    engine = Engine(
        program('print("{\\"type\\": \\"ready\\"}", flush=True); input(); input()'), seconds=1
    )
    engine.start()
    assert engine.name == engine.command[: engine_module.LONGEST_NAME]
    engine.stop()


def test_signs_that_would_control_a_terminal_are_left_out_of_a_name():
    ready = json.dumps({"type": "ready", "name": "a\x1b[31m" + "b" * 100})
    engine = Engine(program(f"print({ready!r}, flush=True); input(); input()"), seconds=1)
    engine.start()
    assert engine.name == ("a[31m" + "b" * 100)[: engine_module.LONGEST_NAME]
    engine.stop()


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("there-is-no-such-program", "No such file or directory"),
        ("'", "No closing quotation"),
        ("", "The command is empty"),
        (program("pass"), "The program has ended"),
        (program("print('hello')"), "no line with a JSON object"),
        (program("print('{}')"), "is not"),
        (program("import time; time.sleep(600)"), "No answer within"),
    ],
    ids=["absent", "quote", "empty", "ended", "no JSON", "not ready", "silent"],
)
def test_an_engine_that_does_not_start_is_refused_with_the_reason(command, message, monkeypatch):
    monkeypatch.setattr(engine_module, "START_SECONDS", 5 if "sleep" not in command else 0.2)
    with pytest.raises(MalformedError, match=message) as malformed:
        Engine(command, seconds=1).start()
    assert malformed.value.code == "engine-failed"
