"""What is wrong with an installation: every check alone, each with a sentence and what to do about it.

A check is a function that yields findings.  To add one, put it into ``CHECKS`` or ``CHECKS_OF_THE_DATABASE`` of ``diagnosis``.
"""

from enum import StrEnum
from typing import NamedTuple


class Level(StrEnum):
    """How bad a finding is."""

    OK = "ok"
    WARNING = "warning"
    WRONG = "wrong"


class Finding(NamedTuple):
    """What a check found."""

    subject: str  # "mail"
    level: Level
    message: str
    advice: str = ""  # what to do; empty if nothing has to be done


def ok(subject: str, message: str) -> Finding:
    """Return the finding that all is well."""
    return Finding(subject, Level.OK, message)


def warning(subject: str, message: str, advice: str) -> Finding:
    """Return a finding that somebody should look into."""
    return Finding(subject, Level.WARNING, message, advice)


def wrong(subject: str, message: str, advice: str) -> Finding:
    """Return a finding that keeps the service from working."""
    return Finding(subject, Level.WRONG, message, advice)
