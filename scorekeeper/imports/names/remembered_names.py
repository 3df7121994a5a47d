"""Who was meant by names in sheets that the club imported before.

Nothing is stored for it: the preview of a sheet has its names, and the session that it became has the players in the same order.
A seat that was corrected since says nothing: the players may have been exchanged.
"""

import json
import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db.models import Q, TextField, Value

from scorekeeper.models import Club, ImportLine, Seat, Session

AT_ONCE = 50  # names that one query looks for


def players_meant_before(
    club: Club, names: Collection[str], survivors: Mapping[uuid.UUID, uuid.UUID]
) -> dict[str, uuid.UUID]:
    """Return the player whom each of these names meant in all imported sessions; names that meant several are left out.

    ``survivors`` says who stands for a merged player.
    """
    meant: dict[str, set[uuid.UUID]] = defaultdict(set)
    written = _written_names(club, names)
    seats = Seat.objects.filter(session__in=written, session__revisions__number=1)
    columns = ("session", "number", "player", "session__revisions__content")
    for session, number, player, imported in seats.values_list(*columns):
        name = dict(enumerate(written[session], 1)).get(number, "")
        if name in names and imported["players"][number - 1] == str(player):
            meant[name].add(survivors.get(player, player))
    return {name: players.pop() for name, players in meant.items() if len(players) == 1}


def _written_names(club: Club, names: Collection[str]) -> dict[uuid.UUID, list[str]]:
    """Return the names in previews that contain some of these names, by the session that each record becomes."""
    written: dict[uuid.UUID, list[str]] = {}
    sessions = Session.objects.filter(club=club)
    previews = ImportLine.objects.filter(
        within__club=club, within__dry_run=True, session__in=sessions.values("pk")
    )
    every = sorted(names)
    for start in range(0, len(every), AT_ONCE):
        has_name = Q(pk=None)
        for name in every[start : start + AT_ONCE]:
            has_name |= Q(details__contains=name) | Q(details__contains=_with_escapes(name))
        for session, details in previews.filter(has_name).values_list("session", "details"):
            if session:
                written[session] = details.get("names", [])
    return written


def _with_escapes(name: str) -> Value:
    """Return a name as JSON in ASCII, which is how it is stored in details that have a null."""
    return Value(json.dumps(name), output_field=TextField())
