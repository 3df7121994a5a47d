"""Kill workers that make a file of an export with SIGKILL before each point; exports/test_killed_exports.py runs this as a process.

The database of the settings must have tables and no rows.  The report is printed as JSON.
"""

import hashlib
import json
import sys
from typing import Any

import django

django.setup()

from django.utils import timezone

from scorekeeper.exports import file_worker, files
from scorekeeper.exports.files import Question
from scorekeeper.models import ExportFile, ExportFormat, ExportKind
from tests.scorekeeper.killed_writes import killed
from tests.scorekeeper.season_scorer import WON_BY_ALICE, found_season

QUESTIONS = (
    Question(ExportKind.ARCHIVE, ExportFormat.ZIP),
    Question(ExportKind.HANDS, ExportFormat.NDJSON),
)


def main() -> None:
    """Ask for a file, kill the worker before its n-th point, and let the next one go on, for every n."""
    scorer = found_season()
    scorer.session(WON_BY_ALICE, played_on="2026-03-01")
    report: dict[str, Any] = {"points": 0, "half_done": [], "left": [], "wrong": []}
    for question in QUESTIONS:
        point, is_killed = 1, True
        while is_killed:
            ExportFile.objects.all().delete()
            row = files.ask(scorer.club, question, by=scorer.by)
            is_killed = killed(_run_worker, point)
            if is_killed:
                _check(row, point, report["half_done"], must_be_ready=False)
            ExportFile.objects.update(worked_on_at=timezone.now() - 2 * file_worker.LEASE)
            _run_worker()
            files.delete_old()
            _check(row, point, report["wrong"], must_be_ready=True)
            if files.storage().listdir("")[1] != [ExportFile.objects.get().name]:
                report["left"].append(point)
            report["points"] += 1
            point += 1
    json.dump(report, sys.stdout)


def _run_worker() -> None:
    file_worker.make_waiting(stop=lambda: False, give_up=lambda: False)


def _check(row: ExportFile, point: int, wrong: list[int], *, must_be_ready: bool) -> None:
    """Note the point if the file is published and not whole, or not published although it must be."""
    row.refresh_from_db()
    if row.finished_at is None:
        wrong += [point] if must_be_ready else []
        return
    with files.storage().open(row.name) as file:
        content = file.read()
    if (hashlib.sha256(content).hexdigest(), len(content)) != (row.sha256, row.size):
        wrong.append(point)


if __name__ == "__main__":
    main()
