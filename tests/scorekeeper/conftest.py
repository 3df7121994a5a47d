"""The cast of the service's tests: Alice owns the club, Bob is its referee, Carol its scorer, Dan a member; Eve belongs to another club."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.contrib import admin
from django.core.management import call_command
from django.test import Client
from rest_framework.test import APIClient

from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import comments as hand_comments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands import second_logs
from scorekeeper.hands.variations import keep
from scorekeeper.models import (
    ALL_SCOPES,
    Club,
    Hand,
    Link,
    Player,
    Role,
    Season,
    Session,
    Token,
    User,
    Visibility,
)
from scorekeeper.replays import endings
from scorekeeper.replays import frames as replay_frames
from scorekeeper.replays import rebuilds as replay_rebuilds
from scorekeeper.replays.hand_search import HandQuestion
from scorekeeper.sessions import links as session_links
from scorekeeper.sessions import recording as session_recording
from scorekeeper.sessions import season_what_if
from scorekeeper.statistics import awards
from tests import empty_database
from tests.scorekeeper.brokers import BROKERS, Broker
from tests.scorekeeper.callers import LINKS, ROLES
from tests.scorekeeper.cast import create_people, create_players, found_clubs
from tests.scorekeeper.sample_hands import CLEAN, SHEET
from tests.scorekeeper.sample_pictures import give_picture
from tests.scorekeeper.sample_rows import (
    create_export_file,
    create_puzzle,
    create_waiting_import,
    create_webhook_with_delivery,
)
from tests.scorekeeper.season_scorer import SeasonScorer

admin.autodiscover()  # some tests are made from its tables

ROOT = Path(__file__).parents[2]

Signed = Callable[..., APIClient]


@pytest.fixture
def people(db: None) -> SimpleNamespace:
    return create_people("alice", "bob", "carol", "dan", "eve")


@pytest.fixture
def club(people: SimpleNamespace) -> Club:
    roles = {
        people.alice: Role.OWNER,
        people.bob: Role.REFEREE,
        people.carol: Role.SCORER,
        people.dan: Role.MEMBER,
    }
    club, _ = found_clubs({"Thursday night": roles, "Elsewhere": {people.eve: Role.OWNER}})
    return club


@pytest.fixture
def players(club: Club) -> list[Player]:
    return create_players(club)


@pytest.fixture
def open_session(
    club: Club, players: list[Player], people: SimpleNamespace
) -> Callable[..., Session]:
    """Return a function that opens a session of the club; further keys go into its record."""

    def _open_session(
        *,
        variant: str = "big-two",
        seated: list[Player] = players,
        season: Season | None = None,
        visibility: str = Visibility.PRIVATE,
        **keys: Any,
    ) -> Session:
        record = {"variant": variant, **keys}
        session, _ = session_recording.record_session(
            club, record, players=seated, by=people.carol, season=season, visibility=visibility
        )
        return session

    return _open_session


@pytest.fixture
def session(open_session: Callable[..., Session]) -> Session:
    return open_session(played_on="2026-03-05", event="Thursday night")


@pytest.fixture
def hand(session: Session, people: SimpleNamespace) -> Hand:
    return hand_recording.record_hand(session, CLEAN, by=people.carol).hand


@pytest.fixture
def signed() -> Signed:
    """Return a function that returns a client with a token of this user, by default one without limits."""

    def client(
        user: User | None, *, scopes: list[str] = ALL_SCOPES, only_club: Club | None = None
    ) -> APIClient:
        client = APIClient()
        if user is not None:
            _, token = Token.objects.create(user=user, scopes=scopes, only_club=only_club)
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
        return client

    return client


@pytest.fixture
def carol(signed: Signed, people: SimpleNamespace, club: Club) -> APIClient:
    """An API client signed in as Carol, the club's scorer."""
    return signed(people.carol)


@pytest.fixture
def root(client: Client, db: None) -> Client:
    """Return a client that is signed in to the admin as the superuser root."""
    client.force_login(User.objects.create_superuser("root", password="root"))
    return client


@pytest.fixture
def dispute(people: SimpleNamespace, signed: Signed) -> Callable[..., Any]:
    """Send a dispute of a hand as Dan, or as somebody else."""

    def _dispute(hand: Hand, who: User | None = None, **body: Any) -> Any:
        body = {"claim": "That was too low.", **body}
        path = f"/api/v1/hands/{hand.pk}/disputes/"
        return signed(who or people.dan).post(path, body, format="json")

    return _dispute


@pytest.fixture
def rule(people: SimpleNamespace, signed: Signed) -> Callable[..., Any]:
    """Send a ruling as Bob, whatever the hand's version is unless its ETag is passed."""

    def _rule(
        raised: Any, decision: str, who: User | None = None, etag: str = "*", **body: Any
    ) -> Any:
        path = f"/api/v1/disputes/{raised['id']}/ruling/"
        body = {"decision": decision, "reason": "Seen by all.", **body}
        return signed(who or people.bob).post(path, body, format="json", headers={"If-Match": etag})

    return _rule


@pytest.fixture
def own_database(tmp_path: Path, transactional_db: None) -> Iterator[dict[str, str]]:
    """The environment of processes that use a database of their own, with tables and no rows."""
    url, name = os.environ.get("DATABASE_URL", ""), f"apart_{uuid4().hex}"
    usual = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    place = {
        **usual,
        "DATA_DIR": str(tmp_path),
        "PYTHONPATH": str(ROOT),
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
    }
    server = url.rpartition("/")[0]
    if "postgresql" not in settings.DATABASES["default"]["ENGINE"]:
        empty_database.copy_to_file(tmp_path / "scorekeeper.sqlite3")
        yield place
        return
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        empty_database.copy_on_server(connection, name)
        place["DATABASE_URL"] = f"{server}/{name}"
        yield place
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def ran_apart(own_database: dict[str, str]) -> Callable[[str], str]:
    """Run a module of tests/scorekeeper in another process with a database of its own, and return what it prints."""

    def run(module: str) -> str:
        command = [sys.executable, "-m", f"tests.scorekeeper.{module}"]
        ran = subprocess.run(
            command, cwd=ROOT, env=own_database, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    return run


@pytest.fixture(scope="session")
def document() -> Any:
    """The OpenAPI document, generated once."""
    out = StringIO()
    call_command("spectacular", format="openapi-json", fail_on_warn=True, validate=True, stdout=out)
    return json.loads(out.getvalue())


@pytest.fixture
def ids(
    session: Session, hand: Hand, people: SimpleNamespace, settings: Any, export_folder: Path
) -> dict[str, Any]:
    """The ids of one row of every kind, all of one club, by the word before the id in an address."""
    settings.EXPORT_ACCEL_PREFIX = "/internal/exports/"  # no test has to close files
    replay_frames.rebuild_stale(stop=lambda: False)
    endings.solve_waiting(stop=lambda: False)
    season = Season.objects.create(club=session.club, name="Spring")
    private = Visibility.PRIVATE
    session_recording.file_session(session, season=season, visibility=private, by=people.alice)
    token, _ = Token.objects.create(user=people.alice)
    transcript, _ = second_logs.transcribe(hand, SHEET, by=people.bob)
    link, _ = session_links.create_link(session, by=people.carol)
    about = NewDispute(claim="Was that so?", event=2)
    dispute, _ = dispute_filing.raise_dispute(hand, about, by=people.alice)
    alicia = Player.objects.create(club=session.club, name="Alicia")
    merge, _ = player_merges.merge(alicia, session.seats.get(number=1).player, by=people.bob)
    doubled = {"multipliers": [[1, 1], [5, 2]]}
    give_picture(session.seats.get(number=1).player)
    return {
        "merges": merge.pk,
        "spare": Player.objects.create(club=session.club, name="Erika").pk,
        "clubs": session.club_id,
        "players": session.seats.first().player_id,
        "seasons": season.pk,
        "standings": session.seats.first().player_id,
        "sessions": session.pk,
        "hands": hand.pk,
        "tokens": token.pk,
        "transcripts": transcript.pk,
        "links": link.pk,
        "disputes": dispute.pk,
        "awards": awards.make(
            session.club, "Bomb thrower", HandQuestion(combination="straight"), by=people.bob
        )[0].pk,
        "comments": hand_comments.comment(hand, "A brave lead.", by=people.dan)[0].pk,
        "variations": keep(
            hand, first=2, events=["2: pass"], words={"name": "Bob waits"}, by=people.dan
        )[0].pk,
        "members": people.dan.pk,
        "variants": "big-two",
        "schemas": "session-record/1",
        "event": uuid4(),
        "imports": create_waiting_import(session.club, by=people.carol).pk,
        "puzzles": create_puzzle(session.club).pk,
        "rebuilds": replay_rebuilds.request_rebuild(session.club, by=people.bob).pk,
        "exports": create_export_file(season, by=people.alice).pk,
        "what-ifs": season_what_if.try_rules(season, "big-two", doubled, by=people.alice).pk,
        **create_webhook_with_delivery(session.club, by=people.alice),
    }


@pytest.fixture
def link_of(session, open_session, people):
    """Create the link that a caller without an account holds; callers are named in callers.py."""

    def _link_of(who):
        linked = open_session() if who == "link of another session" else session
        link, _ = session_links.create_link(linked, by=people.carol)
        if who == "expired link":
            past = link.created_at - timedelta(seconds=1)
            Link.objects.filter(pk=link.pk).update(expires_at=past)
        if who == "revoked link":
            session_links.revoke_link(link, by=people.carol)
        return link

    return _link_of


@pytest.fixture
def client_of(people, signed, link_of):
    def _client_of(who):
        if who in ROLES:
            return signed(getattr(people, ROLES[who]))
        client = APIClient()
        if who in LINKS:
            token = session_links.token_of(link_of(who))
            client.credentials(HTTP_AUTHORIZATION=f"Link {token}")
        return client

    return _client_of


@pytest.fixture
def season(club: Club) -> Season:
    return Season.objects.create(club=club, name="Spring 2026")


@pytest.fixture
def keeper(season: Season, players: list[Player], people: SimpleNamespace) -> SeasonScorer:
    """Carol, who records the sessions of a season."""
    return SeasonScorer(season, players, people.carol)


@pytest.fixture(
    scope="session",
    params=[pytest.param(name, marks=pytest.mark.needs(name.lower())) for name in BROKERS],
)
def broker(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Broker]:
    """A Redis, then a RabbitMQ, which only these tests use; a test that stops it must start it again."""
    kind = BROKERS[request.param]
    broker = kind(tmp_path_factory.mktemp(kind.program))
    try:
        broker.start()
        yield broker
    finally:
        broker.close()
