"""The command line: ``python -m referee adjudicate | ask | variants | rulebook | convert | verify`` (contract §4)."""

import argparse
import os
import sys
from collections.abc import Callable

from referee import commands
from referee.cli import usage
from referee.input_files import STDIN
from referee.notation import load_json
from referee.record import Json, MalformedError

INTERRUPTED = 130
READER_GONE = 141
"""What a shell reports of a command that was stopped by Ctrl-C, and of one whose output nobody reads."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command and answer with its exit code."""
    given = parser().parse_args(arguments)
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    run: Callable[[argparse.Namespace], int] = given.run
    try:
        return run(given)
    except BrokenPipeError:
        _abandon_output()
        return READER_GONE
    except KeyboardInterrupt:
        _abandon_output()
        return INTERRUPTED
    except OSError as error:  # a full disk, say
        _abandon_output()
        sys.stderr.write(f"The answers cannot be written: {error.strerror}.\n")
        return commands.Outcome.SOMETHING_MALFORMED


def _abandon_output() -> None:
    """Keep the interpreter from writing what is left over when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    command = argparse.ArgumentParser(
        prog="python -m referee",
        description=usage.COMMAND,
        epilog=usage.ALL,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    every = command.add_subparsers(metavar="COMMAND", required=True)

    def add(
        name: str, run: Callable[[argparse.Namespace], int], description: str, more: str = ""
    ) -> argparse.ArgumentParser:
        one = every.add_parser(
            name,
            help=description.partition("\n")[0].partition(":")[0].rstrip("."),
            description=description,
            epilog=more,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        one.set_defaults(run=run)
        return one

    _take_records(add("adjudicate", _adjudicate, usage.ADJUDICATE, usage.ADJUDICATE_MORE))
    asked = add("ask", lambda given: commands.ask_file(given.file), usage.ASK, usage.ASK_MORE)
    asked.add_argument(
        "file", nargs="?", default=STDIN, metavar="FILE",
        help="one question as JSON, or one a line; - or nothing: standard input",
    )  # fmt: skip
    add(
        "variants",
        lambda _: commands.list_variants(),
        "List every variant and its house rules as JSON.",
    )
    _take_rules(
        add(
            "rulebook",
            _rulebook,
            "Print the rules that are executed, in Markdown.",
            usage.RULEBOOK_MORE,
        )
    )
    _take_notation(
        add("convert", _convert, "Write a session record in another notation.", usage.CONVERT_MORE)
    )
    _take_bundles(add("verify", _verify, usage.VERIFY, usage.VERIFY_MORE))
    return command


def _take_records(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files", nargs="*", default=[STDIN], metavar="FILE",
        help=".toml, .json or .ndjson; - or nothing: NDJSON from standard input",
    )  # fmt: skip
    command.add_argument(
        "--format", choices=("json", "text"), default="json",
        help="json for programs (default), text for people at a table",
    )  # fmt: skip
    command.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto",
        help="color in the text; auto (default): on a terminal, unless NO_COLOR is set",
    )  # fmt: skip
    command.add_argument(
        "--witnesses", action="store_true",
        help="show for what is unproven a deal in which it was legal, and one in which it was not",
    )  # fmt: skip


def _take_rules(command: argparse.ArgumentParser) -> None:
    command.add_argument("variant", metavar="VARIANT", help="such as big-two")
    command.add_argument(
        "--rule", action="append", default=[], type=house_rule, metavar="NAME=VALUE",
        help="a house rule; the value is JSON, or else a text.  May be given several times",
    )  # fmt: skip


def _take_notation(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file",
        metavar="FILE",
        help=".toml, .json, .ndjson, or .txt (a text score sheet); - is standard input",
    )
    command.add_argument(
        "--to", choices=("toml", "json", "ndjson"), required=True, help="the notation to write"
    )


def _take_bundles(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files", nargs="+", metavar="FILE", help="an exported session; - is standard input"
    )
    command.add_argument(
        "--format", choices=("json", "text"), default="json",
        help="json for programs (default), text for people",
    )  # fmt: skip


def house_rule(text: str) -> tuple[str, Json]:
    """A house rule as typed.

    >>> house_rule("target=50"), house_rule("suit_order=CSHD")
    (('target', 50), ('suit_order', 'CSHD'))
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    try:
        return name.strip(), load_json(value)
    except MalformedError:
        return name.strip(), value.strip()


def _adjudicate(given: argparse.Namespace) -> int:
    color = given.color == "always" or (given.color == "auto" and _is_colorful())
    return commands.adjudicate_files(
        given.files,
        as_text=given.format == "text",
        color=color,
        with_witnesses=given.witnesses,
    )


def _is_colorful() -> bool:
    """Is this a terminal of somebody who wants color (no-color.org)?"""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def _rulebook(given: argparse.Namespace) -> int:
    return commands.print_rulebook(given.variant, dict(given.rule))


def _convert(given: argparse.Namespace) -> int:
    return commands.convert_file(given.file, to=given.to)


def _verify(given: argparse.Namespace) -> int:
    return commands.verify_files(given.files, as_text=given.format == "text")
