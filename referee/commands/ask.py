"""``ask``: judge disputed plays and claims."""

import argparse

from referee.commands.answers import ExitCode, PrintedAnswer, answers, as_json, print_all
from referee.input_files import Document
from referee.questions import ask
from referee.verdicts import Illegal


def run(options: argparse.Namespace) -> ExitCode:
    """Judge every disputed play in a file."""
    return print_all(answers([options.file], _judge, as_json))


def _judge(document: Document) -> PrintedAnswer:
    answer = ask(document.load())
    illegal = isinstance(answer.verdict, Illegal)
    exit_code = ExitCode.SOMETHING_ILLEGAL if illegal else ExitCode.NOTHING_ILLEGAL
    return PrintedAnswer(exit_code, as_json(answer.as_json()))
