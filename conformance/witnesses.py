"""Witnesses of open verdicts: complete hands that a program gives, each of which must settle its event."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.cases import Case
from conformance.comparing import Difference
from conformance.paths import Json

NOT_POSSIBLE = ("card-not-held", "card-already-played")
"""A completed hand in which somebody played cards that they did not hold is no completion."""


@dataclass(frozen=True)
class Witnessed:
    """A record with one hand completed as a witness says."""

    case: Case
    path: str
    """Where in the answer the witness is."""
    hand: int
    event: int
    verdict: str
    """What the event must be found to be."""
    record: Json


def of(case: Case, answer: Json) -> Iterator[Witnessed]:
    """Yield the record of a case as each witness in the answer completes it."""
    for hand, judged in enumerate(_list(answer, "hands")):
        for event, verdict in enumerate(_list(judged, "events")):
            for side in ("legal", "illegal"):
                witness = _get(_get(verdict, "witnesses"), side)
                if isinstance(witness, dict) and hand < len(_list(case.sent, "hands")):
                    path = f"hands[{hand}].events[{event}].witnesses.{side}"
                    record = _completed(case.sent, hand, witness)
                    yield Witnessed(case, path, hand, event, side, record)


def _completed(record: Json, hand: int, witness: Json) -> Json:
    record = copy.deepcopy(record)
    for key in ("previous_winner", "previous_loser"):
        if key in witness:
            record[key] = witness[key]
    record["hands"][hand] |= {key: witness[key] for key in ("dealt", "events") if key in witness}
    return record


def differences(witness: Witnessed, answer: Json) -> Iterator[Difference]:
    """Yield what is wrong with a witness, given the program's own answer to the completed record."""
    hands = _list(answer, "hands")
    judged = _list(hands[witness.hand], "events") if witness.hand < len(hands) else []
    if witness.event >= len(judged):
        yield Difference(witness.path, f"a hand in which the event is {witness.verdict}", answer)
        return
    verdict = _get(judged[witness.event], "verdict")
    if verdict != witness.verdict:
        yield Difference(witness.path, f"a hand in which the event is {witness.verdict}", verdict)
    for place, event in enumerate(judged):
        fault = _get(event, "fault")
        if place != witness.event and fault in NOT_POSSIBLE:
            expected = f"a hand in which event {place + 1} can have happened"
            yield Difference(witness.path, expected, fault)
    dealt = _list(witness.record["hands"][witness.hand], "dealt")
    if "?" in " ".join(map(str, dealt)):
        yield Difference(witness.path, "every card dealt", dealt)


def _get(value: Json, key: str) -> Json:
    return value.get(key) if isinstance(value, dict) else None


def _list(value: Json, key: str) -> list[Json]:
    items = _get(value, key)
    return items if isinstance(items, list) else []
