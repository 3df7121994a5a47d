"""What happened in a finished hand, as hands are searched by it.

Computed from the record and the referee's answer alone.  Whoever changes what ``summary_of`` returns adds a migration that sets
``Replay.indexed_from`` to an empty text: workers then build the index again.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import zip_longest
from typing import Any, NamedTuple

import referee

FINISHED = frozenset({"finished", "washed-out"})
FEW_CARDS, MANY_CARDS = 3, 8
"""A comeback begins when somebody else has so few cards left, and whoever goes out first has so many, more than all others."""

Frame = Mapping[str, Any]


class FactKind(StrEnum):
    """What a fact is about.  The values are stored, and words of the API."""

    COMBINATION = "combination"  # a legal or unproven play; the value is its kind
    BEATEN = "beaten"  # the same of those that another such play of the trick followed
    MELD = "meld"  # in the cards of a hu; the value is the meld
    RULE = "rule"  # a verdict that cites a ruling
    ILLEGAL = "illegal"  # an illegal play that was not taken back; the value is the fault
    RULING = "ruling"  # a referee's decision in the record
    COMEBACK = (
        "comeback"  # whoever had the most cards when somebody else had few, and went out first
    )
    POSITION = "position"  # a lead; the value is `position_value` of its key
    GIVEN_AWAY = "given-away"  # a certain win that was not taken
    TAKEN = "taken"  # a certain win that was taken


OF_ENDINGS = frozenset({FactKind.GIVEN_AWAY, FactKind.TAKEN})
"""The kinds that ``facts_of_ending`` has; ``summary_of`` computes the others."""


class FactMoment(NamedTuple):
    """The number of an event, 0 for the deal, and its seat, 0 for nobody's."""

    event: int
    seat: int


Facts = Mapping[tuple[FactKind, str], Sequence[FactMoment]]


class HandSummary(NamedTuple):
    """The facts of a hand and the figures by which hands are sorted."""

    longest_trick: int  # plays
    trick_event: int  # with which it ends
    most_points: float | None  # of one player
    facts: Facts


def summary_of(judged: referee.HandAdjudication, frames: Sequence[Frame]) -> HandSummary | None:
    """Return what happened in a judged hand, given its replay; None if it is unfinished or does not count."""
    answer = judged.as_json()
    if answer["status"] not in FINISHED or answer.get("annulled"):
        return None
    facts: dict[tuple[FactKind, str], list[FactMoment]] = defaultdict(list)
    tricks = _tricks(frames)
    for kind, value, moment in (
        *_of_plays(tricks),
        *_of_verdicts(judged, answer, frames),
        *_of_rulings(answer, frames),
        *_of_hu(frames),
        *_of_comeback(answer, frames),
        *_of_positions(judged, frames),
    ):
        facts[kind, value].append(moment)
    longest = max(tricks, key=len, default=[])
    points = [each for each in answer["points"] or () if each is not None]
    return HandSummary(
        longest_trick=len(longest),
        trick_event=longest[-1]["event"] if longest else 0,
        most_points=max(points, default=None),
        facts={key: [*dict.fromkeys(moments)] for key, moments in facts.items()},
    )


def facts_of_ending(analysis: Mapping[str, Any]) -> Facts:
    """Return where a certain win was given away or taken, by what was solved of a hand (`hand-analysis/1`).

    >>> facts_of_ending({"marks": [{"mark": "taken", "event": 47, "seat": 1}]})
    {(<FactKind.TAKEN: 'taken'>, ''): [FactMoment(event=47, seat=1)]}
    """
    facts: dict[tuple[FactKind, str], list[FactMoment]] = defaultdict(list)
    for mark in analysis["marks"]:
        facts[FactKind(mark["mark"]), ""].append(FactMoment(mark["event"], mark["seat"]))
    return dict(facts)


def position_value(key: str) -> str:
    """Return the text that stands for a position's key (``referee.position_key``) in the index."""
    return referee.sha256(key).removeprefix("sha256:")[:24]


def _moment(frame: Frame) -> FactMoment:
    return FactMoment(frame["event"], frame["seat"] or 0)


def _standing_frames(frames: Sequence[Frame]) -> Iterator[Frame]:
    """Yield the events that were not taken back."""
    for frame, after in zip_longest(frames[1:], frames[2:]):
        if frame["action"] != "takes back" and (not after or after["action"] != "takes back"):
            yield frame


def _tricks(frames: Sequence[Frame]) -> list[list[Frame]]:
    """Return the plays of each trick, in order, without what was taken back."""
    tricks: dict[int, list[Frame]] = defaultdict(list)
    for frame in _standing_frames(frames):
        if frame["action"] == "play" and frame["combination"]:
            tricks[frame["trick"]].append(frame)
    return [*tricks.values()]


def _of_plays(tricks: Sequence[Sequence[Frame]]) -> Iterator[tuple[FactKind, str, FactMoment]]:
    for plays in tricks:
        allowed = [frame for frame in plays if frame["verdict"] != "illegal"]
        for place, frame in enumerate(allowed, 1):
            yield FactKind.COMBINATION, frame["combination"], _moment(frame)
            if place < len(allowed):
                yield FactKind.BEATEN, frame["combination"], _moment(frame)


def _of_verdicts(
    judged: referee.HandAdjudication, answer: Mapping[str, Any], frames: Sequence[Frame]
) -> Iterator[tuple[FactKind, str, FactMoment]]:
    stood = {frame["event"] for frame in _standing_frames(frames)}
    for event, rule in zip(
        answer["events"], referee.cited_rules(judged.rules, answer), strict=True
    ):
        moment = FactMoment(event["event"], event.get("seat") or 0)
        if rule:
            yield FactKind.RULE, rule, moment
        if event["verdict"] == "illegal" and moment.event in stood:
            yield FactKind.ILLEGAL, event["fault"], moment


def _of_rulings(
    answer: Mapping[str, Any], frames: Sequence[Frame]
) -> Iterator[tuple[FactKind, str, FactMoment]]:
    for row in answer.get("rulings") or ():
        event = row.get("event")
        at = event if isinstance(event, int) and 0 < event < len(frames) else 0
        yield FactKind.RULING, str(row.get("decision") or "")[:40], _moment(frames[at])


def _of_hu(frames: Sequence[Frame]) -> Iterator[tuple[FactKind, str, FactMoment]]:
    finish = frames[-1].get("finish") or ()
    hu = next((frame for frame in reversed(frames) if frame["action"] == "hu"), frames[-1])
    for meld in finish:
        if meld["meld"]:
            yield FactKind.MELD, meld["meld"], _moment(hu)


def _of_comeback(
    answer: Mapping[str, Any], frames: Sequence[Frame]
) -> Iterator[tuple[FactKind, str, FactMoment]]:
    first = [seat for seat, place in enumerate(answer["places"] or (), 1) if place == 1]
    if len(first) != 1 or frames[-1].get("finish") is not None:
        return
    for frame in frames[1:]:
        counts = frame["counts"]
        others = counts[: first[0] - 1] + counts[first[0] :]
        if None in counts or min(others) > FEW_CARDS:
            continue
        if counts[first[0] - 1] > max(*others, MANY_CARDS - 1):
            yield FactKind.COMEBACK, "", FactMoment(frame["event"], first[0])
            return


def _of_positions(
    judged: referee.HandAdjudication, frames: Sequence[Frame]
) -> Iterator[tuple[FactKind, str, FactMoment]]:
    for number, key in referee.lead_keys(judged).items():
        yield FactKind.POSITION, position_value(key), _moment(frames[number])
