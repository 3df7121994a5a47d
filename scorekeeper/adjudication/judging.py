"""Hands of the database judged by the referee, in order, each with what the hands before carry into it.

``rejudge`` writes the rows that are derived from that; they can be deleted and built again.
"""

import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import referee
from scorekeeper.adjudication import derived_rows
from scorekeeper.clubs import player_merges
from scorekeeper.models import (
    Adjudication,
    Hand,
    HandRevision,
    Recount,
    Rerating,
    Score,
    Session,
    SessionRevision,
    Verdict,
)


def session_record(revision: SessionRevision) -> referee.JsonObject:
    """Return a session record without its hands, with players as ids."""
    return referee.join_session(referee.Parts(revision.content, revision.text))


def hand_record(revision: HandRevision) -> referee.JsonObject:
    """Return a hand record as it was written down."""
    return referee.join_hand(referee.Parts(revision.content, revision.text))


def rules_of(session: Session) -> referee.Rules:
    """Return the rules by which a session is played."""
    return referee.rules_for(session.variant, session.head.content.get("house_rules") or {})


def carry_into(session: Session, rules: referee.Rules, *, position: int) -> referee.Carried:
    """Return what the hands before a position carry into the hand there."""
    before = Adjudication.objects.filter(hand__session=session, hand__position__lt=position)
    carried_out = before.order_by("-hand__position").values_list("carried_out", flat=True).first()
    return first_carry(session) if carried_out is None else referee.Carried.from_json(carried_out)


def first_carry(session: Session) -> referee.Carried:
    """Return what a session carries into its first hand."""
    record = referee.parse_record({**session_record(session.head), "hands": []})
    return referee.Carried.first(record)


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
    hand: Hand, sheet: Mapping[str, referee.Json] | None = None
) -> referee.HandAdjudication:
    """Return the referee's judgement of a stored hand, as recorded or as ``record`` has it.  Contradictions are no error."""
    return referee.readjudicate_hand(
        rules_of(hand.session),
        hand_record(hand.head) if sheet is None else sheet,
        referee.Carried.from_json(hand.adjudication.carried_in),
    )


def rejudge(session: Session, *, start: int = 1, fresh: Hand | None = None) -> None:
    """Refresh the derived rows of a session from one hand on.

    A hand whose input did not change is not judged again: where a corrected hand carries out what it carried out before,
    the hands after it are left alone.  Raises MalformedError where a ``fresh`` hand contradicts itself or comes after the
    end of the game; the other hands were recorded before and are judged as far as they can be.
    """
    rules = rules_of(session)
    players = players_of(session)
    carried = carry_into(session, rules, position=start)
    hands = session.hands.filter(position__gte=start).order_by("position")
    for hand in hands.select_related("head", "adjudication"):
        judge_hand = _judge_fresh if fresh is not None and hand.pk == fresh.pk else _judge_again
        carried = _refresh(hand, rules, carried, judge_hand, players=players)
    _replace_result(session, rules, carried)


def players_of(session: Session) -> dict[int, uuid.UUID]:
    """Return for whom each seat counts: the player who sits there, or the one into whom that player was merged."""
    merges = ("player__merges", "player__merges__reversal")
    rows = list(session.seats.order_by("number").values_list("number", "player", *merges))
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


_Judge: TypeAlias = Callable[
    [referee.JsonObject, referee.Rules, referee.Carried], referee.HandAdjudication
]


def _judge_fresh(
    record: referee.JsonObject, rules: referee.Rules, carried: referee.Carried
) -> referee.HandAdjudication:
    return judge(record, rules, carried, seats=len(carried.won))


def _judge_again(
    record: referee.JsonObject, rules: referee.Rules, carried: referee.Carried
) -> referee.HandAdjudication:
    return referee.readjudicate_hand(rules, record, carried)


def _refresh(
    hand: Hand,
    rules: referee.Rules,
    carried: referee.Carried,
    judge_hand: _Judge,
    *,
    players: dict[int, uuid.UUID],
) -> referee.Carried:
    """Judge a hand again where its input changed; return what it carries out."""
    digest = derived_rows.input_digest(
        head=hand.head.digest, rules=rules.digest, carried_in=carried.as_json()
    )
    before = getattr(hand, "adjudication", None)
    if before is not None and before.input_digest == digest:
        return referee.Carried.from_json(before.carried_out)
    judged = judge_hand(hand_record(hand.head), rules, carried)
    answer = judged.as_json()
    derived_rows.check(answer["points"], judged.carried_out.as_json()["totals"])
    derived_rows.replace([derived_rows.adjudication_of(hand, rules, judged, answer)])
    Score.objects.filter(hand=hand).delete()
    Score.objects.bulk_create(derived_rows.scores_of(hand, answer, players=players))
    Verdict.objects.filter(hand=hand).delete()
    Verdict.objects.bulk_create(derived_rows.verdicts_of(hand, answer))
    return judged.carried_out


def _replace_result(session: Session, rules: referee.Rules, after: referee.Carried) -> None:
    derived_rows.check(after.as_json()["totals"])
    judged = Adjudication.objects.filter(hand__session=session).order_by("hand__position")
    inputs = list(judged.values_list("input_digest", flat=True))
    derived_rows.replace([derived_rows.result_of(session, rules, after, inputs=inputs)])
    for row in recount_rows(session):
        row.save(force_insert=True)


def recount_rows(session: Session) -> list[Rerating | Recount]:
    """Return unsaved rows that have ratings, and standings where there is a season, count this session again."""
    rerating = Rerating(club_id=session.club_id, session=session)
    if session.season_id is None:
        return [rerating]
    return [rerating, Recount(season_id=session.season_id, session=session)]
