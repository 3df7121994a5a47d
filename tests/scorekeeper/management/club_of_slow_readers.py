"""Fill a database with a public club whose streams are longer than what sockets hold; test_slow_readers.py runs this.

Prints the ids and a token of the club's owner as JSON.
"""

import json

import django

django.setup()

from scorekeeper.accounts import tokens
from scorekeeper.clubs import memberships, roster
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Player, TokenScope, User, Visibility
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.copied_hands import copy_hands
from tests.scorekeeper.sample_hands import SHEET

HANDS = 4000


def main() -> None:
    owner = User.objects.create_user("alice")
    club, _ = memberships.found_club("Thursday night", by=owner)
    roster.change(club, {"visibility": Visibility.PUBLIC}, by=owner)
    players = [Player.objects.create(club=club, name=name) for name in "ABCD"]
    record = {"variant": "big-two"}
    long_one, new = (
        session_recording.record_session(
            club, record, players=players, by=owner, visibility=Visibility.PUBLIC
        )[0]
        for _ in range(2)
    )
    hand = hand_recording.record_hand(long_one, SHEET, by=owner).hand
    copy_hands([hand], HANDS)
    _, token = tokens.create_token(owner, scopes=[*TokenScope])
    print(json.dumps({"club": str(club.pk), "session": str(new.pk), "token": token}))


if __name__ == "__main__":
    main()
