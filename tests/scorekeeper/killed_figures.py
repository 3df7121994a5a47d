"""Kill workers that count all statistics again with SIGKILL before each point; statistics/test_killed_figures.py runs this as a process.

The database of the settings must have tables and no rows.  The report is printed as JSON.
"""

import json
import sys
from typing import Any

import django

django.setup()

from scorekeeper.management import figures_check
from scorekeeper.models import Club, MonthFigures
from scorekeeper.statistics import latest_figures, recount
from tests.scorekeeper.killed_writes import killed
from tests.scorekeeper.season_scorer import WON_BY_ALICE, found_season


def main() -> None:
    """Have damaged figures counted again, kill a worker before its n-th point, and let the next one go on, for every n."""
    recount.PIECE = 1  # so that the sessions take several transactions
    club = _club()
    _run_worker()
    reference = _months()
    report: dict[str, Any] = {"points": 0, "final": [], "left": [], "wrong": []}
    point, is_killed = 1, True
    while is_killed:
        MonthFigures.objects.filter(month="2026-03-01").update(
            totals=MonthFigures.objects.filter(month="2026-04-01")[0].totals
        )
        recount.request_recount(club.pk)
        is_killed = killed(_run_worker, point)
        if (
            is_killed
            and latest_figures.read(latest_figures.Selection(club=club)).is_current
            and _months() != reference
        ):
            report["final"].append(point)
        _run_worker()
        if (
            recount.is_work_waiting()
            or not latest_figures.read(latest_figures.Selection(club=club)).is_current
        ):
            report["left"].append(point)
        if _months() != reference:
            report["wrong"].append(point)
        report["points"] = point
        point += 1
    report["discrepancies"] = [str(row) for row in figures_check.recount(club)]
    json.dump(report, sys.stdout)


def _club() -> Club:
    scorer = found_season()
    for day in ("2026-03-01", "2026-04-02"):
        scorer.session(WON_BY_ALICE, played_on=day)
    return scorer.club


def _run_worker() -> None:
    recount.refresh_waiting(stop=lambda: False)


def _months() -> list[object]:
    """Return the stored lines of all months."""
    columns = ("month", "player", "season", "variant", "public_only", "totals", "details")
    return list(MonthFigures.objects.order_by(*columns[:5]).values_list(*columns))


if __name__ == "__main__":
    main()
