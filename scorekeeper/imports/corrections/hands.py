"""How a hand on a sheet differs from a stored one.

Hands are compared by what a sheet can say: cards left, order of going out, melds, or points of which no more is known.  What
only a session has (plays, a referee's decisions, notes) stays.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, cast

from django.utils.translation import gettext_noop

import referee
from referee import JsonObject
from referee.spreadsheets.points import FROM_SHEET, ONLY_POINTS, points_only
from scorekeeper.adjudication import judging
from scorekeeper.models import Hand, Session

RESULT = (
    "cards_left",
    "out",
    "pays_all",
    "finisher",
    "exposed",
    "concealed",
    "lucky",
    "washed_out",
)
"""The keys that say how a hand ended: a sheet that says some of them says all."""
BESIDE_RESULT = ("winner", "blocked", "note")  # changed only by a sheet that says them
POINTS = "points"

LOGGED = gettext_noop("Its plays were logged: correct them on the page of the hand.")
OTHER_PLAYS = gettext_noop("The file has other plays: correct them on the page of the hand.")
STRUCK_OUT = gettext_noop("The session and the file do not agree whether this hand counts.")
DECIDED = gettext_noop("Only a human referee gives or takes these points.")
REFEREED = gettext_noop("A human referee gave or took points of this hand.")


class HandChange(StrEnum):
    """What becomes of a hand that differs.  The values are public API: add, never rename."""

    CHANGED = "changed"
    NEW = "new"
    MISSING = "missing"  # from the sheet; the hand stays as it is
    LEFT_ALONE = "left-alone"  # it differs, and stays as it is for a reason


@dataclass(frozen=True, kw_only=True)
class HandDifference:
    """A hand that differs: what the session and the sheet say of it, and the record that it is to have."""

    position: int
    change: HandChange
    before: JsonObject
    after: JsonObject
    record: JsonObject
    sheet: JsonObject = field(default_factory=dict)  # of a changed hand, what the sheet says of it
    reason: str = ""  # why it is left alone, as a translation key

    def as_json(self) -> JsonObject:
        """Return the difference as the API gives it."""
        return {
            "hand": self.position,
            "change": str(self.change),
            "before": self.before or None,
            "after": self.after or None,
            "reason": self.reason or None,
        }


class HandComparison:
    """Compares hands under the rules of a session."""

    def __init__(self, session: Session) -> None:
        self._session, self._seats = session, judging.seat_count(session)

    def new(self, position: int, sheet: JsonObject) -> HandDifference:
        """Return that a hand of the sheet comes after those of the session."""
        return _difference(position, HandChange.NEW, {}, self._shown(sheet), record=sheet)

    def missing(self, hand: Hand) -> HandDifference:
        """Return that the sheet lacks a hand."""
        record = judging.hand_record(hand.head)
        before = self._shown(record)
        if has_plays(record):
            before = self._outcome(record, hand.adjudication.answer)
        return _difference(hand.position, HandChange.MISSING, before, {})

    def compare(self, hand: Hand, sheet: JsonObject) -> HandDifference | None:
        """Return how the hand of a sheet differs from a stored one; None if it does not.

        Raises MalformedError where the referee cannot read the hand of the sheet under the rules of the session.
        """
        record = judging.hand_record(hand.head)
        before, after = self._shown(record), self._shown(sheet)
        if is_struck(record):
            is_same = is_struck(sheet) or record.get("annulled") is not None
            reason = "" if is_same else STRUCK_OUT
        elif is_struck(sheet):
            reason = STRUCK_OUT
        elif (decided := _decisions(sheet)) and decided != _decisions(record):
            reason = DECIDED
        elif has_plays(sheet):
            is_same = all(record.get(key) == sheet.get(key) for key in referee.HAND_CONTENT)
            reason = "" if is_same else OTHER_PLAYS
        else:
            answer, judged = hand.adjudication.answer, self._judged(hand, sheet)
            states_all = bool(self._given(sheet)) and not _is_of_points(sheet)
            before = self._outcome(record, answer, with_decisions=states_all)
            after = self._outcome(sheet, judged)
            same = [before[POINTS], self._outcome(record, answer, with_decisions=True)[POINTS]]
            if _is_of_points(sheet) and after[POINTS] in same:
                return None  # it says less
            if has_plays(record):
                reason = LOGGED if _contradicts(before, after) else ""
            elif _is_of_points(sheet) and _decisions(record):
                reason = REFEREED
            else:
                return self._changed(hand, record, sheet)
        change = HandChange.LEFT_ALONE
        return _difference(hand.position, change, before, after, reason=reason) if reason else None

    def says_no_more(self, sheet: JsonObject, record: JsonObject) -> bool:
        """Return whether a sheet says nothing else of a hand without plays than this record."""
        return self._brought_up_to_date(record, sheet) == _without_nulls(record)

    def _judged(self, hand: Hand, sheet: JsonObject) -> Mapping[str, Any]:
        carried = referee.Carried.from_json(hand.adjudication.carried_in)
        rules = judging.rules_of(self._session, hand.adjudication)
        return referee.readjudicate_hand(rules, sheet, carried).as_json()

    def _changed(self, hand: Hand, record: JsonObject, sheet: JsonObject) -> HandDifference | None:
        changed = self._brought_up_to_date(record, sheet)
        if changed == _without_nulls(record):
            return None
        before, after = self._shown(record), self._shown(changed)
        difference = _difference(hand.position, HandChange.CHANGED, before, after, record=changed)
        return replace(difference, sheet=sheet)

    def _brought_up_to_date(self, record: JsonObject, sheet: JsonObject) -> JsonObject:
        """Return the record of a hand without plays with what a sheet says of it; a number that the sheet leaves open stays."""
        replaced, stated = {*RESULT, "void", "adjustments"}, {*RESULT, *BESIDE_RESULT, "void"}
        after: dict[str, Any] = {
            **{key: value for key, value in _without_nulls(record).items() if key not in replaced},
            **{key: value for key, value in _without_nulls(sheet).items() if key in stated},
        }
        if record.get("cards_left") != after.get("cards_left"):
            for key in {"winner", "blocked"} - sheet.keys():  # of the former numbers
                after.pop(key, None)
        known, left = cast(list[Any], record.get("cards_left")), after.get("cards_left")
        if known and left:
            pairs = zip(known, left, strict=True)
            after["cards_left"] = [old if new in {None, "?"} else new for old, new in pairs]
        given = self._brought_adjustments(record, sheet)
        return {**after, "adjustments": given} if given else after

    def _brought_adjustments(self, record: JsonObject, sheet: JsonObject) -> list[Any]:
        """Return the adjustments of a hand brought up to date; what a sheet states beside a result has a referee's points in it."""
        given, stated = _adjustments(record), self._given(sheet)
        states_all = stated and not _is_of_points(sheet)
        if stated == self._given(record, with_decisions=bool(states_all)):
            return given
        decided = [one for one in given if not _is_from_sheet(one)]
        if not (states_all and decided):
            return [*decided, *filter(_is_from_sheet, _adjustments(sheet))]
        known = self._given({"adjustments": [*decided]}, with_decisions=True)
        rest = [points - before for points, before in zip(stated, known, strict=True)]
        return [*decided, *_adjustments(points_only(tuple(rest)))]

    def _shown(self, record: JsonObject) -> JsonObject:
        """Return what people compare of a hand without plays."""
        shown = {key: record.get(key) for key in (*RESULT, *BESIDE_RESULT)}
        given = self._given(record)
        return _without_nulls(
            {**shown, POINTS if _is_of_points(record) else "adjustments": given or None}
        )

    def _outcome(
        self, record: JsonObject, answer: Mapping[str, Any], *, with_decisions: bool = False
    ) -> dict[str, Any]:
        """Return how a hand ended, and what it brings each seat with the points that a sheet gives; None is unknown.

        With the points that a human referee gave or took, where a sheet may have added them up.
        """
        given = self._given(record, with_decisions=with_decisions)
        points = [0] * self._seats if _is_of_points(record) else answer["points"]
        if points is not None and given:
            pairs = zip(points, given, strict=True)
            points = [None if one is None else one + more for one, more in pairs]
        return {
            "cards_left": answer.get("cards_left"),
            "places": answer.get("places"),
            POINTS: points,
        }

    def _given(self, record: JsonObject, *, with_decisions: bool = False) -> list[Any]:
        """Return the points by seat that a sheet gives beside the result of a hand; empty if it gives none."""
        given = [one for one in _adjustments(record) if with_decisions or _is_from_sheet(one)]
        sums = [
            sum(one["points"] for one in given if one["seat"] == seat)
            for seat in range(1, self._seats + 1)
        ]
        return sums if given else []


def has_plays(record: JsonObject) -> bool:
    """Return whether a record has more of a hand than a sheet can say: its plays or cards."""
    return any(record.get(key) for key in ("events", "dealt", "left"))


def is_struck(record: JsonObject) -> bool:
    """Return whether the hand does not count."""
    is_void = record.get("void") is not None and not _is_of_points(record)
    return is_void or record.get("annulled") is not None


def _is_of_points(record: JsonObject) -> bool:
    return record.get("void") == ONLY_POINTS


def _difference(
    position: int,
    change: HandChange,
    before: JsonObject,
    after: JsonObject,
    *,
    record: JsonObject | None = None,
    reason: str = "",
) -> HandDifference:
    return HandDifference(
        position=position,
        change=change,
        before={key: value for key, value in before.items() if after.get(key) != value},
        after={key: value for key, value in after.items() if before.get(key) != value},
        record=record or {},
        reason=reason,
    )


def _contradicts(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Return whether two outcomes say different things of a seat."""
    return any(
        one is not None and other is not None and one != other
        for key in before
        for one, other in zip(before[key] or [], after[key] or [], strict=False)
    )


def _adjustments(record: JsonObject) -> list[Any]:
    return cast(list[Any], record.get("adjustments") or [])


def _is_from_sheet(adjustment: Mapping[str, Any]) -> bool:
    return adjustment.get("reason") == FROM_SHEET


def _decisions(record: JsonObject) -> list[Any]:
    """Return what human referees decided about a hand, by its record."""
    given = [one for one in _adjustments(record) if not _is_from_sheet(one)]
    return [*given, *cast(list[Any], record.get("rulings") or [])]


def _without_nulls(record: JsonObject) -> JsonObject:
    return {key: value for key, value in record.items() if value is not None}
