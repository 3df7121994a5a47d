"""Other clubs in the database of ``make growth``, each with an owner, players, a season, a session and a hand."""

from scorekeeper.clubs import memberships, roster
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Player, Season, User
from scorekeeper.sessions import recording as session_recording
from tests.pages import prepared_club

HAND = {"cards_left": [0, 5, 8, 12]}


def create(number: int) -> None:
    """Create so many clubs with public seasons, whose people are in no other club."""
    for n in range(1, number + 1):
        owner = User.objects.create_user(f"owner-{n}")
        club, _ = memberships.found_club(f"Club {n:04}", by=owner)
        players = [Player(club=club, name=f"Player {seat}") for seat in range(1, 5)]
        players = Player.objects.bulk_create(players)
        season, _ = roster.add(Season(club=club, name="Spring"), by=owner)
        roster.change(season, prepared_club.PUBLIC, by=owner)
        record = {"variant": "big-two", "played_on": "2025-03-01"}
        session, _ = session_recording.record_session(club, record, players=players, by=owner, season=season)  # fmt: skip
        hand_recording.record_hand(session, HAND, by=owner)
