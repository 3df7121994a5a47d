"""Log complete hands over HTTP, compared with a bare endpoint that inserts one row of the same size.

The size of a hand is that of its rows in the database: record, adjudication, scores and audit entry. The endpoint gets
the text of these rows and stores it in one row. A phone sends a ninth of that; so the endpoint is also measured with rows
of the size of the request.
"""

import json
import uuid
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import NamedTuple

import psycopg

from benchmarks import phones, sessions
from benchmarks.phones import Phone, Request
from benchmarks.service import Installation, Web
from benchmarks.timing import QUICK

ROUNDS = 1 if QUICK else 9
HANDS = 20 if QUICK else 400  # of a round, which takes about a second
SESSION = 10  # hands of a session
BARE = "benchmarks.bare_endpoint"


class Comparison(NamedTuple):
    """Medians over the rounds; the ratio is the median of the ratios of the rounds."""

    name: str
    rate: float  # per second
    ratio: float  # rate of logging hands ÷ this rate
    milliseconds: float  # CPU time of the server per request
    megabytes: float
    size: float  # bytes of the text


def measure(installation: Installation, variant: str, chance: Random) -> list[Comparison]:
    """Measure the service and the bare endpoint in turn; the first round is a warm-up and does not count."""
    installation.run(BARE)
    token = installation.run("benchmarks.new_account")["token"]
    rounds: dict[str, list[_Round]] = {"hands": [], "stored": [], "sent": []}
    with installation.serving() as web, installation.serving(f"{BARE}:application") as bare:
        for requests in list(_rounds(web, variant, token, chance)):
            bodies = [request.body for request in requests]
            logged = _Round.run(web, requests, bodies)
            rounds["hands"].append(logged)
            stored = _rows_of(installation, logged.responses)
            for name, texts in (("stored", stored), ("sent", bodies)):
                rounds[name].append(_Round.run(bare, _as_rows(texts), texts))
    return [_compare(name, own[1:], rounds["hands"][1:]) for name, own in rounds.items()]


class _Round(NamedTuple):
    rate: float
    responses: list[bytes]
    size: float  # median bytes of a text, before it is put into a request
    seconds: float  # CPU time of the server per request
    megabytes: float

    @classmethod
    def run(cls, web: Web, requests: list[Request], texts: list[bytes]) -> "_Round":
        """Send the requests; the texts are what they contain."""
        before = web.spent()
        rate, responses = phones.send_all(web, requests)
        after = web.spent()
        seconds = (after.seconds - before.seconds) / len(requests)
        return cls(rate, responses, median(map(len, texts)), seconds, after.megabytes)


def _compare(name: str, rounds: list[_Round], logged: list[_Round]) -> Comparison:
    return Comparison(
        name=name,
        rate=median(each.rate for each in rounds),
        ratio=median(hands.rate / each.rate for hands, each in zip(logged, rounds, strict=True)),
        milliseconds=1000 * median(each.seconds for each in rounds),
        megabytes=max(each.megabytes for each in rounds),
        size=median(each.size for each in rounds),
    )


def _rounds(web: Web, variant: str, token: str, chance: Random) -> Iterator[list[Request]]:
    """Yield the requests of each round: new hands, spread over many sessions."""
    headers = {"Authorization": f"Bearer {token}"}
    phone = Phone(web)

    def create(path: str, data: dict[str, object]) -> str:
        row = phone.send(Request(f"/api/v1/{path}", json.dumps(data).encode(), headers))
        return str(row["id"])

    club = create("clubs/", {"name": "The bench"})
    players = [create(f"clubs/{club}/players/", {"name": name}) for name in sessions.CAST]
    for _ in range(ROUNDS + 1):
        session_ids = [
            create(f"clubs/{club}/sessions/", {"variant": variant, "players": players})
            for _ in range(HANDS // SESSION)
        ]
        hands = [hand for text in sessions.texts(variant, HANDS, chance) for hand in json.loads(text)["hands"]]  # fmt: skip
        yield [
            Request(
                f"/api/v1/sessions/{session_ids[number % len(session_ids)]}/hands/",
                json.dumps({"id": str(uuid.uuid4()), **hand}).encode(),
                headers,
            )
            for number, hand in enumerate(hands[:HANDS])
        ]


def _rows_of(installation: Installation, responses: list[bytes]) -> list[bytes]:
    """Return the rows of the logged hands as text, one text per hand."""
    hands = [json.loads(response)["id"] for response in responses]
    with psycopg.connect(installation.environment["DATABASE_URL"]) as database:
        rows = database.execute(_ROWS, {"hands": hands}).fetchall()
    if len(rows) != len(hands):
        raise RuntimeError(f"Of {len(hands)} hands only {len(rows)} were stored.")
    return [text.encode() for (text,) in rows]


_ROWS = """
SELECT string_agg(value, ' ') FROM (
    SELECT id AS hand, row_to_json(hand) AS columns FROM scorekeeper_hand AS hand
    UNION ALL SELECT hand_id, row_to_json(one) FROM scorekeeper_handrevision AS one
    UNION ALL SELECT hand_id, row_to_json(one) FROM scorekeeper_adjudication AS one
    UNION ALL SELECT hand_id, row_to_json(one) FROM scorekeeper_score AS one
    UNION ALL SELECT hand_id, row_to_json(one) FROM scorekeeper_verdict AS one
    UNION ALL SELECT subject::uuid, row_to_json(one) FROM scorekeeper_auditentry AS one WHERE kind = 'hand'
) AS stored, json_each_text(columns) WHERE hand = ANY(%(hands)s::uuid[]) GROUP BY hand"""


def _as_rows(texts: list[bytes]) -> list[Request]:
    """Return requests that send each text as the text of a row."""
    return [Request("/rows/", json.dumps({"text": text.decode()}).encode(), {}) for text in texts]
