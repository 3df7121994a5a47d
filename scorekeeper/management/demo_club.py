"""The demo club: players, a season, and logged sessions of all five games.

One hand contains an illegal play that stood, one a play that was taken back, and two have only a score sheet.
One dispute waits for its owner to decide it, another is decided.
"""

import secrets
import uuid
from datetime import date
from pathlib import Path
from typing import NamedTuple

from django.db import transaction

import referee
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import memberships, roster
from scorekeeper.disputes import filing, ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.imports import session_records
from scorekeeper.models import Club, Decision, Dispute, Hand, Player, Season, User

RECORDS = Path(__file__).parent / "demo_sessions"
USERNAME = "demo"
PLAYERS = ("Alice", "Bob", "Carol", "Dan", "Erin", "Frank", "Grace", "Heidi")

OPEN = NewDispute(
    event=19,
    claim="Queen, king, ace, two and three are not a straight.",
    grounds="We agreed that a straight does not go around the corner.",
)
DECIDED = NewDispute(event=2, claim="A phoenix and a five are not a pair.")
RULING = NewRuling(decision=Decision.STANDS, reason="A phoenix may stand for one card of a pair.")

_NAMESPACE = uuid.UUID("5d5b7c0e-3a59-4f0c-9b57-0d6f2a1c8e10")


class DemoClub(NamedTuple):
    """The demo club and the account that owns it."""

    club: Club
    password: str | None  # shown once, when the account is created


def demo_id(name: str) -> uuid.UUID:
    """Return the id of a part of the demo club, the same in every installation."""
    return uuid.uuid5(_NAMESPACE, name)


@transaction.atomic
def create_demo_club() -> DemoClub:
    """Create the demo club in one transaction, or return the existing one unchanged."""
    existing = Club.objects.filter(pk=demo_id("club")).first()
    if existing is not None:
        return DemoClub(existing, None)
    owner, password = _get_or_create_owner()
    club, _ = memberships.found_club("Thursday Night Cards", by=owner, id=demo_id("club"))
    for name in PLAYERS:
        account = owner if name == PLAYERS[0] else None
        player = Player(id=demo_id(f"player {name}"), club=club, name=name, user=account)
        roster.add(player, by=owner)
    season = Season(
        id=demo_id("season"),
        club=club,
        name="Spring 2026",
        starts_on=date(2026, 3, 1),
        ends_on=date(2026, 5, 31),
    )
    roster.add(season, by=owner)
    for path in sorted(RECORDS.glob("*.toml")):
        record = referee.read_record(path.read_text(), "toml")
        session_records.import_session(club, record, by=owner, id=demo_id(f"session {path.stem}"))
    _dispute("pusoy_dos_2", 3, OPEN, by=owner)
    ruling.rule_on(_dispute("gang_of_four_loser_scores_1", 1, DECIDED, by=owner), RULING, by=owner)
    return DemoClub(club, password)


def _dispute(session: str, hand: int, new: NewDispute, *, by: User) -> Dispute:
    """Raise a dispute about a hand in which the owner did not play, so that they may decide it."""
    row = Hand.objects.get(session=demo_id(f"session {session}"), position=hand)
    return filing.raise_dispute(row, new, by=by)[0]


def _get_or_create_owner() -> tuple[User, str | None]:
    """Return the club's owner, a superuser, with the password if the account is new."""
    existing = User.objects.filter(username=USERNAME).first()
    if existing is not None:
        return existing, None
    password = secrets.token_urlsafe(9)
    owner = User.objects.create_superuser(USERNAME, password=password, id=demo_id("owner"))
    return owner, password
