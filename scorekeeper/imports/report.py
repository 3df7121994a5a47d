"""Totals of an import's report: outcomes, verdicts, hands, and names that the club does not know."""

import uuid
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Count

from scorekeeper.imports.lines import LineOutcome
from scorekeeper.imports.names.unknown_names import NewName
from scorekeeper.models import Import, ImportLine, Player

VERDICTS = ("legal", "illegal", "unproven")


@dataclass(frozen=True, kw_only=True)
class ImportReport:
    """Totals over all lines of an import."""

    outcomes: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    hands: int = 0
    new_names: list[NewName] = field(default_factory=list)  # of dry runs only


def count_outcomes(rows: Iterable[Import]) -> dict[uuid.UUID, Counter[str]]:
    """Count each import's records by outcome, as far as it is processed."""
    counted = {row.pk: Counter[str]() for row in rows}
    lines = ImportLine.objects.filter(within__in=counted).order_by()
    for within, outcome, count in lines.values_list("within", "outcome").annotate(Count("pk")):
        counted[within][outcome] = count
    return counted


def build_report(row: Import) -> ImportReport:
    """Build the totals by reading every line of the import."""
    counted, verdicts, hands = Counter[str](), Counter[str](), 0
    names: dict[str, list[str]] = {}
    for outcome, details in row.report.values_list("outcome", "details").iterator():
        counted[outcome] += 1
        verdicts.update(details.get("verdicts", {}))
        hands += details.get("hands", 0) if outcome == LineOutcome.NEW else 0
        for player in details.get("players", ()):
            if player["is_new"] and "name" in player:
                names[player["name"]] = player["proposed"]
    new = _with_players(names)
    return ImportReport(outcomes=counted, verdicts=verdicts, hands=hands, new_names=new)


def _with_players(names: dict[str, list[str]]) -> list[NewName]:
    """Replace the proposed players' ids by their rows; players deleted since are left out."""
    rows = Player.objects.in_bulk({uuid.UUID(pk) for near in names.values() for pk in near})
    players = {str(pk): player for pk, player in rows.items()}
    return [
        NewName(name=name, proposed=[players[pk] for pk in near if pk in players])
        for name, near in names.items()
    ]
