"""`manage.py doctor`: say what is wrong with an installation."""

import json
import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from scorekeeper.monitoring import diagnosis
from scorekeeper.monitoring.findings import Finding, Level


class Command(BaseCommand):
    """Examine the installation."""

    help = (
        "Say what is wrong with this installation, a line for each finding, with what to do.  Changes nothing.  "
        "Exit code 1 if something is wrong."
    )
    requires_system_checks = []  # what they find is among the findings

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *, format: str, **options: object) -> None:  # noqa: A002
        findings = []
        for finding in diagnosis.examine():
            findings.append(finding)
            if format == "text":
                self.stdout.write(_line(finding))
        is_wrong = any(finding.level is Level.WRONG for finding in findings)
        if format == "json":
            answer = {"ok": not is_wrong, "findings": [each._asdict() for each in findings]}
            self.stdout.write(json.dumps(answer, indent=2))
        if is_wrong:
            sys.exit(1)


def _line(finding: Finding) -> str:
    return f"{finding.level:<8} {finding.subject:<12} {finding.message}  {finding.advice}".rstrip()
