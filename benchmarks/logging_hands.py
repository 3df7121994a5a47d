"""Complete hands logged over HTTP, beside a bare endpoint that inserts one row of as many bytes."""

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


class Logged(NamedTuple):
    """Medians of rounds; the ratio is the median of the rounds' own."""

    ours: float  # a second
    peer: float
    ratio: float
    milliseconds: tuple[float, ...]  # of the servers' processors for one
    megabytes: tuple[float, ...]
    size: float  # bytes of a request


def measured(installation: Installation, variant: str, chance: Random) -> Logged:
    """Ours and the peer in turn, round after round; the first one only warms up."""
    installation.run(BARE)
    token = installation.run("benchmarks.opening")["token"]
    with installation.serving() as web, installation.serving(f"{BARE}:application") as bare:
        rounds = list(_rounds(web, variant, token, chance))
        before = web.spent(), bare.spent()
        found = [(phones.rate(web, ours), phones.rate(bare, _as_rows(ours))) for ours in rounds]
        after = web.spent(), bare.spent()
    number = sum(map(len, rounds))
    return Logged(
        ours=median(ours for ours, _ in found[1:]),
        peer=median(peer for _, peer in found[1:]),
        ratio=median(ours / peer for ours, peer in found[1:]),
        milliseconds=tuple(
            1000 * (late.seconds - early.seconds) / number
            for early, late in zip(before, after, strict=True)
        ),
        megabytes=tuple(late.megabytes for late in after),
        size=median(len(sending.body) for sendings in rounds for sending in sendings),
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


def _as_rows(sendings: list[Sending]) -> list[Sending]:
    """The same bytes, as the text of a row."""
    return [
        Sending("/rows/", json.dumps({"text": sending.body.decode()}).encode(), {})
        for sending in sendings
    ]
