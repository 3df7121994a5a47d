"""Hands of the database judged by the referee, in order, each with what the hands before carry into it.

``rejudge`` writes the rows that are derived from that; they can be deleted and built again.
"""

import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast

import referee
from scorekeeper.adjudication import derived_rows
from scorekeeper.clubs import player_merges
from scorekeeper.models import (
    Adjudication,
    Hand,
    HandRevision,
    Score,
    Seat,
    Session,
    SessionRevision,
)


def session_record(revision: SessionRevision) -> referee.JsonObject:
    """Return a session record without its hands, with players as ids."""
    return referee.join_session(referee.Parts(revision.content, revision.text))


def hand_record(revision: HandRevision) -> referee.JsonObject:
    """Return a hand record as it was written down."""
    return referee.join_hand(referee.Parts(revision.content, revision.text))


def rules_of(session: Session, judged: Adjudication | None = None) -> referee.Rules:
    """Return the rules by which a session is played; in the edition under which one of its hands was judged, if it was."""
    return referee.rules_for(
        session.variant,
        session.head.content.get("house_rules") or {},
        digest=judged.rules_digest if judged else None,
    )


def seat_count(session: Session) -> int:
    """Return how many sit at the table."""
    return len(session.head.content["players"])


class StoredHand(NamedTuple):
    """What the later hands and the result of a session depend on; None where a hand has no adjudication."""

    position: int
    input_digest: str | None
    carried_out: str | None  # JSON, which only the reader of the last hand parses


def stored_hands(session: Session) -> list[StoredHand]:
    """Return what is stored of a session's hands, in order."""
    return [StoredHand(*row) for row in _STORED_HANDS.filter(session=session)]


# Built once: to resolve these names takes Django longer than to ask the database.
_STORED_HANDS = Hand.objects.order_by("position").values_list(
    "position", "adjudication__input_digest", Cast("adjudication__carried_out", TextField())
)
_SEATS_WITH_MERGES = Seat.objects.order_by("number").values_list(
    "number", "player", "player__merges", "player__merges__reversal"
)


def carry_from(session: Session, before: Sequence[StoredHand]) -> referee.Carried:
    """Return what these hands carry into the hand after them."""
    stored = [hand.carried_out for hand in before if hand.carried_out is not None]
    return referee.Carried.from_json(json.loads(stored[-1])) if stored else first_carry(session)


def carry_into(session: Session, *, position: int) -> referee.Carried:
    """Return what the hands before a position carry into the hand there."""
    before = Adjudication.objects.filter(hand__session=session, hand__position__lt=position)
    carried_out = before.order_by("-hand__position").values_list("carried_out", flat=True).first()
    return first_carry(session) if carried_out is None else referee.Carried.from_json(carried_out)


def first_carry(session: Session) -> referee.Carried:
    """Return what a session carries into its first hand."""
    record = referee.parse_record({**session_record(session.head), "hands": []})
    return referee.Carried.first(record)


@dataclass(frozen=True, kw_only=True)
class SessionTail:
    """What the next hand of a locked session depends on."""

    session: Session
    rules: referee.Rules
    carried: referee.Carried  # into the next hand
    inputs: tuple[str | None, ...]  # the input digests of the hands so far, in order
    players: dict[int, uuid.UUID]  # for whom each seat counts


def tail_of(session: Session) -> SessionTail:
    """Lock a session and return what its next hand depends on.

    Hands are numbered without gaps, and each is judged after the one before: one writer at a time.
    """
    # no join with the head, as in recording.lock
    locked = Session.objects.select_for_update(of=("self",))
    session = locked.only("club", "season", "variant", "head").get(pk=session.pk)
    hands = stored_hands(session)
    return SessionTail(
        session=session,
        rules=rules_of(session),
        carried=carry_from(session, hands),
        inputs=tuple(hand.input_digest for hand in hands),
        players=players_of(session),
    )


def judge(
    sheet: Mapping[str, referee.Json],
    rules: referee.Rules,
    carried: referee.Carried,
    *,
    seats: int,
) -> referee.HandAdjudication:
    """Return the referee's judgement of a new hand.  Raises MalformedError where it contradicts itself."""
    hand = referee.parse_hand(sheet, rules, seats=seats)
    return referee.adjudicate_hand(rules, hand, carried)


def judge_stored(
    hand: Hand, record: Mapping[str, referee.Json] | None = None
) -> referee.HandAdjudication:
    """Return the referee's judgement of a stored hand, as recorded or as ``record`` has it.  Contradictions are no error."""
    return referee.readjudicate_hand(
        rules_of(hand.session, hand.adjudication),
        hand_record(hand.head) if record is None else record,
        referee.Carried.from_json(hand.adjudication.carried_in),
    )


def table_of(hand: Hand, record: Mapping[str, referee.Json] | None = None) -> referee.Table:
    """Return a stored hand as a table, as recorded or as ``record`` has it, under the present edition of the rules.

    Raises MalformedError for a hand that contradicts itself or comes after the end of its game.
    """
    return referee.Table(
        hand.session.variant,
        seats=seat_count(hand.session),
        house_rules=hand.session.head.content.get("house_rules") or {},
        hand=hand_record(hand.head) if record is None else record,
        carried=referee.Carried.from_json(hand.adjudication.carried_in),
    )


def rejudge(
    session: Session, *, start: int = 1, fresh: Hand | None = None, renews_edition: bool = False
) -> referee.HandAdjudication | None:
    """Refresh the derived rows of a session from one hand on; return the judgement of the ``fresh`` hand.

    A hand whose input did not change is not judged again: where a corrected hand carries out what it carried out before,
    the hands after it are left alone.  A hand keeps the edition of the rules under which it was judged first, unless
    ``renews_edition``.  Raises MalformedError where the ``fresh`` hand, which is the first of them,
    contradicts itself or comes after the end of the game; the other hands were recorded before and are judged as far as
    they can be.
    """
    rules, stored = rules_of(session), stored_hands(session)
    before = [hand for hand in stored if hand.position < start]
    carried = carry_from(session, before)
    inputs = [hand.input_digest for hand in before if hand.input_digest is not None]
    changed: list[derived_rows.HandJudgement] = []
    for hand in _hands_from(session, start, fresh, last=stored[-1].position if stored else 0):
        current = getattr(hand, "adjudication", None)
        as_then = None if hand is fresh or renews_edition else current
        judged_by = rules_of(session, as_then)
        digest = derived_rows.input_digest(
            head=hand.head.digest, rules=judged_by.digest, carried_in=carried.as_json()
        )
        inputs.append(digest)
        if current is not None and current.input_digest == digest:
            carried = referee.Carried.from_json(current.carried_out)
            continue
        sheet = hand_record(hand.head)
        if hand is fresh:
            judged = judge(sheet, rules, carried, seats=seat_count(session))
        else:
            judged = referee.readjudicate_hand(judged_by, sheet, carried)
        changed.append(derived_rows.judgement_of(hand, judged))
        carried = judged.carried_out
    if changed:
        derived_rows.update(changed, players=players_of(session))
    derived_rows.replace_result(session, rules, carried, inputs=inputs)
    return next((each.judged for each in changed if each.hand is fresh), None)


def _hands_from(session: Session, start: int, fresh: Hand | None, *, last: int) -> Iterable[Hand]:
    """Return the hands from a position on, with head and adjudication: the fresh one as it is, without asking again."""
    if fresh is not None and start == last:
        return [fresh]
    if fresh is None and last < start:
        return []
    hands = session.hands.select_related("head", "adjudication").order_by("position")
    if fresh is None:
        return hands.filter(position__gte=start)
    return [fresh, *hands.filter(position__gt=start)]


def players_of(session: Session) -> dict[int, uuid.UUID]:
    """Return for whom each seat counts: the player who sits there, or the one into whom that player was merged."""
    rows = list(_SEATS_WITH_MERGES.filter(session=session))
    is_merged = any(merge is not None and reversal is None for *_, merge, reversal in rows)
    survivors = player_merges.surviving_players(session.club_id) if is_merged else {}
    return surviving_seats([(number, player) for number, player, *_ in rows], survivors)


def assign_scores(session: Session) -> None:
    """Assign the stored scores of a session's hands to the players who sit there now."""
    for seat, player in players_of(session).items():
        Score.objects.filter(hand__session=session, seat=seat).update(player=player)


def surviving_seats(
    seats: Iterable[tuple[int, uuid.UUID]], survivors: Mapping[uuid.UUID, uuid.UUID]
) -> dict[int, uuid.UUID]:
    """Return for whom each seat counts, given ``player_merges.surviving_players`` of the club."""
    return {number: survivors.get(player, player) for number, player in seats}
