"""Who is meant by the names in a record that was written elsewhere."""

import difflib
import uuid
from collections.abc import Iterable, Mapping, Sequence

import referee
from scorekeeper.clubs import roster as club_roster
from scorekeeper.models import Club, Player, User

Chosen = Mapping[str, uuid.UUID | None]
"""From a name in the file to the player who is meant; None: somebody new of that name."""

LONGEST = 200  # letters of a name
NEAREST = 3  # proposals for a name that nobody has


class Proposals:
    """Players whose names are like one that nobody in the club has: "Jon" may be John."""

    def __init__(self, club: Club) -> None:
        names = Player.objects.filter(club=club).values_list("name", "pk")
        self._players: dict[str, list[str]] = {}
        for name, player in names.order_by("name", "pk"):
            self._players.setdefault(name.casefold(), []).append(str(player))
        self._found: dict[str, list[str]] = {}

    def of(self, name: str) -> list[str]:
        """The ids of the players with the nearest names, the nearest first."""
        if name not in self._found:
            near = difflib.get_close_matches(name.casefold(), self._players, n=NEAREST)
            self._found[name] = [player for like in near for player in self._players[like]]
        return self._found[name]


class Register:
    """The players of a club whom some names mean, asked for once."""

    def __init__(self, club: Club, names: Iterable[str], chosen: Chosen) -> None:
        self._club, self._chosen = club, chosen
        wanted = {name.strip() for name in names}
        kept = Player.objects.filter(
            club=club, name__in=[name for name in wanted if "\0" not in name]
        )
        self._there: dict[str, uuid.UUID] = dict(kept.values_list("name", "pk"))

    def meant(self, names: Sequence[str]) -> list[uuid.UUID | None]:
        """The players of a table, None where one is to be made; see ``meant``."""
        wanted = [_checked(name, place) for place, name in enumerate(names)]
        return _told(wanted, self._chosen, self._there)

    def seated(self, names: Sequence[str], *, by: User) -> list[uuid.UUID]:
        """The same players, those made who are missing."""
        players = []
        for name, player in zip(names, self.meant(names), strict=True):
            if player is None:
                player = club_roster.get_or_add_player(self._club, name.strip(), by=by).pk
                self._there[name.strip()] = player
            players.append(player)
        return players


def meant(club: Club, names: Sequence[str], chosen: Chosen) -> list[uuid.UUID | None]:
    """The players whom these names mean, None where one is to be made.

    What was chosen goes first, then the player of exactly that name.  Raises MalformedError at a name that is none, and
    where two names of a table mean the same player.
    """
    wanted = [_checked(name, place) for place, name in enumerate(names)]
    there = dict(Player.objects.filter(club=club, name__in=wanted).values_list("name", "pk"))
    return _told(wanted, chosen, there)


def _told(
    wanted: Sequence[str], chosen: Chosen, there: Mapping[str, uuid.UUID]
) -> list[uuid.UUID | None]:
    """Who they are.  Raises MalformedError where two are one."""
    players = [chosen.get(name) or there.get(name) for name in wanted]
    for place, player in enumerate(players):
        if wanted[place] in wanted[:place] or (player and player in players[:place]):
            message = f"{wanted[place]} sits here twice: a player cannot take two seats."
            raise referee.MalformedError("seated-twice", f"players[{place}]", message)
    return players


def seated(club: Club, names: Sequence[str], chosen: Chosen, *, by: User) -> list[Player]:
    """The same players as rows, those made who are missing."""
    ids = meant(club, names, chosen)
    there = Player.objects.in_bulk([player for player in ids if player])
    return [
        there[player] if player else club_roster.get_or_add_player(club, name.strip(), by=by)
        for player, name in zip(ids, names, strict=True)
    ]


def _checked(name: str, place: int) -> str:
    """A name that can be kept, without the blanks around it."""
    name = name.strip()
    if not 1 <= len(name) <= LONGEST or "\0" in name:
        message = f"A player's name is 1 to {LONGEST} letters."
        raise referee.MalformedError("bad-name", f"players[{place}]", message)
    return name
