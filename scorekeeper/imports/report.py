"""The report of an import added up: how many records became what, and which names nobody in the club has."""

import uuid
from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Count

from scorekeeper.imports.lines import Outcome
from scorekeeper.models import Import, ImportLine, Player

VERDICTS = ("legal", "illegal", "unproven")


@dataclass(frozen=True, kw_only=True)
class NewName:
    """A name that no player of the club has, and the players whose names are like it."""

    name: str
    proposed: list[Player]


@dataclass(frozen=True, kw_only=True)
class Report:
    """All lines of an import added up."""

    outcomes: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    hands: int = 0
    new_names: list[NewName] = field(default_factory=list)  # told in dry runs


def outcomes(row: Import) -> Counter[str]:
    """How many records became what, as far as it is."""
    told = ImportLine.objects.filter(within=row).order_by().values_list("outcome")
    return Counter(dict(told.annotate(count=Count("pk"))))


def report(row: Import) -> Report:
    """Everything: each line is read."""
    counted, verdicts, hands = Counter[str](), Counter[str](), 0
    names: dict[str, list[str]] = {}
    for outcome, details in row.report.values_list("outcome", "details").iterator():
        counted[outcome] += 1
        verdicts.update(details.get("verdicts", {}))
        hands += details.get("hands", 0) if outcome == Outcome.NEW else 0
        for player in details.get("players", ()):
            if player["is_new"] and "name" in player:
                names[player["name"]] = player["proposed"]
    new = _proposed(names)
    return Report(outcomes=counted, verdicts=verdicts, hands=hands, new_names=new)


def _proposed(names: dict[str, list[str]]) -> list[NewName]:
    """Under the names that the proposed players have today."""
    found = Player.objects.in_bulk({uuid.UUID(pk) for near in names.values() for pk in near})
    players = {str(pk): player for pk, player in found.items()}
    return [
        NewName(name=name, proposed=[players[pk] for pk in near if pk in players])
        for name, near in names.items()
    ]
