"""Let twenty phones write to one hand at the same time; test_crowded_hand.py runs this with a database of its own.

Each phone is a process. Half of them append events, the others amend and confirm. A phone that is refused reads the
hand again and retries. The final state is printed as JSON.
"""

import json
import os
import sys
import uuid
from itertools import pairwise
from typing import Any

import django

django.setup()

from django.db import connection
from rest_framework.test import APIClient

from scorekeeper.adjudication.revisions import digest_of
from scorekeeper.clubs import memberships
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import (
    Confirmation,
    Hand,
    LoggedEvent,
    Player,
    Role,
    Session,
    User,
)
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import SHEET

PHONES = 20
EVENTS = 6  # of each phone that logs, two at a time
ATTEMPTS = 400


class GaveUpError(Exception):
    """A phone was refused too often."""


def scene() -> tuple[Session, Hand, Hand, list[User]]:
    """Create a club with many scorers, a hand that goes on and one that is over."""
    people = [User.objects.create_user(f"phone {number}") for number in range(PHONES + 1)]
    club, _ = memberships.found_club("Thursday night", by=people[0])
    for person in people[1:]:
        memberships.give_role(club, person, Role.SCORER, by=people[0])
    players = [Player.objects.create(club=club, name=name) for name in "ABCD"]
    sheet = {"variant": "big-two"}
    session, _ = session_recording.record_session(club, sheet, players=players, by=people[0])
    hand = hand_recording.record_hand(session, {"events": []}, by=people[0]).hand
    done = hand_recording.record_hand(session, SHEET, by=people[0]).hand
    return session, hand, done, people


def log(client: APIClient, hand: Hand) -> None:
    """Append events in pairs; send each pair twice, as after a lost answer."""
    sent = [{"id": str(uuid.uuid4()), "text": "1: unseen"} for _ in range(EVENTS)]
    stored = 0  # events
    for pair in (sent[start : start + 2] for start in range(0, EVENTS, 2)):
        for _ in range(ATTEMPTS):
            body = {"after": stored, "events": pair}
            answers = [
                client.post(f"/api/v1/hands/{hand.pk}/events/", body, format="json")
                for _ in range(2)
            ]
            if answers[0].status_code == 200:
                assert answers[1].status_code == 200, answers[1].content
                break
            assert answers[0].status_code == 409, answers[0].content
            stored = answers[0].json()["held"]
        else:
            raise GaveUpError


def amend(client: APIClient, hand: Hand, number: int) -> None:
    """Add a key to the hand; read the hand again when it was changed meanwhile."""
    path = f"/api/v1/hands/{hand.pk}/"
    for _ in range(ATTEMPTS):
        etag = client.get(path)["ETag"]
        body = {"keys": {f"phone_{number}": number}}
        headers = {"If-Match": etag}
        answer = client.post(f"{path}amendments/", body, format="json", headers=headers)
        if answer.status_code == 200:
            return
        assert answer.status_code == 412, answer.content
    raise GaveUpError


def confirm(client: APIClient, hand: Hand) -> None:
    """Confirm a hand that no phone changes."""
    digest = client.get(f"/api/v1/hands/{hand.pk}/").json()["revision"]["digest"]
    answer = client.post(
        f"/api/v1/hands/{hand.pk}/confirmations/", {"digest": digest}, format="json"
    )
    assert answer.status_code == 201, answer.content


def phone(number: int, hand: Hand, done: Hand, person: User) -> None:
    """Act as one phone and end this process."""
    status = 1
    try:
        client = APIClient(SERVER_NAME="localhost")
        client.force_authenticate(person)
        if number % 2:
            log(client, hand)
        else:
            amend(client, hand, number)
            confirm(client, done)
        status = 0
    finally:
        sys.stderr.flush()
        os._exit(status)


def final_state(hand: Hand) -> dict[str, Any]:
    """Return what is stored when all phones have ended."""
    head = Hand.objects.select_related("head").get(pk=hand.pk).head
    revisions = list(hand.revisions.order_by("number"))
    return {
        "events": len(head.content["events"]),
        "ids": LoggedEvent.objects.filter(hand=hand).count(),
        "numbers": [row.number for row in revisions],
        "keys": sorted(head.text),
        "chained": all(
            row.digest == digest_of(row) and row.previous_digest == before.digest
            for before, row in pairwise(revisions)
        ),
        "confirmations": Confirmation.objects.count(),
    }


def main() -> None:
    """Start all phones and print the final state."""
    _, hand, done, people = scene()
    connection.close()  # a child process must not share it
    children = []
    for number in range(PHONES):
        child = os.fork()
        if child == 0:
            phone(number, hand, done, people[number + 1])
        children.append(child)
    failed = [child for child in children if os.waitpid(child, 0)[1]]
    json.dump({"failed": len(failed), **final_state(hand)}, sys.stdout)


if __name__ == "__main__":
    main()
