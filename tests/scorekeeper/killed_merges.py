"""Kill workers that apply a merge or its reversal with SIGKILL before each point; clubs/test_killed_merges.py runs this as a process.

The database of the settings must have tables and no rows.  The report is printed as JSON.
"""

import json
import sys
from typing import Any

import django

django.setup()

from scorekeeper.clubs import merge_pieces, player_merges
from scorekeeper.models import MergeProgress, Player, PlayerMerge, Score
from scorekeeper.standings import recount, season_count
from scorekeeper.statistics import recount as statistics_recount
from tests.scorekeeper.every_check import discrepancies
from tests.scorekeeper.killed_writes import killed
from tests.scorekeeper.season_scorer import WON_BY_ALICE, SeasonScorer, found_season

Table = tuple[dict[str, float | None], bool]


def main() -> None:
    """Merge two players, kill a worker before its n-th point, and let the next one go on, for every n; so with undoing it."""
    player_merges.AT_ONCE, merge_pieces.PIECE = 0, 1
    scorer = _season()
    alicia, alice = (Player.objects.get(name=name) for name in ("Alicia", "A"))
    recount.refresh_waiting(stop=lambda: False)
    statistics_recount.refresh_waiting(stop=lambda: False)
    apart = _table(scorer)
    report: dict[str, Any] = {"points": 0, "mixed": [], "left": [], "wrong": []}
    together: Table | None = None
    point, is_killed = 1, True
    while is_killed:
        row, _ = player_merges.merge(alicia, alice, by=scorer.by)
        is_killed = killed(_run_worker, point)
        if is_killed and _table(scorer) != (apart[0], False):
            report["mixed"].append(point)
        _finish(report, point)
        together = together or _table(scorer)
        if _table(scorer) != together or Score.objects.filter(player=alicia).exists():
            report["wrong"].append(point)
        player_merges.reverse(PlayerMerge.objects.get(pk=row.pk), by=scorer.by)
        if killed(_run_worker, point):
            is_killed = True
            if _table(scorer) != (together[0], False):
                report["mixed"].append(point)
        _finish(report, point)
        if _table(scorer) != apart:
            report["wrong"].append(point)
        report["points"] = point
        point += 1
    report["discrepancies"] = discrepancies(scorer)
    json.dump(report, sys.stdout)


def _season() -> SeasonScorer:
    """Create a season in which A played once under this name and twice as Alicia."""
    scorer = found_season()
    alicia = Player.objects.create(club=scorer.club, name="Alicia")
    players = scorer.players
    scorer.session(WON_BY_ALICE, played_on="2026-03-01")
    for day in ("2026-03-02", "2026-04-03"):
        scorer.session(WON_BY_ALICE, played_on=day, players=[alicia, *players[1:]])
    return scorer


def _run_worker() -> None:
    merge_pieces.finish_waiting(stop=lambda: False)


def _finish(report: dict[str, Any], point: int) -> None:
    _run_worker()
    recount.refresh_waiting(stop=lambda: False)
    if MergeProgress.objects.filter(finished_at=None).exists():
        report["left"].append(point)


def _table(scorer: SeasonScorer) -> Table:
    """Return what a reader gets: the totals, and whether these are current."""
    count = season_count.read(scorer.season)
    return {str(player): row.total for player, row in count.total_lines.items()}, count.is_current


if __name__ == "__main__":
    main()
