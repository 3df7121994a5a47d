"""The messages of docs/engines.md are those of a match, and its match comes out as it is shown."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee import HandState
from referee.matches.engines import EngineFault
from referee.matches.playing import MatchPlan, play_match

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/engines.md").read_text(encoding="utf-8")


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
def test_the_match_comes_out_as_it_is_shown():
    (command,) = blocks("sh")
    words = [sys.executable if word == "python" else word for word in shlex.split(command)]
    words = [re.sub(r"^python(?= )", shlex.quote(sys.executable), word) for word in words]
    played = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert played.stdout == blocks("text")[0]


def test_the_messages_have_the_keys_that_are_shown(tmp_path):
    file = tmp_path / "messages"
    code = f"""
import json
import sys
for line in sys.stdin:
    print(line, end="", file=open({str(file)!r}, "a"))
    message = json.loads(line)
    if message["type"] == "hello":
        print('{{"type": "ready"}}', flush=True)
    if message["type"] == "move":
        print(json.dumps({{"id": message["id"], "action": message["actions"][0]}}), flush=True)
"""
    play_match(MatchPlan(variant="big-two", hands=1), [shlex.join([sys.executable, "-c", code])])
    sent = {}
    for message in map(json.loads, file.read_text().splitlines()):
        sent.setdefault(message["type"], message)
    shown = {}
    for message in map(json.loads, blocks("json")):
        shown[message.get("type", "answer")] = message
    for kind in ("hello", "hand", "move", "result"):
        assert sent[kind].keys() == shown[kind].keys(), kind
    assert shown["move"]["observation"].keys() <= sent["move"]["observation"].keys()
    assert sent["hello"] == shown["hello"]


def test_every_fault_is_documented():
    assert re.findall(r"^\| `([a-z]+)` \| [^|]* \| [^|]*\|$", PAGE, re.MULTILINE) == list(
        EngineFault
    )


@pytest.mark.parametrize("variant", ["big-two", "gang-of-four"])
def test_actions_come_by_size_a_pass_last(variant):
    state = HandState.deal(variant, seed=2)
    while not state.is_terminal():
        actions = [action for action in state.request.actions if action != "pass"]
        sizes = [len(action.removesuffix(" last").split()) for action in actions]
        assert sizes == sorted(sizes)
        assert "pass" not in state.request.actions[:-1]
        state.play(state.request.actions[-1])
