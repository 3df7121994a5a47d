"""Complete hands logged over HTTP, beside a bare endpoint that inserts one row of the same size.

The size of a hand is that of its rows in the database: the record, what the referee says of it, the scores, the line in the
audit log.  The endpoint is sent the very text of them, to be kept in one row.  What a phone sends of a hand is a ninth of
that; how the endpoint takes a row that is no longer is shown as well.
"""

import json
import uuid
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import NamedTuple

import psycopg

from benchmarks import phones, sessions
from benchmarks.phones import Phone, Sending
from benchmarks.service import Installation, Web

ROUNDS = 9
HANDS = 400  # of a round, which takes about a second
EVENING = 10  # hands of a session
BARE = "benchmarks.bare"


class Beside(NamedTuple):
    """Medians of rounds; the ratio is the median of the rounds' own."""

    name: str
    rate: float  # a second
    ratio: float  # ours ÷ this
    milliseconds: float  # of the server's processor for one
    megabytes: float
    size: float  # bytes of what is sent, or of the row


def measured(installation: Installation, variant: str, chance: Random) -> list[Beside]:
    """Ours and the peer in turn, round after round, and the same with longer rows; the first round only warms up."""
    installation.run(BARE)
    token = installation.run("benchmarks.opening")["token"]
    told: dict[str, list[_Round]] = {"hands": [], "kept": [], "sent": []}
    with installation.serving() as web, installation.serving(f"{BARE}:application") as bare:
        for ours in list(_rounds(web, variant, token, chance)):
            sent = [sending.body for sending in ours]
            logged = _Round.of(web, ours, sent)
            told["hands"].append(logged)
            for name, texts in (("kept", _rows_of(installation, logged.answers)), ("sent", sent)):
                told[name].append(_Round.of(bare, _as_rows(texts), texts))
    return [_beside(name, rounds[1:], told["hands"][1:]) for name, rounds in told.items()]


class _Round(NamedTuple):
    rate: float
    answers: list[bytes]
    size: float  # bytes of a text, as it is before it is put into a request
    seconds: float  # of the server's processor for one
    megabytes: float

    @classmethod
    def of(cls, web: Web, sendings: list[Sending], texts: list[bytes]) -> "_Round":
        """Send all of them, each of which holds a text."""
        before = web.spent()
        rate, answers = phones.sent(web, sendings)
        after = web.spent()
        seconds = (after.seconds - before.seconds) / len(sendings)
        return cls(rate, answers, median(map(len, texts)), seconds, after.megabytes)


def _beside(name: str, rounds: list[_Round], ours: list[_Round]) -> Beside:
    return Beside(
        name=name,
        rate=median(each.rate for each in rounds),
        ratio=median(own.rate / each.rate for own, each in zip(ours, rounds, strict=True)),
        milliseconds=1000 * median(each.seconds for each in rounds),
        megabytes=max(each.megabytes for each in rounds),
        size=median(each.size for each in rounds),
    )


def _rounds(web: Web, variant: str, token: str, chance: Random) -> Iterator[list[Sending]]:
    """Hands that nobody has sent before, each to one of many tables."""
    headers = {"Authorization": f"Bearer {token}"}
    phone = Phone(web)

    def made(path: str, said: dict[str, object]) -> str:
        answer = phone.send(Sending(f"/api/v1/{path}", json.dumps(said).encode(), headers))
        return str(answer["id"])

    club = made("clubs/", {"name": "The bench"})
    players = [made(f"clubs/{club}/players/", {"name": name}) for name in sessions.CAST]
    for _ in range(ROUNDS + 1):
        tables = [
            made(f"clubs/{club}/sessions/", {"variant": variant, "players": players})
            for _ in range(HANDS // EVENING)
        ]
        hands = [hand for text in sessions.texts(variant, HANDS, chance) for hand in json.loads(text)["hands"]]  # fmt: skip
        yield [
            Sending(
                f"/api/v1/sessions/{tables[number % len(tables)]}/hands/",
                json.dumps({"id": str(uuid.uuid4()), **hand}).encode(),
                headers,
            )
            for number, hand in enumerate(hands[:HANDS])
        ]


def _rows_of(installation: Installation, answers: list[bytes]) -> list[bytes]:
    """All that the database keeps of the hands that were answered, as text, hand by hand."""
    hands = [json.loads(answer)["id"] for answer in answers]
    with psycopg.connect(installation.environment["DATABASE_URL"]) as database:
        found = database.execute(_KEPT, {"hands": hands}).fetchall()
    if len(found) != len(hands):
        raise RuntimeError(f"Of {len(hands)} hands {len(found)} were kept.")
    return [text.encode() for (text,) in found]


_KEPT = """
SELECT string_agg(value, ' ') FROM (
    SELECT id AS hand, row_to_json(hand) AS columns FROM scorekeeper_hand AS hand
    UNION ALL SELECT hand_id, row_to_json(one) FROM scorekeeper_handrevision AS one
    UNION ALL SELECT hand_id, row_to_json(one) FROM scorekeeper_adjudication AS one
    UNION ALL SELECT hand_id, row_to_json(one) FROM scorekeeper_score AS one
    UNION ALL SELECT hand_id, row_to_json(one) FROM scorekeeper_verdict AS one
    UNION ALL SELECT subject::uuid, row_to_json(one) FROM scorekeeper_auditentry AS one WHERE kind = 'hand'
) AS kept, json_each_text(columns) WHERE hand = ANY(%(hands)s::uuid[]) GROUP BY hand"""


def _as_rows(texts: list[bytes]) -> list[Sending]:
    """The same bytes, each as the text of a row."""
    return [Sending("/rows/", json.dumps({"text": text.decode()}).encode(), {}) for text in texts]
