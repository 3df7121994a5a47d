"""The cast of the tests of pages: Alice owns the club, Carol is its scorer, Dan a member; Eve belongs to another club."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect, sync_playwright

from scorekeeper.celery import app
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Club, Hand, Player, Role, Season, Session
from scorekeeper.replays import frames as replay_frames
from scorekeeper.sessions import recording as session_recording
from tests.pages.members import Member
from tests.pages.sample_hands import DEAL, EVENTS
from tests.pages.served_club import BROWSER_FLAGS
from tests.pages.untranslated import marked
from tests.scorekeeper.cast import create_people, create_players, found_clubs
from tests.scorekeeper.season_scorer import SeasonScorer

__all__ = ["marked"]  # a fixture

Browse = Callable[[str], Client]


@pytest.fixture
def people(db: None) -> SimpleNamespace:
    return create_people("alice", "carol", "dan", "eve")


@pytest.fixture
def club(people: SimpleNamespace) -> Club:
    roles = {people.alice: Role.OWNER, people.carol: Role.SCORER, people.dan: Role.MEMBER}
    club, _ = found_clubs({"Thursday night": roles, "Elsewhere": {people.eve: Role.OWNER}})
    return club


@pytest.fixture
def players(club: Club) -> list[Player]:
    return create_players(club)


@pytest.fixture
def session(club: Club, players: list[Player], people: SimpleNamespace) -> Session:
    record = {
        "variant": "big-two",
        "house_rules": {"pass_locks_out": True},
        "played_on": "2026-03-05",
        "event": "Spring cup",
    }
    session, _ = session_recording.record_session(club, record, players=players, by=people.carol)
    return session


@pytest.fixture
def hand(session: Session, people: SimpleNamespace) -> Hand:
    """A hand with one refused play and one illegal play that stood; its replay is built."""
    hand = hand_recording.record_hand(
        session, {"dealt": DEAL, "events": EVENTS}, by=people.carol
    ).hand
    replay_frames.rebuild_stale(stop=lambda: False)
    return hand


@pytest.fixture
def keeper(club: Club, players: list[Player], people: SimpleNamespace) -> SeasonScorer:
    """Carol, who records the sessions of a season."""
    season = Season.objects.create(club=club, name="Spring 2026")
    return SeasonScorer(season, players, people.carol)


@pytest.fixture
def browse(people: SimpleNamespace) -> Browse:
    """Create a test client in which a member of the cast is signed in."""

    def client(name: str) -> Client:
        client = Client()
        client.force_login(getattr(people, name))
        return client

    return client


@pytest.fixture
def member(people: SimpleNamespace, club: Club) -> Callable[[str], Member]:
    """A member of the club who acts through the forms of pages."""
    return lambda name: Member(getattr(people, name))


@pytest.fixture
def at_once(django_capture_on_commit_callbacks: Any) -> Iterator[Callable[[], Any]]:
    """A context manager that runs Celery tasks and on-commit callbacks when its block ends."""
    app.conf.task_always_eager = True
    yield lambda: django_capture_on_commit_callbacks(execute=True)
    app.conf.task_always_eager = False


@pytest.fixture(scope="session")
def window(chromium: str) -> Iterator[Browser]:
    """One browser per test process; each test opens a context of its own in it, which shares nothing with others."""
    # The browser's driver keeps an event loop in this thread; Django would refuse to use the database beside it.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setattr("django.utils.asyncio.get_running_loop", no_running_loop)
        expect.set_options(timeout=20_000)  # milliseconds; a busy machine may need them
        browser = playwright.chromium.launch(executable_path=chromium, args=list(BROWSER_FLAGS))
        yield browser
        browser.close()


def no_running_loop() -> None:
    raise RuntimeError
