"""Everything that is stored of a season, compared with its records."""

from scorekeeper.management import figures_check, ratings_check, standings_check
from scorekeeper.management.record_check import records as record_check
from tests.scorekeeper.season_scorer import SeasonScorer


def discrepancies(scorer: SeasonScorer) -> list[str]:
    """Return what differs in records, standings, ratings and statistics."""
    checks = (
        record_check.verify_records(),
        standings_check.recount(scorer.season),
        ratings_check.recount(scorer.club),
        figures_check.recount(scorer.club),
    )
    return [str(row) for check in checks for row in check]
