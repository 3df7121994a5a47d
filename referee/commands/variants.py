"""``variants``: list every game with its house rules."""

import argparse

from referee.commands.answers import ExitCode, indented, print_text
from referee.variants import variants


def run(_options: argparse.Namespace) -> ExitCode:
    """Print every variant with its house rules."""
    print_text(indented(variants()))
    return ExitCode.NOTHING_ILLEGAL
