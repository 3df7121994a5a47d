"""A club with something of everything: the demo club, and beside it one in which nothing has happened yet.

Run as a program in a ``DATA_DIR`` of its own, it makes both there and prints what they are called and who is signed in:
``python -m tests.pages.prepared``.
"""

import json
import sys
import uuid
from typing import Any, TypeAlias

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth.tokens import default_token_generator  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils.encoding import force_bytes  # noqa: E402
from django.utils.http import urlsafe_base64_encode  # noqa: E402

from scorekeeper import (  # noqa: E402
    amending,
    commenting,
    confirming,
    demo,
    disputes,
    erasing,
    hearing,
    import_files,
    importing,
    inviting,
    linking,
    memberships,
    merging,
    rebuilding,
    reckoning,
    recording,
    replays,
    rerating,
    rosters,
    showings,
    tokens,
    transcribing,
    webhooks,
)
from scorekeeper.amending import Amendment  # noqa: E402
from scorekeeper.decisions import NewRuling  # noqa: E402
from scorekeeper.disputes import NewDispute  # noqa: E402
from scorekeeper.import_files import File  # noqa: E402
from scorekeeper.models import (  # noqa: E402
    Club,
    Decision,
    Hand,
    Happening,
    Import,
    Player,
    Role,
    Season,
    Session,
    User,
    Visibility,
)
from scorekeeper.webhooks import NewWebhook  # noqa: E402

Names: TypeAlias = dict[str, Any]
"""What an address may name, by the word in its braces."""

STAFF = (("referee", Role.REFEREE), ("scorer", Role.SCORER), ("member", Role.MEMBER))
UNFINISHED = ["3: 3C 3D", "4: 5H 5S", "1: pass", "2: 9C 9D"]
NOTED = Amendment(keys={"note": "A long one."}, reason="It was not written down.")
PUBLIC = {"visibility": Visibility.PUBLIC}


def made() -> Names:
    """Make everything, and say what it is called."""
    club, owner = demo.make_demo_club().club, User.objects.get(username=demo.USERNAME)
    for name, role in STAFF:
        account = User.objects.create_user(name, email=f"{name}@club.example")
        memberships.give_role(club, account, role, by=owner)
    User.objects.create_user("newcomer")
    rosters.change(club, PUBLIC, by=owner)
    names = {"club": club.pk, **_empty(owner), **_played(club, by=owner), **_office(club, by=owner)}
    _count()
    return names


def _empty(owner: User) -> Names:
    club, _ = memberships.found_club("Sunday Beginners", by=owner)
    season, _ = rosters.add(Season(club=club, name="Autumn"), by=owner)
    table = [rosters.player_named(club, name, by=owner) for name in ("Ivan", "Judy", "Ken", "Lea")]
    session, _ = recording.record_session(club, {"variant": "big-two"}, players=table, by=owner)
    bare, _ = memberships.found_club("Nobody Yet", by=owner)
    return {
        "empty_club": club.pk,
        "bare_club": bare.pk,
        "empty_season": season.pk,
        "empty_session": session.pk,
        "empty_player": table[0].pk,
    }


def _played(club: Club, *, by: User) -> Names:
    """Sessions, hands in every state, and what people say about them."""
    sessions = {path.stem: _session(path.stem) for path in demo.RECORDS.glob("*.toml")}
    thursday, public = sessions["big_two_2"], sessions["big_two_1"]
    recording.file_session(public, season=public.season, by=by, **PUBLIC)
    assert public.season
    rosters.change(public.season, PUBLIC, by=by)
    hand, sheet = thursday.hands.get(position=2), thursday.hands.get(position=4)
    read_again, _ = amending.amend(sessions["big_two_3"].hands.get(position=1), NOTED, by=by)
    begun, _ = recording.record_hand(_sitting(public, by=by), {"events": UNFINISHED}, by=by)
    return {
        "season": public.season.pk,
        "player": thursday.seats.get(number=2).player_id,
        "session": thursday.pk,
        "public_session": public.pk,
        "going_on": begun.session_id,
        **{stem: session.pk for stem, session in sessions.items()},
        "hand": hand.pk,
        "sheet_only": sheet.pk,
        "amended": read_again.pk,
        "unfinished": begun.pk,
        "public_hand": public.hands.get(position=1).pk,
        "gang_hand": sessions["gang_of_four_1"].hands.get(position=2).pk,
        "melds_hand": sessions["four_color_cards_1"].hands.get(position=1).pk,
        **_said_about(hand, sheet, by=by),
    }


def _session(stem: str) -> Session:
    return Session.objects.get(pk=demo.demo_id(f"session {stem}"))


def _sitting(like: Session, *, by: User) -> Session:
    """Tonight's session, which has just begun."""
    table = [seat.player for seat in like.seats.order_by("number").select_related("player")]
    sheet = {"variant": like.variant, "event": "Thursday night"}
    session, _ = recording.record_session(like.club, sheet, players=table, by=by)
    return session


def _said_about(hand: Hand, sheet: Hand, *, by: User) -> Names:
    """Disputes in every state, a second log, comments."""
    referee, member = (User.objects.get(username=name) for name in ("referee", "member"))
    written = hand.head.content
    other = {key: written[key] for key in ("dealt", "events")}
    other["events"] = [*other["events"][:6], "4: 7S", *other["events"][7:]]
    transcript, _ = transcribing.transcribe(hand, other, by=referee)
    play = NewDispute(event=1, claim="That was no straight.", grounds="I saw both twos go.")
    waits, _ = disputes.raise_dispute(hand, play, by=member)
    hearing.state(waits, "One of them was a three.", by=referee)
    rude, _ = disputes.raise_dispute(sheet, NewDispute(claim="They looked at my cards."), by=member)
    decided = NewRuling(
        decision=Decision.ADJUSTMENT, reason="All three saw it.", seat=3, points=-10
    )
    disputes.rule_on(rude, decided, by=referee)
    dropped, _ = disputes.raise_dispute(hand, NewDispute(claim="A pass is missing."), by=member)
    disputes.withdraw(dropped, by=member)
    comment, _ = commenting.comment(hand, "What a lead!", by=member, event=1)
    confirming.confirm(hand, digest=hand.head.digest, by=member)
    return {
        "transcript": transcript.pk,
        "dispute": waits.pk,
        "ruled": rude.pk,
        "withdrawn": dropped.pk,
        "comment": comment.pk,
    }


def _office(club: Club, *, by: User) -> Names:
    """What a club's office keeps."""
    session = _session("big_two_2")
    link, _ = linking.make_link(session, by=by, label="Bob’s phone")
    gone, _ = linking.make_link(session, by=by, label="Lost phone")
    linking.revoke(gone, by=by)
    asked, _ = inviting.invite(club, Role.SCORER, by=by, email="frank@club.example")
    new = NewWebhook(address="https://screen.example/told", kinds=list(Happening), label="The wall")
    hook, _ = webhooks.make(club, new, by=by)
    message = webhooks.ping(hook, by=by).message
    alicia, _ = rosters.add(Player(club=club, name="Alicia"), by=by)
    merge, _ = merging.merge(alicia, club.players.get(name="Alice"), by=by)
    gone_player, _ = rosters.add(Player(club=club, name="Zoe"), by=by)
    erasing.erase(gone_player, confirm=gone_player.name, by=by)
    token, _ = tokens.make_token(by, label="Wall display")
    return {
        "link": link.pk,
        "link_token": linking.token_of(link),
        "invitation": inviting.token_of(asked),
        "webhook": hook.pk,
        "message": message,
        "merge": merge.pk,
        "spare": rosters.player_named(club, "Erika", by=by).pk,
        "rebuild": rebuilding.ask(club, by=by).pk,
        "import": _taken_in(club, by=by).pk,
        "token": token.pk,
    }


def _taken_in(club: Club, *, by: User) -> Import:
    """A file with something wrong in it."""
    source = "Alice Bob Carol Dan\n0 1 2 3\n5 0 8 12\nAlice Bob Carol Nobody\n0 5 8 77\n"
    row, _ = import_files.take_in(
        club, File(notation="txt", source=source, names={}, dry_run=False), by=by
    )
    importing.work_on(row, stop=lambda: False)
    return row


def _forgotten(user: User) -> Names:
    """The way to a new password, as the mail has it."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return {"uid": uid, "reset": default_token_generator.make_token(user)}


def _count() -> None:
    """What workers would count."""

    def never() -> bool:
        return False

    replays.rebuild_stale(stop=never)
    showings.count_missing(stop=never)
    reckoning.count_waiting(stop=never)
    rerating.count_waiting(stop=never)


def signed_in(username: str) -> str:
    """The cookie of somebody who is signed in."""
    client = Client()
    client.force_login(User.objects.get(username=username))
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def main() -> None:
    """Make it all in an empty data directory."""
    call_command("migrate", interactive=False, verbosity=0)
    names = {**made(), "nothing": uuid.uuid4()}
    people = (demo.USERNAME, "newcomer", *(name for name, _ in STAFF))
    cookies = {name: signed_in(name) for name in people}
    names |= _forgotten(User.objects.get(username="newcomer"))
    json.dump({"names": names, "cookies": cookies}, sys.stdout, default=str)


if __name__ == "__main__":
    main()
