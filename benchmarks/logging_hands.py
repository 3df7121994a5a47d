"""Complete hands logged over HTTP, beside a bare endpoint that inserts one row of the same size.

What is the size of a hand?  The answer, which holds the record with all that the referee says and is a little shorter than all
that is kept, is seven times as long as what the phone sent.  So the endpoint is asked twice: for rows that hold the one, and
for rows that hold the other.
"""

import json
import uuid
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import NamedTuple

from benchmarks import phones, sessions
from benchmarks.phones import Phone, Sending
from benchmarks.service import Installation, Web

ROUNDS = 5
HANDS = 120  # of a round
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
            for name, texts in (("kept", logged.answers), ("sent", sent)):
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


def _as_rows(texts: list[bytes]) -> list[Sending]:
    """The same bytes, each as the text of a row."""
    return [Sending("/rows/", json.dumps({"text": text.decode()}).encode(), {}) for text in texts]
