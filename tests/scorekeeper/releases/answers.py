"""What the API answers about every row of a database: ``python -m tests.scorekeeper.releases.answers FILE`` writes it as JSON."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django

django.setup()

from django.test import Client

from scorekeeper.models import (
    ALL_SCOPES,
    Club,
    Dispute,
    Hand,
    Player,
    Season,
    Session,
    Token,
    User,
    Webhook,
)
from scorekeeper.standings import recount as standings_recount

ROUTES = (
    (
        Club,
        "clubs/{}/",
        (
            "",
            *"members/ players/ seasons/ sessions/ statistics/ ratings/ audit/".split(),
            *"disputes/ rulings/ imports/ merges/".split(),
        ),
    ),
    (Season, "seasons/{}/", ("", "plan/", "standings/", "ratings/", "scores/")),
    (Player, "players/{}/", ("", "statistics/", "ratings/")),
    (Session, "sessions/{}/", ("", "record/", "bundle/", "links/", "hands/")),
    (
        Hand,
        "hands/{}/",
        ("", "revisions/", "confirmations/", "comments/", "disputes/", "transcripts/"),
    ),
    (Dispute, "disputes/{}/", ("", "statements/")),
    (Webhook, "webhooks/{}/", ("",)),
)
"""By model: the address of a row in the API, and what follows it."""
PARTS = ("", "?variant=big-two")
"""Of the standings that a stranger reads, after what waits was counted."""


def read_all(owner: User) -> dict[str, Any]:
    """Return the status and JSON of every GET route of these rows, and of public standings for a stranger, by address."""
    _, token = Token.objects.create(user=owner, scopes=ALL_SCOPES)
    client = Client(headers={"Authorization": f"Bearer {token}", "Host": "127.0.0.1"})
    answers = {path: _read(client, path) for path in _addresses()}
    standings_recount.refresh_waiting(stop=lambda: False)
    stranger = Client(headers={"Host": "127.0.0.1"})
    seasons = Season.objects.filter(visibility="public").order_by("pk")
    paths = [f"/api/v1/seasons/{one.pk}/standings/{part}" for one in seasons for part in PARTS]
    return answers | {f"stranger: {path}": _read(stranger, path)[1]["rows"] for path in paths}


def _addresses() -> Iterator[str]:
    for model, address, rest in ROUTES:
        for pk in model._default_manager.order_by("pk").values_list("pk", flat=True):
            yield from (f"/api/v1/{address.format(pk)}{route}" for route in rest)


def _read(client: Client, path: str) -> list[Any]:
    response = client.get(path)
    text = b"".join(response) if response.streaming else response.content
    is_json = "json" in response.get("Content-Type", "")
    return [response.status_code, json.loads(text) if is_json else text.decode()]


if __name__ == "__main__":
    answers = read_all(User.objects.get(username="demo"))
    Path(sys.argv[1]).write_text(json.dumps(answers))
