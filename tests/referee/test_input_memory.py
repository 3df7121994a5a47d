"""Reading the dearest texts within the limits takes at most 100 MB more than reading an empty record."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import referee
from referee.input_limits import (
    JSON_LIMITS,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_HANDS,
    MAX_KEY_PARTS,
    MAX_KEYS,
    TOML_LIMITS,
)

ROOT = Path(__file__).parents[2]
MOST = 100  # MB

READ_EACH = """
import os
import sys
import referee

for file in sys.argv[1:]:
    process = os.fork()
    if not process:
        with open(file) as text:
            referee.read_record(text.read(), file.rpartition(".")[2])
        os._exit(0)
    _, status, usage = os.wait4(process, 0)
    print(usage.ru_maxrss if status == 0 else "refused")
"""
"""Reads each file in a process of its own, and prints the most memory that it had, in kB."""

TOML = f'format = "{referee.RECORD_FORMAT}"\nvariant = "big-two"\nplayers = ["Ann", "Bo", "Cy", "Di"]\n'
JSON = {"format": referee.RECORD_FORMAT, "variant": "big-two", "players": ["Ann", "Bo", "Cy", "Di"]}


def toml_list(value: str, times: int) -> str:
    return f"{TOML}a = [{(value + ',') * times}]"


def with_value(value: str) -> str:
    """Return a record in JSON with one more value."""
    return json.dumps({**JSON, "hands": []}).removesuffix("}") + f', "a": {value}}}'


def json_list(values: list[str]) -> str:
    return with_value(f"[{','.join(values)}]")


def in_levels(depth: int, opens: str, closes: str) -> str:
    return opens * depth + closes * depth


NAMES = MAX_KEYS // MAX_KEY_PARTS - 1
LONG_NAME = ".".join(["b" * (TOML_LIMITS.bytes // MAX_KEYS - 3)] * (MAX_KEY_PARTS - 1))
LEVELS = MAX_DEPTH - 5
NUMBER = "9" * MAX_DIGITS
NEAR_LIMITS = {
    "toml": {
        "an empty record": TOML,
        "bytes": f'{TOML}a = "{"🂡" * (TOML_LIMITS.bytes // 4 - 50)}"',
        "keys": TOML + "".join(f"k{number:030} = 1\n" for number in range(MAX_KEYS - 10)),
        "dotted keys": TOML + "".join(f"a{number}.{LONG_NAME} = 1\n" for number in range(NAMES)),
        "dotted table names": TOML
        + "".join(f"[a{number}.{LONG_NAME}]\n" for number in range(NAMES)),
        "levels": toml_list(in_levels(LEVELS, "[", "]"), TOML_LIMITS.values // (LEVELS + 1) - 1),
        "digits": toml_list(NUMBER, TOML_LIMITS.bytes // (MAX_DIGITS + 1) - 1),
        "strings": toml_list('"abc"', TOML_LIMITS.values - 20),
    },
    "json": {
        "an empty record": json.dumps({**JSON, "hands": []}),
        "bytes": json.dumps(
            {**JSON, "hands": [], "a": "🂡" * (JSON_LIMITS.bytes // 4 - 50)}, ensure_ascii=False
        ),
        "keys": with_value(
            json.dumps({f"{number:x}": 0 for number in range(JSON_LIMITS.values * 3 // 4)})
        ),
        "objects": json_list(
            [f'{{"{number:x}":[]}}' for number in range(JSON_LIMITS.values // 3 - 20)]
        ),
        "levels": json_list(
            [in_levels(LEVELS, '{"a":', "}").replace(":}", ":1}", 1)]
            * (JSON_LIMITS.values // (LEVELS + 1) - 1)
        ),
        "digits": json_list([NUMBER] * (JSON_LIMITS.bytes // (MAX_DIGITS + 1) - 1)),
        "hands": json.dumps({**JSON, "hands": [{"cards_left": [0, 1, 2, 3]}] * MAX_HANDS}),
        "events": json.dumps(
            {**JSON, "hands": [{"events": ["1: ?"] * 100}] * (JSON_LIMITS.values // 105)}
        ),
    },
}
"""Texts by notation and by the limit to which they come near."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the unit of ru_maxrss is that of Linux")
@pytest.mark.parametrize("notation", NEAR_LIMITS)
def test_reading_a_text_near_a_limit_takes_bounded_memory(notation, tmp_path):
    texts = NEAR_LIMITS[notation]
    files = [tmp_path / f"{number}.{notation}" for number in range(len(texts))]
    for file, text in zip(files, texts.values(), strict=True):
        file.write_text(text)
    printed = subprocess.run(
        [sys.executable, "-c", READ_EACH, *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "refused" not in printed, dict(zip(texts, printed, strict=True))
    empty, *sizes = (int(kilobytes) / 1_000 for kilobytes in printed)
    more = {name: round(size - empty) for name, size in zip([*texts][1:], sizes, strict=True)}
    assert max(more.values()) <= MOST, more
    assert max(more.values()) > 10, more  # otherwise nothing was measured
