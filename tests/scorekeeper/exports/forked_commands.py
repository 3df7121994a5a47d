"""Run commands of manage.py and actions of `club_state`, each in a child process: Python with all modules is started once.

Every line of the standard input is a JSON list: a text, and the command with its arguments. The child dies before its first
statement that contains the text, if there is one. Its output is in the files ``stdout`` and ``stderr`` of DATA_DIR; its exit
code is printed.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

django.setup()

from django.core.management import execute_from_command_line, load_command_class
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from scorekeeper import urls
from tests.scorekeeper.exports import club_state

COMMANDS = ("check_standings", "export_club", "import_club", "verify_records")
LOADED = (
    urls,
    MigrationLoader(None),
    *(load_command_class("scorekeeper", name) for name in COMMANDS),
)


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _exit_after(*json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _exit_after(text: str, *command: str) -> None:
    """Run a command and end the process without the clearing up of Python's end, which takes longer."""
    status = 1
    try:
        _run(text, *command)
        status = 0
    except SystemExit as ended:
        status = int(ended.code or 0)
    except Exception:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _run(text: str, *command: str) -> None:
    for name, stream in (("stdout", sys.stdout), ("stderr", sys.stderr)):
        with (Path(os.environ["DATA_DIR"]) / name).open("w") as file:
            os.dup2(file.fileno(), stream.fileno())

    def die(
        execute: Callable[..., Any], statement: str, params: object, many: bool, context: object
    ) -> Any:
        if text and text in f"{statement} {params}":
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(statement, params, many, context)

    with connection.execute_wrapper(die):
        if command[0] == "club_state":
            club_state.main(*command[1:])
        else:
            execute_from_command_line(["manage.py", *command])


if __name__ == "__main__":
    main()
