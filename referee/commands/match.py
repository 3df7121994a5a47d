"""``match``: let engines play against each other."""

import argparse
from contextlib import ExitStack
from pathlib import Path

from referee.commands.answers import ExitCode, as_json, indented, print_error, print_text
from referee.input_files import STDIN, error_at
from referee.matches.playing import MatchPlan, play_match
from referee.record import MalformedError
from referee.revision_content import JsonObject


def run(options: argparse.Namespace) -> ExitCode:
    """Play a match and print its result."""
    plan = MatchPlan(
        variant=options.variant,
        seats=options.seats,
        house_rules=dict(options.rule),
        hands=options.hands,
        seed=options.seed,
        seconds=options.seconds,
    )
    try:
        with ExitStack() as stack:
            records = options.records and stack.enter_context(
                Path(options.records).open("w", encoding="utf-8")
            )

            def store(record: JsonObject) -> None:
                if records:
                    records.write(as_json(record) + "\n")

            result = play_match(plan, options.engines, store=store)
    except MalformedError as error:
        return print_error(error_at(error, file=STDIN))
    print_text(result.as_text() if options.format == "text" else indented(result.as_json()))
    return ExitCode.SOMETHING_ILLEGAL if result.has_faults else ExitCode.NOTHING_ILLEGAL
