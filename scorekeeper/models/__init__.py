"""What is kept."""

from scorekeeper.models.adjudications import Adjudication, Result, Score, Verdict
from scorekeeper.models.clubs import Club, Member, MembershipChange, Role, Visibility
from scorekeeper.models.hands import Hand, HandRevision
from scorekeeper.models.players import Player
from scorekeeper.models.replays import Replay
from scorekeeper.models.revisions import Kind
from scorekeeper.models.seasons import Season
from scorekeeper.models.sessions import Seat, Session, SessionRevision
from scorekeeper.models.tokens import Token
from scorekeeper.models.users import User

__all__ = [
    "Adjudication",
    "Club",
    "Hand",
    "HandRevision",
    "Kind",
    "Member",
    "MembershipChange",
    "Player",
    "Replay",
    "Result",
    "Role",
    "Score",
    "Season",
    "Seat",
    "Session",
    "SessionRevision",
    "Token",
    "User",
    "Verdict",
    "Visibility",
]
