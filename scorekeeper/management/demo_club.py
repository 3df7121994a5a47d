"""The demo club: players, a season with two awards, logged sessions of all five games, and thirty puzzles from hands that programs played.

One hand contains an illegal play that stood, one a play that was taken back, and two have only a score sheet.
One dispute waits for its owner to decide it, another is decided.  Whoever makes the club finds its last session a few days ago.
"""

import json
import secrets
from datetime import date
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone

import referee
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import memberships, roster
from scorekeeper.clubs.demo import demo_id
from scorekeeper.disputes import filing, ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.imports import session_records
from scorekeeper.models import (
    Club,
    Decision,
    Dispute,
    Hand,
    Player,
    Puzzle,
    Role,
    Season,
    Session,
    User,
    Visibility,
)
from scorekeeper.models.days import weeks_after
from scorekeeper.replays.hand_search import HandQuestion
from scorekeeper.replays.puzzles import puzzle_row
from scorekeeper.sessions import played_days, recording
from scorekeeper.statistics import awards

RECORDS = Path(__file__).parent / "demo_sessions"
PUZZLES = Path(__file__).parent / "demo_puzzles.ndjson"
USERNAME = "demo"
LAST_PLAYED = date(2026, 4, 11)
"""The latest day in the records; the club's days are as many weeks later as bring it within the week before today."""
STARTS, ENDS = date(2026, 3, 1), date(2026, 5, 31)
PUBLIC = {"visibility": Visibility.PUBLIC}
PLAYERS = ("Alice", "Bob", "Carol", "Dan", "Erin", "Frank", "Grace", "Heidi")

AWARDS = {
    "Bomb thrower": HandQuestion(combination="gang-of-four"),
    "House builder": HandQuestion(combination="full-house"),
}

OPEN = NewDispute(
    event=19,
    claim="Queen, king, ace, two and three are not a straight.",
    grounds="We agreed that a straight does not go around the corner.",
)
DECIDED = NewDispute(event=2, claim="A phoenix and a five are not a pair.")
RULING = NewRuling(decision=Decision.STANDS, reason="A phoenix may stand for one card of a pair.")


class DemoClub(NamedTuple):
    """The demo club and the account that owns it."""

    club: Club
    password: str | None  # shown once, when the account is created


@transaction.atomic
def create_demo_club(*, is_public: bool = False, today: date | None = None) -> DemoClub:
    """Create the demo club in one transaction, or return the existing one.

    If it is to be public, strangers see the club, its season and the sessions made here; otherwise an existing one stays as it is.
    """
    demo = _get_or_create(today or timezone.localdate())
    if is_public:
        _publish(demo.club)
    return demo


def _get_or_create(today: date) -> DemoClub:
    existing = Club.objects.filter(pk=demo_id("club")).first()
    if existing is not None:
        return DemoClub(existing, None)
    owner, password = _get_or_create_owner()
    weeks = ((today - LAST_PLAYED).days - 1) // 7
    club, _ = memberships.found_club("Thursday Night Cards", by=owner, id=demo_id("club"))
    for name in PLAYERS:
        account = owner if name == PLAYERS[0] else None
        player = Player(id=demo_id(f"player {name}"), club=club, name=name, user=account)
        roster.add(player, by=owner)
    season = Season(
        id=demo_id("season"),
        club=club,
        name=_season_name(weeks_after(STARTS, weeks)),
        starts_on=weeks_after(STARTS, weeks),
        ends_on=weeks_after(ENDS, weeks),
    )
    roster.add(season, by=owner)
    for path in sorted(RECORDS.glob("*.toml")):
        record = _read(path, weeks=weeks, season=season.name)
        session_records.import_session(club, record, by=owner, id=demo_id(f"session {path.stem}"))
    # nobody logged them here, so nobody is asked to continue them
    played_days.mark_imported(club, _session_ids())
    Puzzle.objects.bulk_create(puzzle_row(each, club=club.pk) for each in demo_puzzles())
    for name, question in AWARDS.items():
        awards.make(club, name, question, by=owner, id=demo_id(f"award {name}"))
    _dispute("pusoy_dos_2", 3, OPEN, by=owner)
    ruling.rule_on(_dispute("gang_of_four_loser_scores_1", 1, DECIDED, by=owner), RULING, by=owner)
    return DemoClub(club, password)


def demo_puzzles() -> list[referee.SolvedPuzzle]:
    """Return the puzzles that come with the club, as ``referee.puzzles`` found them."""
    lines = PUZZLES.read_text().splitlines()
    return [referee.SolvedPuzzle(**json.loads(line)) for line in lines]


def _read(path: Path, *, weeks: int, season: str) -> referee.SessionRecord:
    """Return a session record that is some weeks younger, and in a season of this name."""
    written = referee.read_record(path.read_text(), "toml").as_json()
    played_on = weeks_after(date.fromisoformat(str(written["played_on"])), weeks)
    return referee.parse_record({**written, "played_on": str(played_on), "season": season})


def _season_name(starts: date) -> str:
    names = ("Winter", "Spring", "Summer", "Autumn")
    return f"{names[starts.month % 12 // 3]} {starts.year}"


def _publish(club: Club) -> None:
    """Let strangers see the club, its season and the sessions that were made with it; what is private to its members stays so."""
    owner = User.objects.filter(memberships__club=club, memberships__role=Role.OWNER)[0]
    roster.change(club, PUBLIC, by=owner)
    for season in Season.objects.filter(pk=demo_id("season")):
        roster.change(season, PUBLIC, by=owner)
    for session in Session.objects.filter(pk__in=_session_ids()).select_related("season"):
        recording.file_session(session, season=session.season, by=owner, **PUBLIC)


def _session_ids() -> list[UUID]:
    """Return the ids of the sessions that are made with the club."""
    return [demo_id(f"session {path.stem}") for path in RECORDS.glob("*.toml")]


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
