"""``schema``: print a format as JSON Schema."""

import argparse

from referee.commands.answers import ExitCode, indented, print_error, print_text
from referee.input_files import STDIN, error_at
from referee.record import MalformedError
from referee.schemas import SCHEMAS, schema


def run(options: argparse.Namespace) -> ExitCode:
    """Print the JSON Schema of a format; without a name, the formats that have one, a line each."""
    try:
        print_text("\n".join(SCHEMAS) if options.name is None else indented(schema(options.name)))
    except MalformedError as error:
        return print_error(error_at(error, file=STDIN))
    return ExitCode.NOTHING_ILLEGAL
