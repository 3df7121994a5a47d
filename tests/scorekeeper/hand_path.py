"""List the modules that one posted hand goes through, in the order of their first call.

    make hand-path               the modules of the service, and the number of hops between them
    make hand-path ARGS=--all    those of the referee as well, and every hop

A hop is a call from one module of the project into another one.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

import django
from django.core.management import call_command

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
HAND = {
    "dealt": [" ".join(rank + suit for rank in RANKS) for suit in "CDHS"],
    "events": ["1: 3C 4C 5C 6C 7C", "1: 8C 9C 10C JC QC", "1: KC", "1: AC", "1: 2C"],
    "passes": "implied",
}


@dataclass
class HandPath:
    """The modules of the project that a call goes through."""

    packages: tuple[str, ...] = ("scorekeeper",)
    modules: list[str] = field(default_factory=list)  # in the order of their first call
    hops: list[tuple[str, str]] = field(default_factory=list)  # calling module, called module

    def trace(self, call: Callable[[], Any]) -> Any:
        """Return what the call returns, and note the modules it goes through."""
        sys.setprofile(self._on_event)
        try:
            return call()
        finally:
            sys.setprofile(None)

    def _on_event(self, frame: FrameType, event: str, _argument: object) -> None:
        called = self._module(frame)
        if event != "call" or not called:
            return
        if called not in self.modules:
            self.modules.append(called)
        caller = self._calling_module(frame.f_back)
        if caller and caller != called:
            self.hops.append((caller, called))

    def _calling_module(self, frame: FrameType | None) -> str:
        """Return the nearest module of the project on the stack, or an empty text."""
        while frame is not None:
            if module := self._module(frame):
                return module
            frame = frame.f_back
        return ""

    def _module(self, frame: FrameType) -> str:
        name = frame.f_globals.get("__name__", "")
        return name if name.split(".")[0] in self.packages else ""


def posted_hand(packages: tuple[str, ...] = ("scorekeeper",)) -> HandPath:
    """Return the path of a session's second hand, posted over HTTP.  Django is set up and the database migrated."""
    from rest_framework.test import APIClient

    from scorekeeper.models import ALL_SCOPES, Token, User

    user = User.objects.create_user("scorer", password="scorer")
    client = APIClient(SERVER_NAME="127.0.0.1")
    client.credentials(
        HTTP_AUTHORIZATION=f"Bearer {Token.objects.create(user=user, scopes=ALL_SCOPES)[1]}"
    )

    def post(path: str, body: object) -> Any:
        response = client.post(f"/api/v1/{path}", body, format="json")
        assert response.status_code == 201, response.content
        return response.json()["id"]

    club = post("clubs/", {"name": "Thursday night"})
    names = ("Alice", "Bob", "Carol", "Dan")
    players = [post(f"clubs/{club}/players/", {"name": name}) for name in names]
    session = post(f"clubs/{club}/sessions/", {"variant": "big-two", "players": players})
    post(f"sessions/{session}/hands/", HAND)  # the first request imports and caches
    path = HandPath(packages)
    path.trace(lambda: post(f"sessions/{session}/hands/", HAND))
    return path


def main() -> None:
    """Post a hand on a temporary database and print its path."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("DATABASE_URL", None)
        os.environ.update(
            DATA_DIR=folder,
            CELERY_BROKER_URL="memory://",
            DJANGO_SETTINGS_MODULE="scorekeeper.settings",
        )
        django.setup()
        call_command("migrate", verbosity=0)
        everything = "--all" in sys.argv
        path = posted_hand(("scorekeeper", "referee") if everything else ("scorekeeper",))
    hops = [f"{caller} -> {called}" for caller, called in path.hops] if everything else []
    total = f"{len(path.modules)} modules, {len(path.hops)} hops"
    sys.stdout.write("\n".join([*hops, *path.modules, total, ""]))


if __name__ == "__main__":
    main()
