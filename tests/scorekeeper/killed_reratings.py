"""Kill workers that rate sessions with SIGKILL at every point where another state may remain; ratings/test_killed_reratings.py runs this as a process.

The database of the settings must have tables and no rows.  The report is printed as JSON.
"""

import json
import sys

import django

django.setup()

from scorekeeper.management import ratings_check
from scorekeeper.models import Hand, Rating
from scorekeeper.ratings import rerating
from tests.scorekeeper.killed_writes import killed
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB, SeasonScorer, found_season

SESSIONS = 3  # of each list the first, one between, and the last
WINNERS = (WON_BY_ALICE, WON_BY_BOB)


def main() -> None:
    """Amend a hand, kill a worker before its n-th point, and let the next one go on, for every n."""
    rerating.BATCH = 1  # so that a list takes several transactions
    scorer, hand = _season()
    _run_worker()
    lists = {}
    for number in (1, 0):
        scorer.amend(hand, cards_left=WINNERS[number])
        _run_worker()
        lists[number] = _ratings()
    report = {"points": 0, "mixed": [], "left": [], "wrong": []}
    point, is_killed = 1, True
    while is_killed:
        new = point % 2
        scorer.amend(hand, cards_left=WINNERS[new])
        is_killed = killed(_run_worker, point)
        # each list is the former one or the new one, never something in between
        if any(rows not in (lists[0][key], lists[1][key]) for key, rows in _ratings().items()):
            report["mixed"].append(point)
        _run_worker()
        if rerating.is_work_waiting():
            report["left"].append(point)
        if _ratings() != lists[new]:
            report["wrong"].append(point)
        report["points"] = point
        point += 1
    report["discrepancies"] = [str(row) for row in ratings_check.recount(scorer.club)]
    json.dump(report, sys.stdout)


def _season() -> tuple[SeasonScorer, Hand]:
    """Create a season of some sessions; return the first hand, too."""
    scorer = found_season()
    hand = scorer.hand(scorer.session(played_on="2026-03-01"), cards_left=WON_BY_ALICE)
    for day in range(2, SESSIONS + 1):
        scorer.session(WON_BY_ALICE, played_on=f"2026-03-0{day}")
    return scorer, hand


def _run_worker() -> None:
    rerating.refresh_stale(stop=lambda: False)


def _ratings() -> dict[int, list[object]]:
    """Return the stored ratings by list."""
    rows: dict[int, list[object]] = {}
    for row in Rating.objects.order_by("list", "player"):
        rows.setdefault(row.list_id, []).append((row.player_id, row.mu, row.sigma, row.hands))
    return rows


if __name__ == "__main__":
    main()
