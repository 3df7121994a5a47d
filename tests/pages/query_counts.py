"""Count the queries of every page, of what belongs to pages, and of every GET route of the API.

The counts are recorded in ``query_counts.txt`` beside this file, a line each: the count, who asks, the address.
``python -m tests.pages.query_counts`` records them anew.
"""

import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import django

if __name__ == "__main__":
    os.environ.pop("DATABASE_URL", None)
    os.environ.update(
        DATA_DIR=tempfile.mkdtemp(),
        CELERY_BROKER_URL="memory://",
        DJANGO_SETTINGS_MODULE="scorekeeper.settings",
    )
    django.setup()

from django.core.management import call_command
from django.db import connection
from django.test import Client

from scorekeeper.management import demo_club
from scorekeeper.models import ALL_SCOPES, Token, User
from tests.pages import prepared_club
from tests.pages.page_table import PAGES, Who
from tests.pages.prepared_club import FIXED_IN_ROUTES, NAMES_IN_ROUTES
from tests.scorekeeper.routes import ROUTES, fill_in

FILE = Path(__file__).with_suffix(".txt")
STATEMENTS = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "(")  # not those about transactions
PROGRAM = "program"  # who asks the API, with a token of the owner
PARTS = (
    "/words.js",
    "/phrases.json",
    "/rules/gang-of-four/sentences.json",
    "/log-worker.js",
    "/manifest.webmanifest",
    "/front/table/",
    "/players/{player}/pictures/{digest}.webp",
    "/hands/{hand}/replay.json",
    "/hands/{public_hand}/embed/replay.json",
    "/hands/{hand}/positions/9.svg",
    "/hands/{hand}/positions/9.png",
    "/hands/{hand}/animation.svg",
    "/hands/{hand}/moving-picture.gif",
    "/hands/{hand}/qr.svg",
    "/hands/{hand}/overlay/board/",
    "/sessions/{session}/record.toml",
    "/sessions/{session}/live/",
    "/sessions/{session}/projector/board/",
    "/sessions/{session}/overlay/board/",
)
"""Addresses of scripts, files, pictures and parts of pages."""
ANYWHERE = {
    'AS "standings_count__counted_at"': "read before and after a season's count: what was committed in between would be counted by half",
    'FROM "scorekeeper_club" WHERE ((EXISTS': "whether a long act holds the club is asked before and after reading, for the same reason",
    'FROM "scorekeeper_playermerge"': "who was merged is asked by names, sides and standings, each for itself",
}
"""Statements that may be sent twice, by a part of them, with the reason."""
SOMEWHERE = {
    "/account/second-step/app/": "the account is read again and locked",
    "/join/account/": "the role of whoever invited is asked again before the account is made",
    "/clubs/{club}/": "each part of the scoreboard's table asks for its stored lines, as on the page of a season",
    "/clubs/{club}/members/": "the role of whoever invited is asked as that of anybody else",
    "/clubs/{club}/export/": "a row for each session, and a list of those with hidden cards",
    "/clubs/{}/export/": "each session is written for itself, as its own file is",
    "/clubs/{club}/sessions/move/": "two forms offer the seasons",
    "/imports/files/": "each proposal asks for the columns that were chosen before",
    "/seasons/{season}/changes/": "two moments of the season are counted alike",
    "/seasons/{}/standings/changes/": "two moments of the season are counted alike",
    "/seasons/{}/highlights/": "the awards are listed, and those of a short season are counted meanwhile, as workers do for a long one",
    "/seasons/{season}/head-to-head/": "two lists are read, each with its own changes",
    "/seasons/{empty_season}/": "a season that nobody has counted is counted for each part of the page",
    "/seasons/{incomplete_season}/": "a season that nobody has counted is counted for each part of the page",
    "/seasons/{season}/": "each part of the page asks whether private sessions are left out, and for its stored lines",
    "/sessions/{session}/print/results/": "the rulings of a hand are read with its head",
    "/sessions/{session}/live/": "its ETag is of the names that the sheet shows",
    "/board/": "its ETag is of the names that the board shows",
    "/hands/{amended}/undo/": "whether it is possible is tried before what it changes is shown",
    "/embed/replay.json": "anonymous visitors may read it, whoever asks",
}
"""Addresses, by a part of them, that may send a statement twice, with the reason."""


class Address(NamedTuple):
    """An address and who asks for it."""

    who: str
    address: str

    def __str__(self) -> str:
        return f"{self.who or 'stranger'} {self.address}"


class Queries(NamedTuple):
    """The queries of a request."""

    count: int
    repeated: list[str]  # statements that were sent again with the same parameters


def count_all() -> dict[str, Queries]:
    """Create the prepared club, ask for every address once, and return the queries by address."""
    names = prepared_club.create_all()
    clients = {str(page.who): Client(SERVER_NAME="127.0.0.1") for page in PAGES}
    for who, client in clients.items():
        if who:
            client.force_login(User.objects.get(username=who))
    owner = User.objects.get(username=demo_club.USERNAME)
    _, key = Token.objects.create(user=owner, scopes=ALL_SCOPES)
    clients[PROGRAM] = Client(SERVER_NAME="127.0.0.1", headers={"Authorization": f"Bearer {key}"})
    ids = {word: names[name] for word, name in NAMES_IN_ROUTES.items()} | FIXED_IN_ROUTES
    counted = {}
    for address in addresses():
        is_route = address.who == PROGRAM
        path = fill_in(address.address, ids) if is_route else address.address.format_map(names)
        counted[str(address)] = _read(clients[address.who], path)
    return counted


def addresses() -> Iterator[Address]:
    """Yield every address that is read, once."""
    pages = [
        Address(str(page.who), page.address.partition("#")[0])
        for page in PAGES
        if page.status == 200
    ]
    yield from dict.fromkeys(pages)
    yield from (Address(str(Who.OWNER), part) for part in PARTS)
    yield from (
        Address(PROGRAM, f"/api/v1/{route.name.split()[1]}") for route in ROUTES if not route.writes
    )


def _read(client: Client, path: str) -> Queries:
    statements: Counter[tuple[str, str]] = Counter()

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(STATEMENTS) and "pg_stat_activity" not in sql:
            statements[sql, repr(params)] += 1
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        answer = client.get(path)
        assert answer.status_code < 400, f"{path}: {answer.status_code}"
        if answer.streaming:
            list(answer)
    repeated = [sql for (sql, _), times in statements.items() if times > 1]
    return Queries(statements.total(), repeated)


def is_known(address: str, sql: str) -> bool:
    """Return whether this statement may be sent twice at this address."""
    return any(part in sql for part in ANYWHERE) or any(part in address for part in SOMEWHERE)


def recorded() -> dict[str, int]:
    """Return the recorded counts by address."""
    lines = (line.split(" ", 1) for line in FILE.read_text(encoding="utf-8").splitlines())
    return {address: int(count) for count, address in lines}


def main() -> None:
    """Record the counts, as they are on a temporary database."""
    call_command("migrate", interactive=False, verbosity=0)
    lines = [f"{queries.count} {address}\n" for address, queries in count_all().items()]
    FILE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
