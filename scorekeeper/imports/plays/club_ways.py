"""How a club plays the games in a file of plays, which names neither an edition nor house rules.

A play is counted in the edition and under the house rules with which the club played last.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop

import referee
from referee import JsonObject
from referee.spreadsheets.columns import Values
from referee.spreadsheets.games import named_game
from referee.spreadsheets.questions import Answers, SheetQuestion, chosen_answer
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.plays.noted_plays import PLAYS, NotedPlay
from scorekeeper.imports.sheet_rules import ClubRules, UnnamedRules


@dataclass
class ClubWays:
    """The edition of each game that a file names, the house rules of each edition, and what is to be asked."""

    editions: dict[str, str] = field(default_factory=dict)
    house_rules: dict[str, JsonObject] = field(default_factory=dict)
    questions: list[SheetQuestion] = field(default_factory=list)

    @property
    def options(self) -> ImportOptions:
        """The ways as options of an import, which ``entries`` reads."""
        return ImportOptions(editions=self.editions, rules_by_game=self.house_rules)


def ways_of(rules: ClubRules, plays: Sequence[NotedPlay], answers: Answers) -> ClubWays:
    """Return how the club plays the games of these plays; where it plays several editions of one, that is asked."""
    ways = ClubWays()
    for game in dict.fromkeys(named_game(play.game) for play in plays):
        if not game:
            continue
        editions = [key for key in referee.VARIANTS if key == game or key.startswith(f"{game}-")]
        played = rules.played_last(editions) or [game]
        ways.editions[game] = played[0]
        if len(played) > 1:
            question = _question(game, played)
            ways.questions.append(question)
            ways.editions[game] = chosen_answer(question, answers)
        for variant in (game, ways.editions[game]):
            kind = UnnamedRules(PLAYS, variant, Values.TOTALS)
            ways.house_rules[variant] = {**next(iter(rules.choices(kind).values()))}
    return ways


def _question(game: str, played: Sequence[str]) -> SheetQuestion:
    template = gettext_noop(
        "The plays are of %(game)s, of which the club plays several editions: %(answers)s."
    )
    values = {"game": game, "answers": ", ".join(played)}
    return SheetQuestion(
        code="game", subject=game, reason=(template, values), assumed=played[0], answers=(*played,)
    )
