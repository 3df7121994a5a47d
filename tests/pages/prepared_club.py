"""Create the demo club with rows of every kind, and a club in which nothing has happened yet.

``python -m tests.pages.prepared_club`` does so in the empty ``DATA_DIR`` and prints the ids and session cookies as JSON.
"""

import base64
import json
import sys
import uuid
from datetime import date, timedelta
from typing import Any, TypeAlias
from urllib.parse import quote

import django

django.setup()

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django_otp.plugins.otp_totp.models import TOTPDevice

import referee
from scorekeeper import erasure
from scorekeeper.accounts import second_step, tokens
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import invitations as club_invitations
from scorekeeper.clubs import memberships, merge_pieces, player_merges
from scorekeeper.clubs import roster as club_roster
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes import statements as dispute_statements
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.exports import file_worker, moving_pictures
from scorekeeper.exports import files as export_files
from scorekeeper.exports.files import Question
from scorekeeper.exports.moving_pictures import MovingQuestion
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import comments as hand_comments
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands import second_logs
from scorekeeper.hands import variations as hand_variations
from scorekeeper.hands.amendments import Amendment
from scorekeeper.imports import several_files
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.imports import worker as import_worker
from scorekeeper.imports.several_files import SentFile
from scorekeeper.imports.uploads import RecordFile
from scorekeeper.management import demo_club
from scorekeeper.models import (
    Club,
    Decision,
    ExportFile,
    ExportFormat,
    ExportKind,
    Hand,
    Import,
    LeftOut,
    MovingFormat,
    Player,
    Puzzle,
    Role,
    Season,
    Session,
    TokenScope,
    UploadedFile,
    User,
    Visibility,
    WebhookEvent,
)
from scorekeeper.pages.replays import moving_pictures as replay_films
from scorekeeper.ratings import rerating
from scorekeeper.replays import frames as replay_frames
from scorekeeper.replays import rebuilds as replay_rebuilds
from scorekeeper.sessions import links as session_links
from scorekeeper.sessions import recording as session_recording
from scorekeeper.sessions import season_what_if, what_if_pieces
from scorekeeper.sessions.document import names_of
from scorekeeper.standings import recount as standings_recount
from scorekeeper.statistics import recount as statistics_recount
from scorekeeper.webhooks import subscriptions
from scorekeeper.webhooks.subscriptions import NewWebhook
from tests.scorekeeper.sample_pictures import give_picture

NAMES_IN_ROUTES = {
    "clubs": "club",
    "players": "player",
    "seasons": "season",
    "standings": "player",
    "sessions": "session",
    "hands": "hand",
    "transcripts": "transcript",
    "variations": "variation",
    "awards": "award",
    "disputes": "dispute",
    "imports": "import",
    "exports": "export",
    "rebuilds": "rebuild",
    "webhooks": "webhook",
    "what-ifs": "what_if",
    "puzzles": "puzzle",
}
"""Names of ids in the prepared club by the words before ids in the addresses of the API."""
POINT = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
FIXED_IN_ROUTES = {"variants": "big-two", "schemas": "session-record/1"}
"""Words in the addresses of the API that are not ids, by the words before them."""

Names: TypeAlias = dict[str, Any]
"""Ids by the words in braces in the addresses of page_table.py."""

STAFF = (("referee", Role.REFEREE), ("scorer", Role.SCORER), ("member", Role.MEMBER))
UNFINISHED = ["3: 3C 3D", "4: 5H 5S", "1: pass", "2: 9C 9D"]
NOTED = Amendment(keys={"note": "A long one."}, reason="It was not written down.")
PUBLIC = {"visibility": Visibility.PUBLIC}
TODAY = date(2026, 4, 12)  # its sessions are as old as their records say


def create_rows() -> Names:
    """Create all rows and return their ids."""
    club = demo_club.create_demo_club(today=TODAY).club
    owner = User.objects.get(username=demo_club.USERNAME)
    for name, role in STAFF:
        account = User.objects.create_user(name, email=f"{name}@club.example")
        memberships.give_role(club, account, role, by=owner)
    User.objects.create_user("newcomer")
    club_roster.change(club, PUBLIC, by=owner)
    puzzle = Puzzle.objects.filter(hand=None)[0]
    wrong = next(iter(puzzle.tree["nodes"][0]["loses"]))
    puzzled = {"puzzle": puzzle.pk, "wrong_play": quote(wrong)}
    award = club.awards.all()[0]
    names = {
        "club": club.pk,
        **puzzled,
        "award": award.pk,
        **_empty(owner),
        **_played(club, by=owner),
        **_office(club, by=owner),
    }
    run_workers()
    _film(Hand.objects.get(pk=names["hand"]))
    return names


def create_all() -> Names:
    """Create all rows, second steps of two accounts and the mail for choosing a new password; return ids and parts of addresses."""
    names = {**create_rows(), "nothing": uuid.uuid4()}
    TOTPDevice.objects.create(user=User.objects.get(username="referee"))
    second_step.start(User.objects.get(username="newcomer"))
    return {**names, **password_reset(User.objects.get(username="newcomer"))}


def _empty(owner: User) -> Names:
    club, _ = memberships.found_club("Sunday Beginners", by=owner)
    season, _ = club_roster.add(Season(club=club, name="Autumn"), by=owner)
    table = [
        club_roster.get_or_add_player(club, name, by=owner)
        for name in ("Ivan", "Judy", "Ken", "Lea")
    ]
    session, _ = session_recording.record_session(
        club, {"variant": "big-two"}, players=table, by=owner
    )
    bare, _ = memberships.found_club("Nobody Yet", by=owner)
    return {
        "empty_club": club.pk,
        "bare_club": bare.pk,
        "empty_season": season.pk,
        "empty_session": session.pk,
        "empty_player": table[0].pk,
    }


def _played(club: Club, *, by: User) -> Names:
    """Create sessions, hands in every state, disputes and comments."""
    sessions = {path.stem: _session(path.stem) for path in demo_club.RECORDS.glob("*.toml")}
    thursday, public = sessions["big_two_2"], sessions["big_two_1"]
    session_recording.file_session(public, season=public.season, by=by, **PUBLIC)
    assert public.season
    club_roster.change(public.season, PUBLIC, by=by)
    hand, sheet = thursday.hands.get(position=2), thursday.hands.get(position=4)
    read_again, _ = hand_amendments.amend(sessions["big_two_3"].hands.get(position=1), NOTED, by=by)
    begun = hand_recording.record_hand(
        _begin_session(public, by=by), {"events": UNFINISHED}, by=by
    ).hand
    player = thursday.seats.get(number=2).player
    return {
        "season": public.season.pk,
        "player": player.pk,
        "digest": give_picture(player).digest,
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
        **_dispute_and_comment(hand, sheet, by=by),
    }


def _session(stem: str) -> Session:
    return Session.objects.get(pk=demo_club.demo_id(f"session {stem}"))


def _begin_session(like: Session, *, by: User) -> Session:
    """Create a session of these players that has just begun."""
    table = [seat.player for seat in like.seats.order_by("number").select_related("player")]
    sheet = {"variant": like.variant, "event": "Thursday night"}
    session, _ = session_recording.record_session(like.club, sheet, players=table, by=by)
    return session


def _dispute_and_comment(hand: Hand, sheet: Hand, *, by: User) -> Names:
    """Create disputes in every state, a second log and a comment."""
    referee, member = (User.objects.get(username=name) for name in ("referee", "member"))
    content = hand.head.content
    second_log = {key: content[key] for key in ("dealt", "events")}
    second_log["events"] = [*second_log["events"][:6], "4: 7S", *second_log["events"][7:]]
    transcript, _ = second_logs.transcribe(hand, second_log, by=referee)
    play = NewDispute(event=1, claim="That was no straight.", grounds="I saw both twos go.")
    waits, _ = dispute_filing.raise_dispute(hand, play, by=member)
    dispute_statements.add_statement(waits, "One of them was a three.", by=referee)
    rude, _ = dispute_filing.raise_dispute(
        sheet, NewDispute(claim="They looked at my cards."), by=member
    )
    decided = NewRuling(
        decision=Decision.ADJUSTMENT, reason="All three saw it.", seat=3, points=-10
    )
    dispute_ruling.rule_on(rude, decided, by=referee)
    dropped, _ = dispute_filing.raise_dispute(
        hand, NewDispute(claim="A pass is missing."), by=member
    )
    dispute_filing.withdraw(dropped, by=member)
    comment, _ = hand_comments.comment(hand, "What a lead!", by=member, event=1)
    line = {"first": 10, "events": ["2: pass"], "words": {"name": "Waiting", "comment": "Why not?"}}
    variation, _ = hand_variations.keep(hand, **line, by=member)
    hand_confirmations.confirm_hand(hand, digest=hand.head.digest, by=member)
    return {
        "transcript": transcript.pk,
        "dispute": waits.pk,
        "ruled": rude.pk,
        "withdrawn": dropped.pk,
        "comment": comment.pk,
        "variation": variation.pk,
    }


def _office(club: Club, *, by: User) -> Names:
    """Create links, an invitation, a webhook, a merge, an erasure and other rows of the office pages."""
    session = _session("big_two_2")
    link, _ = session_links.create_link(session, by=by, label="Bob’s phone")
    revoked, _ = session_links.create_link(session, by=by, label="Lost phone")
    session_links.revoke_link(revoked, by=by)
    invitation, _ = club_invitations.invite(club, Role.SCORER, by=by, email="frank@club.example")
    webhook = NewWebhook(
        address="https://screen.example/told", kinds=list(WebhookEvent), label="The wall"
    )
    hook, _ = subscriptions.create(club, webhook, by=by)
    message = subscriptions.ping(hook, by=by).message
    alicia, _ = club_roster.add(Player(club=club, name="Alicia"), by=by)
    merge, _ = player_merges.merge(alicia, club.players.get(name="Alice"), by=by)
    gone_player, _ = club_roster.add(Player(club=club, name="Zoe"), by=by)
    erasure.erase(gone_player, confirm=gone_player.name, by=by)
    token, _ = tokens.create_token(by, label="Wall display")
    all_years, _ = club_roster.add(
        Season(club=club, name="All years", starts_on=date(2000, 1, 1)), by=by
    )
    tokens.create_token(by, label="Phone", scopes=[TokenScope.LOG], only_club=club)
    return {
        "link": link.pk,
        "link_token": session_links.token_of(link),
        "invitation": club_invitations.token_of(invitation),
        "invited": invitation.pk,
        "webhook": hook.pk,
        "message": message,
        "merge": merge.pk,
        "spare": club_roster.get_or_add_player(club, "Erika", by=by).pk,
        "rebuild": replay_rebuilds.request_rebuild(club, by=by).pk,
        "import": _import_file(club, by=by).pk,
        "upload": _upload_files(club, by=by),
        "sheet": UploadedFile.objects.get(name="scores 2022.csv").pk,
        "token": token.pk,
        "incomplete_season": all_years.pk,
        **_try_rules(club, by=by),
        **_prepare_files(club, by=by),
    }


def _prepare_files(club: Club, *, by: User) -> dict[str, uuid.UUID]:
    """Have a file made, and leave another to workers."""
    made = export_files.ask(club, Question(ExportKind.RECORDS, ExportFormat.NDJSON), by=by)
    file_worker.make_waiting(stop=lambda: False, give_up=lambda: False)
    export_files.ask(
        club, Question(ExportKind.ARCHIVE, ExportFormat.ZIP, leave_out=LeftOut.UNFINISHED), by=by
    )
    return {"export": made.pk}


def _try_rules(club: Club, *, by: User) -> dict[str, uuid.UUID]:
    """Have house rules tried on a season, and leave others to workers."""
    season = Season.objects.filter(sessions__variant="big-two", club=club).first()
    rules = {"multipliers": [[1, 1], [8, 2]]}
    tried = season_what_if.try_rules(season, "big-two", rules, by=by)
    what_if_pieces.finish_waiting(stop=lambda: False)
    waiting = season_what_if.try_rules(season, "big-two", {}, by=by)
    return {"what_if": tried.pk, "waiting_what_if": waiting.pk}


def _film(hand: Hand) -> None:
    """Have a moving picture of a hand, of one point: drawing it would take some seconds."""
    names = names_of(hand.session)
    shows = replay_films.digest_of(hand, names, seat=None, language="en")
    film = moving_pictures.ask(hand, MovingQuestion(MovingFormat.GIF, None, "en", shows))
    name = export_files.storage().save(export_files.new_name(film), ContentFile(POINT))
    now = timezone.now()
    ExportFile.objects.filter(pk=film.pk).update(
        name=name, size=len(POINT), sha256="-", finished_at=now, expires_at=now + timedelta(days=7)
    )


def _import_file(club: Club, *, by: User) -> Import:
    """Import a file that has an error in its last line."""
    source = "Alice Bob Carol Dan\n0 1 2 3\n5 0 8 12\nAlice Bob Carol Nobody\n0 5 8 77\n"
    row, _ = import_uploads.create_import(
        club, RecordFile(notation="txt", source=source, names={}, dry_run=False), by=by
    )
    import_worker.process(row, stop=lambda: False)
    return row


def _upload_files(club: Club, *, by: User) -> uuid.UUID:
    """Send a score sheet with names that are nearly known, a spreadsheet without columns, and a file that is no text."""
    known = [player.name for player in club.players.order_by("name")[:3]]
    sheet = f"2022-03-01\n{known[0]}, {known[1]}n, {known[2]}, Zebediah Oldacre\n0, 5, 8, 12\n3, 0, 7, 1\n2022-03-08\n0 5 77 1\n"
    table = "Date;Ana Ma;Bo Li;Cy Wu;Daisy Ng;Sum\n1.3.2022;0;5;8;12;25\n;3;0;7;1;11\n2.3.2022;1;1;0;2;4\n"
    problem = referee.MalformedError("unreadable", "", "This is not a text file.")
    files = [
        SentFile(name="evening.txt", notation="txt", text=sheet),
        SentFile(name="scores 2022.csv", notation="csv", text=table),
        SentFile(name="photo.jpg", notation="", text="", problem=problem),
    ]
    upload = uuid.uuid4()
    for row in several_files.create_upload(club, files, by=by, id=upload):
        import_worker.process(row, stop=lambda: False)
    return upload


def password_reset(user: User) -> Names:
    """Return the parts of the address in a mail for choosing a new password."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return {"uid": uid, "reset": default_token_generator.make_token(user)}


def run_workers() -> None:
    """Do what workers would do."""

    def never() -> bool:
        return False

    merge_pieces.finish_waiting(stop=never)
    replay_frames.rebuild_stale(stop=never)
    statistics_recount.refresh_waiting(stop=never)
    standings_recount.refresh_waiting(stop=never)
    rerating.refresh_stale(stop=never)


def signed_in(username: str) -> str:
    """Return the session cookie of this account."""
    client = Client()
    client.force_login(User.objects.get(username=username))
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def main() -> None:
    """Migrate, create all rows, and print ids and cookies."""
    call_command("migrate", interactive=False, verbosity=0)
    names = create_all()
    people = (demo_club.USERNAME, "newcomer", *(name for name, _ in STAFF))
    cookies = {name: signed_in(name) for name in people}
    json.dump({"names": names, "cookies": cookies}, sys.stdout, default=str)


if __name__ == "__main__":
    main()
