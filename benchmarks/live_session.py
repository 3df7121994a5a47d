"""Open a public session with an unfinished hand: ``python -m benchmarks.live_session`` prints what screens poll as JSON."""

import json

import django

django.setup()

from django.urls import reverse

from scorekeeper.clubs import memberships
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Player, User, Visibility
from scorekeeper.sessions import recording as session_recording

CAST = ("Ann", "Ben", "Cleo", "Dov")
HANDS = 10
PLAYED = {"cards_left": [0, 5, 8, 12]}
DEAL = [" ".join(f"{rank}{suit}" for rank in "3456789TJQKA2") for suit in "CDHS"]
UNFINISHED = {"dealt": DEAL, "events": ["1: 3C 4C 5C 6C 7C"], "passes": "implied"}


def open_session() -> str:
    """Return the path of the projector's board."""
    owner = User.objects.create_user("owner")
    club, _ = memberships.found_club("Watched", by=owner, visibility=Visibility.PUBLIC)
    players = [Player.objects.create(club=club, name=name) for name in CAST]
    session, _ = session_recording.record_session(
        club, {"variant": "big-two"}, players=players, by=owner, visibility=Visibility.PUBLIC
    )
    for record in [PLAYED] * HANDS + [UNFINISHED]:
        hand_recording.record_hand(session, record, by=owner)
    return reverse("projector-board", args=[session.pk])


if __name__ == "__main__":
    print(json.dumps({"path": open_session()}))
