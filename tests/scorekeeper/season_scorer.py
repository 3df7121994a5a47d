"""Record the sessions and hands of a season in one line each."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.clubs import memberships
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.amendments import Amendment
from scorekeeper.models import Club, Hand, Player, Season, Session, User
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.scope import Scope

WON_BY_ALICE = [0, 5, 8, 12]  # cards left; 25, -5, -8 and -12 points
WON_BY_BOB = [5, 0, 8, 12]


@dataclass(frozen=True)
class SeasonScorer:
    """Records and amends sessions of a season in somebody's name."""

    season: Season
    players: list[Player]
    by: User

    @property
    def club(self) -> Club:
        return self.season.club

    def session(self, *counts: list[int], **keys: Any) -> Session:
        """Record a session, by default of Big Two; each count is a hand, given by the cards left."""
        players = keys.pop("players", self.players)
        sheet = {"variant": "big-two", **keys}
        session, _ = session_recording.record_session(
            self.club, sheet, players=players, by=self.by, season=self.season
        )
        for cards_left in counts:
            self.hand(session, cards_left=cards_left)
        return session

    def hand(self, session: Session, **sheet: Any) -> Hand:
        return hand_recording.record_hand(session, sheet, by=self.by).hand

    def amend(self, hand: Hand, **keys: Any) -> None:
        hand_amendments.amend(Hand.objects.get(pk=hand.pk), Amendment(keys=keys), by=self.by)

    def table(self, **scope: Any) -> dict[str, Any]:
        """Return place and total of each player by name."""
        names = {player.pk: player.name for player in Player.objects.filter(club=self.club)}
        rows = standings_table.table(self.season, Scope(**scope)).rows
        return {names[row.player]: (row.place, row.line.total) for row in rows}


def found_season() -> SeasonScorer:
    """Found a club of Alice with the players A, B, C and D and a season, in an empty database."""
    alice = User.objects.create_user("alice")
    club, _ = memberships.found_club("Thursday night", by=alice)
    players = [Player.objects.create(club=club, name=name) for name in ("A", "B", "C", "D")]
    season = Season.objects.create(club=Club.objects.get(pk=club.pk), name="Spring")
    return SeasonScorer(season, players, alice)
