"""The cases: data files with a case a line, in a folder for each game and a file for each level."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from conformance.paths import Json

FOLDER = Path(__file__).parent / "cases"

LEVELS = {1: "scores", 2: "plays", 3: "gaps", 4: "proofs"}
GAMES = ("big-two", "pusoy-dos", "gang-of-four", "gang-of-four-loser-scores", "four-color-cards")
COMMANDS = ("adjudicate", "ask", "witnesses", "verify")


@dataclass(frozen=True)
class Case:
    """One question to the program under test, and what a right answer says."""

    id: str
    """The game, the level and a number: ``big-two/2-017``."""
    game: str
    level: int
    title: str
    """The rule as a sentence."""
    rulings: tuple[str, ...]
    command: str
    """What is asked: one of ``COMMANDS``."""
    sent: Json
    """The session record or question; a text is sent as it stands; of ``verify``, the name of a bundle beside the cases."""
    change: dict[str, Json]
    """Of ``verify``: what was altered in the bundle."""
    expect: dict[str, Json]
    """What is compared: the expected value for each path into the answer."""

    @property
    def line(self) -> str:
        """What is sent, as a line of NDJSON."""
        return self.sent if isinstance(self.sent, str) else json.dumps(self.sent)


def load() -> list[Case]:
    """Return all cases, by game and level."""
    return [case for game in GAMES for level in LEVELS for case in _read(game, level)]


def _read(game: str, level: int) -> Iterator[Case]:
    file = FOLDER / game / f"{level}-{LEVELS[level]}.ndjson"
    for line in file.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        (command,) = data.keys() & set(COMMANDS)
        yield Case(
            id=data["id"],
            game=game,
            level=level,
            title=data["title"],
            rulings=tuple(data["rulings"]),
            command=command,
            sent=data[command],
            change=data.get("change", {}),
            expect=data["expect"],
        )


def bundle_of(case: Case) -> Json:
    """Return the bundle that a case of ``verify`` is about, before it is altered."""
    return json.loads((FOLDER / case.game / case.sent).read_text(encoding="utf-8"))


def choose(
    cases: Iterable[Case], *, levels: set[int], games: set[str], ids: set[str]
) -> list[Case]:
    """Return the cases of these levels, games and ids; an empty set is no condition."""
    return [
        case
        for case in cases
        if (not levels or case.level in levels)
        and (not games or case.game in games)
        and (not ids or case.id in ids)
    ]
