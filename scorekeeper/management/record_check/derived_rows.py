"""Check that adjudications, scores, verdicts and results follow from the records."""

from collections.abc import Iterator, Mapping
from uuid import UUID

import referee
from scorekeeper.adjudication import derived_rows, judging
from scorekeeper.clubs import merge_pieces
from scorekeeper.management.record_check.comparison import compare_row, compare_rows
from scorekeeper.management.record_check.damaged_rows import (
    DAMAGE_ERRORS,
    not_checked,
    readable,
    readable_by,
)
from scorekeeper.management.record_check.sessions import players_of
from scorekeeper.models import Adjudication, Result, Score, Session, Verdict


def derived_problems(
    session: Session, survivors: Mapping[UUID, UUID]
) -> Iterator[referee.VerificationProblem]:
    """Yield adjudications, scores, verdicts and results that do not follow from the heads.

    After a hand that cannot be judged, the next one is judged from what its own adjudication says was carried into it.
    While workers assign the scores of merged players, those of either are right.  Raises MalformedError if the head of the
    session cannot be read.
    """
    people = merge_pieces.people_being_assigned(session.club_id)
    sheet = judging.session_record(session.head)
    record = referee.parse_record({**sheet, "hands": []})
    rules = referee.rules_for(record.variant, record.house_rules)
    seats = [(number, UUID(player)) for number, player in enumerate(players_of(sheet), 1)]
    players = judging.surviving_seats(seats, survivors)
    adjudications = {
        row.pk: row for row in readable(Adjudication.objects.filter(hand__session=session))
    }
    within = {"hand__session": session}
    scores = readable_by("hand_id", Score.objects.filter(**within).order_by("hand_id", "seat"))
    verdicts = readable_by("hand_id", Verdict.objects.filter(**within).order_by("hand_id", "event"))
    carried: referee.Carried | None = referee.Carried.first(record)
    inputs: list[str] = []
    count = session.hands.count()
    for place, hand in enumerate(
        readable(session.hands.select_related("head").order_by("position"))
    ):
        where, stored = f"hands[{hand.position - 1}]", adjudications.get(hand.pk)
        try:
            if (carried is None or hand.position != place + 1) and stored is not None:
                carried = referee.Carried.from_json(stored.carried_in)
            if carried is None:
                continue
            judged_by = referee.rules_for(
                record.variant,
                record.house_rules,
                digest=stored.rules_digest if stored else None,
            )
            judged = referee.readjudicate_hand(judged_by, judging.hand_record(hand.head), carried)
            derived = derived_rows.adjudication_of(hand, judged, judged.as_json())
            if stored is not None:
                derived.answer = referee.with_former_wording(derived.answer, stored.answer)
            yield from compare_row(stored, derived, f"{where}.adjudication")
            following = derived_rows.scores_of(hand, derived.answer, players=players)
            for score in (*following, *scores.get(hand.pk, [])):
                score.player_id = people.get(score.player_id, score.player_id)
            yield from compare_rows(scores.get(hand.pk, []), following, f"{where}.scores")
            judgments = derived_rows.verdicts_of(hand, derived.answer)
            yield from compare_rows(verdicts.get(hand.pk, []), judgments, f"{where}.verdicts")
        except DAMAGE_ERRORS as error:
            yield not_checked(error, where)
            carried = None
            continue
        carried = judged.carried_out
        inputs.append(derived.input_digest)
    if carried is not None and len(inputs) == count:
        stored_result = next(iter(readable(Result.objects.filter(session=session))), None)
        rules = derived_rows.edition_of_result(session, rules, stored_result, inputs)
        result = derived_rows.result_of(session, rules, carried, inputs=inputs)
        yield from compare_row(stored_result, result, "result")
