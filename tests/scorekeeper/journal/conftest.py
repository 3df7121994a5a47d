"""A club with at least one row of every kind of fact."""

from types import SimpleNamespace
from uuid import uuid4

import pytest

from scorekeeper import erasure
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import invitations, player_merges, roster
from scorekeeper.disputes import filing, ruling, statements
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import comments, confirmations, live_log, recording, second_logs, variations
from scorekeeper.journal import sealing
from scorekeeper.models import (
    Club,
    Decision,
    Hand,
    Player,
    PlayerMerge,
    Role,
    Season,
    Session,
    User,
    Visibility,
)
from scorekeeper.sessions import links
from scorekeeper.sessions import recording as session_recording
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan import DEFAULT
from tests.scorekeeper.sample_hands import SHEET


def seal_all() -> int:
    return sealing.seal_waiting(stop=lambda: False)


@pytest.fixture
def storied_club(session: Session, hand: Hand, people: SimpleNamespace) -> Club:
    """The club after an evening on which everything happened that is written down, sealed."""
    club = session.club
    season, _ = roster.add(
        Season(club=club, name="Spring", starts_on="2026-03-01"), by=people.alice
    )
    session_recording.file_session(
        session, season=season, visibility=Visibility.PRIVATE, by=people.alice
    )
    plan_versions.decide(season, DEFAULT, by=people.alice, reason="As agreed.")
    _people_come_and_go(club, people)
    link, _ = links.create_link(session, by=people.carol, label="Dan's phone")
    second_logs.transcribe(hand, {**SHEET, "note": "No lamp."}, by=people.dan, through=link)
    links.revoke_link(link, by=people.carol)
    live = recording.record_hand(session, {"events": []}, by=people.carol).hand
    live_log.append(live, [live_log.NewEvent(uuid4(), "1: 3C")], after=0, by=people.carol)
    confirmations.confirm_hand(hand, digest=hand.head.digest, by=people.dan)
    comment, _ = comments.comment(hand, "A brave lead.", by=people.dan)
    comments.comment(hand, "Was it?", by=people.bob)
    comments.remove(comment, by=people.dan)
    for number, name in enumerate(("Bob waits", "Bob beats it")):
        line = {"first": 2, "events": ["2: pass"], "words": {"name": name}}
        variation, _ = variations.keep(hand, **line, by=people.dan)
        if number:
            variations.withdraw(variation, by=people.dan)
    for decided in (False, True):
        about = NewDispute(claim="Too low.", grounds="I saw it.", evidence="A photo.", event=2)
        dispute, _ = filing.raise_dispute(hand, about, by=people.dan)
        statements.add_statement(dispute, "It was not.", by=people.carol)
        if decided:
            new = NewRuling(decision=Decision.STANDS, reason="It was higher.")
            ruling.rule_on(dispute, new, by=people.bob)
        else:
            filing.withdraw(dispute, by=people.dan)
    seal_all()
    return club


def _people_come_and_go(club: Club, people: SimpleNamespace) -> None:
    guest = User.objects.create_user("guest")
    first, _ = invitations.invite(club, Role.MEMBER, by=people.alice)
    invitations.accept(first, guest)
    second, _ = invitations.invite(club, Role.MEMBER, by=people.alice, email="a@club.example")
    invitations.revoke(second, by=people.alice)
    invitations.invite(club, Role.MEMBER, by=people.alice, email="b@club.example")
    player, again, gone = (
        roster.add(Player(club=club, name=name), by=people.alice)[0]
        for name in ("Guest", "Gast", "Quux")
    )
    player_merges.merge(again, player, by=people.bob)
    player_merges.reverse(PlayerMerge.objects.get(), by=people.bob)
    roster.change(player, {"user": guest}, by=people.alice)
    erasure.erase(gone, confirm="Quux", by=people.alice)
