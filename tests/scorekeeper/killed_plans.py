"""Kill workers that count a season by a new plan with SIGKILL before each point; standings/test_killed_plans.py runs this as a process.

The database of the settings must have tables and no rows.  The report is printed as JSON.
"""

import json
import sys
from typing import Any

import django

django.setup()

from scorekeeper.management import standings_check
from scorekeeper.models import Recount
from scorekeeper.standings import recount, season_count
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import Plan, Scoring, TieBreak
from tests.scorekeeper.killed_writes import killed
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB, SeasonScorer, found_season

PLANS = (Plan(minimum_hands=2), Plan(scoring=Scoring.AVERAGE, tie_breaks=(TieBreak.HEAD_TO_HEAD,)))


def main() -> None:
    """Decide on a plan, kill a worker before its n-th point, and let the next one go on, for every n."""
    recount.PIECE = recount.BATCH = 2  # so that a season takes several transactions
    season_count.MOST_RECOUNTS = 0  # readers count nothing themselves
    scorer = _season()
    tables = {}
    for number in (1, 0):
        _decide(scorer, number)
        _run_worker()
        tables[number] = _table(scorer)
    report: dict[str, Any] = {"points": 0, "mixed": [], "left": [], "wrong": []}
    point, is_killed = 1, True
    while is_killed:
        new = point % 2
        _decide(scorer, new)
        is_killed = killed(_run_worker, point)
        if is_killed and _table(scorer) not in ((tables[1 - new][0], False), tables[new]):
            report["mixed"].append(point)
        _run_worker()
        if Recount.objects.exists():
            report["left"].append(point)
        if _table(scorer) != tables[new]:
            report["wrong"].append(point)
        report["points"] = point
        point += 1
    report["discrepancies"] = [str(row) for row in standings_check.recount(scorer.season)]
    json.dump(report, sys.stdout)


def _season() -> SeasonScorer:
    scorer = found_season()
    for day in range(1, 4):
        scorer.session(WON_BY_ALICE, WON_BY_BOB, played_on=f"2026-03-0{day}")
    return scorer


def _decide(scorer: SeasonScorer, number: int) -> None:
    """Decide on a plan while every session waits to be counted, too."""
    plan_versions.decide(scorer.season, PLANS[number], by=scorer.by)
    for session in scorer.season.sessions.all():
        Recount.objects.create(season=scorer.season, session=session)


def _run_worker() -> None:
    recount.refresh_waiting(stop=lambda: False)


def _table(scorer: SeasonScorer) -> tuple[list[object], bool]:
    """Return what a reader gets: the plan, the totals and the ties, and whether these are current."""
    count = season_count.read(scorer.season)
    totals = {str(player): row.total for player, row in count.total_lines.items()}
    return [count.plan.plan, totals, sorted(count.ties)], count.is_current


if __name__ == "__main__":
    main()
