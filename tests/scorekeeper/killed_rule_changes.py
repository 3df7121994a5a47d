"""Kill workers that try and apply house rules with SIGKILL before each point; sessions/test_killed_rule_changes.py runs this as a process.

The database of the settings must have tables and no rows.  The report is printed as JSON.
"""

import json
import sys
from typing import Any

import django

django.setup()

from scorekeeper.models import Session
from scorekeeper.sessions import season_what_if, what_if_pieces
from scorekeeper.standings import recount, season_count
from tests.scorekeeper.every_check import discrepancies
from tests.scorekeeper.killed_writes import killed
from tests.scorekeeper.season_scorer import WON_BY_ALICE, SeasonScorer, found_season

CHOICES = ({"multipliers": [[1, 1], [10, 2]]}, {})


def main() -> None:
    """Apply one set of rules or the other to a season, kill a worker before its n-th point, and let the next one go on, for every n."""
    what_if_pieces.PIECE = 1
    scorer = _season()
    report: dict[str, Any] = {"points": 0, "mixed": [], "wrong": []}
    tables: dict[int, Any] = {}  # by set of rules
    point, is_killed = 1, True
    while is_killed:
        before = season_count.read(scorer.season).total_lines
        number = point % 2
        row = season_what_if.try_rules(scorer.season, "big-two", CHOICES[number], by=scorer.by)
        season_what_if.apply_rules(row, reason="As agreed.", by=scorer.by)
        is_killed = killed(_run_worker, point)
        recount.refresh_waiting(stop=lambda: False)
        if is_killed and season_count.read(scorer.season).total_lines != before:
            report["mixed"].append(point)
        _run_worker()
        recount.refresh_waiting(stop=lambda: False)
        lines = season_count.read(scorer.season).total_lines
        row.refresh_from_db()
        is_right = lines == tables.setdefault(number, lines) and _rules(scorer) == [CHOICES[number]]
        if not is_right or row.applied_at is None or row.left or row.sessions != 2:
            report["wrong"].append(point)
        report["points"] = point
        point += 1
    report["tables_differ"] = tables[0] != tables[1]
    report["discrepancies"] = discrepancies(scorer)
    json.dump(report, sys.stdout)


def _season() -> SeasonScorer:
    """Create a season with two sessions."""
    scorer = found_season()
    for day in ("2026-03-01", "2026-03-02"):
        scorer.session(WON_BY_ALICE, played_on=day)
    recount.refresh(scorer.season)
    return scorer


def _run_worker() -> None:
    what_if_pieces.finish_waiting(stop=lambda: False)


def _rules(scorer: SeasonScorer) -> list[dict[str, Any]]:
    """Return the different house rules of the season's sessions."""
    sessions = Session.objects.filter(season=scorer.season).select_related("head")
    rules = [session.head.content.get("house_rules") or {} for session in sessions]
    return [one for place, one in enumerate(rules) if one not in rules[:place]]


if __name__ == "__main__":
    main()
