"""Act in an installation as the club's people do, and print what is in its database as JSON: ``club_state [ACTION]``.

Actions: ``create`` a club with two sessions, ``record`` a hand in it, ``change`` something of every kind, create the account
of an ``owner``.  Then the work of workers is done.
"""

import json
import sys
from datetime import date
from typing import Any

import django

django.setup()

from django.apps import apps
from django.test import Client
from rest_framework.test import APIClient

from scorekeeper import erasure
from scorekeeper.clubs import memberships, player_merges, roster
from scorekeeper.hands import amendments, comments, variations
from scorekeeper.hands import recording as hand_recording
from scorekeeper.journal import sealing
from scorekeeper.models import (
    ALL_SCOPES,
    Club,
    Departure,
    Hand,
    JournalEntry,
    Member,
    Player,
    Role,
    Season,
    Session,
    Token,
    User,
)
from scorekeeper.replays.hand_search import HandQuestion
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_input import parse_plan
from scorekeeper.statistics import awards
from tests.pages import prepared_club
from tests.scorekeeper.sample_hands import CLEAN, SHEET
from tests.scorekeeper.sample_pictures import give_picture

TRAVELLING = (
    *"club membershipchange player playerpicture playermerge mergereversal erasure season scoringplan award".split(),
    *"session sessionrevision hand handrevision transcript confirmation comment".split(),
    *"commentremoval handvariation variationremoval dispute disputestatement ruling withdrawal".split(),
)
"""The models whose rows are in an archive."""
LOCAL = {"SERVER_NAME": "localhost"}


def create() -> None:
    alice, bob = (User.objects.create_user(name) for name in ("alice", "bob"))
    club, _ = memberships.found_club("Thursday night", by=alice)
    memberships.give_role(club, bob, Role.REFEREE, by=alice)
    season = Season(club=club, name="2026", starts_on=date(2026, 1, 1))
    roster.add(season, by=alice)
    by_lot = parse_plan({"tie_breaks": ["lot"], "seed": "Bob 7"})
    plan_versions.decide(season, by_lot, by=alice, reason="Lots decide.")
    best, _ = awards.make(club, "Best pair", HandQuestion(combination="pair"), by=alice)
    awards.make(club, "Bob’s cup", HandQuestion(rule="B17"), by=bob)
    awards.take_away(best, by=bob)
    players = [Player(club=club, name=name) for name in ("Alice", "Bob", "Carol", "Dan", "Dora")]
    for player in players:
        roster.add(player, by=alice)
    for player in players[:2]:
        give_picture(player)
    for event, seated in (("First", players[:4]), ("Second", [*players[:3], players[4]])):
        record = {"variant": "big-two", "played_on": "2026-03-01", "event": event, "note": "loud"}
        session, _ = session_recording.record_session(club, record, players=seated, by=bob)
        session_recording.file_session(session, season=season, visibility="private", by=bob)
        for sheet in (CLEAN, SHEET):
            hand_recording.record_hand(session, sheet, by=bob)
        dealt = session.hands.get(position=1)
        words = {"name": "Bob waits", "comments": [{"event": 2, "mark": "?"}]}
        for number in range(2):
            line, _ = variations.keep(dealt, first=2, events=["2: pass"], words=words, by=bob)
            if number:
                variations.withdraw(line, by=bob)


def record(by: str = "bob") -> dict[str, Any] | None:
    """Record a hand over HTTP; return the problem, if it was refused."""
    _, token = Token.objects.create(user=User.objects.get(username=by), scopes=ALL_SCOPES)
    client = APIClient(**LOCAL)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    session = Session.objects.get(event="First")
    answer = client.post(f"/api/v1/sessions/{session.pk}/hands/", SHEET, format="json")
    problem = answer.json()
    return (
        {"code": problem["code"], "address": problem["address"]}
        if answer.status_code == 409
        else None
    )


def add_player_on_page() -> list[Any]:
    """Add a player on the club's page; return the status, and whether the page names where the club is."""
    client = Client(**LOCAL)
    client.force_login(User.objects.get(username="alice"))
    club = Club.objects.get()
    answer = client.post(f"/clubs/{club.pk}/players/", {"names": "Emil"})
    address = Departure.objects.get(club=club).address
    return [answer.status_code, address in answer.content.decode()]


def change() -> None:
    olga, club = User.objects.get(username="olga"), Club.objects.get()
    first, second = Session.objects.get(event="First"), Session.objects.get(event="Second")
    hand_recording.record_hand(first, SHEET, by=olga)
    sheet = Hand.objects.get(session=second, position=2)
    amendments.amend(sheet, amendments.Amendment(keys={"cards_left": [9, 0, 8, 12]}), by=olga)
    sheet.refresh_from_db()
    comments.comment(sheet, "Well played.", by=olga)
    dealt = Hand.objects.get(session=first, position=1)
    variations.keep(dealt, first=2, events=["2: pass"], words={"name": "Late"}, by=olga)
    awards.take_away(club.awards.get(removed_at=None), by=olga)
    awards.make(club, "Late cup", HandQuestion(rule="B17"), by=olga)
    Player.objects.filter(name="Carol").update(name="Caroline")
    sealing.note_changes(Player, [Player.objects.get(name="Caroline").pk])
    give_picture(Player.objects.get(name="Caroline"))
    third = {"variant": "pusoy-dos", "played_on": "2026-04-01", "event": "Third"}
    players = list(club.players.order_by("name")[:4])
    session, _ = session_recording.record_session(club, third, players=players, by=olga)
    session_recording.file_session(
        session, season=Season.objects.get(), visibility="private", by=olga
    )
    hand_recording.record_hand(session, {"out": [2, 4, 1]}, by=olga)
    player_merges.merge(Player.objects.get(name="Dora"), Player.objects.get(name="Dan"), by=olga)
    erasure.erase(Player.objects.get(name="Bob"), confirm="Bob", by=olga)
    bob = Member.objects.get(role=Role.REFEREE).user
    memberships.give_role(club, bob, Role.MEMBER, by=olga)
    memberships.give_role(club, bob, Role.SCORER, by=olga)


def state() -> dict[str, Any]:
    """Return the ids of what is in archives, the standings, the players and the journal."""
    prepared_club.run_workers()
    sealing.seal_waiting(stop=lambda: False)
    ids = {
        name: sorted(
            str(pk)
            for pk in apps.get_model("scorekeeper", name).objects.values_list("pk", flat=True)
        )
        for name in TRAVELLING
    }
    club = Club.objects.first()
    if club is None:
        return {"ids": {}}
    return {
        "club": str(club.pk),
        "ids": ids,
        "members": sorted(map(str, club.members.values_list("user", "role"))),
        "players": list(club.players.order_by("pk").values_list("name", flat=True)),
        "standings": _standings(club),
        "journal": _journal(club),
    }


def _journal(club: Club) -> list[str]:
    entries = JournalEntry.objects.filter(journal=club.pk)
    return list(entries.order_by("number").values_list("digest", flat=True))


def _standings(club: Club) -> Any:
    _, token = Token.objects.create(
        user=club.members.filter(role=Role.OWNER, user__is_active=True).first().user,
        scopes=ALL_SCOPES,
    )
    client = APIClient(**LOCAL)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    answer = client.get(f"/api/v1/seasons/{club.seasons.get().pk}/standings/").json()
    return {key: value for key, value in answer.items() if key not in {"counted_at", "as_of"}}


def main(action: str = "") -> None:
    extra: dict[str, Any] = {}
    match action:
        case "create":
            create()
        case "owner":
            User.objects.create_user("olga")
        case "record":
            extra["refused"] = record()
            if extra["refused"]:
                extra["page"] = add_player_on_page()
        case "change":
            change()
    print(json.dumps({**state(), **extra}))


if __name__ == "__main__":
    main(*sys.argv[1:])
