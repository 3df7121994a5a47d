"""The command: choose cases, ask the program under test, report."""

import argparse
import sys
from collections.abc import Sequence

from conformance import cases, report
from conformance.asking import ask_all
from conformance.program import ProgramUnderTest, StartError

DESCRIPTION = """\
Test a referee of Big Two, Pusoy Dos, Gang of Four and Four Color Cards, in any language.

The program is a command with the subcommands `adjudicate`, `ask` and `verify` of
docs/records.md. It reads NDJSON from standard input and prints an answer a line."""

EPILOG = """\
examples:
  python -m conformance -- python -m referee
  python -m conformance --level 1 --level 2 --game big-two -- ./my-referee
  python -m conformance --case gang-of-four/2-017 -- ./my-referee
  python -m conformance --list --game pusoy-dos

exit codes: 0 every chosen case passed, 1 some failed, 2 nothing could be tested"""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = _parser()
    options = parser.parse_args(words)
    chosen = cases.choose(
        cases.load(), levels=set(options.level), games=set(options.game), ids=set(options.case)
    )
    unknown = set(options.case) - {case.id for case in chosen}
    if unknown:
        parser.error(f"no such case among those chosen: {', '.join(sorted(unknown))}")
    if options.list:
        for case in chosen:
            _print(f"{case.id}  {case.title} ({', '.join(case.rulings)})")
        return 0
    if not options.program:
        parser.error("the program under test is missing; it follows --")
    try:
        results = ask_all(ProgramUnderTest(tuple(options.program), options.time_limit), chosen)
    except StartError as error:
        parser.error(str(error))
    _print(report.as_json(results) if options.json else "\n".join(report.as_text(results)))
    return 0 if all(result.passed for result in results) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m conformance",
        usage="%(prog)s [options] -- PROGRAM [ARGUMENT ...]",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("program", nargs="*", help="the command under test and its arguments")
    parser.add_argument(
        "--level",
        type=int,
        choices=list(cases.LEVELS),
        action="append",
        default=[],
        help="only this level: 1 scores, 2 plays, 3 gaps, 4 proofs; may be repeated",
    )
    parser.add_argument(
        "--game",
        choices=cases.GAMES,
        action="append",
        default=[],
        help="only this game; may be repeated",
    )
    parser.add_argument(
        "--case", metavar="ID", action="append", default=[], help="only this case; may be repeated"
    )
    parser.add_argument("--list", action="store_true", help="list the cases instead")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument(
        "--time-limit",
        type=float,
        default=20,
        metavar="SECONDS",
        help="the longest wait for one answer (20)",
    )
    return parser


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
