"""Run a command of manage.py that dies before its first statement that contains a text: ``killed_command TEXT COMMAND …``."""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import django

django.setup()

from django.core.management import call_command
from django.db import connection


def main(text: str, *command: str) -> None:
    def die(
        execute: Callable[..., Any], statement: str, params: object, many: bool, context: object
    ) -> Any:
        if text in f"{statement} {params}":
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(statement, params, many, context)

    with connection.execute_wrapper(die):
        call_command(*command)


if __name__ == "__main__":
    main(*sys.argv[1:])
