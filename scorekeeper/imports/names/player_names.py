"""Matching of names in imported records to players of the club."""

import uuid
from collections.abc import Callable, Mapping, Sequence

import referee
from scorekeeper.clubs import roster
from scorekeeper.imports.names import similar_names
from scorekeeper.models import Club, Player, User, limits
from scorekeeper.models.limits import MAX_NAME, check_name
from scorekeeper.sessions import record_limits

NameChoices = Mapping[str, uuid.UUID | None]
"""Maps a name in the file to the player chosen for it; None: add a new player of that name."""

MAX_PROPOSALS = 3  # per unknown name


class NameProposals:
    """Proposals of players with names similar to an unknown one: "Jon" may be John, "D. Ng" Daisy Ng."""

    def __init__(self, club: Club) -> None:
        names = Player.objects.filter(club=club).values_list("name", "pk")
        self._players: dict[str, list[str]] = {}
        for name, player in names.order_by("name", "pk"):
            self._players.setdefault(name, []).append(str(player))
        self._by_name: dict[str, list[str]] = {}
        self._existing = roster.by_tidy_name(
            (name, uuid.UUID(player)) for name, near in self._players.items() for player in near
        )

    def find(self, names: Sequence[str], chosen: NameChoices) -> list[uuid.UUID | None]:
        """Return the ids of a table's players, None for those to add; see ``find_players``."""
        return _match(names, chosen, self._existing.get)

    def for_name(self, name: str) -> list[str]:
        """Return the ids of the players with the most similar names, most similar first."""
        if name not in self._by_name:
            near = similar_names.nearest(name, self._players, most=MAX_PROPOSALS)
            self._by_name[name] = [player for like in near for player in self._players[like]]
        return self._by_name[name]


class PlayerLookup:
    """The club's players by name, loaded with one query."""

    def __init__(self, club: Club, chosen: NameChoices) -> None:
        self._club, self._chosen = club, chosen
        self._existing = roster.players_of(club)

    def find(self, names: Sequence[str]) -> list[uuid.UUID | None]:
        """Return the ids of a table's players, None for those to add; see ``find_players``."""
        return _different(names, _match(names, self._chosen, self._existing.find))

    def find_or_add(self, names: Sequence[str], *, by: User) -> list[uuid.UUID]:
        """Return the ids of a table's players, adding those who are missing."""
        players = []
        for name, player in zip(names, self.find(names), strict=True):
            if player is None:
                tidy = limits.tidy_name(name)
                player = roster.add(Player(club=self._club, name=tidy), by=by, is_name_free=True)[
                    0
                ].pk
                self._existing[tidy] = player
            players.append(player)
        return players


def find_players(club: Club, names: Sequence[str], chosen: NameChoices) -> list[uuid.UUID | None]:
    """Return the ids of the players with these names, None for those to add.

    A choice goes before the player of that name.  Spaces at the ends and repeated ones make no difference.  Raises MalformedError for an invalid name, and if two names
    of a table mean the same player.
    """
    return _different(names, _match(names, chosen, roster.players_of(club).find))


def _match(
    names: Sequence[str], chosen: NameChoices, find: Callable[[str], uuid.UUID | None]
) -> list[uuid.UUID | None]:
    names = [_clean(name, place) for place, name in enumerate(names)]
    by_name = {limits.tidy_name(name): player for name, player in chosen.items()}
    players = [by_name.get(name) or find(name) for name in names]
    for place, player in enumerate(players):
        if names[place] in names[:place] or (player and player in players[:place]):
            message = f"{names[place]} sits here twice: a player cannot take two seats."
            raise referee.MalformedError("seated-twice", f"players[{place}]", message)
    return players


def _different(names: Sequence[str], players: Sequence[uuid.UUID | None]) -> list[uuid.UUID | None]:
    """Return the players.  Raises MalformedError if two names that are to be added would be one player: see ``limits.name_key``."""
    added = dict[str, int]()
    for place, player in enumerate(players):
        key = limits.name_key(names[place])
        if player is None and added.setdefault(key, place) != place:
            message = f"{names[place]} and {names[added[key]]} are one name: players differ in more than capital letters and width."
            raise referee.MalformedError("seated-twice", f"players[{place}]", message)
    return [*players]


def get_or_add_players(
    club: Club, names: Sequence[str], chosen: NameChoices, *, by: User
) -> list[Player]:
    """Return the players with these names, adding those who are missing; see ``find_players``."""
    ids = find_players(club, names, chosen)
    existing = Player.objects.in_bulk([player for player in ids if player])
    return [
        existing[player] if player else roster.get_or_add_player(club, name, by=by)
        for player, name in zip(ids, names, strict=True)
    ]


def _clean(name: str, place: int) -> str:
    """Return the tidy name.  Raises MalformedError ``bad-name`` if it is empty, too long, or has characters that nobody sees."""
    name = limits.tidy_name(name)
    if not 1 <= len(name) <= MAX_NAME:
        message = f"A player's name is 1 to {MAX_NAME} letters."
        raise referee.MalformedError("bad-name", f"players[{place}]", message)
    with record_limits.errors_at(f"players[{place}]"):
        check_name(name)
    return name
