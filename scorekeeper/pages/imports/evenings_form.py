"""The form that says what becomes of records of evenings that the club has, with what they say otherwise."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.forms import BoundField
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee import Json
from scorekeeper.imports.corrections.differences import SheetDifference
from scorekeeper.imports.corrections.hands import HandChange, HandDifference
from scorekeeper.imports.corrections.known_evenings import (
    EveningAnswer,
    answers_for,
    asked_together,
)
from scorekeeper.imports.review.evaluating import EveningAnswers
from scorekeeper.imports.review.evaluation import Evaluation, ReviewedLine
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.display.numbers import plain

MOST, MOST_HANDS = 100, 50  # evenings in the form, hands of each
CHOICES = {
    EveningAnswer.BRING_UP_TO_DATE: gettext_lazy("bring the session up to date"),
    EveningAnswer.SECOND_SESSION: gettext_lazy("import it as a second session of that day"),
    EveningAnswer.LEAVE_OUT: gettext_lazy("leave it out"),
}
OF_SEVERAL = {
    EveningAnswer.BRING_UP_TO_DATE: gettext_lazy("bring these sessions up to date"),
    EveningAnswer.SECOND_SESSION: gettext_lazy("import them as second sessions of those days"),
    EveningAnswer.LEAVE_OUT: gettext_lazy("leave them out"),
}
KEYS = {
    "cards_left": gettext_lazy("cards left"),
    "places": gettext_lazy("places"),
    "points": gettext_lazy("points"),
    "adjustments": gettext_lazy("points beside the hand"),
    "out": gettext_lazy("order of going out"),
    "pays_all": gettext_lazy("pays for all"),
    "note": gettext_lazy("note"),
}
"""The keys of a hand in words; others are shown as they are written in records."""
BY_SEAT = ("cards_left", "places", "points", "adjustments")
NOTES = {
    HandChange.NEW: gettext_lazy("new"),
    HandChange.MISSING: gettext_lazy("not in the file, stays as it is"),
    HandChange.LEFT_ALONE: gettext_lazy("stays as it is"),
}
AS_ABOVE = gettext_lazy("as chosen above")
_KEY = re.compile(r"evening_(\d{1,9})_(\d{1,9})")
_TOGETHER = re.compile(r"evenings_([a-z.-]+)")


class HandWords(NamedTuple):
    """A hand that differs, in words, and what becomes of it."""

    words: str
    note: str


class EveningRow(NamedTuple):
    """A record of an evening that the club has: the choice, and what the record says otherwise."""

    field: BoundField
    session: UUID
    refusal: str
    hands: Sequence[HandWords]
    hands_left: int  # that are not listed
    totals: str
    is_again: bool  # whether the session came from this record, and was changed since
    is_former: bool  # whether the record says what the session said before it was corrected


@dataclass(frozen=True)
class EveningGroup:
    """Evenings that are asked about together, and one by one for exceptions."""

    field: BoundField
    says_nothing: bool
    rows: Sequence[EveningRow]

    @property
    def has_exceptions(self) -> bool:
        """Whether something else was chosen for one of them."""
        return any(row.field.value() for row in self.rows)


def answers(numbers: Mapping[UUID, int], data: Mapping[str, Any]) -> EveningAnswers:
    """Return the answers of a form that was sent, by dry run and record, or for several together; ``numbers`` are those of the files.

    Files are numbered, because the dry run of a file becomes another one when the file is read under other house rules.
    """
    dry_runs = {number: dry_run for dry_run, number in numbers.items()}
    keys = ((key, match) for key in data if (match := _KEY.fullmatch(key)))
    alone: dict[tuple[UUID, int] | str, str] = {
        (dry_runs[int(match[1])], int(match[2])): data[key]
        for key, match in keys
        if int(match[1]) in dry_runs
    }
    together = {match[1]: data[key] for key in data if (match := _TOGETHER.fullmatch(key))}
    return {**alone, **together}


class EveningsForm(forms.Form):
    """A choice for each record of an evening that the club has; for several of which it is the same, one choice, and exceptions."""

    def __init__(
        self,
        evaluation: Evaluation,
        numbers: Mapping[UUID, int],
        names: Mapping[UUID, str],
        chosen: EveningAnswers,
    ) -> None:
        super().__init__()
        known = [one for one in evaluation.known_evenings if not one[1].is_certain]
        self._names, self._differences = names, dict[str, SheetDifference]()
        counts = Counter(asked_together(difference) for _line, difference in known)
        self._groups = {group for group, count in counts.items() if group and count > 1}
        self.left_over = sum(
            asked_together(difference) not in self._groups for _line, difference in known[MOST:]
        )
        for group in self._groups:
            one = next(one for _line, one in known if asked_together(one) == group)
            initial = chosen.get(group, answers_for(one)[0])
            self._add(
                f"evenings_{group}", "", [(key, OF_SEVERAL[key]) for key in _offered(one)], initial
            )
        for line, difference in known[:MOST]:
            key = f"evening_{numbers[line.line.within_id]}_{line.line.number}"
            self._differences[key] = difference
            is_exception = asked_together(difference) in self._groups
            own = chosen.get((line.line.within_id, line.line.number), "")
            choices = [(answer, CHOICES[answer]) for answer in _offered(difference)]
            self._add(
                key,
                _label(line, difference),
                [("", AS_ABOVE), *choices] if is_exception else choices,
                own if is_exception else line.answer,
            )

    def _add(
        self, key: str, label: str, choices: Sequence[tuple[str, Any]], initial: str | None
    ) -> None:
        self.fields[key] = forms.ChoiceField(
            label=label, choices=choices, initial=initial, widget=forms.RadioSelect
        )

    def rows(self) -> Iterator[EveningRow]:
        """Yield each evening that is asked about alone, with its choice."""
        for key, difference in self._differences.items():
            if asked_together(difference) not in self._groups:
                yield self._row(key, difference)

    def groups(self) -> Iterator[EveningGroup]:
        """Yield the evenings that are asked about together."""
        for group in sorted(self._groups):
            members = [
                (key, one) for key, one in self._differences.items() if asked_together(one) == group
            ]
            yield EveningGroup(
                field=self[f"evenings_{group}"],
                says_nothing=all(one.says_nothing for _key, one in members),
                rows=[self._row(*member) for member in members],
            )

    def _row(self, key: str, difference: SheetDifference) -> EveningRow:
        names = [self._names.get(player, "?") for player in difference.seated]
        return EveningRow(
            field=self[key],
            session=difference.session.pk,
            refusal=_(difference.refusal) if difference.refusal else "",
            hands=[_hand_words(hand, names) for hand in difference.hands[:MOST_HANDS]],
            hands_left=len(difference.hands[MOST_HANDS:]),
            totals=_by_seat(names, difference.totals) if difference.totals else "",
            is_again=difference.is_again,
            is_former=difference.is_former,
        )


def _offered(difference: SheetDifference) -> list[EveningAnswer]:
    """Return the answers of a record; where it says nothing new, there is nothing to bring up to date."""
    bring, says_nothing = EveningAnswer.BRING_UP_TO_DATE, difference.says_nothing
    return [answer for answer in answers_for(difference) if answer is not bring or not says_nothing]


def _label(line: ReviewedLine, difference: SheetDifference) -> str:
    game = dict(variant_choices())[line.line.details["variant"]]
    day = difference.session.played_on
    return f"{game}, {date_format(day)}" if day else str(game)


def _hand_words(hand: HandDifference, names: Sequence[str]) -> HandWords:
    texts = []
    for key in dict.fromkeys([*hand.before, *hand.after]):
        before, after = hand.before.get(key), hand.after.get(key)
        if hand.change in {HandChange.NEW, HandChange.MISSING}:
            words = _text(key, before or after, names)
        else:
            words = _change(key, before, after, names)
        texts.append(f"{KEYS.get(key, key)}: {words}")
    number = _("Hand %(hand)d") % {"hand": hand.position}
    notes = [str(NOTES.get(hand.change, "")), _(hand.reason) if hand.reason else ""]
    return HandWords(
        words=f"{number}, {'; '.join(texts)}" if texts else number,
        note=". ".join(note for note in notes if note),
    )


def _change(key: str, before: Json, after: Json, names: Sequence[str]) -> str:
    """Return what both say, of lists by seat only for the players of whom it differs."""
    if key in BY_SEAT and isinstance(before, list) and isinstance(after, list):
        pairs = zip(names, before, after, strict=False)
        changed = [(name, was, now) for name, was, now in pairs if was != now]
        return ", ".join(f"{name} {_number(was)} → {_number(now)}" for name, was, now in changed)
    return f"{_text(key, before, names)} → {_text(key, after, names)}"


def _text(key: str, value: Json, names: Sequence[str]) -> str:
    if value is None:
        return "–"
    if key in BY_SEAT and isinstance(value, list):
        return _by_seat(names, value)
    if key in {"out", "pays_all"}:
        seats = value if isinstance(value, list) else [value]
        return ", ".join(names[seat - 1] for seat in seats if isinstance(seat, int))
    return str(value)


def _by_seat(names: Sequence[str], values: Sequence[Any]) -> str:
    return ", ".join(f"{name} {_number(value)}" for name, value in zip(names, values, strict=False))


def _number(value: Any) -> str:
    return plain(value) if isinstance(value, int | float) else "?"
