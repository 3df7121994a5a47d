"""``rulebook``: print the rules of a variant."""

import argparse

from referee.commands.answers import ExitCode, print_error, print_text
from referee.input_files import STDIN, error_at
from referee.record import MalformedError
from referee.rulebook import rulebook


def run(options: argparse.Namespace) -> ExitCode:
    """Print the rules of a variant under these house rules, in Markdown."""
    try:
        print_text(rulebook(options.variant, dict(options.rule)).rstrip("\n"))
    except MalformedError as error:
        return print_error(error_at(error, file=STDIN))
    return ExitCode.NOTHING_ILLEGAL
