"""Names in files that no player of the club has: whom they may mean, and what was decided.

Where a player, or another unknown name of the files, has nearly this name, somebody has to decide.  Neither answer is preset: a
person who is taken for another gets their points, which can only be put right session by session; a person who is added twice
has their points in two places.
"""

import itertools
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.imports.names import similar_names
from scorekeeper.imports.names.player_names import NameChoices
from scorekeeper.models import ImportLine, Player, limits

MOST_SAME = 3  # names that an unknown name may be another spelling of


@dataclass(frozen=True, kw_only=True)
class NewName:
    """A name that no player of the club has, and players with similar names."""

    name: str
    proposed: list[Player]


@dataclass(frozen=True, kw_only=True)
class UnknownName:
    """A name that no player of the club has."""

    name: str
    proposed: Sequence[Player]  # with similar names, most similar first
    same_as: Sequence[str]  # earlier unknown names that may be other spellings of this one
    is_asked: bool  # whether one of them is so near that somebody has to decide
    decided: Player | None = None  # in an earlier import
    namesake: Player | None = (
        None  # has this name but for capital letters, so that nobody else can be added by it
    )


@dataclass(frozen=True, kw_only=True)
class Decisions:
    """Who is meant by names; other names stand for the players who have them, or for new ones."""

    players: NameChoices = field(default_factory=dict)
    same: Mapping[str, str] = field(default_factory=dict)  # to an earlier name for one person
    undecided: frozenset[str] = frozenset()

    def first_name(self, name: str) -> str:
        """Return the name that stands for all spellings of a name."""
        spellings = {name}
        while (other := self.same.get(name)) is not None and other not in spellings:
            spellings.add(other)
            name = other
        return name


class NearNames:
    """Finds out for unknown names which of the similar names may be meant.

    Who sits at the same table is somebody else.  ``players`` are ids by name, ``survivors`` who stands for a merged player, and
    ``decided`` whom names meant in earlier imports.
    """

    def __init__(
        self,
        lines: Iterable[ImportLine],
        players: Mapping[str, uuid.UUID],
        survivors: Mapping[uuid.UUID, uuid.UUID],
        decided: Mapping[str, Player],
    ) -> None:
        self._decided = decided
        self._beside: dict[str, set[str | uuid.UUID]] = {}
        for line in lines:
            names = line.details.get("names", ())
            known = {players[name] for name in names if name in players}
            table = {*names, *(survivors.get(player, player) for player in known)}
            for name in names:
                self._beside.setdefault(name, set()).update(table)
        self._names: dict[uuid.UUID, list[str]] = {}
        for name, player in players.items():
            self._names.setdefault(survivors.get(player, player), []).append(name)

    def unknown(self, new_names: Sequence[NewName]) -> list[UnknownName]:
        """Return these names with all that they may mean."""
        return [
            self._unknown(new, [one.name for one in itertools.islice(new_names, place)])
            for place, new in enumerate(new_names)
        ]

    def _unknown(self, new: NewName, earlier: Sequence[str]) -> UnknownName:
        beside = self._beside.get(new.name, set())
        spellings = similar_names.nearest(
            new.name, earlier, most=MOST_SAME, cutoff=similar_names.NEAR
        )
        same_as = [name for name in spellings if name not in beside]
        near = any(
            similar_names.similarity(new.name, name) >= similar_names.NEAR
            for player in new.proposed
            if player.pk not in beside
            for name in self._names.get(player.pk, [player.name])
        )
        decided = self._decided.get(new.name)
        if decided and decided.pk in beside:
            decided = None
        namesake = next((one for one in new.proposed if self._is_namesake(new.name, one)), None)
        return UnknownName(
            name=new.name,
            proposed=[*dict.fromkeys([*filter(None, [decided, namesake]), *new.proposed])],
            same_as=same_as,
            is_asked=not decided and (near or bool(same_as) or namesake is not None),
            decided=decided,
            namesake=namesake,
        )

    def _is_namesake(self, name: str, player: Player) -> bool:
        """Return whether a player has a name, also by a merge, that differs in capital letters only."""
        names = self._names.get(player.pk, [player.name])
        return any(limits.name_key(name) == limits.name_key(other) for other in names)
