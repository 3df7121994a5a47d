"""The database meets the referee: hands are judged in order, each with what the hands before carry into it.

Everything written here is derived and can be thrown away.
"""

import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import referee
from scorekeeper import inserting
from scorekeeper.adjudication import derived_rows, record_parts
from scorekeeper.asking import Question
from scorekeeper.clubs import player_merges
from scorekeeper.inserting import Rows
from scorekeeper.models import (
    Adjudication,
    Hand,
    HandRevision,
    Recount,
    Rerating,
    Result,
    Score,
    Seat,
    Session,
    SessionRevision,
    Verdict,
)
from scorekeeper.models.rows import new_row


def session_record(revision: SessionRevision) -> record_parts.Keys:
    """A session without its hands, players as ids."""
    return record_parts.join_session(record_parts.Parts(revision.content, revision.text))


def hand_record(revision: HandRevision) -> record_parts.Keys:
    """A hand as it was written down."""
    return record_parts.join_hand(record_parts.Parts(revision.content, revision.text))


def rules_of(session: Session) -> referee.Rules:
    """The rules that a session is played by."""
    return referee.rules_for(session.variant, session.head.content.get("house_rules") or {})


def carry_into(session: Session, rules: referee.Rules, *, position: int) -> referee.Carried:
    """What a hand takes over from those before it."""
    before = Adjudication.objects.filter(hand__session=session, hand__position__lt=position)
    last = before.order_by("-hand__position").first()
    if last is not None:
        return referee.Carried.from_json(last.carried_out)
    return first_carry(session)


def first_carry(session: Session) -> referee.Carried:
    """What the first hand of a session takes over."""
    record = referee.parse_record({**session_record(session.head), "hands": []})
    return referee.Carried.first(record)


def judge(
    sheet: Mapping[str, record_parts.Json],
    rules: referee.Rules,
    carried: referee.Carried,
    *,
    seats: int,
) -> referee.HandAdjudication:
    """The referee on one hand."""
    hand = referee.parse_hand(sheet, rules, seats=seats)
    return referee.adjudicate_hand(rules, hand, carried)


def judge_stored(
    hand: Hand, sheet: Mapping[str, record_parts.Json] | None = None
) -> referee.HandAdjudication:
    """The referee on a hand in the books, as it stands or as this sheet has it, whatever it was carried into."""
    return referee.readjudicate_hand(
        rules_of(hand.session),
        hand_record(hand.head) if sheet is None else sheet,
        referee.Carried.from_json(hand.adjudication.carried_in),
    )


def rejudge(session: Session, *, start: int = 1, fresh: Hand | None = None) -> None:
    """Bring the verdicts and scores of a session up to date from one hand on.

    A hand whose input did not change is left as it is: when a corrected hand carries out what it did before, so are
    all that follow it.  A ``fresh`` hand is refused if it contradicts itself or comes after the end of the game; what
    was kept before is judged as it can be.
    """
    rules = rules_of(session)
    players = players_of(session)
    carried = carry_into(session, rules, position=start)
    hands = session.hands.filter(position__gte=start).order_by("position")
    for hand in hands.select_related("head", "adjudication"):
        judge_it = _judge_fresh if fresh is not None and hand.pk == fresh.pk else _judge_again
        carried = _current(hand, rules, carried, judge_it, players=players)
    _keep_result(session, rules, carried)


def players_of(session: Session) -> dict[int, uuid.UUID]:
    """For whom each seat counts: whoever sits there, or whom they turned out to be."""
    return counted_for(SEATS.about(session.pk), player_merges.surviving_players(session.club_id))


def counted_for(
    seated: Iterable[tuple[Any, ...]], staying: Mapping[uuid.UUID, uuid.UUID]
) -> dict[int, uuid.UUID]:
    """The same of seats that were asked for."""
    return {number: staying.get(player, player) for number, player in seated}


SEATS = Question(
    lambda session: Seat.objects.filter(session=session).order_by("number").values_list("number", "player")
)  # fmt: skip


def _judge_fresh(
    sheet: record_parts.Keys, rules: referee.Rules, carried: referee.Carried
) -> referee.HandAdjudication:
    return judge(sheet, rules, carried, seats=len(carried.won))


def _judge_again(
    sheet: record_parts.Keys, rules: referee.Rules, carried: referee.Carried
) -> referee.HandAdjudication:
    return referee.readjudicate_hand(rules, sheet, carried)


def _current(
    hand: Hand,
    rules: referee.Rules,
    carried: referee.Carried,
    judge_it: Callable[
        [record_parts.Keys, referee.Rules, referee.Carried], referee.HandAdjudication
    ],
    *,
    players: dict[int, uuid.UUID],
) -> referee.Carried:
    """Judge a hand unless that was done already; what it carries out."""
    inputs = derived_rows.input_digest(
        head=hand.head.digest, rules=rules.digest, carried_in=carried.as_json()
    )
    was = getattr(hand, "adjudication", None)
    if was is not None and was.input_digest == inputs:
        return referee.Carried.from_json(was.carried_out)
    judged = judge_it(hand_record(hand.head), rules, carried)
    answer = judged.as_json()
    derived_rows.check(answer["points"], judged.carried_out.as_json()["totals"])
    _keep(derived_rows.adjudication_of(hand, rules, judged, answer))
    Score.objects.filter(hand=hand).delete()
    Score.objects.bulk_create(derived_rows.scores_of(hand, answer, players=players))
    Verdict.objects.filter(hand=hand).delete()
    Verdict.objects.bulk_create(derived_rows.verdicts_of(hand, answer))
    return judged.carried_out


def _keep(row: Adjudication | Result) -> None:
    """Put a derived row in the place of the one that is there."""
    inserting.insert(Rows([row], replacing=True))


def _keep_result(session: Session, rules: referee.Rules, after: referee.Carried) -> None:
    derived_rows.check(after.as_json()["totals"])
    judged = Adjudication.objects.filter(hand__session=session).order_by("hand__position")
    inputs = list(judged.values_list("input_digest", flat=True))
    _keep(derived_rows.result_of(session, rules, after, inputs=inputs))
    for waiting in recount_rows(session):
        waiting.save(force_insert=True)


def recount_rows(session: Session) -> list[Rerating | Recount]:
    """What says that the figures of a session changed, until they are counted."""
    waiting: list[Rerating | Recount] = [
        new_row(Rerating, club_id=session.club_id, session_id=session.pk)
    ]
    if session.season_id is not None:
        waiting.append(new_row(Recount, season_id=session.season_id, session_id=session.pk))
    return waiting
