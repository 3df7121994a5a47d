"""The commands: ``python -m referee adjudicate | ask | variants | rulebook | convert`` (contract §4)."""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from referee import notation, questions, variants
from referee.adjudication import adjudicate
from referee.record import Json, MalformedError, SessionRecord

LEGAL, ILLEGAL, MALFORMED = 0, 1, 2
"""Exit codes; the highest that applies to any input wins."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command and answer with its exit code."""
    given = parser().parse_args(arguments)
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code: int = given.run(given)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return LEGAL
    return code


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    command = argparse.ArgumentParser(prog="python -m referee")
    commands = command.add_subparsers(required=True)
    one = commands.add_parser("adjudicate")
    one.add_argument("files", nargs="*", default=["-"])
    one.add_argument("--format", choices=("json", "text"), default="json")
    one.set_defaults(run=run_adjudicate)
    two = commands.add_parser("ask")
    two.add_argument("file", nargs="?", default="-")
    two.set_defaults(run=run_ask)
    three = commands.add_parser("variants")
    three.set_defaults(run=run_variants)
    return command


def documents(name: str) -> Iterator[tuple[int | None, str]]:
    """The texts in a file, each with its line in NDJSON."""
    if name == "-":
        yield from lines(sys.stdin.buffer)
    elif name.endswith(".ndjson"):
        with open(name, "rb") as file:
            yield from lines(file)
    else:
        yield None, Path(name).read_text(encoding="utf-8")


def lines(file: Any) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(file, 1):
        if line.strip():
            yield number, line.decode("utf-8", "replace")


def run_adjudicate(given: argparse.Namespace) -> int:
    worst = LEGAL
    for name in given.files:
        for line, text in documents(name):
            try:
                kind = "toml" if name.endswith(".toml") else "json"
                answer = adjudicate(notation.read_record(text, kind))
                worst = max(worst, ILLEGAL if answer.has_illegal else LEGAL)
                print(json.dumps(answer.as_json(), ensure_ascii=False))
            except MalformedError as error:
                worst = MALFORMED
                wrong = error.as_json()
                if line is not None:
                    wrong["error"]["line"] = line
                print(json.dumps(wrong, ensure_ascii=False))
    return worst


def run_ask(given: argparse.Namespace) -> int:
    worst = LEGAL
    for line, text in documents(given.file):
        try:
            answer = questions.ask(notation.load_json(text)).as_json()
            worst = max(worst, ILLEGAL if answer["verdict"] == "illegal" else LEGAL)
            print(json.dumps(answer, ensure_ascii=False))
        except MalformedError as error:
            worst = MALFORMED
            wrong = error.as_json()
            if line is not None:
                wrong["error"]["line"] = line
            print(json.dumps(wrong, ensure_ascii=False))
    return worst


def run_variants(given: argparse.Namespace) -> int:
    print(json.dumps(variants.variants()))
    return 0
