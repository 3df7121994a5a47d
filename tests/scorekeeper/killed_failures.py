"""Kill workers that note a failure with SIGKILL before each point; test_set_aside.py runs this as a process.

The database of the settings must have tables and no rows.  The report is printed as JSON.
"""

import json
import sys
from typing import Any

import django

django.setup()

from scorekeeper.models import Club, MonthFigures, Result, SessionFigures, WorkFailure
from scorekeeper.statistics import recount
from tests.scorekeeper.killed_writes import killed
from tests.scorekeeper.poisoned_rows import break_answer
from tests.scorekeeper.season_scorer import WON_BY_ALICE, found_season


def main() -> None:
    """Have two sessions counted, one of which cannot be, kill the worker before its n-th point, and let the next one go on."""
    scorer = found_season()
    scorer.session(WON_BY_ALICE, played_on="2026-03-01")
    break_answer(scorer)
    scorer.session(WON_BY_ALICE, played_on="2026-04-02")
    report: dict[str, Any] = {"points": 0, "half_done": [], "left": [], "not_noted": []}
    point, is_killed = 1, True
    while is_killed:
        _begin_anew(scorer.club)
        is_killed = killed(_run_worker, point)
        if _stored() not in ((0, 0, 0), (1, 0, 1), (1, 4 * 4, 1)):
            report["half_done"].append((point, _stored()))
        _run_worker()
        if recount.is_work_waiting() or MonthFigures.objects.count() != 4 * 4:
            report["left"].append(point)
        if list(WorkFailure.objects.values_list("kind", "tries")) != [
            ("statistics of a session", 1)
        ]:
            report["not_noted"].append(point)
        report["points"] = point
        point += 1
    json.dump(report, sys.stdout)


def _begin_anew(club: Club) -> None:
    for model in (WorkFailure, MonthFigures, SessionFigures):
        model.objects.all().delete()
    Result.objects.filter(club=club).update(showings=None)


def _run_worker() -> None:
    recount.refresh_waiting(stop=lambda: False)


def _stored() -> tuple[int, int, int]:
    """Return how many sessions, lines of months and failures are stored."""
    return SessionFigures.objects.count(), MonthFigures.objects.count(), WorkFailure.objects.count()


if __name__ == "__main__":
    main()
