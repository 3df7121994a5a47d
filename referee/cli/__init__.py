"""Parse the command line ``referee adjudicate | ask | variants | rulebook | schema | convert | verify | match | analyze`` (contract §4).

``main`` runs one command; the commands themselves are modules of ``referee.commands``.
"""

import argparse
import os
import sys
from importlib import import_module
from pathlib import Path

from referee import __version__
from referee.cli import usage
from referee.commands.answers import ExitCode
from referee.input_files import STDIN
from referee.notation import load_json
from referee.record import Json, MalformedError
from referee.solving import HAND_STEPS, MOST_CARDS

INTERRUPTED = 130
OUTPUT_CLOSED = 141
"""Exit codes that a shell reports after Ctrl-C, and after the reader of the output has closed it."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = build_parser().parse_args(arguments)
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        # only this command: the others take longer to load than a play to judge
        return int(import_module(f"referee.commands.{options.command}").run(options))
    except BrokenPipeError:
        _abandon_output()
        return OUTPUT_CLOSED
    except KeyboardInterrupt:
        _abandon_output()
        return INTERRUPTED
    except OSError as error:  # such as a full disk
        _abandon_output()
        sys.stderr.write(f"The answers cannot be written: {error.strerror}.\n")
        return ExitCode.SOMETHING_MALFORMED


def _abandon_output() -> None:
    """Redirect standard output to nowhere, so that the interpreter does not fail to flush it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def build_parser() -> argparse.ArgumentParser:
    """Return the parser with all commands and their options."""
    command = argparse.ArgumentParser(
        prog="python -m referee" if Path(sys.argv[0]).name == "__main__.py" else "referee",
        description=usage.COMMAND,
        epilog=usage.ALL,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--version", action="version", version=f"referee {__version__}")
    # with the program's name, which would else be looked for in a text that is laid out for this terminal
    subparsers = command.add_subparsers(
        metavar="COMMAND", dest="command", required=True, prog=command.prog
    )

    def add(name: str, description: str, more: str = "") -> argparse.ArgumentParser:
        return subparsers.add_parser(
            name,
            help=description.partition("\n")[0].partition(":")[0].rstrip("."),
            description=description,
            epilog=more,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    _add_record_arguments(add("adjudicate", usage.ADJUDICATE, usage.ADJUDICATE_MORE))
    add("ask", usage.ASK, usage.ASK_MORE).add_argument(
        "file",
        nargs="?",
        default=STDIN,
        metavar="FILE",
        help="one question as JSON, or one per line; - or nothing: standard input",
    )
    add("variants", "List every variant and its house rules as JSON.")
    _add_rulebook_arguments(
        add(
            "rulebook",
            "Print the rules that the referee executes, in Markdown.",
            usage.RULEBOOK_MORE,
        )
    )
    add("schema", usage.SCHEMA, usage.SCHEMA_MORE).add_argument(
        "name", nargs="?", metavar="NAME", help="such as session-record/1; nothing: list the names"
    )
    _add_convert_arguments(
        add("convert", "Write a session record in another notation.", usage.CONVERT_MORE)
    )
    _add_verify_arguments(add("verify", usage.VERIFY, usage.VERIFY_MORE))
    _add_match_arguments(add("match", usage.MATCH, usage.MATCH_MORE))
    _add_analyze_arguments(add("analyze", usage.ANALYZE, usage.ANALYZE_MORE))
    return command


def _add_record_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files",
        nargs="*",
        default=[STDIN],
        metavar="FILE",
        help=".toml, .json or .ndjson; - or nothing: NDJSON from standard input;"
        " for --format parquet also .parquet and folders",
    )
    command.add_argument(
        "--format",
        choices=("json", "text", "parquet"),
        default="json",
        help="json for programs (default), text for people at a table, parquet for large work",
    )
    command.add_argument(
        "--out",
        metavar="FOLDER",
        help="the folder for hands.parquet and events.parquet, for --format parquet only",
    )
    command.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="color in the text; auto (default): on a terminal, unless NO_COLOR is set",
    )
    command.add_argument(
        "--witnesses",
        action="store_true",
        help="for each unproven event, show a deal in which it was legal and one in which it was not",
    )
    command.add_argument(
        "--jobs",
        type=positive_number,
        default=1,
        metavar="N",
        help="judge in N processes at once; the answers keep the order of the records",
    )


def _add_rulebook_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("variant", metavar="VARIANT", help="such as big-two")
    _add_house_rules(command)


def _add_house_rules(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--rule",
        action="append",
        default=[],
        type=parse_house_rule,
        metavar="NAME=VALUE",
        help="a house rule; the value is JSON, or else a string.  May be repeated",
    )


def _add_convert_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file",
        metavar="FILE",
        help=".toml, .json, .ndjson, a spreadsheet (.csv .tsv .xlsx .xls .ods), or .txt"
        " (a text score sheet); - is standard input, for records only",
    )
    command.add_argument(
        "--to", choices=("toml", "json", "ndjson"), required=True, help="the notation to write"
    )
    command.add_argument(
        "--answer",
        action="append",
        default=[],
        type=parse_answer,
        metavar="ID=ANSWER",
        help="answer a question about a sheet; a code such as total-row without its line answers"
        " all questions of this kind.  May be repeated",
    )
    command.add_argument(
        "--assume", action="store_true", help="take what is assumed where nothing is answered"
    )


def _add_verify_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="an exported session, or the journal.json or manifest.json of an archive; - is standard input",
    )
    command.add_argument(
        "--since",
        default="",
        metavar="HEAD",
        help="the digest of a journal's last entry as it was shown or printed earlier: the journal must continue from it",
    )
    command.add_argument(
        "--format",
        choices=("json", "text"),
        default="json",
        help="json for programs (default), text for people",
    )


def _add_match_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "engines", nargs="+", metavar="ENGINE", help="the command that starts a program, in quotes"
    )
    command.add_argument("--variant", required=True, metavar="VARIANT", help="such as big-two")
    _add_house_rules(command)
    _add_number(command, "--seats", 4, "how many play at a table")
    _add_number(command, "--hands", 100, "how many deals, each played once for each engine")
    command.add_argument(
        "--seed", default="1", metavar="S", help="another seed gives other deals (default: 1)"
    )
    command.add_argument(
        "--seconds",
        type=positive_seconds,
        default=5.0,
        metavar="T",
        help="how long an engine may think about a move (default: 5)",
    )
    command.add_argument(
        "--records", metavar="FILE", help="also write the session record of each hand, as NDJSON"
    )
    _add_text_or_json(command)


def _add_analyze_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files",
        nargs="*",
        default=[STDIN],
        metavar="FILE",
        help=".toml, .json or .ndjson; - or nothing: NDJSON from standard input",
    )
    _add_number(
        command, "--cards", MOST_CARDS, "how many cards are left at most, all seats together"
    )
    _add_number(command, "--steps", HAND_STEPS, "how many positions of a hand are looked at")
    command.add_argument(
        "--known",
        action="store_true",
        help="for each win given away, in how many deals that fit what the player saw the play wins",
    )
    _add_text_or_json(command)


def _add_number(command: argparse.ArgumentParser, name: str, default: int, meaning: str) -> None:
    command.add_argument(
        name,
        type=positive_number,
        default=default,
        metavar="N",
        help=f"{meaning} (default: {default})",
    )


def _add_text_or_json(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text for people (default), json for programs",
    )


def positive_seconds(text: str) -> float:
    """Return a time in seconds as typed, up to an hour.  Raises ValueError, which argparse reports."""
    seconds = float(text)
    if not 0 < seconds <= 3600:
        raise ValueError
    return seconds


def positive_number(text: str) -> int:
    """Return a number from 1 as typed.  Raises ValueError, which argparse reports."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def parse_answer(text: str) -> tuple[str, str]:
    """Return the id of a question and the answer as typed.

    >>> parse_answer("total-row:4=leave-out"), parse_answer("game=big-two")
    (('total-row:4', 'leave-out'), ('game', 'big-two'))
    """
    name, equals, answer = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not ID=ANSWER")
    return name.strip(), answer.strip()


def parse_house_rule(text: str) -> tuple[str, Json]:
    """Return the name and value of a house rule as typed.

    >>> parse_house_rule("target=50"), parse_house_rule("suit_order=CSHD")
    (('target', 50), ('suit_order', 'CSHD'))
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    try:
        return name.strip(), load_json(value)
    except MalformedError:
        return name.strip(), value.strip()
